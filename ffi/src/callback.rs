//! C callbacks in the classic signature as functions.

use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_registry::host_api::{give_made, null, outcome};
use tvmlike_runtime::error::{clear_raised, status};
use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result, TVMArgs, foreign};

use crate::classic::{
    Lent, TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer, TVMRetValueHandle, TVMValue, lend, own,
    read,
};

/// A C callback with its resource.
struct Callback {
    call: foreign::Target,
    resource: *mut c_void,
    finalizer: TVMPackedCFuncFinalizer,
}

// SAFETY: whoever makes a function from a callback promises that it may be called and released on any thread.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: called once, with the resource it was given for.
            unsafe { foreign::finalize(finalizer, self.resource) }
        }
    }
}

impl Callback {
    fn call(&self, args: TVMArgs<'_>) -> Result<Any> {
        let lent: Vec<Lent> = args
            .iter()
            .enumerate()
            .map(|(at, arg)| lend(arg, at))
            .collect::<Result<_>>()?;
        let mut codes: Vec<c_int> = lent.iter().map(Lent::code).collect();
        let mut values: Vec<TVMValue> = lent.iter().map(Lent::value).collect();
        let mut result = Any::default();
        // What was raised before is not this callback's.
        clear_raised();
        let words = [
            values.as_mut_ptr() as usize,
            codes.as_mut_ptr() as usize,
            args.len(),
            (&raw mut result) as usize,
            self.resource as usize,
        ];
        // SAFETY: a TVMPackedCFunc with its own resource; the arrays live for the call.
        let returned = unsafe { foreign::call(self.call, words) };
        status(returned)?;
        // A callback may have set an error and gone on all the same.
        clear_raised();
        Ok(result)
    }
}

/// Makes a function from a C callback. `fin`, which may be NULL, is called once with the resource, when the last
/// handle is gone; not at all where this call fails.
///
/// # Safety
/// The callback may be called with the resource from any thread until the finalizer has been called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncCreateFromCFunc(
    func: TVMPackedCFunc,
    resource_handle: *mut c_void,
    fin: TVMPackedCFuncFinalizer,
    out: *mut TVMFunctionHandle,
) -> c_int {
    outcome(|| {
        let Some(func) = func else {
            return Err(null("the callback"));
        };
        let make = || {
            let call = func as foreign::Target;
            let callback = Callback {
                call,
                resource: resource_handle,
                finalizer: fin,
            };
            Ok(PackedFunc::new(move |args| callback.call(args)).into_raw().cast())
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", make) }
    })
}

/// Sets the result of a C callback. Strings and bytes are copied, objects retained.
///
/// # Safety
/// `ret` is what the callback received; the value is as its code says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCFuncSetReturn(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut c_int,
    num_ret: c_int,
) -> c_int {
    outcome(|| {
        if ret.is_null() {
            return Err(null("the place for the result"));
        }
        if num_ret != 1 {
            return Err(Error::value_error(format!(
                "a callback has one result, got {num_ret}"
            )));
        }
        if value.is_null() || type_code.is_null() {
            return Err(null("the result"));
        }
        // SAFETY: not null, valid by contract; a view is transparent over the value.
        let result = unsafe { AnyView::from_raw(read(*value, *type_code, 0)?) }.to_owned()?;
        // SAFETY: the place is the `Any` that the callback's caller made.
        drop(unsafe { ptr::replace(ret.cast::<Any>(), result) });
        Ok(())
    })
}

/// Makes a callback's borrowed argument its own, in place: a handle is retained, and the callback frees it. Strings
/// and bytes stay borrowed for the call and are refused; copy them.
///
/// # Safety
/// `value` and `code` are NULL or an argument that the callback received.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCbArgToReturn(value: *mut TVMValue, code: *mut c_int) -> c_int {
    outcome(|| {
        if value.is_null() || code.is_null() {
            return Err(null("the argument"));
        }
        // SAFETY: not null, valid by contract.
        unsafe {
            let (owned, owned_code) = own(*value, *code)?;
            value.write(owned);
            code.write(owned_code);
        }
        Ok(())
    })
}
