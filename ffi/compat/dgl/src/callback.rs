//! C callbacks as functions, including those of DGL's own front ends.
//!
//! Invariants: borrowed arguments live for the call; a front end's callback owns a reference to each array argument; a refused
//! result fails the call of a front end's callback, even if the callback returns 0.

use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr;

use tvmlike::error::{set_raised, status, take_raised};
use tvmlike::function::{entry, shim};
use tvmlike::{Any, AnyView, Error, PackedFunc, Result, TVMArgs, TypeIndex, object};
use tvmlike_classic::*;
use tvmlike_runtime::abi::{TVMLIKE_FUNCTION, TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::foreign;

use crate::classic_abi::Dgl;
use crate::front_end::{self, Maker};
use crate::{interpreter, last_error, result};

/// The most arguments that are converted on the stack.
const ON_STACK: usize = 8;

/// A C callback with its resource.
pub(crate) struct Callback {
    call: foreign::Target,
    resource: *mut c_void,
    finalizer: TVMPackedCFuncFinalizer,
    pub(crate) maker: Maker,
}

// SAFETY: the caller of `DGLFuncCreateFromCFunc` promises that the callback may be called and released on any thread.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

/// The resource for a callback's finalizer.
struct Resource(*mut c_void);

// SAFETY: the caller of `DGLFuncCreateFromCFunc` promises that the resource may be released on any thread.
unsafe impl Send for Resource {}

impl Resource {
    fn pointer(self) -> *mut c_void {
        self.0
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        let Some(finalizer) = self.finalizer else {
            return;
        };
        let resource = Resource(self.resource);
        // SAFETY: called once, with the resource that came with it.
        let finalize = move || unsafe { foreign::finalize(finalizer, resource.pointer()) };
        if self.maker.is_front_end() {
            // The compiled front end releases its Python function without acquiring the GIL.
            interpreter::release(finalize);
        } else {
            finalize();
        }
    }
}

/// The place for a callback's result. Callbacks receive a pointer to the first member.
#[repr(C)]
pub(crate) struct Place {
    pub(crate) result: Any,
    /// While a front end's callback runs, the address of this place: such a callback may not report a refused result.
    front_end: usize,
    /// The error of a refused result. The caller of a front end's callback takes it in any case.
    refused: ManuallyDrop<Option<Error>>,
}

impl Place {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            result: result::NOTHING,
            front_end: 0,
            refused: ManuallyDrop::new(None),
        }
    }
}

/// Sets any result. A refusal is recorded, because most front ends only print that they could not set a result.
///
/// # Safety
/// As `DGLCFuncSetReturn` asks.
#[inline(never)]
pub(crate) unsafe extern "C" fn set_return(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    code: *mut c_int,
    num_ret: c_int,
) -> c_int {
    // SAFETY: by contract.
    if unsafe { result::set_object(ret, value, code, num_ret) } {
        return 0;
    }
    // SAFETY: by contract.
    let status = unsafe { tvmlike_classic::set_return::<Dgl>(ret, value, code, num_ret) };
    if status == 0 {
        return 0;
    }
    let place: *mut Place = ret.cast();
    if let Some(error) = take_raised() {
        // SAFETY: NULL, or by contract the place of a running callback of this library, which has the only reference to it.
        unsafe {
            if !place.is_null() && (*place).front_end == place as usize {
                *(*place).refused = Some(error.clone());
            }
        }
        set_raised(error);
    }
    status
}

impl Callback {
    /// Calls the C function, which writes its result to `place`.
    ///
    /// # Safety
    /// `values` and `codes` point to `count` valid arguments, borrowed for the call; `place` is valid and empty.
    #[inline(always)]
    pub(crate) unsafe fn enter(
        &self,
        values: *mut TVMValue,
        codes: *mut c_int,
        count: usize,
        place: *mut Place,
    ) -> Result<()> {
        let moment = last_error::now();
        let words = [
            values as usize,
            codes as usize,
            count,
            place as usize,
            self.resource as usize,
        ];
        // SAFETY: a packed C function with its own resource; the rest by contract.
        match unsafe { foreign::call(self.call, words) } {
            0 => Ok(()),
            returned => Err(self.failed(returned, moment)),
        }
    }

    /// As [`Callback::enter`], for a front end's callback, which releases its array arguments and may not report a refused result.
    ///
    /// # Safety
    /// As [`Callback::enter`].
    #[inline(always)]
    pub(crate) unsafe fn enter_front_end(
        &self,
        values: *mut TVMValue,
        codes: *mut c_int,
        count: usize,
        arrays: bool,
        place: *mut Place,
    ) -> Result<()> {
        if !interpreter::answers() {
            return Err(ended());
        }
        // SAFETY: the place is initialized, and after the callback only this call refers to it; the rest by contract.
        unsafe {
            if arrays {
                retain_arrays(values, codes, count);
            }
            (*place).front_end = place as usize;
            let called = self.enter(values, codes, count, place);
            match (*place).refused.take() {
                Some(error) if called.is_ok() => Err(error),
                _ => called,
            }
        }
    }

