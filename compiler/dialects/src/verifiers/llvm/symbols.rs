//! Symbols of modules: their linkage, and where they are.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Op, Traits};

use crate::llvm::keywords;

/// The keyword of the linkage of an operation.
pub(super) fn linkage(context: &Context, op: Op) -> &str {
    let linkage = op.property(context, context.identifier("linkage"));
    let keyword = linkage.and_then(|linkage| keywords::LINKAGE.keyword(context, linkage));
    keyword.unwrap_or("external")
}

/// Whether an operation can contain globals.
pub(super) fn is_module(context: &Context, op: Op) -> bool {
    op.has_trait(context, Traits::SYMBOL_TABLE) && op.has_trait(context, Traits::ISOLATED_FROM_ABOVE)
}

/// The module around an operation.
pub(super) fn module(context: &Context, op: Op) -> Option<Op> {
    let mut at = op.parent_op(context);
    while let Some(op) = at.filter(|op| !is_module(context, *op)) {
        at = op.parent_op(context);
    }
    at
}

/// Checks that an operation is in a module.
pub(super) fn at_module_level(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    match instance
        .op
        .parent_op(context)
        .is_none_or(|parent| is_module(context, parent))
    {
        true => Ok(()),
        false => instance.refuse("must appear at the module level"),
    }
}

/// Checks that the selector that an operation names is one.
pub(super) fn verify_comdat(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(reference) = instance.attribute("comdat") else {
        return Ok(());
    };
    let found = op.lookup_nearest_symbol(context, reference);
    match found.is_some_and(|found| found.is_named(context, "llvm.comdat_selector")) {
        true => Ok(()),
        false => instance.refuse_plainly("expected comdat symbol"),
    }
}

/// Whether a function has a body.
pub(super) fn is_defined(context: &Context, function: Op) -> bool {
    function
        .region(context, 0)
        .is_some_and(|body| !body.is_empty(context))
}

/// The name in a symbol reference.
pub(super) fn name_in(context: &Context, reference: Attribute) -> String {
    match reference.kind(context) {
        AttributeKind::SymbolRef { root, .. } => root.text(context).into_owned(),
        _ => String::new(),
    }
}
