//! Visits everything that the text of an operation will contain, to choose aliases.
//!
//! The order is that of MLIR: the location of an operation, its regions, its types, its attributes; in the custom form
//! of a module, the attributes come before the region. Most texts have no alias, and a large module takes long to read
//! from memory. So everything is visited while it is numbered, in another order, and again only if an alias was found.

use tvmlike_ir::{Attribute, Block, Context, Identifier, Op, SideTable};

use super::numbering::{Numbered, Numbering};
use crate::alias::{AliasBuilder, AliasMap};
use crate::options::PrintOptions;
use crate::parser::with_stack;

/// The names of the values in an operation, and the aliases of its text.
pub(super) fn names_and_aliases<'c>(
    context: &'c Context,
    root: Op,
    options: &PrintOptions,
) -> (Numbering<'c>, AliasMap) {
    if options.local_scope {
        return (Numbering::new(context, root, options), AliasMap::default());
    }
    let mut visitor = Visitor::new(context, options);
    // Nearly every location has an alias.
    let mut may_have_aliases = options.debug_info;
    let numbering = Numbering::visiting(context, root, options, |numbered| {
        if !may_have_aliases {
            match numbered {
                Numbered::Op(op) => {
                    visitor.visit_types(op);
                    visitor.visit_attributes(op);
                }
                Numbered::Argument(argument) => visitor.builder.visit_type(argument.ty(context)),
            }
            may_have_aliases = !visitor.builder.is_empty();
        }
    });
    if !may_have_aliases {
        return (numbering, AliasMap::default());
    }
    let mut visitor = Visitor::new(context, options);
    visitor.visit(root);
    (numbering, visitor.builder.finish())
}

struct Visitor<'c> {
    context: &'c Context,
    options: &'c PrintOptions,
    builder: AliasBuilder<'c>,
    /// Dictionaries whose entries were visited.
    dictionaries: SideTable<Attribute, bool>,
    module: Identifier,
}

impl<'c> Visitor<'c> {
    fn new(context: &'c Context, options: &'c PrintOptions) -> Self {
        Self {
            context,
            options,
            builder: AliasBuilder::new(context),
            dictionaries: SideTable::new(),
            module: context.identifier("builtin.module"),
        }
    }

    fn visit(&mut self, op: Op) {
        let context = self.context;
        if self.options.debug_info {
            self.builder.visit_location(op.location(context), true);
        }
        let attributes_first = !self.options.generic && op.name(context) == self.module;
        if attributes_first {
            self.visit_attributes(op);
        }
        if op.num_regions(context) > 0 && !self.options.skip_regions {
            with_stack(|| {
                for block in op.regions(context).flat_map(|region| region.blocks(context)) {
                    self.visit_block(block);
                }
            });
        }
        self.visit_types(op);
        if !attributes_first {
            self.visit_attributes(op);
        }
    }

    #[inline]
    fn visit_types(&mut self, op: Op) {
        let context = self.context;
        for operand in op.operands(context) {
            self.builder.visit_type(operand.ty(context));
        }
        for result in op.results(context) {
            self.builder.visit_type(result.ty(context));
        }
    }

    fn visit_block(&mut self, block: Block) {
        for argument in block.arguments(self.context) {
            self.builder.visit_type(argument.ty(self.context));
            if self.options.debug_info {
                self.builder
                    .visit_location(argument.location(self.context), false);
            }
        }
        for op in block.operations(self.context) {
            self.visit(op);
        }
    }

    #[inline]
    fn visit_attributes(&mut self, op: Op) {
        let Some(dictionary) = op.attributes(self.context) else {
            return;
        };
        if std::mem::replace(self.dictionaries.entry(dictionary), true) {
            return;
        }
        let entries = dictionary.entries(self.context);
        for entry in entries.into_iter().flat_map(|entries| entries.iter()) {
            self.builder.visit_attribute(entry.value, true);
        }
    }
}
