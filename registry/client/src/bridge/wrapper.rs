//! Functions of one side as functions of the other.
//!
//! A wrapper is a function object that converts its arguments, calls the wrapped function, and converts the result or the error
//! back. Invariant: converting a wrapper back returns the wrapped function, not another wrapper, if the same library made it.

use std::ffi::c_int;
use std::ptr;

use tvmlike_runtime::abi::{TVMLikeFunctionCell, TVMLikeObject, TVMLikeSafeCall, TVMLikeValue};
use tvmlike_runtime::error::{set_raised, take_raised};
use tvmlike_runtime::function::shim;
use tvmlike_runtime::{Any, Error, ObjectRef, PackedFunc, Result, TVMArgs, TypeIndex};

use super::direction::Direction;
use super::library::{function_of, library, raise_text};
use super::memory::{self, object_value};
use super::value::{self, Conversion};

/// The body of a wrapper.
#[repr(C)]
struct Wrapper {
    cell: TVMLikeFunctionCell,
    /// Its address marks the wrappers of this library.
    mark: &'static Mark,
    inner: Inner,
}

struct Mark(#[expect(dead_code, reason = "gives the mark an address of its own")] u8);

static MARK: Mark = Mark(0);

enum Inner {
    /// A function object of tvm-ffi.
    Theirs(ObjectRef),
    /// An entry that a library exports. It takes no function object.
    Symbol(Entry),
    /// A function of tvmlike.
    Ours(PackedFunc),
}

/// The conversion of values in a direction.
pub(super) fn conversion(direction: Direction) -> Conversion {
    let function: fn(ObjectRef) -> Any = match direction {
        Direction::FromTvmFfi => |function| of_theirs(function).into(),
        // SAFETY: values of tvmlike have function objects of tvmlike.
        Direction::ToTvmFfi => |function| object_value(of_ours(&unsafe { function_of(function) })),
    };
    Conversion { direction, function }
}

/// A function that a library exports for tvm-ffi.
///
/// ```
/// use std::ffi::c_int;
/// use tvmlike::ToAny;
/// use tvmlike::bridge::wrapper::{Entry, of_symbol};
/// use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeValue};
///
/// unsafe extern "C" fn answer(
///     _function: *mut TVMLikeObject,
///     _args: *const TVMLikeValue,
///     _count: i32,
///     result: *mut TVMLikeValue,
/// ) -> c_int {
///     // SAFETY: the caller passes a place for the result.
///     unsafe { result.write(42.to_any().into_raw()) };
///     0
/// }
///
/// let entry: Entry = answer;
/// // SAFETY: the entry reads no arguments and writes a valid result.
/// let function = unsafe { of_symbol(entry) };
/// assert_eq!(function.call_as::<i64>(())?, 42);
/// # Ok::<(), tvmlike::Error>(())
/// ```
pub type Entry =
    unsafe extern "C" fn(*mut TVMLikeObject, *const TVMLikeValue, i32, *mut TVMLikeValue) -> c_int;

// SAFETY: functions of both sides may be called from any thread.
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

/// Converts a function object of tvm-ffi: returns a wrapper, or the wrapped function if the object is a wrapper.
pub fn of_theirs(function: ObjectRef) -> PackedFunc {
    if let Some(Wrapper {
        inner: Inner::Ours(ours),
        ..
    }) = wrapper_of(&function)
    {
        return ours.clone();
    }
    // SAFETY: a wrapper's entry raises its errors in tvmlike.
    unsafe { function_of(make(call_theirs, Inner::Theirs(function))) }
}

/// Converts a function of tvmlike: returns a wrapper, or the wrapped function object if the function is a wrapper.
pub fn of_ours(function: &PackedFunc) -> ObjectRef {
    let object = function.as_object().clone().into_object();
    match wrapper_of(&object).map(|wrapper| &wrapper.inner) {
        Some(Inner::Theirs(theirs)) => theirs.clone(),
        _ => make(call_ours, Inner::Ours(function.clone())),
    }
}

/// Makes a function from an entry that a library exports for tvm-ffi.
///
/// # Safety
/// The entry follows the calling convention and does not read the function object, which is NULL; its library is never unmapped.
pub unsafe fn of_symbol(entry: Entry) -> PackedFunc {
    // SAFETY: a wrapper's entry raises its errors in tvmlike.
    unsafe { function_of(make(call_theirs, Inner::Symbol(entry))) }
}

/// The function object of tvm-ffi that a function wraps, if it does.
pub fn theirs_in(function: &PackedFunc) -> Option<ObjectRef> {
    let object = function.as_object().clone().into_object();
    match &wrapper_of(&object)?.inner {
        Inner::Theirs(theirs) => Some(theirs.clone()),
        Inner::Symbol(_) | Inner::Ours(_) => None,
    }
}

/// The function of tvmlike that a function object of tvm-ffi wraps, if it does.
pub fn ours_in(function: &ObjectRef) -> Option<PackedFunc> {
    match &wrapper_of(function)?.inner {
        Inner::Ours(ours) => Some(ours.clone()),
        Inner::Theirs(_) | Inner::Symbol(_) => None,
    }
}

/// The wrapper that an entry was called with.
///
/// # Safety
/// `function` is a living wrapper: by the calling convention, the object whose cell has the entry.
unsafe fn called<'a>(function: *mut TVMLikeObject) -> &'a Wrapper {
    // SAFETY: the body follows the header.
    unsafe { &*function.add(1).cast::<Wrapper>() }
}

/// The entry of a wrapper of a tvm-ffi function. Its section marks it as a guard: panics below it are caught.
///
/// # Safety
/// By the calling convention: `function` is a living wrapper, `args` points to `num_args` valid values, `result` to a place.
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
        let converted = value::arguments(args.as_slice(), conversion(Direction::ToTvmFfi))?;
        let args = converted.values();
        let mut returned = value::NONE;
        let (entry, callee) = match &wrapper.inner {
            // SAFETY: a living function object.
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
        unsafe { value::result(returned, conversion(Direction::FromTvmFfi)) }
    };
    // SAFETY: `guard` checks the caller's pointers.
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
    // SAFETY: the cell follows the header.
    unsafe { (*function.as_raw().add(1).cast::<TVMLikeFunctionCell>()).safe_call }
}

