//! Operations in custom form: finding their form, and those of the builtin dialect.

use tvmlike_ir::{Attribute, Block, Context, Identifier, NamedAttribute, Op, OpState};
use tvmlike_syntax::{Span, TokenKind};

use super::form::CustomForm;
use super::names::is_short;
use super::parser::OperationParser;
use super::properties::{Settled, Violations, settle};
use crate::error::{ParseError, Result};

/// Where to read about dialects, as in MLIR's message.
const FAQ: &str = "https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management";

/// The error of an operation whose dialect was withdrawn.
#[cold]
pub(super) fn withdrawn(context: &Context, name: Identifier, reason: &str) -> String {
    format!("operation '{}' cannot be made: {reason}", name.text(context))
}

impl<'s> OperationParser<'_, '_, 's> {
    pub(super) fn parse_custom_operation(&mut self, block: Block) -> Result<Op> {
        let mut line = None;
        if let Some((looked_up, known)) = self.look_up_line() {
            if let Some(known) = known
                && let Some(op) = self.make_from_line(block, looked_up, known)?
            {
                return Ok(op);
            }
            line = Some(looked_up);
        }
        let span = self.parser.advance().span;
        let text: &'s [u8] = self.parser.bytes(span);
        let name = self.custom_name(text);
        if let Some(recorder) = &mut self.values.recorder {
            recorder.name_op(name, span);
        }
        let context = self.edit.context();
        if let Some(info) = context.load_op_info(name) {
            if let Some(reason) = info.withdrawn() {
                return Err(ParseError::new(span, withdrawn(context, name, reason)));
            }
            if let Some(form) = info.extensions().get::<CustomForm>() {
                return self.parse_by_form(block, (info, span), form, line);
            }
        }
        match name.bytes(context) {
            b"builtin.module" => self.parse_module(block, span),
            b"builtin.unrealized_conversion_cast" => self.parse_cast(block, span),
            full => Err(self.unknown_custom(
                &String::from_utf8_lossy(text),
                &String::from_utf8_lossy(full),
                span,
            )),
        }
    }

    /// Reads the name of an operation in custom form, and loads its dialect.
    ///
    /// # Errors
    /// The current token is no word.
    pub fn parse_operation_name(&mut self) -> Result<Identifier> {
        let Some(word) = self.parser.parse_optional_keyword() else {
            return Err(self.parser.error("expected bare identifier or keyword"));
        };
        let name = self.custom_name(word.as_bytes());
        self.edit.context().load_op_info(name);
        Ok(name)
    }

    /// The full name of an operation in custom form: a name without a dialect is one of the default dialect.
    pub(super) fn custom_name(&mut self, text: &'s [u8]) -> Identifier {
        if !is_short(text) {
            return self.op_name(text).id;
        }
        let dialect = match self.default_dialects.last() {
            None => b"builtin".as_slice(),
            Some(None) => b"",
            Some(Some(dialect)) => dialect.bytes(self.edit.context()),
        };
        let full = [dialect, text].join(&b'.');
        self.edit.identifier(full)
    }

    #[cold]
    fn unknown_custom(&self, name: &str, full: &str, span: Span) -> ParseError {
        if self.edit.op_info(self.edit.identifier(full)).is_some() {
            return ParseError::unsupported(
                span,
                format!(
                    "the custom form of '{full}' is not supported; write the generic form, \"{full}\"(…)"
                ),
            );
        }
        let error = |message: String| self.parser.error_at(span, message);
        let tried = match name == full {
            true => String::new(),
            false => format!(" (tried '{full}' as well)"),
        };
        match full.split_once('.').filter(|(_, rest)| !rest.is_empty()) {
            Some((dialect, _)) if self.edit.dialect(dialect.as_bytes()).is_none() => {
                let dialects = self.edit.available_dialects().join(", ");
                let message = format!("Dialect `{dialect}' not found for custom op '{name}' {tried}");
                if let Some(lexical) = self.parser.lexical_error() {
                    return lexical;
                }
                ParseError::new(span, message).with_note(
                    span,
                    format!(
                        "Available dialects: {dialects} ; for more info on dialect registration see {FAQ}"
                    ),
                )
            }
            _ => error(format!("custom op '{name}' is unknown{tried}")),
        }
    }

