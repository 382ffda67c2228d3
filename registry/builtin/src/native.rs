//! `native.*`: C functions and closures, as `tvmlike_conventions::native` makes them.

use std::ffi::c_void;
use std::fmt;
use std::ptr::NonNull;

use tvmlike::{Object, methods, packed_func};
use tvmlike_conventions::native::closure::{Closure as Pointer, OnError};
use tvmlike_conventions::native::handle::{self, Handle as Pointed};
use tvmlike_conventions::native::signature::Signature;
use tvmlike_conventions::native::{call, errno, pointer, report};
use tvmlike_runtime::{AnyView, PackedFunc, Result, ToAny};

/// A function as a C function pointer.
///
/// The pointer can be called while this object exists and is not closed. A later call returns zero and is reported; it does
/// not crash.
#[derive(Object)]
#[object(key = "native.Closure", repr)]
pub(crate) struct Closure {
    closure: Pointer,
    /// The signature of the pointer.
    #[field]
    signature: String,
}

impl Closure {
    /// Wraps a closure in an object.
    pub(crate) fn new(closure: Pointer, signature: impl Into<String>) -> Self {
        // Registered before the first object of the type exists.
        pointer::addresses_by(address_of);
        Self {
            closure,
            signature: signature.into(),
        }
    }
}

impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = if self.closure.is_closed() { ", closed" } else { "" };
        write!(
            f,
            "Closure({}, {:p}{closed})",
            self.signature,
            self.closure.pointer()
        )
    }
}

fn address_of(value: &AnyView<'_>) -> Option<*mut c_void> {
    if let Some(handle) = value.downcast_ref::<Handle>() {
        return handle.0.object().map(NonNull::as_ptr);
    }
    Some(value.downcast_ref::<Closure>()?.closure.pointer())
}

#[methods]
impl Closure {
    /// The C function pointer.
    #[getter]
    fn pointer(&self) -> *mut c_void {
        self.closure.pointer()
    }

    /// Whether the pointer is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.closure.is_closed()
    }

    /// Releases the function. Running calls continue; later ones return zero.
    fn close(&self) {
        self.closure.close();
    }
}

/// A pointer to an object of a C library, such as `sqlite3 *`.
///
/// An owned handle frees its object when it is closed or freed. A handle keeps alive the handles that were arguments of the
/// call that returned it.
#[derive(Object)]
#[object(key = "native.Handle", repr)]
pub(crate) struct Handle(Pointed);

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[methods]
impl Handle {
    /// The name of the object's type in signatures.
    #[getter]
    fn type_name(&self) -> String {
        self.0.ty().name().to_owned()
    }

    /// The address of the object; None if the handle is closed.
    #[getter]
    fn pointer(&self) -> Option<*mut c_void> {
        self.0.object().map(NonNull::as_ptr)
    }

    /// Whether the object was freed, or given to a function that frees it.
    #[getter]
    fn closed(&self) -> bool {
        self.0.object().is_none()
    }

    /// Whether the handle frees the object.
    #[getter]
    fn owned(&self) -> bool {
        self.0.is_owned()
    }

    /// Frees the object if the handle owns it. Afterwards no function accepts the handle. A second call does nothing.
    #[release_gil]
    fn close(&self) -> Result<()> {
        self.0.close()
    }
}

/// Makes C functions return handles as objects. Called before the first type of handles can be used.
pub(crate) fn wrap_handles() {
    pointer::addresses_by(address_of);
    handle::wrap_by(handle::Wrapping {
        wrap: |pointed| tvmlike_runtime::ObjectPtr::new(Handle(pointed)).to_any(),
        unwrap: |value| value.downcast_ref::<Handle>().map(|handle| &handle.0),
    });
}

/// Creates a C function pointer that calls a function.
///
/// `signature` is the C signature of the pointer: `"i32(*const i64, *const i64)"`. A `*T` is dereferenced, text is copied,
/// NULL becomes None. `on_error` decides what happens to an error of the function: `"raise"` makes it the error of the native
/// call that called the pointer, `"report"` reports it, `"abort"` aborts the process. C receives zero.
#[packed_func("native.closure")]
fn closure(function: PackedFunc, signature: &str, #[default("raise")] on_error: &str) -> Result<Closure> {
    let parsed = Signature::parse(signature)?;
    let closure = Pointer::new(function, &parsed, OnError::from_name(on_error)?)?;
    Ok(Closure::new(closure, parsed.to_string()))
}

/// Creates a function from a C function pointer. Errors contain `name`.
///
/// The function does not keep the code loaded: the pointer must be valid as long as the function exists.
#[packed_func("native.bind")]
fn bind(pointer: *mut c_void, signature: &str, #[default("")] name: &str) -> Result<PackedFunc> {
    let parsed = Signature::parse(signature)?;
    let address = format!("the function at {pointer:p}");
    let name = if name.is_empty() { &address } else { name };
    // SAFETY: the caller promises that the pointer leads to a function of this signature.
    unsafe { call::bind(pointer, &parsed, name, ()) }
}

/// The value of `errno` after this thread's last call of a function with `errno` in its signature.
#[packed_func("native.errno")]
fn last_errno() -> i32 {
    errno::last()
}

/// Sets the function that receives errors of callbacks that no native call on the thread can raise. It is called with the
/// error and a text that names the place. With None, such errors are printed. Returns the previous function.
#[packed_func("native.report_to")]
fn report_to(#[default(None)] function: Option<PackedFunc>) -> Option<PackedFunc> {
    report::report_to(function)
}
