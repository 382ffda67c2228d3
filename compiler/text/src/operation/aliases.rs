//! Visits everything that the text of an operation will contain, to choose aliases.
//!
//! The order is that of MLIR: the location of an operation, its regions, its types, its attributes; in the custom form
//! of a module, the attributes come before the region.

use tvmlike_ir::{Block, Context, Identifier, Op};

use crate::alias::{AliasBuilder, AliasMap};
use crate::options::PrintOptions;
use crate::parser::with_stack;

/// The aliases of the text of an operation.
pub(super) fn aliases_of(context: &Context, root: Op, options: &PrintOptions) -> AliasMap {
    let mut visitor = Visitor {
        context,
        options,
        builder: AliasBuilder::new(context),
        module: context.identifier("builtin.module"),
    };
    visitor.visit(root);
    visitor.builder.finish()
}

struct Visitor<'c> {
    context: &'c Context,
    options: &'c PrintOptions,
    builder: AliasBuilder<'c>,
    module: Identifier,
}

impl Visitor<'_> {
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
        for operand in op.operands(context) {
            self.builder.visit_type(operand.ty(context));
        }
        for result in op.results(context) {
            self.builder.visit_type(result.ty(context));
        }
        if !attributes_first {
            self.visit_attributes(op);
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

    fn visit_attributes(&mut self, op: Op) {
        let attributes = op.attributes(self.context).and_then(|a| a.entries(self.context));
        for entry in attributes.into_iter().flat_map(|entries| entries.iter()) {
            self.builder.visit_attribute(entry.value, true);
        }
    }
}
