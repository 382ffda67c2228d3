//! Poolings and resizing: windows and the size of the output.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, FloatKind, TypeKind};

use super::{
    is_integer, is_static, listed, same_elements, shape, shape_values, storage, verify_zero_point,
    verify_zero_point_type,
};

/// An axis: its name, its letter, and the names of its sides.
type Axis = (&'static str, char, [&'static str; 2]);

const AXES: [Axis; 2] = [
    ("height", 'y', ["top", "bottom"]),
    ("width", 'x', ["left", "right"]),
];

fn verify_windows(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [kernel, stride, pad] = ["kernel", "stride", "pad"].map(|name| instance.integers(name));
    for (values, name, least) in [
        (&kernel, "kernel", 1),
        (&stride, "stride", 1),
        (&pad, "padding", 0),
    ] {
        if values.iter().any(|value| *value < least) {
            return instance.refuse(format!(
                "expect all {name} values to be >= {least}, got {}",
                listed(values)
            ));
        }
    }
    // The width comes first.
    for (index, (name, letter, [first, second])) in AXES.iter().enumerate().rev() {
        let (size, before, after) = (kernel[index], pad[2 * index], pad[2 * index + 1]);
        if before >= size || after >= size {
            return instance.refuse(format!(
                "expected {first}/{second} padding to be less than the {name} of the kernel, got pad_{first}={before}, \
                 pad_{second}={after}, kernel_{letter}={size}"
            ));
        }
    }
    let input = shape(context, instance.operand_type("input"));
    let output = shape(context, instance.result_type("output"));
    let (Some(input), Some(output)) = (input, output) else {
        return Ok(());
    };
    for (index, (name, letter, [first, second])) in AXES.iter().enumerate() {
        let (from, to) = (input[index + 1], output[index + 1]);
        let (size, before, after) = (kernel[index], pad[2 * index], pad[2 * index + 1]);
        if !is_static(from) {
            continue;
        }
        let covered = from.wrapping_add(before).wrapping_add(after).wrapping_sub(size);
        let step = stride[index];
        if covered.wrapping_rem(step) != 0 {
            return instance.refuse(format!(
                "expected input_{name} + pad_{first} + pad_{second} - kernel_{letter} to be wholly divisible by \
                 stride_{letter}, got ({from} + {before} + {after} - {size}) / {step}"
            ));
        }
        let calculated = covered.wrapping_div(step).wrapping_add(1);
        if is_static(to) && calculated != to {
            return instance.refuse(format!(
                "calculated output {name} did not match expected: calculated={calculated}, expected={to}"
            ));
        }
    }
    Ok(())
}

pub(super) fn maximum(instance: &Instance<'_>) -> Result<(), Failure> {
    same_elements(
        instance,
        instance.operand_type("input"),
        instance.result_type("output"),
    )?;
    verify_windows(instance)
}

pub(super) fn average(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_windows(instance)?;
    let context = instance.context;
    let (input, output) = (instance.operand_type("input"), instance.result_type("output"));
    if let Some(sum) = instance.type_in("acc_type") {
        let is = |wanted| matches!(sum.kind(context), TypeKind::Float(kind) if kind == wanted);
        let wrong = match storage(context, input).kind(context) {
            TypeKind::Integer { .. } if !is_integer(context, sum, 32) => "integer tensor is not i32",
            TypeKind::Float(FloatKind::F16) if !is(FloatKind::F16) && !is(FloatKind::F32) => {
                "f16 tensor is not f16/f32"
            }
            TypeKind::Float(FloatKind::BF16) if !is(FloatKind::F32) => "bf16 tensor is not f32",
            TypeKind::Float(FloatKind::F32) if !is(FloatKind::F32) => "f32 tensor is not f32",
            _ => "",
        };
        if !wrong.is_empty() {
            return instance.refuse(format!("accumulator type for {wrong}"));
        }
    }
    let message = "both input and its zero point are the same";
    verify_zero_point_type(instance, input, "input_zp", message)?;
    let message = "both output and its zero point are the same";
    verify_zero_point_type(instance, output, "output_zp", message)?;
    verify_zero_point(instance, "input_zp", "input")?;
    verify_zero_point(instance, "output_zp", "output")
}

pub(super) fn resize(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let values = ["scale", "offset", "border"].map(|name| shape_values(context, instance.operand(name)));
    let [Some(scale), Some(offset), Some(border)] = values else {
        return Ok(());
    };
    if scale.iter().any(|scale| *scale <= 0) {
        return instance.refuse(format!(
            "expect all scale values to be > 0, got {}",
            listed(&scale)
        ));
    }
    let input = shape(context, instance.operand_type("input"));
    let output = shape(context, instance.result_type("output"));
    let (Some(input), Some(output)) = (input, output) else {
        return Ok(());
    };
    for (index, (name, letter, _)) in AXES.iter().enumerate() {
        let (from, to) = (input[index + 1], output[index + 1]);
        // A size of 1 can be broadcast.
        if !is_static(from) || from == 1 {
            continue;
        }
        let (numerator, denominator) = (scale[2 * index], scale[2 * index + 1]);
        let (offset, border) = (offset[index], border[index]);
        let scaled = from
            .wrapping_sub(1)
            .wrapping_mul(numerator)
            .wrapping_sub(offset)
            .wrapping_add(border);
        if scaled.wrapping_rem(denominator) != 0 {
            return instance.refuse(format!(
                "expected (input_{name} - 1) * scale_{letter}_n - offset_{letter} + border_{letter} to be wholly \
                 divisible by scale_{letter}_d, got (({from} - 1) * {numerator} - {offset} + {border}) / {denominator}"
            ));
        }
        let calculated = scaled.wrapping_div(denominator).wrapping_add(1);
        if is_static(to) && calculated != to {
            return instance.refuse(format!(
                "calculated output {name} did not match expected: calculated={calculated}, expected={to}"
            ));
        }
    }
    Ok(())
}
