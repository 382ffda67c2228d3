//! Operations in generic form.

use tvmlike_ir::{Attribute, Block, Location, Op, OpState, Region, Traits};
use tvmlike_syntax::literal::string_value;
use tvmlike_syntax::{Span, TokenKind};

use super::custom::withdrawn;
use super::names::OpName;
use super::parser::OperationParser;
use super::properties::{Violations, settle};
use super::tail::rest_of_line;
use super::values::UnresolvedOperand;
use crate::error::{ParseError, Result};
use crate::location::LocationOrAlias;

/// The parts of an operation after its regions, except the types, which are on the stack of types.
struct Rest {
    properties: Option<Attribute>,
    attributes: Option<Attribute>,
    /// Where the types of the operands and of the results begin on the stack.
    operand_types: usize,
    result_types: usize,
    /// Where the types begin in the text.
    signature: Span,
    /// The number of this text among those that are remembered.
    tail: Option<u32>,
}

impl<'s> OperationParser<'_, '_, 's> {
    /// Reads `"name"(…) … : (…) -> …` and appends the operation to a block.
    pub(super) fn parse_generic_operation(&mut self, block: Block) -> Result<Op> {
        let start = self.parser.advance().span;
        let name = self.parse_generic_name(start)?;
        if let Some(recorder) = &mut self.values.recorder {
            recorder.name_op(name.id, start);
        }
        self.check_registered(name)?;
        let operands = self.operands.len();
        self.parse_operands()?;
        let mut successors = Vec::new();
        if self.parser.is_at(TokenKind::LeftBracket) {
            let info = self.edit.op_info(name.id);
            if info.is_some_and(|info| !info.traits().contains(Traits::TERMINATOR)) {
                return Err(self.parser.wrong_token("successors in non-terminator"));
            }
            successors = self.parse_successors()?;
        }
        let types = self.types.len();
        let mut regions: Vec<Option<Region>> = Vec::new();
        let rest = self.parse_rest(&mut regions)?;
        let op = self.make(name, block, start, (operands, types), rest, &successors, &regions)?;
        Ok(op)
    }

    fn parse_generic_name(&mut self, span: Span) -> Result<OpName> {
        let text: &'s [u8] = self.parser.bytes(span);
        let inner = &text[1..text.len() - 1];
        // Names that are known have no escapes.
        if let Some(name) = self.known_op_name(inner) {
            return Ok(name);
        }
        if memchr::memchr2(b'\\', 0, inner).is_none() {
            if inner.is_empty() {
                return Err(ParseError::new(span, "empty operation name is invalid"));
            }
            return Ok(self.op_name(inner));
        }
        let value = string_value(text);
        if value.contains(&0) {
            return Err(ParseError::new(
                span,
                "null character not allowed in operation name",
            ));
        }
        Ok(OpName::new(self.edit, &value))
    }

    /// Refuses operations of dialects that are not known, unless the context allows them.
    fn check_registered(&self, name: OpName) -> Result<()> {
        let context = self.edit.context();
        if name.is_registered
            || context.allows_unregistered_dialects()
            || name
                .id
                .dialect_namespace(context)
                .is_some_and(|d| context.dialect(d).is_some())
        {
            return Ok(());
        }
        Err(self.parser.error(
            "operation being parsed with an unregistered dialect. If this is intended, please use \
             -allow-unregistered-dialect with the MLIR tool used",
        ))
    }

    /// Reads `(%a, %b#1)` onto the stack of operands.
    fn parse_operands(&mut self) -> Result<()> {
        self.parser
            .parse_token(TokenKind::LeftParen, "expected '(' to start operand list")?;
        if !self.parser.is_at(TokenKind::PercentId) {
            return self
                .parser
                .parse_token(TokenKind::RightParen, "expected ')' to end operand list");
        }
        loop {
            let operand = self.parse_operand()?;
            self.operands.push(operand);
            if self.parser.take(TokenKind::RightParen) {
                return Ok(());
            }
            self.parser
                .parse_token(TokenKind::Comma, "expected ')' to end operand list")?;
        }
    }

    /// Reads `%a` or `%a#1`.
    ///
    /// # Errors
    /// The current token is no value's name.
    #[inline]
    pub fn parse_operand(&mut self) -> Result<UnresolvedOperand> {
        if !self.parser.is_at(TokenKind::PercentId) {
            return Err(self.parser.wrong_token("expected SSA operand"));
        }
        let span = self.parser.advance().span;
        let name = self.values.name(&self.parser.bytes(span)[1..]);
        let number = self.parser.parse_optional_result_number()?;
        Ok(UnresolvedOperand { name, number, span })
    }

