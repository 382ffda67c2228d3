//! Calls from DGL's side.
//!
//! A call of a C callback is the original's: the caller's values go to the callback as they stand, where both mean the same by
//! them. Any other call goes by 16-byte values. What a call comes with stays in its registers until it is known which way it goes:
//! each way is a C function, which does not unwind, so that going there is a jump. The ways lie in the section of hot code, one beside
//! the other: a front end calls from so much code of its own that each more page or line is felt.
//! Invariant: nothing is handed over before all of it was looked at.

use std::ffi::{c_int, c_void};

use tvmlike::function::{MAX_ARGS, shim};
use tvmlike::{PackedFunc, Result, TypeIndex};
use tvmlike_classic::*;
use tvmlike_runtime::abi::TVMLikeObject;

use crate::callback::{Callback, Place, callback_of};
use crate::{Dgl, result};

/// Calls a function.
///
/// # Safety
/// As `DGLFuncCall` asks.
#[inline(always)]
pub(crate) unsafe fn call(
    func: TVMFunctionHandle,
    values: *mut TVMValue,
    codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    // A negative count becomes a large one.
    let count = num_args as u32 as usize;
    // SAFETY: by contract, and looked at here.
    unsafe {
        if ret_val.is_null() || ret_code.is_null() || count > MAX_ARGS {
            return call_by_values(func, values, codes, num_args, ret_val, ret_code);
        }
        let Some(callback) = callback_of(func.cast()) else {
            return call_by_values(func, values, codes, num_args, ret_val, ret_code);
        };
        if callback.maker.is_front_end() {
            call_front_end(func, values, codes, num_args, ret_val, ret_code)
        } else {
            call_callback(func, values, codes, num_args, ret_val, ret_code)
        }
    }
}

/// Calls a function that is none of this library's callbacks, or with values that those do not take as they are.
///
/// # Safety
/// As [`call`].
#[inline(never)]
unsafe extern "C" fn call_by_values(
    func: TVMFunctionHandle,
    values: *mut TVMValue,
    codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::call::<Dgl>(func, values, codes, num_args, ret_val, ret_code) }
}

/// Calls a callback that no front end has made.
///
/// # Safety
/// As [`call`], with a function that captures a callback; the places for the result are not NULL, and the count is possible.
#[inline(never)]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".text.hot"))]
unsafe extern "C" fn call_callback(
    func: TVMFunctionHandle,
    values: *mut TVMValue,
    codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    let count = num_args as usize;
    // SAFETY: by contract.
    unsafe {
        if look_at(values, codes, count).is_none() {
            return call_by_values(func, values, codes, num_args, ret_val, ret_code);
        }
        let callback: &Callback = PackedFunc::captured(func.cast());
        let mut place = Place::new();
        let called = callback.enter(values, codes, count, &raw mut place);
        finish(called, place, ret_val, ret_code)
    }
}

/// Calls a function of a front end.
///
/// # Safety
/// As [`call_callback`].
#[inline(never)]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".text.hot"))]
unsafe extern "C" fn call_front_end(
    func: TVMFunctionHandle,
    values: *mut TVMValue,
    codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    let count = num_args as usize;
    // SAFETY: by contract.
    unsafe {
        let Some(kinds) = look_at(values, codes, count).filter(|kinds| !kinds.text_beside_arrays()) else {
            return call_by_values(func, values, codes, num_args, ret_val, ret_code);
        };
        let callback: &Callback = PackedFunc::captured(func.cast());
        let mut place = Place::new();
        let called = callback.enter_front_end(values, codes, count, kinds.arrays(), &raw mut place);
        finish(called, place, ret_val, ret_code)
    }
}

/// Gives out what a callback has put into its place, or raises why it has not.
///
/// # Safety
/// The places are valid for a write.
#[inline(always)]
unsafe fn finish(called: Result<()>, place: Place, ret_val: *mut TVMValue, ret_code: *mut c_int) -> c_int {
    match called {
        // SAFETY: by contract.
        Ok(()) => unsafe { result::give(place.result, ret_val, ret_code) },
        Err(error) => {
            // What goes with a result may call, and must not forget the error.
            drop(place.result);
            shim::raise(error)
        }
    }
}

