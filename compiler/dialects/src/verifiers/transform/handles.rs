//! Handles and parameters of `transform`: their numbers and types, options of passes, choices to tune.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type, TypeKind};

use super::kinds::agree;
use super::sequences::yielded;
use crate::common::{bit_vector_width, operand_index};

/// Checks `transform.split_handle`.
pub(super) fn split(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let results = instance.results("results");
    if let Some(overflow) = instance.integer("overflow_result")
        && !usize::try_from(overflow).is_ok_and(|overflow| overflow < results.len())
    {
        return instance.refuse("overflow_result is not a valid result index");
    }
    let handle = instance.operand_type("handle");
    let mut types = results.map(|result| result.ty(context));
    match types.all(|ty| agree(context, handle, ty)) {
        true => Ok(()),
        false => instance
            .refuse("expects result types to implement the same transform interface as the operand type"),
    }
}

/// Checks that the result of `transform.num_associations` can be a number of type `i64`.
pub(super) fn count(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.result_type("num");
    let wanted = |what: &str| instance.refuse_plainly(format!("expected {what} attribute, got 0 : i64"));
    if ty.is_symbol(context, "transform", "affine_map") {
        return wanted("affine map");
    }
    if ty.is_symbol(context, "transform", "type") {
        return wanted("type");
    }
    match wrapped(context, ty) {
        Some(inner) if inner != context.i64() => {
            let (number, inner) = (instance.quote(context.i64()), instance.quote(inner));
            instance.refuse_plainly(format!(
                "expected the type of the parameter attribute ({number}) to match the parameter type ({inner})"
            ))
        }
        _ => Ok(()),
    }
}

/// The type in `!transform.param<…>`.
pub(super) fn wrapped(context: &Context, ty: Type) -> Option<Type> {
    let parameter = match ty.is_symbol(context, "transform", "param") {
        true => ty.parameter(context, context.identifier("type"))?,
        false => return None,
    };
    match parameter.kind(context) {
        AttributeKind::Type(inner) => Some(inner),
        _ => None,
    }
}

/// Checks `transform.tune.knob`.
pub(super) fn knob(instance: &Instance<'_>) -> Result<(), Failure> {
    let (Some(selected), Some(options)) = (instance.attribute("selected"), instance.attribute("options"))
    else {
        return Ok(());
    };
    match options.kind(instance.context) {
        AttributeKind::Array(all) if !all.iter().any(|one| one == selected) => instance
            .refuse("provided `selected` attribute is not an element of `options` array of attributes"),
        _ => Ok(()),
    }
}

/// Checks `transform.tune.alternatives`.
pub(super) fn alternatives(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let results: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    for region in instance.regions("alternatives") {
        let block = region.first_block(context);
        let last = block.and_then(|block| block.last_op(context));
        let is_yield = |op: &tvmlike_ir::Op| op.is_named(context, "transform.yield");
        let Some(terminator) = last.filter(is_yield) else {
            return instance.refuse("expected 'transform.yield' as terminator");
        };
        yielded(instance, terminator, &results)
            .map_err(|message| terminator.emit_op_error(context, message).emit())?;
    }
    let count = op.num_regions(context);
    match instance.integer("selected_region_attr") {
        Some(index) if !usize::try_from(index).is_ok_and(|index| index < count) => instance.refuse(format!(
            "'selected_region' attribute specifies region at index {index} while op has only {count} regions"
        )),
        _ => Ok(()),
    }
}

