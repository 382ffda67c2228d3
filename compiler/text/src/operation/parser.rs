//! The parser of operations: a [`Parser`] with the names of values and blocks, and the right to change the context.
//!
//! Invariant: operations stand in their blocks as soon as they are read, and blocks in a region on its own until the
//! operation of the region is read. After an error everything that was made is erased again.

use std::ops::{Deref, DerefMut};

use tvmlike_ir::{Block, Exclusive, Identifier, Location, Op, Region, SourceText, Type, Value};
use tvmlike_syntax::{Span, TokenKind};

use super::blocks::Blocks;
use super::line::Lines;
use super::names::{Names, OpName};
use super::parts::OpParts;
use super::progress::Progress;
use super::tail::Tails;
use super::values::{UnresolvedOperand, Values};
use crate::error::{ParseError, Result};
use crate::location::LocationOrAlias;
use crate::metadata::ExternalResources;
use crate::parser::{Parser, with_stack};

/// A location alias that is used before its definition: of an operation, or of an argument.
pub(super) enum Deferred {
    Op(Op, Span),
    Argument(Value, Span),
}

/// Reads operations.
pub struct OperationParser<'e, 'c, 's> {
    pub(crate) parser: Parser<'c, 's>,
    pub(super) edit: &'e mut Exclusive<'c>,
    pub(crate) values: Values<'s>,
    /// The blocks by name, of each region that is being read.
    pub(super) blocks: Vec<Blocks<'s>>,
    /// Regions that belong to no operation yet.
    pub(super) open: Vec<Region>,
    pub(super) tails: Tails<'s>,
    pub(super) lines: Lines<'c, 's>,
    pub(super) operands: Vec<UnresolvedOperand>,
    pub(super) resolved: Vec<Value>,
    pub(super) types: Vec<Type>,
    /// In the order in which MLIR resolves them: of what is nested in an operation, of it, of the arguments in it.
    pub(super) deferred: Vec<Deferred>,
    /// The dialects whose operations need no prefix, of each operation that is being read.
    pub(super) default_dialects: Vec<Option<Identifier>>,
    /// Lists that the next operation in custom form can use.
    pub(super) spare_parts: Vec<OpParts>,
    /// The operation in custom form that is being read, and where it begins.
    pub(super) op_name: Option<Identifier>,
    pub(super) op_start: Span,
    /// How many results have names in the text, of the operation whose name was read last.
    named_results: u64,
    /// Those of the arguments in operations that are not made yet.
    deferred_arguments: Vec<(Value, Span)>,
    names: Names<'s>,
    /// The resources of the text that no dialect owns.
    pub(crate) external: ExternalResources,
    /// The text, for locations.
    pub(super) source: SourceText,
    /// The threads that may read.
    pub(super) threads: usize,
    pub(super) progress: Progress,
}

impl<'c, 's> Deref for OperationParser<'_, 'c, 's> {
    type Target = Parser<'c, 's>;

    fn deref(&self) -> &Parser<'c, 's> {
        &self.parser
    }
}

impl DerefMut for OperationParser<'_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.parser
    }
}

/// The names before `=`: `%a, %b:2`.
pub(super) type ResultNames = Vec<(Span, u64)>;

impl<'e, 'c, 's> OperationParser<'e, 'c, 's> {
    /// A parser at the start of a text, which the context knows as `source`.
    pub(crate) fn new(
        edit: &'e mut Exclusive<'c>,
        parser: Parser<'c, 's>,
        source: SourceText,
        (threads, progress): (usize, Progress),
    ) -> Self {
        Self {
            values: Values::new(edit),
            parser,
            edit,
            blocks: vec![Blocks::default()],
            open: Vec::new(),
            tails: Tails::default(),
            lines: Lines::default(),
            external: ExternalResources::new(),
            operands: Vec::new(),
            resolved: Vec::new(),
            types: Vec::new(),
            deferred: Vec::new(),
            default_dialects: Vec::new(),
            spare_parts: Vec::new(),
            op_name: None,
            op_start: Span::default(),
            named_results: 0,
            deferred_arguments: Vec::new(),
            names: Names::default(),
            source,
            threads,
            progress,
        }
    }

    /// The location of a place in the text.
    #[inline]
    pub(super) fn location(&self, span: Span) -> Location {
        self.source.location(self.edit, span.start)
    }

    /// Reads one operation, with the names of its results, and appends it to a block.
    pub(crate) fn parse_operation(&mut self, block: Block) -> Result<()> {
        self.progress.reach(self.parser.span().start);
        if self.values.recorder.is_none() {
            return self.parse_unrecorded(block).map(drop);
        }
        self.parse_recorded(block)
    }

    #[cold]
    fn parse_recorded(&mut self, block: Block) -> Result<()> {
        let start = self.parser.span().start;
        if let Some(recorder) = &mut self.values.recorder {
            recorder.begin_op(start);
        }
        let op = self.parse_unrecorded(block)?;
        let end = self.parser.span().start;
        if let Some(recorder) = &mut self.values.recorder {
            recorder.end_op(self.edit, op, end);
        }
        Ok(())
    }

