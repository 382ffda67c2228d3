//! `tosa.rescale`: integers, their zero points, multipliers and shifts.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Failure, TypeKind};

use super::super::types::element_or_self;
use super::{is_integer, is_static, shape, storage, zero_point};

pub(super) fn verify(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("input"), instance.result_type("output"));
    for (ty, name) in [(input, "input"), (output, "output")] {
        let element = storage(context, ty);
        if !matches!(element.kind(context), TypeKind::Integer { .. }) {
            return instance.refuse(format!(
                "expect {name} to have integer element type, got {}",
                instance.quote(element)
            ));
        }
    }
    for (ty, name) in [(input, "input"), (output, "output")] {
        let element = storage(context, ty);
        let point = storage(context, instance.operand_type(&format!("{name}_zp")));
        let is_number = matches!(point.kind(context), TypeKind::Integer { .. });
        if !is_number || element.bit_width(context) != point.bit_width(context) {
            return instance.refuse(format!(
                "expected {name} and {name}_zp to both be integer of the same bitwidth, but got {} vs. {}",
                instance.quote(element),
                instance.quote(point)
            ));
        }
    }
    verify_point(instance, "input")?;
    verify_point(instance, "output")?;
    verify_factors(instance)
}

/// Whether an attribute is true.
fn is_set(instance: &Instance<'_>, name: &str) -> bool {
    let value = instance.attribute(name).map(|value| value.kind(instance.context));
    matches!(value, Some(AttributeKind::Integer { value, .. }) if !value.is_zero())
}

fn verify_point(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
    let context = instance.context;
    let is_unsigned = is_set(instance, &format!("{name}_unsigned"));
    let value = instance.operand(&format!("{name}_zp"));
    let Some(point) = zero_point(context, value, !is_unsigned).filter(|point| *point != 0) else {
        return Ok(());
    };
    let element = element_or_self(context, value.ty(context));
    let is_wide = is_integer(context, element, 16) && is_unsigned;
    if !is_integer(context, element, 8) && !is_wide {
        return instance.refuse(format!("expect {name}_zp of 0, got {point}"));
    }
    match is_wide && point != 32768 {
        true => instance.refuse(format!(
            "expect {name}_zp of 0 or 32768 for unsigned int16 {name}, got {point}"
        )),
        false => Ok(()),
    }
}

fn verify_factors(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let multiplier = element_or_self(context, instance.operand_type("multiplier"));
    let (width, is_32) = match is_set(instance, "scale32") {
        true => (32, true),
        false => (16, false),
    };
    if !is_integer(context, multiplier, width) {
        return instance.refuse(format!(
            "expect i{width} element type for multiplier for scale32={is_32}, got {}",
            instance.quote(multiplier)
        ));
    }
    let Some(input) = shape(context, instance.operand_type("input")) else {
        return Ok(());
    };
    let channels = match (is_set(instance, "per_channel"), input.last()) {
        (false, _) => 1,
        (true, Some(last)) => *last,
        (true, None) => {
            return instance
                .refuse("requires input to be at least rank 1 when per_channel is true, but got rank 0");
        }
    };
    for name in ["multiplier", "shift"] {
        let Some(sizes) = shape(context, instance.operand_type(name)) else {
            return Ok(());
        };
        if is_static(sizes[0]) && sizes[0] != channels {
            return instance.refuse(format!(
                "expect shape of {{ {channels} }} for {name} input, got {{ {} }}",
                sizes[0]
            ));
        }
    }
    Ok(())
}
