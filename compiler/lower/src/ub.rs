//! ub to the llvm dialect.

use std::rc::Rc;

use tvmlike_ir::Op;
use tvmlike_transform::{
    ConversionFn, ConversionPatterns, ConversionRewriter, ConvertedOperands, TypeConverter,
};

use crate::elementwise::result_type;
use crate::make::{Make, property};

const PATTERNS: [ConversionFn; 2] = [
    ConversionFn::new("ub.poison", poison),
    ConversionFn::new("ub.unreachable", unreachable),
];

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, converter: &Rc<TypeConverter>) {
    patterns.add_table(&PATTERNS, Some(converter));
}

/// `ub.poison` of the kind that the dialect itself has.
fn poison(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let value = property(context, op, "value");
    if value.is_some_and(|value| !value.is_symbol(context, "ub", "poison")) {
        return None;
    }
    let value = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, op.location(context));
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn unreachable(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let location = op.location(rewriter.context());
    Make::new("llvm.unreachable", &[], &[]).at(rewriter, location);
    rewriter.erase_op(op);
    Some(())
}
