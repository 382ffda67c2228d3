//! Convolutions: element types, zero points, the type of the accumulator, and the size of the output.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, FloatKind, Type, TypeKind};

use super::super::types::element_or_self;
use super::{is_integer, is_static, listed, shape, storage, verify_zero_point, verify_zero_point_type};

fn float(context: &Context, ty: Type) -> Option<FloatKind> {
    match ty.kind(context) {
        TypeKind::Float(kind) => Some(kind),
        _ => None,
    }
}

fn verify_types(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, weight) = (instance.operand_type("input"), instance.operand_type("weight"));
    let (bias, output) = (instance.operand_type("bias"), instance.result_type("output"));
    let of_floats = |ty: Type| float(context, element_or_self(context, ty)).is_some();
    let refuse = |message: &str, one: Type, other: Type| {
        instance.refuse(format!(
            "expect both {message}, got {} and {}",
            instance.quote(one),
            instance.quote(other)
        ))
    };
    let [bias_element, output_element] = [bias, output].map(|ty| storage(context, ty));
    if of_floats(bias) && of_floats(output) && bias_element != output_element {
        let message = "bias and result to have same element type";
        return refuse(message, bias_element, output_element);
    }
    let [one, other] = [input, weight].map(|ty| storage(context, ty));
    let [first, second] = [one, other].map(|ty| float(context, ty));
    let is_narrow = |kind| matches!(kind, Some(FloatKind::F8E5M2 | FloatKind::F8E4M3FN));
    if (is_narrow(first) || is_narrow(second)) && one != other {
        return refuse("input and weight to have same element type", one, other);
    }
    if first.is_some() != second.is_some() {
        return refuse("input and weight to be float or not together", one, other);
    }
    verify_zero_point_type(
        instance,
        input,
        "input_zp",
        "both input and its zero point are the same",
    )?;
    verify_zero_point_type(
        instance,
        weight,
        "weight_zp",
        "both weight and its zero point are the same",
    )?;
    verify_zero_point(instance, "input_zp", "input")?;
    verify_zero_point(instance, "weight_zp", "weight")?;
    verify_accumulator(instance, one)
}

fn verify_accumulator(instance: &Instance<'_>, input: Type) -> Result<(), Failure> {
    let context = instance.context;
    let Some(accumulator) = instance.type_in("acc_type") else {
        return Ok(());
    };
    let (kind, sum) = (float(context, input), float(context, accumulator));
    let is = |width: u32| is_integer(context, accumulator, width);
    let half_or_single = matches!(sum, Some(FloatKind::F16 | FloatKind::F32));
    let wrong = match kind {
        None if is_integer(context, input, 8) && !is(32) => "i8 tensor is not i32",
        None if is_integer(context, input, 16) && !is(48) => "i16 tensor is not i48",
        Some(FloatKind::F8E5M2 | FloatKind::F8E4M3) if sum != Some(FloatKind::F16) => "f8 tensor is not f16",
        Some(FloatKind::F16) if !half_or_single => "f16 tensor is not f16/f32",
        Some(FloatKind::BF16) if sum != Some(FloatKind::F32) => "bf16 tensor is not f32",
        Some(FloatKind::F32) if sum != Some(FloatKind::F32) => "f32 tensor is not f32",
        _ => return Ok(()),
    };
    instance.refuse(format!("accumulator type for {wrong}"))
}

