//! Reading locations.

use tvmlike_ir::{AttributeKind, Identifier, Location};
use tvmlike_syntax::{Span, TokenKind};

use crate::error::Result;
use crate::integer;
use crate::parser::{Delimiter, Parser};

const LINE: &str = "expected integer line number in FileLineColRange";
const COLUMN: &str = "expected integer column number in FileLineColRange";

/// The location behind an operation: its alias can be defined later in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocationOrAlias<'s> {
    /// A location.
    Location(Location),
    /// An alias that is not defined yet.
    Undefined {
        /// The name, without `#`.
        name: &'s [u8],
        /// Where it is used.
        span: Span,
    },
}

impl<'s> Parser<'_, 's> {
    /// Reads `loc(location)`.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_location(&mut self) -> Result<Location> {
        self.parse_word("loc", "expected 'loc' keyword in location")?;
        self.parse_token(TokenKind::LeftParen, "expected '(' in inline location")?;
        let location = self.parse_location_instance()?;
        self.parse_token(TokenKind::RightParen, "expected ')' in inline location")?;
        Ok(location)
    }

    /// Reads `loc(location)`, if it is there. An alias can be undefined.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_optional_trailing_location(&mut self) -> Result<Option<LocationOrAlias<'s>>> {
        if !self.take_word("loc") {
            return Ok(None);
        }
        self.parse_token(TokenKind::LeftParen, "expected '(' in location")?;
        let location = self.parse_location_or_alias()?;
        self.parse_token(TokenKind::RightParen, "expected ')' in location")?;
        Ok(Some(location))
    }

    fn parse_location_or_alias(&mut self) -> Result<LocationOrAlias<'s>> {
        if !self.is_at(TokenKind::HashId) {
            return self.parse_location_instance().map(LocationOrAlias::Location);
        }
        let span = self.advance().span;
        let name = &self.bytes(span)[1..];
        if name.contains(&b'.') {
            let name = String::from_utf8_lossy(name);
            return Err(self.error_at(
                span,
                format!("expected location, but found dialect attribute: '#{name}'"),
            ));
        }
        let Some(attribute) = self.symbols.attributes.get(name).copied() else {
            return Ok(LocationOrAlias::Undefined { name, span });
        };
        match attribute.kind(self.context()) {
            AttributeKind::Location(location) => Ok(LocationOrAlias::Location(location)),
            _ => {
                let found = crate::string::quote_attribute(self.context(), attribute);
                Err(self.error_at(span, format!("expected location, but found '{found}'")))
            }
        }
    }

    /// Reads what is between the parentheses of `loc(…)`.
    ///
    /// # Errors
    /// It is not a location.
    pub fn parse_location_instance(&mut self) -> Result<Location> {
        let context = self.context();
        match self.token().kind {
            TokenKind::HashId => {
                let attribute = self.nested(|parser| parser.parse_extended_attribute(None))?;
                match attribute.kind(context) {
                    AttributeKind::Location(location) => Ok(location),
                    _ => {
                        // MLIR's message has no blank there.
                        let found = crate::string::quote_attribute(context, attribute);
                        Err(self.error(format!("expected location attribute, but got{found}")))
                    }
                }
            }
            TokenKind::String => self.parse_name_or_file(),
            _ => match self.word() {
                "callsite" => self.nested(Self::parse_call_site),
                "fused" => self.nested(Self::parse_fused),
                "unknown" => {
                    self.advance();
                    Ok(context.unknown_location())
                }
                _ => Err(self.wrong_token("expected location instance")),
            },
        }
    }

    fn parse_call_site(&mut self) -> Result<Location> {
        self.advance();
        self.parse_token(TokenKind::LeftParen, "expected '(' in callsite location")?;
        let callee = self.parse_location_instance()?;
        self.parse_word("at", "expected 'at' in callsite location")?;
        let caller = self.parse_location_instance()?;
        self.parse_token(TokenKind::RightParen, "expected ')' in callsite location")?;
        Ok(self.context().call_site_location(callee, caller))
    }

    fn parse_fused(&mut self) -> Result<Location> {
        const PLACE: &str = " in fused location";
        self.advance();
        let mut metadata = None;
        if self.take(TokenKind::Less) {
            metadata = Some(self.parse_attribute(None)?);
            self.parse_token(TokenKind::Greater, "expected '>' after fused location metadata")?;
        }
        let mut locations = Vec::new();
        let mut more = self.open_list(Delimiter::Square, PLACE)?;
        while more {
            locations.push(self.parse_location_instance()?);
            more = self.next_in_list(Delimiter::Square, PLACE)?;
        }
        Ok(self.context().fused_location(&locations, metadata))
    }

    fn parse_name_or_file(&mut self) -> Result<Location> {
        let text = self.parse_optional_string().unwrap_or_default();
        let context = self.context();
        let name = context.identifier(text);
        if self.take(TokenKind::Colon) {
            return self.parse_file_range(name);
        }
        if !self.is_at(TokenKind::LeftParen) {
            return Ok(context.name_location(name, context.unknown_location()));
        }
        self.nested(|parser| {
            parser.advance();
            let child = parser.parse_location_instance()?;
            parser.parse_token(
                TokenKind::RightParen,
                "expected ')' after child location of NameLoc",
            )?;
            Ok(context.name_location(name, child))
        })
    }

    /// Reads `line`, `line:column`, `line:column to :column` or `line:column to line:column`.
    fn parse_file_range(&mut self, file: Identifier) -> Result<Location> {
        let line = self.parse_u32(LINE)?;
        let context = self.context();
        if !self.take(TokenKind::Colon) {
            return Ok(context.file_line_location(file, line));
        }
        let column = self.parse_u32(COLUMN)?;
        if !self.take_word("to") {
            return Ok(context.file_line_col_location(file, line, column));
        }
        let end_line = match self.is_at(TokenKind::Integer) {
            true => Some(self.parse_u32(LINE)?),
            false => None,
        };
        self.parse_token(
            TokenKind::Colon,
            "expected either integer or `:` post `to` in FileLineColRange",
        )?;
        let end_column = self.parse_u32(COLUMN)?;
        Ok(match end_line {
            Some(end_line) => context.file_range_location(file, [line, column], [end_line, end_column]),
            None => context.file_columns_location(file, line, column, end_column),
        })
    }

    fn parse_u32(&mut self, message: &str) -> Result<u32> {
        let value = match self.is_at(TokenKind::Integer) {
            true => integer::small_magnitude(self.spelling()).and_then(|value| u32::try_from(value).ok()),
            false => None,
        };
        let Some(value) = value else {
            return Err(self.wrong_token(message));
        };
        self.advance();
        Ok(value)
    }
}
