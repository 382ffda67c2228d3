//! C callbacks in the classic signature as functions.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvmlike_registry::host_api::{give_made, null};
use tvmlike_runtime::error::{clear_raised, status};
use tvmlike_runtime::function::entry::{self, Entry};
use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result, TVMArgs, TypeIndex, foreign};

use crate::lend::lend;
use crate::own::own;
use crate::read::read;
use crate::value::{
    TVMFunctionHandle, TVMLIKE_ARG_FLOAT, TVMLIKE_ARG_INT, TVMPackedCFunc, TVMPackedCFuncFinalizer,
    TVMRetValueHandle, TVMValue,
};
use crate::{Speaker, served};

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

/// Up to this many arguments are lent on the stack.
const ON_STACK: usize = 8;

/// The entry of all functions that are made here, once there is one: it is of one type of closure.
static ENTRY: AtomicUsize = AtomicUsize::new(0);

/// Whether a call through this entry reaches a C callback of this library.
pub(crate) fn is_callback(entry: Option<Entry>) -> bool {
    entry.is_some_and(|entry| entry as usize == ENTRY.load(Ordering::Relaxed))
}

impl Callback {
    fn call<S: Speaker>(&self, args: TVMArgs<'_>) -> Result<Any> {
        if args.len() <= ON_STACK {
            let mut values = [const { MaybeUninit::uninit() }; ON_STACK];
            let mut codes = [const { MaybeUninit::uninit() }; ON_STACK];
            return self.call_with::<S>(args, &mut values, &mut codes);
        }
        let mut values = vec![MaybeUninit::uninit(); args.len()];
        let mut codes = vec![MaybeUninit::uninit(); args.len()];
        self.call_with::<S>(args, &mut values, &mut codes)
    }

    /// Calls the callback. There is room for the arguments.
    #[inline]
    fn call_with<S: Speaker>(
        &self,
        args: TVMArgs<'_>,
        values: &mut [MaybeUninit<TVMValue>],
        codes: &mut [MaybeUninit<c_int>],
    ) -> Result<Any> {
        let mut kept = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let code = match arg.type_index() {
                TypeIndex::INT => TVMLIKE_ARG_INT,
                TypeIndex::FLOAT => TVMLIKE_ARG_FLOAT,
                _ => {
                    let lent = lend::<S>(arg, at)?;
                    values[at].write(lent.value());
                    codes[at].write(lent.code());
                    if lent.keeps() {
                        kept.push(lent);
                    }
                    continue;
                }
            };
            // SAFETY: a number's payload is 8 bytes of any kind.
            let v_int64 = unsafe { arg.as_raw().payload.v_int64 };
            values[at].write(TVMValue { v_int64 });
            codes[at].write(code);
        }
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
        // SAFETY: a TVMPackedCFunc with its own resource; the arrays live for the call, and so many are written.
        let returned = unsafe { foreign::call(self.call, words) };
        drop(kept);
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
pub unsafe fn create_from_c_func<S: Speaker>(
    func: TVMPackedCFunc,
    resource_handle: *mut c_void,
    fin: TVMPackedCFuncFinalizer,
    out: *mut TVMFunctionHandle,
) -> c_int {
    served::<S>(|| {
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
            let function = PackedFunc::new(move |args| callback.call::<S>(args));
            // Relaxed: whoever calls the function got it from here.
            ENTRY.store(
                entry::own(&function).map_or(0, |entry| entry as usize),
                Ordering::Relaxed,
            );
            Ok(function.into_raw().cast())
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", make) }
    })
}

/// Sets the result of a C callback. Strings and bytes are copied, objects retained.
///
/// # Safety
/// `ret` is what the callback received; the value is as its code says.
pub unsafe fn set_return<S: Speaker>(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut c_int,
    num_ret: c_int,
) -> c_int {
    served::<S>(|| {
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
        let result = unsafe { AnyView::from_raw(read::<S>(*value, *type_code, 0)?) }.to_owned()?;
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
pub unsafe fn arg_to_return<S: Speaker>(value: *mut TVMValue, code: *mut c_int) -> c_int {
    served::<S>(|| {
        if value.is_null() || code.is_null() {
            return Err(null("the argument"));
        }
        // SAFETY: not null, valid by contract.
        unsafe {
            let (owned, owned_code) = own::<S>(*value, *code)?;
            value.write(owned);
            code.write(owned_code);
        }
        Ok(())
    })
}
