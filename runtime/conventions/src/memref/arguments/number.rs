//! Numbers as the words of a register. Conversions are exact or refused; f16 and bf16 round, as f32 does.

use half::{bf16, f16};
use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::signature::TypeRecord;
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, Array, FromArg, TypeIndex};

use super::super::types::{K_DL_COMPLEX, Scalar, Sign};
use crate::native::store::unsigned;

/// The register's bits for the most frequent combinations of type and value.
#[inline]
pub(super) fn quick_bits(scalar: Scalar, value: &AnyView<'_>) -> Option<u64> {
    // SAFETY: all bytes of a payload are initialised, and every bit pattern is valid for both types.
    let (int, float) = unsafe { (value.as_raw().payload.v_int64, value.as_raw().payload.v_float64) };
    match (value.type_index(), scalar) {
        (TypeIndex::FLOAT, Scalar::F64) => Some(float.to_bits()),
        (TypeIndex::FLOAT, Scalar::F32) => {
            let narrow = float as f32;
            (narrow.is_finite() || !float.is_finite()).then_some(narrow.to_bits().into())
        }
        (TypeIndex::INT, Scalar::Index) => Some(int as u64),
        (
            TypeIndex::INT,
            Scalar::Integer {
                bits: bits @ (32 | 64),
                sign: Sign::Signless,
            },
        ) => (bits == 64 || i32::try_from(int).is_ok()).then_some(int as u64),
        _ => None,
    }
}

/// The register's bits for a number.
#[inline(never)]
pub(in super::super) fn bits(scalar: Scalar, value: &AnyView<'_>) -> Result<u64, Mismatch> {
    Ok(match scalar {
        Scalar::Integer { bits: 1, .. } => u64::from(bool::from_arg(value)?),
        Scalar::Integer {
            bits,
            sign: Sign::Unsigned,
        } => match bits {
            8 => u8::from_arg(value)?.into(),
            16 => u16::from_arg(value)?.into(),
            32 => u32::from_arg(value)?.into(),
            _ => unsigned(value)?,
        },
        // Sign-extended to the whole register, which LLVM does not require.
        Scalar::Integer { bits, .. } => match bits {
            8 => i64::from(i8::from_arg(value)?) as u64,
            16 => i64::from(i16::from_arg(value)?) as u64,
            32 => i64::from(i32::from_arg(value)?) as u64,
            _ => i64::from_arg(value)? as u64,
        },
        Scalar::Index => i64::from_arg(value)? as u64,
        Scalar::F32 | Scalar::ComplexF32 => f32::from_arg(value)?.to_bits().into(),
        Scalar::F64 | Scalar::ComplexF64 => f64::from_arg(value)?.to_bits(),
        Scalar::F16 => half_bits(value, "f16", |wide| {
            let narrow = f16::from_f64(wide);
            (narrow.to_bits(), narrow.to_f64())
        })?,
        Scalar::BF16 => half_bits(value, "bf16", |wide| {
            let narrow = bf16::from_f64(wide);
            (narrow.to_bits(), narrow.to_f64())
        })?,
    })
}

fn half_bits(
    value: &AnyView<'_>,
    name: &'static str,
    narrow: impl Fn(f64) -> (u16, f64),
) -> Result<u64, Mismatch> {
    let float = value.type_index() == TypeIndex::FLOAT;
    let wide = f64::from_arg(value).map_err(|why| match why {
        Mismatch::WrongType { .. } => Mismatch::wrong_type(TypeRecord::Scalar(name), value),
        other => other,
    })?;
    let (bits, back) = narrow(wide);
    if back.is_infinite() && wide.is_finite() || !float && back != wide {
        return Err(Mismatch::out_of_range(wide, name));
    }
    Ok(bits.into())
}

/// The two parts of a complex number: from an Array of two numbers, a tensor of rank 0, or a real number.
pub(in super::super) fn complex(part: Scalar, value: &AnyView<'_>) -> Result<[u64; 2], Mismatch> {
    let expected = || match part {
        Scalar::F32 => TypeRecord::Tuple(&[TypeRecord::Scalar("f32"), TypeRecord::Scalar("f32")]),
        _ => TypeRecord::Tuple(&[TypeRecord::Scalar("f64"), TypeRecord::Scalar("f64")]),
    };
    if let Ok(array) = Array::from_arg(value) {
        let [real, imaginary] = array.as_slice() else {
            return Err(Mismatch::WrongType {
                expected: expected(),
                got: format!("an Array of {}", array.len()).into(),
            });
        };
        let item = |value, position| {
            bits(part, value).map_err(|why: Mismatch| why.of_part(format!("item {position}")))
        };
        return Ok([item(real.view(), 0)?, item(imaginary.view(), 1)?]);
    }
    if let Ok(view) = TensorView::from_arg(value) {
        return of_tensor(part, view).ok_or_else(|| Mismatch::WrongType {
            expected: expected(),
            got: format!("Tensor of {} of shape {:?}", view.dtype(), view.shape()).into(),
        });
    }
    match value.type_index() {
        TypeIndex::INT | TypeIndex::BOOL | TypeIndex::FLOAT => Ok([bits(part, value)?, 0]),
        _ => Err(Mismatch::wrong_type(expected(), value)),
    }
}

/// The number in a tensor of rank 0 with the same precision.
fn of_tensor(part: Scalar, view: TensorView<'_>) -> Option<[u64; 2]> {
    let size = part.size();
    let dtype = view.dtype();
    let fits = dtype.code == K_DL_COMPLEX && usize::from(dtype.bits) == size * 16 && dtype.lanes == 1;
    if !fits || !view.shape().is_empty() || !view.device().is_host_accessible() {
        return None;
    }
    let start = view.data_ptr().cast::<u8>();
    Some([0, 1].map(|which| {
        let mut bytes = [0; 8];
        // SAFETY: a tensor of rank 0 has one element, with two parts of this size.
        unsafe {
            start
                .add(which * size)
                .copy_to_nonoverlapping(bytes.as_mut_ptr(), size)
        };
        u64::from_le_bytes(bytes)
    }))
}
