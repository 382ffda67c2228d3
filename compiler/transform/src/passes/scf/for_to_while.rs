//! `scf-for-to-while`: makes loops with a condition of loops that count.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    AttributeKind, Block, Context, Failure, InsertionPoint, Location, NamedAttribute, Op, PatternSet,
    RewriteFn, Rewriter, Type, Value,
};

use super::make::build;
use crate::applicator::FrozenPatterns;
use crate::greedy::{GreedyConfig, rewrite_greedily};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "scf-for-to-while",
        "Convert SCF for loops to SCF while loops",
        |_| Ok(Box::new(ForToWhile)),
    )
    .shown_as("SCFForToWhileLoop")
    .with_dialects(&["arith", "scf"])
}

struct ForToWhile;

impl Pass for ForToWhile {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let context = run.context();
        let mut patterns = PatternSet::new();
        patterns.add(RewriteFn::new("ForLoopLoweringPattern", "scf.for", rewrite));
        let frozen = FrozenPatterns::new(context, &patterns);
        let config = GreedyConfig {
            interrupt: run.interrupt().cloned(),
            ..GreedyConfig::default()
        };
        let op = run.op();
        rewrite_greedily(run.edit(), op, &frozen, &config).map_err(|error| run.fail(error.to_string()))?;
        Ok(())
    }
}

/// All attributes of an operation by name.
fn attributes(context: &Context, op: Op) -> Vec<NamedAttribute> {
    let mut all = Vec::new();
    for dictionary in [op.properties(context), op.attributes(context)]
        .into_iter()
        .flatten()
    {
        if let AttributeKind::Dictionary(entries) = dictionary.kind(context) {
            all.extend(entries.iter());
        }
    }
    all
}

fn rewrite(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let body = op.region(context, 0)?.first_block(context)?;
    let [lower, upper, step] = [0, 1, 2].map(|index| op.operand(context, index));
    let (lower, upper, step) = (lower?, upper?, step?);
    let arguments: Vec<(Type, Location)> = body
        .arguments(context)
        .map(|argument| (argument.ty(context), argument.location(context)))
        .collect();
    let all = attributes(context, op);
    let is_unsigned = all.iter().any(|each| each.name.bytes(context) == b"unsignedCmp");
    let regions = [rewriter.edit().create_region(), rewriter.edit().create_region()];
    let state = OpBuilder::new("scf.while")
        .operand(
            "inits",
            std::iter::once(lower).chain(op.operands(context).skip(3)),
        )
        .result("results", arguments.iter().map(|(ty, _)| *ty))
        .region("before", [regions[0]])
        .region("after", [regions[1]]);
    let new = build(rewriter, state, location);
    rewriter.modify(new, |edit| {
        for each in &all {
            new.set_discardable_attribute(edit, each.name, each.value);
        }
    });
    let place = rewriter.insertion_point();
    let before = rewriter.create_block(new.region(context, 0)?, None, &arguments);
    check_bound(rewriter, before, upper, is_unsigned, location);
    let after = rewriter.create_block(new.region(context, 1)?, None, &arguments);
    advance(rewriter, body, after, step, location);
    rewriter.set_insertion_point(place);
    let results: Vec<Value> = new.results(context).skip(1).collect();
    rewriter.replace_op(op, &results);
    Some(())
}

/// Compares the variable with the bound and passes all values on.
fn check_bound(
    rewriter: &mut Rewriter<'_, '_>,
    block: Block,
    upper: Value,
    is_unsigned: bool,
    location: Location,
) {
    let context = rewriter.context();
    // Less than, signed or unsigned.
    let predicate = context.integer_attribute(context.i64(), if is_unsigned { 6 } else { 2 });
    let less = OpBuilder::new("arith.cmpi")
        .operand("lhs", block.argument(context, 0))
        .operand("rhs", [upper])
        .attribute("predicate", predicate.expect("a small number is an i64"));
    let less = build(rewriter, less, location);
    let condition = OpBuilder::new("scf.condition")
        .operand("condition", less.result(context, 0))
        .operand("args", block.arguments(context));
    build(rewriter, condition, location);
}

/// Moves the body behind an addition of the step, and passes the sum on with what the body yields.
fn advance(rewriter: &mut Rewriter<'_, '_>, body: Block, block: Block, step: Value, location: Location) {
    let context = rewriter.context();
    let sum = OpBuilder::new("arith.addi")
        .operand("lhs", block.argument(context, 0))
        .operand("rhs", [step]);
    let sum = build(rewriter, sum, location);
    let arguments: Vec<Value> = block.arguments(context).collect();
    rewriter.merge_blocks(body, block, &arguments);
    let Some(end) = block.last_op(context) else {
        return;
    };
    let yielded: Vec<Value> = sum.results(context).chain(end.operands(context)).collect();
    rewriter.set_insertion_point(InsertionPoint::before(context, end));
    build(
        rewriter,
        OpBuilder::new("scf.yield").operand("results", yielded),
        end.location(context),
    );
    rewriter.erase_op(end);
}
