//! The lists of offsets, sizes and strides of slices and subviews.

use tvmlike_define::{Definition, OpBuilder, operand_range};
use tvmlike_ir::{AttributeKind, Context, DYNAMIC, Element, FoldResult, Op, Type, Value};

use super::rewrite::small_int;

/// The names of the lists.
pub(super) const LISTS: [&str; 3] = ["offsets", "sizes", "strides"];

/// The numbers of a list.
pub(super) fn mixed(context: &Context, op: Op, name: &str) -> Option<Vec<FoldResult>> {
    mixed_of(context, op, name, &format!("static_{name}"))
}

/// The numbers of a list: the operands of a group, and the attribute with the others.
pub(super) fn mixed_of(context: &Context, op: Op, name: &str, constants: &str) -> Option<Vec<FoldResult>> {
    let definition = op.info(context)?.extensions().get::<Definition>()?;
    let record = definition.record();
    let index = record.operands.iter().position(|each| *each.name == *name)?;
    let range = operand_range(context, op, record, index);
    let mut values = op.operands(context).skip(range.start).take(range.len());
    let known = op.property(context, context.identifier(constants))?;
    let AttributeKind::DenseArray(known) = known.kind(context) else {
        return None;
    };
    known
        .iter(context)
        .map(|number| match number {
            Element::Integer(number) => match number.to_i64()? {
                DYNAMIC => values.next().map(FoldResult::Value),
                number => Some(FoldResult::Attribute(context.index_attribute(number))),
            },
            _ => None,
        })
        .collect()
}

/// The inverse of [`mixed`]: the numbers that are values, and all numbers as constants.
pub(super) fn split(context: &Context, numbers: &[FoldResult]) -> (Vec<Value>, Vec<i64>) {
    let mut values = Vec::new();
    let constants = numbers.iter().map(|number| match number {
        FoldResult::Attribute(number) => small_int(context, *number).unwrap_or(DYNAMIC),
        FoldResult::Value(value) => {
            values.push(*value);
            DYNAMIC
        }
    });
    let constants = constants.collect();
    (values, constants)
}

/// The number that a number of a list is, if it is known.
pub(super) fn known(context: &Context, number: &FoldResult) -> Option<i64> {
    small_int(context, number.constant(context)?)
}

/// Makes numbers of the values of a list that are constants, and may be so. Whether there are any.
pub(super) fn use_constants(context: &Context, numbers: &mut [FoldResult], may_be: fn(i64) -> bool) -> bool {
    let mut changed = false;
    for number in numbers {
        let found = match number {
            FoldResult::Value(_) => known(context, number),
            FoldResult::Attribute(_) => None,
        };
        // The least number stands for one that is not known.
        if let Some(found) = found.filter(|found| may_be(*found) && *found != DYNAMIC) {
            *number = FoldResult::Attribute(context.index_attribute(found));
            changed = true;
        }
    }
    changed
}

/// Gives an operation its offsets, sizes and strides, as [`split`] makes them.
pub(super) fn with_lists<'a>(
    op: OpBuilder<'a>,
    context: &Context,
    [offsets, sizes, strides]: [(Vec<Value>, Vec<i64>); 3],
) -> OpBuilder<'a> {
    op.operand("offsets", offsets.0)
        .operand("sizes", sizes.0)
        .operand("strides", strides.0)
        .attribute("static_offsets", context.dense_i64_array(&offsets.1))
        .attribute("static_sizes", context.dense_i64_array(&sizes.1))
        .attribute("static_strides", context.dense_i64_array(&strides.1))
}

/// Whether all numbers of a list are known to be one number.
pub(super) fn are_all(context: &Context, numbers: &[FoldResult], wanted: i64) -> bool {
    numbers
        .iter()
        .all(|number| known(context, number) == Some(wanted))
}

/// Whether the lists of two operations are the same.
pub(super) fn are_same(context: &Context, op: Op, other: Op) -> bool {
    LISTS.iter().all(|name| {
        let list = mixed(context, op, name);
        list.is_some() && list == mixed(context, other, name)
    })
}

/// Whether the lists are those of all elements of a type whose sizes are static.
pub(super) fn is_whole(context: &Context, op: Op, ty: Type) -> Option<bool> {
    let [offsets, sizes, strides] = LISTS.map(|name| mixed(context, op, name));
    let sizes = sizes?;
    let shape = ty.shape(context)?;
    let are_sizes_whole = sizes.len() == shape.iter().count()
        && sizes
            .iter()
            .zip(shape.iter())
            .all(|(own, size)| known(context, own) == Some(size));
    Some(
        ty.has_static_shape(context)
            && are_all(context, &offsets?, 0)
            && are_all(context, &strides?, 1)
            && are_sizes_whole,
    )
}
