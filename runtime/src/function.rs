//! Packed functions: type-erased, reference counted, called with tagged values.
//!
//! A function is one object: the function cell, followed by the closure's captures. A call is one indirect jump through
//! the cell. Invariant: `safe_call` never unwinds, reads no argument beyond the count, and leaves either an owned
//! result and 0, or an error raised on the thread and -1.

mod args;
mod callback;
pub mod described;
#[doc(hidden)]
pub mod entry;
mod panics;
pub mod record;
pub mod shim;
mod typed;

use std::ffi::c_int;
use std::fmt;
use std::ptr;

use tvmlike_abi::{TVMLikeFunctionCell, TVMLikeObject, TVMLikeSafeCall, TVMLikeValue};

use crate::convert::FromArg;
use crate::error::{self, Error, Result};
use crate::object::{MAX_ALIGN, ObjectBody, ObjectBox, ObjectPtr, allocate};
use crate::type_index::TypeIndex;
use crate::value::{self, Any, AnyView};

pub use args::{Argument, Arguments, MAX_ARGS, TVMArgs};
pub use callback::{answers, code_of, context_of, from_callback};
pub use typed::TypedFn;

/// A function that is called with tagged values.
///
/// ```
/// use tvmlike_runtime::{PackedFunc, Result};
///
/// let add = PackedFunc::typed("add", |a: i64, b: i64| -> Result<i64> { Ok(a + b) });
/// assert_eq!(add.call_as::<i64>((40, 2)).unwrap(), 42);
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct PackedFunc(ObjectPtr<TVMLikeFunctionCell>);

// SAFETY: the constructors require closures to be Send and Sync; C callbacks promise it.
unsafe impl Send for PackedFunc {}
// SAFETY: as above.
unsafe impl Sync for PackedFunc {}

/// The body of a function object.
#[repr(C)]
struct FunctionBody<F> {
    cell: TVMLikeFunctionCell,
    captured: F,
}

// SAFETY: no trailing bytes.
unsafe impl<F> ObjectBody for FunctionBody<F> {
    const HOLDS_PLUGIN: bool = true;
}

impl PackedFunc {
    /// Makes a function from a closure over untyped arguments.
    pub fn new<F>(closure: F) -> Self
    where
        F: Fn(TVMArgs<'_>) -> Result<Any> + Send + Sync + 'static,
    {
        if const { align_of::<F>() > MAX_ALIGN } {
            // Captures must directly follow the cell; over-aligned ones are boxed.
            let boxed = Box::new(closure);
            return Self::from_closure(move |args: TVMArgs<'_>| boxed(args));
        }
        Self::from_closure(closure)
    }

    fn from_closure<F>(closure: F) -> Self
    where
        F: Fn(TVMArgs<'_>) -> Result<Any> + Send + Sync + 'static,
    {
        Self::from_safe_call(Some(call_closure::<F>), closure)
    }

    /// Makes a function from a closure over Rust types. Error messages call it `name`.
    pub fn typed<M, F: TypedFn<M>>(name: impl Into<Box<str>>, closure: F) -> Self {
        let name = name.into();
        Self::new(move |args| closure.call_packed(&name, args))
    }

    /// Makes a function from a C entry and its captures.
    pub(crate) fn from_safe_call<F: Send + Sync + 'static>(safe_call: TVMLikeSafeCall, captured: F) -> Self {
        let cell = TVMLikeFunctionCell {
            safe_call,
            cpp_call: ptr::null_mut(),
        };
        let object = allocate(TypeIndex::FUNCTION, FunctionBody { cell, captured }, 0);
        // SAFETY: the body begins with the cell.
        Self(unsafe { ObjectPtr::from_owned(ptr::NonNull::new_unchecked(object.into_raw())) })
    }

    /// Makes a function from an entry, which reads its captures with [`PackedFunc::captured`].
    ///
    /// # Safety
    /// `safe_call` keeps the contract of [`TVMLikeSafeCall`]: it never unwinds and reads no argument beyond the count.
    pub unsafe fn with_entry<F: Send + Sync + 'static>(
        safe_call: unsafe extern "C" fn(
            *mut TVMLikeObject,
            *const TVMLikeValue,
            i32,
            *mut TVMLikeValue,
        ) -> c_int,
        captured: F,
    ) -> Self {
        const { assert!(align_of::<F>() <= MAX_ALIGN) };
        Self::from_safe_call(Some(safe_call), captured)
    }

    /// The captures of a function made by [`PackedFunc::with_entry`].
    ///
    /// # Safety
    /// This copy of the crate made the function with an `F`, and it lives for `'a`.
    #[inline(always)]
    pub unsafe fn captured<'a, F: 'static>(function: *mut TVMLikeObject) -> &'a F {
        // SAFETY: by contract.
        unsafe { &(*function.cast::<ObjectBox<FunctionBody<F>>>()).body.captured }
    }

