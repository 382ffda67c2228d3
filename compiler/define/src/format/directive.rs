//! Directives `custom<Name>(…)`: code that reads and prints a part of a format.
//!
//! The crate above has the code; [`Directives`] finds it by dialect and name. A directive names what it reads and prints
//! by the positions of its arguments. Invariant: what it reads goes into the lists of the operation that is being read, as
//! with other elements, so that types and operands are resolved in one place.

use std::fmt;
use std::ops::{Deref, DerefMut};

use tvmlike_ir::{Attribute, Block, Context, NamedAttribute, Op, Region, SymbolInfo, Type, Value};
use tvmlike_syntax::Span;
use tvmlike_text::{OperationParser, OperationPrinter, Result, UnresolvedOperand};

use super::program::TypeOf;
use super::read::Reader;
use super::write::Writer;

/// Finds the code of a directive, by dialect and name.
pub type Directives = fn(&str, &str) -> Option<&'static Directive>;

/// The code of a directive.
pub struct Directive {
    /// Reads what the directive shows: whether it was there. A directive that can be absent, as the first element of an
    /// optional group, returns `false` and has read nothing.
    pub parse: fn(&mut DirectiveParser<'_, '_, '_, '_, '_>) -> Result<bool>,
    /// Prints it.
    pub print: fn(&DirectiveParts<'_>, &mut OperationPrinter<'_>),
    /// Whether the parts of an operation can be printed so that they are read as they are.
    pub fits: fn(&DirectiveParts<'_>) -> bool,
}

impl fmt::Debug for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Directive").finish_non_exhaustive()
    }
}

/// What an argument of a directive refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DirectiveArgument {
    Operand(usize),
    Type(TypeOf),
    Attribute(usize),
    Region(usize),
    AllRegions,
    Successor(usize),
    AllSuccessors,
    AttrDict,
    Text(Box<str>),
}

/// Reads what a directive shows. The parser of operations is in it.
pub struct DirectiveParser<'d, 'r, 'e, 'c, 's> {
    pub(super) reader: &'d mut Reader<'r, 'e, 'c, 's>,
    pub(super) arguments: &'d [DirectiveArgument],
    pub(super) place: Span,
}

impl<'e, 'c, 's> Deref for DirectiveParser<'_, '_, 'e, 'c, 's> {
    type Target = OperationParser<'e, 'c, 's>;

    fn deref(&self) -> &Self::Target {
        self.reader.parser
    }
}

impl DerefMut for DirectiveParser<'_, '_, '_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.reader.parser
    }
}

impl<'c> DirectiveParser<'_, '_, '_, 'c, '_> {
    /// How many arguments the directive has.
    pub fn num_arguments(&self) -> usize {
        self.arguments.len()
    }

    /// Where the directive begins.
    pub fn start(&self) -> Span {
        self.place
    }

    /// The text of an argument `"…"`.
    pub fn text(&self, argument: usize) -> Option<&str> {
        match self.arguments.get(argument)? {
            DirectiveArgument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Sets the operands of an argument.
    pub fn set_operands(&mut self, argument: usize, operands: &[UnresolvedOperand]) {
        if let Some(&DirectiveArgument::Operand(index)) = self.arguments.get(argument) {
            self.reader.add_operands(index, operands, self.place);
        }
    }

    /// Sets the operands of an argument that are in groups, and the property with the sizes of the groups.
    pub fn set_operand_groups(&mut self, argument: usize, operands: &[UnresolvedOperand], sizes: &[i32]) {
        if let Some(&DirectiveArgument::Operand(index)) = self.arguments.get(argument) {
            self.reader.add_operands(index, operands, self.place);
            self.reader.set_group_sizes(index, sizes);
        }
    }

    /// Sets the types of the operands or results that an argument `type(…)` is about.
    pub fn set_types(&mut self, argument: usize, types: &[Type]) {
        if let Some(&DirectiveArgument::Type(of)) = self.arguments.get(argument) {
            self.reader.add_types(of, types);
        }
    }

    /// The types that were read for an argument `type(…)`.
    pub fn types(&self, argument: usize) -> &[Type] {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Type(of)) => self.reader.types_read(of),
            _ => &[],
        }
    }

