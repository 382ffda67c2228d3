//! Functions of one side as functions of the other.
//!
//! A wrapper is a function object of the side that it crosses to: called, it has the arguments cross, calls what it wraps
//! and has the result or the error cross back. Invariant: what crosses back is what was wrapped, never a wrapper of a
//! wrapper, as long as one library wrapped it.

use std::ffi::c_int;
use std::ptr;

use tvmlike_runtime::abi::{TVMLikeFunctionCell, TVMLikeObject, TVMLikeSafeCall, TVMLikeValue};
use tvmlike_runtime::function::shim;
use tvmlike_runtime::{Any, Error, ObjectRef, PackedFunc, Result, TVMArgs, TypeIndex};

use super::crossing::{self, Way};
use super::library::library;
use super::{memory, raised};

/// The body of a wrapper.
#[repr(C)]
struct Wrapper {
    cell: TVMLikeFunctionCell,
    /// Its own address is what all wrappers of this library know each other by.
    mark: &'static Mark,
    inner: Inner,
}

struct Mark(#[expect(dead_code, reason = "gives the mark an address of its own")] u8);

static MARK: Mark = Mark(0);

enum Inner {
    /// A function object of tvm-ffi.
    Theirs(ObjectRef),
    /// An entry that a library exports, which is called without a function object.
    Symbol(Entry),
    /// A function of ours.
    Ours(PackedFunc),
}

/// A function that a library exports for tvm-ffi.
pub type Entry =
    unsafe extern "C" fn(*mut TVMLikeObject, *const TVMLikeValue, i32, *mut TVMLikeValue) -> c_int;

// SAFETY: the cell's entry is called with what it belongs to; functions of both sides may be called from any thread.
unsafe impl Send for Wrapper {}
// SAFETY: as above.
unsafe impl Sync for Wrapper {}

fn make(entry: Entry, inner: Inner) -> ObjectRef {
    let cell = TVMLikeFunctionCell {
        safe_call: Some(entry),
        cpp_call: ptr::null_mut(),
    };
    let wrapper = Wrapper {
        cell,
        mark: &MARK,
        inner,
    };
    memory::make(TypeIndex::FUNCTION.0, wrapper)
}

fn wrapper_of(function: &ObjectRef) -> Option<&Wrapper> {
    memory::body_of::<Wrapper>(function).filter(|wrapper| ptr::eq(wrapper.mark, &raw const MARK))
}

/// A reference to a function object as a function.
///
/// # Safety
/// A function object. Where anybody else is to call it, one whose errors are raised in our place.
pub(super) unsafe fn function_of(object: ObjectRef) -> PackedFunc {
    // SAFETY: a function object, by contract; a pointer to an object is not null.
    unsafe { PackedFunc::from_owned_object(ptr::NonNull::new_unchecked(object.into_raw())) }
}

/// A function object of tvm-ffi as a function of ours: a wrapper, or what it wraps itself.
pub fn of_theirs(function: ObjectRef) -> PackedFunc {
    if let Some(Wrapper {
        inner: Inner::Ours(ours),
        ..
    }) = wrapper_of(&function)
    {
        return ours.clone();
    }
    // SAFETY: a wrapper's entry raises in our place.
    unsafe { function_of(make(call_theirs, Inner::Theirs(function))) }
}

/// A function of ours as a function object of tvm-ffi: a wrapper, or what it wraps itself.
pub fn of_ours(function: &PackedFunc) -> ObjectRef {
    let object = function.as_object().clone().into_object();
    match wrapper_of(&object).map(|wrapper| &wrapper.inner) {
        Some(Inner::Theirs(theirs)) => theirs.clone(),
        _ => make(call_ours, Inner::Ours(function.clone())),
    }
}

/// An entry that a library exports for tvm-ffi, as a function of ours.
///
/// # Safety
/// The entry keeps the convention, reads nothing of the function object that it gets (which is NULL), and its library is
/// never unmapped.
pub unsafe fn of_symbol(entry: Entry) -> PackedFunc {
    // SAFETY: a wrapper's entry raises in our place.
    unsafe { function_of(make(call_theirs, Inner::Symbol(entry))) }
}

/// What a function of ours wraps, where it is a function object of tvm-ffi.
pub fn theirs_in(function: &PackedFunc) -> Option<ObjectRef> {
    let object = function.as_object().clone().into_object();
    match &wrapper_of(&object)?.inner {
        Inner::Theirs(theirs) => Some(theirs.clone()),
        Inner::Symbol(_) | Inner::Ours(_) => None,
    }
}

/// What a function object of tvm-ffi wraps, where it is a function of ours.
pub fn ours_in(function: &ObjectRef) -> Option<PackedFunc> {
    match &wrapper_of(function)?.inner {
        Inner::Ours(ours) => Some(ours.clone()),
        Inner::Theirs(_) | Inner::Symbol(_) => None,
    }
}

/// The wrapper that an entry was called with.
///
/// # Safety
/// `function` is a living wrapper, as the convention has it: the entry is called with the object whose cell it stands in.
unsafe fn called<'a>(function: *mut TVMLikeObject) -> &'a Wrapper {
    // SAFETY: the body stands right behind the header.
    unsafe { &*function.add(1).cast::<Wrapper>() }
}

// In the section that marks guards: a panic below is caught by one.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn call_theirs(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by the convention.
    let wrapper = unsafe { called(function) };
    let body = |args: TVMArgs<'_>| {
        let crossed = crossing::arguments(args.as_slice(), Way::ToThem)?;
        let args = crossed.values();
        let mut returned = crossing::NONE;
        let (entry, callee) = match &wrapper.inner {
            // SAFETY: the memory of a function object that we hold.
            Inner::Theirs(theirs) => (unsafe { entry_of(theirs) }, theirs.as_raw()),
            Inner::Symbol(entry) => (Some(*entry), ptr::null_mut()),
            Inner::Ours(_) => (None, ptr::null_mut()),
        };
        let entry =
            entry.ok_or_else(|| Error::internal_error("a function object of tvm-ffi has no entry point"))?;
        // SAFETY: arguments that live for the call, and a place that holds no object.
        let status = unsafe { entry(callee, args.as_ptr().cast(), args.len() as i32, &mut returned) };
        if status != 0 {
            return Err(failed(status));
        }
        // SAFETY: a successful call leaves an owned value.
        unsafe { crossing::result(returned, Way::ToUs) }
    };
    // SAFETY: what the caller passed is checked by `guard`.
    unsafe {
        shim::guard(args, num_args, result, "a function of tvm-ffi", body, |error| {
            error
        })
    }
}

