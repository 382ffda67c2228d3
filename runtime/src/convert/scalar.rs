//! Numbers, bools, data types and devices.

use std::str::FromStr;

use tvmlike_abi::TVMLikePayload;
use tvmlike_abi::dlpack::{DLDataType, DLDevice};

use super::{FromArg, IntoReturn, Mismatch, ToAny, any};
use crate::device::Device;
use crate::dtype::DataType;
use crate::error::{Error, Result};
use crate::result_slot::ResultSlot;
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView, raw};

#[inline]
fn int(value: &AnyView<'_>, expected: TypeRecord) -> Result<i64, Mismatch> {
    match value.type_index() {
        TypeIndex::INT | TypeIndex::BOOL => Ok(value.bits()),
        _ => Err(Mismatch::wrong_type(expected, value)),
    }
}

macro_rules! from_int {
    ($($type:ident = $name:literal),*) => {$(
        impl FromArg<'_> for $type {
            const TYPE: TypeRecord = TypeRecord::Scalar($name);

            #[inline]
            fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
                let number = int(value, <Self as FromArg<'_>>::TYPE)?;
                Self::try_from(number).map_err(|_| Mismatch::out_of_range(number, $name))
            }

            const IS_SCALAR: bool = true;

            #[inline(always)]
            fn from_arg_fast(value: &AnyView<'_>) -> Option<Self> {
                if value.type_index() == TypeIndex::INT {
                    Self::try_from(value.bits()).ok()
                } else {
                    None
                }
            }
        }
    )*};
}

from_int!(i8 = "i8", i16 = "i16", i32 = "i32", i64 = "i64");
from_int!(u8 = "u8", u16 = "u16", u32 = "u32", u64 = "u64", usize = "u64");
from_int!(isize = "i64");

macro_rules! to_int {
    ($($type:ident = $name:literal),*) => {$(
        impl ToAny for $type {
            const TYPE: TypeRecord = TypeRecord::Scalar($name);

            #[inline]
            fn to_any(self) -> Any {
                // SAFETY: an int's payload is an i64.
                unsafe { any(raw(TypeIndex::INT, TVMLikePayload { v_int64: i64::from(self) })) }
            }

            #[inline(always)]
            fn put_into(self, slot: ResultSlot<'_>) {
                slot.put(self.to_any());
            }
        }
    )*};
}

to_int!(
    i8 = "i8",
    i16 = "i16",
    i32 = "i32",
    i64 = "i64",
    u8 = "u8",
    u16 = "u16",
    u32 = "u32"
);

impl ToAny for isize {
    const TYPE: TypeRecord = TypeRecord::Scalar("i64");

    #[inline]
    fn to_any(self) -> Any {
        (self as i64).to_any()
    }
}

macro_rules! return_wide_int {
    ($($type:ident),*) => {$(
        impl IntoReturn for $type {
            const TYPE: TypeRecord = TypeRecord::Scalar("u64");

            fn into_return(self) -> Result<Any> {
                match i64::try_from(self) {
                    Ok(number) => Ok(number.to_any()),
                    Err(_) => Err(Error::overflow_error(format!(
                        "result {self} does not fit in a 64-bit signed integer"
                    ))),
                }
            }
        }
    )*};
}

return_wide_int!(u64, usize);

impl FromArg<'_> for bool {
    const TYPE: TypeRecord = TypeRecord::Scalar("i1");

    #[inline]
    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        match int(value, <Self as FromArg<'_>>::TYPE)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(Mismatch::out_of_range(other, "bool")),
        }
    }

    const IS_SCALAR: bool = true;

    #[inline(always)]
    fn from_arg_fast(value: &AnyView<'_>) -> Option<Self> {
        match (value.type_index(), value.bits()) {
            (TypeIndex::BOOL, 0) => Some(false),
            (TypeIndex::BOOL, 1) => Some(true),
            _ => None,
        }
    }
}

