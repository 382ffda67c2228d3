//! `scf-parallel-loop-tiling`: makes of parallel loops two, of which the outer one visits tiles and the inner one a tile.
//!
//! Invariant: the body runs for the same values of the variables. Only loops without results and without parallel loops in them
//! are tiled.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    AffineOp, Attribute, AttributeKind, Block, Context, Element, Exclusive, Failure, InsertionPoint,
    Location, Op, Rewriter, Value, WalkOrder, WalkResult,
};

use super::make::{affine_min, and, binary, body_region, build, compare, constant_index, constant_true};
use crate::options::{OptionKind, OptionRecord};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("scf-parallel-loop-tiling", "Tile parallel loops", |_| {
        Ok(Box::new(ParallelLoopTiling))
    })
    .shown_as("SCFParallelLoopTiling")
    .with_options(vec![
        OptionRecord::list(
            "parallel-loop-tile-sizes",
            OptionKind::Int,
            "Factors to tile parallel loops by",
        ),
        OptionRecord::bool(
            "no-min-max-bounds",
            false,
            "Perform tiling with fixed upper bound with inbound check inside the internal loops",
        ),
    ])
    .with_dialects(&["affine", "arith", "scf"])
}

struct ParallelLoopTiling;

impl Pass for ParallelLoopTiling {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let sizes = run.options().ints("parallel-loop-tile-sizes");
        if sizes.contains(&0) {
            let location = context.unknown_location();
            return Err(context.emit_error(location, "tile size cannot be 0").emit());
        }
        let mut loops = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op != root && is_parallel(context, op) && is_innermost(context, op) {
                loops.push(op);
            }
            WalkResult::Advance
        });
        let is_checked = run.options().bool("no-min-max-bounds");
        for op in loops.into_iter().filter(|op| op.num_results(context) == 0) {
            tile(run.edit(), op, &sizes, is_checked);
        }
        Ok(())
    }
}

pub(super) fn is_parallel(context: &Context, op: Op) -> bool {
    op.is_named(context, "scf.parallel")
}

/// Whether no parallel loop is in this one.
fn is_innermost(context: &Context, root: Op) -> bool {
    root.walk(context, WalkOrder::PreOrder, |op| {
        match op != root && is_parallel(context, op) {
            true => WalkResult::Interrupt,
            false => WalkResult::Advance,
        }
    })
}

/// The bounds of a parallel loop, for each variable.
pub(super) struct Bounds {
    pub(super) lower: Vec<Value>,
    pub(super) upper: Vec<Value>,
    pub(super) step: Vec<Value>,
}

impl Bounds {
    /// The bounds of a loop.
    pub(super) fn of(context: &Context, op: Op) -> Self {
        let sizes = op.property(context, context.identifier("operandSegmentSizes"));
        let count = match sizes.map(|sizes| sizes.kind(context)) {
            Some(AttributeKind::DenseArray(sizes)) => match sizes.iter(context).next() {
                Some(Element::Integer(size)) => size.to_i64().and_then(|size| usize::try_from(size).ok()),
                _ => None,
            },
            _ => None,
        };
        let count = count.unwrap_or_default();
        let group = |index: usize| op.operands(context).skip(index * count).take(count).collect();
        Self {
            lower: group(0),
            upper: group(1),
            step: group(2),
        }
    }

    /// Whether the number of iterations of a variable is known to be a multiple of the size of its tiles.
    fn is_multiple(&self, context: &Context, dim: usize, size: i64) -> bool {
        let number = |value: Value| match value.constant_value(context)?.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        };
        let (Some(lower), Some(upper), Some(step)) = (
            number(self.lower[dim]),
            number(self.upper[dim]),
            number(self.step[dim]),
        ) else {
            return false;
        };
        // The arithmetic is without signs, as MLIR's.
        let distance = upper.wrapping_sub(lower) as u64;
        let iterations = distance.checked_div(step as u64).map(|whole| {
            let has_rest = distance.checked_rem(step as u64) != Some(0);
            whole.wrapping_add(u64::from(has_rest))
        });
        iterations.is_some_and(|iterations| iterations % size as u64 == 0)
    }
}

/// Makes a loop without operations, at the place. Its body.
fn make_loop(rewriter: &mut Rewriter<'_, '_>, bounds: &Bounds, location: Location) -> Block {
    let (region, block) = body_region(rewriter, bounds.lower.len(), location);
    let state = OpBuilder::new("scf.parallel")
        .operand("lowerBound", bounds.lower.iter().copied())
        .operand("upperBound", bounds.upper.iter().copied())
        .operand("step", bounds.step.iter().copied())
        .operand("initVals", [])
        .result("results", [])
        .region("region", [region]);
    build(rewriter, state, location);
    block
}

fn reduce_nothing(rewriter: &mut Rewriter<'_, '_>, location: Location) {
    let reduce = OpBuilder::new("scf.reduce")
        .operand("operands", [])
        .region("reductions", []);
    build(rewriter, reduce, location);
}

