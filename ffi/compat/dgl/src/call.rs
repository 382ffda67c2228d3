//! `DGLFuncCall`.
//!
//! A C callback receives the caller's values unchanged if they mean the same to both; all other calls convert to 16-byte values. The
//! arguments stay in their registers until the path is chosen: each path is a C function, which does not unwind, so that calling it
//! is a jump. The paths are adjacent in the section of hot code, because a front end runs so much code of its own that each further
//! page or cache line costs time. Invariant: all arguments are checked before the callback is called.

use std::ffi::{c_int, c_void};

use tvmlike::function::{MAX_ARGS, shim};
use tvmlike::{PackedFunc, TypeIndex};
use tvmlike_classic::*;
use tvmlike_runtime::abi::TVMLikeObject;

use crate::callback::{Callback, Place, callback_of};
use crate::classic_abi::Dgl;
use crate::result;

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
    // SAFETY: by contract, and checked here.
    unsafe {
        let callback = if ret_val.is_null() || ret_code.is_null() || count > MAX_ARGS {
            None
        } else {
            callback_of(func.cast())
        };
        match callback {
            None => call_by_values(func, values, codes, num_args, ret_val, ret_code),
            Some(callback) if callback.maker.is_front_end() => {
                call_callback::<true>(func, values, codes, num_args, ret_val, ret_code)
            }
            Some(_) => call_callback::<false>(func, values, codes, num_args, ret_val, ret_code),
        }
    }
}

/// Calls a function that is not a callback of this library, or with values that need a conversion.
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

/// Calls a callback: a function of a front end, or one of another program.
///
/// # Safety
/// As [`call`], with a function that captures a callback of this kind; the places for the result are not NULL, and the count
/// is supported.
#[inline(never)]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".text.hot"))]
unsafe extern "C" fn call_callback<const FRONT_END: bool>(
    func: TVMFunctionHandle,
    values: *mut TVMValue,
    codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    let count = num_args as usize;
    // SAFETY: by contract.
    let unchanged = unsafe { unchanged(values, codes, count) };
    let Some(kinds) = unchanged.filter(|kinds| !FRONT_END || !kinds.text_beside_arrays()) else {
        // SAFETY: by contract.
        return unsafe { call_by_values(func, values, codes, num_args, ret_val, ret_code) };
    };
    let mut place = Place::new();
    // SAFETY: by contract.
    let called = unsafe {
        let callback: &Callback = PackedFunc::captured(func.cast());
        if FRONT_END {
            callback.enter_front_end(values, codes, count, kinds.arrays(), &raw mut place)
        } else {
            callback.enter(values, codes, count, &raw mut place)
        }
    };
    match called {
        // SAFETY: by contract.
        Ok(()) => unsafe { result::give(place.result, ret_val, ret_code) },
        Err(error) => {
            // Dropping a result may call functions, which must not clear the error.
            drop(place.result);
            shim::raise(error)
        }
    }
}

/// Type codes whose values never need a conversion.
const PLAIN_CODES: u32 = 1 << TVMLIKE_ARG_INT
    | 1 << TVMLIKE_ARG_FLOAT
    | 1 << TVMLIKE_ARG_OPAQUE_HANDLE
    | 1 << TVMLIKE_ARG_NULLPTR
    | 1 << TVMLIKE_ARG_DEVICE;
const ARRAYS: u32 = 1 << TVMLIKE_ARG_NDARRAY_HANDLE;
const TEXT: u32 = 1 << TVMLIKE_ARG_STR;

/// The set of type codes among the arguments, one bit each.
#[derive(Clone, Copy)]
struct Kinds(u32);

impl Kinds {
    /// `None` if a code is not in 0..32.
    ///
    /// # Safety
    /// `codes` points to `count` codes.
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

    /// Text that a front end cannot decode would fail the call before it takes the arrays over.
    #[inline(always)]
    fn text_beside_arrays(self) -> bool {
        self.0 & (ARRAYS | TEXT) == ARRAYS | TEXT
    }
}

/// The type codes of the arguments, if no argument needs a conversion; otherwise `None`.
///
/// # Safety
/// `values` and `codes` are NULL or point to `count` valid arguments.
#[inline(always)]
unsafe fn unchanged(values: *const TVMValue, codes: *const c_int, count: usize) -> Option<Kinds> {
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
            if PLAIN_CODES >> code & 1 == 0 && !is_same_for_callback((*values.add(at)).v_handle, code) {
                return None;
            }
        }
    }
    Some(kinds)
}

/// Whether a handle means the same to the caller and to a callback.
///
/// # Safety
/// `code` is the type code of the handle, which is valid.
#[inline(always)]
unsafe fn is_same_for_callback(handle: *mut c_void, code: c_int) -> bool {
    if handle.is_null() {
        return false;
    }
    // SAFETY: a living object if the code is that of one, by contract.
    let type_index = |object: *mut TVMLikeObject| unsafe { TypeIndex((*object).type_index) };
    match code {
        TVMLIKE_ARG_NDARRAY_HANDLE => type_index(tensor_of_array(handle.cast())) == TypeIndex::TENSOR,
        // An object whose type has its own code is passed with that code.
        TVMLIKE_ARG_OBJECT_HANDLE => !matches!(
            type_index(handle.cast()),
            TypeIndex::FUNCTION | TypeIndex::TENSOR | TypeIndex::MODULE | TypeIndex::STR | TypeIndex::BYTES
        ),
        TVMLIKE_ARG_PACKED_FUNC_HANDLE => type_index(handle.cast()) == TypeIndex::FUNCTION,
        TVMLIKE_ARG_STR | TVMLIKE_ARG_BYTES | TVMLIKE_ARG_DLTENSOR_HANDLE => true,
        _ => false,
    }
}
