//! Callables that are passed for a function pointer: a C function pointer for the time of the call.
//!
//! The code of a function pointer is never freed, so a parameter keeps its pointers and uses them again. Invariant: a
//! pointer calls the callable of the call that it is lent to; between calls it calls nothing, and fails.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};

use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::{AnyView, Error, PackedFunc, TypeIndex};

use crate::native::closure::{Closure, OnError};
use crate::native::signature::Signature;
use crate::native::{address, pointer};

/// A parameter that is a function pointer.
pub(super) struct Callback {
    signature: Signature,
    /// The pointers that no call uses. Only tried, never waited for: in a child of a fork it may stay locked.
    unused: Mutex<Vec<Pointer>>,
}

/// A function pointer, and the function that it calls now.
struct Pointer {
    closure: Closure,
    current: Arc<Current>,
}

#[derive(Default)]
struct Current(Mutex<Option<PackedFunc>>);

impl Current {
    fn set(&self, function: Option<PackedFunc>) {
        let before = {
            let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *current, function)
        };
        // Foreign code may run now, outside of the lock.
        drop(before);
    }

    fn get(&self) -> Option<PackedFunc> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Callback {
    pub(super) fn new(signature: Signature) -> Self {
        Self {
            signature,
            unused: Mutex::default(),
        }
    }

    /// The address for a value; a pointer that is made for it is added to `lent`.
    pub(super) fn address<'a>(
        &'a self,
        value: &AnyView<'_>,
        lent: &mut Vec<Lent<'a>>,
    ) -> Result<*mut c_void, Mismatch> {
        match value.kind() {
            TypeIndex::MISSING => return Err(Mismatch::Missing),
            TypeIndex::NONE => return Ok(std::ptr::null_mut()),
            TypeIndex::FUNCTION => {}
            _ => {
                let address = address::of_pointer(value).or_else(|| pointer::of_object(value));
                return address.ok_or_else(|| {
                    Mismatch::Failed(Error::type_error(format!(
                        "expected a callable or a function pointer for {}, got {}",
                        self.signature,
                        value.type_name()
                    )))
                });
            }
        }
        let function = PackedFunc::from_arg(value)?;
        let pointer = match self.unused.try_lock().ok().and_then(|mut unused| unused.pop()) {
            Some(pointer) => pointer,
            None => self.make().map_err(Mismatch::Failed)?,
        };
        pointer.current.set(Some(function));
        let code = pointer.closure.pointer();
        lent.push(Lent {
            callback: self,
            pointer: Some(pointer),
        });
        Ok(code)
    }

    fn make(&self) -> Result<Pointer, Error> {
        let current = Arc::new(Current::default());
        let calls = current.clone();
        let function = PackedFunc::new(move |args| match calls.get() {
            Some(function) => function.invoke(&args),
            None => Err(Error::runtime_error(
                "a function pointer was called after the call that it was made for; pass a native.closure, and keep it \
                 while native code has the pointer",
            )),
        });
        let closure = Closure::new(function, &self.signature, OnError::Raise)?;
        Ok(Pointer { closure, current })
    }
}

/// A function pointer for the time of a call.
pub(super) struct Lent<'a> {
    callback: &'a Callback,
    pointer: Option<Pointer>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let Some(pointer) = self.pointer.take() else {
            return;
        };
        pointer.current.set(None);
        if let Ok(mut unused) = self.callback.unused.try_lock() {
            unused.push(pointer);
        }
    }
}
