//! Patterns of `alloc` and `alloca`.

use tvmlike_ir::{Context, DYNAMIC, Op, OpState, Rewriter, Type, TypeKind, Value};

use super::super::elementwise::splat;
use super::super::rewrite::{Make, operand};
use crate::number::Int;

/// The sizes of a memref, and its type with other sizes.
fn with_sizes(context: &Context, ty: Type, change: impl FnOnce(&mut Vec<i64>) -> Option<()>) -> Option<Type> {
    let TypeKind::MemRef {
        shape,
        element,
        layout,
        space,
    } = ty.kind(context)
    else {
        return None;
    };
    let mut sizes: Vec<i64> = shape.iter().collect();
    change(&mut sizes)?;
    context.memref_type(&sizes, element, Some(layout), space).ok()
}

/// A constant size, if it is possible.
fn constant_size(context: &Context, value: Value) -> Option<i64> {
    let number = splat::<Int>(context, value.constant_value(context))?;
    number.to_i64().filter(|size| *size >= 0)
}

/// The type of a memref with those of its dynamic sizes that are constants, and the other sizes. `None`: there are no constants.
pub(super) fn known_sizes(context: &Context, ty: Type, given: &[Value]) -> Option<(Type, Vec<Value>)> {
    let mut sizes = Vec::new();
    let mut found = false;
    let new_type = with_sizes(context, ty, |shape| {
        let dynamic = shape.iter_mut().filter(|size| **size == DYNAMIC);
        for (index, size) in dynamic.enumerate() {
            match constant_size(context, *given.get(index)?) {
                Some(constant) => {
                    *size = constant;
                    found = true;
                }
                None => sizes.push(given[index]),
            }
        }
        found.then_some(())
    })?;
    Some((new_type, sizes))
}

/// Sizes that are constants become static ones.
pub(super) fn use_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    let mut operands: Vec<Value> = op.operands(context).collect();
    let (new_type, mut sizes) = known_sizes(context, ty, &operands)?;
    let symbols = operands.split_off(ty_dynamic(context, ty)?);
    let segments = [
        i32::try_from(sizes.len()).ok()?,
        i32::try_from(symbols.len()).ok()?,
    ];
    sizes.extend(symbols);
    let entries = op.properties(context)?.entries(context)?;
    let name = context.identifier("operandSegmentSizes");
    let properties = context.dictionary_with(entries, name, context.dense_i32_array(&segments));
    let new = rewriter.create(&OpState {
        operands: &sizes,
        results: &[new_type],
        properties: Some(properties),
        ..OpState::new(op.name(context), op.location(context))
    });
    Make::new("memref.cast", &[new.result(context, 0)?], &[ty]).replace(rewriter, op)
}

/// The number of dynamic sizes of a memref.
fn ty_dynamic(context: &Context, ty: Type) -> Option<usize> {
    let shape = ty.shape(context)?;
    Some(shape.iter().filter(|size| *size == DYNAMIC).count())
}

/// Memory that is written or freed, but not read.
pub(super) fn drop_unread(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let memory = op.result(context, 0)?;
    let mut users: Vec<Op> = memory.uses(context).map(|at| at.owner(context)).collect();
    let can_be_dropped = |user: &Op| match user.is_named(context, "memref.store") {
        true => operand(context, *user, 0) != Some(memory),
        false => user.is_named(context, "memref.dealloc"),
    };
    if !users.iter().all(can_be_dropped) {
        return None;
    }
    users.dedup();
    for user in users {
        rewriter.erase_op(user);
    }
    rewriter.erase_op(op);
    Some(())
}
