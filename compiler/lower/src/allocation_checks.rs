//! Checks that an allocation can be made: its sizes fit into the address space, and there was memory.
//!
//! Invariant: the sizes are checked before the operation, its memory behind it, both by `cf.assert`. A size of 0 among others lets
//! the others be anything: then there is nothing to access.

use tvmlike_ir::{Context, DYNAMIC, InsertionPoint, Location, Op, Rewriter, TypeKind, Value};

use crate::make::{Make, compare, index_constant, integer};
use crate::types::bytes_of;

/// The most bytes of an allocation: what is added for its alignment does not overflow, either.
const MOST: i64 = 1 << 62;
/// The bytes of an element of which nothing is known.
const UNKNOWN: i64 = 4096;
/// Predicates of `arith.cmpi`.
const NOT_EQUAL: i64 = 1;
const UNSIGNED_LESS_OR_EQUAL: i64 = 7;

const SIZES: &str = "a size is negative, or the sizes need more memory than can be addressed";
const MEMORY: &str = "out of memory";

/// Whether an operation allocates what is checked.
pub(crate) fn is_allocation(context: &Context, op: Op) -> bool {
    is_on_heap(context, op) || op.is_named(context, "memref.alloca")
}

fn is_on_heap(context: &Context, op: Op) -> bool {
    op.is_named(context, "memref.alloc")
}

/// Adds the checks of an allocation; none if its type is unusual.
pub(crate) fn check(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut checks = Checks::new(rewriter, op);
    let count = checks.sizes()?;
    if is_on_heap(context, op) {
        checks.memory(count)?;
    }
    Some(())
}

/// Makes the checks of an operation.
pub(crate) struct Checks<'r, 'e, 'c> {
    pub(crate) rewriter: &'r mut Rewriter<'e, 'c>,
    op: Op,
    pub(crate) location: Location,
}

impl<'r, 'e, 'c> Checks<'r, 'e, 'c> {
    /// Makes them before the operation.
    pub(crate) fn new(rewriter: &'r mut Rewriter<'e, 'c>, op: Op) -> Self {
        rewriter.set_before(op);
        Self {
            location: op.location(rewriter.context()),
            op,
            rewriter,
        }
    }

    pub(crate) fn context(&self) -> &'c Context {
        self.rewriter.context()
    }

    pub(crate) fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        compare(self.rewriter, self.location, predicate, [lhs, rhs])
    }

    pub(crate) fn binary(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = lhs.ty(self.context());
        Make::new(name, &[lhs, rhs], &[ty]).value(self.rewriter, self.location)
    }

    /// Asserts a condition, with a reason behind the name of the operation.
    pub(crate) fn assert(&mut self, holds: Value, reason: &str) {
        let context = self.context();
        let text = format!("{}: {reason}", self.op.name(context).text(context));
        Make::new("cf.assert", &[holds], &[])
            .with(&[("msg", context.string_attribute(text))])
            .at(self.rewriter, self.location);
    }

    /// Checks the sizes. The product of those that are not known in advance; `None` if all are.
    fn sizes(&mut self) -> Option<Option<Value>> {
        let context = self.context();
        let ty = self.op.result(context, 0)?.ty(context);
        let TypeKind::MemRef { shape, element, .. } = ty.kind(context) else {
            return None;
        };
        let shape = shape.to_vec();
        let known = shape.iter().filter(|size| **size != DYNAMIC);
        let bytes = bytes_of(context, element).unwrap_or(UNKNOWN);
        let bytes = known.copied().try_fold(bytes, i64::checked_mul);
        // The greatest product of the other sizes.
        let limit = match bytes {
            Some(0) => i64::MAX,
            Some(bytes) => MOST / bytes,
            None => 0,
        };
        let dynamic = shape.iter().filter(|size| **size == DYNAMIC).count();
        let operands: Vec<Value> = self.op.operands(context).take(dynamic).collect();
        let Some((first, others)) = operands.split_first() else {
            if limit == 0 {
                let context = self.context();
                let never = Make::new("arith.constant", &[], &[context.i1()])
                    .with(&[("value", integer(context, context.i1(), 0))])
                    .value(self.rewriter, self.location);
                self.assert(never, SIZES);
            }
            return Some(None);
        };
        let (mut product, mut excess) = (*first, None);
        for size in others {
            let ty = product.ty(context);
            let both = Make::new("arith.mului_extended", &[product, *size], &[ty, ty])
                .at(self.rewriter, self.location);
            product = both.result(context, 0)?;
            let high = both.result(context, 1)?;
            excess = Some(match excess {
                Some(excess) => self.binary("arith.ori", excess, high),
                None => high,
            });
        }
        let limit = index_constant(self.rewriter, self.location, limit);
        let mut fits = self.compare(UNSIGNED_LESS_OR_EQUAL, product, limit);
        if let Some(excess) = excess {
            let zero = index_constant(self.rewriter, self.location, 0);
            let no_excess = self.compare(UNSIGNED_LESS_OR_EQUAL, excess, zero);
            fits = self.binary("arith.andi", fits, no_excess);
        }
        self.assert(fits, SIZES);
        Some(Some(product))
    }

    /// Checks that there was memory. For no bytes, there need not be any.
    fn memory(&mut self, count: Option<Value>) -> Option<()> {
        let context = self.context();
        let memref = self.op.result(context, 0)?;
        self.rewriter
            .set_insertion_point(Some(InsertionPoint::after(context, self.op)?));
        let index = context.index_type();
        let pointer = "memref.extract_aligned_pointer_as_index";
        let address = Make::new(pointer, &[memref], &[index]).value(self.rewriter, self.location);
        let zero = index_constant(self.rewriter, self.location, 0);
        let mut is_there = self.compare(NOT_EQUAL, address, zero);
        if let Some(count) = count {
            let is_empty = self.compare(UNSIGNED_LESS_OR_EQUAL, count, zero);
            is_there = self.binary("arith.ori", is_there, is_empty);
        }
        self.assert(is_there, MEMORY);
        Some(())
    }
}
