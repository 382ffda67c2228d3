//! Reading sparse elements.

use tvmlike_ir::{Attribute, Type};
use tvmlike_syntax::TokenKind;

use super::literal::Literal;
use crate::error::Result;
use crate::parser::Parser;

impl Parser<'_, '_> {
    /// Reads `sparse<indices, values> : type`.
    pub(super) fn parse_sparse(&mut self, hint: Option<Type>) -> Result<Attribute> {
        let place = self.advance().span;
        self.parse_token(TokenKind::Less, "Expected '<' after 'sparse'")?;
        let (indices_place, values_place);
        let (mut indices, mut values) = (Literal::default(), Literal::default());
        let is_empty = self.take(TokenKind::Greater);
        if is_empty {
            (indices_place, values_place) = (place, place);
        } else {
            indices_place = self.span();
            indices = self.parse_literal(false)?;
            self.parse_token(TokenKind::Comma, "expected ','")?;
            values_place = self.span();
            values = self.parse_literal(true)?;
            self.parse_token(TokenKind::Greater, "expected '>'")?;
        }
        let ty = self.parse_elements_type(place, hint)?;
        let context = self.context();
        let rank = ty.rank(context).unwrap_or(0) as i64;
        // Without brackets there is one index, and one value for all indices.
        let index_shape = match indices.shape.as_slice() {
            [] => vec![i64::from(!is_empty), rank],
            shape => shape.to_vec(),
        };
        let value_shape = match values.shape.as_slice() {
            [] => vec![index_shape[0]],
            shape => shape.to_vec(),
        };
        let element = ty.element_type(context).unwrap_or_else(|| context.none_type());
        let tensor = |shape: &[i64], element: Type| {
            let tensor = context.ranked_tensor_type(shape, element, None);
            tensor.map_err(|error| self.error_at(place, error.message()))
        };
        let index_type = tensor(&index_shape, context.i64())?;
        let indices = self.dense_from_literal(&indices, indices_place, index_type)?;
        let value_type = tensor(&value_shape, element)?;
        let values = self.dense_from_literal(&values, values_place, value_type)?;
        let attribute = context.sparse_elements_attribute(ty, indices, values);
        attribute.map_err(|error| {
            let mut message = error.message().to_owned();
            if message.starts_with("sparse index") {
                let ty = crate::string::quote_type(context, ty);
                message.push_str(&format!(", and type='{ty}'"));
            }
            self.error_at(place, message)
        })
    }
}
