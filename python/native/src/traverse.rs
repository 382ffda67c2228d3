//! What the garbage collector sees of native objects.
//!
//! A Python object that stands for a native object shows the collector the Python objects that the native one keeps,
//! directly or through others, as long as nobody else holds what lies between: a strong count of 1 at each step says
//! so. Then a reference from the outside is impossible, and a cycle through native code is found.
//!
//! A collection looks twice and must see the same both times, although native code on other threads goes on: what a call
//! without the lock is lent has a second reference for as long (see `function/call.rs`), so it is not followed.
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

/// How deep objects are followed; what lies deeper is not collected when it is part of a cycle.
const MAX_DEPTH: u32 = 200;

/// Where the visiting stands.
struct Walk {
    visit: visitproc,
    arg: *mut c_void,
    depth: u32,
    status: c_int,
}

/// Visits what a native object keeps, whose one strong reference the visiting Python object may own.
///
/// # Safety
/// `handle` is NULL or alive; the other two are the garbage collector's.
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

/// Visits what the last of a chain of functions keeps, each of which is kept by the one before alone, the first by
/// `function`; nothing where somebody else has one of them.
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
                        traverse(handle, visit_child, (&raw mut *self).cast());
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
            // SAFETY: `count` values stand there; one of an object type holds an object or NULL.
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
            // SAFETY: the native object keeps it alive.
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
    // SAFETY: the context is the walk that asked, and the child is alive while its referrer is looked at.
    unsafe { (*context.cast::<Walk>()).object(child) }
}
