//! Reads operations by their program.
//!
//! What is read goes to the lists of [`OpParts`]; its `numbers` say which ranges belong to which entry of the record.

use tvmlike_ir::{Attribute, Block, Identifier, NamedAttribute, Region, SymbolInfo, Type, TypeKind};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{OpParts, OperationParser, ParseError, Result, UnresolvedOperand};

use super::attribute::AttributeForm;
use super::directive::DirectiveParser;
use super::kind::TypeClass;
use super::program::{Clause, Group, Program, Step, TypeOf, What};
use crate::record::Arity;

mod properties;
mod resolve;

/// Where ranges stand in [`OpParts::numbers`]: three numbers for each entry of operands, two for each list of types.
struct Slots {
    operands: usize,
    results: usize,
}

impl Slots {
    fn operand(index: usize) -> usize {
        3 * index
    }

    fn all_operands(&self) -> usize {
        3 * self.operands
    }

    fn types(&self, of: TypeOf) -> usize {
        let first = 3 * self.operands + 3;
        first
            + 2 * match of {
                TypeOf::Operand(index) => index,
                TypeOf::Operands => self.operands,
                TypeOf::Result(index) => self.operands + 1 + index,
                TypeOf::Results => self.operands + 1 + self.results,
            }
    }

    fn total(&self) -> usize {
        self.types(TypeOf::Results) + 2
    }
}

/// An operation that is being read.
pub(super) struct Reader<'r, 'e, 'c, 's> {
    program: &'r Program,
    pub(super) parser: &'r mut OperationParser<'e, 'c, 's>,
    pub(super) parts: &'r mut OpParts,
    slots: Slots,
    /// The entries of the regions and successors that were read, in their order.
    region_entries: Vec<usize>,
    successor_entries: Vec<usize>,
    /// Whether an optional group is being read, whose first element is there.
    in_group: bool,
    /// What is wrong with the dictionary of properties: MLIR sets properties when all elements are read.
    wrong_properties: Option<ParseError>,
}

/// Reads what follows the name of an operation.
pub(super) fn read(
    program: &Program,
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
) -> Result<()> {
    let slots = Slots {
        operands: program.operands.len(),
        results: program.results.len(),
    };
    parts.numbers.resize(slots.total(), 0);
    let mut reader = Reader {
        program,
        parser,
        parts,
        slots,
        region_entries: Vec::new(),
        successor_entries: Vec::new(),
        in_group: false,
        wrong_properties: None,
    };
    reader.steps(&program.steps)?;
    match reader.wrong_properties.take() {
        Some(error) => Err(error),
        None => reader.finish(),
    }
}

