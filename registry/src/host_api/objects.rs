//! Errors, types, objects, strings and containers.

use std::borrow::Cow;
use std::ffi::{c_int, c_void};
use std::ptr::{self, NonNull};

use tvmlike_runtime::abi::{
    TVMLikeByteArray, TVMLikeFinalizer, TVMLikeObjectHandle, TVMLikePayload, TVMLikeTypeInfo, TVMLikeValue,
};
use tvmlike_runtime::error::{ErrorKind, ErrorParts, clear_raised, set_raised, take_raised};
use tvmlike_runtime::{
    Any, AnyView, Array, Bytes, Error, FromArg, Map, ObjectPtr, Result, Shape, String as TvmString, ToAny,
    TypeIndex, object, opaque, type_table,
};

use super::{bytes_at, give, give_made, items_at, kind_of, null, outcome, text_at};
use crate::plugin;

/// Borrows a handle as a value.
///
/// # Safety
/// `handle` is NULL or a living object, for `'a`.
pub unsafe fn borrow_object<'a>(handle: TVMLikeObjectHandle) -> AnyView<'a> {
    if handle.is_null() {
        return AnyView::NONE;
    }
    // SAFETY: alive by contract.
    let type_index = unsafe { kind_of(handle) }.0;
    let raw = TVMLikeValue {
        type_index,
        small_len: 0,
        payload: TVMLikePayload { v_obj: handle },
    };
    // SAFETY: the type index is the object's own.
    unsafe { AnyView::from_raw(raw) }
}

/// `error_set_raised` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn error_set_raised(error: TVMLikeObjectHandle) {
    // SAFETY: NULL or a living object.
    let value = unsafe { borrow_object(error) };
    if value.is_none() {
        return clear_raised();
    }
    match Error::from_arg(&value) {
        Ok(error) => set_raised(error),
        Err(mismatch) => set_raised(mismatch.into_error("a raised object")),
    }
}

/// `error_move_from_raised` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn error_move_from_raised(out: *mut TVMLikeObjectHandle) {
    if !out.is_null() {
        // SAFETY: not null, valid by contract.
        unsafe { out.write(take_raised().map_or(ptr::null_mut(), Error::into_raw)) }
    }
}

/// `error_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn error_create(
    kind: *const TVMLikeByteArray,
    message: *const TVMLikeByteArray,
    backtrace: *const TVMLikeByteArray,
    cause: TVMLikeObjectHandle,
    context: TVMLikeObjectHandle,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // Text from a failing front end is kept even where it is not UTF-8.
    let lossy = |bytes: *const TVMLikeByteArray, what: &str| -> Result<String> {
        // SAFETY: valid for the call.
        Ok(String::from_utf8_lossy(unsafe { bytes_at(bytes, what)? }).into_owned())
    };
    outcome(|| {
        let kind = lossy(kind, "an error's kind")?;
        let message = lossy(message, "an error's message")?;
        let backtrace = if backtrace.is_null() {
            String::new()
        } else {
            lossy(backtrace, "an error's backtrace")?
        };
        // SAFETY: NULL or a living object.
        let cause = unsafe { borrow_object(cause) };
        let cause = Option::<Error>::from_arg(&cause).map_err(|why| why.into_error("an error's cause"))?;
        // SAFETY: NULL or a living object.
        let context = NonNull::new(context).map(|context| unsafe { ObjectPtr::from_borrowed(context) });
        let parts = ErrorParts {
            kind: Some(if kind.is_empty() {
                ErrorKind::RUNTIME_ERROR
            } else {
                ErrorKind::new(&kind)
            }),
            message: Cow::Owned(message),
            backtrace,
            cause,
            context,
        };
        if out.is_null() {
            return Err(null("the place for the error"));
        }
        // SAFETY: not null, valid by contract.
        unsafe {
            give(
                out,
                "the place for the error",
                Error::from_parts(parts).into_raw(),
            )
        }
    })
}

/// `error_native_stack` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn error_native_stack(error: TVMLikeObjectHandle, out: *mut TVMLikeValue) -> c_int {
    outcome(|| {
        if error.is_null() {
            return Err(null("the error"));
        }
        // SAFETY: a living object.
        let value = unsafe { borrow_object(error) };
        let error = Error::from_arg(&value).map_err(|why| why.into_error("the error"))?;
        let stack = || Ok(error.native_stack().to_any().into_raw());
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the stack", stack) }
    })
}

