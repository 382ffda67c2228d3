//! C callbacks as functions, with what DGL's own front ends expect of their arguments.
//!
//! Invariants: what is lent lives for the call; an array that a front end takes over carries a reference with it; a result that
//! was refused is the error of a front end's call, also where the callback does not say that it failed.

use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr;

use tvmlike::error::{set_raised, status, take_raised};
use tvmlike::function::{entry, shim};
use tvmlike::{Any, AnyView, Error, PackedFunc, Result, TVMArgs, TypeIndex, object};
use tvmlike_classic::*;
use tvmlike_runtime::abi::{TVMLIKE_FUNCTION, TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::foreign;

use crate::front_end::{self, Maker};
use crate::{Dgl, interpreter, last_error, result};

/// Up to this many arguments are lent on the stack.
const ON_STACK: usize = 8;

/// A C callback with its resource.
pub(crate) struct Callback {
    call: foreign::Target,
    resource: *mut c_void,
    finalizer: TVMPackedCFuncFinalizer,
    pub(crate) maker: Maker,
}

// SAFETY: whoever makes a function from a callback promises that it may be called and released on any thread.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

/// What a callback is released with.
struct Resource(*mut c_void);

// SAFETY: whoever makes a function from a callback promises that its resource may be released on any thread.
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
        // SAFETY: called once, with the resource it was given for.
        let finalize = move || unsafe { foreign::finalize(finalizer, resource.pointer()) };
        if self.maker.is_front_end() {
            // The compiled front end releases its function without the interpreter's lock.
            interpreter::release(finalize);
        } else {
            finalize();
        }
    }
}

/// Where a callback puts its result. The first member is what every callback of the classic ABI is given.
#[repr(C)]
pub(crate) struct Place {
    pub(crate) result: Any,
    /// The address of the place itself where a front end's callback runs, which may not say that its result was refused.
    front_end: usize,
    /// Why its result was refused. Whoever calls a front end's callback takes it in any case.
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

/// Sets any result. That it was refused is noted, too, for front ends that do not say it: most only print that they
/// could not set one.
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
        // SAFETY: NULL, or by contract the place of a callback of this library that is running: nobody else refers to it.
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
    /// Calls the C function, which puts its result into the place.
    ///
    /// # Safety
    /// `count` values and codes stand there, each as its code says, lent for the call; the place is empty.
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

    /// As [`Callback::enter`], for the function of a front end, which takes over the arrays that are among the arguments, and may
    /// not say that a result was refused.
    ///
    /// # Safety
    /// As there.
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
        // SAFETY: the place is initialised, and this call's alone again when the callback has returned; the rest by contract.
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

    /// The error of a callback that says that it failed.
    #[cold]
    #[inline(never)]
    fn failed(&self, returned: c_int, moment: u64) -> Error {
        let said = last_error::since(moment);
        // Taken in any case, or the interpreter would complain of it later.
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
            // What is no array or text is lent without anything beside it.
            let lent = self.to_classic(arg, at)?;
            (values[at], codes[at]) = (lent.value(), lent.code());
            if matches!(lent.code(), TVMLIKE_ARG_BYTES | TVMLIKE_ARG_STR) {
                kept.push(lent);
            }
        }
        let mut place = Place::new();
        let (values, codes) = (values.as_mut_ptr(), codes.as_mut_ptr());
        // SAFETY: as many as there are arguments; what they point at is kept.
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
            // The front ends would fail, when they may have taken over arrays already.
            let why = match arg.kind() {
                kind if is_module(kind) => Some("DGL's front ends have no modules"),
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
    Error::runtime_error("the Python that this function belongs to has ended")
}

/// Gives a reference to each array among arguments.
///
/// # Safety
/// `count` values and codes stand there, each as its code says.
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

/// A function that calls a C callback, and releases its resource in the end.
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
    // SAFETY: the entry keeps the convention, and finds a callback.
    unsafe { PackedFunc::with_entry(entry_of_callbacks, callback) }
}

/// The entry of functions that are callbacks of this library.
// In the section that marks guards, so that panics are not printed.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn entry_of_callbacks(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: this entry stands only in functions that were made with a callback; the caller keeps the convention.
    unsafe {
        let callback: &Callback = PackedFunc::captured(function);
        let body = |args: TVMArgs<'_>| callback.call(args);
        shim::guard(args, num_args, result, "a C callback", body, |error| error)
    }
}

/// The callback that a function calls; `None` where it is another's, or somebody watches it, who has put an entry of his own there.
///
/// # Safety
/// NULL or a living object.
#[inline(always)]
pub(crate) unsafe fn callback_of<'a>(function: *mut TVMLikeObject) -> Option<&'a Callback> {
    // SAFETY: by contract; the entry tells what is captured.
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
