//! Functions for C, whose arguments are pointers to descriptors: `_mlir_ciface_NAME`.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, Block, Location, Op, Type, TypeKind, Value};
use tvmlike_transform::ConversionRewriter;

use super::parts::{add_attributes, dictionaries, kept_attributes};
use super::signature::{self, function_parts, is_memref};
use crate::attributes;
use crate::descriptor::{Descriptor, flat_fields, index_constant, pack};
use crate::functions::call_builder;
use crate::make::{Make, build, property};
use crate::memory::{load, stack_memory, store};
use crate::options::{self, integer_type};

/// Makes the function for C without a body. It, and the struct to which its first argument points.
fn make(rewriter: &mut ConversionRewriter<'_, '_>, op: Op) -> Option<(Op, Option<Type>)> {
    let context = rewriter.context();
    let (ty, passed) = signature::for_c(context, &*rewriter.converter()?, op)?;
    let mut name = b"_mlir_ciface_".to_vec();
    name.extend_from_slice(op.symbol_name(context)?);
    let kept = kept_attributes(context, op);
    let mut new = OpBuilder::new("llvm.func")
        .attribute("sym_name", context.string_attribute(name))
        .attribute("function_type", context.type_attribute(ty));
    if let Some(visibility) = property(context, op, "sym_visibility") {
        new = new.attribute("sym_visibility", visibility);
    }
    if let Some(own) = dictionaries(context, op, "arg_attrs") {
        let first = passed.map(|_| context.empty_dictionary());
        let all: Vec<Attribute> = first.into_iter().chain(own).collect();
        new = new.attribute("arg_attrs", context.array_attribute(&all));
    }
    if let Some(own) = property(context, op, "res_attrs").filter(|_| passed.is_none()) {
        new = new.attribute("res_attrs", own);
    }
    let new = build(rewriter, new, op.location(context));
    add_attributes(rewriter, new, &kept);
    Some((new, passed))
}

/// Makes the first block of a function. New operations come to its end.
fn add_entry(rewriter: &mut ConversionRewriter<'_, '_>, op: Op) -> Option<Block> {
    let context = rewriter.context();
    let types = signature::llvm_arguments(context, op)?;
    let location = op.location(context);
    let arguments: Vec<(Type, Location)> = types.into_iter().map(|ty| (ty, location)).collect();
    Some(rewriter.create_block(op.region(context, 0)?, None, &arguments))
}

fn call(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    function: Op,
    operands: &[Value],
) -> Option<Option<Value>> {
    let context = rewriter.context();
    let name = context.identifier(function.symbol_name(context)?);
    let result = signature::llvm_result(context, function)?;
    let op =
        call_builder(context, operands, result).attribute("callee", context.symbol_ref_attribute(name, &[]));
    let op = build(rewriter, op, location);
    Some(op.result(context, 0))
}

fn return_value(rewriter: &mut ConversionRewriter<'_, '_>, location: Location, value: Option<Value>) {
    let values: Vec<Value> = value.into_iter().collect();
    Make::new("llvm.return", &values, &[]).at(rewriter, location);
}

/// The fields of a descriptor, one behind the other.
pub(super) fn unpack(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    value: Value,
) -> Vec<Value> {
    let descriptor = Descriptor::new(value, location);
    let mut fields = vec![descriptor.get(rewriter, &[0]), descriptor.get(rewriter, &[1])];
    if let TypeKind::MemRef { shape, .. } = ty.kind(rewriter.context()) {
        fields.push(descriptor.get(rewriter, &[2]));
        for field in [3, 4] {
            for dim in 0..shape.len() {
                fields.push(descriptor.get(rewriter, &[field, dim as i64]));
            }
        }
    }
    fields
}

/// Makes a function that C can call, and that calls the converted one.
pub(super) fn called_by_c(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, new: Op) -> Option<()> {
    let context = rewriter.context();
    let converter = rewriter.converter()?;
    let location = op.location(context);
    let (wrapper, passed) = make(rewriter, op)?;
    let entry = add_entry(rewriter, wrapper)?;
    let (inputs, _) = function_parts(context, op)?;
    let mut operands = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let argument = entry.argument(context, index + usize::from(passed.is_some()))?;
        if is_memref(context, input) {
            let ty = converter.convert_one(context, input)?;
            let descriptor = load(rewriter, location, ty, argument);
            operands.extend(unpack(rewriter, location, input, descriptor));
        } else {
            operands.push(argument);
        }
    }
    let result = call(rewriter, location, new, &operands)?;
    match (passed, result) {
        (Some(_), Some(result)) => {
            store(rewriter, location, result, entry.argument(context, 0)?);
            return_value(rewriter, location, None);
        }
        (_, result) => return_value(rewriter, location, result),
    }
    Some(())
}

/// Gives a converted declaration a body that calls a function of C.
pub(super) fn call_c(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, new: Op) -> Option<()> {
    let context = rewriter.context();
    let converter = rewriter.converter()?;
    let options = options::of(&converter);
    let index = integer_type(context, options.index_width);
    let location = op.location(context);
    let (wrapper, passed) = make(rewriter, op)?;
    let private = attributes::linkage(context, "private");
    let linkage = context.identifier("linkage");
    rewriter.modify(new, |edit| new.set_property(edit, linkage, private));
    let entry = add_entry(rewriter, new)?;
    let mut own = entry.arguments(context);
    let mut operands = Vec::new();
    if let Some(ty) = passed {
        let one = index_constant(rewriter, location, index, 1);
        operands.push(stack_memory(rewriter, location, ty, one, 0, None));
    }
    let (inputs, _) = function_parts(context, op)?;
    for input in inputs {
        if !is_memref(context, input) {
            operands.push(own.next()?);
            continue;
        }
        let count = flat_fields(context, input, index)?.len();
        let fields: Vec<Value> = own.by_ref().take(count).collect();
        let descriptor = pack(rewriter, input, &fields, location, options)?;
        let one = index_constant(rewriter, location, index, 1);
        let memory = stack_memory(rewriter, location, descriptor.ty(context), one, 0, None);
        store(rewriter, location, descriptor, memory);
        operands.push(memory);
    }
    let result = call(rewriter, location, wrapper, &operands)?;
    let result = match passed {
        Some(ty) => Some(load(rewriter, location, ty, *operands.first()?)),
        None => result,
    };
    return_value(rewriter, location, result);
    Some(())
}
