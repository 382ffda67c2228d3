//! Custom forms: how a dialect's operation is read and printed, and what a reader may use.
//!
//! A form is an extension of the operation's record ([`OpInfo`](tvmlike_ir::OpInfo)). The parser and the printer look it
//! up by the name of the operation and do the rest: names of results, locations, aliases, indentation. Invariant: a form
//! that fails leaves nothing behind, because what it made is in the parser's lists.

use tvmlike_ir::{
    Attribute, Block, Context, Count, Exclusive, Identifier, Location, NamedAttribute, Op, OpInfo, OpState,
    Region, SymbolInfo, Traits, Type, Value,
};
use tvmlike_syntax::{Span, TokenKind};

use super::line::{Line, Made};
use super::names::is_short;
use super::parser::OperationParser;
use super::parts::OpParts;
use super::print::OperationPrinter;
use super::properties::{Violations, settle, violated};
use super::values::UnresolvedOperand;
use crate::error::{ParseError, Result};

/// The custom form of the operations of one name: an extension of their record.
pub struct CustomForm {
    syntax: Box<dyn OpSyntax>,
    default_dialect: Option<Identifier>,
}

impl CustomForm {
    /// A form that `syntax` reads and prints.
    pub fn new(syntax: impl OpSyntax + 'static) -> Self {
        Self {
            syntax: Box::new(syntax),
            default_dialect: None,
        }
    }

    /// Sets the dialect whose operations need no prefix directly in the regions of this operation.
    pub fn with_default_dialect(mut self, dialect: Identifier) -> Self {
        self.default_dialect = Some(dialect);
        self
    }

    /// The dialect whose operations need no prefix directly in the regions of this operation.
    pub fn default_dialect(&self) -> Option<Identifier> {
        self.default_dialect
    }

    /// What reads and prints it.
    pub fn syntax(&self) -> &dyn OpSyntax {
        &*self.syntax
    }
}

/// Reads and prints operations of one name.
pub trait OpSyntax: Send + Sync {
    /// Reads what follows the name of an operation, up to its location, into `parts`.
    ///
    /// # Errors
    /// The text is not that.
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()>;

    /// Prints what follows the name of an operation. Returns `false`, having printed nothing, if the operation does not
    /// have the parts that the form shows; it is printed in generic form then.
    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool;

    /// Whether what the form reads depends on nothing but the text, in which each value is an operand that is resolved once:
    /// not on the names of results, and not on what the values are. It reads no regions and no successors. Lines that are
    /// the same but for names of values are then read once.
    fn reads_by_text(&self, _context: &Context) -> bool {
        false
    }

    /// Whether what the form prints depends on nothing but the name of the operation, its attributes and properties, and the
    /// types of its operands and results, if it has no regions and no successors, but for the names of operands, which are
    /// written by [`OperationPrinter::write_value`]. Operations that are the same in all this are then printed once.
    fn prints_by_parts(&self, _context: &Context) -> bool {
        false
    }
}

