//! What is asked of the IR alone: which values belong to which operations, and which are tensors.

use tvmlike_ir::{Attribute, AttributeKind, Context, Op, SymbolTables, Type, TypeKind, Value, ValueOwner};

use crate::make::property;

/// Whether a type is a tensor.
pub(super) fn is_tensor(context: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(context),
        TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
    )
}

/// An operand, by its operation and number.
pub(super) type Use = (Op, usize);

/// The operation that a value belongs to: the one that defines it, or whose region's argument it is.
pub(super) fn owner(context: &Context, value: Value) -> Option<Op> {
    match value.owner(context) {
        ValueOwner::Result { op, .. } => Some(op),
        ValueOwner::Argument { block, .. } => block.parent_op(context),
    }
}

/// Whether a value is a result; the number of the result or argument.
pub(super) fn position(context: &Context, value: Value) -> (bool, usize) {
    match value.owner(context) {
        ValueOwner::Result { index, .. } => (true, index),
        ValueOwner::Argument { index, .. } => (false, index),
    }
}

/// The terminator of the first block of a region.
pub(super) fn terminator(context: &Context, op: Op, region: usize) -> Option<Op> {
    op.region(context, region)?.first_block(context)?.last_op(context)
}

/// An argument of the first block of a region.
pub(super) fn argument(context: &Context, op: Op, region: usize, index: usize) -> Option<Value> {
    op.region(context, region)?
        .first_block(context)?
        .argument(context, index)
}

/// A value and what relates it to another one: whether both begin at the same place with the same layout, and whether they
/// are in the same memory for certain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias<T> {
    pub(super) of: T,
    pub(super) is_equivalent: bool,
    pub(super) is_definite: bool,
}

impl<T> Alias<T> {
    pub(super) fn equivalent(of: T) -> Self {
        Self {
            of,
            is_equivalent: true,
            is_definite: true,
        }
    }

    pub(super) fn unknown(of: T) -> Self {
        Self {
            of,
            is_equivalent: false,
            is_definite: true,
        }
    }

    pub(super) fn maybe(of: T, is_equivalent: bool) -> Self {
        Self {
            of,
            is_equivalent,
            is_definite: false,
        }
    }

    /// Definite if and only if equivalent.
    pub(super) fn related(of: T, is_equivalent: bool) -> Self {
        Self {
            of,
            is_equivalent,
            is_definite: is_equivalent,
        }
    }
}

/// The tensor whose contents an allocation gets.
pub(super) fn copy_of(context: &Context, op: Op) -> Option<Value> {
    let group = crate::make::operand_group(context, op, "copy")?;
    group
        .into_iter()
        .next()
        .and_then(|index| op.operand(context, index))
}

/// The function that a call names.
pub(crate) fn callee(context: &Context, tables: &mut SymbolTables, call: Op) -> Option<Op> {
    let reference = property(context, call, "callee")?;
    let mut at = call.parent_op(context);
    while let Some(table) = at {
        if let Some(found) = tables.lookup_in(context, table, reference) {
            return found.is_named(context, "func.func").then_some(found);
        }
        at = table.parent_op(context);
    }
    None
}

/// The attribute of a function's argument.
pub(super) fn argument_attribute(context: &Context, op: Op, index: usize, name: &str) -> Option<Attribute> {
    let AttributeKind::Array(all) = property(context, op, "arg_attrs")?.kind(context) else {
        return None;
    };
    let entries = crate::make::entries(context, all.iter().nth(index));
    let name = context.identifier(name);
    entries
        .into_iter()
        .find(|entry| entry.name == name)
        .map(|entry| entry.value)
}
