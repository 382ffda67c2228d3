//! Printing operations in custom form: those of the builtin dialect.

use tvmlike_ir::{Attribute, AttributeKind, Context, Op};

use super::print::{CustomForm, OperationPrinter};
use crate::attributes::print_symbol_name;

impl OperationPrinter<'_> {
    /// The custom form of an operation, if it has one and its parts fit.
    pub(super) fn custom_form(&self, op: Op) -> Option<CustomForm> {
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
    pub(super) fn print_cast(&mut self, op: Op) {
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
    pub(super) fn print_module(&mut self, op: Op) {
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