impl<'c> Reader<'_, '_, 'c, '_> {
    fn steps(&mut self, steps: &[Step]) -> Result<()> {
        for step in steps {
            self.step(step)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        match &step.what {
            What::Space | What::Newline => Ok(()),
            What::Keyword(word) => self.parser.parse_keyword(word),
            What::Token(kind) => self.token(*kind),
            What::Operand(index) => self.operand(*index),
            What::AllOperands => {
                let (start, place) = (self.parts.unresolved.len(), self.parser.span());
                self.parser.parse_operand_list(&mut self.parts.unresolved)?;
                self.set_operands(self.slots.all_operands(), start, place);
                Ok(())
            }
            What::Region(index) => self.region(*index),
            What::AllRegions => {
                if self.parser.is_at(TokenKind::LeftBrace) {
                    self.region_list(0)?;
                }
                Ok(())
            }
            What::Successor(index) => match self.program.successors.arities[*index] {
                Arity::One => self.successor(*index),
                _ => self.successor_list(*index),
            },
            What::AllSuccessors => self.successor_list(0),
            What::Attribute(index) => self.attribute(*index, false).map(|_| ()),
            What::Type(of, class) => self.read_types(*of, class.as_deref()),
            What::FunctionalType(inputs, results) => self.functional_type(*inputs, *results),
            What::AttrDict { with_keyword } => self.attr_dict(*with_keyword),
            What::PropDict => self.prop_dict(),
            What::Custom { .. } => self.custom(&step.what).map(|_| ()),
            What::Clauses(clauses) => self.clauses(clauses),
            What::Optional(group) => self.optional(group),
        }
    }

    fn attr_dict(&mut self, with_keyword: bool) -> Result<()> {
        let place = self.parser.place();
        if with_keyword {
            if !self.parser.take_word("attributes") {
                return Ok(());
            }
            let entries = self.parser.parse_attribute_dict()?;
            self.parts.attributes.extend(entries);
        } else {
            self.parser.parse_optional_attr_dict(&mut self.parts.attributes)?;
        }
        match self.parts.attributes.as_slice() {
            [] => Ok(()),
            entries => self.parser.check_inherent_attributes(place, entries),
        }
    }

    #[inline]
    fn token(&mut self, kind: TokenKind) -> Result<()> {
        match self.parser.take(kind) {
            true => Ok(()),
            false => {
                let message = format!("expected '{}'", kind.spelling().unwrap_or_default());
                Err(self.parser.wrong_token(message))
            }
        }
    }

    fn set_operands(&mut self, slot: usize, start: usize, place: Span) {
        let len = self.parts.unresolved.len() - start;
        self.parts.numbers[slot..slot + 3].copy_from_slice(&[start as u32, len as u32, place.start]);
    }

    fn operand(&mut self, index: usize) -> Result<()> {
        let (start, place) = (self.parts.unresolved.len(), self.parser.span());
        match self.program.operands.arities[index] {
            Arity::One => {
                let operand = self.parser.parse_operand()?;
                self.parts.unresolved.push(operand);
            }
            Arity::Optional => {
                if self.parser.is_at(TokenKind::PercentId) {
                    let operand = self.parser.parse_operand()?;
                    self.parts.unresolved.push(operand);
                }
            }
            Arity::Variadic => self.parser.parse_operand_list(&mut self.parts.unresolved)?,
            Arity::Groups(attribute) => {
                let mut sizes = Vec::new();
                while self.parser.take(TokenKind::LeftParen) {
                    let before = self.parts.unresolved.len();
                    self.parser.parse_operand_list(&mut self.parts.unresolved)?;
                    self.token(TokenKind::RightParen)?;
                    sizes.push((self.parts.unresolved.len() - before) as i32);
                    if !self.parser.take(TokenKind::Comma) {
                        break;
                    }
                }
                self.set_sizes(attribute, &sizes);
            }
        }
        self.set_operands(Slots::operand(index), start, place);
        Ok(())
    }

    fn set(&mut self, name: Identifier, value: Attribute) {
        self.parts.properties.push(NamedAttribute { name, value });
    }

    /// Reads an attribute: whether there was one.
    fn attribute(&mut self, index: usize, optional: bool) -> Result<bool> {
        let slot = &self.program.attributes[index];
        // Where a list of numbers can be left out, the words around it say so, as they do in a group.
        let is_optional =
            slot.is_optional && !self.in_group && !matches!(slot.form, AttributeForm::DenseArray(_));
        let value = slot.form.parse(self.parser, slot.name, optional || is_optional)?;
        if let Some(value) = value {
            self.set(slot.name, value);
        }
        Ok(value.is_some())
    }

    fn region(&mut self, index: usize) -> Result<()> {
        if self.program.regions.arities[index] != Arity::One {
            if self.parser.is_at(TokenKind::LeftBrace) {
                self.region_list(index)?;
            }
            return Ok(());
        }
        self.one_region(index)
    }

    fn one_region(&mut self, index: usize) -> Result<()> {
        let region = self.parser.parse_region()?;
        self.end_region(region);
        self.add_region(index, region);
        Ok(())
    }

    /// Reads the region that a group begins with: whether it is there and not empty.
    fn optional_region(&mut self, index: usize) -> Result<bool> {
        if !self.parser.is_at(TokenKind::LeftBrace) {
            return Ok(false);
        }
        if self.program.regions.arities[index] != Arity::One {
            return self.region(index).map(|()| true);
        }
        let region = self.parser.parse_region()?;
        let is_present = !region.is_empty(self.parser.context());
        if is_present {
            self.end_region(region);
        }
        self.add_region(index, region);
        Ok(is_present)
    }

    /// Adds the block or the terminator that the text can leave out.
    fn end_region(&mut self, region: Region) {
        if let Some(terminator) = self.program.implicit_terminator {
            self.parser.ensure_terminator(region, terminator);
        } else if self.program.single_block {
            self.parser.ensure_block(region);
        }
    }

    /// Reads a custom directive: whether it was there.
    fn custom(&mut self, what: &What) -> Result<bool> {
        let What::Custom { directive, arguments } = what else {
            return Ok(false);
        };
        let place = self.parser.span();
        (directive.parse)(&mut DirectiveParser {
            reader: self,
            arguments,
            place,
        })
    }

    pub(super) fn add_operands(&mut self, index: usize, operands: &[UnresolvedOperand], place: Span) {
        let start = self.parts.unresolved.len();
        self.parts.unresolved.extend_from_slice(operands);
        self.set_operands(Slots::operand(index), start, place);
    }

    fn set_sizes(&mut self, attribute: u32, sizes: &[i32]) {
        let name = self.program.attributes[attribute as usize].name;
        let value = self.parser.context().dense_i32_array(sizes);
        self.set(name, value);
    }

    pub(super) fn set_group_sizes(&mut self, index: usize, sizes: &[i32]) {
        if let Arity::Groups(attribute) = self.program.operands.arities[index] {
            self.set_sizes(attribute, sizes);
        }
    }

    pub(super) fn add_types(&mut self, of: TypeOf, types: &[Type]) {
        let start = self.parts.types.len();
        self.parts.types.extend_from_slice(types);
        self.set_types(of, start);
    }

    pub(super) fn types_read(&self, of: TypeOf) -> &[Type] {
        let (start, end) = self.range(of);
        &self.parts.types[start..end]
    }

    pub(super) fn num_operands_read(&self, index: usize) -> usize {
        self.parts.numbers[Slots::operand(index) + 1] as usize
    }

    pub(super) fn set_property(&mut self, index: usize, value: Attribute) {
        self.set(self.program.attributes[index].name, value);
    }

    pub(super) fn property(&self, index: usize) -> Option<Attribute> {
        let name = self.program.attributes[index].name;
        let entry = self.parts.properties.iter().find(|entry| entry.name == name);
        entry.map(|entry| entry.value)
    }

    /// The definition that an attribute has by the record.
    pub(super) fn definition(&self, index: usize) -> Option<&'c SymbolInfo> {
        match self.program.attributes[index].form {
            AttributeForm::Symbol(dialect, name) => self.parser.context().attribute_info(dialect, name),
            _ => None,
        }
    }

    pub(super) fn add_successor(&mut self, index: usize, block: Block) {
        self.parts.successors.push(block);
        self.successor_entries.push(index);
    }

    pub(super) fn add_region(&mut self, index: usize, region: Region) {
        self.parts.regions.push(region);
        self.region_entries.push(index);
    }

    fn region_list(&mut self, index: usize) -> Result<()> {
        loop {
            self.one_region(index)?;
            if !self.parser.take(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    fn successor(&mut self, index: usize) -> Result<()> {
        let block = self.parser.parse_successor()?;
        self.add_successor(index, block);
        Ok(())
    }

    fn successor_list(&mut self, index: usize) -> Result<()> {
        if !self.parser.is_at(TokenKind::CaretId) {
            return Ok(());
        }
        loop {
            self.successor(index)?;
            if !self.parser.take(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    fn read_types(&mut self, of: TypeOf, class: Option<&TypeClass>) -> Result<()> {
        let start = self.parts.types.len();
        let arity = match of {
            TypeOf::Operand(index) => self.program.operands.arities[index],
            TypeOf::Result(index) => self.program.results.arities[index],
            TypeOf::Operands | TypeOf::Results => Arity::Variadic,
        };
        match arity {
            Arity::One => {
                let ty = match class {
                    Some(class) => class.parse(self.parser)?,
                    None => self.parser.parse_type()?,
                };
                self.parts.types.push(ty);
            }
            Arity::Optional => {
                let ty = self.parser.parse_optional_type()?;
                self.parts.types.extend(ty);
            }
            Arity::Variadic => self.type_list()?,
            Arity::Groups(_) => {
                while self.parser.take(TokenKind::LeftParen) {
                    if !self.parser.take(TokenKind::RightParen) {
                        self.type_list()?;
                        self.token(TokenKind::RightParen)?;
                    }
                    if !self.parser.take(TokenKind::Comma) {
                        break;
                    }
                }
            }
        }
        self.set_types(of, start);
        Ok(())
    }

    fn type_list(&mut self) -> Result<()> {
        loop {
            let ty = self.parser.parse_type()?;
            self.parts.types.push(ty);
            if !self.parser.take(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    fn set_types(&mut self, of: TypeOf, start: usize) {
        let slot = self.slots.types(of);
        let len = self.parts.types.len() - start;
        self.parts.numbers[slot..slot + 2].copy_from_slice(&[start as u32, len as u32]);
    }

    fn functional_type(&mut self, inputs: TypeOf, results: TypeOf) -> Result<()> {
        let place = self.parser.place();
        let ty = self.parser.parse_type()?;
        let context = self.parser.context();
        let TypeKind::Function {
            inputs: input_types,
            results: result_types,
        } = ty.kind(context)
        else {
            let found = tvmlike_text::quote_type(context, ty);
            let message =
                format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
            return Err(self.parser.op_error(place, message));
        };
        for (of, types) in [(inputs, input_types), (results, result_types)] {
            let start = self.parts.types.len();
            self.parts.types.extend(types.iter());
            self.set_types(of, start);
        }
        Ok(())
    }

    fn clauses(&mut self, clauses: &[Clause]) -> Result<()> {
        let mut seen = 0_u64;
        'next: loop {
            for (index, clause) in clauses.iter().enumerate() {
                let begins = match &clause.literal.what {
                    What::Keyword(word) => self.parser.word() == &**word,
                    What::Token(kind) => self.parser.is_at(*kind),
                    _ => false,
                };
                if !begins {
                    continue;
                }
                if let What::Keyword(word) = &clause.literal.what
                    && seen & (1 << index) != 0
                {
                    let message = format!(
                        "`{word}` clause can appear at most once in the expansion of the oilist directive"
                    );
                    return Err(self.parser.op_error(self.parser.op_place(), message));
                }
                seen |= 1 << index;
                self.parser.advance();
                if let Some(unit) = clause.unit {
                    self.set_unit(unit);
                }
                self.steps(&clause.steps)?;
                continue 'next;
            }
            return Ok(());
        }
    }

    fn set_unit(&mut self, index: usize) {
        let unit = self.parser.context().unit_attribute();
        self.set(self.program.attributes[index].name, unit);
    }

    fn optional(&mut self, group: &Group) -> Result<()> {
        let is_present = self.first(&group.then)?;
        if let Some(unit) = group.unit
            && is_present != group.is_inverted
        {
            self.set_unit(unit);
        }
        let outer = core::mem::replace(&mut self.in_group, true);
        match is_present {
            true => {
                let first = group.then.iter().position(is_parsed).map_or(0, |first| first + 1);
                self.steps(&group.then[first..])?;
            }
            false => self.steps(&group.otherwise)?,
        }
        self.in_group = outer;
        Ok(())
    }

    /// Reads the first element of a group, if it is there.
    fn first(&mut self, steps: &[Step]) -> Result<bool> {
        let Some(first) = steps.iter().find(|step| is_parsed(step)) else {
            return Ok(false);
        };
        match &first.what {
            What::Keyword(word) => Ok(self.parser.take_word(word)),
            What::Token(kind) => Ok(self.parser.take(*kind)),
            What::Operand(index) => {
                self.operand(*index)?;
                Ok(self.parts.numbers[Slots::operand(*index) + 1] > 0)
            }
            What::Attribute(index) => self.attribute(*index, true),
            What::Custom { .. } => self.custom(&first.what),
            What::Region(index) => self.optional_region(*index),
            What::Successor(index) => {
                let begins = self.parser.is_at(TokenKind::CaretId);
                if begins {
                    self.step(&Step {
                        space: false,
                        what: What::Successor(*index),
                    })?;
                }
                Ok(begins)
            }
            _ => Ok(false),
        }
    }
}

fn is_parsed(step: &Step) -> bool {
    !matches!(step.what, What::Space | What::Newline)
}