    /// Reads `unrealized_conversion_cast %0 : i32 to i64 {…}` behind its first word.
    fn parse_cast(&mut self, block: Block, start: Span) -> Result<Op> {
        let name = self.edit.identifier("builtin.unrealized_conversion_cast");
        let place = self.parser.span();
        let mut operands = Vec::new();
        if self.parser.is_at(TokenKind::PercentId) {
            operands.push(self.parse_operand()?);
            while self.parser.take(TokenKind::Comma) {
                operands.push(self.parse_operand()?);
            }
        }
        let mut types = Vec::new();
        if !operands.is_empty() {
            self.parser.parse_token(TokenKind::Colon, "expected ':'")?;
            types = self.parser.parse_type_list()?;
        }
        if !self.parser.take_word("to") {
            return Err(self
                .parser
                .error("custom op 'builtin.unrealized_conversion_cast' expected 'to'"));
        }
        let results = self.parser.parse_type_list()?;
        let attributes = self.parse_attributes()?;
        if operands.len() != types.len() {
            let (count, wanted) = (operands.len(), types.len());
            let message = format!(
                "custom op 'builtin.unrealized_conversion_cast' number of operands and types do not match: \
                 got {count} operands and {wanted} types"
            );
            return Err(ParseError::new(place, message));
        }
        let mut values = Vec::with_capacity(operands.len());
        for (operand, ty) in operands.into_iter().zip(types) {
            let text = self.parser.bytes(operand.span);
            values.push(self.values.resolve(self.edit, operand, ty, || &text[1..])?);
        }
        let (location, deferred) = self.parse_operation_location(start)?;
        let op = self.edit.create(&OpState {
            operands: &values,
            results: &results,
            attributes,
            ..OpState::new(name, location)
        });
        self.adopt(block, op, 0, deferred);
        Ok(op)
    }

    /// Reads `module @name attributes {…} {…}` behind its first word.
    fn parse_module(&mut self, block: Block, start: Span) -> Result<Op> {
        let name = self.edit.identifier("builtin.module");
        let symbol = self.parser.parse_optional_symbol_name();
        let mut attributes = None;
        let header = self.parser.span();
        if self.parser.take_word("attributes") {
            attributes = Some(self.parser.parse_dictionary()?);
        }
        let (properties, attributes) = self.settle_module(symbol, attributes, header)?;
        self.default_dialects.push(Some(self.edit.identifier("builtin")));
        let region = self.parse_region()?;
        self.default_dialects.pop();
        if region.is_empty(self.edit) {
            let body = self.edit.create_block(&[]);
            region
                .append(self.edit, body)
                .expect("a new block goes into a region that belongs to no operation");
        }
        let (location, deferred) = self.parse_operation_location(start)?;
        let op = self.edit.create(&OpState {
            attributes,
            properties,
            regions: &[Some(region)],
            ..OpState::new(name, location)
        });
        self.adopt(block, op, 1, deferred);
        Ok(op)
    }

    /// The properties and attributes of a module from its name and the dictionary at `place`.
    fn settle_module(
        &self,
        symbol: Option<Identifier>,
        attributes: Option<Attribute>,
        place: Span,
    ) -> Result<Settled> {
        let context = self.edit.context();
        let properties = symbol.and_then(|symbol| {
            let value = context.string_attribute(symbol.bytes(context));
            let name = context.identifier("sym_name");
            context
                .dictionary_attribute(&[NamedAttribute { name, value }])
                .ok()
        });
        let Some(info) = context.op_info(context.identifier("builtin.module")) else {
            return Ok((properties, attributes));
        };
        settle(context, info, properties, attributes, Violations::Refused)
            .map_err(|message| ParseError::new(place, format!("custom op 'builtin.module' {message}")))
    }
}