impl<'c, 's> OperationParser<'_, 'c, 's> {
    /// Reads an operation by its form, behind its name, and appends it to a block.
    pub(super) fn parse_by_form(
        &mut self,
        block: Block,
        (info, start): (&'c OpInfo, Span),
        form: &CustomForm,
        line: Option<Line<'s>>,
    ) -> Result<Op> {
        let name = info.name();
        self.lines.resolved.clear();
        let mut parts = self.spare_parts.pop().unwrap_or_default();
        let open = self.open.len();
        let outer = (self.op_name, self.op_start);
        (self.op_name, self.op_start) = (Some(name), start);
        self.default_dialects.push(form.default_dialect);
        let read = form.syntax.parse(self, &mut parts);
        self.default_dialects.pop();
        let line = line.filter(|_| read.is_ok() && form.syntax.reads_by_text(self.edit));
        let op = read.and_then(|()| self.make_from_parts(block, (info, start), &parts, line));
        (self.op_name, self.op_start) = outer;
        if op.is_ok() {
            debug_assert_eq!(self.open.len(), open, "a form uses every region that it reads");
            parts.clear();
            self.spare_parts.push(parts);
        }
        op
    }

    fn make_from_parts(
        &mut self,
        block: Block,
        (info, start): (&'c OpInfo, Span),
        parts: &OpParts,
        line: Option<Line<'s>>,
    ) -> Result<Op> {
        let line = line.and_then(|line| self.end_of_line(line));
        let (location, deferred) = self.parse_operation_location(start)?;
        let context = self.edit.context();
        let dictionary = |entries: &[NamedAttribute]| -> Result<Option<Attribute>> {
            match entries {
                [] => Ok(None),
                entries => context
                    .dictionary_attribute(entries)
                    .map(Some)
                    .map_err(|error| ParseError::new(start, error.message())),
            }
        };
        let mut properties = dictionary(&parts.properties)?.or(parts.property_dictionary);
        let mut attributes = dictionary(&parts.attributes)?;
        if attributes.is_some() {
            (properties, attributes) = settle(context, info, properties, attributes, Violations::Dropped)
                .map_err(|message| ParseError::new(start, message))?;
        }
        if let Some(line) = line {
            let word: &'s [u8] = self.parser.bytes(start);
            let made = Made {
                info,
                short: Some(word).filter(|word| is_short(word)),
                results: &parts.results,
                properties,
                attributes,
            };
            self.lines.insert(line, &made);
        }
        let regions: Vec<Option<Region>> = parts.regions.iter().copied().map(Some).collect();
        let op = self.edit.create(&OpState {
            name: info.name(),
            location,
            operands: &parts.operands,
            results: &parts.results,
            attributes,
            properties,
            successors: &parts.successors,
            regions: &regions,
        });
        self.adopt(block, op, regions.len(), deferred);
        Ok(op)
    }

    /// The right to change the context.
    pub fn edit(&mut self) -> &mut Exclusive<'c> {
        self.edit
    }

    /// The place of the name of the operation that is being read.
    pub fn op_place(&self) -> Span {
        self.op_start
    }

    /// The location of the operation that is being read, unless its text ends with one.
    pub fn op_location(&self) -> Location {
        self.location(self.op_start)
    }

    /// An error about the operation that is being read, at a place: `custom op 'arith.addi' …`.
    #[cold]
    pub fn op_error(&self, place: Span, message: impl AsRef<str>) -> ParseError {
        let message = message.as_ref();
        let name = self.op_name.map(|name| name.text(self.edit).into_owned());
        let message = match name {
            Some(name) => format!("custom op '{name}' {message}"),
            None => message.to_owned(),
        };
        self.parser.error_at(place, message)
    }

    /// Reads an attribute with a definition, which can stand without `#dialect.name`.
    ///
    /// # Errors
    /// The text is wrong, or an attribute with another definition.
    pub fn parse_symbol_attribute(&mut self, info: &SymbolInfo) -> Result<Attribute> {
        let operation = self.op_name;
        self.parser
            .with_operation(operation, |parser| parser.parse_stripped_attribute(info))
    }

    /// Reads the elements of a dense array in brackets: `[1, 2]`.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_dense_array_elements(&mut self, element: Type) -> Result<Attribute> {
        let operation = self.op_name;
        self.parser
            .with_operation(operation, |parser| parser.parse_dense_array_elements(element))
    }

    /// Reads a type with a definition, which can stand without `!dialect.name`.
    ///
    /// # Errors
    /// The text is wrong, or a type with another definition.
    pub fn parse_symbol_type(&mut self, info: &SymbolInfo) -> Result<Type> {
        let operation = self.op_name;
        self.parser
            .with_operation(operation, |parser| parser.parse_stripped_type(info))
    }

    /// The error that the custom form of an operation is not supported, at its name.
    #[cold]
    pub fn unsupported_form(&self, name: &str, reason: Option<&str>) -> ParseError {
        let reason = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        let message = format!(
            "the custom form of '{name}' is not supported{reason}; write the generic form, \"{name}\"(…)"
        );
        ParseError::unsupported(self.op_start, message)
    }

    /// Reads a keyword.
    ///
    /// # Errors
    /// Another token is current.
    #[inline]
    pub fn parse_keyword(&mut self, keyword: &str) -> Result<()> {
        match self.parser.take_word(keyword) {
            true => Ok(()),
            false => Err(self.op_error(self.parser.span(), format!("expected '{keyword}'"))),
        }
    }

    /// The value of an operand that has a type. A value that is not defined yet gets this type.
    ///
    /// # Errors
    /// The value has another type, or its operation fewer results.
    #[inline]
    pub fn resolve_operand(&mut self, operand: UnresolvedOperand, ty: Type) -> Result<Value> {
        let text: &'s [u8] = self.parser.bytes(operand.span);
        self.lines.resolved.push((operand, ty));
        let value = self.values.resolve(self.edit, operand, ty, || &text[1..]);
        value.map_err(|error| self.parser.lexical_error().unwrap_or(error))
    }

    /// Reads `%a, %b` onto a list; nothing if the current token is no value.
    ///
    /// # Errors
    /// No value follows a comma.
    pub fn parse_operand_list(&mut self, operands: &mut Vec<UnresolvedOperand>) -> Result<()> {
        if !self.parser.is_at(TokenKind::PercentId) {
            return Ok(());
        }
        loop {
            let operand = self.parse_operand()?;
            operands.push(operand);
            if !self.parser.take(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    /// Reads `^bb1`.
    ///
    /// # Errors
    /// The current token is no name of a block.
    pub fn parse_successor(&mut self) -> Result<Block> {
        if !self.parser.is_at(TokenKind::CaretId) {
            return Err(self.parser.wrong_token("expected block name"));
        }
        let span = self.parser.advance().span;
        let name = self.parser.bytes(span);
        let blocks = self.blocks.last_mut().expect("the blocks of the region");
        let block = blocks.refer(self.edit, name, span);
        if let Some(recorder) = &mut self.values.recorder {
            recorder.use_block(block, span);
        }
        Ok(block)
    }

    /// A region without blocks, for an operation whose text shows none.
    pub fn create_open_region(&mut self) -> Region {
        let region = self.edit.create_region();
        self.open.push(region);
        region
    }

    /// Adds an empty block to a region without blocks.
    pub fn ensure_block(&mut self, region: Region) {
        if region.is_empty(self.edit) {
            let block = self.edit.create_block(&[]);
            self.append(region, block);
        }
    }

    /// Adds the block and the terminator that a region lacks, as forms leave them out.
    pub fn ensure_terminator(&mut self, region: Region, name: Identifier) {
        self.ensure_block(region);
        let Some(block) = region.last_block(self.edit) else {
            return;
        };
        let ends = block
            .last_op(self.edit)
            .is_some_and(|op| op.has_trait(self.edit, Traits::TERMINATOR));
        if !ends {
            self.append_terminator(region, name, &[]);
        }
    }

    /// Appends a terminator to a region with a block. The regions of the terminator have an empty block.
    pub fn append_terminator(&mut self, region: Region, name: Identifier, operands: &[Value]) {
        let Some(block) = region.last_block(self.edit) else {
            return;
        };
        let location = self.location(self.op_start);
        let count = match self.edit.op_info(name).map(OpInfo::regions) {
            Some(Count::Exactly(count)) => count,
            _ => 0,
        };
        let regions: Vec<Option<Region>> = (0..count).map(|_| Some(self.edit.create_region())).collect();
        for region in regions.iter().flatten() {
            self.ensure_block(*region);
        }
        let op = self.edit.create(&OpState {
            operands,
            regions: &regions,
            ..OpState::new(name, location)
        });
        block
            .append(self.edit, op)
            .expect("a new operation goes into a block that is not nested in it");
    }

    /// Checks those entries of a dictionary, read at a place, that are properties of the operation that is being read.
    ///
    /// # Errors
    /// A property violates its constraint.
    pub fn check_inherent_attributes(&self, place: Span, entries: &[NamedAttribute]) -> Result<()> {
        let context = self.edit.context();
        let Some(info) = self.op_name.and_then(|name| context.op_info(name)) else {
            return Ok(());
        };
        for entry in entries {
            if let Err(fault) = info.check_property(context, entry.name, entry.value)
                && let Some(constraint) = fault.constraint
            {
                return Err(self.op_error(place, violated(context, info, entry.name, &constraint)));
            }
        }
        Ok(())
    }

    /// Checks that no attribute is set twice: by two dictionaries, or by one and as a property that the form has read.
    ///
    /// # Errors
    /// One is.
    pub fn refuse_duplicates(&self, parts: &OpParts) -> Result<()> {
        let is_set = |(index, entry): &(usize, &NamedAttribute)| {
            let earlier = parts.properties.iter().chain(&parts.attributes[..*index]);
            earlier.into_iter().any(|other| other.name == entry.name)
        };
        let Some((_, entry)) = parts.attributes.iter().enumerate().find(is_set) else {
            return Ok(());
        };
        let name = entry.name.text(self.edit);
        let message = format!("attribute '{name}' occurs more than once in the attribute list");
        Err(self.op_error(self.op_start, message))
    }

    /// Reads `{…}` as entries of the attributes, if it is there.
    ///
    /// # Errors
    /// The text is not a dictionary.
    #[inline]
    pub fn parse_optional_attr_dict(&mut self, entries: &mut Vec<NamedAttribute>) -> Result<()> {
        if self.parser.is_at(TokenKind::LeftBrace) {
            entries.extend(self.parser.parse_attribute_dict()?);
        }
        Ok(())
    }
}