/// Checks that the options of `transform.apply_registered_pass` use each parameter once.
pub(super) fn pass_options(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut is_used = vec![false; instance.operands("dynamic_options").len()];
    let count = is_used.len();
    let options = instance.attribute("options").and_then(|all| all.entries(context));
    let options = options.into_iter().flat_map(|all| all.iter());
    let mut pending: Vec<Attribute> = options.map(|entry| entry.value).collect();
    pending.reverse();
    while let Some(value) = pending.pop() {
        if let AttributeKind::Array(all) = value.kind(context) {
            let start = pending.len();
            pending.extend(all.iter());
            pending[start..].reverse();
        }
        let Some(index) = operand_index(context, value) else {
            continue;
        };
        let place = usize::try_from(index)
            .ok()
            .and_then(|index| is_used.get_mut(index));
        match place {
            None => {
                return instance.refuse(format!(
                    "dynamic option index {index} is out of bounds for the number of dynamic options: {count}"
                ));
            }
            Some(true) => {
                return instance.refuse(format!("dynamic option index {index} is already used in options"));
            }
            Some(place) => *place = true,
        }
    }
    match is_used.iter().all(|is_used| *is_used) {
        true => Ok(()),
        false => instance
            .refuse("a param operand does not have a corresponding param_operand attr in the options dict"),
    }
}

/// Checks `transform.smt.constrain_params`: the types of parameters and of what the problem of SMT has for them.
pub(super) fn constrain(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let mut regions = instance.regions("body");
    let Some(body) = regions.next().and_then(|region| region.first_block(context)) else {
        return Ok(());
    };
    let last = body.last_op(context);
    let Some(terminator) = last.filter(|op| op.is_named(context, "smt.yield")) else {
        return instance.refuse("expected 'smt.yield' as terminator");
    };
    if op.num_operands(context) != body.num_arguments(context) {
        return instance.refuse("must have the same number of block arguments as operands");
    }
    let ty = |value: tvmlike_ir::Value| value.ty(context);
    let arguments = body.arguments(context).map(ty).zip(op.operands(context).map(ty));
    for (index, (argument, operand)) in arguments.enumerate() {
        represents(instance, argument, operand, "operand")
            .or_else(|wrong| instance.refuse(format!("the type of block arg #{index} is {wrong}")))?;
    }
    let is_foreign = |op: tvmlike_ir::Op| {
        let namespace = op.name(context).dialect_namespace(context);
        namespace != Some(b"smt")
    };
    if body.operations(context).any(is_foreign) {
        return instance.refuse("ops contained in region should belong to SMT-dialect");
    }
    if terminator.num_operands(context) != op.num_results(context) {
        let message = "expected terminator to have as many operands as the parent op has results";
        return Err(terminator.emit_op_error(context, message).emit());
    }
    let operands = terminator.operands(context).map(ty);
    for (index, (operand, result)) in operands.zip(op.results(context).map(ty)).enumerate() {
        represents(instance, operand, result, "result").map_err(|wrong| {
            let message = format!("the type of terminator operand #{index} is {wrong}");
            terminator.emit_op_error(context, message).emit()
        })?;
    }
    Ok(())
}

/// Whether a type of `smt` represents what a parameter holds; else the end of a message.
fn represents(instance: &Instance<'_>, ty: Type, param: Type, words: &str) -> Result<(), String> {
    let context = instance.context;
    let is = |name: &str| ty.is_symbol(context, "smt", name);
    if !is("bool") && !is("int") && !is("bv") {
        return Err("expected to be either a !smt.bool, a !smt.int, or a !smt.bv".to_owned());
    }
    let Some(inner) = wrapped(context, param) else {
        return Ok(());
    };
    let width = match inner.kind(context) {
        TypeKind::Integer { width, .. } => Some(i64::from(width)),
        _ => None,
    };
    let (is_right, shown, wanted) = if is("int") {
        (width.is_some(), "!smt.int".to_owned(), "an integer type")
    } else if is("bool") {
        (width == Some(1), "!smt.bool".to_owned(), "i1")
    } else {
        let wanted = "an integer type of the same bitwidth";
        (
            width.is_some() && width == bit_vector_width(context, ty),
            instance.quote(ty),
            wanted,
        )
    };
    match is_right {
        true => Ok(()),
        false => {
            let param = instance.quote(param);
            Err(format!(
                "{shown} though the corresponding {words} type ({param}) is not wrapping {wanted}"
            ))
        }
    }
}
