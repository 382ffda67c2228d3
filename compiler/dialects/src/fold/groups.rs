//! Groups of dimensions of reshapes that follow each other.
//!
//! Invariant: a reshape with groups that are found here has the elements of those that it replaces in the same order.

use tvmlike_ir::{Attribute, Context, DYNAMIC, Op};

use crate::verifiers::groups_of;

/// The dimensions that become one, per dimension.
pub(super) type Groups = Vec<Vec<i64>>;

/// The groups of a reshape.
pub(super) fn of(context: &Context, op: Op) -> Option<Groups> {
    let groups = op.property(context, context.identifier("reassociation"))?;
    Some(groups_of(context, groups))
}

/// The attribute of groups.
pub(super) fn attribute(context: &Context, groups: &Groups) -> Attribute {
    let number = |dim: &i64| context.integer_attribute(context.i64(), *dim).ok();
    let groups: Vec<Attribute> = groups
        .iter()
        .map(|group| context.array_attribute(&group.iter().filter_map(number).collect::<Vec<_>>()))
        .collect();
    context.array_attribute(&groups)
}

/// The groups of two collapses, or of two expansions. `None`: the second changes no group of the first.
pub(super) fn compose(first: Groups, second: Groups) -> Option<Groups> {
    let (fine, coarse) = match first.len().cmp(&second.len()) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Less => (second, first),
        std::cmp::Ordering::Greater => (first, second),
    };
    // Without a dimension there are no groups.
    if !coarse.is_empty() && coarse.iter().map(Vec::len).sum::<usize>() != fine.len() {
        return None;
    }
    let members = |group: Vec<i64>| -> Option<Vec<i64>> {
        let parts = group
            .into_iter()
            .map(|part| fine.get(usize::try_from(part).ok()?));
        Some(
            parts
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .flatten()
                .copied()
                .collect(),
        )
    };
    coarse.into_iter().map(members).collect()
}

/// Which of the fine groups together are the coarse ones. `None`: one of them is in parts of two.
pub(super) fn cover(coarse: &Groups, fine: &Groups) -> Option<Groups> {
    let mut parts = (0_i64..).zip(fine).peekable();
    let covered = coarse.iter().map(|group| {
        let last = *group.last()?;
        let mut covered = Vec::new();
        while let Some((index, part)) = parts.peek() {
            let end = *part.last()?;
            if end > last {
                return None;
            }
            covered.push(*index);
            parts.next();
            if end == last {
                break;
            }
        }
        Some(covered)
    });
    covered.collect()
}

/// The dimensions of a group, and its place in a shape.
fn part<'s>(shape: &'s [i64], group: &[i64]) -> Option<(i64, &'s [i64])> {
    let first = *group.first()?;
    let start = usize::try_from(first).ok()?;
    Some((first, shape.get(start..start + group.len())?))
}

/// The groups that collapse a shape to another one with fewer dimensions, where groups of both become the same dimensions.
pub(super) fn between(
    [source, target]: [&[i64]; 2],
    [source_groups, target_groups]: [&Groups; 2],
) -> Option<Groups> {
    if source_groups.is_empty() {
        return collapse(source, target);
    }
    let mut groups = Groups::new();
    for (own, wanted) in source_groups.iter().zip(target_groups) {
        let (first, own) = part(source, own)?;
        let (_, wanted) = part(target, wanted)?;
        let is_unclear = |shape: &[i64]| shape.iter().filter(|size| **size == DYNAMIC).count() > 1;
        if is_unclear(own) && is_unclear(wanted) {
            return None;
        }
        if own.len() == wanted.len() {
            if own != wanted {
                return None;
            }
            groups.extend((first..).take(own.len()).map(|dim| vec![dim]));
            continue;
        }
        let found = collapse(own, wanted)?;
        groups.extend(
            found
                .into_iter()
                .map(|group| group.iter().map(|dim| first + dim).collect()),
        );
    }
    Some(groups)
}

/// The first and the last dimension of a group.
type Range = (usize, usize);

/// The dimensions from one on that become a dynamic one.
fn dynamic_range(shape: &[i64], start: usize, is_last: bool) -> Option<Range> {
    let found = start + shape.get(start..)?.iter().position(|size| *size == DYNAMIC)?;
    Some((start, if is_last { shape.len() - 1 } else { found }))
}

/// The first dimensions at or after one whose product is a size.
fn static_range(shape: &[i64], start: usize, wanted: i64, is_last: bool) -> Option<Range> {
    let (mut first, mut last, mut product) = (start, start, 1_i64);
    loop {
        let size = *shape.get(last)?;
        if size == DYNAMIC {
            (first, last, product) = (last + 1, last + 1, 1);
            continue;
        }
        product = product.checked_mul(size)?;
        while product > wanted && first < last {
            product = product.checked_div(shape[first])?;
            first += 1;
        }
        if product == wanted {
            break;
        }
        last += 1;
    }
    while is_last && shape.get(last + 1) == Some(&1) {
        last += 1;
    }
    Some((first, last))
}

/// The dimensions that become each of the target, from the first on; only the last one takes as many as it can.
fn ranges(source: &[i64], target: &[i64]) -> Option<Vec<Range>> {
    let mut ranges: Vec<Range> = Vec::new();
    let (mut start, mut is_after_dynamic) = (0, false);
    for (index, size) in target.iter().enumerate() {
        let is_last = index + 1 == target.len();
        let found = match *size {
            DYNAMIC => dynamic_range(source, start, is_last)?,
            size => static_range(source, start, size, is_last)?,
        };
        // Dimensions that were skipped belong to the dynamic one before.
        if found.0 > start {
            ranges.last_mut().filter(|_| is_after_dynamic)?.1 = found.0 - 1;
        }
        is_after_dynamic = *size == DYNAMIC;
        start = found.1 + 1;
        ranges.push(found);
    }
    (start == source.len()).then_some(ranges)
}

/// The dimensions that only one of two ranges has; if the first one ends before the other one begins, those of both.
fn difference(one: Range, other: Range) -> Vec<usize> {
    if one.1 < other.0 {
        return (one.0..=one.1).chain(other.0..=other.1).collect();
    }
    let left = one.0.min(other.0)..one.0.max(other.0);
    let right = one.1.min(other.1) + 1..=one.1.max(other.1);
    left.chain(right).collect()
}

/// The groups that collapse a shape to another one, if that is clear but for dimensions of size 1.
fn collapse(source: &[i64], target: &[i64]) -> Option<Groups> {
    if source.len() <= target.len() {
        return None;
    }
    if target.is_empty() {
        let is_scalar = source.iter().all(|size| matches!(*size, 1 | DYNAMIC));
        return is_scalar.then(Vec::new);
    }
    let forward = ranges(source, target)?;
    let reversed = |shape: &[i64]| -> Vec<i64> { shape.iter().rev().copied().collect() };
    let backward = ranges(&reversed(source), &reversed(target))?;
    let end = source.len() - 1;
    let backward = backward
        .into_iter()
        .rev()
        .map(|(first, last)| (end - last, end - first));
    let mut groups = Groups::new();
    for (one, other) in forward.into_iter().zip(backward) {
        if difference(one, other).into_iter().any(|dim| source[dim] != 1) {
            return None;
        }
        groups.push((one.0..=one.1).map(|dim| dim as i64).collect());
    }
    Some(groups)
}
