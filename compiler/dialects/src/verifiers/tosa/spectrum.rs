//! Fourier transforms: heights and widths are powers of two.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::super::types::is_compatible;
use super::shapes::agree;
use super::{is_static, shape};

fn verify_power(instance: &Instance<'_>, size: i64, name: &str) -> Result<(), Failure> {
    match !is_static(size) || size > 0 && size.cast_unsigned().is_power_of_two() {
        true => Ok(()),
        false => instance.refuse(format!("expected {name} to be a power of two, got {size}")),
    }
}

pub(super) fn complex(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [real, imaginary] =
        ["input_real", "input_imag"].map(|name| shape(context, instance.operand_type(name)));
    let (Some(real), Some(imaginary)) = (real, imaginary) else {
        return Ok(());
    };
    // MLIR takes the size of the imaginary part if that of the real part is known.
    let size = |index: usize| match is_static(real[index]) {
        true => imaginary[index],
        false => real[index],
    };
    verify_power(instance, size(1), "height")?;
    verify_power(instance, size(2), "width")
}

pub(super) fn real(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [one, other] = ["output_real", "output_imag"].map(|name| instance.result_type(name));
    if !is_compatible(context, one, other) {
        return instance.refuse(format!(
            "expected output shapes to match, got {}, {}",
            instance.quote(one),
            instance.quote(other)
        ));
    }
    let input_type = instance.operand_type("input_real");
    let Some(input) = shape(context, input_type) else {
        return Ok(());
    };
    verify_power(instance, input[1], "height")?;
    verify_power(instance, input[2], "width")?;
    let Some(output) = shape(context, one) else {
        return Ok(());
    };
    if !agree(&input[..2], &output[..2]) {
        return instance.refuse(format!(
            "expected batch and height dimensions of input/output to match, got input={} output={}",
            instance.quote(input_type),
            instance.quote(one)
        ));
    }
    let (from, to) = (input[2], output[2]);
    match is_static(from) && is_static(to) && to != from / 2 + 1 {
        true => instance.refuse(format!(
            "expected output width to be equal to input_width / 2 + 1, got {to}"
        )),
        false => Ok(()),
    }
}