    /// The error of a callback that returned a failure.
    #[cold]
    #[inline(never)]
    fn failed(&self, returned: c_int, moment: u64) -> Error {
        let said = last_error::since(moment);
        // Taken in any case: the interpreter would report it later.
        let left = match self.maker {
            Maker::Compiled => interpreter::take_exception(),
            _ => None,
        };
        said.or(left).unwrap_or_else(|| match status(returned) {
            Err(unknown) => unknown,
            Ok(()) => Error::internal_error("a callback failed without a status"),
        })
    }

    fn call(&self, args: TVMArgs<'_>) -> Result<Any> {
        if args.len() <= ON_STACK {
            let mut values = [TVMValue { v_int64: 0 }; ON_STACK];
            let mut codes = [0; ON_STACK];
            return self.call_with(args, &mut values, &mut codes);
        }
        let mut values = vec![TVMValue { v_int64: 0 }; args.len()];
        let mut codes = vec![0; args.len()];
        self.call_with(args, &mut values, &mut codes)
    }

    fn call_with(&self, args: TVMArgs<'_>, values: &mut [TVMValue], codes: &mut [c_int]) -> Result<Any> {
        let mut kept = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            // Only bytes and text own memory that must live until the callback returns.
            let lent = self.to_classic(arg, at)?;
            (values[at], codes[at]) = (lent.value(), lent.code());
            if matches!(lent.code(), TVMLIKE_ARG_BYTES | TVMLIKE_ARG_STR) {
                kept.push(lent);
            }
        }
        let mut place = Place::new();
        let (values, codes) = (values.as_mut_ptr(), codes.as_mut_ptr());
        // SAFETY: one value and code per argument; `kept` owns the memory that they point to.
        unsafe {
            if self.maker.is_front_end() {
                self.enter_front_end(values, codes, args.len(), true, &raw mut place)?;
            } else {
                self.enter(values, codes, args.len(), &raw mut place)?;
            }
        }
        drop(kept);
        Ok(place.result)
    }

    fn to_classic(&self, arg: &AnyView<'_>, at: usize) -> Result<Lent> {
        if self.maker.is_front_end() {
            // The front ends would fail on these after they have taken over arrays.
            let why = match arg.kind() {
                kind if is_module(kind) => Some("DGL's front ends do not support modules"),
                TypeIndex::RAW_STR | TypeIndex::SMALL_STR | TypeIndex::STR => {
                    matches!(arg.as_str(), Some(Err(_))).then_some("the text is not UTF-8")
                }
                _ => None,
            };
            if let Some(why) = why {
                return Err(Error::type_error(format!("argument {}: {why}", at + 1)));
            }
        }
        to_classic::<Dgl>(arg, at)
    }
}

#[cold]
#[inline(never)]
fn ended() -> Error {
    Error::runtime_error("the Python interpreter of this function has finalized")
}

/// Adds a reference to each array argument.
///
/// # Safety
/// `values` and `codes` point to `count` valid arguments.
#[inline(never)]
unsafe fn retain_arrays(values: *const TVMValue, codes: *const c_int, count: usize) {
    for at in 0..count {
        // SAFETY: by contract; the arrays are alive.
        unsafe {
            if *codes.add(at) == TVMLIKE_ARG_NDARRAY_HANDLE {
                object::retain(tensor_of_array((*values.add(at)).v_handle.cast()));
            }
        }
    }
}

/// Makes a function that calls a C callback and releases its resource when it is freed.
pub(crate) fn function(
    call: foreign::Target,
    resource: *mut c_void,
    finalizer: TVMPackedCFuncFinalizer,
) -> PackedFunc {
    let address = finalizer.map_or(ptr::null_mut(), |finalizer| finalizer as *mut c_void);
    let callback = Callback {
        call,
        resource,
        finalizer,
        maker: front_end::maker_of(address),
    };
    // SAFETY: the entry follows the calling convention and captures a callback.
    unsafe { PackedFunc::with_entry(entry_of_callbacks, callback) }
}

/// The entry of the functions of [`function`]. Its section marks it as a guard, so that panics are not printed.
///
/// # Safety
/// By the calling convention: `function` is one of these functions, `args` points to `num_args` valid values, `result` to a place.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn entry_of_callbacks(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: only functions that capture a callback have this entry; the rest by contract.
    unsafe {
        let callback: &Callback = PackedFunc::captured(function);
        let body = |args: TVMArgs<'_>| callback.call(args);
        shim::guard(args, num_args, result, "a C callback", body, |error| error)
    }
}

/// The callback of a function; `None` if the function has another entry, for example while it is traced.
///
/// # Safety
/// `function` is NULL or a living object.
#[inline(always)]
pub(crate) unsafe fn callback_of<'a>(function: *mut TVMLikeObject) -> Option<&'a Callback> {
    // SAFETY: by contract; a function with this entry captures a callback.
    unsafe {
        if function.is_null() || (*function).type_index != TVMLIKE_FUNCTION {
            return None;
        }
        if entry::load(function)? as usize != entry_of_callbacks as *const () as usize {
            return None;
        }
        Some(PackedFunc::captured(function))
    }
}
