//! The data of a C function pointer.
//!
//! Invariant: a slot is never freed, so that the pointer can be called at any time; its handler lives until the slot is
//! retired and its last call has returned.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use libffi::low::{self, CodePtr, ffi_cif, ffi_closure};
use libffi::raw;

use tvmlike_runtime::function::shim::panic_error;
use tvmlike_runtime::traverse::{Traverse, Visitor};
use tvmlike_runtime::{Error, PackedFunc, Result};

use super::users::{Entered, Users};
use super::{OnError, RawCall};
use crate::native::layout::{Form, Layout};
use crate::native::prepared::Prepared;
use crate::native::{pending, report};

/// A handler of the raw arguments of a call.
pub(super) type Raw = Box<dyn Fn(&RawCall<'_>) -> Result<()> + Send + Sync>;
/// A handler that calls a function with the arguments of a call.
pub(super) type Calls = Box<dyn Fn(&PackedFunc, &RawCall<'_>) -> Result<()> + Send + Sync>;

/// Writes zeros to the memory that arguments point to.
pub(super) type Zeros = Box<dyn Fn(&RawCall<'_>) + Send + Sync>;

/// What a closure calls.
pub(super) enum Handler {
    Raw(Raw),
    /// The function is separate from its handler so that garbage collectors can visit it.
    Function(PackedFunc, Calls),
}

/// The data of a C function pointer.
pub(super) struct Slot {
    users: Users,
    /// Boxed, so that it is one word; NULL once it is dropped.
    handler: AtomicPtr<Handler>,
    pub(super) name: Box<str>,
    pub(super) params: Box<[Layout]>,
    pub(super) result: Layout,
    on_error: OnError,
    zeros: Zeros,
    /// Whether a call after retirement has been reported.
    reported: AtomicBool,
    prepared: Prepared,
    closure: *mut ffi_closure,
    code: CodePtr,
    /// The first word of libffi's closure: on platforms with tables of trampolines, a pointer into one. It is copied here
    /// because leak checkers do not scan the memory that libffi maps for closures.
    _table: *const c_void,
    /// The previously created slot.
    before: AtomicPtr<Slot>,
}

// SAFETY: the pointers are libffi's closure and its code, which do not change once the slot is made; everything else is
// Send and Sync.
unsafe impl Send for Slot {}
// SAFETY: as above.
unsafe impl Sync for Slot {}

/// The most recently created slot. All slots are reachable from here, so leak checkers do not report them.
static LAST: AtomicPtr<Slot> = AtomicPtr::new(ptr::null_mut());

impl Slot {
    pub(super) fn make(
        name: Box<str>,
        params: Box<[Layout]>,
        result: Layout,
        on_error: OnError,
        zeros: Zeros,
        handler: Handler,
    ) -> Result<&'static Self> {
        let types = params.iter().map(Layout::ffi_type).collect();
        let prepared = Prepared::new(types, None, result.ffi_type())?;
        let Some((closure, code)) = low::try_closure_alloc() else {
            return Err(Error::new(
                "MemoryError",
                format!("{name}: cannot allocate executable memory"),
            ));
        };
        // SAFETY: a closure is larger than a word.
        let table = unsafe { closure.cast::<*const c_void>().read() };
        let slot = Box::leak(Box::new(Self {
            users: Users::new(),
            handler: AtomicPtr::new(Box::into_raw(Box::new(handler))),
            name,
            params,
            result,
            on_error,
            zeros,
            reported: AtomicBool::new(false),
            prepared,
            closure,
            code,
            _table: table,
            before: AtomicPtr::new(ptr::null_mut()),
        }));
        let slot: &'static Self = slot;
        slot.enlist();
        // SAFETY: closure and code belong together and are not called yet; the description and the slot are never freed.
        let status = unsafe {
            raw::ffi_prep_closure_loc(
                slot.closure,
                slot.prepared.raw(),
                Some(entry),
                ptr::from_ref(slot).cast_mut().cast(),
                slot.code.as_mut_ptr(),
            )
        };
        if status != raw::ffi_status_FFI_OK {
            slot.retire();
            return Err(Error::runtime_error(format!(
                "{}: libffi cannot make the closure (status {status})",
                slot.name
            )));
        }
        Ok(slot)
    }

    /// Adds the slot to the list of all slots. Slots are never removed, so the list needs no lock, which a fork would have
    /// to take.
    fn enlist(&'static self) {
        let own = ptr::from_ref(self).cast_mut();
        let mut last = LAST.load(Ordering::Relaxed);
        loop {
            self.before.store(last, Ordering::Relaxed);
            match LAST.compare_exchange_weak(last, own, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(newer) => last = newer,
            }
        }
    }

    pub(super) fn code(&self) -> *mut c_void {
        self.code.as_mut_ptr()
    }

    pub(super) fn is_retired(&self) -> bool {
        self.users.is_retired()
    }

    pub(super) fn retire(&self) {
        if self.users.retire() {
            self.drop_handler();
        }
    }

    /// Drops the handler, unless that was done. A call from C may end up here, so a panic in a destructor is reported.
    fn drop_handler(&self) {
        let handler = self.handler.swap(ptr::null_mut(), Ordering::AcqRel);
        if !handler.is_null() {
            // SAFETY: made by `Box::into_raw`, and taken by this swap only; no call uses it any more.
            let handler = unsafe { Box::from_raw(handler) };
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(handler))) {
                report::report(&panic_error(&self.name, payload), &self.name);
            }
        }
    }

    /// Reports the function, for garbage collectors.
    pub(super) fn traverse(&self, visitor: &mut Visitor) {
        if self.users.enter() != Entered::Inside {
            return;
        }
        // SAFETY: the handler lives until all users have left.
        if let Handler::Function(function, _) = unsafe { &*self.handler.load(Ordering::Relaxed) } {
            function.traverse(visitor);
        }
        // If the slot was retired meanwhile, the handler must not be dropped during a collection. The closure, which is
        // being traversed and so still exists, drops it later.
        let _ = self.users.leave();
    }

    /// Zeroes the caller's result.
    ///
    /// # Safety
    /// `place` is libffi's memory for a result of this slot.
    unsafe fn clear(&self, place: *mut u8) {
        let bytes = match self.result.form {
            Form::Void => 0,
            Form::Scalar(scalar) if !scalar.is_float() => 8,
            Form::Pointer { .. } => 8,
            _ => self.result.size,
        };
        // SAFETY: the memory for an integer has room for a word, any other for the type.
        unsafe { place.write_bytes(0, bytes) }
    }

    #[cold]
    fn called_too_late(&self) {
        if !self.reported.swap(true, Ordering::Relaxed) {
            let error = Error::runtime_error(format!(
                "{} was called after it was closed, and returned zero; keep the closure alive while native code holds its \
                 pointer",
                self.name
            ));
            report::report(&error, &self.name);
        }
    }

    #[cold]
    fn failed(&self, error: Error) {
        match self.on_error {
            OnError::Raise => {
                if let Err(error) = pending::keep(error) {
                    report::report(&error, &self.name);
                }
            }
            OnError::Report => report::report(&error, &self.name),
            OnError::Abort => {
                let text = format!("{} failed with on_error=abort: {error:?}\n", self.name);
                let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
                std::process::abort();
            }
        }
    }

    /// # Safety
    /// `args` and `result` are libffi's, for a call of this slot.
    unsafe fn call(&self, args: *const *const u8, result: *mut u8) {
        // SAFETY: by contract.
        unsafe { self.clear(result) };
        let call = RawCall {
            slot: self,
            args,
            result,
        };
        if let Entered::Retired { last } = self.users.enter() {
            if last {
                self.drop_handler();
            }
            (self.zeros)(&call);
            self.called_too_late();
            return;
        }
        // SAFETY: the handler lives until all users have left.
        let handler = unsafe { &*self.handler.load(Ordering::Relaxed) };
        let run = || match handler {
            Handler::Function(function, calls) => calls(function, &call),
            Handler::Raw(handler) => handler(&call),
        };
        let outcome = catch_unwind(AssertUnwindSafe(run))
            .unwrap_or_else(|payload| Err(panic_error(&self.name, payload)));
        if let Err(error) = outcome {
            // SAFETY: by contract. Part of a struct may have been written.
            unsafe { self.clear(result) };
            (self.zeros)(&call);
            self.failed(error);
        }
        if self.users.leave() {
            self.drop_handler();
        }
    }
}

/// The C function that every closure enters.
///
/// # Safety
/// libffi calls it: `slot` is the slot that the closure was made with, `args` and `result` fit its signature.
// In the section that marks guards: a panic below it is caught, and not printed.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn entry(_: *mut ffi_cif, result: *mut c_void, args: *mut *mut c_void, slot: *mut c_void) {
    // SAFETY: libffi passes the slot that the closure was made with, which is never freed, and its own arguments.
    unsafe { (*slot.cast::<Slot>()).call(args.cast_const().cast(), result.cast()) }
}