impl ToAny for bool {
    const TYPE: TypeRecord = TypeRecord::Scalar("i1");

    #[inline]
    fn to_any(self) -> Any {
        // SAFETY: a bool's payload is 0 or 1.
        unsafe {
            any(raw(
                TypeIndex::BOOL,
                TVMLikePayload {
                    v_int64: i64::from(self),
                },
            ))
        }
    }

    #[inline(always)]
    fn put_into(self, slot: ResultSlot<'_>) {
        slot.put(self.to_any());
    }
}

impl FromArg<'_> for f64 {
    const TYPE: TypeRecord = TypeRecord::Scalar("f64");

    #[inline]
    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.type_index() == TypeIndex::FLOAT {
            return Ok(value.float_bits());
        }
        let number = int(value, <Self as FromArg<'_>>::TYPE)?;
        let float = number as Self;
        // i64::MAX rounds up to 2^63, which saturates back to i64::MAX: compare in 128 bits.
        if float as i128 == i128::from(number) {
            Ok(float)
        } else {
            Err(Mismatch::out_of_range(number, "f64"))
        }
    }

    const IS_SCALAR: bool = true;

    #[inline(always)]
    fn from_arg_fast(value: &AnyView<'_>) -> Option<Self> {
        match value.type_index() {
            TypeIndex::FLOAT => Some(value.float_bits()),
            // Below 2^53 every int is a float.
            TypeIndex::INT if value.bits().unsigned_abs() < 1 << 53 => Some(value.bits() as Self),
            _ => None,
        }
    }
}

impl FromArg<'_> for f32 {
    const TYPE: TypeRecord = TypeRecord::Scalar("f32");

    #[inline]
    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.type_index() != TypeIndex::FLOAT {
            let number = int(value, <Self as FromArg<'_>>::TYPE)?;
            let float = number as Self;
            let exact = float as i128 == i128::from(number);
            return if exact {
                Ok(float)
            } else {
                Err(Mismatch::out_of_range(number, "f32"))
            };
        }
        let wide = value.float_bits();
        let narrow = wide as Self;
        if narrow.is_infinite() && wide.is_finite() {
            return Err(Mismatch::out_of_range(format!("{wide:?}"), "f32"));
        }
        Ok(narrow)
    }

    const IS_SCALAR: bool = true;

    #[inline(always)]
    fn from_arg_fast(value: &AnyView<'_>) -> Option<Self> {
        if value.type_index() != TypeIndex::FLOAT {
            return None;
        }
        let wide = value.float_bits();
        let narrow = wide as Self;
        (narrow.is_finite() || !wide.is_finite()).then_some(narrow)
    }
}

impl ToAny for f64 {
    const TYPE: TypeRecord = TypeRecord::Scalar("f64");

    #[inline]
    fn to_any(self) -> Any {
        // SAFETY: a float's payload is an f64.
        unsafe { any(raw(TypeIndex::FLOAT, TVMLikePayload { v_float64: self })) }
    }

    #[inline(always)]
    fn put_into(self, slot: ResultSlot<'_>) {
        slot.put(self.to_any());
    }
}

impl ToAny for f32 {
    const TYPE: TypeRecord = TypeRecord::Scalar("f32");

    #[inline]
    fn to_any(self) -> Any {
        f64::from(self).to_any()
    }

    #[inline(always)]
    fn put_into(self, slot: ResultSlot<'_>) {
        slot.put(self.to_any());
    }
}

fn parse<T: FromStr<Err = Error>>(value: &AnyView<'_>, expected: TypeRecord) -> Result<T, Mismatch> {
    match value.as_str() {
        Some(Ok(text)) => text.parse().map_err(Mismatch::Failed),
        _ => Err(Mismatch::wrong_type(expected, value)),
    }
}

impl FromArg<'_> for DataType {
    const TYPE: TypeRecord = TypeRecord::DataType;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.type_index() == TypeIndex::DATA_TYPE {
            // SAFETY: the type index says that the payload is a data type.
            return Ok(unsafe { value.as_raw().payload.v_dtype }.into());
        }
        parse(value, <Self as FromArg<'_>>::TYPE)
    }
}

