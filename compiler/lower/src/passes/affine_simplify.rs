//! `affine-simplify-structures`.

use tvmlike_ir::{
    AffineExpr, Attribute, AttributeKind, Canonicalization, Context, Failure, NamedAttribute, Op, PatternSet,
    WalkOrder, WalkResult,
};
use tvmlike_transform::{
    FrozenPatterns, GreedyConfig, Pass, PassRecord, Run, Strictness, rewrite_ops_greedily,
};

use crate::constraints::simplify_set;
use crate::make::entries;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "affine-simplify-structures",
        "Simplify affine expressions in maps/sets and normalize memrefs",
        |_| Ok(Box::new(SimplifyStructures)),
    )
    .shown_as("SimplifyAffineStructures")
    .on("func.func")
}

struct SimplifyStructures;

/// The operations that are canonicalized.
const CANONICALIZED: [&str; 3] = ["affine.apply", "affine.for", "affine.if"];

impl Pass for SimplifyStructures {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let (mut all, mut given) = (Vec::new(), Vec::new());
        root.walk(context, WalkOrder::PostOrder, |op| {
            all.push(op);
            WalkResult::Advance
        });
        for op in all {
            let own = entries(context, op.properties(context));
            for entry in own.into_iter().chain(entries(context, op.attributes(context))) {
                if let Some(map) = simplified(context, entry) {
                    op.set_attribute(run.edit(), entry.name, map);
                }
            }
            if CANONICALIZED.iter().any(|name| op.is_named(context, name)) {
                given.push(op);
            }
        }
        canonicalize(run, &given, &CANONICALIZED)
    }
}

/// A map with simpler expressions, or a set with simpler constraints, if there is one.
fn simplified(context: &Context, entry: NamedAttribute) -> Option<Attribute> {
    let map = match entry.value.kind(context) {
        AttributeKind::AffineMap(map) => map,
        AttributeKind::IntegerSet(set) => {
            let new = simplify_set(context, set).filter(|new| *new != set);
            return new.map(|new| context.integer_set_attribute(new));
        }
        _ => return None,
    };
    let results: Option<Vec<AffineExpr>> = map
        .results(context)
        .iter()
        .map(|result| result.simplify(context).ok())
        .collect();
    let (dims, symbols) = (map.num_dims(context), map.num_symbols(context));
    let new = context.affine_map(dims, symbols, &results?).ok()?;
    (new != map).then(|| context.affine_map_attribute(new))
}

/// Applies the canonicalization patterns of some operations to operations of these names.
pub(super) fn canonicalize(run: &mut Run<'_, '_>, ops: &[Op], names: &[&str]) -> Result<(), Failure> {
    let context = run.context();
    let frozen = FrozenPatterns::new(context, &patterns(context, ops, names));
    let config = GreedyConfig {
        strictness: Strictness::ExistingAndNew,
        interrupt: run.interrupt().cloned(),
        ..GreedyConfig::default()
    };
    let outcome = rewrite_ops_greedily(run.edit(), ops, &frozen, &config, None);
    outcome.map(|_| ()).map_err(|error| run.fail(error.to_string()))
}

/// The canonicalization patterns of operations.
fn patterns(context: &Context, ops: &[Op], names: &[&str]) -> PatternSet {
    let mut all = PatternSet::new();
    for name in names {
        let op = ops.iter().find(|op| op.is_named(context, name));
        let info = op.and_then(|op| op.info(context));
        if let Some(Canonicalization(patterns)) = info.and_then(|info| info.extensions().get()) {
            all.extend(patterns);
        }
    }
    all
}
