//! Changes to the registry: notifying the package, which caches functions and classes as attributes of modules.
//!
//! If a thread that runs Python code makes a change, the package is notified when the native call returns. If another
//! thread makes it, the main thread notifies the package as soon as it runs Python code, by a pending call; every other
//! thread does so when a native call returns or calls back. So no native thread waits for the GIL because it registers a
//! function.
//!
//! Invariant: [`CHANGED`] is set from a change until the package is notified.

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
/// Whether a pending call of [`notify_pending`] is registered with the interpreter.
static PENDING: AtomicBool = AtomicBool::new(false);

/// The state of the registry at the last [`check`].
struct Seen {
    generation: u64,
    /// The first type index that was free.
    types: i32,
}

static SEEN: GilCell<Seen> = GilCell::new(Seen {
    generation: 0,
    types: TVMLIKE_DYNAMIC_BEGIN,
});

/// Whether the package must be notified of a change. Checked after every call: one load.
#[inline(always)]
pub(crate) fn are_pending() -> bool {
    CHANGED.load(Ordering::Relaxed)
}

/// Notifies the package, which clears its caches. An exception that is set stays set.
///
/// # Safety
/// The GIL is held.
#[cold]
#[inline(never)]
pub(crate) unsafe fn notify_package() {
    // Before the notification: a change made meanwhile causes another one.
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

/// `look_for_changes()`: notifies the package now, if names or types changed.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn check(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held.
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
        // SAFETY: the interpreter makes pending calls with the GIL held.
        unsafe { notify_package() };
    }
    0
}

/// The subscriber, which the registry calls after each change.
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
        // SAFETY: any thread may call the functions while the interpreter exists.
        let full = unsafe {
            Py_IsInitialized() == 0 || Py_AddPendingCall(Some(notify_pending), ptr::null_mut()) != 0
        };
        if full {
            PENDING.store(false, Ordering::SeqCst);
        }
    }
    0
}

/// The deleter of the subscriber, which is never freed.
///
/// # Safety
/// None: it does nothing.
unsafe extern "C" fn never_freed(_object: *mut c_void, _flags: c_int) {}

#[repr(C)]
struct Subscriber {
    header: TVMLikeObject,
    cell: TVMLikeFunctionCell,
}

/// `watch_changes()`: subscribes to all names, if the registry has subscriptions.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn watch(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held; the function is called by the packed calling convention, with a function object that is
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
