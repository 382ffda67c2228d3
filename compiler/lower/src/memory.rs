//! Pointers to elements, and the sizes of types in memory.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{CreateOps, Location, Type, Value};

use crate::make::{Make, build, integer};
use crate::types::pointer;

/// Stands for an index that is a value among constant ones.
const DYNAMIC_INDEX: i32 = i32::MIN;

/// No flags of a pointer to an element.
pub(crate) const NO_FLAGS: i64 = 0;
/// `inbounds|nuw`.
pub(crate) const INBOUNDS_NUW: i64 = 3 | 4;

/// An index of a pointer to an element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Index {
    /// A constant one.
    Known(i32),
    /// A value.
    Value(Value),
}

/// Makes `llvm.getelementptr`.
pub(crate) fn element_pointer<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    base: Value,
    element: Type,
    indices: &[Index],
    flags: i64,
) -> Value {
    let context = rewriter.context();
    let raw: Vec<i32> = indices
        .iter()
        .map(|index| match index {
            Index::Known(index) => *index,
            Index::Value(_) => DYNAMIC_INDEX,
        })
        .collect();
    let dynamic = indices.iter().filter_map(|index| match index {
        Index::Known(_) => None,
        Index::Value(value) => Some(*value),
    });
    let op = OpBuilder::new("llvm.getelementptr")
        .operand("base", [base])
        .operand("dynamicIndices", dynamic)
        .attribute("rawConstantIndices", context.dense_i32_array(&raw))
        .attribute("elem_type", context.type_attribute(element))
        .attribute("noWrapFlags", integer(context, context.i32(), flags))
        .result("res", [base.ty(context)]);
    let op = build(rewriter, op, location);
    op.result(context, 0)
        .expect("a pointer to an element is a result")
}

/// Makes the size of a number of elements in bytes: the address of what follows them, from 0 on.
pub(crate) fn size_in_bytes<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    element: Type,
    count: Index,
    index: Type,
) -> Value {
    let context = rewriter.context();
    let null = Make::new("llvm.mlir.zero", &[], &[pointer(context, 0)]).value(rewriter, location);
    let end = element_pointer(rewriter, location, null, element, &[count], NO_FLAGS);
    Make::new("llvm.ptrtoint", &[end], &[index]).value(rewriter, location)
}

/// Makes `llvm.alloca`.
pub(crate) fn stack_memory<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    element: Type,
    count: Value,
    space: u32,
    alignment: Option<i64>,
) -> Value {
    let context = rewriter.context();
    let element = context.type_attribute(element);
    let mut properties = vec![("elem_type", element)];
    if let Some(alignment) = alignment {
        properties.push(("alignment", integer(context, context.i64(), alignment)));
    }
    Make::new("llvm.alloca", &[count], &[pointer(context, space)])
        .with(&properties)
        .value(rewriter, location)
}

/// Makes `llvm.load`.
pub(crate) fn load<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    ty: Type,
    address: Value,
) -> Value {
    Make::new("llvm.load", &[address], &[ty]).value(rewriter, location)
}

/// Makes `llvm.store`.
pub(crate) fn store<'c>(rewriter: &mut impl CreateOps<'c>, location: Location, value: Value, address: Value) {
    Make::new("llvm.store", &[value, address], &[]).at(rewriter, location);
}

/// Makes `llvm.intr.memcpy`.
pub(crate) fn copy<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    to: Value,
    from: Value,
    bytes: Value,
) {
    let no = rewriter.context().bool_attribute(false);
    Make::new("llvm.intr.memcpy", &[to, from, bytes], &[])
        .with(&[("isVolatile", no)])
        .at(rewriter, location);
}
