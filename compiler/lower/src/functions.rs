//! Functions and data of a module that lowered code refers to.
//!
//! Invariant: what is added comes to the start of the module, and only if there is nothing with its name.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, Context, InsertionPoint, Location, Op, Type, Value};
use tvmlike_text::quote_attribute;
use tvmlike_transform::ConversionRewriter;

use crate::attributes::linkage;
use crate::make::{build, integer};
use crate::types::{array, function, void};

/// A function that is declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: &'a [Type],
    pub(crate) result: Type,
}

/// The start of a module.
fn start(rewriter: &ConversionRewriter<'_, '_>, module: Op) -> Option<InsertionPoint> {
    let context = rewriter.context();
    let block = module.region(context, 0)?.first_block(context)?;
    Some(InsertionPoint::at_start(context, block))
}

/// Emits that a symbol has the name of a function that lowered code calls, but not its type.
fn refuse(
    context: &Context,
    symbol: Op,
    caller: Location,
    declaration: &Declaration<'_>,
    expected: Attribute,
) {
    let name = declaration.name;
    let got = symbol.property(context, context.identifier("function_type"));
    let by = match got.filter(|_| symbol.is_named(context, "llvm.func")) {
        Some(got) => format!("of different type '{}'", quote_attribute(context, got)),
        None => format!("by '{}'", symbol.name(context).text(context)),
    };
    let note = format!(
        "the lowering of this operation calls '{name}': expected an 'llvm.func' of type '{}'; rename the symbol, or give it this \
         type",
        quote_attribute(context, expected)
    );
    let message = format!("redefinition of reserved function '{name}' {by} is prohibited");
    symbol.emit_error(context, message).note(caller, note).emit();
}

/// Declares a function in a module, unless there is one. A reference to it; `None`: something else has its name, and the error
/// was emitted.
fn declare(
    rewriter: &mut ConversionRewriter<'_, '_>,
    module: Op,
    caller: Location,
    declaration: &Declaration<'_>,
) -> Option<Attribute> {
    let context = rewriter.context();
    let reference = context.symbol_ref_attribute(context.identifier(declaration.name), &[]);
    let ty = function(context, declaration.result, declaration.arguments);
    let ty = context.type_attribute(ty);
    if let Some(known) = rewriter.symbol(module, declaration.name) {
        let name = context.identifier("function_type");
        let fits = known.is_named(context, "llvm.func") && known.property(context, name) == Some(ty);
        if !fits {
            refuse(context, known, caller, declaration, ty);
        }
        return fits.then_some(reference);
    }
    let op = OpBuilder::new("llvm.func")
        .attribute("sym_name", context.string_attribute(declaration.name))
        .attribute("function_type", ty);
    let place = start(rewriter, module);
    let location = module.location(context);
    rewriter.at(place, |rewriter| build(rewriter, op, location));
    Some(reference)
}

/// Calls a function that is declared if need be. Its result, if it has one; `None`: something else has its name, and the error
/// was emitted.
pub(crate) fn call(
    rewriter: &mut ConversionRewriter<'_, '_>,
    module: Op,
    location: Location,
    declaration: &Declaration<'_>,
    operands: &[Value],
) -> Option<Option<Value>> {
    let context = rewriter.context();
    let callee = declare(rewriter, module, location, declaration)?;
    let is_void = declaration.result == void(context);
    let results = (!is_void).then_some(declaration.result);
    let op = call_builder(context, operands, results).attribute("callee", callee);
    let op = build(rewriter, op, location);
    Some(op.result(context, 0))
}

/// `llvm.call` without a callee.
pub(crate) fn call_builder<'a>(context: &Context, operands: &[Value], result: Option<Type>) -> OpBuilder<'a> {
    OpBuilder::new("llvm.call")
        .operand("callee_operands", operands.iter().copied())
        .operand("op_bundle_operands", [])
        .attribute("op_bundle_sizes", context.dense_i32_array(&[]))
        .result("result", result)
}

/// Adds a constant text to a module, under a name that begins as given. A reference to it.
pub(crate) fn add_text(
    rewriter: &mut ConversionRewriter<'_, '_>,
    module: Op,
    location: Location,
    prefix: &str,
    text: &[u8],
) -> Option<Attribute> {
    let context = rewriter.context();
    let name = rewriter.free_symbol_name(module, prefix)?;
    let tensor = context
        .ranked_tensor_type(&[text.len() as i64], context.i8(), None)
        .ok()?;
    let elements: Vec<Attribute> = text
        .iter()
        .map(|byte| integer(context, context.i8(), i64::from(byte.cast_signed())))
        .collect();
    let value = context.dense_elements_from_attributes(tensor, &elements).ok()?;
    let ty = array(context, context.i8(), text.len() as u64);
    let private = linkage(context, "private");
    let op = OpBuilder::new("llvm.mlir.global")
        .attribute("global_type", context.type_attribute(ty))
        .attribute("constant", context.unit_attribute())
        .attribute("sym_name", context.string_attribute(&name))
        .attribute("linkage", private)
        .attribute("value", value);
    let place = start(rewriter, module);
    rewriter.at(place, |rewriter| build(rewriter, op, location));
    Some(context.symbol_ref_attribute(context.identifier(&name), &[]))
}