/// `type_register` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn type_register(key: *const TVMLikeByteArray, parent: i32, out: *mut i32) -> c_int {
    let register = || {
        // SAFETY: valid for the call.
        let key = unsafe { text_at(key, "a type key")? };
        Ok(plugin::types::register_for_others(key, TypeIndex(parent))?.0)
    };
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the type index", register) })
}

/// `type_key_to_index` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn type_key_to_index(key: *const TVMLikeByteArray, out: *mut i32) -> c_int {
    outcome(|| {
        // SAFETY: valid for the call.
        let key = unsafe { text_at(key, "a type key")? };
        let index = plugin::types::index_of(key)
            .ok_or_else(|| Error::value_error(format!("no type is registered as \"{key}\"")))?;
        // SAFETY: NULL or valid.
        unsafe { give(out, "the place for the type index", index.0) }
    })
}

/// `type_info` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn type_info(type_index: i32) -> *const TVMLikeTypeInfo {
    type_table::info(TypeIndex(type_index)).map_or(ptr::null(), ptr::from_ref)
}

/// `object_retain` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn object_retain(handle: TVMLikeObjectHandle) {
    if !handle.is_null() {
        // SAFETY: alive by contract.
        unsafe { object::retain(handle) }
    }
}

/// `object_free` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn object_free(handle: TVMLikeObjectHandle) {
    if !handle.is_null() {
        // SAFETY: the caller gives up a strong reference.
        unsafe { object::release(handle) }
    }
}

/// Makes a value and gives it out.
unsafe fn give_value(out: *mut TVMLikeValue, make: impl FnOnce() -> Result<Any>) -> c_int {
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the value", || Ok(make()?.into_raw())) })
}

/// `string_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn string_create(text: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: valid for the call.
    unsafe { give_value(out, || Ok(TvmString::new(text_at(text, "a string")?).into())) }
}

/// `bytes_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn bytes_create(bytes: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: valid for the call.
    unsafe { give_value(out, || Ok(Bytes::new(bytes_at(bytes, "a byte string")?).into())) }
}

/// Borrowed values at an address.
///
/// # Safety
/// `count` valid values stand at `items`, unless it is NULL.
unsafe fn views<'a>(items: *const TVMLikeValue, count: usize, what: &str) -> Result<&'a [AnyView<'a>]> {
    // SAFETY: by contract; views are transparent over the values.
    unsafe { items_at(items.cast::<AnyView<'_>>(), count, what) }
}

/// `array_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn array_create(
    items: *const TVMLikeValue,
    count: usize,
    out: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: valid for the call.
    unsafe {
        give_value(out, || {
            Ok(Array::from_views(views(items, count, "the items")?)?.into())
        })
    }
}

/// `map_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn map_create(
    pairs: *const TVMLikeValue,
    count: usize,
    out: *mut TVMLikeValue,
) -> c_int {
    let make = || {
        let doubled = count
            .checked_mul(2)
            .ok_or_else(|| Error::value_error(format!("{count} pairs are too many")))?;
        // SAFETY: `count` pairs stand there.
        Ok(Map::from_views(unsafe { views(pairs, doubled, "the pairs")? })?.into())
    };
    // SAFETY: valid for the call.
    unsafe { give_value(out, make) }
}

/// `shape_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn shape_create(dims: *const i64, count: usize, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: `count` numbers stand there.
    let make = || Ok(Shape::new(unsafe { items_at(dims, count, "the dimensions")? }).into());
    // SAFETY: valid for the call.
    unsafe { give_value(out, make) }
}

/// `opaque_create` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn opaque_create(
    handle: *mut c_void,
    type_index: i32,
    finalizer: TVMLikeFinalizer,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    outcome(|| {
        // SAFETY: by the contract of the table.
        let make = || Ok(unsafe { opaque::create(handle, TypeIndex(type_index), finalizer)? }.into_raw());
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the object", make) }
    })
}

/// `value_to_owned` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn value_to_owned(value: *const TVMLikeValue, out: *mut TVMLikeValue) -> c_int {
    let make = || {
        // SAFETY: NULL or a valid borrowed value; a view is transparent over it.
        unsafe { value.cast::<AnyView<'_>>().as_ref() }
            .ok_or_else(|| null("the value"))?
            .to_owned()
    };
    // SAFETY: valid for the call.
    unsafe { give_value(out, make) }
}
