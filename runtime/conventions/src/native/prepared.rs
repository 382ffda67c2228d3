//! Calls by libffi.
//!
//! Invariant: libffi's description of a signature does not change, so calls on several threads can share it.

use std::ffi::c_void;

use libffi::middle::{Cif, Type};
use libffi::raw;

use tvmlike_runtime::{Error, Result};

use super::registers;

/// A signature in libffi's form.
#[derive(Debug)]
pub(crate) struct Prepared(Cif);

// SAFETY: libffi only reads the description during calls, from any thread; the types that it owns are freed with it.
unsafe impl Send for Prepared {}
// SAFETY: as above.
unsafe impl Sync for Prepared {}

impl Prepared {
    /// Prepares a signature. For a variadic function, `fixed` is the number of its fixed parameters.
    pub(crate) fn new(params: Vec<Type>, fixed: Option<usize>, result: Type) -> Result<Self> {
        let made = match fixed {
            Some(fixed) => Cif::try_new_variadic(params, fixed, result),
            None => Cif::try_new(params, result),
        };
        made.map(Self)
            .map_err(|error| Error::value_error(format!("libffi refused the signature: {error:?}")))
    }

    /// libffi's own description.
    pub(super) fn raw(&self) -> *mut raw::ffi_cif {
        self.0.as_raw_ptr()
    }

    /// Calls code. On platforms that support it, a C++ exception becomes the error.
    ///
    /// # Safety
    /// The code has this signature and is sound to call with the arguments; `args` has one pointer to each argument's value;
    /// `result` has room for the result and for a word.
    pub(crate) unsafe fn call(
        &self,
        code: *const c_void,
        args: *mut *mut c_void,
        result: *mut u8,
    ) -> Result<()> {
        // SAFETY: by contract; libffi's function takes these four words.
        unsafe { enter(self.raw(), code, result, args) }
    }
}

/// Calls code by `ffi_call` with frames that C++ exceptions can pass through.
///
/// # Safety
/// As [`Prepared::call`]; `cif` describes the signature.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
unsafe fn enter(
    cif: *mut raw::ffi_cif,
    code: *const c_void,
    result: *mut u8,
    args: *mut *mut c_void,
) -> Result<()> {
    let mut words = registers::Registers::default();
    words.ints[..4].copy_from_slice(&[cif as u64, code as u64, result as u64, args as u64]);
    // SAFETY: by the contract of `Prepared::call`; `ffi_call` has frames that exceptions pass through, and returns nothing.
    unsafe { registers::enter(raw::ffi_call as *const c_void, &mut words) }
}

/// Calls code by `ffi_call`.
///
/// # Safety
/// As [`Prepared::call`]; `cif` describes the signature.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
unsafe fn enter(
    cif: *mut raw::ffi_cif,
    code: *const c_void,
    result: *mut u8,
    args: *mut *mut c_void,
) -> Result<()> {
    // SAFETY: an address of code as the function pointer that libffi wants, which it calls by the description.
    unsafe {
        let code = std::mem::transmute::<*const c_void, unsafe extern "C" fn()>(code);
        raw::ffi_call(cif, Some(code), result.cast(), args);
    }
    Ok(())
}
