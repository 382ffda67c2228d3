//! Printing operations in generic form.
//!
//! The text of each type and attribute is made once and copied from then on. Invariant: nothing recurses but regions,
//! which get more stack as they need it.

use tvmlike_ir::{
    Alike, Attribute, Block, Context, Entity, Identifier, Location, NamedAttribute, Op, SideTable, Type,
    TypeKind, Value,
};

use super::numbering::Numbering;
use super::print_repeat::{self, Repeated, Written};
use crate::alias::AliasBuilder;
use crate::attributes::{print_string, print_symbol_name};
use crate::integer::push_decimal;
use crate::options::PrintOptions;
use crate::printer::{Elision, Printer};

/// Spaces per level.
pub(super) const INDENT: usize = 2;

/// Texts of types or attributes by id: where they stand in a buffer. The length 0 is no text.
struct Texts<K> {
    places: SideTable<K, (u32, u32)>,
    text: Vec<u8>,
}

impl<K: Entity> Texts<K> {
    fn new() -> Self {
        Self {
            places: SideTable::new(),
            text: Vec::new(),
        }
    }

    /// Appends the text of a type or attribute; `print` makes it the first time.
    #[inline]
    fn write(&mut self, out: &mut Vec<u8>, key: K, print: impl FnOnce(&mut Vec<u8>)) {
        let (at, len) = self.places.get(key);
        if len > 0 {
            out.extend_from_slice(&self.text[at as usize..(at + len) as usize]);
            return;
        }
        let start = out.len();
        print(out);
        self.remember(key, &out[start..]);
    }

    fn remember(&mut self, key: K, text: &[u8]) {
        // What would not fit is made anew each time.
        if let (Ok(at), Ok(len)) = (u32::try_from(self.text.len()), u32::try_from(text.len()))
            && at.checked_add(len).is_some()
        {
            self.text.extend_from_slice(text);
            self.places.set(key, (at, len));
        }
    }
}

/// What the text of a region shows.
#[derive(Clone, Copy, Debug)]
pub struct RegionStyle {
    /// The label of an entry block with arguments.
    pub entry_arguments: bool,
    /// The terminator of the entry block.
    pub terminator: bool,
    /// The label of an empty entry block.
    pub empty_block: bool,
}

impl RegionStyle {
    /// As in generic form.
    pub(super) const GENERIC: Self = Self {
        entry_arguments: true,
        terminator: true,
        empty_block: true,
    };
}

impl Default for RegionStyle {
    fn default() -> Self {
        Self {
            entry_arguments: true,
            terminator: true,
            empty_block: false,
        }
    }
}

/// Prints one root operation. The methods `write_…` append a part of an operation to the text.
pub struct OperationPrinter<'c> {
    pub(super) context: &'c Context,
    pub(super) options: PrintOptions,
    pub(super) printer: Printer<'c>,
    pub(super) out: Vec<u8>,
    pub(super) numbering: Numbering<'c>,
    types: Texts<Type>,
    attributes: Texts<Attribute>,
    names: Texts<Identifier>,
    pub(super) indent: usize,
    pub(super) module: Identifier,
    pub(super) cast: Identifier,
    /// The dialect whose name the directly enclosing operation leaves out.
    pub(super) default_dialect: Option<Identifier>,
    pub(super) builtin: Identifier,
    /// Visits what would be printed, to choose aliases; what is printed then is of no use.
    pub(super) recorder: Option<AliasBuilder<'c>>,
    /// Texts of operations that are like earlier ones.
    pub(super) alike: Alike<Repeated>,
    pub(super) repeated: print_repeat::Texts,
    /// The names of values that a form writes, while its text is to be kept.
    pub(super) written: Option<Vec<Written>>,
    /// Where operations begin in the text, if that is asked for.
    pub(super) places: Option<Vec<Place>>,
}

/// Where an operation begins in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) op: Op,
    /// In bytes.
    pub(super) offset: usize,
    pub(super) indent: usize,
}

impl<'c> OperationPrinter<'c> {
    pub(super) fn new(
        context: &'c Context,
        options: PrintOptions,
        printer: Printer<'c>,
        numbering: Numbering<'c>,
        out: Vec<u8>,
    ) -> Self {
        Self {
            context,
            options,
            printer,
            out,
            numbering,
            types: Texts::new(),
            attributes: Texts::new(),
            names: Texts::new(),
            indent: 0,
            module: context.identifier("builtin.module"),
            cast: context.identifier("builtin.unrealized_conversion_cast"),
            default_dialect: Some(context.identifier("builtin")),
            builtin: context.identifier("builtin"),
            recorder: None,
            alike: Alike::default(),
            repeated: print_repeat::Texts::default(),
            written: None,
            places: None,
        }
    }

