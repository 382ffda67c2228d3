//! Sparse elements: the values at some indices of a tensor or vector; the others are zero.

use crate::attributes::dense::{DenseElements, Element};
use crate::attributes::{AttributeKind, IntegerValue};
use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Type};
use crate::list::Dims;
use crate::unique::Kind;

impl Context {
    /// `sparse<indices, values> : ty`.
    ///
    /// # Errors
    /// If the indices are not dense `i64` elements, the values not dense elements of the type's element type, their
    /// shapes do not fit, or an index is outside of the shape.
    pub fn sparse_elements_attribute(
        &self,
        ty: Type,
        indices: Attribute,
        values: Attribute,
    ) -> Result<Attribute, Error> {
        let shape = match ty.shape(self) {
            Some(shape) if shape.is_static() => shape,
            _ => return Err(Error::new("elements literal type must have static shape")),
        };
        let AttributeKind::DenseElements(positions) = indices.kind(self) else {
            return Err(Error::new("sparse elements: expected dense elements as indices"));
        };
        if positions.ty().element_type(self) != Some(self.i64()) {
            return Err(Error::new("sparse elements: expected indices of type i64"));
        }
        let values_ty = values.ty(self);
        if values_ty.element_type(self) != ty.element_type(self) {
            return Err(Error::new(
                "expected the values of the element type of the result type",
            ));
        }
        let index_shape = positions.ty().shape(self).expect("dense elements have a shape");
        let value_shape = values_ty.shape(self).expect("dense elements have a shape");
        if value_shape.len() != 1 {
            return Err(Error::new("expected 1-d tensor for sparse element values"));
        }
        let rank = match index_shape.len() {
            2 => index_shape.get(1) == i64::try_from(shape.len()).ok(),
            1 => shape.len() == 1,
            _ => false,
        };
        if !rank || index_shape.get(0) != value_shape.get(0) {
            return Err(Error::new(format!(
                "expected shape ({shape:?}); inferred shape of indices literal ({index_shape:?}); \
                 inferred shape of values literal ({value_shape:?})"
            )));
        }
        self.check_sparse_indices(shape, positions)?;
        let words = [indices.raw(), values.raw(), ty.raw()];
        Ok(self.make_attribute(Kind::SparseElements, &words, &[]))
    }

    fn check_sparse_indices(&self, shape: Dims<'_>, positions: DenseElements<'_>) -> Result<(), Error> {
        let rank = shape.len().max(1);
        let value = |element: Option<Element<'_>>| match element {
            Some(Element::Integer(value)) => IntegerValue::to_i64(value),
            _ => None,
        };
        let count = match positions.is_splat() {
            true => positions.len().min(rank),
            false => positions.len(),
        };
        for row in 0..count / rank {
            let index: Option<Vec<i64>> = (0..shape.len())
                .map(|axis| value(positions.get(self, row * rank + axis)))
                .collect();
            let index = index.expect("the indices are i64");
            if index
                .iter()
                .zip(shape)
                .any(|(index, size)| !(0..size).contains(index))
            {
                // MLIR takes the indices for unsigned in this message.
                let index: Vec<String> = index
                    .iter()
                    .map(|index| index.cast_unsigned().to_string())
                    .collect();
                return Err(Error::new(format!(
                    "sparse index #{row} is not contained within the value shape, with index=[{}]",
                    index.join(", ")
                )));
            }
        }
        Ok(())
    }
}