    /// Reads `[^bb1, ^bb2]`.
    pub(super) fn parse_successors(&mut self) -> Result<Vec<Block>> {
        self.parser.advance();
        if self.parser.is_at(TokenKind::RightBracket) {
            return Err(self.parser.wrong_token("expected list element"));
        }
        let mut successors = Vec::new();
        loop {
            if !self.parser.is_at(TokenKind::CaretId) {
                return Err(self.parser.wrong_token("expected block name"));
            }
            let span = self.parser.advance().span;
            check_count(successors.len(), "successors", span)?;
            let name = self.parser.bytes(span);
            let blocks = self.blocks.last_mut().expect("the blocks of the region");
            let block = blocks.refer(self.edit, name, span);
            if let Some(recorder) = &mut self.values.recorder {
                recorder.use_block(block, span);
            }
            successors.push(block);
            if self.parser.take(TokenKind::RightBracket) {
                return Ok(successors);
            }
            self.parser.parse_token(TokenKind::Comma, "expected ',' or ']'")?;
        }
    }

    /// Reads properties, regions, attributes and types.
    fn parse_rest(&mut self, regions: &mut Vec<Option<Region>>) -> Result<Rest> {
        let mut key: &'s [u8] = &[];
        let from = self.parser.span().start;
        if self.tails.is_on() {
            key = rest_of_line(self.parser.text(), from as usize);
            if let Some(rest) = self.find_tail(key, from) {
                return Ok(rest);
            }
        }
        let properties = self.parse_properties()?;
        if self.parser.take(TokenKind::LeftParen) {
            loop {
                check_count(regions.len(), "regions", self.parser.span())?;
                regions.push(Some(self.parse_region()?));
                if self.parser.take(TokenKind::RightParen) {
                    break;
                }
                self.parser
                    .parse_token(TokenKind::Comma, "expected ')' to end region list")?;
            }
        }
        let attributes = self.parse_attributes()?;
        self.parser
            .parse_token(TokenKind::Colon, "expected ':' followed by operation type")?;
        let signature = self.parser.span();
        let (operand_types, result_types) = self.parse_signature()?;
        let mut tail = None;
        if regions.is_empty() && !key.is_empty() && self.read_exactly(from, key) {
            let types = &self.types[operand_types..];
            let (operands, results) = types.split_at(result_types - operand_types);
            tail = self.tails.insert(
                key,
                (properties, attributes),
                signature.start - from,
                (operands, results),
            );
        }
        Ok(Rest {
            properties,
            attributes,
            operand_types,
            result_types,
            signature,
            tail,
        })
    }

    #[inline]
    fn find_tail(&mut self, key: &[u8], from: u32) -> Option<Rest> {
        let number = self.tails.find(key)?;
        self.parser.seek(from + key.len() as u32);
        if matches!(self.parser.token().kind, TokenKind::Less | TokenKind::Arrow) {
            self.parser.seek(from);
            return None;
        }
        let tail = self.tails.get(number);
        let start = from + tail.signature;
        let operand_types = self.types.len();
        self.types
            .extend_from_slice(&self.tails.types[tail.operand_types.clone()]);
        let result_types = self.types.len();
        self.types
            .extend_from_slice(&self.tails.types[tail.result_types.clone()]);
        Some(Rest {
            properties: tail.properties,
            attributes: tail.attributes,
            operand_types,
            result_types,
            signature: Span { start, end: start },
            tail: Some(number),
        })
    }

    /// Whether what was read from `from` on ended with the last token of `key`.
    pub(super) fn read_exactly(&mut self, from: u32, key: &[u8]) -> bool {
        let next = self.parser.span().start;
        self.parser.seek(from + key.len() as u32);
        let same = self.parser.span().start == next;
        if !same {
            self.parser.seek(next);
        }
        same
    }

    /// Reads `<{…}>`, or another attribute between angle brackets.
    fn parse_properties(&mut self) -> Result<Option<Attribute>> {
        if !self.parser.take(TokenKind::Less) {
            return Ok(None);
        }
        let properties = self.parser.parse_attribute(None)?;
        self.parser
            .parse_token(TokenKind::Greater, "expected '>' to close properties")?;
        Ok(Some(properties))
    }

    /// Reads `{…}` as a dictionary that is not empty, if it is there.
    pub(super) fn parse_attributes(&mut self) -> Result<Option<Attribute>> {
        if !self.parser.is_at(TokenKind::LeftBrace) {
            return Ok(None);
        }
        let dictionary = self.parser.parse_dictionary()?;
        Ok((dictionary != self.edit.empty_dictionary()).then_some(dictionary))
    }

