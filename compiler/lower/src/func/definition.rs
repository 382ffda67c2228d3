//! `func.func`: definitions and declarations of functions.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, Context, Op};
use tvmlike_transform::{BlockSignature, ConversionRewriter, ConvertedOperands};

use super::parts::{add_attributes, dictionaries, kept_attributes};
use super::signature::{self, function_parts};
use super::wrappers;
use crate::attributes;
use crate::make::{build, property};

/// What a function for C is made of.
pub(crate) const EMIT_C_INTERFACE: &str = "llvm.emit_c_interface";

pub(super) fn convert(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let converter = rewriter.converter()?;
    let (ty, signature) = signature::converted(context, &converter, op)?;
    let has_interface = op
        .discardable_attribute(context, context.identifier(EMIT_C_INTERFACE))
        .is_some();
    let linkage = context.identifier("llvm.linkage");
    let linkage = match op.discardable_attribute(context, linkage) {
        Some(linkage) => linkage,
        None => attributes::linkage(context, "external"),
    };
    let body = op.region(context, 0)?;
    let is_declaration = body.is_empty(context);
    let kept = kept_attributes(context, op);
    let mut new = OpBuilder::new("llvm.func")
        .attribute("sym_name", property(context, op, "sym_name")?)
        .attribute("function_type", context.type_attribute(ty))
        .attribute("linkage", linkage);
    if let Some(visibility) = property(context, op, "sym_visibility") {
        new = new.attribute("sym_visibility", visibility);
    }
    let reads_nothing = context.identifier("llvm.readnone");
    if op.discardable_attribute(context, reads_nothing).is_some() {
        new = new.attribute("memory_effects", attributes::no_memory_effects(context));
    }
    let lists = argument_lists(context, op, &signature)?;
    for (name, list) in &lists {
        new = new.attribute(name, *list);
    }
    let new = build(rewriter, new, op.location(context));
    add_attributes(rewriter, new, &kept);
    let new_body = new.region(context, 0)?;
    rewriter.inline_region(body, new_body, None);
    if let Some(entry) = new_body.first_block(context) {
        rewriter.convert_block(entry, &signature);
    }
    if has_interface {
        rewriter.set_before(op);
        match is_declaration {
            true => wrappers::call_c(rewriter, op, new)?,
            false => wrappers::called_by_c(rewriter, op, new)?,
        }
    }
    rewriter.erase_op(op);
    Some(())
}

/// The attributes of arguments that become one each, and those of a single result.
fn argument_lists(
    context: &Context,
    op: Op,
    signature: &BlockSignature,
) -> Option<Vec<(&'static str, Attribute)>> {
    let (_, results) = function_parts(context, op)?;
    let mut lists = Vec::new();
    if let Some(own) = dictionaries(context, op, "arg_attrs") {
        let mut all = vec![context.empty_dictionary(); signature.types().len()];
        for (index, dictionary) in own.into_iter().enumerate() {
            if let Some(place) = signature.single(index) {
                all[place] = dictionary;
            }
        }
        lists.push(("arg_attrs", context.array_attribute(&all)));
    }
    if let Some(own) = property(context, op, "res_attrs")
        && results.len() == 1
    {
        lists.push(("res_attrs", own));
    }
    Some(lists)
}
