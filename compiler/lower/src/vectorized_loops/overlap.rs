//! Whether what a loop writes can be what other iterations access, by memory that overlaps.
//!
//! A loop over operands of linalg is a parallel one only while they do not overlap, and a caller can pass any memory.
//! Invariant: under the condition, an element that an iteration writes is accessed by no other one.

use tvmlike_ir::{Context, Op, Rewriter, Value, ValueOwner};
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

/// The addresses of a memref.
struct Range {
    memref: Value,
    start: Value,
    /// Behind the last element.
    end: Value,
    /// The first element, and the strides.
    layout: Vec<Value>,
}

impl Range {
    fn of(checks: &mut Checks<'_, '_, '_>, memref: Value) -> Option<Self> {
        let context = checks.context();
        let location = checks.location;
        let index = context.index_type();
        let bytes = bytes_of(context, memref.ty(context).element_type(context)?)?;
        let pointer = "memref.extract_aligned_pointer_as_index";
        let pointer = Make::new(pointer, &[memref], &[index]).value(checks.rewriter, location);
        let metadata = extract(checks.rewriter, location, memref)?;
        let numbers: Vec<Value> = metadata.results(context).skip(1).collect();
        let (offset, numbers) = numbers.split_first()?;
        let (sizes, strides) = numbers.split_at(numbers.len() / 2);
        let (zero, one) = (
            index_constant(checks.rewriter, location, 0),
            index_constant(checks.rewriter, location, 1),
        );
        let (mut least, mut greatest) = (zero, one);
        for (size, stride) in sizes.iter().zip(strides) {
            let last = checks.binary("arith.subi", *size, one);
            let last = checks.binary("arith.muli", last, *stride);
            let (down, up) = (
                checks.binary("arith.minsi", last, zero),
                checks.binary("arith.maxsi", last, zero),
            );
            least = checks.binary("arith.addi", least, down);
            greatest = checks.binary("arith.addi", greatest, up);
        }
        let bytes = index_constant(checks.rewriter, location, bytes);
        let mut address = |from: Value, elements: Value| {
            let length = checks.binary("arith.muli", elements, bytes);
            checks.binary("arith.addi", from, length)
        };
        let first = address(pointer, *offset);
        let (start, end) = (address(first, least), address(first, greatest));
        let layout = std::iter::once(first).chain(strides.iter().copied()).collect();
        Some(Self {
            memref,
            start,
            end,
            layout,
        })
    }

    /// Whether elements with the same indices are the same.
    fn is_same(&self, checks: &mut Checks<'_, '_, '_>, other: &Self) -> Value {
        let mut same = checks.compare(EQUAL, self.layout[0], other.layout[0]);
        for (one, two) in self.layout.iter().zip(&other.layout).skip(1) {
            let equal = checks.compare(EQUAL, *one, *two);
            same = checks.binary("arith.andi", same, equal);
        }
        same
    }
}
