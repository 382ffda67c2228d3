//! Whether what a loop writes can be what other iterations access, by memory that overlaps.
//!
//! A loop over operands of linalg is a parallel one only while they do not overlap, and a caller can pass any memory.
//! Invariant: under the condition, an element that an iteration writes is accessed by no other one.

use tvmlike_ir::{Context, DYNAMIC, Op, Rewriter, Value, ValueOwner};
use tvmlike_transform::{AliasResult, alias};

use super::kinds::Access;
use crate::allocation_checks::Checks;
use crate::make::{Make, argument_has};
use crate::strided_metadata::{Number, extract};
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

/// The result of an operation of two numbers, which wraps. What types tell is computed here, so that the usual memref takes two
/// operations.
fn binary(checks: &mut Checks<'_, '_, '_>, name: &str, one: Number, other: Number) -> Number {
    match (name, one, other) {
        ("arith.addi", Number::Known(a), Number::Known(b)) => Number::Known(a.wrapping_add(b)),
        ("arith.subi", Number::Known(a), Number::Known(b)) => Number::Known(a.wrapping_sub(b)),
        ("arith.muli", Number::Known(a), Number::Known(b)) => Number::Known(a.wrapping_mul(b)),
        ("arith.minsi", Number::Known(a), Number::Known(b)) => Number::Known(a.min(b)),
        ("arith.maxsi", Number::Known(a), Number::Known(b)) => Number::Known(a.max(b)),
        ("arith.addi", known, Number::Known(0)) | ("arith.muli", known, Number::Known(1)) => known,
        _ => {
            let (one, other) = (value(checks, one), value(checks, other));
            Number::Value(checks.binary(name, one, other))
        }
    }
}

fn value(checks: &mut Checks<'_, '_, '_>, number: Number) -> Value {
    number.value(checks.rewriter, checks.location)
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
            let last = binary(checks, "arith.subi", *size, one);
            let last = binary(checks, "arith.muli", last, *stride);
            let down = binary(checks, "arith.minsi", last, zero);
            let up = binary(checks, "arith.maxsi", last, zero);
            least = binary(checks, "arith.addi", least, down);
            greatest = binary(checks, "arith.addi", greatest, up);
        }
        let mut address = |from: Number, elements: Number| {
            let length = binary(checks, "arith.muli", elements, Number::Known(bytes));
            binary(checks, "arith.addi", from, length)
        };
        let first = address(Number::Value(pointer), offset);
        let (start, end) = (address(first, least), address(first, greatest));
        Some(Self {
            memref,
            start: value(checks, start),
            end: value(checks, end),
            first: value(checks, first),
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
            let (one, two) = (value(checks, *one), value(checks, *two));
            let equal = checks.compare(EQUAL, one, two);
            same = checks.binary("arith.andi", same, equal);
        }
        same
    }
}
