//! Traversal of native objects for the garbage collector.
//!
//! A Python object that wraps a native object visits the Python objects that the native one owns, directly or through
//! other native objects, if each native object on the way has a strong count of 1. Then no reference from outside exists,
//! and the collector finds cycles through native code.
//!
//! A collection traverses twice and must see the same references both times, although native code on other threads runs
//! on. So a call that releases the GIL adds a reference to each object among its arguments (see `function/call.rs`), and
//! objects with two references are not followed.
//!
//! Invariant: nothing is allocated, no count changes, and no Python object is visited more often than it is referred to.

use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering;

use pyo3_ffi::{PyObject, visitproc};
use tvmlike_abi::{
    TVMLIKE_ARRAY, TVMLIKE_ERROR, TVMLIKE_FUNCTION, TVMLIKE_MAP, TVMLIKE_OBJECT, TVMLIKE_OPAQUE_PY_OBJECT,
    TVMLikeErrorCell, TVMLikeMapCell, TVMLikeObjectHandle, TVMLikeOpaqueCell, TVMLikeSeqCell, TVMLikeValue,
};

use crate::api::api;
use crate::callback;
use crate::value::{cell_of, type_index};

/// The depth to which objects are followed. A cycle through a deeper object is not collected.
const MAX_DEPTH: u32 = 200;

/// The state of a traversal.
struct Walk {
    visit: visitproc,
    arg: *mut c_void,
    depth: u32,
    status: c_int,
}

/// Visits the Python objects that a native object owns, if the visiting Python object is its only owner.
///
/// # Safety
/// `handle` is NULL or alive; `visit` and `arg` are the collector's. The GIL is held.
pub(crate) unsafe fn from_handle(handle: TVMLikeObjectHandle, visit: visitproc, arg: *mut c_void) -> c_int {
    let mut walk = Walk {
        visit,
        arg,
        depth: 0,
        status: 0,
    };
    // SAFETY: by contract.
    unsafe { walk.object(handle) };
    walk.status
}

/// Visits what the last of a chain of functions owns, if each function is owned only by the one before it, the first by
/// `function`.
///
/// # Safety
/// As for [`from_handle`]; the functions of the chain are alive as long as `function` is.
pub(crate) unsafe fn behind(
    function: TVMLikeObjectHandle,
    chain: &[TVMLikeObjectHandle],
    visit: visitproc,
    arg: *mut c_void,
) -> c_int {
    let Some((&last, between)) = chain.split_last() else {
        return 0;
    };
    // SAFETY: by contract.
    unsafe {
        let alone = |handle: TVMLikeObjectHandle| (*handle).counts.load(Ordering::Relaxed) as u32 == 1;
        if alone(function) && between.iter().all(|&handle| alone(handle)) {
            from_handle(last, visit, arg)
        } else {
            0
        }
    }
}

impl Walk {
    /// Visits what an object refers to, if it has one owner.
    ///
    /// # Safety
    /// `handle` is NULL or an object that its referrer keeps alive. The GIL is held.
    unsafe fn object(&mut self, handle: TVMLikeObjectHandle) {
        // SAFETY: every handle here is NULL or an object that its referrer keeps alive.
        unsafe {
            if handle.is_null() || self.status != 0 || self.depth == MAX_DEPTH {
                return;
            }
            if (*handle).counts.load(Ordering::Relaxed) as u32 != 1 {
                return;
            }
            self.depth += 1;
            match type_index(handle) {
                TVMLIKE_FUNCTION => self.python(callback::callable_of(handle)),
                TVMLIKE_OPAQUE_PY_OBJECT => {
                    self.python((*cell_of::<TVMLikeOpaqueCell>(handle)).handle.cast())
                }
                TVMLIKE_ARRAY => {
                    let cell = &*cell_of::<TVMLikeSeqCell>(handle);
                    self.values(cell.data, usize::try_from(cell.size).unwrap_or(0));
                }
                TVMLIKE_MAP => {
                    let cell = &*cell_of::<TVMLikeMapCell>(handle);
                    // A pair is two values in a row.
                    self.values(cell.entries.cast(), 2 * usize::try_from(cell.size).unwrap_or(0));
                }
                TVMLIKE_ERROR => {
                    let cell = &*cell_of::<TVMLikeErrorCell>(handle);
                    self.object(cell.cause);
                    self.object(cell.context);
                }
                index if index >= tvmlike_abi::TVMLIKE_DYNAMIC_BEGIN => {
                    if let Some(traverse) = (api().type_traverse)(index) {
                        traverse(handle, Some(visit_child), (&raw mut *self).cast());
                    }
                }
                _ => {}
            }
            self.depth -= 1;
        }
    }

    /// Visits the objects among values.
    ///
    /// # Safety
    /// `first` points to `count` valid values. The GIL is held.
    unsafe fn values(&mut self, first: *const TVMLikeValue, count: usize) {
        for position in 0..count {
            // SAFETY: `count` values can be read; one of an object type refers to an object or NULL.
            unsafe {
                let value = &*first.add(position);
                if value.type_index >= TVMLIKE_OBJECT {
                    self.object(value.payload.v_obj);
                }
            }
        }
    }

    /// Shows the collector a Python object.
    ///
    /// # Safety
    /// `object` is NULL or a living object that the visiting one refers to. The GIL is held.
    unsafe fn python(&mut self, object: *mut PyObject) {
        if !object.is_null() && self.status == 0 {
            // SAFETY: the native object owns a reference to it.
            self.status = unsafe { (self.visit)(object, self.arg) };
        }
    }
}

/// Visits an object that a field refers to.
///
/// # Safety
/// Called by a type's traverse function: `context` is the [`Walk`] that it was called with, and `child` is NULL or
/// alive.
unsafe extern "C" fn visit_child(child: TVMLikeObjectHandle, context: *mut c_void) {
    // SAFETY: the context is the walk that called the function, and the child is alive while its referrer is visited.
    unsafe { (*context.cast::<Walk>()).object(child) }
}
