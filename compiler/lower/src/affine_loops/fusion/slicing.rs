//! The slices that accesses of the same memory need, and those of several accesses.

use tvmlike_ir::{Context, Op, Value};

use super::super::access::Access;
use super::super::dependence::{Dependence, Dependences, MOST_LOOPS};
use super::super::domain::enclosing;
use super::super::nest::{AffineFor, loops_in};
use super::super::parallel::{is_parallel, reductions};
use super::super::space::{add_loop, loop_of};
use super::slice::Slice;
use crate::constraints::{self, Constraints};

/// The attribute of a loop that is not sliced.
const BARRIER: &str = "slice_fusion_barrier";

/// The loops around an operation, the outermost first.
pub(super) fn loops_around(context: &Context, op: Op) -> Vec<AffineFor> {
    let around = enclosing(context, op);
    around
        .into_iter()
        .filter_map(|op| AffineFor::of(context, op))
        .collect()
}

/// Whether no iteration of a loop depends on another one but for what it combines, which is something.
pub(super) fn is_parallel_reduction(known: &Dependences<'_>, at: AffineFor) -> bool {
    let combined = reductions(known.context(), at);
    combined.is_some_and(|combined| !combined.is_empty()) && is_parallel(known, at)
}

/// The loops around all of some operations.
pub(super) fn common_loops(context: &Context, ops: &[Op]) -> Vec<AffineFor> {
    let mut all = ops.iter().map(|op| loops_around(context, *op));
    let Some(mut common) = all.next() else {
        return Vec::new();
    };
    for loops in all {
        let count = common
            .iter()
            .zip(&loops)
            .take_while(|(one, other)| one == other)
            .count();
        common.truncate(count);
    }
    common
}

/// The slice of one nest that an iteration of a loop of another one needs: of the first access's nest, if it is backward, in the
/// second one's; otherwise the other way around.
fn slice_of(
    known: &Dependences<'_>,
    [first, second]: [&Access; 2],
    mut constraints: Constraints,
    depth: usize,
    is_backward: bool,
) -> Option<Slice> {
    let context = known.context();
    let [sources, targets] = [first, second].map(|access| loops_around(context, access.op));
    let (start, count) = match is_backward {
        true => (sources.len() + depth, targets.len().checked_sub(depth)?),
        false => (depth, sources.len().checked_sub(depth)?),
    };
    constraints.project_out(start, count)?;
    let (offset, loops) = match is_backward {
        true => (0, &sources),
        false => (depth, &targets),
    };
    let range = offset..offset + loops.len();
    let bounds = constraints.slices(context, range.clone())?;
    let dims = constraints.num_dims();
    let values: Vec<Option<Value>> = constraints.values().collect();
    let others = |from: usize, to: usize| -> Option<Vec<Value>> {
        let own = (from..to).filter(|column| !range.contains(column));
        own.map(|column| values[column]).collect()
    };
    let place = if is_backward { &targets } else { &sources };
    let mut slice = Slice {
        variables: values[range.clone()].iter().copied().collect::<Option<_>>()?,
        bounds,
        dims: others(0, dims)?,
        symbols: others(dims, values.len())?,
        place: *place.get(depth.checked_sub(1)?)?,
        is_backward,
    };
    let mut sequential: Vec<AffineFor> = Vec::new();
    if !first.is_write && !second.is_write {
        sequential = loops_in(context, loops.first()?.0);
        sequential.retain(|at| !at.inits(context).is_empty() || !is_parallel(known, *at));
    }
    let barrier = context.identifier(BARRIER);
    for (number, at) in loops.iter().enumerate() {
        if !sequential.contains(at) && at.0.attribute(context, barrier).is_none() {
            continue;
        }
        let stays = is_parallel_reduction(known, *at)
            && depth >= loops.len()
            && slice.is_one_iteration(context)
            && slice.is_maximal(context) == Some(true);
        if !stays {
            for bound in &mut slice.bounds[number..] {
                *bound = constraints::Slice::default();
            }
            break;
        }
    }
    Some(slice)
}

/// Adds in which iterations loops run whose variables one system has got from the other.
fn add_missing(context: &Context, space: &mut Constraints, had: &[Option<Value>]) -> Option<()> {
    let now: Vec<Option<Value>> = space.values().take(space.num_dims()).collect();
    for value in now.into_iter().filter(|value| !had.contains(value)) {
        add_loop(context, space, loop_of(context, value?)?)?;
    }
    Some(())
}

/// Adds the iterations of a slice to those of others.
fn unite(context: &Context, all: &mut Constraints, mut other: Constraints) -> Option<()> {
    if all.has_locals() || other.has_locals() {
        return None;
    }
    let dims =
        |space: &Constraints| -> Vec<Option<Value>> { space.values().take(space.num_dims()).collect() };
    if dims(all) != dims(&other) || !all.values().eq(other.values()) {
        let had = [dims(all), dims(&other)];
        all.align(&mut other, 0);
        add_missing(context, all, &had[0])?;
        add_missing(context, &mut other, &had[1])?;
        if all.has_locals() || other.has_locals() {
            return None;
        }
        if !all.values().eq(other.values()) {
            let dims = all.num_dims();
            if dims != other.num_dims() {
                return None;
            }
            all.align(&mut other, dims);
        }
    }
    all.unite(&other)
}

/// The slice of one nest that an iteration of a loop of another one needs for all dependences between accesses of both.
pub(super) fn slice_union(
    known: &Dependences<'_>,
    firsts: &[Op],
    seconds: &[Op],
    depth: usize,
    num_common: usize,
    is_backward: bool,
) -> Option<Slice> {
    let context = known.context();
    let mut union: Option<Constraints> = None;
    let mut places: Vec<Op> = Vec::new();
    for first in firsts {
        let first = known.access(*first)?;
        for second in seconds {
            let second = known.access(*second)?;
            if first.memref != second.memref {
                continue;
            }
            let place = if is_backward { second.op } else { first.op };
            let around = loops_around(context, place).len();
            if depth > around || around > MOST_LOOPS {
                return None;
            }
            let found = match known.constraints(&first, &second, num_common + 1) {
                Ok(found) => found,
                Err(Dependence::Never) => continue,
                Err(_) => return None,
            };
            places.push(place);
            let slice = slice_of(known, [&first, &second], found, depth, is_backward)?;
            let own = slice.constraints(context)?;
            match &mut union {
                None => union = Some(own),
                Some(union) => unite(context, union, own)?,
            }
        }
    }
    let mut union = union?;
    let common = common_loops(context, &places);
    let place = *common.get(depth.checked_sub(1)?)?;
    let count = union.num_dims();
    union.make_dims(|value| loop_of(context, value).is_some());
    let bounds = union.slices(context, 0..count)?;
    let dims = union.num_dims();
    let values: Option<Vec<Value>> = union.values().collect();
    let values = values?;
    let slice = Slice {
        variables: values[..count].to_vec(),
        bounds,
        dims: values[count..dims].to_vec(),
        symbols: values[dims..].to_vec(),
        place,
        is_backward,
    };
    (slice.is_valid(context)?).then_some(slice)
}
