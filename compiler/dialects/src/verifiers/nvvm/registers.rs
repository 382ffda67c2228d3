//! Ranges of special registers, the number of registers, events, and stores of zeros.

use num_bigint::BigInt;
use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Failure};

/// Checks that the range of a register is none of those that LLVM does not have.
pub(super) fn range(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, bounds)) = instance
        .attribute("range")
        .and_then(|range| range.symbol(context))
    else {
        return Ok(());
    };
    if bounds.get(0) != bounds.get(1) {
        return Ok(());
    }
    let Some(AttributeKind::Integer { value, .. }) = bounds.get(0).map(|bound| bound.kind(context)) else {
        return Ok(());
    };
    let max = (BigInt::from(1) << value.width()) - 1;
    // Both ends at zero are no number, and both at the largest one all numbers.
    if value.is_zero() || value.to_big(false) == max {
        return Ok(());
    }
    instance.refuse(format!(
        "invalid range attribute: Lower == Upper, but they aren't min (0) or max ({max}) value! This is an invalid \
         constant range."
    ))
}

/// The registers of a thread: the fewest, the most, and what their number is a multiple of.
const REGISTERS: [u32; 2] = [24, 256];
const REGISTER_STEP: u32 = 8;

pub(super) fn max_register(instance: &Instance<'_>) -> Result<(), Failure> {
    let count = instance.integer("regCount").unwrap_or_default() as u32;
    if !count.is_multiple_of(REGISTER_STEP) {
        return instance.refuse("new register size must be multiple of 8");
    }
    match (REGISTERS[0]..=REGISTERS[1]).contains(&count) {
        true => Ok(()),
        false => instance.refuse("new register size must be in between 24 to 256"),
    }
}

pub(super) fn event(instance: &Instance<'_>) -> Result<(), Failure> {
    let (event, mask) = (instance.integer("eventId"), instance.has("maskedEventId"));
    match (event, mask) {
        (None, false) => instance.refuse("either `id` or `mask` must be set"),
        (Some(_), true) => instance.refuse("`id` and `mask` cannot be set at the same time"),
        (Some(event), false) if !(0..=15).contains(&event) => {
            instance.refuse("`id` must be between 0 and 15")
        }
        _ => Ok(()),
    }
}

pub(super) fn bulk_store(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.integer("initVal").unwrap_or_default() {
        0 => Ok(()),
        value => instance.refuse(format!("only 0 is supported for initVal, got {}", value as u64)),
    }
}