/// `(step, upper, variable) -> (step, upper - variable)`.
fn rest_of_tile(context: &Context) -> Option<Attribute> {
    let [step, upper, variable] = [0, 1, 2].map(|dim| context.affine_dim(dim));
    let minus = context.affine_constant(-1);
    let negative = context.affine_binary(AffineOp::Mul, variable, minus).ok()?;
    let rest = context.affine_binary(AffineOp::Add, upper, negative).ok()?;
    let map = context.affine_map(3, 0, &[step, rest]).ok()?;
    Some(context.affine_map_attribute(map))
}

/// Replaces a loop by two.
fn tile(edit: &mut Exclusive<'_>, op: Op, sizes: &[i64], is_checked: bool) -> Option<()> {
    let context = edit.context();
    let location = op.location(context);
    let old = Bounds::of(context, op);
    let body = op.region(context, 0)?.first_block(context)?;
    let sizes: Vec<i64> = (0..old.step.len())
        .map(|dim| sizes.get(dim).copied().unwrap_or(1))
        .collect();
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_before(op);
    let zero = constant_index(&mut rewriter, 0, location);
    let factors: Vec<Value> = sizes
        .iter()
        .map(|size| constant_index(&mut rewriter, *size, location))
        .collect();
    let steps: Vec<Value> = old
        .step
        .iter()
        .zip(factors)
        .map(|(step, factor)| binary(&mut rewriter, "arith.muli", *step, factor, location))
        .collect();
    let outer = Bounds {
        lower: old.lower.clone(),
        upper: old.upper.clone(),
        step: steps.clone(),
    };
    let outer = make_loop(&mut rewriter, &outer, location);
    rewriter.set_insertion_point(Some(InsertionPoint::at_end(outer)));
    let tiles: Vec<Value> = outer.arguments(context).collect();
    let (upper, has_rest) = inner_bounds(
        &mut rewriter,
        &old,
        &steps,
        &tiles,
        (&sizes, is_checked),
        location,
    )?;
    let inner = Bounds {
        lower: vec![zero; steps.len()],
        upper,
        step: old.step.clone(),
    };
    let inner = make_loop(&mut rewriter, &inner, location);
    reduce_nothing(&mut rewriter, location);
    rewriter.set_insertion_point(Some(InsertionPoint::at_end(inner)));
    let offsets: Vec<Value> = inner.arguments(context).collect();
    let variables: Vec<Value> = offsets
        .iter()
        .zip(&tiles)
        .map(|(offset, tile)| binary(&mut rewriter, "arith.addi", *offset, *tile, location))
        .collect();
    let end = body.last_op(context)?;
    rewriter.erase_op(end);
    if has_rest {
        let condition = is_inside(&mut rewriter, &old, &offsets, &tiles, location);
        let (region, block) = body_region(&mut rewriter, 0, location);
        let other = rewriter.edit().create_region();
        let choice = OpBuilder::new("scf.if")
            .operand("condition", [condition])
            .result("results", [])
            .region("thenRegion", [region])
            .region("elseRegion", [other]);
        build(&mut rewriter, choice, location);
        reduce_nothing(&mut rewriter, location);
        rewriter.merge_blocks(body, block, &variables);
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
        build(
            &mut rewriter,
            OpBuilder::new("scf.yield").operand("results", []),
            location,
        );
    } else {
        rewriter.merge_blocks(body, inner, &variables);
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(inner)));
        reduce_nothing(&mut rewriter, location);
    }
    rewriter.erase_op(op);
    Some(())
}

/// The upper bounds of the inner loop, and whether they can be beyond those of the loop.
fn inner_bounds(
    rewriter: &mut Rewriter<'_, '_>,
    old: &Bounds,
    steps: &[Value],
    tiles: &[Value],
    (sizes, is_checked): (&[i64], bool),
    location: Location,
) -> Option<(Vec<Value>, bool)> {
    let context = rewriter.context();
    let (mut upper, mut has_rest) = (Vec::new(), false);
    for (dim, step) in steps.iter().enumerate() {
        let is_multiple = old.is_multiple(context, dim, sizes[dim]);
        if is_multiple || is_checked {
            has_rest |= !is_multiple;
            upper.push(*step);
        } else {
            let operands = [*step, old.upper[dim], tiles[dim]];
            upper.push(affine_min(rewriter, rest_of_tile(context)?, &operands, location));
        }
    }
    Some((upper, has_rest))
}

/// Whether all variables are below their bounds.
fn is_inside(
    rewriter: &mut Rewriter<'_, '_>,
    bounds: &Bounds,
    offsets: &[Value],
    tiles: &[Value],
    location: Location,
) -> Value {
    let mut all = constant_true(rewriter, location);
    for (dim, (offset, tile)) in offsets.iter().zip(tiles).enumerate() {
        let distance = binary(rewriter, "arith.muli", *offset, bounds.step[dim], location);
        let value = binary(rewriter, "arith.addi", distance, *tile, location);
        // Less than, without signs.
        let is_below = compare(rewriter, 6, value, bounds.upper[dim], location);
        all = and(rewriter, all, is_below, location);
    }
    all
}
