//! `vector.shape_cast`: the same elements in row-major order, in runs that lie in one row of both shapes.

use tvmlike_ir::{Context, Location, Op, PatternSet, RewriteFn, Rewriter, Type, Value};

use super::elements::positions;
use super::progressive::{Start, part, start, with_part};
use super::vector_parts;
use crate::make::{Make, integer};

/// Adds the pattern.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[RewriteFn::new(
        "ShapeCastOpRewritePattern",
        "vector.shape_cast",
        cast,
    )]);
}

fn list(context: &Context, number: i64) -> tvmlike_ir::Attribute {
    context.array_attribute(&[integer(context, context.i64(), number)])
}

/// Lanes of a vector from one on.
fn lanes(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    row: Value,
    from: i64,
    count: i64,
) -> Option<Value> {
    let context = rewriter.context();
    let (_, element) = vector_parts(context, row.ty(context))?;
    let ty = context.vector_type(&[count], element, &[]).ok()?;
    let properties = [
        ("offsets", list(context, from)),
        ("sizes", list(context, count)),
        ("strides", list(context, 1)),
    ];
    let made = Make::new("vector.extract_strided_slice", &[row], &[ty])
        .with(&properties)
        .value(rewriter, location);
    Some(made)
}

/// A vector with other lanes from one on.
fn with_lanes(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    row: Value,
    value: Value,
    from: i64,
) -> Value {
    let context = rewriter.context();
    let properties = [("offsets", list(context, from)), ("strides", list(context, 1))];
    Make::new("vector.insert_strided_slice", &[value, row], &[row.ty(context)])
        .with(&properties)
        .value(rewriter, location)
}

/// The greatest common divisor.
fn common_divisor(a: i64, b: i64) -> i64 {
    match b {
        0 => a,
        b => common_divisor(b, a % b),
    }
}

/// Element by element: no two that follow each other are in one row of both shapes.
fn by_elements(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    source: Value,
    ty: Type,
    [from, to]: [&[i64]; 2],
) -> Option<()> {
    let location = op.location(rewriter.context());
    let mut result = start(rewriter, location, ty, Start::Poison)?;
    for (from, to) in positions(from).zip(positions(to)) {
        let element = part(rewriter, location, source, &from)?;
        result = with_part(rewriter, location, result, element, &to);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

fn cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = op.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let (from, _) = vector_parts(context, source.ty(context))?;
    let (to, element) = vector_parts(context, ty)?;
    let (from_row, to_row) = (from.last().map_or(1, |row| *row), to.last().map_or(1, |row| *row));
    let run = common_divisor(from_row, to_row);
    if run == 1 && from_row.max(to_row) > 1 || from.is_empty() || to.is_empty() {
        return by_elements(rewriter, op, source, ty, [&from, &to]);
    }
    let outer = |sizes: &[i64]| positions(&sizes[..sizes.len() - 1]).collect::<Vec<_>>();
    let (from_positions, to_positions) = (outer(&from), outer(&to));
    let mut result = start(rewriter, location, ty, Start::Poison)?;
    // A row that is made of several runs.
    let joined = match to.len() > 1 && run < to_row {
        true => {
            let ty = context.vector_type(&[to_row], element, &[]).ok()?;
            Some(start(rewriter, location, ty, Start::Poison)?)
        }
        false => None,
    };
    let (mut row, mut made) = (source, result);
    let total: i64 = to.iter().product();
    for at in (0..total).step_by(run as usize) {
        let (from_at, to_at) = (at % from_row, at % to_row);
        if from_at == 0 && from.len() > 1 {
            row = part(
                rewriter,
                location,
                source,
                &from_positions[(at / from_row) as usize],
            )?;
        }
        let value = match from_row == run {
            true => row,
            false => lanes(rewriter, location, row, from_at, run)?,
        };
        let is_last = to_at + run == to_row;
        if to_row == run {
            made = value;
        } else {
            if to_at == 0
                && let Some(joined) = joined
            {
                made = joined;
            }
            made = with_lanes(rewriter, location, made, value, to_at);
        }
        if to.len() == 1 {
            result = made;
        } else if is_last {
            result = with_part(
                rewriter,
                location,
                result,
                made,
                &to_positions[(at / to_row) as usize],
            );
        }
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}
