//! C callbacks as functions, with what DGL's own front ends expect of their arguments.
//!
//! A call of a C callback from DGL's side is the original's: the caller's values go to the callback as they stand, where both mean
//! the same by them. Other calls come by 16-byte values. Invariants: what is lent lives for the call; an array that a front end
//! takes over carries a reference with it; a result that was refused is the error of the call, also where the callback does not
//! say that it failed.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike::error::status;
use tvmlike::function::{MAX_ARGS, entry, shim};
use tvmlike::{Any, AnyView, Error, PackedFunc, Result, TVMArgs, TypeIndex, object};
use tvmlike_classic::*;
use tvmlike_runtime::abi::{TVMLIKE_FUNCTION, TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::foreign;

use crate::front_end::{self, Maker};
use crate::{Dgl, interpreter, last_error, result};

/// Up to this many arguments are lent on the stack.
const ON_STACK: usize = 8;

/// A C callback with its resource.
struct Callback {
    call: foreign::Target,
    resource: *mut c_void,
    finalizer: TVMPackedCFuncFinalizer,
    maker: Maker,
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
#[derive(Default)]
struct Place {
    result: Any,
    /// Why a result was refused.
    refused: Option<Error>,
}

thread_local! {
    /// The place of the front end's callback that runs on this thread.
    static PLACE: Cell<*mut Place> = const { Cell::new(ptr::null_mut()) };
}

/// Notes how setting a result went, for front ends that do not say it: most only print that they could not set one.
pub(crate) fn note_result(place: TVMRetValueHandle, refused: Option<Error>) {
    let current = PLACE.get();
    if !current.is_null() && current.cast() == place {
        // SAFETY: the place lives while its callback runs, which is on this thread; nobody else refers to it.
        unsafe { (*current).refused = refused };
    }
}

impl Callback {
    /// What the C function is called with.
    #[inline(always)]
    fn words(&self, values: *mut TVMValue, codes: *mut c_int, count: usize, place: *mut Place) -> [usize; 5] {
        [
            values as usize,
            codes as usize,
            count,
            place as usize,
            self.resource as usize,
        ]
    }

    /// Calls the C function.
    ///
    /// # Safety
    /// `count` values and codes stand there, each as its code says, lent for the call; the place is empty.
    #[inline(always)]
    unsafe fn enter(
        &self,
        values: *mut TVMValue,
        codes: *mut c_int,
        count: usize,
        place: *mut Place,
    ) -> Result<()> {
        let moment = last_error::now();
        let words = self.words(values, codes, count, place);
        // SAFETY: a packed C function with its own resource; the rest by contract.
        match unsafe { foreign::call(self.call, words) } {
            0 => Ok(()),
            returned => Err(self.failed(returned, moment)),
        }
    }

    /// As [`Callback::enter`], for the function of a front end, which may not say that a result was refused.
    ///
    /// # Safety
    /// As there.
    unsafe fn enter_front_end(
        &self,
        values: *mut TVMValue,
        codes: *mut c_int,
        count: usize,
        place: *mut Place,
    ) -> Result<()> {
        if !interpreter::answers() {
            return Err(Error::runtime_error(
                "the Python that this function belongs to has ended",
            ));
        }
        let moment = last_error::now();
        let words = self.words(values, codes, count, place);
        let returned = PLACE.with(|current| {
            let outer = current.replace(place);
            // SAFETY: a packed C function with its own resource; the rest by contract.
            let returned = unsafe { foreign::call(self.call, words) };
            current.set(outer);
            returned
        });
        if returned != 0 {
            return Err(self.failed(returned, moment));
        }
        // SAFETY: the place is this call's alone again.
        match unsafe { (*place).refused.take() } {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Calls the function of a front end with the caller's own values. `None` where there is text among arrays: text that the
    /// front end cannot read must not keep it from taking them over.
    ///
    /// # Safety
    /// As [`Callback::enter`]; the places are valid for a write.
    #[inline(never)]
    unsafe fn call_front_end(
        &self,
        values: *mut TVMValue,
        codes: *mut c_int,
        count: usize,
        ret_val: *mut TVMValue,
        ret_code: *mut c_int,
    ) -> Option<c_int> {
        let (mut arrays, mut text) = (false, false);
        for at in 0..count {
            // SAFETY: as many stand there, by contract.
            let code = unsafe { *codes.add(at) };
            arrays |= code == TVMLIKE_ARG_NDARRAY_HANDLE;
            text |= code == TVMLIKE_ARG_STR;
        }
        if arrays && text {
            return None;
        }
        if arrays {
            for at in 0..count {
                // SAFETY: as above; the arrays are alive, and the front end gives these references back.
                unsafe {
                    if *codes.add(at) == TVMLIKE_ARG_NDARRAY_HANDLE {
                        object::retain(tensor_of_array((*values.add(at)).v_handle.cast()));
                    }
                }
            }
        }
        let mut place = Place::default();
        // SAFETY: by contract.
        Some(unsafe {
            match self.enter_front_end(values, codes, count, &raw mut place) {
                Ok(()) => result::give(place.result, ret_val, ret_code),
                Err(error) => shim::raise(error),
            }
        })
    }

    /// The error of a callback that says that it failed.
    #[cold]
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
            let lent = self.lend(arg, at)?;
            (values[at], codes[at]) = (lent.value(), lent.code());
            if matches!(lent.code(), TVMLIKE_ARG_BYTES | TVMLIKE_ARG_STR) {
                kept.push(lent);
            }
        }
        if self.maker.is_front_end() {
            for arg in args.iter().filter(|arg| arg.kind() == TypeIndex::TENSOR) {
                if let Some(array) = arg.as_object() {
                    // SAFETY: alive for the call; the front end gives this reference back.
                    unsafe { object::retain(array.as_ptr()) };
                }
            }
        }
        let mut place = Place::default();
        let (values, codes) = (values.as_mut_ptr(), codes.as_mut_ptr());
        // SAFETY: as many as there are arguments; what they point at is kept.
        unsafe {
            if self.maker.is_front_end() {
                self.enter_front_end(values, codes, args.len(), &raw mut place)?;
            } else {
                self.enter(values, codes, args.len(), &raw mut place)?;
            }
        }
        drop(kept);
        Ok(place.result)
    }

    fn lend(&self, arg: &AnyView<'_>, at: usize) -> Result<Lent> {
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
        lend::<Dgl>(arg, at)
    }
}

/// Type codes whose values mean the same to everybody.
const PLAIN: u32 = 1 << TVMLIKE_ARG_INT
    | 1 << TVMLIKE_ARG_FLOAT
    | 1 << TVMLIKE_ARG_OPAQUE_HANDLE
    | 1 << TVMLIKE_ARG_NULLPTR
    | 1 << TVMLIKE_ARG_DEVICE;

/// Whether a value means the same to the caller and to a callback.
///
/// # Safety
/// The value is as its code says.
#[inline(always)]
unsafe fn goes_as_it_is(value: TVMValue, code: c_int) -> bool {
    if 1_u32.checked_shl(code as u32).unwrap_or(0) & PLAIN != 0 {
        return true;
    }
    // SAFETY: other values are handles; an object's points to its header, by contract.
    unsafe {
        let handle = value.v_handle;
        if handle.is_null() {
            return false;
        }
        let type_index = |object: *mut TVMLikeObject| TypeIndex((*object).type_index);
        if code == TVMLIKE_ARG_NDARRAY_HANDLE {
            return type_index(tensor_of_array(handle.cast())) == TypeIndex::TENSOR;
        }
        if code == TVMLIKE_ARG_OBJECT_HANDLE {
            // What has a code of its own goes by that one.
            return !matches!(
                type_index(handle.cast()),
                TypeIndex::FUNCTION
                    | TypeIndex::TENSOR
                    | TypeIndex::MODULE
                    | TypeIndex::STR
                    | TypeIndex::BYTES
            );
        }
        if code == TVMLIKE_ARG_PACKED_FUNC_HANDLE {
            return type_index(handle.cast()) == TypeIndex::FUNCTION;
        }
        matches!(
            code,
            TVMLIKE_ARG_STR | TVMLIKE_ARG_BYTES | TVMLIKE_ARG_DLTENSOR_HANDLE
        )
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
    unsafe { PackedFunc::with_entry(call_by_values, callback) }
}

/// The entry of functions that are callbacks of this library.
// In the section that marks guards, so that panics are not printed.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn call_by_values(
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

/// Calls a function that is a callback of this library with the caller's own values, where that can be done; `None` where not.
///
/// # Safety
/// As `DGLFuncCall` asks.
#[inline(always)]
pub(crate) unsafe fn call_as_it_is(
    function: *mut TVMLikeObject,
    values: *mut TVMValue,
    codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> Option<c_int> {
    // A negative count becomes a large one.
    let count = num_args as u32 as usize;
    let no_places =
        ret_val.is_null() || ret_code.is_null() || (count != 0 && (values.is_null() || codes.is_null()));
    if no_places || function.is_null() || count > MAX_ARGS {
        return None;
    }
    // SAFETY: a living object, by contract.
    if unsafe { (*function).type_index } != TVMLIKE_FUNCTION {
        return None;
    }
    // Whoever watches the function has put an entry of its own there.
    // SAFETY: a living function; the entry tells what it captures.
    let callback: &Callback = unsafe {
        let present = entry::load(function)?;
        if present as usize != call_by_values as *const () as usize {
            return None;
        }
        PackedFunc::captured(function)
    };
    for at in 0..count {
        // SAFETY: as many stand there, by contract.
        if !unsafe { goes_as_it_is(*values.add(at), *codes.add(at)) } {
            return None;
        }
    }
    if callback.maker.is_front_end() {
        // SAFETY: looked at above.
        return unsafe { callback.call_front_end(values, codes, count, ret_val, ret_code) };
    }
    let mut place = Place::default();
    // SAFETY: looked at above; the places are not NULL, and valid by contract.
    Some(unsafe {
        match callback.enter(values, codes, count, &raw mut place) {
            Ok(()) => result::give(place.result, ret_val, ret_code),
            Err(error) => shim::raise(error),
        }
    })
}
