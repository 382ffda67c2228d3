//! C callbacks with the classic signature as functions.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvmlike_registry::host_api::{give_made, null};
use tvmlike_runtime::error::{clear_raised, status};
use tvmlike_runtime::function::entry::{self, Entry};
use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result, TVMArgs, TypeIndex, foreign};

use crate::classic_abi::{ClassicAbi, with_runtime};
use crate::from_classic::from_classic;
use crate::take_ownership::take_ownership;
use crate::to_classic::to_classic;
use crate::value::{
    TVMFunctionHandle, TVMLIKE_ARG_FLOAT, TVMLIKE_ARG_INT, TVMPackedCFunc, TVMPackedCFuncFinalizer,
    TVMRetValueHandle, TVMValue,
};

/// A C callback with its resource.
struct Callback {
    call: foreign::Target,
    resource: *mut c_void,
    finalizer: TVMPackedCFuncFinalizer,
}

// SAFETY: the caller of `create_from_c_func` promises that the callback may be called and released on any thread.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: called once, with the resource that came with it.
            unsafe { foreign::finalize(finalizer, self.resource) }
        }
    }
}

/// The most arguments that are converted on the stack.
const ON_STACK: usize = 8;

/// The entry of all functions that are made here, once there is one: they share one closure type.
static ENTRY: AtomicUsize = AtomicUsize::new(0);

/// Whether a call through this entry reaches a C callback of this library.
pub(crate) fn is_callback(entry: Option<Entry>) -> bool {
    entry.is_some_and(|entry| entry as usize == ENTRY.load(Ordering::Relaxed))
}

impl Callback {
    fn call<A: ClassicAbi>(&self, args: TVMArgs<'_>) -> Result<Any> {
        if args.len() <= ON_STACK {
            let mut values = [const { MaybeUninit::uninit() }; ON_STACK];
            let mut codes = [const { MaybeUninit::uninit() }; ON_STACK];
            return self.call_with::<A>(args, &mut values, &mut codes);
        }
        let mut values = vec![MaybeUninit::uninit(); args.len()];
        let mut codes = vec![MaybeUninit::uninit(); args.len()];
        self.call_with::<A>(args, &mut values, &mut codes)
    }

    /// Calls the callback. `values` and `codes` have room for all arguments.
    #[inline]
    fn call_with<A: ClassicAbi>(
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
                    let lent = to_classic::<A>(arg, at)?;
                    values[at].write(lent.value());
                    codes[at].write(lent.code());
                    if lent.keeps() {
                        kept.push(lent);
                    }
                    continue;
                }
            };
            // SAFETY: a number's payload is 8 initialized bytes.
            let v_int64 = unsafe { arg.as_raw().payload.v_int64 };
            values[at].write(TVMValue { v_int64 });
            codes[at].write(code);
        }
        let mut result = Any::default();
        // An error that was raised before is not this callback's.
        clear_raised();
        let words = [
            values.as_mut_ptr() as usize,
            codes.as_mut_ptr() as usize,
            args.len(),
            (&raw mut result) as usize,
            self.resource as usize,
        ];
        // SAFETY: a TVMPackedCFunc with its own resource; the arrays live for the call, and all arguments are written.
        let returned = unsafe { foreign::call(self.call, words) };
        drop(kept);
        status(returned)?;
        // A callback may have set an error and returned 0 all the same.
        clear_raised();
        Ok(result)
    }
}

/// The body of `FuncCreateFromCFunc`.
///
/// # Safety
/// As `exports.rs` says for `FuncCreateFromCFunc`.
pub unsafe fn create_from_c_func<A: ClassicAbi>(
    func: TVMPackedCFunc,
    resource_handle: *mut c_void,
    fin: TVMPackedCFuncFinalizer,
    out: *mut TVMFunctionHandle,
) -> c_int {
    with_runtime::<A>(|| {
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
            let function = PackedFunc::new(move |args| callback.call::<A>(args));
            // Relaxed: a caller received the function from here, which orders the store before its load.
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

/// The body of `CFuncSetReturn`.
///
/// # Safety
/// As `exports.rs` says for `CFuncSetReturn`.
pub unsafe fn set_return<A: ClassicAbi>(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut c_int,
    num_ret: c_int,
) -> c_int {
    with_runtime::<A>(|| {
        if ret.is_null() {
            return Err(null("the place for the result"));
        }
        if num_ret != 1 {
            return Err(Error::value_error(format!(
                "a callback has 1 result, got {num_ret}"
            )));
        }
        if value.is_null() || type_code.is_null() {
            return Err(null("the result"));
        }
        // SAFETY: not null, valid by contract; a view is transparent over the value.
        let result = unsafe { AnyView::from_raw(from_classic::<A>(*value, *type_code, 0)?) }.to_owned()?;
        // SAFETY: `ret` points to the `Any` that the callback's caller made.
        drop(unsafe { ptr::replace(ret.cast::<Any>(), result) });
        Ok(())
    })
}

/// The body of `CbArgToReturn`.
///
/// # Safety
/// As `exports.rs` says for `CbArgToReturn`.
pub unsafe fn arg_to_return<A: ClassicAbi>(value: *mut TVMValue, code: *mut c_int) -> c_int {
    with_runtime::<A>(|| {
        if value.is_null() || code.is_null() {
            return Err(null("the argument"));
        }
        // SAFETY: not null, valid by contract.
        unsafe {
            let (owned, owned_code) = take_ownership::<A>(*value, *code)?;
            value.write(owned);
            code.write(owned_code);
        }
        Ok(())
    })
}
