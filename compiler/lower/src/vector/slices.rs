//! `vector.extract_strided_slice` and `vector.insert_strided_slice`: along the last dimension by shuffles, else part by part.

use tvmlike_ir::{Attribute, Context, Location, Op, PatternSet, RewriteFn, Rewriter, Type, Value};

use super::progressive::{Start, numbers, part, shuffle, start, with_part};
use super::vector_parts;
use crate::make::{Make, integer};

/// Adds the patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new(
            "DecomposeNDExtractStridedSlice",
            "vector.extract_strided_slice",
            extract,
        ),
        RewriteFn::new(
            "VectorInsertStridedSliceOpSameRankRewritePattern",
            "vector.insert_strided_slice",
            insert,
        ),
    ]);
}

fn list(context: &Context, numbers: &[i64]) -> Attribute {
    let numbers: Vec<Attribute> = numbers
        .iter()
        .map(|number| integer(context, context.i64(), *number))
        .collect();
    context.array_attribute(&numbers)
}

/// The type of the parts of a vector.
fn part_type(context: &Context, ty: Type) -> Option<Type> {
    let (sizes, element) = vector_parts(context, ty)?;
    context.vector_type(sizes.get(1..)?, element, &[]).ok()
}

fn extract(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = op.operand(context, 0)?;
    vector_parts(context, source.ty(context))?;
    let names = ["offsets", "sizes", "strides"].map(|name| numbers(context, op, name));
    let [Some(offsets), Some(sizes), Some(strides)] = names else {
        return None;
    };
    let ty = op.result(context, 0)?.ty(context);
    let (offset, size) = (*offsets.first()?, *sizes.first()?);
    if offsets.len() == 1 {
        let mask: Vec<i64> = (offset..offset + size).collect();
        let value = Make::new("vector.shuffle", &[source, source], &[ty])
            .with(&[("mask", context.dense_i64_array(&mask))])
            .value(rewriter, location);
        rewriter.replace_op(op, &[value]);
        return Some(());
    }
    let inner = part_type(context, ty)?;
    let properties = [
        ("offsets", list(context, &offsets[1..])),
        ("sizes", list(context, &sizes[1..])),
        ("strides", list(context, &strides[1..])),
    ];
    let mut result = start(rewriter, location, ty, Start::Zero)?;
    for index in 0..size {
        let each = part(rewriter, location, source, &[offset + index])?;
        let slice = Make::new("vector.extract_strided_slice", &[each], &[inner])
            .with(&properties)
            .value(rewriter, location);
        result = with_part(rewriter, location, result, slice, &[index]);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

/// Makes the insertion of a slice at the last offsets.
fn inserted(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    [value, target]: [Value; 2],
    offsets: &[i64],
    strides: &[i64],
) -> Value {
    let context = rewriter.context();
    let properties = [
        ("offsets", list(context, offsets)),
        ("strides", list(context, strides)),
    ];
    Make::new(
        "vector.insert_strided_slice",
        &[value, target],
        &[target.ty(context)],
    )
    .with(&properties)
    .value(rewriter, location)
}

fn insert(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (value, target) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let (own, _) = vector_parts(context, value.ty(context))?;
    let (sizes, _) = vector_parts(context, target.ty(context))?;
    let (offsets, strides) = (numbers(context, op, "offsets")?, numbers(context, op, "strides")?);
    let outer = sizes.len().checked_sub(own.len())?;
    if outer > 0 {
        let position = offsets.get(..outer)?;
        let part_there = part(rewriter, location, target, position)?;
        let pair = [value, part_there];
        let changed = inserted(rewriter, location, pair, &offsets[outer..], &strides);
        let result = with_part(rewriter, location, target, changed, position);
        rewriter.replace_op(op, &[result]);
        return Some(());
    }
    if value.ty(context) == target.ty(context) {
        rewriter.replace_op(op, &[value]);
        return Some(());
    }
    if let ([own], [size]) = (own.as_slice(), sizes.as_slice()) {
        let result = insert_lanes(rewriter, location, [value, target], [*own, *size], offsets[0])?;
        rewriter.replace_op(op, &[result]);
        return Some(());
    }
    let mut result = target;
    for index in 0..*own.first()? {
        let at = [offsets[0] + index];
        let own = part(rewriter, location, value, &[index])?;
        let there = part(rewriter, location, target, &at)?;
        let changed = inserted(rewriter, location, [own, there], &offsets[1..], &strides[1..]);
        result = with_part(rewriter, location, result, changed, &at);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

/// First a vector of the same length, then the lanes of both.
fn insert_lanes(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    [value, target]: [Value; 2],
    [own, size]: [i64; 2],
    offset: i64,
) -> Option<Value> {
    let mask: Vec<i64> = (0..size).map(|lane| if lane < own { lane } else { 0 }).collect();
    let widened = shuffle(rewriter, location, [value, value], &mask)?;
    let mask: Vec<i64> = (0..size)
        .map(|lane| match lane - offset {
            inside @ 0.. if inside < own => inside,
            _ => lane + size,
        })
        .collect();
    shuffle(rewriter, location, [widened, target], &mask)
}
