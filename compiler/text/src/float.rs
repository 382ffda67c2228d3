//! Floats as text: literals and printing, for every format of MLIR.
//!
//! Invariant: the text of a value, read in its own format, gives its bits again; [`print`] chooses the same text as
//! LLVM's `APFloat`.

mod decimal;
mod print;

use tvmlike_ir::{FloatKind, FloatValue};

pub(crate) use print::print;

/// The bits of a decimal literal, rounded once, ties to even. MLIR 22 rounds to f64 first, so that it does not read
/// again what it prints of f80 and f128; later versions do as this.
///
/// `None` if the number is negative and the format has no sign.
pub(crate) fn from_literal(text: &str, negative: bool, kind: FloatKind) -> Option<u128> {
    match kind {
        FloatKind::F64 => {
            let value: f64 = text.parse().ok()?;
            Some(u128::from(if negative { -value } else { value }.to_bits()))
        }
        FloatKind::F32 => {
            let value: f32 = text.parse().ok()?;
            Some(u128::from(if negative { -value } else { value }.to_bits()))
        }
        _ => decimal::read(text, negative, kind),
    }
}

/// The bits of a hexadecimal literal in a format. `None` if it has more bits than the format.
pub(crate) fn from_bits(bits: u128, kind: FloatKind) -> Option<u128> {
    let width = kind.width();
    (width == 128 || bits >> width == 0).then(|| FloatValue::new(kind, bits).bits())
}
