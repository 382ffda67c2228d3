//! Single objects from one side to the other, for front ends that have an object of each.

use std::ffi::{c_int, c_void};
use std::ptr::NonNull;

use tvmlike::packed_func;
use tvmlike::tvm_ffi::{Way, boxed, cross, exported};
use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::function::shim;
use tvmlike_runtime::{Any, Error, ObjectRef, Result, TVMArgs};

/// A reference to the object at an address that a front end gave. A pointer and not a number, which anybody has at hand.
fn object_at(address: *mut c_void, what: &str) -> Result<Any> {
    let object = NonNull::new(address.cast::<TVMLikeObject>())
        .ok_or_else(|| Error::value_error(format!("{what}: the address of the object is NULL")))?;
    // SAFETY: whoever passes an address holds a reference to the object there for the call: that is what these functions
    // ask for, and only front ends call them.
    unsafe {
        Ok(Any::from_owned_object(
            ObjectRef::from_borrowed(object).into_raw(),
        ))
    }
}

/// The object of tvm-ffi at an address, as an object here. The caller holds it for the call.
#[packed_func("tvm_ffi.take")]
fn take(address: *mut c_void) -> Result<Any> {
    cross(object_at(address, "tvm_ffi.take")?.view(), Way::ToUs)
}

/// The address of a function for tvm-ffi, called with the address of an object here, that gives the object to it.
#[packed_func("tvm_ffi.giver")]
fn giver() -> *mut c_void {
    give as *mut c_void
}

// SAFETY of what calls it: the convention of tvm-ffi, under which the front end makes a function of it.
unsafe extern "C" fn give(
    _function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by the convention.
    unsafe { exported(give_object, args, num_args, result) }
}

// In the section that marks guards: a panic below is caught by one.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn give_object(
    _function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    let body = |args: TVMArgs<'_>| match args.as_slice() {
        // What is returned crosses to tvm-ffi on its way out of `exported`.
        [address] => object_at(address.convert()?, "tvm_ffi.giver"),
        more => Err(Error::type_error(format!(
            "tvm_ffi.giver: expected the address of an object, got {} arguments",
            more.len()
        ))),
    };
    // SAFETY: by the convention.
    unsafe { shim::guard(args, num_args, result, "tvm_ffi.giver", body, |error| error) }
}

/// What tvm-ffi calls the type of one of its objects that is kept here.
#[packed_func("tvm_ffi.type_key")]
fn type_key(object: ObjectRef) -> Result<String> {
    boxed::type_key(&object)
        .map_err(|error| Error::new(&*error.kind(), format!("tvm_ffi.type_key: {}", error.message())))
}