    #[inline]
    fn parse_unrecorded(&mut self, block: Block) -> Result<Op> {
        if !self.parser.is_at(TokenKind::PercentId) {
            self.named_results = 0;
            return self.parse_named_operation(block);
        }
        let start = self.parser.span();
        // Nearly all operations have one name, which needs no list.
        let first = self.parse_result_name()?;
        let mut more = ResultNames::new();
        while self.parser.take(TokenKind::Comma) {
            more.push(self.parse_result_name()?);
        }
        self.parser
            .parse_token(TokenKind::Equal, "expected '=' after SSA name")?;
        let named = more
            .iter()
            .fold(first.1, |sum, (_, count)| sum.saturating_add(*count));
        self.named_results = named;
        let op = self.parse_named_operation(block)?;
        let results = op.num_results(self.edit);
        if results == 0 {
            return Err(ParseError::new(start, "cannot name an operation with no results"));
        }
        if results as u64 != named {
            let message = format!("operation defines {results} results but was provided {named} to bind");
            return Err(ParseError::new(start, message));
        }
        let mut index = 0;
        for (span, count) in std::iter::once(first).chain(more) {
            let value = op.result(self.edit, index).expect("as many results as names");
            let text = &self.parser.bytes(span)[1..];
            let name = self.values.name(text);
            self.values
                .define(self.edit, name, text, (value, count as u32), span)?;
            index += count as usize;
        }
        Ok(op)
    }

    /// Reads `%a` or `%a:2` before `=`.
    fn parse_result_name(&mut self) -> Result<(Span, u64)> {
        if !self.parser.is_at(TokenKind::PercentId) {
            return Err(self.parser.wrong_token("expected valid ssa identifier"));
        }
        let span = self.parser.advance().span;
        if !self.parser.take(TokenKind::Colon) {
            return Ok((span, 1));
        }
        let count_at = self.parser.span();
        if !self.parser.is_at(TokenKind::Integer) {
            return Err(self.parser.wrong_token("expected integer number of results"));
        }
        let count = std::str::from_utf8(self.parser.spelling())
            .ok()
            .and_then(|text| text.parse::<u64>().ok());
        match count {
            Some(count) if count > 0 => {
                self.parser.advance();
                Ok((span, count))
            }
            _ => Err(ParseError::new(
                count_at,
                "expected named operation to have at least 1 result",
            )),
        }
    }

    /// How many results the text names before the operation that is being read. Its regions must not have been read yet.
    pub fn num_named_results(&self) -> u64 {
        self.named_results
    }

    fn parse_named_operation(&mut self, block: Block) -> Result<Op> {
        match self.parser.token().kind {
            TokenKind::String => self.parse_generic_operation(block),
            TokenKind::BareId => self.parse_custom_operation(block),
            _ => Err(self.parser.wrong_token("expected operation name in quotes")),
        }
    }

    /// Reads operations up to the end of the block.
    pub(super) fn parse_block_body(&mut self, block: Block) -> Result<()> {
        loop {
            match self.parser.token().kind {
                TokenKind::CaretId | TokenKind::RightBrace => return Ok(()),
                _ => self.parse_operation(block)?,
            }
        }
    }

    /// Reads `{ … }` as a region on its own, which stays in `open` until an operation takes it.
    ///
    /// # Errors
    /// The text is not a region.
    pub fn parse_region(&mut self) -> Result<Region> {
        self.parser
            .parse_token(TokenKind::LeftBrace, "expected '{' to begin a region")?;
        let region = self.edit.create_region();
        self.open.push(region);
        if self.parser.take(TokenKind::RightBrace) {
            return Ok(region);
        }
        let mark = self.values.enter();
        self.blocks.push(Blocks::default());
        with_stack(|| self.parse_region_body(region))?;
        let blocks = self.blocks.last().expect("the blocks of this region");
        blocks.finish()?;
        self.blocks.pop();
        let end = self.parser.span().start;
        self.values.leave(mark, end);
        Ok(region)
    }

    fn parse_region_body(&mut self, region: Region) -> Result<()> {
        if !self.parser.is_at(TokenKind::CaretId) {
            let entry = self.edit.create_block(&[]);
            self.append(region, entry);
            return self.parse_rest_of_region(region, entry);
        }
        self.parse_blocks(region)
    }

    /// Reads the operations of the first block, and the other blocks.
    pub(super) fn parse_rest_of_region(&mut self, region: Region, entry: Block) -> Result<()> {
        self.parse_entry_block(region, entry)?;
        self.parse_blocks(region)
    }

    /// Reads blocks up to the end of the region.
    fn parse_blocks(&mut self, region: Region) -> Result<()> {
        while !self.parser.take(TokenKind::RightBrace) {
            self.parse_block(region)?;
        }
        Ok(())
    }

    pub(super) fn append(&mut self, region: Region, block: Block) {
        region
            .append(self.edit, block)
            .expect("a block that is detached goes into a region that belongs to no operation");
    }

