//! The Python interpreter of the process, where there is one: what DGL's compiled front end leaves to others.
//!
//! It releases a Python function without the interpreter's lock, and leaves an exception behind that it could not report. Both
//! are put right here. Invariant: what needs the interpreter's lock is called with it.

use std::ffi::{c_int, c_void};

use tvmlike::Error;
use tvmlike::error::{ErrorKind, ErrorParts};
use tvmlike_classic::interpreter::{Held, Owned, Python, python};

/// Whether a Python function can be called. `true` where there is no Python at all.
#[inline]
pub(crate) fn answers() -> bool {
    python().is_none_or(Python::answers)
}

/// Runs something with the interpreter's lock; without, where there is no interpreter. `None` where it has ended or is ending: what
/// belongs to it is then gone, or goes by itself.
pub(crate) fn locked<T>(run: impl FnOnce() -> T) -> Option<T> {
    let Some(python) = python() else {
        return Some(run());
    };
    if !python.answers() {
        return None;
    }
    // SAFETY: the interpreter's own functions, while it runs.
    let _held = unsafe { Held::take(python.lock, python.unlock) };
    Some(run())
}

/// Runs something with the interpreter's lock, now where this thread holds it, else soon, on the interpreter's main thread: a thread
/// that waits for the lock while the interpreter ends would be ended, with whatever of ours it is in. Not at all where the
/// interpreter has ended. Without an interpreter it runs at once.
pub(crate) fn release(run: impl FnOnce() + Send + 'static) {
    unsafe extern "C" fn run_pending(boxed: *mut c_void) -> c_int {
        // SAFETY: boxed below; the interpreter calls once.
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
    // SAFETY: may be asked on any thread; what is handed over is taken back by the function.
    if unsafe { (python.add_pending)(run_pending, boxed) } != 0 {
        // There is room for a few only.
        // SAFETY: not handed over.
        let _ = locked(|| unsafe { run_pending(boxed) });
    }
}

/// Takes an exception that was left in the interpreter by a callback that failed, as an error of its kind.
#[cold]
pub(crate) fn take_exception() -> Option<Error> {
    let python = python()?;
    locked(|| {
        // SAFETY: with the lock.
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

/// The addresses of the finalizer of DGL's ctypes front end, in every module that is one.
#[cold]
pub(crate) fn ctypes_finalizers() -> Vec<*mut c_void> {
    const MODULE: &str = "._ffi._ctypes.function";
    let Some(python) = python() else {
        return Vec::new();
    };
    let search = || {
        // SAFETY: with the lock; what is borrowed from the dictionary of modules stays in it meanwhile.
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
