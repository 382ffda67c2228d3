//! Element types, and values of constants.

use std::cmp::Ordering;

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, Signedness, Type, TypeKind};
use tvmlike_text::quote_attribute;

use super::super::types::{element_or_self, is_compatible, is_tensor};
use super::shapes::broadcast;
use super::{
    integers, is_integer, is_uniform, same_elements, shape, storage, verify_zero_point,
    verify_zero_point_type,
};

/// The results must be floats.
pub(super) fn floats(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut results = instance.op.results(context).map(|result| result.ty(context));
    let is_float = |ty: Type| matches!(element_or_self(context, ty).kind(context), TypeKind::Float(_));
    match results.all(is_float) {
        true => Ok(()),
        false => instance.refuse("requires a floating point type"),
    }
}

pub(super) fn constant(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(values) = instance.attribute("values").map(|values| values.ty(context)) else {
        return Ok(());
    };
    let output = instance.result_type("output");
    if !is_tensor(context, values) || !is_tensor(context, output) {
        return instance.refuse("expected tensors for attr/result type");
    }
    let (values, output) = (element_or_self(context, values), element_or_self(context, output));
    match values == output || storage(context, output) == values {
        true => Ok(()),
        false => instance.refuse("expected same attr/result element types"),
    }
}

/// The storage of uniformly quantized elements, another element type itself.
fn uniform_storage(context: &Context, ty: Type) -> Type {
    let element = element_or_self(context, ty);
    match is_uniform(context, element) {
        true => storage(context, ty),
        false => element,
    }
}

pub(super) fn clamp(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let input = uniform_storage(context, instance.operand_type("input"));
    let output = uniform_storage(context, instance.result_type("output"));
    if input != output {
        return instance.refuse("input/output element types are incompatible.");
    }
    let (Some(least), Some(most)) = (instance.attribute("min_val"), instance.attribute("max_val")) else {
        return Ok(());
    };
    let of_type = least.ty(context) == most.ty(context) && most.ty(context) == input;
    let bounds = || {
        let [least, most] = [least, most].map(|value| quote_attribute(context, value));
        format!("got min_val={least}, max_val={most}")
    };
    let order = match (least.kind(context), most.kind(context), input.kind(context)) {
        (
            AttributeKind::Integer { value: least, .. },
            AttributeKind::Integer { value: most, .. },
            TypeKind::Integer { width, signedness },
        ) if of_type => {
            let is_signed = signedness != Signedness::Unsigned && width != 1;
            Some(least.to_big(is_signed).cmp(&most.to_big(is_signed)))
        }
        (AttributeKind::Float { value: least, .. }, AttributeKind::Float { value: most, .. }, _)
            if of_type =>
        {
            let [least, most] = [least.to_f64(), most.to_f64()];
            if least.is_nan() || most.is_nan() {
                return instance.refuse(format!("min/max attributes should not be 'NaN', {}", bounds()));
            }
            least.partial_cmp(&most)
        }
        _ => {
            return instance
                .refuse("min/max attributes types are incompatible with input/output element types.");
        }
    };
    match order {
        Some(Ordering::Greater) => instance.refuse(format!("expected min_val <= max_val, {}", bounds())),
        _ => Ok(()),
    }
}

pub(super) fn matmul(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (a, b) = (instance.operand_type("a"), instance.operand_type("b"));
    let [one, other] = [a, b].map(|ty| element_or_self(context, ty));
    let quoted = || format!("{} and {}", instance.quote(one), instance.quote(other));
    match (is_uniform(context, one), is_uniform(context, other)) {
        (false, false) if one != other => {
            return instance.refuse(format!(
                "expect same element type for inputs a and b, got {}",
                quoted()
            ));
        }
        (false, false) => {}
        (true, true) => {
            let [one, other] = [a, b].map(|ty| storage(context, ty).bit_width(context).unwrap_or_default());
            if one != other {
                return instance.refuse(format!(
                    "expect quantized operands to have same widths, got {one} and {other}"
                ));
            }
        }
        _ => {
            return instance.refuse(format!(
                "expect operands to be both quantized or both not quantized, got {}",
                quoted()
            ));
        }
    }
    verify_zero_point_type(instance, a, "a_zp", "input a and a_zp have the same")?;
    verify_zero_point_type(instance, b, "b_zp", "input b and b_zp have the same")?;
    verify_zero_point(instance, "a_zp", "a")?;
    verify_zero_point(instance, "b_zp", "b")
}

pub(super) fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let types = [
        instance.operand_type("input1"),
        instance.operand_type("input2"),
        instance.result_type("output"),
    ];
    let [one, other, result] = types.map(|ty| element_or_self(context, ty));
    if let TypeKind::Integer { width, .. } = result.kind(context) {
        let operand = match one.kind(context) {
            TypeKind::Integer { width, .. } if one == other => width,
            _ => return instance.refuse("requires the same element type for all operands"),
        };
        if operand > width {
            return instance.refuse("invalid data type size for operands or result");
        }
    } else {
        if one != result || other != result {
            return instance.refuse("requires the same element type for all operands and results");
        }
        let shift = integers(context, instance.operand("shift"));
        if shift.is_some_and(|shift| shift.first().is_some_and(|shift| *shift != 0)) {
            return instance.refuse("require shift to be 0 for float type");
        }
    }
    let [first, second, output] = types.map(|ty| shape(context, ty));
    if let (Some(a), Some(b)) = (&first, &second) {
        if a.len() != b.len() {
            return instance.refuse(format!(
                "a and b operands don't have matching ranks, got {} and {}",
                a.len(),
                b.len()
            ));
        }
        if broadcast(a, b).is_none() {
            return instance.refuse(format!(
                "a and b operands don't have broadcast-compatible shapes, got {} and {}",
                instance.quote(types[0]),
                instance.quote(types[1])
            ));
        }
    }
    let Some(output) = output else { return Ok(()) };
    for (operand, name) in [(first, "a"), (second, "b")] {
        if let Some(operand) = operand.filter(|operand| operand.len() != output.len()) {
            return instance.refuse(format!(
                "result type has different rank than {name}, got {} vs {}",
                output.len(),
                operand.len()
            ));
        }
    }
    Ok(())
}

pub(super) fn negate(instance: &Instance<'_>) -> Result<(), Failure> {
    let (input, output) = (instance.operand_type("input1"), instance.result_type("output"));
    same_elements(instance, input, output)?;
    if !is_compatible(instance.context, input, output) {
        return instance.refuse("requires the same shape for input1 and output");
    }
    let message = "both input1 and its zero point are the same";
    verify_zero_point_type(instance, input, "input1_zp", message)?;
    let message = "both output and its zero point are the same";
    verify_zero_point_type(instance, output, "output_zp", message)?;
    verify_zero_point(instance, "input1_zp", "input1")?;
    verify_zero_point(instance, "output_zp", "output")
}

pub(super) fn select(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let output = instance.result_type("output");
    same_elements(instance, instance.operand_type("input2"), output)?;
    same_elements(instance, instance.operand_type("input3"), output)?;
    let predicate = element_or_self(context, instance.operand_type("input1"));
    match is_integer(context, predicate, 1) {
        true => Ok(()),
        false => instance.refuse(format!(
            "expect element type of bool for input1, got {}",
            instance.quote(predicate)
        )),
    }
}
