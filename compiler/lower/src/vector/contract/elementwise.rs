//! Contractions that reduce nothing but dimensions of size one: products of vectors that are brought to one shape.

use tvmlike_ir::{Rewriter, Value};

use super::super::combine::Combine;
use super::super::progressive::part;
use super::super::vector_parts;
use super::{Contraction, transposed};
use crate::make::Make;

impl Contraction {
    pub(super) fn by_elements(&self, rewriter: &mut Rewriter<'_, '_>) -> Option<Value> {
        let context = rewriter.context();
        let combine = Combine::of(context, self.op, self.ty)?;
        for (value, map) in [(self.lhs, &self.maps[0]), (self.rhs, &self.maps[1])] {
            let (sizes, _) = vector_parts(context, value.ty(context))?;
            if map
                .iter()
                .zip(sizes)
                .any(|(dim, size)| self.reduces[*dim] && size != 1)
            {
                return None;
            }
        }
        let (sizes, _) = vector_parts(context, self.ty)?;
        // Broadcast first, then transposed, then without the reduced dimensions: an operand at a time.
        let mut operands = [self.lhs, self.rhs];
        for (value, map) in operands.iter_mut().zip(&self.maps) {
            let missing = self.maps[2]
                .iter()
                .zip(&sizes)
                .filter(|(dim, _)| !map.contains(dim));
            let mut all: Vec<i64> = missing.map(|(_, size)| *size).collect();
            if !all.is_empty() {
                let (own, element) = vector_parts(context, value.ty(context))?;
                all.extend(own);
                let ty = context.vector_type(&all, element, &[]).ok()?;
                *value = Make::new("vector.broadcast", &[*value], &[ty]).value(rewriter, self.location);
            }
        }
        let mut reduced = [0, 0];
        for ((value, map), reduced) in operands.iter_mut().zip(&self.maps).zip(&mut reduced) {
            let broadcast = self.maps[2].iter().filter(|dim| !map.contains(dim)).count();
            let is_reduced = |place: &usize| self.reduces[map[*place]];
            let mut order: Vec<usize> = (0..map.len())
                .filter(is_reduced)
                .map(|place| broadcast + place)
                .collect();
            *reduced = order.len();
            let mut added = 0..broadcast;
            for dim in &self.maps[2] {
                order.push(match map.iter().position(|each| each == dim) {
                    Some(place) => broadcast + place,
                    None => added.next()?,
                });
            }
            let order: Vec<i64> = order.iter().map(|dim| *dim as i64).collect();
            *value = transposed(rewriter, self.location, *value, &order)?;
        }
        for (value, reduced) in operands.iter_mut().zip(reduced) {
            *value = part(rewriter, self.location, *value, &vec![0; reduced])?;
        }
        Some(combine.apply_to_product(rewriter, self.location, operands, Some(self.before), None))
    }
}
