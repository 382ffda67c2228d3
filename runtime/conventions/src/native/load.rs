//! Converts C data in registers and memory to values.
//!
//! Invariant: data is copied, so a value never refers to memory that C owns; only an address is returned as it is.

use std::ffi::{CStr, c_char, c_void};

use tvmlike_runtime::abi::TVMLIKE_PTR_UNSIGNED;
use tvmlike_runtime::{Any, Array, Error, Map, Result, String, ToAny, TypeIndex};

use super::ctype::Scalar;
use super::handle;
use super::layout::{Form, Layout};

/// The value in a register. The bits above a narrow integer are ignored.
///
/// # Safety
/// For a `cstr` the word is NULL or the address of text that ends with a NUL.
#[inline]
pub(super) unsafe fn scalar(scalar: Scalar, word: u64) -> Result<Any> {
    Ok(match scalar {
        Scalar::F64 => f64::from_bits(word).to_any(),
        Scalar::F32 => f32::from_bits(word as u32).to_any(),
        Scalar::I64 => (word as i64).to_any(),
        Scalar::I32 => (word as i32).to_any(),
        Scalar::Ptr => address(word as *mut c_void),
        // C compilers test the lowest byte, of which any bit may be set.
        Scalar::Bool => (word as u8 != 0).to_any(),
        Scalar::I8 => (word as i8).to_any(),
        Scalar::I16 => (word as i16).to_any(),
        Scalar::U8 => (word as u8).to_any(),
        Scalar::U16 => (word as u16).to_any(),
        Scalar::U32 => (word as u32).to_any(),
        Scalar::U64 => unsigned(word),
        Scalar::Size => unsigned(word as usize as u64),
        Scalar::ISize => (word as isize as i64).to_any(),
        // SAFETY: by contract.
        Scalar::CStr => return unsafe { text(word as *const c_char) },
    })
}

/// An unsigned integer as a value. Ints are signed, so one of 2**63 or more is a pointer that is marked as an integer.
pub(crate) fn unsigned(word: u64) -> Any {
    match i64::try_from(word) {
        Ok(number) => number.to_any(),
        Err(_) => large(word),
    }
}

#[cold]
fn large(word: u64) -> Any {
    let mut raw = (word as *mut c_void).to_any().into_raw();
    debug_assert_eq!(raw.type_index, TypeIndex::OPAQUE_PTR.0);
    raw.small_len = TVMLIKE_PTR_UNSIGNED;
    // SAFETY: a pointer, which owns nothing.
    unsafe { Any::from_raw(raw) }
}

fn address(address: *mut c_void) -> Any {
    if address.is_null() {
        return Any::default();
    }
    address.to_any()
}

/// The text at an address, copied; None for NULL.
///
/// # Safety
/// `text` is NULL or the address of text that ends with a NUL.
#[cold]
#[inline(never)]
unsafe fn text(text: *const c_char) -> Result<Any> {
    if text.is_null() {
        return Ok(Any::default());
    }
    // SAFETY: by contract.
    let text = unsafe { CStr::from_ptr(text) };
    match text.to_str() {
        Ok(text) => Ok(String::new(text).into()),
        Err(error) => Err(Error::value_error(format!(
            "the text is not UTF-8 ({error}); bind it as *const u8 or ptr to read the bytes"
        ))),
    }
}

/// The value of a result, or of a closure's argument, that fits in one register.
///
/// # Safety
/// The word is a value of the type; an address is NULL or refers to a value of its target type.
#[inline]
pub(super) unsafe fn word(layout: &Layout, word: u64) -> Result<Any> {
    match &layout.form {
        // SAFETY: by contract.
        Form::Scalar(kind) => unsafe { scalar(*kind, word) },
        Form::Void => Ok(Any::default()),
        // SAFETY: by contract.
        Form::Handle(ty, own) => unsafe { handle::load(ty, word as *mut c_void, *own) },
        Form::Pointer { to, .. } if !matches!(to.form, Form::Void) && word != 0 => {
            // SAFETY: by contract.
            unsafe { read(to, word as *const u8) }
        }
        _ => Ok(address(word as *mut c_void)),
    }
}

/// The value in memory.
///
/// # Safety
/// There is a value of the layout at `place`.
pub(super) unsafe fn read(layout: &Layout, place: *const u8) -> Result<Any> {
    match &layout.form {
        Form::Void => Ok(Any::default()),
        // SAFETY: by contract.
        Form::Scalar(_) | Form::Pointer { .. } | Form::Handle(..) | Form::Function => unsafe {
            word(layout, get(layout.size, place))
        },
        Form::Complex(part) => {
            let parts = [0, 1].map(|at| {
                // SAFETY: by contract; two floats follow each other.
                unsafe { scalar(*part, get(part.size(), place.add(at * part.size()))) }
            });
            let [real, imaginary] = parts;
            Ok(Array::new(vec![real?, imaginary?]).into())
        }
        Form::Struct { members, named } => {
            let values = members.iter().map(|member| {
                // SAFETY: the member is in the struct.
                let value = unsafe { read(&member.layout, place.add(member.offset))? };
                Ok((member.key.clone(), value))
            });
            if *named {
                let pairs = values.collect::<Result<Vec<_>>>()?;
                return Ok(Map::new(pairs).into());
            }
            let values = values.map(|value| value.map(|(_, value)| value));
            Ok(Array::new(values.collect::<Result<_>>()?).into())
        }
        Form::Array { item, len } => {
            let values = (0..*len).map(|position| {
                // SAFETY: the item is in the array.
                unsafe { read(item, place.add(position * item.size)) }
            });
            Ok(Array::new(values.collect::<Result<_>>()?).into())
        }
    }
}

/// Reads the low bytes of a register from memory.
///
/// # Safety
/// `size` bytes, at most 8, can be read at `place`.
pub(super) unsafe fn get(size: usize, place: *const u8) -> u64 {
    // SAFETY: by contract; unaligned reads, because a C struct may be packed.
    unsafe {
        match size {
            1 => u64::from(place.read()),
            2 => u64::from(place.cast::<u16>().read_unaligned()),
            4 => u64::from(place.cast::<u32>().read_unaligned()),
            _ => place.cast::<u64>().read_unaligned(),
        }
    }
}
