//! scf to cf: loops and choices become blocks with branches.

mod choices;
mod loops;
mod parallel;

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op};
use tvmlike_transform::{ConversionFn, ConversionPatterns, ConversionRewriter};

use crate::make::entries;

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns) {
    let table: [ConversionFn; 8] = [
        ConversionFn::new("scf.for", loops::convert_for),
        ConversionFn::new("scf.if", choices::convert_if),
        ConversionFn::new("scf.parallel", parallel::convert_parallel),
        ConversionFn::new("scf.while", loops::convert_while),
        ConversionFn::new("scf.execute_region", choices::convert_region),
        ConversionFn::new("scf.index_switch", choices::convert_switch),
        ConversionFn::new("scf.while", loops::convert_do_while).with_benefit(2),
        ConversionFn::new("scf.forall", parallel::convert_forall),
    ];
    patterns.add_table(&table, None);
}

/// Adds the pattern that makes nested loops of parallel ones.
pub(crate) fn add_parallel_pattern(patterns: &mut ConversionPatterns) {
    patterns.add_table(
        &[ConversionFn::new("scf.parallel", parallel::convert_parallel)],
        None,
    );
}

/// Copies the attributes of the llvm dialect from a loop to the branch that repeats it.
fn copy_loop_attributes(rewriter: &mut ConversionRewriter<'_, '_>, from: Op, to: Op) {
    let context = rewriter.context();
    let all = entries(context, from.attributes(context));
    let llvm: Vec<NamedAttribute> = all
        .into_iter()
        .filter(|entry| is_of_llvm(context, entry.value))
        .collect();
    if !llvm.is_empty() {
        rewriter.modify(to, |edit| {
            for entry in llvm {
                to.set_discardable_attribute(edit, entry.name, entry.value);
            }
        });
    }
}

fn is_of_llvm(context: &Context, value: Attribute) -> bool {
    matches!(value.kind(context), AttributeKind::Dialect { info, .. } if info.dialect().bytes(context) == b"llvm")
}