/// An axis of a window: its names in messages, and its places in the input, the weight and the output.
struct Axis {
    name: &'static str,
    letter: &'static str,
    sides: [&'static str; 2],
    input: usize,
    weight: usize,
}

const fn axis(
    name: &'static str,
    letter: &'static str,
    sides: [&'static str; 2],
    places: [usize; 2],
) -> Axis {
    Axis {
        name,
        letter,
        sides,
        input: places[0],
        weight: places[1],
    }
}

const VERTICAL: [&str; 2] = ["top", "bottom"];
const HORIZONTAL: [&str; 2] = ["left", "right"];

/// Checks the size of the output along an axis.
fn verify_size(
    instance: &Instance<'_>,
    axis: &Axis,
    [input, kernel, output]: [i64; 3],
    [before, after, stride, dilation]: [i64; 4],
) -> Result<(), Failure> {
    if !is_static(input) || !is_static(kernel) {
        return Ok(());
    }
    let (name, letter) = (axis.name, axis.letter);
    let covered = input
        .wrapping_sub(1)
        .wrapping_add(before)
        .wrapping_add(after)
        .wrapping_sub(kernel.wrapping_sub(1).wrapping_mul(dilation));
    if covered.wrapping_rem(stride) != 0 {
        let [first, second] = axis.sides;
        return instance.refuse(format!(
            "expected input_{name} - 1 + pad_{first} + pad_{second} - (kernel_{name} - 1) * dilation_{letter} to be \
             wholly divisible by stride_{letter}, got ({input} - 1 + {before} + {after} - ({kernel} - 1) * {dilation}) \
             / {stride}"
        ));
    }
    let calculated = covered.wrapping_div(stride).wrapping_add(1);
    match is_static(output) && calculated != output {
        true => instance.refuse(format!(
            "calculated output {name} did not match expected: calculated={calculated}, expected={output}"
        )),
        false => Ok(()),
    }
}

fn verify_windows(instance: &Instance<'_>, axes: &[Axis]) -> Result<(), Failure> {
    let context = instance.context;
    let [pad, stride, dilation] = ["pad", "stride", "dilation"].map(|name| instance.integers(name));
    for (values, name, least) in [
        (&pad, "padding", 0),
        (&stride, "stride", 1),
        (&dilation, "dilation", 1),
    ] {
        if values.iter().any(|value| *value < least) {
            return instance.refuse(format!(
                "expect all {name} values to be >= {least}, got {}",
                listed(values)
            ));
        }
    }
    let Some(output) = shape(context, instance.result_type("output")) else {
        return Ok(());
    };
    let input = shape(context, instance.operand_type("input"));
    let weight = shape(context, instance.operand_type("weight"));
    if let (Some(input), Some(weight)) = (input, weight) {
        for (index, axis) in axes.iter().enumerate() {
            let sizes = [input[axis.input], weight[axis.weight], output[axis.input]];
            let window = [pad[2 * index], pad[2 * index + 1], stride[index], dilation[index]];
            verify_size(instance, axis, sizes, window)?;
        }
    }
    verify_bias(instance, output[output.len() - 1])
}

fn verify_bias(instance: &Instance<'_>, channels: i64) -> Result<(), Failure> {
    let Some(bias) = shape(instance.context, instance.operand_type("bias")) else {
        return Ok(());
    };
    let bias = bias[0];
    match is_static(bias) && is_static(channels) && bias != channels && bias != 1 {
        true => instance.refuse(format!(
            "bias channels expected to be equal to output channels ({channels}) or 1, got {bias}"
        )),
        false => Ok(()),
    }
}

pub(super) fn two(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_types(instance)?;
    verify_windows(
        instance,
        &[
            axis("height", "y", VERTICAL, [1, 1]),
            axis("width", "x", HORIZONTAL, [2, 2]),
        ],
    )
}

pub(super) fn depthwise(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_types(instance)?;
    verify_windows(
        instance,
        &[
            axis("height", "y", VERTICAL, [1, 0]),
            axis("width", "x", HORIZONTAL, [2, 1]),
        ],
    )
}

pub(super) fn three(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_types(instance)?;
    verify_windows(
        instance,
        &[
            axis("depth", "d", ["front", "back"], [1, 1]),
            axis("height", "y", VERTICAL, [2, 2]),
            axis("width", "x", HORIZONTAL, [3, 3]),
        ],
    )
}

pub(super) fn transposed(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_types(instance)?;
    let context = instance.context;
    let (stride, pad) = (instance.integers("stride"), instance.integers("out_pad"));
    if stride.iter().any(|stride| *stride < 1) {
        let stride = listed(&stride);
        return instance.refuse(format!("expect all stride values to be >= 1, got [{stride}]"));
    }
    let weight = shape(context, instance.operand_type("weight"));
    let axes = [("H", VERTICAL, 'y', 1), ("W", HORIZONTAL, 'x', 2)];
    if let Some(weight) = &weight {
        for (index, (letter, sides, _, place)) in axes.iter().enumerate() {
            let kernel = weight[*place];
            for (side, pad) in sides.iter().zip(&pad[2 * index..]) {
                if is_static(kernel) && *pad <= kernel.wrapping_neg() {
                    return instance.refuse(format!(
                        "expected out_pad_{side} > -K{letter}, but got: out_pad_{side}={pad} and K{letter}={kernel}"
                    ));
                }
            }
        }
    }
    let Some(output) = shape(context, instance.result_type("output")) else {
        return Ok(());
    };
    let input = shape(context, instance.operand_type("input"));
    if let (Some(input), Some(weight)) = (input, &weight) {
        for (index, (letter, sides, axis, place)) in axes.into_iter().enumerate() {
            let (from, kernel, to, stride) = (input[place], weight[place], output[place], stride[index]);
            let (before, after) = (pad[2 * index], pad[2 * index + 1]);
            let wanted = from
                .wrapping_sub(1)
                .wrapping_mul(stride)
                .wrapping_add(before)
                .wrapping_add(after)
                .wrapping_add(kernel);
            if is_static(from) && is_static(to) && to != wanted {
                let [first, second] = sides;
                return instance.refuse(format!(
                    "dimension mismatch: expected O{letter} == (I{letter} - 1) * stride_{axis} + out_pad_{first} + \
                     out_pad_{second} + K{letter}, but got {to} != ({from} - 1) * {stride} + {before} + {after} + \
                     {kernel}"
                ));
            }
        }
    }
    verify_bias(instance, output[3])
}