    /// Borrows a function object as a handle.
    pub fn as_object(&self) -> &ObjectPtr<TVMLikeFunctionCell> {
        &self.0
    }

    /// Takes ownership of a function object.
    ///
    /// # Safety
    /// A live function object, of which the caller gives up one strong reference.
    pub unsafe fn from_owned_object(object: ptr::NonNull<TVMLikeObject>) -> Self {
        // SAFETY: by contract.
        Self(unsafe { ObjectPtr::from_owned(object) })
    }

    /// Returns the strong reference.
    pub fn into_raw(self) -> *mut TVMLikeObject {
        self.0.into_raw()
    }

    /// Calls the function with a tuple of Rust values.
    ///
    /// # Errors
    /// The function's error; an argument error names the function, the argument, the expected type and what was passed.
    #[inline]
    pub fn call<A: Arguments>(&self, args: A) -> Result<Any> {
        args.with(|values| self.invoke(values))
    }

    /// Calls the function and converts its result.
    ///
    /// # Errors
    /// As [`PackedFunc::call`], and TypeError for a result of another type.
    #[inline]
    pub fn call_as<T: for<'a> FromArg<'a>>(&self, args: impl Arguments) -> Result<T> {
        let result = self.call(args)?;
        T::from_arg(result.view()).map_err(|mismatch| mismatch.into_error("result"))
    }

    /// Calls the function with borrowed values.
    ///
    /// # Errors
    /// As [`PackedFunc::call`].
    #[inline]
    pub fn invoke(&self, args: &[AnyView<'_>]) -> Result<Any> {
        let mut result = value::NONE;
        // SAFETY: alive while it is borrowed.
        let Some(safe_call) = (unsafe { entry::load(self.0.as_raw()) }) else {
            return Err(no_entry());
        };
        // SAFETY: the arguments are valid for the call, and the result place holds None, as the convention requires.
        let status = unsafe {
            safe_call(
                self.0.as_raw(),
                args.as_ptr().cast(),
                args.len() as i32,
                &mut result,
            )
        };
        if status != 0 || TypeIndex(result.type_index).is_borrowed_only() {
            return Err(failed(status, result));
        }
        // SAFETY: a successful call leaves an owned value, and borrowed kinds were rejected.
        Ok(unsafe { Any::from_raw(result) })
    }
}

#[cold]
fn no_entry() -> Error {
    Error::internal_error("a function object has no entry point")
}

#[cold]
fn failed(status: c_int, result: TVMLikeValue) -> Error {
    match error::status(status) {
        Err(error) => error,
        Ok(()) => Error::internal_error(format!(
            "a function returned {}, which is borrowed and must not be a result",
            TypeIndex(result.type_index).name()
        )),
    }
}

/// The entry of functions made from closures. In the section that marks guards; see `panics`.
///
/// # Safety
/// As [`TVMLikeSafeCall`], with a function that captures an `F`.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn call_closure<F>(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int
where
    F: Fn(TVMArgs<'_>) -> Result<Any> + Send + Sync + 'static,
{
    // SAFETY: only cells in front of an F contain this entry; the caller keeps the object alive for the call.
    let closure = unsafe { &(*function.cast::<ObjectBox<FunctionBody<F>>>()).body.captured };
    // SAFETY: the arguments and the result come from a caller under the convention's contract.
    unsafe { shim::guard(args, num_args, result, "a closure", closure, |error| error) }
}

impl From<PackedFunc> for Any {
    fn from(function: PackedFunc) -> Self {
        // SAFETY: the reference is moved.
        unsafe { Self::from_owned_object(function.into_raw()) }
    }
}

impl fmt::Debug for PackedFunc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedFunc({:p})", self.0.as_raw())
    }
}
