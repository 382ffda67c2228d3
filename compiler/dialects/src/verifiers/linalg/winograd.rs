//! The shapes of the transformations for Winograd's convolution.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, DYNAMIC, Failure};

use super::super::types::sizes_agree;

/// The sizes of a tile of the output and of the filter.
fn sizes(instance: &Instance<'_>) -> (i64, i64) {
    let case = match instance
        .attribute("fmr")
        .map(|value| value.kind(instance.context))
    {
        Some(AttributeKind::Integer { value, .. }) => value.to_i64(),
        _ => None,
    };
    match case {
        Some(1) => (4, 3),
        Some(2) => (2, 5),
        _ => (2, 3),
    }
}

fn shape(instance: &Instance<'_>, name: &str) -> Vec<i64> {
    let shape = instance.operand_type(name).shape(instance.context);
    shape.map(|shape| shape.to_vec()).unwrap_or_default()
}

fn verify_output(instance: &Instance<'_>, expected: &[i64]) -> Result<(), Failure> {
    let output = shape(instance, "output");
    let mut pairs = expected.iter().zip(&output);
    match output.len() == expected.len() && pairs.all(|(one, other)| sizes_agree(*one, *other)) {
        true => Ok(()),
        false => instance.refuse("the output shape is not expected"),
    }
}

/// The filter is (F, H, W, C), its transformation (H, W, C, F).
pub(super) fn filter(instance: &Instance<'_>) -> Result<(), Failure> {
    let (tile, radius) = sizes(instance);
    let [features, height, width, channels] = shape(instance, "filter")[..] else {
        return Ok(());
    };
    for (what, size) in [("height", height), ("width", width)] {
        if size != radius && size != 1 {
            return instance.refuse(format!("expect filter {what} either equals to r or 1"));
        }
    }
    if height == 1 && width == 1 {
        return instance.refuse("expect either filter height or width equals to r");
    }
    let alpha = |size| if size == radius { tile + radius - 1 } else { 1 };
    verify_output(instance, &[alpha(height), alpha(width), channels, features])
}

/// The input is (N, H, W, C), its transformation (tile H, tile W, H, W, N, C).
pub(super) fn input(instance: &Instance<'_>) -> Result<(), Failure> {
    let (tile, radius) = sizes(instance);
    let ([batch, height, width, channels], [alpha_height, alpha_width, ..]) =
        (&shape(instance, "input")[..], &shape(instance, "output")[..])
    else {
        return Ok(());
    };
    let expected = |size: i64, alpha: i64| match (size == DYNAMIC, alpha != 1) {
        (true, _) => (tile + radius - 1, DYNAMIC),
        (false, true) => (tile + radius - 1, (size - (radius - 1)) / tile),
        (false, false) => (1, size),
    };
    let (rows, columns) = (expected(*height, *alpha_height), expected(*width, *alpha_width));
    verify_output(
        instance,
        &[rows.0, columns.0, rows.1, columns.1, *batch, *channels],
    )
}

/// The value is (tile H, tile W, H, W, N, F), the output (N, H, W, F).
pub(super) fn output(instance: &Instance<'_>) -> Result<(), Failure> {
    let (tile, radius) = sizes(instance);
    let [height, width, tiles_high, tiles_wide, batch, features] = shape(instance, "value")[..] else {
        return Ok(());
    };
    let mut expected = [DYNAMIC; 2];
    let sides = [("height", height, tiles_high), ("width", width, tiles_wide)];
    for ((what, size, tiles), expected) in sides.into_iter().zip(&mut expected) {
        if size == DYNAMIC || tiles == DYNAMIC {
            continue;
        }
        let transforms = size != 1;
        if transforms && size != tile + radius - 1 {
            return instance.refuse(format!("expect input {what} equals to input tile size"));
        }
        *expected = if transforms { tile * tiles } else { tiles };
    }
    verify_output(instance, &[batch, expected[0], expected[1], features])
}
