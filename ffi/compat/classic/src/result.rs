//! Results as classic values.
//!
//! Invariant: a returned handle owns its reference; a string or bytes stay in storage of the thread until its next call.

use std::cell::RefCell;
use std::ffi::c_int;
use std::{mem, ptr};

use tvmlike_runtime::{Any, DataType, Error, Result, ToAny, TypeIndex};

use crate::classic_abi::ClassicAbi;
use crate::string_object::is_string_object;
use crate::to_classic::to_classic;
use crate::value::*;

/// The string or bytes of the last result, kept for the caller until its next call on the thread.
#[derive(Default)]
struct Kept {
    result: Any,
    bytes: Option<TVMByteArray>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Converts an owned result to a classic value. A handle transfers its reference; strings and bytes are kept in storage of this
/// thread.
///
/// # Errors
/// ValueError for a string that contains NUL or is not UTF-8; TypeError for a value without a type code in the classic
/// ABI.
#[inline]
pub fn write_result<A: ClassicAbi>(result: Any) -> Result<(TVMValue, c_int)> {
    // The object's own type index, not the value's: a callback may have returned a value with a wrong one.
    match result.view().kind() {
        TypeIndex::STR if A::STRING_OBJECTS && is_string_object(result.view()) => transfer::<A>(result),
        TypeIndex::SMALL_STR | TypeIndex::STR | TypeIndex::SMALL_BYTES | TypeIndex::BYTES => keep(result),
        TypeIndex::DATA_TYPE => match A::name_of_data_type(result.view().convert::<DataType>()?) {
            Some(name) => keep(name.as_str().to_any()),
            None => transfer::<A>(result),
        },
        _ => transfer::<A>(result),
    }
}

/// Transfers a value that is not a string to the caller: the classic value has the same payload.
fn transfer<A: ClassicAbi>(result: Any) -> Result<(TVMValue, c_int)> {
    let lent = to_classic::<A>(result.view(), 0)?;
    mem::forget(result);
    Ok((lent.value(), lent.code()))
}

/// Whether bytes are those that this thread keeps for its caller, which must not free them.
pub fn is_kept(bytes: *const TVMByteArray) -> bool {
    KEPT.try_with(|kept| {
        let kept = kept.borrow();
        kept.bytes.as_ref().is_some_and(|own| ptr::eq(own, bytes))
    })
    .unwrap_or(false)
}

/// Keeps a string or bytes for the caller.
fn keep(result: Any) -> Result<(TVMValue, c_int)> {
    let kept = |kept: &RefCell<Kept>| {
        // The previous result is dropped first, while nothing is borrowed: its deleter may call and keep a result of its own.
        let before = mem::take(&mut kept.borrow_mut().result);
        drop(before);
        let _between;
        let mut kept = kept.borrow_mut();
        let Kept { result: place, bytes } = &mut *kept;
        _between = mem::replace(place, result);
        match place.view().as_bytes() {
            Some(found) => {
                let array = bytes.insert(TVMByteArray {
                    data: found.as_ptr().cast(),
                    size: found.len(),
                });
                Ok((
                    TVMValue {
                        v_handle: ptr::from_mut(array).cast(),
                    },
                    TVMLIKE_ARG_BYTES,
                ))
            }
            None => {
                let text = place
                    .view()
                    .as_str()
                    .transpose()?
                    .ok_or_else(|| Error::internal_error("the result is neither a string nor bytes"))?;
                if text.contains('\0') {
                    return Err(Error::value_error(
                        "the result contains NUL, which a C string cannot hold; \
                         call the function with 16-byte values",
                    ));
                }
                // Both kinds of strings end with a NUL; a short one is in the kept value itself.
                Ok((
                    TVMValue {
                        v_str: text.as_ptr().cast(),
                    },
                    TVMLIKE_ARG_STR,
                ))
            }
        }
    };
    KEPT.try_with(kept)
        .map_err(|_| Error::runtime_error("cannot return a string or bytes on a thread that is ending"))?
}