impl ToAny for DataType {
    const TYPE: TypeRecord = TypeRecord::DataType;

    fn to_any(self) -> Any {
        let mut payload = TVMLikePayload { v_uint64: 0 };
        payload.v_dtype = DLDataType::from(self);
        // SAFETY: a data type's payload is a DLDataType, the other bytes zero.
        unsafe { any(raw(TypeIndex::DATA_TYPE, payload)) }
    }
}

impl FromArg<'_> for Device {
    const TYPE: TypeRecord = TypeRecord::Device;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.type_index() == TypeIndex::DEVICE {
            // SAFETY: the type index says that the payload is a device.
            return Ok(unsafe { value.as_raw().payload.v_device }.into());
        }
        parse(value, <Self as FromArg<'_>>::TYPE)
    }
}

impl ToAny for Device {
    const TYPE: TypeRecord = TypeRecord::Device;

    fn to_any(self) -> Any {
        // SAFETY: a device's payload is a DLDevice.
        unsafe {
            any(raw(
                TypeIndex::DEVICE,
                TVMLikePayload {
                    v_device: DLDevice::from(self),
                },
            ))
        }
    }
}

impl FromArg<'_> for *mut std::ffi::c_void {
    const TYPE: TypeRecord = TypeRecord::Pointer;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        match value.type_index() {
            TypeIndex::NONE => Ok(std::ptr::null_mut()),
            // SAFETY: the type index says that the payload is a pointer.
            TypeIndex::OPAQUE_PTR => Ok(unsafe { value.as_raw().payload.v_ptr }),
            _ => Err(Mismatch::wrong_type(<Self as FromArg<'_>>::TYPE, value)),
        }
    }
}

impl ToAny for *mut std::ffi::c_void {
    const TYPE: TypeRecord = TypeRecord::Pointer;

    fn to_any(self) -> Any {
        // SAFETY: a pointer's payload is a pointer.
        unsafe { any(raw(TypeIndex::OPAQUE_PTR, TVMLikePayload { v_ptr: self })) }
    }
}

/// Converts a value to the scalar's own kind, which `from_arg_fast` accepts for every scalar with this record.
pub(crate) fn of_kind(value: &AnyView<'_>, record: &TypeRecord) -> Result<AnyView<'static>, Mismatch> {
    fn converted<'a, T: FromArg<'a>>(value: &'a AnyView<'a>) -> Result<T, Mismatch> {
        T::from_arg(value)
    }
    let int = |number| raw(TypeIndex::INT, TVMLikePayload { v_int64: number });
    let float = |number| raw(TypeIndex::FLOAT, TVMLikePayload { v_float64: number });
    let TypeRecord::Scalar(name) = record else {
        return Err(Mismatch::wrong_type(*record, value));
    };
    let raw = match *name {
        "i1" => {
            let truth = i64::from(converted::<bool>(value)?);
            raw(TypeIndex::BOOL, TVMLikePayload { v_int64: truth })
        }
        "i8" => int(converted::<i8>(value)?.into()),
        "i16" => int(converted::<i16>(value)?.into()),
        "i32" => int(converted::<i32>(value)?.into()),
        "i64" => int(converted(value)?),
        "u8" => int(converted::<u8>(value)?.into()),
        "u16" => int(converted::<u16>(value)?.into()),
        "u32" => int(converted::<u32>(value)?.into()),
        // A value never exceeds 63 bits here.
        "u64" => int(converted::<u64>(value)?.cast_signed()),
        "f32" => float(converted::<f32>(value)?.into()),
        "f64" => float(converted(value)?),
        _ => return Err(Mismatch::wrong_type(*record, value)),
    };
    // SAFETY: a number, which owns nothing.
    Ok(unsafe { AnyView::from_raw(raw) })
}
