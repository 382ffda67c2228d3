//! Objects: their types and attributes.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};

use tvmlike::{Any, AnyView, Array, Error, FromArg, Map, PackedFunc, Result, TypeIndex, type_table};
use tvmlike_classic::{TVMObjectHandle, TVMValue, with_runtime, write_result};
use tvmlike_registry::host_api::{borrow_object, give, null};
use tvmlike_registry::type_members;
use tvmlike_runtime::abi::TVMLikeObject;

use crate::boxed;
use crate::classic_abi::Dgl;

tvmlike_classic::export! { "DGL" Dgl: ObjectFree }

/// Reads an object from a handle.
///
/// # Safety
/// `handle` is NULL or a living object.
unsafe fn object_at<'a>(handle: TVMObjectHandle) -> Result<AnyView<'a>> {
    // SAFETY: by contract.
    let object = unsafe { borrow_object(handle.cast()) };
    if object.is_none() {
        Err(null("the object"))
    } else {
        Ok(object)
    }
}

/// Reads text from a C string. `what` names it in errors.
///
/// # Safety
/// `text` is NULL or a C string.
unsafe fn text_at<'a>(text: *const c_char, what: &str) -> Result<&'a str> {
    if text.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, by contract.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| {
        Error::value_error(format!(
            "{what} must be UTF-8, got \"{}\"",
            text.to_bytes().escape_ascii()
        ))
    })
}

/// The fields of a type and of its base types, each with the function that reads it; the root's first.
fn fields(of: TypeIndex) -> Result<Vec<(String, PackedFunc)>> {
    let mut types = Vec::new();
    if let Some(info) = type_table::info(of) {
        let depth = usize::try_from(info.depth).unwrap_or(0);
        if depth > 0 {
            // SAFETY: a type at this depth has as many ancestors.
            types.extend_from_slice(unsafe { std::slice::from_raw_parts(info.ancestors, depth) });
        }
    }
    types.push(of.0);
    let mut fields = Vec::new();
    for index in types {
        let about = type_members(TypeIndex(index))?;
        let members = item::<Array>(&about, "members")?;
        for member in members.iter() {
            let member = Map::from_arg(member).map_err(|mismatch| mismatch.into_error("a member"))?;
            if item::<String>(&member, "kind")? == "field" {
                fields.push((item(&member, "name")?, item(&member, "function")?));
            }
        }
    }
    Ok(fields)
}

/// Reads an entry of a member's record.
fn item<T: for<'a> FromArg<'a>>(of: &Map, key: &str) -> Result<T> {
    let key_value = Any::from(key);
    let found = of.get(key_value.view()).map(|found| T::from_arg(found));
    let found = found.ok_or_else(|| Error::internal_error(format!("a member has no {key}")))?;
    found.map_err(|mismatch| mismatch.into_error(key))
}

/// Looks up the type index of a type key; an error if the key is not registered.
///
/// `List`, `Map`, `StrMap` and `Value` are DGL's containers; other types have the keys under which they were registered.
///
/// # Safety
/// `type_key` is NULL or a C string; `out_index` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLObjectTypeKey2Index(type_key: *const c_char, out_index: *mut c_int) -> c_int {
    with_runtime::<Dgl>(|| {
        // SAFETY: by contract.
        let key = unsafe { text_at(type_key, "the type key")? };
        let index = boxed::index_of(key)?
            .ok_or_else(|| Error::value_error(format!("no type is registered as \"{key}\"")))?;
        // SAFETY: NULL or valid.
        unsafe { give(out_index, "the place for the type index", index.0) }
    })
}

/// Reads the type index of an object.
///
/// # Safety
/// `handle` is NULL or a living object; `out_index` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLObjectGetTypeIndex(handle: TVMObjectHandle, out_index: *mut c_int) -> c_int {
    // SAFETY: NULL or valid, by contract.
    let (header, place) = unsafe { (handle.cast::<TVMLikeObject>().as_ref(), out_index.as_mut()) };
    if let (Some(header), Some(place)) = (header, place)
        && header.type_index != TypeIndex::MAP.0
    {
        // The fast path: front ends call this for each object that they receive.
        *place = header.type_index;
        return 0;
    }
    with_runtime::<Dgl>(|| {
        // SAFETY: by contract.
        let index = boxed::type_of(&unsafe { object_at(handle)? })?;
        // SAFETY: NULL or valid.
        unsafe { give(out_index, "the place for the type index", index.0) }
    })
}

/// Reads an attribute of an object: `type_key` or a field. The caller owns the value like the result of a call.
///
/// If the object has no such attribute, `ret_success` becomes 0 and the call returns 0.
///
/// # Safety
/// `handle` is NULL or a living object, `key` NULL or a C string; the places are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLObjectGetAttr(
    handle: TVMObjectHandle,
    key: *const c_char,
    ret_val: *mut TVMValue,
    ret_type_code: *mut c_int,
    ret_success: *mut c_int,
) -> c_int {
    with_runtime::<Dgl>(|| {
        // SAFETY: by contract.
        let (object, key) = unsafe { (object_at(handle)?, text_at(key, "the attribute's name")?) };
        if ret_val.is_null() || ret_type_code.is_null() || ret_success.is_null() {
            return Err(null("the place for the attribute"));
        }
        let found = if key == "type_key" {
            Some(Any::from(boxed::key_of(boxed::type_of(&object)?)))
        } else {
            // A type's own field hides an inherited one.
            let fields = fields(object.kind())?;
            let field = fields.iter().rfind(|(name, _)| name == key);
            field.map(|(_, read)| read.call((object,))).transpose()?
        };
        let success = found.is_some();
        let (value, code) = write_result::<Dgl>(found.unwrap_or_default())?;
        // SAFETY: not null, valid by contract.
        unsafe {
            ret_val.write(value);
            ret_type_code.write(code);
            ret_success.write(success.into());
        }
        Ok(())
    })
}

/// The last listing of a thread: the strings, and the array of pointers to them.
#[derive(Default)]
struct Names {
    pointers: Vec<*const c_char>,
    _names: Vec<CString>,
}

thread_local! {
    static NAMES: RefCell<Names> = RefCell::default();
}

/// Lists the fields of an object. The array and its strings stay valid until this thread's next such call.
///
/// # Safety
/// `handle` is NULL or a living object; the places are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLObjectListAttrNames(
    handle: TVMObjectHandle,
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    with_runtime::<Dgl>(|| {
        // SAFETY: by contract.
        let object = unsafe { object_at(handle)? };
        if out_size.is_null() || out_array.is_null() {
            return Err(null("the place for the names"));
        }
        let fields = fields(object.kind())?.into_iter();
        let names: Vec<CString> = fields
            .map(|(name, _)| CString::new(name))
            .collect::<Result<_, _>>()?;
        let size = c_int::try_from(names.len())?;
        let pointers = names.iter().map(|name| name.as_ptr()).collect();
        NAMES.with_borrow_mut(|given| {
            *given = Names {
                pointers,
                _names: names,
            };
            // SAFETY: not null, valid by contract.
            unsafe {
                out_size.write(size);
                out_array.write(given.pointers.as_mut_ptr());
            }
        });
        Ok(())
    })
}
