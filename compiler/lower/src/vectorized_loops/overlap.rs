//! Whether what a loop writes can be what other iterations access, by memory that overlaps.
//!
//! A loop over operands of linalg is a parallel one only while they do not overlap, and a caller can pass any memory.
//! Invariant: under the condition, an element that an iteration writes is accessed by no other one.

use tvmlike_ir::{Context, DYNAMIC, Op, Rewriter, Value, ValueOwner};
use tvmlike_transform::{AliasResult, alias};

use super::kinds::Access;
use crate::allocation_checks::Checks;
use crate::make::{Make, argument_has, index_constant};
use crate::strided_metadata::extract;
use crate::types::bytes_of;

/// Predicates of `arith.cmpi`.
const EQUAL: i64 = 0;
const LESS_OR_EQUAL: i64 = 3;

/// Two memrefs that must not overlap, but can be the same if each iteration accesses one element of both.
struct Pair {
    memrefs: [Value; 2],
    same_elements: bool,
}

/// The condition, made before the loop: `Some(None)` if it always holds, `None` if it does not.
pub(super) fn condition(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    accesses: &[Access],
) -> Option<Option<Value>> {
    let context = rewriter.context();
    let pairs = pairs(context, accesses)?;
    let mut checks = Checks::new(rewriter, op);
    let mut ranges: Vec<Range> = Vec::new();
    let mut all = None;
    for pair in &pairs {
        for memref in pair.memrefs {
            if !ranges.iter().any(|range| range.memref == memref) {
                ranges.push(Range::of(&mut checks, memref)?);
            }
        }
        let [first, second] = pair
            .memrefs
            .map(|memref| ranges.iter().find(|range| range.memref == memref));
        let (first, second) = (first?, second?);
        let before = checks.compare(LESS_OR_EQUAL, first.end, second.start);
        let behind = checks.compare(LESS_OR_EQUAL, second.end, first.start);
        let mut holds = checks.binary("arith.ori", before, behind);
        if pair.same_elements {
            let same = first.is_same(&mut checks, second);
            holds = checks.binary("arith.ori", holds, same);
        }
        all = Some(match all {
            Some(all) => checks.binary("arith.andi", all, holds),
            None => holds,
        });
    }
    Some(all)
}

/// The pairs about which something must hold; `None` if an element is accessed by several iterations.
fn pairs(context: &Context, accesses: &[Access]) -> Option<Vec<Pair>> {
    let mut pairs: Vec<Pair> = Vec::new();
    for write in accesses.iter().filter(|access| access.writes) {
        for other in accesses {
            let element = |access: &Access| access.memref.ty(context).element_type(context);
            let same_elements = write.indices == other.indices && element(write) == element(other);
            let memrefs = [write.memref, other.memref];
            if write.memref == other.memref {
                same_elements.then_some(())?;
                continue;
            }
            if alias(context, write.memref, other.memref) == AliasResult::No || are_apart(context, memrefs) {
                continue;
            }
            match pairs.iter_mut().find(|pair| pair.memrefs == memrefs) {
                Some(pair) => pair.same_elements &= same_elements,
                None => pairs.push(Pair {
                    memrefs,
                    same_elements,
                }),
            }
        }
    }
    Some(pairs)
}

/// Whether two memrefs are different parameters of a function, of which one overlaps no other one. A view of a parameter can
/// be one of the same memory.
fn are_apart(context: &Context, memrefs: [Value; 2]) -> bool {
    let [first, second] = memrefs.map(|memref| match memref.owner(context) {
        ValueOwner::Argument { block, .. } => Some(block),
        ValueOwner::Result { .. } => None,
    });
    first == second
        && memrefs
            .iter()
            .any(|memref| argument_has(context, *memref, "llvm.noalias"))
}

/// A number of a layout. What the type tells is computed here, so that the usual memref takes two operations.
#[derive(Clone, Copy)]
enum Number {
    Known(i64),
    Value(Value),
}

impl Number {
    fn value(self, checks: &mut Checks<'_, '_, '_>) -> Value {
        match self {
            Self::Known(number) => index_constant(checks.rewriter, checks.location, number),
            Self::Value(value) => value,
        }
    }

