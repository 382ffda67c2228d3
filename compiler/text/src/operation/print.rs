//! Printing operations, regions and blocks.
//!
//! The text of each type and attribute is made once and copied from then on. Invariant: nothing recurses but regions,
//! which get more stack as they need it.

use tvmlike_ir::{
    Attribute, AttributeKind, Block, Context, Entity, Identifier, Location, Op, Region, SideTable, Traits,
    Type, TypeKind,
};

use super::aliases::aliases_of;
use super::numbering::{Numbering, write_number};
use crate::attributes::{print_string, print_symbol_name};
use crate::metadata::ExternalResources;
use crate::options::PrintOptions;
use crate::parser::with_stack;
use crate::printer::{Elision, Printer};

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
}

/// The operations that have a custom form.
enum CustomForm {
    Module,
    Cast,
}

/// Spaces per level.
const INDENT: usize = 2;

/// Prints one root operation.
pub(super) struct OperationPrinter<'c> {
    pub(super) context: &'c Context,
    pub(super) options: PrintOptions,
    pub(super) printer: Printer<'c>,
    pub(super) out: Vec<u8>,
    pub(super) numbering: Numbering<'c>,
    types: Texts<Type>,
    attributes: Texts<Attribute>,
    names: Texts<Identifier>,
    indent: usize,
    module: Identifier,
    cast: Identifier,
    /// Whether the directly enclosing operation leaves out `builtin.` before names.
    in_module: bool,
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
            in_module: true,
        }
    }

    #[inline]
    fn write(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    pub(super) fn write_indent(&mut self) {
        let width = self.out.len() + self.indent;
        self.out.resize(width, b' ');
    }

    #[inline]
    fn write_type(&mut self, ty: Type) {
        let (at, len) = self.types.places.get(ty);
        if len > 0 {
            self.out
                .extend_from_slice(&self.types.text[at as usize..(at + len) as usize]);
            return;
        }
        let start = self.out.len();
        self.printer.print_type(&mut self.out, ty);
        remember(&mut self.types, ty, &self.out[start..]);
    }

    #[inline]
    fn write_attribute(&mut self, attribute: Attribute) {
        let (at, len) = self.attributes.places.get(attribute);
        if len > 0 {
            self.out
                .extend_from_slice(&self.attributes.text[at as usize..(at + len) as usize]);
            return;
        }
        let start = self.out.len();
        self.printer
            .print_attribute(&mut self.out, attribute, Elision::Never);
        remember(&mut self.attributes, attribute, &self.out[start..]);
    }

    /// Writes the name of an operation in quotes.
    #[inline]
    fn write_name(&mut self, name: Identifier) {
        let (at, len) = self.names.places.get(name);
        if len > 0 {
            self.out
                .extend_from_slice(&self.names.text[at as usize..(at + len) as usize]);
            return;
        }
        let start = self.out.len();
        print_string(&mut self.out, name.bytes(self.context));
        remember(&mut self.names, name, &self.out[start..]);
    }

    /// Prints an operation with its indentation and location, without a newline.
    pub(super) fn print_indented(&mut self, op: Op) {
        self.write_indent();
        self.print_op(op);
        self.print_trailing_location(op.location(self.context));
        if self.options.value_users {
            self.print_users(op);
        }
    }

    fn print_op(&mut self, op: Op) {
        let context = self.context;
        if let Some(first) = op.results(context).next() {
            self.numbering.write_value(&mut self.out, first, false);
            let count = op.num_results(context);
            if count > 1 {
                self.out.push(b':');
                write_number(&mut self.out, count as u32);
            }
            self.write(b" = ");
        }
        match self.custom_form(op) {
            Some(CustomForm::Module) => self.print_module(op),
            Some(CustomForm::Cast) => self.print_cast(op),
            None => self.print_generic(op),
        }
    }

    fn print_generic(&mut self, op: Op) {
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
            let outer = std::mem::replace(&mut self.in_module, false);
            for (index, region) in op.regions(context).enumerate() {
                if index > 0 {
                    self.write(b", ");
                }
                self.print_region(region, true);
            }
            self.in_module = outer;
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

    /// Prints `{ … }`. An empty entry block has a label in generic form only.
    pub(super) fn print_region(&mut self, region: Region, print_empty_block: bool) {
        if self.options.skip_regions {
            self.write(b"{...}");
            return;
        }
        with_stack(|| self.print_region_body(region, print_empty_block));
    }

    fn print_region_body(&mut self, region: Region, print_empty_block: bool) {
        self.write(b"{\n");
        let context = self.context;
        for (index, block) in region.blocks(context).enumerate() {
            let label = index > 0
                || block.num_arguments(context) > 0
                || (print_empty_block && block.first_op(context).is_none());
            self.print_block(block, label);
        }
        self.write_indent();
        self.out.push(b'}');
    }

    pub(super) fn print_block(&mut self, block: Block, label: bool) {
        let context = self.context;
        if label {
            self.print_label(block);
        }
        self.indent += INDENT;
        if label && self.options.value_users {
            self.print_argument_users(block);
        }
        for op in block.operations(context) {
            self.print_indented(op);
            self.out.push(b'\n');
        }
        self.indent -= INDENT;
    }

    fn print_label(&mut self, block: Block) {
        let context = self.context;
        self.write_indent();
        self.numbering.write_block(&mut self.out, block);
        if block.num_arguments(context) > 0 {
            self.out.push(b'(');
            for (index, argument) in block.arguments(context).enumerate() {
                if index > 0 {
                    self.write(b", ");
                }
                self.numbering.write_value(&mut self.out, argument, true);
                self.write(b": ");
                self.write_type(argument.ty(context));
                self.print_argument_location(argument.location(context));
            }
            self.out.push(b')');
        }
        self.out.push(b':');
        self.print_predecessors(block);
        self.out.push(b'\n');
    }

    fn print_predecessors(&mut self, block: Block) {
        let context = self.context;
        if block.region(context).is_none() {
            self.write(b"  // block is not in a region!");
            return;
        }
        let mut predecessors: Vec<Block> = block.predecessors(context).collect();
        predecessors.sort_by_key(|block| self.numbering.block_order(*block));
        match predecessors.as_slice() {
            [] if block.is_entry(context) => {}
            [] => self.write(b"  // no predecessors"),
            [one] => {
                self.write(b"  // pred: ");
                self.numbering.write_block(&mut self.out, *one);
            }
            several => {
                self.write(b"  // ");
                write_number(&mut self.out, several.len() as u32);
                self.write(b" preds: ");
                for (index, block) in several.iter().enumerate() {
                    if index > 0 {
                        self.write(b", ");
                    }
                    self.numbering.write_block(&mut self.out, *block);
                }
            }
        }
    }

    /// The custom form of an operation, if it has one and its parts fit.
    fn custom_form(&self, op: Op) -> Option<CustomForm> {
        let (context, name) = (self.context, op.name(self.context));
        if self.options.generic || (name != self.module && name != self.cast) {
            return None;
        }
        if name == self.cast {
            let plain = op.num_results(context) > 0
                && op.num_regions(context) == 0
                && op.num_successors(context) == 0;
            return plain.then_some(CustomForm::Cast);
        }
        let plain = op.num_regions(context) == 1
            && op.num_operands(context) == 0
            && op.num_results(context) == 0
            && op.num_successors(context) == 0;
        plain.then_some(CustomForm::Module)
    }

    /// Writes the name of an operation of the dialect `builtin`, without the dialect directly in a module.
    fn write_builtin_name(&mut self, name: &str) {
        if !self.in_module {
            self.write(b"builtin.");
        }
        self.write(name.as_bytes());
    }

    /// Prints `unrealized_conversion_cast %0 : i32 to i64 {…}`.
    fn print_cast(&mut self, op: Op) {
        let context = self.context;
        self.write_builtin_name("unrealized_conversion_cast");
        for (index, operand) in op.operands(context).enumerate() {
            self.write(if index > 0 { b", ".as_slice() } else { b" " });
            self.numbering.write_value(&mut self.out, operand, true);
        }
        for (index, operand) in op.operands(context).enumerate() {
            self.write(if index > 0 { b", ".as_slice() } else { b" : " });
            self.write_type(operand.ty(context));
        }
        self.write(b" to ");
        for (index, result) in op.results(context).enumerate() {
            if index > 0 {
                self.write(b", ");
            }
            self.write_type(result.ty(context));
        }
        if let Some(attributes) = op.attributes(context) {
            self.out.push(b' ');
            self.write_attribute(attributes);
        }
    }

    /// Prints `module @name attributes {…} {…}`.
    fn print_module(&mut self, op: Op) {
        let context = self.context;
        self.write_builtin_name("module");
        let (symbol, attributes) = module_header(context, op);
        if let Some(name) = symbol {
            self.out.push(b' ');
            print_symbol_name(&mut self.out, name);
        }
        if let Some(attributes) = attributes {
            self.write(b" attributes ");
            self.write_attribute(attributes);
        }
        self.out.push(b' ');
        let region = op.region(context, 0).expect("a module has a region");
        let outer = std::mem::replace(&mut self.in_module, true);
        self.print_region(region, false);
        self.in_module = outer;
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
    fn print_argument_location(&mut self, location: Location) {
        if self.options.debug_info {
            self.out.push(b' ');
            self.printer.print_location(&mut self.out, location, false);
        }
    }
}

fn remember<K: Entity>(texts: &mut Texts<K>, key: K, text: &[u8]) {
    let at = texts.text.len();
    // What would not fit is made anew each time.
    if let (Ok(at), Ok(len)) = (u32::try_from(at), u32::try_from(text.len()))
        && at.checked_add(len).is_some()
    {
        texts.text.extend_from_slice(text);
        texts.places.set(key, (at, len));
    }
}

/// What stands before the region of a module: its name, and all other properties and attributes.
fn module_header(context: &Context, op: Op) -> (Option<&[u8]>, Option<Attribute>) {
    let Some(properties) = op.properties(context).and_then(|p| p.entries(context)) else {
        return (None, op.attributes(context));
    };
    let mut symbol = None;
    let mut rest = Vec::new();
    for entry in properties.iter() {
        match entry.value.kind(context) {
            AttributeKind::String { bytes, .. } if entry.name.bytes(context) == b"sym_name" => {
                symbol = Some(bytes);
            }
            _ => rest.push(entry),
        }
    }
    if rest.is_empty() {
        return (symbol, op.attributes(context));
    }
    let discardable = op.attributes(context).and_then(|a| a.entries(context));
    rest.extend(discardable.into_iter().flat_map(|entries| entries.iter()));
    let both = context.dictionary_attribute(&rest).ok();
    (symbol, both.or_else(|| op.attributes(context)))
}

/// Prints an operation as the text of a file: aliases, the operation, metadata, with the resources that no dialect owns.
pub fn print_top_level(
    context: &Context,
    root: Op,
    external: &ExternalResources,
    options: &PrintOptions,
    out: &mut Vec<u8>,
) {
    let mut printer = Printer::new(context, options.clone());
    if !options.local_scope {
        printer.aliases = aliases_of(context, root, options);
        printer.print_alias_definitions(out, false);
    }
    let numbering = Numbering::new(context, root, options);
    let mut printer =
        OperationPrinter::new(context, options.clone(), printer, numbering, std::mem::take(out));
    printer.print_indented(root);
    *out = printer.out;
    if options.local_scope {
        return;
    }
    out.push(b'\n');
    printer.printer.print_alias_definitions(out, true);
    printer.printer.print_metadata(out, external);
}

/// Prints an operation within its surroundings, with the names that its values have there.
pub fn print_op(context: &Context, op: Op, options: &PrintOptions, out: &mut Vec<u8>) {
    if op.block(context).is_none() && !options.local_scope {
        return print_top_level(context, op, &ExternalResources::new(), options, out);
    }
    let mut root = op;
    while let Some(parent) = root.parent_op(context) {
        let isolated = root
            .info(context)
            .is_some_and(|info| info.traits().contains(Traits::ISOLATED_FROM_ABOVE));
        if options.local_scope && isolated {
            break;
        }
        root = parent;
    }
    let printer = Printer::new(context, options.clone());
    let numbering = Numbering::new(context, root, options);
    let mut printer =
        OperationPrinter::new(context, options.clone(), printer, numbering, std::mem::take(out));
    printer.print_indented(op);
    *out = printer.out;
}

/// The text of an operation for the note "see current operation" of diagnostics, in generic form. Set it with [`Context::set_diagnostic_printer`].
pub fn op_for_note(context: &Context, op: Op) -> String {
    let options = PrintOptions {
        generic: true,
        ..PrintOptions::default()
    };
    let mut out = Vec::new();
    print_op(context, op, &options, &mut out);
    String::from_utf8_lossy(out.trim_ascii_end()).into_owned()
}
