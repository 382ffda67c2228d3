//! `print-op-stats`: prints how many operations there are of each name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tvmlike_ir::{Failure, WalkOrder, WalkResult};

use super::output;
use crate::options::OptionRecord;
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("print-op-stats", "Print statistics of operations", |options| {
        let json = options.bool("json");
        Ok(Box::new(PrintOpStats { json }))
    })
    .shown_as("PrintOpStats")
    .with_options(vec![OptionRecord::bool("json", false, "print the stats as JSON")])
}

struct PrintOpStats {
    json: bool,
}

impl Pass for PrintOpStats {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let context = run.context();
        let mut counts: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        run.op().walk(context, WalkOrder::PreOrder, |op| {
            let name = op.name(context).bytes(context).to_vec();
            *counts.entry(name).or_default() += 1;
            WalkResult::Advance
        });
        let counts: Vec<(String, u64)> = counts
            .into_iter()
            .map(|(name, count)| (String::from_utf8_lossy(&name).into_owned(), count))
            .collect();
        output::write(&if self.json {
            as_json(&counts)
        } else {
            as_table(&counts)
        });
        run.preserved().all();
        Ok(())
    }
}

fn as_json(counts: &[(String, u64)]) -> String {
    let lines: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("  \"{name}\" : {count}"))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// The part of a name before the dot, with the dot, and the rest.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find('.').map_or(0, |dot| dot))
}

/// Names with their dots below each other, and the counts.
fn as_table(counts: &[(String, u64)]) -> String {
    let mut out = "Operations encountered:\n-----------------------\n".to_owned();
    let width = |part: fn(&str) -> usize| counts.iter().map(|(name, _)| part(name)).max().unwrap_or(0);
    let before = width(|name| split(name).0.len());
    let behind = width(|name| split(name).1.len());
    for (name, count) in counts {
        let (dialect, rest) = split(name);
        let _ = writeln!(out, "  {dialect:>before$}{rest:<behind$} , {count}");
    }
    out
}