    /// The result of an operation of two numbers, which wraps.
    fn binary(self, checks: &mut Checks<'_, '_, '_>, name: &str, other: Self) -> Self {
        match (name, self, other) {
            ("arith.addi", Self::Known(a), Self::Known(b)) => Self::Known(a.wrapping_add(b)),
            ("arith.subi", Self::Known(a), Self::Known(b)) => Self::Known(a.wrapping_sub(b)),
            ("arith.muli", Self::Known(a), Self::Known(b)) => Self::Known(a.wrapping_mul(b)),
            ("arith.minsi", Self::Known(a), Self::Known(b)) => Self::Known(a.min(b)),
            ("arith.maxsi", Self::Known(a), Self::Known(b)) => Self::Known(a.max(b)),
            ("arith.addi", known, Self::Known(0)) | ("arith.muli", known, Self::Known(1)) => known,
            _ => {
                let (a, b) = (self.value(checks), other.value(checks));
                Self::Value(checks.binary(name, a, b))
            }
        }
    }
}

/// The offset of a memref, its sizes and its strides, which are read if the type does not tell them.
fn layout(checks: &mut Checks<'_, '_, '_>, memref: Value) -> Option<(Number, Vec<[Number; 2]>)> {
    let context = checks.context();
    let ty = memref.ty(context);
    let (strides, offset) = ty.strides_and_offset(context)?;
    let shape = ty.shape(context)?.to_vec();
    let known: Vec<i64> = std::iter::once(offset).chain(shape).chain(strides).collect();
    let mut numbers: Vec<Number> = known.iter().map(|number| Number::Known(*number)).collect();
    if known.contains(&DYNAMIC) {
        let location = checks.location;
        let read = extract(checks.rewriter, location, memref)?;
        for ((number, known), read) in numbers.iter_mut().zip(known).zip(read.results(context).skip(1)) {
            if known == DYNAMIC {
                *number = Number::Value(read);
            }
        }
    }
    let (offset, numbers) = numbers.split_first()?;
    let (sizes, strides) = numbers.split_at(numbers.len() / 2);
    let dims = sizes.iter().zip(strides).map(|(size, stride)| [*size, *stride]);
    Some((*offset, dims.collect()))
}

/// The addresses of a memref.
struct Range {
    memref: Value,
    start: Value,
    /// Behind the last element.
    end: Value,
    /// The first element.
    first: Value,
    strides: Vec<Number>,
}

impl Range {
    fn of(checks: &mut Checks<'_, '_, '_>, memref: Value) -> Option<Self> {
        let context = checks.context();
        let index = context.index_type();
        let bytes = bytes_of(context, memref.ty(context).element_type(context)?)?;
        let pointer = "memref.extract_aligned_pointer_as_index";
        let pointer = Make::new(pointer, &[memref], &[index]).value(checks.rewriter, checks.location);
        let (offset, dims) = layout(checks, memref)?;
        let (zero, one) = (Number::Known(0), Number::Known(1));
        let (mut least, mut greatest) = (zero, one);
        for [size, stride] in &dims {
            let last = size.binary(checks, "arith.subi", one);
            let last = last.binary(checks, "arith.muli", *stride);
            let down = last.binary(checks, "arith.minsi", zero);
            let up = last.binary(checks, "arith.maxsi", zero);
            least = least.binary(checks, "arith.addi", down);
            greatest = greatest.binary(checks, "arith.addi", up);
        }
        let mut address = |from: Number, elements: Number| {
            let length = elements.binary(checks, "arith.muli", Number::Known(bytes));
            from.binary(checks, "arith.addi", length)
        };
        let first = address(Number::Value(pointer), offset);
        let (start, end) = (address(first, least), address(first, greatest));
        Some(Self {
            memref,
            start: start.value(checks),
            end: end.value(checks),
            first: first.value(checks),
            strides: dims.iter().map(|[_, stride]| *stride).collect(),
        })
    }

    /// Whether elements with the same indices are the same.
    fn is_same(&self, checks: &mut Checks<'_, '_, '_>, other: &Self) -> Value {
        let mut same = checks.compare(EQUAL, self.first, other.first);
        for (one, two) in self.strides.iter().zip(&other.strides) {
            if let (Number::Known(one), Number::Known(two)) = (one, two)
                && one == two
            {
                continue;
            }
            let (one, two) = (one.value(checks), two.value(checks));
            let equal = checks.compare(EQUAL, one, two);
            same = checks.binary("arith.andi", same, equal);
        }
        same
    }
}