    /// How many operands were read for an argument.
    pub fn num_operands(&self, argument: usize) -> usize {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Operand(index)) => self.reader.num_operands_read(index),
            _ => 0,
        }
    }

    /// Sets an attribute.
    pub fn set_attribute(&mut self, argument: usize, value: Attribute) {
        if let Some(&DirectiveArgument::Attribute(index)) = self.arguments.get(argument) {
            self.reader.set_property(index, value);
        }
    }

    /// The attribute that was read for an argument.
    pub fn attribute(&self, argument: usize) -> Option<Attribute> {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Attribute(index)) => self.reader.property(index),
            _ => None,
        }
    }

    /// The definition that the record asks of an attribute: `#dialect.name`.
    pub fn definition(&self, argument: usize) -> Option<&'c SymbolInfo> {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Attribute(index)) => self.reader.definition(index),
            _ => None,
        }
    }

    /// Adds a region.
    pub fn add_region(&mut self, argument: usize, region: Region) {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Region(index)) => self.reader.add_region(index, region),
            Some(DirectiveArgument::AllRegions) => self.reader.add_region(0, region),
            _ => {}
        }
    }

    /// Adds a successor.
    pub fn add_successor(&mut self, argument: usize, block: Block) {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Successor(index)) => self.reader.add_successor(index, block),
            Some(DirectiveArgument::AllSuccessors) => self.reader.add_successor(0, block),
            _ => {}
        }
    }

    /// Adds an entry to the dictionary of attributes.
    pub fn add_discardable(&mut self, entry: NamedAttribute) {
        self.reader.parts.attributes.push(entry);
    }
}

/// The parts of an operation that a directive prints.
pub struct DirectiveParts<'w> {
    pub(super) writer: &'w Writer<'w, 'w>,
    pub(super) arguments: &'w [DirectiveArgument],
}

impl DirectiveParts<'_> {
    /// How many arguments the directive has.
    pub fn num_arguments(&self) -> usize {
        self.arguments.len()
    }

    /// The context.
    pub fn context(&self) -> &Context {
        self.writer.context
    }

    /// The operation.
    pub fn op(&self) -> Op {
        self.writer.op
    }

    /// The text of an argument `"…"`.
    pub fn text(&self, argument: usize) -> Option<&str> {
        match self.arguments.get(argument)? {
            DirectiveArgument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The operands of an argument.
    pub fn operands(&self, argument: usize) -> Vec<Value> {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Operand(index)) => self.writer.operand_values(index),
            _ => Vec::new(),
        }
    }

    /// The sizes of the groups of operands of an argument.
    pub fn group_sizes(&self, argument: usize) -> Option<Attribute> {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Operand(index)) => self.writer.group_sizes(index),
            _ => None,
        }
    }

    /// The types of an argument `type(…)`.
    pub fn types(&self, argument: usize) -> Vec<Type> {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Type(of)) => self.writer.types_of(of).collect(),
            _ => Vec::new(),
        }
    }

    /// The attribute of an argument, or its default value.
    pub fn attribute(&self, argument: usize) -> Option<Attribute> {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Attribute(index)) => self.writer.attribute(index),
            _ => None,
        }
    }

    /// The regions of an argument.
    pub fn regions(&self, argument: usize) -> Vec<Region> {
        match self.arguments.get(argument) {
            Some(&DirectiveArgument::Region(index)) => self.writer.regions(index).collect(),
            Some(DirectiveArgument::AllRegions) => self.writer.op.regions(self.writer.context).collect(),
            _ => Vec::new(),
        }
    }

    /// The successors of an argument.
    pub fn successors(&self, argument: usize) -> Vec<Block> {
        let (context, op) = (self.writer.context, self.writer.op);
        let range = match self.arguments.get(argument) {
            Some(&DirectiveArgument::Successor(index)) => self.writer.successor_range(index),
            Some(DirectiveArgument::AllSuccessors) => 0..op.num_successors(context),
            _ => 0..0,
        };
        range.filter_map(|index| op.successor(context, index)).collect()
    }
}
