//! Printing operations in custom form: by the form that a dialect defines, and those of the builtin dialect.

use tvmlike_ir::{Attribute, AttributeKind, Context, Op};

use super::form::CustomForm;
use super::print::{OperationPrinter, RegionStyle};
use crate::attributes::print_symbol_name;
use crate::parser::with_stack;

impl OperationPrinter<'_> {
    /// Prints an operation in custom form, if it has one and its parts fit: whether it did.
    pub(super) fn print_custom(&mut self, op: Op) -> bool {
        let (context, name) = (self.context, op.name(self.context));
        if let Some(form) = op
            .info(context)
            .filter(|info| info.withdrawn().is_none())
            .and_then(|info| info.extensions().get::<CustomForm>())
        {
            return self.print_by_form(op, form);
        }
        if name != self.module && name != self.cast || op.num_successors(context) > 0 {
            return false;
        }
        if name == self.cast {
            let fits = op.num_results(context) > 0 && op.num_regions(context) == 0;
            if fits {
                self.print_cast(op);
            }
            return fits;
        }
        let fits =
            op.num_regions(context) == 1 && op.num_operands(context) == 0 && op.num_results(context) == 0;
        if fits {
            self.print_module(op);
        }
        fits
    }

    /// Prints an operation without its results and location, as a part of another one's text.
    pub fn print_operation_alone(&mut self, op: Op) {
        if self.recorder.is_some() {
            return with_stack(|| self.record(op));
        }
        with_stack(|| {
            if self.options.generic || !self.print_custom(op) {
                self.print_generic(op);
            }
        });
    }

    fn print_by_form(&mut self, op: Op, form: &CustomForm) -> bool {
        let start = self.out.len();
        self.write_custom_name(op);
        let context = self.context;
        if self.recorder.is_none() && form.syntax().prints_by_parts(context) && self.alike.covers(context, op)
        {
            let Some(repeated) = self.alike.find(context, op) else {
                return self.print_and_keep(op, form, start);
            };
            let numbering = &self.numbering;
            self.repeated
                .write((context, op), repeated, &mut self.out, |out, value| {
                    numbering.write_value(out, value, true);
                });
            return true;
        }
        self.print_now(op, form, start)
    }

    /// Prints an operation behind its name, which begins at `start`; nothing, not even the name, if its parts do not fit.
    fn print_now(&mut self, op: Op, form: &CustomForm, start: usize) -> bool {
        let outer = std::mem::replace(&mut self.default_dialect, form.default_dialect());
        let is_printed = form.syntax().print(self, op);
        self.default_dialect = outer;
        if !is_printed {
            self.out.truncate(start);
        }
        is_printed
    }

    /// The same, and keeps the text.
    fn print_and_keep(&mut self, op: Op, form: &CustomForm, start: usize) -> bool {
        let behind_name = self.out.len();
        self.written = Some(Vec::new());
        let is_printed = self.print_now(op, form, start);
        let written = self.written.take().unwrap_or_default();
        if is_printed {
            let place = behind_name..self.out.len();
            let text = self
                .repeated
                .make((self.context, op), (&self.out, place), &written);
            if let Some(text) = text {
                self.alike.keep(text);
            }
        }
        is_printed
    }

    /// Writes the name of an operation, without its dialect if the operation around it leaves that out.
    fn write_custom_name(&mut self, op: Op) {
        let context = self.context;
        let mut name = op.name(context).bytes(context);
        if let Some(dialect) = self.default_dialect
            && let Some(rest) = name.strip_prefix(dialect.bytes(context))
            && let Some(rest) = rest.strip_prefix(b".")
            && memchr::memchr(b'.', rest).is_none()
        {
            name = rest;
        }
        self.write(name);
    }

    /// Prints `unrealized_conversion_cast %0 : i32 to i64 {…}`.
    pub(super) fn print_cast(&mut self, op: Op) {
        let context = self.context;
        self.write_custom_name(op);
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
        self.write_custom_name(op);
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
        let outer = self.default_dialect.replace(self.builtin);
        self.print_region(region, RegionStyle::default());
        self.default_dialect = outer;
    }
}

/// The parts of a module before its region: its name, and all other properties and attributes.
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
