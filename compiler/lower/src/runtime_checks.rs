//! Checks at run time of what a verifier cannot know: indices, sizes, offsets, strides and alignments of memrefs, indices and sizes of tensors.
//!
//! Invariant: the checks of an operation are `cf.assert` and what that needs, before the operation, in the order of MLIR's
//! interface RuntimeVerifiableOp.

mod access;
mod shape;
mod subview;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Context, FoldResult, Folded, InsertionPoint, Location, Op, Region, Rewriter, TypeKind, Value,
};

use crate::make::{Make, build, compare, index_constant, integer, make_block};
use crate::strided_metadata::extract;

/// Predicates of `arith.cmpi`.
const EQUAL: i64 = 0;
const LESS: i64 = 2;
const LESS_OR_EQUAL: i64 = 3;
const GREATER: i64 = 4;
const GREATER_OR_EQUAL: i64 = 5;

/// Makes the checks of an operation; `None` if its types have none.
type Check = fn(&mut Checks<'_, '_, '_>, Op) -> Option<()>;

/// The operations that are checked.
const CHECKED: [(&str, Check); 15] = [
    ("memref.assume_alignment", shape::alignment),
    ("memref.atomic_rmw", access::atomic),
    ("memref.cast", shape::cast),
    ("memref.copy", shape::copy),
    ("memref.dim", access::dim),
    ("memref.expand_shape", shape::expanded),
    ("memref.generic_atomic_rmw", access::load),
    ("memref.load", access::load),
    ("memref.store", access::store),
    ("memref.subview", subview::subview),
    ("tensor.cast", shape::cast_tensor),
    ("tensor.dim", access::dim),
    ("tensor.extract", access::load),
    ("tensor.extract_slice", subview::slice),
    ("tensor.insert", access::store),
];

/// Whether an operation is checked.
pub(crate) fn is_checked(context: &Context, op: Op) -> bool {
    find(context, op).is_some()
}

fn find(context: &Context, op: Op) -> Option<Check> {
    let name = op.name(context);
    let name = name.bytes(context);
    let found = CHECKED.iter().find(|(checked, _)| checked.as_bytes() == name);
    found.map(|(_, check)| *check)
}

/// What an assertion says around the reason.
pub(crate) struct Message {
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

/// Makes the checks of an operation before it.
pub(crate) fn check(rewriter: &mut Rewriter<'_, '_>, op: Op, message: &Message) {
    let context = rewriter.context();
    let Some(check) = find(context, op) else {
        return;
    };
    rewriter.set_before(op);
    let location = op.location(context);
    check(
        &mut Checks {
            rewriter,
            location,
            message,
        },
        op,
    );
}

/// Makes the operations of checks.
struct Checks<'r, 'e, 'c> {
    rewriter: &'r mut Rewriter<'e, 'c>,
    location: Location,
    message: &'r Message,
}

impl<'c> Checks<'_, '_, 'c> {
    fn context(&self) -> &'c Context {
        self.rewriter.context()
    }

    fn constant(&mut self, value: i64) -> Value {
        index_constant(self.rewriter, self.location, value)
    }

    fn make(&mut self, make: Make<'_>) -> Value {
        make.value(self.rewriter, self.location)
    }

    /// Makes what an operation folds to; the operation itself if it does not fold.
    fn make_folded(&mut self, make: Make<'_>) -> Option<Value> {
        let place = self.rewriter.insertion_point();
        self.rewriter.set_insertion_point(None);
        let op = make.at(self.rewriter, self.location);
        self.rewriter.set_insertion_point(place);
        let ty = op.result(self.context(), 0)?.ty(self.context());
        // An operation that changed in place, such as by an exchange of its operands, may fold now.
        let mut folded = op.fold(self.rewriter.edit());
        if folded == Some(Folded::InPlace) {
            folded = op.fold(self.rewriter.edit());
        }
        let folded = match folded {
            Some(Folded::Results(results)) => *results.first()?,
            Some(Folded::InPlace) | None => {
                self.rewriter.insert(op);
                return op.result(self.context(), 0);
            }
        };
        op.erase(self.rewriter.edit()).ok()?;
        Some(match folded {
            FoldResult::Value(value) => value,
            FoldResult::Attribute(value) => {
                self.make(Make::new("arith.constant", &[], &[ty]).with(&[("value", value)]))
            }
        })
    }

    fn binary(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = lhs.ty(self.context());
        self.make(Make::new(name, &[lhs, rhs], &[ty]))
    }

    fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        compare(self.rewriter, self.location, predicate, [lhs, rhs])
    }

    /// Whether a value is in the range from `lower` to `upper`; `last` is the predicate for the latter.
    fn in_range(&mut self, value: Value, lower: Value, upper: Value, last: i64) -> Value {
        let from = self.compare(GREATER_OR_EQUAL, value, lower);
        let to = self.compare(last, value, upper);
        self.binary("arith.andi", from, to)
    }

    /// Whether a value is at least `lower` and less than `upper`, with what is known folded.
    fn in_range_folded(&mut self, value: Value, lower: Value, upper: Value) -> Option<Value> {
        let context = self.context();
        let mut compare = |predicate: i64, limit: Value| {
            let predicate = [("predicate", integer(context, context.i64(), predicate))];
            self.make_folded(Make::new("arith.cmpi", &[value, limit], &[context.i1()]).with(&predicate))
        };
        let from = compare(GREATER_OR_EQUAL, lower)?;
        let to = compare(LESS, upper)?;
        self.both(from, to)
    }

    fn both(&mut self, lhs: Value, rhs: Value) -> Option<Value> {
        let ty = self.context().i1();
        self.make_folded(Make::new("arith.andi", &[lhs, rhs], &[ty]))
    }

    /// The size of a dimension, which is a constant if it is known.
    fn size(&mut self, memref: Value, dim: usize) -> Option<Value> {
        let dim = self.constant(i64::try_from(dim).ok()?);
        let index = self.context().index_type();
        let name = self.named(memref, "memref.dim", "tensor.dim");
        self.make_folded(Make::new(name, &[memref, dim], &[index]))
    }

    /// The size of a dimension by `memref.dim`, known or not.
    fn measured(&mut self, memref: Value, dim: usize) -> Option<Value> {
        let dim = self.constant(i64::try_from(dim).ok()?);
        let index = self.context().index_type();
        Some(self.make(Make::new("memref.dim", &[memref, dim], &[index])))
    }

    fn rank(&mut self, memref: Value) -> Value {
        let index = self.context().index_type();
        let name = self.named(memref, "memref.rank", "tensor.rank");
        self.make(Make::new(name, &[memref], &[index]))
    }

    /// The first name for a memref, the second one for a tensor.
    fn named<'n>(&self, value: Value, memref: &'n str, tensor: &'n str) -> &'n str {
        match value.ty(self.context()).kind(self.context()) {
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor { .. } => tensor,
            _ => memref,
        }
    }

    /// Makes `memref.extract_strided_metadata`, and returns its results: the base, the offset, sizes, strides.
    fn metadata(&mut self, memref: Value) -> Option<Vec<Value>> {
        let op = extract(self.rewriter, self.location, memref)?;
        Some(op.results(self.context()).collect())
    }

    /// Makes `scf.if` with an `i1` as its result, and its branches.
    fn choose(
        &mut self,
        condition: Value,
        yes: impl FnOnce(&mut Self) -> Option<Value>,
        no: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Option<Value> {
        let yes = self.branch(yes)?;
        let no = self.branch(no)?;
        let op = OpBuilder::new("scf.if")
            .operand("condition", [condition])
            .result("results", [self.context().i1()])
            .region("thenRegion", [yes])
            .region("elseRegion", [no]);
        build(self.rewriter, op, self.location).result(self.context(), 0)
    }

    fn branch(&mut self, make: impl FnOnce(&mut Self) -> Option<Value>) -> Option<Region> {
        let place = self.rewriter.insertion_point();
        let (region, block) = make_block(self.rewriter, self.location, &[])?;
        self.rewriter
            .set_insertion_point(Some(InsertionPoint::at_end(block)));
        let value = make(self);
        if let Some(value) = value {
            Make::new("scf.yield", &[value], &[]).at(self.rewriter, self.location);
        }
        self.rewriter.set_insertion_point(place);
        value.map(|_| region)
    }

    /// Makes `cf.assert`.
    fn assert(&mut self, condition: Value, reason: &str) {
        let context = self.context();
        let Message { before, after } = self.message;
        let text = [before, b"\n^ ".as_slice(), reason.as_bytes(), after].concat();
        Make::new("cf.assert", &[condition], &[])
            .with(&[("msg", context.string_attribute(text))])
            .at(self.rewriter, self.location);
    }

    /// Asserts that a value is a known number.
    fn assert_is(&mut self, value: Value, known: i64, reason: &str) {
        let known = self.constant(known);
        let holds = self.compare(EQUAL, value, known);
        self.assert(holds, reason);
    }
}
