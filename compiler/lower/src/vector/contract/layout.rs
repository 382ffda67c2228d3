//! Products of matrices and vectors in any order of dimensions: the reduced dimension is brought to one side.

use tvmlike_ir::{Rewriter, Type, Value};

use super::super::masked::make_masked;
use super::super::progressive::{Start, part, start, with_part};
use super::super::vector_parts;
use super::{Contraction, transposed};
use crate::make::{Make, property};

/// A product: the left operand has the rows of the result, the right one the columns, or is a vector.
struct Product {
    lhs: Value,
    rhs: Value,
    /// Whether the reduced dimension is the first one of each.
    reduced_first: [bool; 2],
    is_matrix: bool,
    /// Whether the reduced dimension is the first one of the iteration.
    reduced_outermost: bool,
    reduced_size: i64,
}

impl Contraction {
    /// The product that the contraction is; `None`: it is another contraction.
    fn as_product(&self, rewriter: &Rewriter<'_, '_>) -> Option<Product> {
        let context = rewriter.context();
        let [left, right, result] = &self.maps;
        let reduced = self.reduces.iter().position(|reduces| *reduces)?;
        let is_only = self.reduces.iter().filter(|reduces| **reduces).count() == 1;
        let is_matrix = self.reduces.len() == 3;
        let fits = match is_matrix {
            true => reduced == 2 && result.len() == 2 && left.len() == 2 && right.len() == 2,
            false => self.reduces.len() == 2 && result.len() == 1 && left.len() + right.len() == 3,
        };
        if !fits || !is_only {
            return None;
        }
        let swaps = match is_matrix {
            // The left operand has the first dimension.
            true if left.contains(&0) && right.contains(&1) => result[0] == 1,
            true => return None,
            false => left.len() == 1,
        };
        let (mut operands, mut maps) = ([self.lhs, self.rhs], [left, right]);
        if swaps {
            operands.swap(0, 1);
            maps.swap(0, 1);
        }
        if !maps.iter().all(|map| map.contains(&reduced)) {
            return None;
        }
        let (sizes, _) = vector_parts(context, self.lhs.ty(context))?;
        let at = left.iter().position(|dim| *dim == reduced)?;
        Some(Product {
            lhs: operands[0],
            rhs: operands[1],
            reduced_first: maps.map(|map| map[0] == reduced),
            is_matrix,
            reduced_outermost: reduced == 0,
            reduced_size: *sizes.get(at)?,
        })
    }

    /// Computes each element of the result by the reduction of a product of rows.
    pub(super) fn by_dot_products(&self, rewriter: &mut Rewriter<'_, '_>) -> Option<Value> {
        let product = self
            .as_product(rewriter)
            .filter(|product| !product.reduced_outermost)?;
        let context = rewriter.context();
        let location = self.location;
        let (sizes, element) = vector_parts(context, self.ty)?;
        let (mut lhs, mut rhs) = (product.lhs, product.rhs);
        if product.reduced_first[0] {
            lhs = transposed(rewriter, location, lhs, &[1, 0])?;
        }
        if product.is_matrix && product.reduced_first[1] {
            rhs = transposed(rewriter, location, rhs, &[1, 0])?;
        }
        let mut result = start(rewriter, location, self.ty, Start::Zero)?;
        let mut columns = Vec::new();
        for row in 0..sizes[0] {
            let left = part(rewriter, location, lhs, &[row])?;
            for column in 0..sizes.get(1).copied().unwrap_or(1) {
                if row == 0 {
                    columns.push(match product.is_matrix {
                        true => part(rewriter, location, rhs, &[column])?,
                        false => rhs,
                    });
                }
                let products = self.product(rewriter, left, columns[column as usize]);
                let sum = Make::new("vector.reduction", &[products], &[element])
                    .with(&[("kind", property(context, self.op, "kind")?)])
                    .value(rewriter, location);
                let position = [row, column];
                result = with_part(rewriter, location, result, sum, &position[..sizes.len()]);
            }
        }
        let name = match element.float_kind(context) {
            Some(_) => "arith.addf",
            None => "arith.addi",
        };
        Some(self.make(rewriter, name, &[result, self.before]))
    }

    /// Adds the outer products of the parts along the reduced dimension.
    pub(super) fn by_outer_products(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        mask: Option<Value>,
    ) -> Option<Value> {
        let product = self.as_product(rewriter)?;
        let context = rewriter.context();
        let location = self.location;
        let element = self.ty.element_type(context)?;
        let (mut lhs, mut rhs) = (product.lhs, product.rhs);
        if !product.reduced_first[0] {
            lhs = transposed(rewriter, location, lhs, &[1, 0])?;
        }
        if product.is_matrix && !product.reduced_first[1] {
            rhs = transposed(rewriter, location, rhs, &[1, 0])?;
        }
        let mask = match mask {
            Some(mask) if product.is_matrix => Some(transposed(rewriter, location, mask, &[2, 0, 1])?),
            Some(mask) if !product.reduced_outermost => Some(transposed(rewriter, location, mask, &[1, 0])?),
            mask => mask,
        };
        let kind = [("kind", property(context, self.op, "kind")?)];
        let mut result = self.before;
        for place in 0..product.reduced_size {
            let left = part(rewriter, location, lhs, &[place])?;
            let right = part(rewriter, location, rhs, &[place])?;
            let left = self.promoted(rewriter, left, element);
            let right = self.promoted(rewriter, right, element);
            let lanes = match mask {
                Some(mask) => Some(part(rewriter, location, mask, &[place])?),
                None => None,
            };
            let operands = [left, right, result];
            let results = [self.ty];
            let made = Make::new("vector.outerproduct", &operands, &results).with(&kind);
            result = make_masked(rewriter, location, made, lanes)?;
        }
        Some(result)
    }

    /// A value with elements of the type of the result.
    fn promoted(&self, rewriter: &mut Rewriter<'_, '_>, value: Value, element: Type) -> Value {
        let context = rewriter.context();
        let ty = value.ty(context);
        if ty.element_type(context).unwrap_or(ty) == element {
            return value;
        }
        let wide = tvmlike_define::with_element_type(context, ty, element).unwrap_or(element);
        let name = match element.float_kind(context) {
            Some(_) => "arith.extf",
            None => "arith.extsi",
        };
        Make::new(name, &[value], &[wide]).value(rewriter, self.location)
    }
}
