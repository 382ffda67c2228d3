//! Changes to the registry: having the package forget what it keeps of it.
//!
//! The package keeps functions and classes as attributes of modules. A change made on a thread that runs Python code is
//! seen when the native call that made it returns. One that another thread made is seen by the main thread as soon as it
//! runs Python code, by a pending call, and by every other thread when a native call returns to it or calls back into it.
//! So no thread of a foreign language waits for the interpreter lock because it registers a function.
//!
//! Invariant: [`CHANGED`] is set from a change until the package has been told of it.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pyo3_ffi::*;
use tvmlike_abi::*;

use crate::api::{api, borrowed, generation};
use crate::error;
use crate::gil::may_enter;
use crate::hooks::hooks;
use crate::python::{GilCell, Owned, call, new_ref};
use crate::value::{NEW_COUNTS, NONE};

static CHANGED: AtomicBool = AtomicBool::new(false);
/// Whether the interpreter has been asked to call [`notify_pending`].
static PENDING: AtomicBool = AtomicBool::new(false);

/// What was there when the package was told last.
struct Seen {
    generation: u64,
    /// The first type index that was not handed out.
    types: i32,
}

static SEEN: GilCell<Seen> = GilCell::new(Seen {
    generation: 0,
    types: TVMLIKE_DYNAMIC_BEGIN,
});

/// Whether a name changed and the package was not told yet. Asked after every call: one load.
#[inline(always)]
pub(crate) fn are_pending() -> bool {
    CHANGED.load(Ordering::Relaxed)
}

/// Makes the package forget what it keeps. An exception that is set stays set.
///
/// # Safety
/// The lock is held.
#[cold]
#[inline(never)]
pub(crate) unsafe fn notify_package() {
    // Before the package is told: what changes meanwhile is told again.
    CHANGED.store(false, Ordering::SeqCst);
    // SAFETY: by contract. An exception of the hook is reported, not raised.
    unsafe {
        error::with_exception_saved(|| {
            if Owned::new(call(hooks().changed, &[])).is_none() {
                PyErr_WriteUnraisable(hooks().changed);
            }
        });
    }
}

/// `look_for_changes()`: tells the package now, if names or types changed.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn check(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the lock is held.
    unsafe {
        let seen = SEEN.get();
        let (generation, mut types) = (generation(), seen.types);
        while !(api().type_info)(types).is_null() {
            types += 1;
        }
        let changed = are_pending() || generation != seen.generation || types != seen.types;
        *seen = Seen { generation, types };
        if changed {
            notify_package();
        }
        new_ref(Py_None())
    }
}

extern "C" fn notify_pending(_: *mut c_void) -> c_int {
    PENDING.store(false, Ordering::SeqCst);
    if are_pending() {
        // SAFETY: the interpreter calls it with the lock held.
        unsafe { notify_package() };
    }
    0
}

/// What the registry calls after each change, on any thread.
///
/// # Safety
/// Called by the registry as a packed function, on any thread. The arguments are not used.
unsafe extern "C" fn changed(
    _function: *mut TVMLikeObject,
    _args: *const TVMLikeValue,
    _count: i32,
    _result: *mut TVMLikeValue,
) -> c_int {
    CHANGED.store(true, Ordering::SeqCst);
    if may_enter() && !PENDING.swap(true, Ordering::SeqCst) {
        // SAFETY: it can be called on any thread while the interpreter is there.
        let full = unsafe {
            Py_IsInitialized() == 0 || Py_AddPendingCall(Some(notify_pending), ptr::null_mut()) != 0
        };
        if full {
            PENDING.store(false, Ordering::SeqCst);
        }
    }
    0
}

/// It is not made by anything and never freed.
///
/// # Safety
/// Nothing: it does nothing.
unsafe extern "C" fn never_freed(_object: *mut c_void, _flags: c_int) {}

#[repr(C)]
struct Subscriber {
    header: TVMLikeObject,
    cell: TVMLikeFunctionCell,
}

/// `watch_changes()`: subscribes to all names. Nothing happens where the registry has no subscriptions.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn watch(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the lock is held; the function that is looked up is called by the convention, with a function that is
    // never freed.
    unsafe {
        let (mut subscribe, mut flags) = (ptr::null_mut(), 0);
        let name = borrowed(b"registry.subscribe");
        if (api().look_up)(&name, &raw mut subscribe, &raw mut flags) != 0 {
            return error::raise_pending();
        }
        if subscribe.is_null() {
            return new_ref(Py_None());
        }
        let subscriber = Box::leak(Box::new(Subscriber {
            header: TVMLikeObject {
                counts: AtomicU64::new(NEW_COUNTS),
                type_index: TVMLIKE_FUNCTION,
                zero: 0,
                deleter: Some(never_freed),
            },
            cell: TVMLikeFunctionCell {
                safe_call: Some(changed),
                cpp_call: ptr::null_mut(),
            },
        }));
        let prefix = TVMLikeValue {
            type_index: TVMLIKE_SMALL_STR,
            small_len: 0,
            payload: TVMLikePayload { v_int64: 0 },
        };
        let function = TVMLikeValue {
            type_index: TVMLIKE_FUNCTION,
            small_len: 0,
            payload: TVMLikePayload {
                v_obj: &raw mut subscriber.header,
            },
        };
        let mut result = NONE;
        let call = (*subscribe.add(1).cast::<TVMLikeFunctionCell>()).safe_call;
        let status = call.map_or(0, |call| {
            call(subscribe, [prefix, function].as_ptr(), 2, &raw mut result)
        });
        (api().free)(subscribe.cast());
        if status != 0 {
            return error::raise_pending();
        }
        new_ref(Py_None())
    }
}
