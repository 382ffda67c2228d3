//! An overview of a module: operations by name and dialect, symbols, sizes.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::json;
use tvmlike_ir::{AttributeKind, Context, Op, SideTable, WalkOrder, WalkResult};

/// Counts over a module.
pub(crate) struct Stats {
    operations: BTreeMap<String, BTreeMap<String, usize>>,
    symbols: Vec<(String, String)>,
    blocks: usize,
    regions: usize,
    depth: u32,
    bytes: u64,
}

/// The most symbols that are listed.
const SHOWN: usize = 50;

impl Stats {
    pub(crate) fn of(context: &Context, root: Op) -> Self {
        let mut stats = Self {
            operations: BTreeMap::new(),
            symbols: Vec::new(),
            blocks: 0,
            regions: 0,
            depth: 0,
            bytes: context.operation_bytes(),
        };
        let mut depths = SideTable::new();
        let symbol = context.identifier("sym_name");
        root.walk(context, WalkOrder::PreOrder, |op| {
            let name = op.name(context).text(context).into_owned();
            let dialect = name.split_once('.').map_or("", |(dialect, _)| dialect).to_owned();
            let value = op.attribute(context, symbol);
            if let Some(AttributeKind::String { bytes, .. }) = value.map(|value| value.kind(context)) {
                let text = String::from_utf8_lossy(bytes).into_owned();
                stats.symbols.push((text, name.clone()));
            }
            *stats
                .operations
                .entry(dialect)
                .or_default()
                .entry(name)
                .or_default() += 1;
            stats.regions += op.num_regions(context);
            stats.blocks += op
                .regions(context)
                .map(|region| region.blocks(context).count())
                .sum::<usize>();
            let depth = op.parent_op(context).map_or(0, |parent| depths.get(parent)) + 1;
            depths.set(op, depth);
            stats.depth = stats.depth.max(depth);
            WalkResult::Advance
        });
        stats
    }
}

impl Stats {
    /// The counts as a line of JSON.
    pub(crate) fn json(&self) -> String {
        let symbols = self.symbols.iter();
        let symbols: Vec<_> = symbols
            .map(|(symbol, op)| json!({"name": symbol, "operation": op}))
            .collect();
        let stats = json!({
            "operations": self.operations,
            "blocks": self.blocks,
            "regions": self.regions,
            "levels": self.depth,
            "bytes": self.bytes,
            "symbols": symbols,
        });
        format!("{stats}\n")
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: usize = self.operations.values().flat_map(BTreeMap::values).sum();
        writeln!(
            f,
            "{total} operations, {} blocks, {} regions, {} levels, {:.1} MB",
            self.blocks,
            self.regions,
            self.depth,
            self.bytes as f64 / 1e6
        )?;
        for (dialect, names) in &self.operations {
            let dialect = if dialect.is_empty() {
                "(no dialect)"
            } else {
                dialect
            };
            writeln!(f, "{dialect}: {}", names.values().sum::<usize>())?;
            for (name, count) in names {
                writeln!(f, "  {count:>8}  {name}")?;
            }
        }
        if !self.symbols.is_empty() {
            writeln!(f, "symbols: {}", self.symbols.len())?;
        }
        for (symbol, name) in self.symbols.iter().take(SHOWN) {
            writeln!(f, "  @{symbol}  {name}")?;
        }
        if self.symbols.len() > SHOWN {
            writeln!(f, "  … and {} more", self.symbols.len() - SHOWN)?;
        }
        Ok(())
    }
}
