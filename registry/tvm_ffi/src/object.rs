//! Converts single objects, and finds tvm-ffi, for front ends that have objects of both sides.

use std::ffi::{c_int, c_void};
use std::ptr::NonNull;

use tvmlike::bridge::{Direction, boxed, convert, exported, library};
use tvmlike::packed_func;
use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::function::shim;
use tvmlike_runtime::{Any, Error, ObjectRef, Result, TVMArgs};

/// A reference to the object at an address that a front end passes. It is a pointer and not a number, so that it is not passed by
/// accident.
fn object_at(address: *mut c_void, what: &str) -> Result<Any> {
    let object = NonNull::new(address.cast::<TVMLikeObject>())
        .ok_or_else(|| Error::value_error(format!("{what}: the object's address is NULL")))?;
    // SAFETY: the contract of these functions, which only front ends call: the caller holds a reference to the object.
    unsafe {
        Ok(Any::from_owned_object(
            ObjectRef::from_borrowed(object).into_raw(),
        ))
    }
}

/// Converts the object of tvm-ffi at an address. The caller keeps it alive for the call.
#[packed_func("tvm_ffi.take")]
fn take(address: *mut c_void) -> Result<Any> {
    convert(object_at(address, "tvm_ffi.take")?.view(), Direction::FromTvmFfi)
}

/// The address of a C function for tvm-ffi that converts an object of tvmlike, given its address.
#[packed_func("tvm_ffi.giver")]
fn giver() -> *mut c_void {
    give as *mut c_void
}

/// The function whose address [`giver`] returns, in tvm-ffi's calling convention.
///
/// # Safety
/// By the calling convention: `args` points to `num_args` valid values, `result` to a place.
unsafe extern "C" fn give(
    _function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe { exported(give_object, args, num_args, result) }
}

/// The entry that [`give`] calls. Its section marks it as a guard: panics below it are caught.
///
/// # Safety
/// As [`give`].
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn give_object(
    _function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    let body = |args: TVMArgs<'_>| match args.as_slice() {
        // `exported` converts the result for tvm-ffi.
        [address] => object_at(address.convert()?, "tvm_ffi.giver"),
        more => Err(Error::type_error(format!(
            "tvm_ffi.giver: expected 1 argument, an object's address, got {}",
            more.len()
        ))),
    };
    // SAFETY: by the convention.
    unsafe { shim::guard(args, num_args, result, "tvm_ffi.giver", body, |error| error) }
}

/// The type key of an object of tvm-ffi, as tvm-ffi calls it.
#[packed_func("tvm_ffi.type_key")]
fn type_key(object: ObjectRef) -> Result<String> {
    boxed::type_key(&object)
        .map_err(|error| Error::new(&*error.kind(), format!("tvm_ffi.type_key: {}", error.message())))
}

/// The version of the tvm-ffi in the process. Fails if there is none, or one that tvmlike does not support.
///
/// Pass the path of its library as `library` if the loader does not find it by name.
#[packed_func("tvm_ffi.version")]
fn version(#[default("")] library: &str) -> Result<String> {
    Ok(match library {
        "" => library::library()?,
        path => library::library_at(path)?,
    }
    .version())
}
