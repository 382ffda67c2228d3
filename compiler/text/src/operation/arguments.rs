//! Regions whose first block has the arguments that the operation's own text names, as functions and loops have.

use tvmlike_ir::{NamedAttribute, Region, Type};
use tvmlike_syntax::{Span, TokenKind};

use super::blocks::Blocks;
use super::parser::{Deferred, OperationParser};
use super::values::UnresolvedOperand;
use crate::error::{ParseError, Result};
use crate::location::LocationOrAlias;
use crate::parser::with_stack;

/// An argument of a region, as the text of an operation names it: `%a: i32 {x = 1} loc(…)`.
#[derive(Debug)]
pub struct RegionArgument<'s> {
    /// Where the name is, with `%`; `None` for an argument without a name.
    pub name: Option<Span>,
    /// Its type.
    pub ty: Type,
    /// The attributes behind its type.
    pub attributes: Vec<NamedAttribute>,
    location: Option<LocationOrAlias<'s>>,
}

impl<'s> RegionArgument<'s> {
    /// A named argument without attributes and location.
    pub fn new(name: Span, ty: Type) -> Self {
        Self {
            name: Some(name),
            ty,
            attributes: Vec::new(),
            location: None,
        }
    }
}

impl<'s> OperationParser<'_, '_, 's> {
    /// Reads the name of an argument: `%a`.
    ///
    /// # Errors
    /// There is none, or it has a result number.
    pub fn parse_argument_name(&mut self) -> Result<Span> {
        if !self.parser.is_at(TokenKind::PercentId) {
            return Err(self.parser.wrong_token("expected SSA operand"));
        }
        let name = self.parser.advance().span;
        match self.parser.is_at(TokenKind::HashId) {
            true => Err(self.parser.error("result number not allowed in argument list")),
            false => Ok(name),
        }
    }

    /// Reads `%a` as an operand that must not have a result number.
    ///
    /// # Errors
    /// There is none, or it has a result number.
    pub fn parse_unnumbered_operand(&mut self) -> Result<UnresolvedOperand> {
        let span = self.parse_argument_name()?;
        let name = self.values.name(&self.parser.bytes(span)[1..]);
        Ok(UnresolvedOperand {
            name,
            number: 0,
            span,
        })
    }

    /// Reads `%a loc(…)`: an argument of a type that its text does not show.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_named_region_argument(&mut self, ty: Type) -> Result<RegionArgument<'s>> {
        let name = self.parse_argument_name()?;
        self.located_argument(RegionArgument::new(name, ty))
    }

    /// Reads `%a : i32 loc(…)`.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_typed_region_argument(&mut self) -> Result<RegionArgument<'s>> {
        let name = self.parse_argument_name()?;
        self.parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let ty = self.parser.parse_type()?;
        self.located_argument(RegionArgument::new(name, ty))
    }

    /// Reads the location of an argument, if it is there.
    fn located_argument(&mut self, argument: RegionArgument<'s>) -> Result<RegionArgument<'s>> {
        let location = self.parser.parse_optional_trailing_location()?;
        Ok(RegionArgument { location, ..argument })
    }

    /// Reads `%a: i32 {…} loc(…)`, or the same without a name.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_region_argument(&mut self) -> Result<RegionArgument<'s>> {
        let mut name = None;
        if self.parser.is_at(TokenKind::PercentId) {
            name = Some(self.parse_argument_name()?);
            self.parser.parse_token(TokenKind::Colon, "expected ':'")?;
        }
        let ty = self.parser.parse_type()?;
        let mut attributes = Vec::new();
        self.parse_optional_attr_dict(&mut attributes)?;
        let location = self.parser.parse_optional_trailing_location()?;
        Ok(RegionArgument {
            name,
            ty,
            attributes,
            location,
        })
    }

    /// Reads `{ … }` as a region whose first block has arguments, and in which no other names can be used.
    ///
    /// # Errors
    /// The text is not a region, or uses names that it does not define.
    pub fn parse_isolated_region(&mut self, arguments: &[RegionArgument<'_>]) -> Result<Region> {
        self.values.isolate(self.edit);
        let region = self.parse_region_with_arguments(arguments)?;
        self.values.finish()?;
        self.values.end_isolation();
        Ok(region)
    }

    /// Reads `{ … }` as a region whose first block has arguments.
    ///
    /// # Errors
    /// The text is not a region, or an argument has a name that is in use.
    pub fn parse_region_with_arguments(&mut self, arguments: &[RegionArgument<'_>]) -> Result<Region> {
        if arguments.first().is_none_or(|first| first.name.is_none()) {
            return self.parse_region();
        }
        self.parser
            .parse_token(TokenKind::LeftBrace, "expected '{' to begin a region")?;
        let region = self.create_open_region();
        let mark = self.values.enter();
        self.blocks.push(Blocks::default());
        if self.parser.is_at(TokenKind::CaretId) {
            return Err(self
                .parser
                .error("invalid block name in region with named arguments"));
        }
        let entry = self.edit.create_block(&[]);
        self.append(region, entry);
        for argument in arguments {
            let Some(span) = argument.name else {
                continue;
            };
            let location = self.location(span);
            let value = entry.add_argument(self.edit, argument.ty, location);
            let text = &self.parser.bytes(span)[1..];
            let name = self.values.name(text);
            if let Some(used) = self.values.place_of(name) {
                let text = String::from_utf8_lossy(text);
                let message = format!("region entry argument '%{text}' is already in use");
                return Err(ParseError::new(span, message).with_note(used, "previously referenced here"));
            }
            self.values.define(self.edit, name, text, (value, 1), span)?;
            match &argument.location {
                Some(LocationOrAlias::Location(location)) => value.set_location(self.edit, *location),
                Some(LocationOrAlias::Undefined { span, .. }) => {
                    self.deferred.push(Deferred::Argument(value, *span));
                }
                None => {}
            }
        }
        with_stack(|| self.parse_rest_of_region(region, entry))?;
        let blocks = self.blocks.last().expect("the blocks of this region");
        blocks.finish()?;
        self.blocks.pop();
        let end = self.parser.span().start;
        self.values.leave(mark, end);
        Ok(region)
    }
}
