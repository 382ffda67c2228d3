//! Definitions of aliases at the top of a text: `#map = …`, `!type = …`.

use tvmlike_syntax::{Span, TokenKind};

use crate::alias::Aliased;
use crate::error::{ParseError, Result};
use crate::parser::Parser;
use crate::printer::{Elision, Printer};

impl<'s> Parser<'_, 's> {
    /// Reads `#name = attribute`.
    ///
    /// # Errors
    /// The text is not that, or the name is defined already.
    pub(crate) fn parse_attribute_alias_definition(&mut self) -> Result<()> {
        let (name, span) = self.parse_alias_name("attribute")?;
        if self.symbols.attributes.contains_key(name) {
            return Err(redefinition("attribute", name, span));
        }
        self.parse_token(TokenKind::Equal, "expected '=' in attribute alias definition")?;
        let attribute = match self.word() {
            "loc" => {
                let location = self.parse_location()?;
                self.context().location_attribute(location)
            }
            _ => self.parse_attribute(None)?,
        };
        self.symbols.attributes.insert(name.to_vec(), attribute);
        Ok(())
    }

    /// Reads `!name = type`.
    ///
    /// # Errors
    /// The text is not that, or the name is defined already.
    pub(crate) fn parse_type_alias_definition(&mut self) -> Result<()> {
        let (name, span) = self.parse_alias_name("type")?;
        if self.symbols.types.contains_key(name) {
            return Err(redefinition("type", name, span));
        }
        self.parse_token(TokenKind::Equal, "expected '=' in type alias definition")?;
        let ty = self.parse_type()?;
        self.symbols.types.insert(name.to_vec(), ty);
        Ok(())
    }

    /// Reads a name with its sigil.
    fn parse_alias_name(&mut self, kind: &str) -> Result<(&'s [u8], Span)> {
        let span = self.span();
        let name = &self.spelling()[1..];
        if name.contains(&b'.') {
            let message = format!("{kind} names with a '.' are reserved for dialect-defined names");
            return Err(ParseError::new(span, message));
        }
        self.advance();
        Ok((name, span))
    }
}

impl Printer<'_> {
    /// Writes the definitions of aliases, one a line: those at the start of the text, or the `deferred` ones at its end.
    pub fn print_alias_definitions(&mut self, out: &mut Vec<u8>, deferred: bool) {
        let mut index = 0;
        while let Some(alias) = self.aliases.definition(index) {
            index += 1;
            if alias.is_deferred != deferred {
                continue;
            }
            out.extend_from_slice(&alias.text);
            out.extend_from_slice(b" = ");
            match alias.aliased {
                Aliased::Attribute(attribute) => {
                    self.print_attribute_body(out, attribute, Elision::Never);
                }
                Aliased::Type(ty) => self.print_type_body(out, ty),
            }
            out.push(b'\n');
        }
    }
}

fn redefinition(kind: &str, name: &[u8], span: Span) -> ParseError {
    let name = String::from_utf8_lossy(name);
    ParseError::new(span, format!("redefinition of {kind} alias id '{name}'"))
}
