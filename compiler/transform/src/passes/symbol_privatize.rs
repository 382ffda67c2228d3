//! `symbol-privatize`: makes symbols private.

use tvmlike_ir::{Failure, Op, Visibility};

use super::symbol_dce::is_symbol;
use crate::options::{OptionKind, OptionRecord};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("symbol-privatize", "Mark symbols private", |options| {
        let excluded = options.texts("exclude");
        Ok(Box::new(SymbolPrivatize { excluded }))
    })
    .shown_as("SymbolPrivatize")
    .with_options(vec![OptionRecord::list(
        "exclude",
        OptionKind::Text,
        "Comma separated list of symbols that should not be marked private",
    )])
}

struct SymbolPrivatize {
    excluded: Vec<String>,
}

impl Pass for SymbolPrivatize {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        if !op.is_symbol_table(context) {
            let message = " was scheduled to run under SymbolPrivatize, but does not define a symbol table";
            return Err(op.emit_op_error(context, message).emit());
        }
        let blocks = op.regions(context).flat_map(|region| region.blocks(context));
        let symbols: Vec<Op> = blocks
            .flat_map(|block| block.operations(context))
            .filter(|op| is_symbol(context, *op))
            .collect();
        for symbol in symbols {
            let name = symbol.symbol_name(context);
            if !self.excluded.iter().any(|each| Some(each.as_bytes()) == name) {
                symbol.set_symbol_visibility(run.edit(), Visibility::Private);
            }
        }
        Ok(())
    }
}
