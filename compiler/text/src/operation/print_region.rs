//! Printing regions and blocks.

use tvmlike_ir::{Block, Region, Traits};

use super::print::{INDENT, OperationPrinter, RegionStyle};
use crate::integer::push_decimal;
use crate::parser::with_stack;

impl OperationPrinter<'_> {
    /// Prints `{ … }`.
    pub fn print_region(&mut self, region: Region, style: RegionStyle) {
        if self.options.skip_regions {
            self.write(b"{...}");
            return;
        }
        if self.recorder.is_some() {
            return with_stack(|| self.record_region(region, style));
        }
        with_stack(|| self.print_region_body(region, style));
    }

    fn print_region_body(&mut self, region: Region, style: RegionStyle) {
        self.write(b"{\n");
        let context = self.context;
        for (index, block) in region.blocks(context).enumerate() {
            let label = index > 0
                || (style.entry_arguments && block.num_arguments(context) > 0)
                || (style.empty_block && block.first_op(context).is_none());
            self.print_block_with(block, label, index > 0 || style.terminator);
        }
        self.write_indent();
        self.out.push(b'}');
    }

    pub(super) fn print_block(&mut self, block: Block, label: bool) {
        self.print_block_with(block, label, true);
    }

    fn print_block_with(&mut self, block: Block, label: bool, terminator: bool) {
        let context = self.context;
        if label {
            self.print_label(block);
        }
        self.indent += INDENT;
        if self.options.value_users {
            self.print_argument_users(block);
        }
        for op in block.operations(context) {
            if !terminator && op.next(context).is_none() && op.has_trait(context, Traits::TERMINATOR) {
                break;
            }
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
                push_decimal(&mut self.out, several.len() as u32);
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
}
