//! Contractions a dimension at a time: first those of the result, then those that are reduced.

use tvmlike_ir::{Attribute, Context, Location, Rewriter, Value};

use super::super::masked::make_masked;
use super::super::progressive::{Start, part, start, with_part};
use super::super::vector_parts;
use super::Contraction;
use crate::make::{Make, property};

/// The part of a vector at a place of a dimension; without a dimension, the vector.
fn taken(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    value: Value,
    dim: Option<usize>,
    place: i64,
) -> Option<Value> {
    let Some(dim) = dim else { return Some(value) };
    let Some(inner) = dim.checked_sub(1) else {
        return part(rewriter, location, value, &[place]);
    };
    let context = rewriter.context();
    let (mut sizes, element) = vector_parts(context, value.ty(context))?;
    sizes.remove(dim);
    let ty = context.vector_type(&sizes, element, &[]).ok()?;
    let mut result = start(rewriter, location, ty, Start::Zero)?;
    for outer in 0..sizes[0] {
        let row = part(rewriter, location, value, &[outer])?;
        let row = taken(rewriter, location, row, Some(inner), place)?;
        result = with_part(rewriter, location, result, row, &[outer]);
    }
    Some(result)
}

/// A vector with another part at a place of a dimension; without a dimension, the part.
fn replaced(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    value: Value,
    within: Value,
    dim: Option<usize>,
    place: i64,
) -> Option<Value> {
    let Some(dim) = dim else { return Some(value) };
    let Some(inner) = dim.checked_sub(1) else {
        return Some(with_part(rewriter, location, within, value, &[place]));
    };
    let (sizes, _) = vector_parts(rewriter.context(), within.ty(rewriter.context()))?;
    let mut result = within;
    for outer in 0..sizes[0] {
        let before = part(rewriter, location, result, &[outer])?;
        let row = part(rewriter, location, value, &[outer])?;
        let row = replaced(rewriter, location, row, before, Some(inner), place)?;
        result = with_part(rewriter, location, result, row, &[outer]);
    }
    Some(result)
}

/// The place of a dimension in a map.
fn place_of(map: &[usize], dim: usize) -> Option<usize> {
    map.iter().position(|each| *each == dim)
}

impl Contraction {
    /// Takes the first dimension apart that can be.
    pub(super) fn by_parts(&self, rewriter: &mut Rewriter<'_, '_>, mask: Option<Value>) -> Option<Value> {
        let [left, right, _] = &self.maps;
        let is_shared = |dim: usize| left.contains(&dim) && right.contains(&dim);
        let all = 0..self.reduces.len();
        let free = |dim: &&usize| !(self.reduces[**dim] && is_shared(**dim));
        let parallel = all
            .clone()
            .find(|dim| !self.reduces[*dim] && is_shared(*dim))
            .or_else(|| left.iter().find(free).copied())
            .or_else(|| right.iter().find(free).copied());
        match parallel {
            Some(dim) => self.along(rewriter, dim, mask),
            None => self.summed(rewriter, mask),
        }
    }

    /// The size of a dimension.
    fn size(&self, context: &Context, dim: usize) -> Option<i64> {
        let (value, at) = match place_of(&self.maps[0], dim) {
            Some(at) => (self.lhs, at),
            None => (self.rhs, place_of(&self.maps[1], dim)?),
        };
        vector_parts(context, value.ty(context))?.0.get(at).copied()
    }

    /// The maps and iterators without a dimension.
    fn without(&self, context: &Context, dim: usize) -> Option<[(&'static str, Attribute); 3]> {
        let mut maps = Vec::new();
        for map in &self.maps {
            let kept = map.iter().filter(|each| **each != dim);
            let exprs: Vec<_> = kept
                .map(|each| context.affine_dim((each - usize::from(*each > dim)) as u32))
                .collect();
            let map = context
                .affine_map(self.reduces.len() as u32 - 1, 0, &exprs)
                .ok()?;
            maps.push(context.affine_map_attribute(map));
        }
        let mut iterators = self.iterators.clone();
        iterators.remove(dim);
        Some([
            ("indexing_maps", context.array_attribute(&maps)),
            ("iterator_types", context.array_attribute(&iterators)),
            ("kind", property(context, self.op, "kind")?),
        ])
    }

    /// A contraction for each place of a dimension of the result, or of one of size one that is none.
    fn along(&self, rewriter: &mut Rewriter<'_, '_>, dim: usize, mask: Option<Value>) -> Option<Value> {
        let context = rewriter.context();
        let location = self.location;
        let size = self.size(context, dim)?;
        let [left, right, target] = [0, 1, 2].map(|index| place_of(&self.maps[index], dim));
        if target.is_none() && size != 1 || !self.ty.is_shaped(context) {
            return None;
        }
        let properties = self.without(context, dim)?;
        let mut result = start(rewriter, location, self.ty, Start::Zero)?;
        for place in 0..size {
            let lhs = taken(rewriter, location, self.lhs, left, place)?;
            let rhs = taken(rewriter, location, self.rhs, right, place)?;
            let before = taken(rewriter, location, self.before, target, place)?;
            let lanes = match mask {
                Some(mask) => Some(taken(rewriter, location, mask, Some(dim), place)?),
                None => None,
            };
            let operands = [lhs, rhs, before];
            let results = [before.ty(context)];
            let made = Make::new("vector.contract", &operands, &results).with(&properties);
            let value = make_masked(rewriter, location, made, lanes)?;
            result = replaced(rewriter, location, value, result, target, place)?;
        }
        Some(result)
    }

    /// A sum along the first dimension, all of which are reduced.
    fn summed(&self, rewriter: &mut Rewriter<'_, '_>, mask: Option<Value>) -> Option<Value> {
        let context = rewriter.context();
        let location = self.location;
        if self.ty.is_shaped(context) {
            return None;
        }
        let [left, right] = [place_of(&self.maps[0], 0)?, place_of(&self.maps[1], 0)?];
        let kind = [("kind", property(context, self.op, "kind")?)];
        let results = [self.ty];
        if self.reduces.len() == 1 {
            let products = self.product(rewriter, self.lhs, self.rhs);
            let operands = [products, self.before];
            let made = Make::new("vector.reduction", &operands, &results).with(&kind);
            return make_masked(rewriter, location, made, mask);
        }
        let size = self.size(context, 0)?;
        let properties = self.without(context, 0)?;
        let mut result = self.before;
        for place in 0..size {
            let lhs = taken(rewriter, location, self.lhs, Some(left), place)?;
            let rhs = taken(rewriter, location, self.rhs, Some(right), place)?;
            let lanes = match mask {
                Some(mask) => Some(taken(rewriter, location, mask, Some(0), place)?),
                None => None,
            };
            let operands = [lhs, rhs, result];
            let made = Make::new("vector.contract", &operands, &results).with(&properties);
            result = make_masked(rewriter, location, made, lanes)?;
        }
        Some(result)
    }
}
