//! Constants and memory that copies need.

use tvmlike_ir::{InsertionPoint, Location, Op, Rewriter, Type, Value};

use crate::make::{Make, has_trait, index_constant};

/// Makes a constant at the start of the function, before the operation that is there.
pub(super) fn constant_at(
    rewriter: &mut Rewriter<'_, '_>,
    place: InsertionPoint,
    location: Location,
    number: i64,
) -> Value {
    rewriter.at(Some(place), |rewriter| index_constant(rewriter, location, number))
}

/// Allocates memory.
pub(super) fn allocate(
    rewriter: &mut Rewriter<'_, '_>,
    place: InsertionPoint,
    location: Location,
    ty: Type,
) -> Value {
    let groups = rewriter.context().dense_i32_array(&[0, 0]);
    rewriter.at(Some(place), |rewriter| {
        Make::new("memref.alloc", &[], &[ty])
            .with(&[("operandSegmentSizes", groups)])
            .value(rewriter, location)
    })
}

/// Frees memory.
pub(super) fn free(
    rewriter: &mut Rewriter<'_, '_>,
    place: InsertionPoint,
    location: Location,
    memref: Value,
) -> Op {
    rewriter.at(Some(place), |rewriter| {
        Make::new("memref.dealloc", &[memref], &[]).at(rewriter, location)
    })
}

/// Makes a zero at the start of the function around an operation.
pub(super) fn zero_at_start(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<Value> {
    let context = rewriter.context();
    let mut parents = std::iter::successors(op.parent_op(context), |op| op.parent_op(context));
    let function = parents.find(|op| has_trait(context, *op, "FunctionOpInterface"))?;
    let entry = function.region(context, 0)?.first_block(context)?;
    let start = InsertionPoint::at_start(context, entry);
    Some(constant_at(rewriter, start, function.location(context), 0))
}