    /// Reads `(i32) -> i64` onto the stack of types: where the operands' and the results' types begin.
    fn parse_signature(&mut self) -> Result<(usize, usize)> {
        if !self.parser.is_at(TokenKind::LeftParen) {
            // A type that is no function is read first, as errors in it come first.
            let span = self.parser.span();
            self.parser.parse_type()?;
            return Err(ParseError::new(span, "expected function type"));
        }
        let operands = self.types.len();
        self.parse_types_in_parens()?;
        let results = self.types.len();
        self.parser
            .parse_token(TokenKind::Arrow, "expected '->' in function type")?;
        if self.parser.is_at(TokenKind::LeftParen) {
            self.parse_types_in_parens()?;
        } else {
            let ty = self.parser.parse_non_function_type()?;
            self.types.push(ty);
        }
        Ok((operands, results))
    }

    fn parse_types_in_parens(&mut self) -> Result<()> {
        self.parser.advance();
        if self.parser.take(TokenKind::RightParen) {
            return Ok(());
        }
        loop {
            let ty = self.parser.parse_type()?;
            self.types.push(ty);
            if self.parser.take(TokenKind::RightParen) {
                return Ok(());
            }
            self.parser.parse_token(TokenKind::Comma, "expected ')'")?;
        }
    }

    /// Resolves the operands, reads the location and makes the operation.
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of an operation, read by the caller"
    )]
    fn make(
        &mut self,
        name: OpName,
        block: Block,
        start: Span,
        (operands, types): (usize, usize),
        rest: Rest,
        successors: &[Block],
        regions: &[Option<Region>],
    ) -> Result<Op> {
        let count = self.operands.len() - operands;
        let wanted = rest.result_types - rest.operand_types;
        if count != wanted {
            // MLIR writes a NUL instead of the "s" if there is one.
            let plural = if count == 1 { "" } else { "s" };
            let span = rest.signature;
            let message = format!("expected {count} operand type{plural} but had {wanted}");
            return Err(ParseError::new(span, message));
        }
        let resolved = self.resolved.len();
        for index in 0..count {
            let operand = self.operands[operands + index];
            let ty = self.types[rest.operand_types + index];
            let text = self.parser.bytes(operand.span);
            let value = self.values.resolve(self.edit, operand, ty, || &text[1..]);
            // What the lexer refuses comes first.
            let value = value.map_err(|error| self.parser.lexical_error().unwrap_or(error))?;
            self.resolved.push(value);
        }
        self.operands.truncate(operands);
        let (location, deferred) = self.parse_operation_location(start)?;
        let (mut properties, mut attributes) = (rest.properties, rest.attributes);
        if name.is_registered
            && let Some(info) = self.edit.op_info(name.id)
        {
            if let Some(reason) = info.withdrawn() {
                return Err(ParseError::new(start, withdrawn(self.edit, name.id, reason)));
            }
            let settled = rest.tail.and_then(|tail| self.tails.get(tail).settled);
            (properties, attributes) = match settled {
                Some((op, settled)) if op == name.id => settled,
                _ => {
                    let settled = settle(self.edit, info, properties, attributes, Violations::Refused)
                        .map_err(|message| ParseError::new(start, message))?;
                    if let Some(tail) = rest.tail {
                        self.tails.settle(tail, name.id, settled);
                    }
                    settled
                }
            };
        }
        let state = OpState {
            name: name.id,
            location,
            operands: &self.resolved[resolved..],
            results: &self.types[rest.result_types..],
            attributes,
            properties,
            successors,
            regions,
        };
        let op = self.edit.create(&state);
        self.resolved.truncate(resolved);
        self.types.truncate(types);
        self.adopt(block, op, regions.len(), deferred);
        Ok(op)
    }

    /// The location of an operation that begins at a place: the one behind it, or that place.
    pub(super) fn parse_operation_location(&mut self, start: Span) -> Result<(Location, Option<Span>)> {
        Ok(match self.parser.parse_optional_trailing_location()? {
            Some(LocationOrAlias::Location(location)) => (location, None),
            Some(LocationOrAlias::Undefined { span, .. }) => (self.location(start), Some(span)),
            None => (self.location(start), None),
        })
    }
}

/// Refuses one more region or successor than an operation can have.
fn check_count(count: usize, what: &str, span: Span) -> Result<()> {
    const MAX: usize = OpState::MAX_REGIONS;
    if count < MAX {
        return Ok(());
    }
    Err(ParseError::unsupported(
        span,
        format!("an operation has at most {MAX} {what}"),
    ))
}
