//! Visits everything that the text of an operation will contain, to choose aliases.
//!
//! The order is that of MLIR: the location of an operation, then what its custom form prints, in its order; in generic form
//! its regions, its types and its attributes. So a printer that prints nothing visits everything. Most texts have no alias,
//! and a large module takes long to read from memory. So everything is visited first while it is numbered, in another
//! order, and printed in this way only if an alias was found.

use tvmlike_ir::{Attribute, Context, NamedAttribute, Op, Region, SideTable, Traits};

use super::numbering::{Numbered, Numbering};
use super::print::{OperationPrinter, RegionStyle};
use crate::alias::{AliasBuilder, AliasMap};
use crate::options::PrintOptions;
use crate::parser::with_stack;
use crate::printer::Printer;

/// The names of the values in an operation, and the aliases of its text.
pub(super) fn names_and_aliases<'c>(
    context: &'c Context,
    root: Op,
    options: &PrintOptions,
) -> (Numbering<'c>, AliasMap) {
    if options.local_scope {
        return (Numbering::new(context, root, options), AliasMap::default());
    }
    let mut visitor = Visitor::new(context);
    // Nearly every location has an alias.
    let mut may_have_aliases = options.debug_info;
    let numbering = Numbering::visiting(context, root, options, |numbered| {
        if !may_have_aliases {
            match numbered {
                Numbered::Op(op) => visitor.visit(op),
                Numbered::Argument(argument) => visitor.builder.visit_type(argument.ty(context)),
            }
            may_have_aliases = !visitor.builder.is_empty();
        }
    });
    if !may_have_aliases {
        return (numbering, AliasMap::default());
    }
    let printer = Printer::new(context, options.clone());
    let mut printer = OperationPrinter::new(context, options.clone(), printer, numbering, Vec::new());
    printer.recorder = Some(AliasBuilder::new(context));
    printer.record(root);
    let aliases = printer.recorder.map(AliasBuilder::finish).unwrap_or_default();
    (printer.numbering, aliases)
}

/// Finds out whether anything has an alias.
struct Visitor<'c> {
    context: &'c Context,
    builder: AliasBuilder<'c>,
    /// Dictionaries whose entries were visited.
    dictionaries: SideTable<Attribute, bool>,
}

impl<'c> Visitor<'c> {
    fn new(context: &'c Context) -> Self {
        Self {
            context,
            builder: AliasBuilder::new(context),
            dictionaries: SideTable::new(),
        }
    }

    #[inline]
    fn visit(&mut self, op: Op) {
        let context = self.context;
        for operand in op.operands(context) {
            self.builder.visit_type(operand.ty(context));
        }
        for result in op.results(context) {
            self.builder.visit_type(result.ty(context));
        }
        for dictionary in [op.attributes(context), op.properties(context)]
            .into_iter()
            .flatten()
        {
            if std::mem::replace(self.dictionaries.entry(dictionary), true) {
                continue;
            }
            let entries = dictionary.entries(context);
            for entry in entries.into_iter().flat_map(|entries| entries.iter()) {
                self.builder.visit_attribute(entry.value, true);
            }
        }
    }
}

impl OperationPrinter<'_> {
    /// Visits an operation as its text will be.
    pub(super) fn record(&mut self, op: Op) {
        let context = self.context;
        if self.options.debug_info
            && let Some(recorder) = &mut self.recorder
        {
            recorder.visit_location(op.location(context), true);
        }
        if self.options.generic || !self.print_custom(op) {
            self.record_generic(op);
        }
        self.out.clear();
    }

    fn record_generic(&mut self, op: Op) {
        let context = self.context;
        if !self.options.skip_regions {
            let outer = self.default_dialect.take();
            with_stack(|| {
                for region in op.regions(context) {
                    self.record_region(region, RegionStyle::GENERIC);
                }
            });
            self.default_dialect = outer;
        }
        for value in op.operands(context).chain(op.results(context)) {
            self.write_type(value.ty(context));
        }
        // The properties of an operation that is not registered are printed without aliases of their own.
        let properties = op.info(context).and_then(|_| op.properties(context));
        let mut entries: Vec<NamedAttribute> = [op.attributes(context), properties]
            .into_iter()
            .flatten()
            .filter_map(|all| all.entries(context))
            .flat_map(|all| all.iter())
            .collect();
        entries.sort_by(|a, b| a.name.bytes(context).cmp(b.name.bytes(context)));
        self.write_attr_dict(&entries);
    }

    /// Visits what the text of a region will contain.
    pub(super) fn record_region(&mut self, region: Region, style: RegionStyle) {
        let context = self.context;
        for (index, block) in region.blocks(context).enumerate() {
            if index > 0 || style.entry_arguments {
                for argument in block.arguments(context) {
                    self.write_type(argument.ty(context));
                    self.print_argument_location(argument.location(context));
                }
            }
            for op in block.operations(context) {
                let is_last = op.next(context).is_none();
                if index == 0 && !style.terminator && is_last && op.has_trait(context, Traits::TERMINATOR) {
                    break;
                }
                self.record(op);
            }
        }
    }
}