/// Type codes whose values mean the same to everybody.
const PLAIN_CODES: u32 = 1 << TVMLIKE_ARG_INT
    | 1 << TVMLIKE_ARG_FLOAT
    | 1 << TVMLIKE_ARG_OPAQUE_HANDLE
    | 1 << TVMLIKE_ARG_NULLPTR
    | 1 << TVMLIKE_ARG_DEVICE;
const ARRAYS: u32 = 1 << TVMLIKE_ARG_NDARRAY_HANDLE;
const TEXT: u32 = 1 << TVMLIKE_ARG_STR;

/// The type codes that there are among arguments, a bit for each.
#[derive(Clone, Copy)]
struct Kinds(u32);

impl Kinds {
    /// `None` where a code is negative, or 32 and more.
    ///
    /// # Safety
    /// `count` codes stand there.
    #[inline(always)]
    unsafe fn of(codes: *const c_int, count: usize) -> Option<Self> {
        let (mut kinds, mut all) = (0, 0);
        for at in 0..count {
            // SAFETY: by contract.
            let code = unsafe { *codes.add(at) } as u32;
            kinds |= 1 << (code % u32::BITS);
            all |= code;
        }
        (all < u32::BITS).then_some(Self(kinds))
    }

    #[inline(always)]
    fn arrays(self) -> bool {
        self.0 & ARRAYS != 0
    }

    /// Text that a front end cannot read must not keep it from taking arrays over.
    #[inline(always)]
    fn text_beside_arrays(self) -> bool {
        self.0 & (ARRAYS | TEXT) == ARRAYS | TEXT
    }
}

/// The kinds of arguments that mean the same to the caller and to a callback; `None` where there is one that does not.
///
/// # Safety
/// `count` values and codes stand there, each as its code says, unless they are NULL.
#[inline(always)]
unsafe fn look_at(values: *const TVMValue, codes: *const c_int, count: usize) -> Option<Kinds> {
    if count == 0 {
        return Some(Kinds(0));
    }
    if values.is_null() || codes.is_null() {
        return None;
    }
    // SAFETY: by contract.
    let kinds = unsafe { Kinds::of(codes, count)? };
    if kinds.0 & !PLAIN_CODES == 0 {
        return Some(kinds);
    }
    for at in 0..count {
        // SAFETY: by contract.
        unsafe {
            let code = *codes.add(at);
            if PLAIN_CODES >> code & 1 == 0 && !goes_as_it_is((*values.add(at)).v_handle, code) {
                return None;
            }
        }
    }
    Some(kinds)
}

/// Whether a handle means the same to the caller and to a callback.
///
/// # Safety
/// The handle is as its code says.
#[inline(always)]
unsafe fn goes_as_it_is(handle: *mut c_void, code: c_int) -> bool {
    if handle.is_null() {
        return false;
    }
    // SAFETY: a living object where the code is that of one, by contract.
    let type_index = |object: *mut TVMLikeObject| unsafe { TypeIndex((*object).type_index) };
    match code {
        TVMLIKE_ARG_NDARRAY_HANDLE => type_index(tensor_of_array(handle.cast())) == TypeIndex::TENSOR,
        // What has a code of its own goes by that one.
        TVMLIKE_ARG_OBJECT_HANDLE => !matches!(
            type_index(handle.cast()),
            TypeIndex::FUNCTION | TypeIndex::TENSOR | TypeIndex::MODULE | TypeIndex::STR | TypeIndex::BYTES
        ),
        TVMLIKE_ARG_PACKED_FUNC_HANDLE => type_index(handle.cast()) == TypeIndex::FUNCTION,
        TVMLIKE_ARG_STR | TVMLIKE_ARG_BYTES | TVMLIKE_ARG_DLTENSOR_HANDLE => true,
        _ => false,
    }
}
