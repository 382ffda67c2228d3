//! Small memory that is not freed and does not leave its scope, on the stack.

use tvmlike_ir::{Context, Exclusive, Op, OpState, Region, Rewriter, Type, Value};

use super::uses::{allocations, is_loop, is_structured};
use crate::deallocation::{Origins, ends_region};
use crate::make::has_trait;

/// Which memory is small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallMemory {
    /// The largest number of bytes.
    pub(crate) bytes: u64,
    /// The largest number of dimensions of a memref whose sizes are ranks.
    pub(crate) rank: u64,
}

impl SmallMemory {
    fn contains(self, context: &Context, op: Op, ty: Type) -> bool {
        let (Some(shape), Some(element)) = (ty.shape(context), ty.element_type(context)) else {
            return false;
        };
        if !op.is_named(context, "memref.alloc") {
            return false;
        }
        if !ty.has_static_shape(context) {
            let is_rank = |value: Value| {
                let made_by = value.defining_op(context);
                made_by.is_some_and(|op| op.is_named(context, "memref.rank"))
            };
            return shape.iter().count() as u64 <= self.rank && op.operands(context).all(is_rank);
        }
        let count = shape
            .iter()
            .try_fold(1_u64, |count, size| count.checked_mul(u64::try_from(size).ok()?));
        let bits = tvmlike_dialects::type_bits(context, op, element);
        let bits = count.zip(bits).and_then(|(count, bits)| count.checked_mul(bits));
        bits.is_some_and(|bits| bits <= self.bytes.saturating_mul(8))
    }
}

/// Whether memory has a scope that frees it and that it does not leave.
fn has_scope(context: &Context, value: Value, origins: &Origins) -> bool {
    let leaves = |region: Region| {
        let mut uses = origins.uses_of(value).into_iter();
        uses.any(|alias| {
            let mut users = alias.uses(context).map(|at| at.owner(context));
            users.any(|user| ends_region(context, user) && user.parent_region(context) == Some(region))
        })
    };
    let mut at = value
        .parent_block(context)
        .and_then(|block| block.region(context));
    while let Some(region) = at {
        let Some(parent) = region.parent_op(context) else {
            return false;
        };
        if has_trait(context, parent, "AutomaticAllocationScope") && !leaves(region) {
            return true;
        }
        if is_loop(context, parent) || !is_structured(context, parent) {
            return false;
        }
        at = region.parent_region(context);
    }
    false
}

/// Makes stack memory of small allocations of a function.
pub(crate) fn promote_to_stack(edit: &mut Exclusive<'_>, function: Op, small: SmallMemory) {
    let context = edit.context();
    let origins = Origins::new(context, function);
    for (value, free) in allocations(context, function) {
        let Some(op) = value.defining_op(context) else {
            continue;
        };
        let ty = value.ty(context);
        if free.is_some() || !small.contains(context, op, ty) || !has_scope(context, value, &origins) {
            continue;
        }
        let operands: Vec<Value> = op.operands(context).collect();
        let mut rewriter = Rewriter::new(edit);
        rewriter.set_before(op);
        rewriter.replace_op_with(
            op,
            &OpState {
                operands: &operands,
                results: &[ty],
                attributes: op.attributes(context),
                properties: op.properties(context),
                ..OpState::new(context.identifier("memref.alloca"), op.location(context))
            },
        );
    }
}
