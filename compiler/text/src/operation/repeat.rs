//! Operations in custom form whose line was read before: only their values are looked up, and the types of these compared with
//! those that the form required.

use tvmlike_ir::{Block, Op, OpState};

use super::line::{Line, ReadLine};
use super::parser::OperationParser;
use super::values::UnresolvedOperand;
use crate::error::Result;

impl<'c, 's> OperationParser<'_, 'c, 's> {
    /// Looks up the line of an operation in custom form that begins at the current token.
    #[inline]
    pub(super) fn look_up_line(&mut self) -> Option<(Line<'s>, Option<u32>)> {
        if self.values.recorder.is_some() {
            return None;
        }
        let (text, start) = (self.parser.text(), self.parser.span().start);
        self.lines.look_up(text, start)
    }

    /// Makes the operation of a line that is known and appends it to a block; `None`, without moving, if the line has to be
    /// read.
    pub(super) fn make_from_line(&mut self, block: Block, line: Line<'s>, number: u32) -> Result<Option<Op>> {
        let start = self.parser.span();
        let known = self.lines.known(number);
        let (info, short) = (known.info, known.short);
        if info.withdrawn().is_some() || short.is_some_and(|word| self.custom_name(word) != info.name()) {
            return Ok(None);
        }
        let known = self.lines.known(number);
        self.parser.seek(line.start + line.text.len() as u32);
        if !known
            .followers
            .has(self.parser.token().kind, self.parser.spelling())
        {
            self.parser.seek(line.start);
            return Ok(None);
        }
        let resolved = self.resolved.len();
        for hole in &self.lines.operands[known.operands.clone()] {
            let span = self.lines.holes[hole.index as usize];
            let text = &self.parser.bytes(span)[1..];
            let operand = UnresolvedOperand {
                name: self.values.name(text),
                number: hole.number,
                span,
            };
            let value = self.values.resolve(self.edit, operand, hole.ty, || text);
            let value = value.map_err(|error| self.parser.lexical_error().unwrap_or(error))?;
            self.resolved.push(value);
        }
        let (properties, attributes) = (known.properties, known.attributes);
        let results = known.results.clone();
        let (location, deferred) = self.parse_operation_location(start)?;
        let op = self.edit.create(&OpState {
            operands: &self.resolved[resolved..],
            results: &self.lines.results[results],
            attributes,
            properties,
            ..OpState::new(info.name(), location)
        });
        self.resolved.truncate(resolved);
        self.adopt(block, op, 0, deferred);
        Ok(Some(op))
    }

    /// The line, if reading it has ended at its end.
    pub(super) fn end_of_line(&mut self, line: Line<'s>) -> Option<ReadLine<'s>> {
        self.read_exactly(line.start, line.text)
            .then(|| ReadLine(line, self.parser.token().kind, self.parser.spelling()))
    }
}
