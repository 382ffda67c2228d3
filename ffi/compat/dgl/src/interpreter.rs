//! The Python interpreter of the process, for DGL's compiled front end.
//!
//! That front end releases a Python function without the GIL, and leaves an exception raised that it could not report. This module
//! handles both. Invariant: functions that need the GIL are called with the GIL held.

use std::ffi::{c_int, c_void};

use tvmlike::Error;
use tvmlike::error::{ErrorKind, ErrorParts};
use tvmlike_registry::interpreter::{Owned, Python, python};

/// Whether a Python function can be called; also `true` without an interpreter.
#[inline]
pub(crate) fn answers() -> bool {
    python().is_none_or(Python::answers)
}

/// Runs a closure with the GIL held, or as it is without an interpreter. `None` if the interpreter is finalizing or has finalized.
pub(crate) fn locked<T>(run: impl FnOnce() -> T) -> Option<T> {
    match python() {
        Some(python) => python.locked(run),
        None => Some(run()),
    }
}

/// Runs a closure with the GIL held: now if this thread holds it, otherwise soon on the main thread, because the interpreter ends a
/// thread that waits for the GIL while it finalizes. Does nothing if the interpreter has finalized. Without an interpreter the
/// closure runs now.
pub(crate) fn release(run: impl FnOnce() + Send + 'static) {
    /// # Safety
    /// `boxed` comes from `Box::into_raw` below; it is passed here once.
    unsafe extern "C" fn run_pending(boxed: *mut c_void) -> c_int {
        // SAFETY: by contract.
        let run = unsafe { Box::from_raw(boxed.cast::<Box<dyn FnOnce() + Send>>()) };
        run();
        0
    }
    let Some(python) = python() else {
        return run();
    };
    if !python.answers() {
        return;
    }
    if python.is_locked() {
        return run();
    }
    let boxed: Box<Box<dyn FnOnce() + Send>> = Box::new(Box::new(run));
    let boxed = Box::into_raw(boxed).cast::<c_void>();
    // SAFETY: may be called on any thread; `run_pending` frees the box.
    if unsafe { (python.add_pending)(run_pending, boxed) } != 0 {
        // The interpreter's queue is full.
        // SAFETY: the box was not queued.
        let _ = locked(|| unsafe { run_pending(boxed) });
    }
}

/// Takes the exception that a failed callback left in the interpreter, as an error of its kind.
#[cold]
pub(crate) fn take_exception() -> Option<Error> {
    let python = python()?;
    locked(|| {
        // SAFETY: the GIL is held.
        let (kind, message) = unsafe {
            let [class, exception, _traceback] = python.take_exception()?;
            let name = python.attribute(class.1, c"__name__");
            (
                name.and_then(|name| python.string(name.1)),
                python.string(exception.1),
            )
        };
        Some(Error::from_parts(ErrorParts {
            kind: kind.map(|kind| ErrorKind::new(&kind)),
            message: message.unwrap_or_default().into(),
            ..ErrorParts::default()
        }))
    })
    .flatten()
}

/// The addresses of the finalizers of DGL's ctypes front ends, one for each imported module.
#[cold]
pub(crate) fn ctypes_finalizers() -> Vec<*mut c_void> {
    const MODULE: &str = "._ffi._ctypes.function";
    let Some(python) = python() else {
        return Vec::new();
    };
    let search = || {
        // SAFETY: the GIL is held; objects that are borrowed from the dictionary of modules stay in it meanwhile.
        unsafe {
            let ctypes = (python.item)((python.modules)(), c"ctypes".as_ptr());
            let cast = python.attribute(ctypes, c"cast")?;
            let pointer = python.attribute(ctypes, c"c_void_p")?;
            let modules = python.modules_named(MODULE);
            let finalizers = modules
                .iter()
                .filter_map(|module| python.attribute(module.1, c"DGL_FREE_PYOBJ"));
            let addresses = finalizers.filter_map(|finalizer| {
                let address = (python.call)(cast.1, c"OO".as_ptr(), finalizer.1, pointer.1);
                let address = Owned(python, address);
                let value = python.attribute(address.1, c"value");
                if value.is_none() {
                    (python.clear)();
                }
                value.map(|value| (python.address)(value.1))
            });
            Some(addresses.collect())
        }
    };
    locked(search).flatten().unwrap_or_default()
}