    /// The context of what is printed.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Writes text as it is.
    #[inline]
    pub fn write(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    pub(super) fn write_indent(&mut self) {
        let width = self.out.len() + self.indent;
        self.out.resize(width, b' ');
    }

    /// Writes a type, or its alias.
    #[inline]
    pub fn write_type(&mut self, ty: Type) {
        if let Some(recorder) = &mut self.recorder {
            return recorder.visit_type(ty);
        }
        let printer = &mut self.printer;
        self.types
            .write(&mut self.out, ty, |out| printer.print_type(out, ty));
    }

    /// Writes an attribute with its type, or its alias.
    #[inline]
    pub fn write_attribute(&mut self, attribute: Attribute) {
        if let Some(recorder) = &mut self.recorder {
            return recorder.visit_attribute(attribute, true);
        }
        let printer = &mut self.printer;
        self.attributes.write(&mut self.out, attribute, |out| {
            printer.print_attribute(out, attribute, Elision::Never);
        });
    }

    /// Writes an attribute without its type.
    pub fn write_attribute_without_type(&mut self, attribute: Attribute) {
        if let Some(recorder) = &mut self.recorder {
            return recorder.visit_attribute(attribute, false);
        }
        self.printer
            .print_attribute_without_type(&mut self.out, attribute);
    }

    /// Writes an attribute, or its alias; one of a registered dialect without `#dialect.name`.
    pub fn write_symbol_attribute(&mut self, attribute: Attribute) {
        if let Some(recorder) = &mut self.recorder {
            return recorder.visit_attribute(attribute, true);
        }
        self.printer.print_stripped_attribute(&mut self.out, attribute);
    }

    /// Writes a type, or its alias; one of a registered dialect without `!dialect.name`.
    pub fn write_symbol_type(&mut self, ty: Type) {
        if let Some(recorder) = &mut self.recorder {
            return recorder.visit_type(ty);
        }
        self.printer.print_stripped_type(&mut self.out, ty);
    }

    /// Writes the elements of a dense array in brackets.
    pub fn write_dense_array_elements(&mut self, array: Attribute) {
        self.printer.print_dense_array_elements(&mut self.out, array);
    }

    /// Writes `@name`.
    pub fn write_symbol_name(&mut self, name: &[u8]) {
        print_symbol_name(&mut self.out, name);
    }

    /// Writes the name of a value.
    #[inline]
    pub fn write_value(&mut self, value: Value) {
        let start = self.out.len();
        self.numbering.write_value(&mut self.out, value, true);
        if let Some(written) = &mut self.written {
            let place = start..self.out.len();
            written.push(Written { value, place });
        }
    }

    /// Writes an argument of a region with its type and location: `%a: i32 {…} loc(…)`.
    pub fn write_region_argument(&mut self, argument: Value, attributes: &[NamedAttribute]) {
        self.write_value(argument);
        self.write(b": ");
        self.write_type(argument.ty(self.context));
        // MLIR chooses no aliases for them, but uses those that it has chosen for something else.
        if self.recorder.is_none() {
            self.write_attr_dict(attributes);
        }
        self.print_argument_location(argument.location(self.context));
    }

    /// Gives arguments of a region the names of other values, in what is printed from now on.
    pub fn rename_values(&mut self, pairs: impl Iterator<Item = (Value, Value)>) {
        for (value, like) in pairs {
            self.numbering.rename(value, like);
        }
    }

    /// Writes the name of a block.
    pub fn write_block_name(&mut self, block: Block) {
        self.numbering.write_block(&mut self.out, block);
    }

    /// Starts a new line with the indentation of the operation.
    pub fn write_newline(&mut self) {
        self.out.push(b'\n');
        self.write_indent();
    }

    /// Prints with two more spaces of indentation.
    pub fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += INDENT;
        print(self);
        self.indent -= INDENT;
    }

    /// Writes ` {name = value}`, or nothing if there are no entries.
    pub fn write_attr_dict(&mut self, entries: &[NamedAttribute]) {
        if !entries.is_empty() {
            self.out.push(b' ');
            self.write_entries(entries);
        }
    }

    /// Writes ` attributes {name = value}`, or nothing if there are no entries.
    pub fn write_attr_dict_with_keyword(&mut self, entries: &[NamedAttribute]) {
        if !entries.is_empty() {
            self.write(b" attributes ");
            self.write_entries(entries);
        }
    }

