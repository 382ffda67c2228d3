//! Reading attributes: the choice among all of them, and those that are short.

use tvmlike_ir::{Attribute, DYNAMIC, Identifier, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_syntax::literal::{string_value, symbol_name};

use crate::error::Result;
use crate::integer;
use crate::parser::{Delimiter, Parser};

impl Parser<'_, '_> {
    /// Reads an attribute. With a type as `hint`, numbers, strings and elements have that type, and none follows them.
    ///
    /// # Errors
    /// There is none, or it is invalid.
    pub fn parse_attribute(&mut self, hint: Option<Type>) -> Result<Attribute> {
        match self.token().kind {
            TokenKind::Integer => self.parse_integer_or_bits(hint, false),
            TokenKind::Float => self.parse_float(hint, false),
            TokenKind::Minus => self.parse_negative(hint),
            TokenKind::String => self.parse_string(hint),
            TokenKind::AtId => self.parse_symbol_ref(),
            TokenKind::HashId => self.nested(|parser| parser.parse_extended_attribute(hint)),
            TokenKind::LeftBracket => self.nested(Self::parse_array),
            TokenKind::LeftBrace => self.parse_dictionary(),
            TokenKind::BareId => self.parse_named_attribute(hint),
            _ => self.parse_type_attribute(),
        }
    }

    fn parse_named_attribute(&mut self, hint: Option<Type>) -> Result<Attribute> {
        let context = self.context();
        match self.word() {
            "true" | "false" => {
                let value = self.word() == "true";
                self.advance();
                Ok(context.bool_attribute(value))
            }
            "unit" => {
                self.advance();
                Ok(context.unit_attribute())
            }
            "affine_map" => self.parse_affine_map_attribute(),
            "affine_set" => self.parse_integer_set_attribute(),
            "array" => self.parse_dense_array(),
            "dense" => self.parse_dense(hint),
            "dense_resource" => self.parse_dense_resource(hint),
            "distinct" => self.nested(|parser| parser.parse_distinct(hint)),
            "loc" => {
                let location = self.parse_location()?;
                Ok(context.location_attribute(location))
            }
            "sparse" => self.parse_sparse(hint),
            "strided" => self.parse_strided_layout(),
            _ => self.parse_type_attribute(),
        }
    }

    fn parse_type_attribute(&mut self) -> Result<Attribute> {
        match self.parse_optional_type()? {
            Some(ty) => Ok(self.context().type_attribute(ty)),
            None => Err(self.wrong_token("expected attribute value")),
        }
    }

    /// Reads an attribute, if the current token can begin one.
    ///
    /// As in MLIR, `array`, `distinct` and `strided` do not count.
    ///
    /// # Errors
    /// It is invalid.
    pub fn parse_optional_attribute(&mut self, hint: Option<Type>) -> Result<Option<Attribute>> {
        let begins = match self.token().kind {
            TokenKind::Integer
            | TokenKind::Float
            | TokenKind::Minus
            | TokenKind::String
            | TokenKind::AtId
            | TokenKind::HashId
            | TokenKind::LeftBracket
            | TokenKind::LeftBrace => true,
            TokenKind::BareId => matches!(
                self.word(),
                "affine_map"
                    | "affine_set"
                    | "dense"
                    | "dense_resource"
                    | "false"
                    | "loc"
                    | "sparse"
                    | "true"
                    | "unit"
            ),
            _ => false,
        };
        if begins {
            return self.parse_attribute(hint).map(Some);
        }
        let ty = self.parse_optional_type()?;
        Ok(ty.map(|ty| self.context().type_attribute(ty)))
    }

    fn parse_array(&mut self) -> Result<Attribute> {
        self.advance();
        let mut elements = Vec::new();
        self.parse_list_until(TokenKind::RightBracket, true, |parser| {
            elements.push(parser.parse_attribute(None)?);
            Ok(())
        })?;
        Ok(self.context().array_attribute(&elements))
    }

    fn parse_string(&mut self, hint: Option<Type>) -> Result<Attribute> {
        let value = string_value(self.spelling());
        self.advance();
        let mut ty = hint;
        if ty.is_none() && self.take(TokenKind::Colon) {
            ty = Some(self.parse_type()?);
        }
        let context = self.context();
        Ok(match ty {
            Some(ty) => context.typed_string_attribute(value, ty),
            None => context.string_attribute(value),
        })
    }

    /// Reads `@root::@nested`.
    ///
    /// # Errors
    /// There is none, or `::` is not followed by a symbol.
    pub fn parse_symbol_ref(&mut self) -> Result<Attribute> {
        let root = self.parse_symbol_name()?;
        let mut nested: Vec<Identifier> = Vec::new();
        while self.is_at(TokenKind::Colon) {
            let colon = self.advance().span;
            if !self.take(TokenKind::Colon) {
                // A type follows, or what the lexer refuses.
                if !matches!(self.token().kind, TokenKind::End | TokenKind::Error(_)) {
                    self.seek(colon.start);
                }
                break;
            }
            if !self.is_at(TokenKind::AtId) {
                return Err(self.error("expected nested symbol reference identifier"));
            }
            nested.push(self.context().identifier(symbol_name(self.spelling())));
            self.advance();
        }
        Ok(self.context().symbol_ref_attribute(root, &nested))
    }

    fn parse_affine_map_attribute(&mut self) -> Result<Attribute> {
        self.advance();
        self.parse_token(TokenKind::Less, "expected '<' in affine map")?;
        let map = self.parse_affine_map()?;
        self.parse_token(TokenKind::Greater, "expected '>' in affine map")?;
        Ok(self.context().affine_map_attribute(map))
    }

    fn parse_integer_set_attribute(&mut self) -> Result<Attribute> {
        self.advance();
        self.parse_token(TokenKind::Less, "expected '<' in integer set")?;
        let set = self.parse_integer_set()?;
        self.parse_token(TokenKind::Greater, "expected '>' in integer set")?;
        Ok(self.context().integer_set_attribute(set))
    }

    /// Reads `strided<[strides], offset: offset>`; without the offset it is 0.
    fn parse_strided_layout(&mut self) -> Result<Attribute> {
        self.advance();
        self.parse_token(TokenKind::Less, "expected '<' after 'strided'")?;
        if !self.is_at(TokenKind::LeftBracket) {
            return Err(self.wrong_token("expected '['"));
        }
        let mut strides = Vec::new();
        let mut more = self.open_list(Delimiter::Square, "")?;
        while more {
            strides.push(self.parse_extent()?);
            more = self.next_in_list(Delimiter::Square, "")?;
        }
        let mut offset = 0;
        if !self.take(TokenKind::Greater) {
            self.parse_token(TokenKind::Comma, "expected ','")?;
            self.parse_word("offset", "expected 'offset' after comma")?;
            self.parse_token(TokenKind::Colon, "expected ':' after 'offset'")?;
            offset = self.parse_extent()?;
            self.parse_token(TokenKind::Greater, "expected '>'")?;
        }
        Ok(self.context().strided_layout_attribute(offset, &strides))
    }

    /// Reads a stride or an offset: `?` or an integer.
    fn parse_extent(&mut self) -> Result<i64> {
        if self.take(TokenKind::Question) {
            return Ok(DYNAMIC);
        }
        let place = self.span();
        let negative = self.take(TokenKind::Minus);
        let magnitude = match self.is_at(TokenKind::Integer) {
            true => integer::small_magnitude(self.spelling()).and_then(|value| i64::try_from(value).ok()),
            false => None,
        };
        let Some(magnitude) = magnitude else {
            return Err(self.error_at(place, "expected a 64-bit signed integer or '?'"));
        };
        self.advance();
        Ok(if negative { -magnitude } else { magnitude })
    }

    /// Reads `dense_resource<key> : type`.
    fn parse_dense_resource(&mut self, hint: Option<Type>) -> Result<Attribute> {
        let mut place = self.advance().span;
        self.parse_token(TokenKind::Less, "expected '<' after 'dense_resource'")?;
        let key = self.parse_resource_key()?;
        self.parse_token(TokenKind::Greater, "expected '>'")?;
        let ty = match hint {
            Some(ty) => ty,
            None => {
                place = self.span();
                self.parse_colon_type()?
            }
        };
        let attribute = self.context().dense_resource_attribute(key, ty);
        attribute.map_err(|error| self.error_at(place, error.message()))
    }

    /// Reads the key of a resource of the builtin dialect. The first use declares it, which can rename it if the
    /// context has another text's resource of that name.
    ///
    /// # Errors
    /// There is none.
    pub fn parse_resource_key(&mut self) -> Result<Identifier> {
        let Some(key) = self.parse_optional_keyword_or_string() else {
            return Err(self.error("expected identifier key for 'resource' entry"));
        };
        Ok(self.declare_resource(&key))
    }

    /// The key in the context of a resource of the builtin dialect, by its name in the text.
    pub(crate) fn declare_resource(&mut self, key: &[u8]) -> Identifier {
        if let Some(declared) = self.symbols.resources.get(key) {
            return *declared;
        }
        let dialect = self.context().identifier("builtin");
        let declared = self.context().declare_resource(dialect, key);
        self.symbols.resources.insert(key.to_vec(), declared);
        declared
    }

    /// Reads `distinct[number]<attribute>`. Equal numbers of one text are one attribute.
    fn parse_distinct(&mut self, hint: Option<Type>) -> Result<Attribute> {
        let place = self.advance().span;
        self.parse_token(TokenKind::LeftBracket, "expected '[' after 'distinct'")?;
        let spelling = self.spelling();
        self.parse_token(TokenKind::Integer, "expected distinct ID")?;
        let Some(number) = integer::small_magnitude(spelling) else {
            return Err(self.error("expected an unsigned 64-bit integer"));
        };
        self.parse_token(TokenKind::RightBracket, "expected ']' to close distinct ID")?;
        self.parse_token(TokenKind::Less, "expected '<' after distinct ID")?;
        let referenced = match self.take(TokenKind::Greater) {
            true => self.context().unit_attribute(),
            false => {
                let referenced = self.parse_attribute(hint);
                let referenced = referenced.map_err(|error| self.also(error, None, "expected attribute"))?;
                self.parse_token(TokenKind::Greater, "expected '>' to close distinct attribute")?;
                referenced
            }
        };
        let context = self.context();
        let (_, attribute) = *self
            .symbols
            .distinct
            .entry(number)
            .or_insert_with(|| (referenced, context.distinct_attribute(referenced)));
        let (previous, _) = self.symbols.distinct[&number];
        if previous != referenced {
            let previous = crate::string::quote_attribute(context, previous);
            return Err(self.error_at(
                place,
                format!("referenced attribute does not match previous definition: {previous}"),
            ));
        }
        Ok(attribute)
    }
}