    /// Reads a label and the operations behind it.
    fn parse_block(&mut self, region: Region) -> Result<()> {
        if !self.parser.is_at(TokenKind::CaretId) {
            return Err(self.parser.wrong_token("expected block name"));
        }
        let span = self.parser.advance().span;
        let name = self.parser.bytes(span);
        let blocks = self.blocks.last_mut().expect("the blocks of this region");
        let block = blocks.define(self.edit, name, span)?;
        if let Some(recorder) = &mut self.values.recorder {
            recorder.define_block(block, span);
        }
        self.append(region, block);
        if self.parser.take(TokenKind::LeftParen) && !self.parser.take(TokenKind::RightParen) {
            loop {
                self.parse_block_argument(block)?;
                if self.parser.take(TokenKind::RightParen) {
                    break;
                }
                self.parser.parse_token(TokenKind::Comma, "expected ')'")?;
            }
        }
        self.parser
            .parse_token(TokenKind::Colon, "expected ':' after block name")?;
        self.parse_block_body(block)
    }

    /// Reads `%a: i32 loc(…)`.
    fn parse_block_argument(&mut self, block: Block) -> Result<()> {
        if !self.parser.is_at(TokenKind::PercentId) {
            return Err(self.parser.wrong_token("expected SSA operand"));
        }
        let span = self.parser.advance().span;
        // `%a#0` is `%a`.
        if self.parser.is_at(TokenKind::HashId) && self.parser.spelling() == b"#0" {
            self.parser.advance();
        }
        self.parser
            .parse_token(TokenKind::Colon, "expected ':' and type for SSA operand")?;
        let ty = self.parser.parse_type()?;
        let location = self.location(span);
        let argument = block.add_argument(self.edit, ty, location);
        let text = &self.parser.bytes(span)[1..];
        let name = self.values.name(text);
        self.values.define(self.edit, name, text, (argument, 1), span)?;
        match self.parser.parse_optional_trailing_location()? {
            Some(LocationOrAlias::Location(location)) => argument.set_location(self.edit, location),
            Some(LocationOrAlias::Undefined { span, .. }) => {
                self.deferred_arguments.push((argument, span));
            }
            None => {}
        }
        Ok(())
    }

    /// Checks, at the end of the text, that everything that is used is defined.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.values.finish()?;
        self.resolve_deferred()?;
        self.blocks[0].finish()
    }

    /// Gives operations and arguments the locations whose aliases were defined after them.
    fn resolve_deferred(&mut self) -> Result<()> {
        for deferred in std::mem::take(&mut self.deferred) {
            let (Deferred::Op(_, span) | Deferred::Argument(_, span)) = deferred;
            let name = &self.parser.bytes(span)[1..];
            let Some(found) = self.parser.symbols.attributes.get(name) else {
                return Err(ParseError::new(
                    span,
                    "operation location alias was never defined",
                ));
            };
            let Some(location) = Location::from_attribute(self.edit, *found) else {
                let found = crate::string::quote_attribute(self.edit, *found);
                return Err(ParseError::new(
                    span,
                    format!("expected location, but found '{found}'"),
                ));
            };
            match deferred {
                Deferred::Op(op, _) => op.set_location(self.edit, location),
                Deferred::Argument(argument, _) => argument.set_location(self.edit, location),
            }
        }
        Ok(())
    }

    /// Appends a new operation to a block. Its regions are no longer open. `alias` is its location, if that is not known
    /// yet.
    pub(super) fn adopt(&mut self, block: Block, op: Op, regions: usize, alias: Option<Span>) {
        self.open.truncate(self.open.len() - regions);
        block
            .append(self.edit, op)
            .expect("a new operation goes into a block that is not nested in it");
        if let Some(span) = alias {
            self.deferred.push(Deferred::Op(op, span));
        }
        let is_inside = |(argument, _): &&(Value, Span)| {
            let block = argument.parent_block(self.edit);
            block.and_then(|block| block.parent_op(self.edit)) == Some(op)
        };
        let count = self.deferred_arguments.iter().rev().take_while(is_inside).count();
        let first = self.deferred_arguments.len() - count;
        for (argument, span) in self.deferred_arguments.drain(first..) {
            self.deferred.push(Deferred::Argument(argument, span));
        }
    }

    /// Erases what was read, after an error.
    pub(crate) fn abandon(&mut self, root: Block) {
        let mut blocks: Vec<Block> = self.blocks.iter().flat_map(Blocks::undefined).collect();
        blocks.push(root);
        self.edit
            .erase_unused(&blocks, &self.open)
            .expect("nothing outside uses what a text has defined");
        self.values.abandon(self.edit);
    }

    /// The name of an operation that was read before.
    #[inline]
    pub(super) fn known_op_name(&self, text: &[u8]) -> Option<OpName> {
        self.names.known(text)
    }

    pub(super) fn op_name(&mut self, text: &'s [u8]) -> OpName {
        self.names.get(self.edit, text)
    }
}
