//! Reading shapes, vectors, tensors and memrefs.

use tvmlike_ir::{Attribute, AttributeKind, DYNAMIC, Type};
use tvmlike_syntax::TokenKind;

use crate::error::Result;
use crate::integer;
use crate::parser::Parser;

impl Parser<'_, '_> {
    /// Reads sizes, each followed by an `x`: the `4x?x` of `4x?xf32`.
    ///
    /// # Errors
    /// A size exceeds 63 bits, or an `x` is missing.
    pub fn parse_dimension_list(&mut self) -> Result<Vec<i64>> {
        let mut shape = Vec::new();
        while matches!(self.token().kind, TokenKind::Integer | TokenKind::Question) {
            shape.push(self.parse_dimension()?);
            self.parse_dimension_x()?;
        }
        Ok(shape)
    }

    /// Reads sizes with an `x` between them: `4x?x8`. It can be empty. Without `dynamic`, `?` is refused.
    ///
    /// # Errors
    /// A size exceeds 63 bits, is dynamic, or is missing after an `x`.
    pub fn parse_bare_dimension_list(&mut self, dynamic: bool) -> Result<Vec<i64>> {
        let mut shape = Vec::new();
        if !matches!(self.token().kind, TokenKind::Integer | TokenKind::Question) {
            return Ok(shape);
        }
        loop {
            if !dynamic && self.is_at(TokenKind::Question) {
                return Err(self.error("expected static shape"));
            }
            shape.push(self.parse_dimension()?);
            if !self.word().starts_with('x') {
                return Ok(shape);
            }
            self.parse_dimension_x()?;
        }
    }

    fn parse_dimension(&mut self) -> Result<i64> {
        match self.take(TokenKind::Question) {
            true => Ok(DYNAMIC),
            false => self.parse_static_dimension(),
        }
    }

    fn parse_static_dimension(&mut self) -> Result<i64> {
        let spelling = self.spelling();
        if self.is_at(TokenKind::Integer) && integer::is_hexadecimal(spelling) {
            // `0xf32` is the size 0 and the type `f32`.
            self.seek(self.span().start + 1);
            return Ok(0);
        }
        let size = match self.is_at(TokenKind::Integer) {
            true => integer::small_magnitude(spelling).and_then(|size| size.try_into().ok()),
            false => None,
        };
        let Some(size) = size else {
            return Err(self.error("invalid dimension"));
        };
        self.advance();
        Ok(size)
    }

    /// Reads the `x` of a shape, with which an identifier may begin.
    pub(crate) fn parse_dimension_x(&mut self) -> Result<()> {
        if !self.is_at(TokenKind::BareId) || !self.word().starts_with('x') {
            return Err(self.wrong_token("expected 'x' in dimension list"));
        }
        self.seek(self.span().start + 1);
        Ok(())
    }

    pub(super) fn parse_vector_type(&mut self) -> Result<Type> {
        let place = self.advance().span;
        self.parse_token(TokenKind::Less, "expected '<' in vector type")?;
        let (mut shape, mut scalable) = (Vec::new(), Vec::new());
        while matches!(self.token().kind, TokenKind::Integer | TokenKind::LeftBracket) {
            let is_scalable = self.take(TokenKind::LeftBracket);
            shape.push(self.parse_static_dimension()?);
            if is_scalable {
                self.parse_token(TokenKind::RightBracket, "missing ']' closing scalable dimension")?;
            }
            scalable.push(is_scalable);
            self.parse_dimension_x()?;
        }
        let element = self.parse_type()?;
        self.parse_token(TokenKind::Greater, "expected '>' in vector type")?;
        let ty = self.context().vector_type(&shape, element, &scalable);
        ty.map_err(|error| self.error_at(place, error.message()))
    }

    /// Reads `*x` or sizes. `None` is no rank.
    fn parse_optional_shape(&mut self) -> Result<Option<Vec<i64>>> {
        if self.take(TokenKind::Star) {
            self.parse_dimension_x()?;
            return Ok(None);
        }
        self.parse_dimension_list().map(Some)
    }

    pub(super) fn parse_tensor_type(&mut self) -> Result<Type> {
        self.advance();
        self.parse_token(TokenKind::Less, "expected '<' in tensor type")?;
        let shape = self.parse_optional_shape()?;
        let place = self.span();
        let element = self.parse_type()?;
        let mut encoding = None;
        if self.take(TokenKind::Comma) {
            encoding = self.parse_optional_attribute(None)?;
            if let Some(encoding) = encoding {
                let checked =
                    encoding.check_as_encoding(self.context(), shape.as_deref().unwrap_or(&[]), element);
                checked.map_err(|error| self.error(error.message()))?;
            }
        }
        self.parse_token(TokenKind::Greater, "expected '>' in tensor type")?;
        let context = self.context();
        let ty = match shape {
            Some(shape) => context.ranked_tensor_type(&shape, element, encoding),
            None if encoding.is_some() && element.is_valid_tensor_element(context) => {
                return Err(self.error("cannot apply encoding to unranked tensor"));
            }
            None => context.unranked_tensor_type(element),
        };
        ty.map_err(|error| self.error_at(place, error.message()))
    }

    pub(super) fn parse_memref_type(&mut self) -> Result<Type> {
        let place = self.advance().span;
        self.parse_token(TokenKind::Less, "expected '<' in memref type")?;
        let shape = self.parse_optional_shape()?;
        let element_place = self.span();
        let element = self.parse_type()?;
        let context = self.context();
        if !element.is_valid_memref_element(context) {
            return Err(self.error_at(element_place, "invalid memref element type"));
        }
        let (mut layout, mut space) = (None, None);
        if !self.take(TokenKind::Greater) {
            self.parse_token(TokenKind::Comma, "expected ',' or '>' in memref type")?;
            let ranked = shape.is_some();
            self.parse_list_until(TokenKind::Greater, false, |parser| {
                parser.parse_memref_parameter(ranked, &mut layout, &mut space)
            })?;
        }
        let ty = match shape {
            Some(shape) => context.memref_type(&shape, element, layout, space),
            None => context.unranked_memref_type(element, space),
        };
        ty.map_err(|error| self.error_at(place, error.message()))
    }

    fn parse_memref_parameter(
        &mut self,
        ranked: bool,
        layout: &mut Option<Attribute>,
        space: &mut Option<Attribute>,
    ) -> Result<()> {
        let attribute = self.parse_attribute(None)?;
        let is_layout = matches!(
            attribute.kind(self.context()),
            AttributeKind::AffineMap(_) | AttributeKind::StridedLayout { .. }
        );
        if !is_layout {
            if space.is_some() {
                return Err(self.error("multiple memory spaces specified in memref type"));
            }
            *space = Some(attribute);
            return Ok(());
        }
        if !ranked {
            return Err(self.error("cannot have affine map for unranked memref type"));
        }
        if space.is_some() {
            return Err(self.error("expected memory space to be last in memref type"));
        }
        *layout = Some(attribute);
        Ok(())
    }
}
