//! Accesses of lanes at places of their own, one lane after the other: gathers, scatters, and those of packed elements.
//!
//! For back ends without vectors of pointers. Invariant: memory is accessed for the lanes that the mask sets, in their order.

use tvmlike_ir::{Context, Location, Op, PatternSet, RewriteFn, Rewriter, TypeKind, Value};

use crate::make::{Make, choose, index_constant};
use crate::vector_positions::{lane_at, with_lane_at};

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("CompressStoreByLane", "vector.compressstore", compress),
        RewriteFn::new("ExpandLoadByLane", "vector.expandload", expand),
        RewriteFn::new("GatherByLane", "vector.gather", gather),
        RewriteFn::new("ScatterByLane", "vector.scatter", scatter),
    ]);
}

/// An access: its memref and indices, and what follows them.
struct Access {
    location: Location,
    base: Value,
    indices: Vec<Value>,
    rest: Vec<Value>,
    lanes: i64,
}

impl Access {
    /// `None`: the base is no memref, or the vector has several dimensions or an unknown size.
    fn of(context: &Context, op: Op) -> Option<Self> {
        let base = op.operand(context, 0)?;
        let TypeKind::MemRef { shape, .. } = base.ty(context).kind(context) else {
            return None;
        };
        let operands: Vec<Value> = op.operands(context).skip(1).collect();
        let (indices, rest) = operands.split_at_checked(shape.len())?;
        indices.last()?;
        let TypeKind::Vector { shape, scalable, .. } = rest.last()?.ty(context).kind(context) else {
            return None;
        };
        let shape = shape.to_vec();
        let is_known = shape.len() == 1 && !scalable.get(0);
        is_known.then(|| Self {
            location: op.location(context),
            base,
            indices: indices.to_vec(),
            rest: rest.to_vec(),
            lanes: shape[0],
        })
    }

    /// The indices, where the last one is greater by a number.
    fn at(&self, rewriter: &mut Rewriter<'_, '_>, further: Value) -> Vec<Value> {
        let mut indices = self.indices.clone();
        if let Some(last) = indices.last_mut() {
            let ty = last.ty(rewriter.context());
            *last = Make::new("arith.addi", &[*last, further], &[ty]).value(rewriter, self.location);
        }
        indices
    }

    fn load(&self, rewriter: &mut Rewriter<'_, '_>, further: Value) -> Option<Value> {
        let element = self
            .base
            .ty(rewriter.context())
            .element_type(rewriter.context())?;
        let operands = [vec![self.base], self.at(rewriter, further)].concat();
        Some(Make::new("memref.load", &operands, &[element]).value(rewriter, self.location))
    }

    fn store(&self, rewriter: &mut Rewriter<'_, '_>, value: Value, further: Value) {
        let operands = [vec![value, self.base], self.at(rewriter, further)].concat();
        Make::new("memref.store", &operands, &[]).at(rewriter, self.location);
    }

    fn lane(&self, rewriter: &mut Rewriter<'_, '_>, vector: Value, lane: Value) -> Option<Value> {
        lane_at(rewriter, self.location, vector, lane)
    }

    /// A lane of indices as an index.
    fn index(&self, rewriter: &mut Rewriter<'_, '_>, vector: Value, lane: Value) -> Option<Value> {
        let index = rewriter.context().index_type();
        let value = self.lane(rewriter, vector, lane)?;
        if value.ty(rewriter.context()) == index {
            return Some(value);
        }
        Some(Make::new("arith.index_cast", &[value], &[index]).value(rewriter, self.location))
    }
}

/// `gather`: the element at each index of a vector.
fn gather(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let access = Access::of(rewriter.context(), op)?;
    let [places, mask, others] = *access.rest.as_slice() else {
        return None;
    };
    let mut result = others;
    for lane in 0..access.lanes {
        let lane = index_constant(rewriter, access.location, lane);
        let is_set = access.lane(rewriter, mask, lane)?;
        let before = [result];
        let made = choose(rewriter, access.location, is_set, &before, |rewriter| {
            let place = access.index(rewriter, places, lane)?;
            let value = access.load(rewriter, place)?;
            Some(vec![with_lane_at(rewriter, access.location, result, value, lane)])
        })?;
        result = *made.first()?;
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

/// `scatter`: a lane to each index of a vector.
fn scatter(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let access = Access::of(rewriter.context(), op)?;
    let [places, mask, values] = *access.rest.as_slice() else {
        return None;
    };
    for lane in 0..access.lanes {
        let lane = index_constant(rewriter, access.location, lane);
        let is_set = access.lane(rewriter, mask, lane)?;
        choose(rewriter, access.location, is_set, &[], |rewriter| {
            let place = access.index(rewriter, places, lane)?;
            let value = access.lane(rewriter, values, lane)?;
            access.store(rewriter, value, place);
            Some(Vec::new())
        })?;
    }
    rewriter.erase_op(op);
    Some(())
}

/// `expandload`: elements that follow each other, to the lanes that the mask sets.
fn expand(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let access = Access::of(rewriter.context(), op)?;
    let [mask, others] = *access.rest.as_slice() else {
        return None;
    };
    let index = rewriter.context().index_type();
    let one = index_constant(rewriter, access.location, 1);
    let mut state = [others, index_constant(rewriter, access.location, 0)];
    for lane in 0..access.lanes {
        let lane = index_constant(rewriter, access.location, lane);
        let is_set = access.lane(rewriter, mask, lane)?;
        let [result, place] = state;
        let made = choose(rewriter, access.location, is_set, &state, |rewriter| {
            let value = access.load(rewriter, place)?;
            let result = with_lane_at(rewriter, access.location, result, value, lane);
            let next = Make::new("arith.addi", &[place, one], &[index]).value(rewriter, access.location);
            Some(vec![result, next])
        })?;
        state = made.try_into().ok()?;
    }
    rewriter.replace_op(op, &state[..1]);
    Some(())
}

/// `compressstore`: the lanes that the mask sets, to elements that follow each other.
fn compress(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let access = Access::of(rewriter.context(), op)?;
    let [mask, values] = *access.rest.as_slice() else {
        return None;
    };
    let index = rewriter.context().index_type();
    let one = index_constant(rewriter, access.location, 1);
    let mut place = index_constant(rewriter, access.location, 0);
    for lane in 0..access.lanes {
        let lane = index_constant(rewriter, access.location, lane);
        let is_set = access.lane(rewriter, mask, lane)?;
        let before = [place];
        let made = choose(rewriter, access.location, is_set, &before, |rewriter| {
            let value = access.lane(rewriter, values, lane)?;
            access.store(rewriter, value, place);
            Some(vec![
                Make::new("arith.addi", &[place, one], &[index]).value(rewriter, access.location),
            ])
        })?;
        place = *made.first()?;
    }
    rewriter.erase_op(op);
    Some(())
}