#[cold]
fn failed(status: c_int) -> Error {
    match library() {
        Ok(library) => library.raised.take_failure(status),
        Err(why) => Error::internal_error(format!(
            "a function exported for tvm-ffi failed with the status {status}; its error cannot be read: {}",
            why.message()
        )),
    }
}

/// The entry of a wrapper of a tvmlike function. Its section marks it as a guard: panics below it are caught.
///
/// # Safety
/// As [`call_theirs`].
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
        Inner::Theirs(_) | Inner::Symbol(_) => {
            Err(Error::internal_error("a wrapper has no wrapped function"))
        }
    };
    // SAFETY: `answer` checks the caller's pointers.
    unsafe { answer(args, num_args, result, "a function of tvmlike", call) }
}

/// Handles a call from tvm-ffi with a function of tvmlike.
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
        let converted = value::arguments(args.as_slice(), conversion(Direction::FromTvmFfi))?;
        let returned = call(TVMArgs::new(converted.values()))?;
        // SAFETY: an owned value.
        unsafe { value::result(returned.into_raw(), conversion(Direction::ToTvmFfi)) }
    };
    // SAFETY: by contract.
    let status = unsafe { shim::guard(args, num_args, result, name, body, |error| error) };
    if status != 0 {
        match library() {
            Ok(library) => library.raised.move_ours(),
            Err(_) => copy_ours(),
        }
    }
    status
}

/// Copies the error that is raised in tvmlike to a tvm-ffi whose errors have another layout. It stays raised: without tvm-ffi in
/// the process the caller reads it from tvmlike.
#[cold]
fn copy_ours() {
    if let Some(error) = take_raised() {
        raise_text(&error.kind(), &error.message());
        set_raised(error);
    }
}