    fn write_entries(&mut self, entries: &[NamedAttribute]) {
        if let Some(recorder) = &mut self.recorder {
            for entry in entries {
                recorder.visit_attribute(entry.value, true);
            }
            return;
        }
        self.out.push(b'{');
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 {
                self.write(b", ");
            }
            self.printer.print_named_attribute(&mut self.out, *entry);
        }
        self.out.push(b'}');
    }

    /// Writes the name of an operation in quotes.
    #[inline]
    fn write_name(&mut self, name: Identifier) {
        let context = self.context;
        self.names.write(&mut self.out, name, |out| {
            print_string(out, name.bytes(context));
        });
    }

    /// Prints an operation with its indentation and location, without a newline.
    pub(super) fn print_indented(&mut self, op: Op) {
        self.write_indent();
        if let Some(places) = &mut self.places {
            let (offset, indent) = (self.out.len(), self.indent);
            places.push(Place { op, offset, indent });
        }
        self.print_op(op);
        self.print_trailing_location(op.location(self.context));
        if self.options.value_users {
            self.print_users(op);
        }
    }

    fn print_op(&mut self, op: Op) {
        let context = self.context;
        let results = op.num_results(context);
        let mut start = 0;
        while let Some(first) = op.result(context, start) {
            if start > 0 {
                self.write(b", ");
            }
            self.numbering.write_value(&mut self.out, first, false);
            let (_, count) = self.numbering.result_group(op, start);
            if count > 1 {
                self.out.push(b':');
                push_decimal(&mut self.out, count as u32);
            }
            start += count;
        }
        if results > 0 {
            self.write(b" = ");
        }
        if self.options.generic || !self.print_custom(op) {
            self.print_generic(op);
        }
    }

    pub(super) fn print_generic(&mut self, op: Op) {
        let context = self.context;
        self.write_name(op.name(context));
        self.out.push(b'(');
        for (index, operand) in op.operands(context).enumerate() {
            if index > 0 {
                self.write(b", ");
            }
            self.numbering.write_value(&mut self.out, operand, true);
        }
        self.out.push(b')');
        if op.num_successors(context) > 0 {
            self.out.push(b'[');
            for (index, block) in op.successors(context).enumerate() {
                if index > 0 {
                    self.write(b", ");
                }
                self.numbering.write_block(&mut self.out, block);
            }
            self.out.push(b']');
        }
        if let Some(properties) = op.properties(context) {
            self.write(b" <");
            self.write_attribute(properties);
            self.out.push(b'>');
        }
        if op.num_regions(context) > 0 {
            self.write(b" (");
            let outer = self.default_dialect.take();
            for (index, region) in op.regions(context).enumerate() {
                if index > 0 {
                    self.write(b", ");
                }
                self.print_region(region, RegionStyle::GENERIC);
            }
            self.default_dialect = outer;
            self.out.push(b')');
        }
        if let Some(attributes) = op.attributes(context) {
            self.out.push(b' ');
            self.write_attribute(attributes);
        }
        self.write(b" : ");
        self.print_signature(op);
    }

    fn print_signature(&mut self, op: Op) {
        let context = self.context;
        self.out.push(b'(');
        for (index, operand) in op.operands(context).enumerate() {
            if index > 0 {
                self.write(b", ");
            }
            self.write_type(operand.ty(context));
        }
        self.write(b") -> ");
        let mut results = op.results(context);
        if results.len() == 1 {
            let ty = results.next().expect("one result").ty(context);
            if !matches!(ty.kind(context), TypeKind::Function { .. }) {
                self.write_type(ty);
                return;
            }
            results = op.results(context);
        }
        self.out.push(b'(');
        for (index, result) in results.enumerate() {
            if index > 0 {
                self.write(b", ");
            }
            self.write_type(result.ty(context));
        }
        self.out.push(b')');
    }

    /// Prints ` loc(…)` behind an operation, in debug mode.
    fn print_trailing_location(&mut self, location: Location) {
        if self.options.debug_info {
            self.out.push(b' ');
            let alias = !self.options.pretty_debug_info;
            self.printer.print_location(&mut self.out, location, alias);
        }
    }

    /// Prints ` loc(…)` behind an argument, which never uses an alias as a whole.
    pub(super) fn print_argument_location(&mut self, location: Location) {
        if self.options.debug_info {
            if let Some(recorder) = &mut self.recorder {
                return recorder.visit_location(location, false);
            }
            self.out.push(b' ');
            self.printer.print_location(&mut self.out, location, false);
        }
    }
}
