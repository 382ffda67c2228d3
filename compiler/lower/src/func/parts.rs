//! The attributes that a function keeps when it is converted.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op};
use tvmlike_transform::ConversionRewriter;

use crate::make::{entries, property};

/// The discardable attributes that a function keeps.
pub(super) fn kept_attributes(context: &Context, op: Op) -> Vec<NamedAttribute> {
    let all = entries(context, op.attributes(context)).into_iter();
    let dropped: [&[u8]; 3] = [b"llvm.linkage", b"llvm.readnone", b"func.varargs"];
    all.filter(|entry| !dropped.contains(&entry.name.bytes(context)))
        .collect()
}

/// The elements of a list of dictionaries.
pub(super) fn dictionaries(context: &Context, op: Op, name: &str) -> Option<Vec<Attribute>> {
    match property(context, op, name)?.kind(context) {
        AttributeKind::Array(all) => Some(all.iter().collect()),
        _ => None,
    }
}

/// Gives an operation attributes, of which some can be properties.
pub(super) fn add_attributes(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, all: &[NamedAttribute]) {
    if !all.is_empty() {
        rewriter.modify(op, |edit| {
            for entry in all {
                op.set_attribute(edit, entry.name, entry.value);
            }
        });
    }
}