/// The entry of a function object of tvm-ffi.
///
/// # Safety
/// A living function object.
unsafe fn entry_of(function: &ObjectRef) -> TVMLikeSafeCall {
    // SAFETY: the cell stands right behind the header.
    unsafe { (*function.as_raw().add(1).cast::<TVMLikeFunctionCell>()).safe_call }
}

#[cold]
fn failed(status: c_int) -> Error {
    match library() {
        Ok(library) => raised::take_theirs(library, status),
        Err(_) => Error::internal_error(format!(
            "a function exported for tvm-ffi returned the status {status}; why cannot be read, since tvm-ffi is not in \
             this process"
        )),
    }
}

#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn call_ours(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by the convention.
    let wrapper = unsafe { called(function) };
    let call = |args: TVMArgs<'_>| match &wrapper.inner {
        Inner::Ours(ours) => ours.invoke(args.as_slice()),
        Inner::Theirs(_) | Inner::Symbol(_) => Err(Error::internal_error("a wrapper has lost what it wraps")),
    };
    // SAFETY: what the caller passed is checked there.
    unsafe { answer(args, num_args, result, "a function of tvmlike", call) }
}

/// Answers a caller of tvm-ffi's with a function of ours.
///
/// # Safety
/// As `shim::guard`.
pub(super) unsafe fn answer(
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
    name: &str,
    call: impl FnOnce(TVMArgs<'_>) -> Result<Any>,
) -> c_int {
    let body = |args: TVMArgs<'_>| {
        let crossed = crossing::arguments(args.as_slice(), Way::ToUs)?;
        let returned = call(TVMArgs::new(crossed.values()))?;
        // SAFETY: an owned value.
        unsafe { crossing::result(returned.into_raw(), Way::ToThem) }
    };
    // SAFETY: by contract.
    let status = unsafe { shim::guard(args, num_args, result, name, body, |error| error) };
    if status != 0 {
        raised::give_to_them();
    }
    status
}
