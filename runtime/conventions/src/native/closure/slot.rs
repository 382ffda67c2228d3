//! What stands behind a C function pointer that was given out.
//!
//! Invariant: a slot lives for ever, so that the pointer can be called at any time; its handler lives until the slot is
//! retired and the last call of it has returned.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use libffi::low::{self, CodePtr, ffi_cif, ffi_closure};
use libffi::raw;

use tvmlike_runtime::function::shim::panic_error;
use tvmlike_runtime::object::{Traverse, Visitor};
use tvmlike_runtime::{Error, PackedFunc, Result};

use super::users::{Entered, Users};
use super::{OnError, RawCall};
use crate::native::layout::{Form, Layout};
use crate::native::prepared::Prepared;
use crate::native::{pending, report};

/// What looks at the arguments of a call.
pub(super) type Raw = Box<dyn Fn(&RawCall<'_>) -> Result<()> + Send + Sync>;
/// What calls a function with the arguments of a call.
pub(super) type Calls = Box<dyn Fn(&PackedFunc, &RawCall<'_>) -> Result<()> + Send + Sync>;

/// What writes zeros to where arguments say.
pub(super) type Zeros = Box<dyn Fn(&RawCall<'_>) + Send + Sync>;

/// What a closure calls.
pub(super) enum Handler {
    Raw(Raw),
    /// A function, which is told apart from what calls it so that garbage collectors see it.
    Function(PackedFunc, Calls),
}

/// What stands behind a C function pointer.
pub(super) struct Slot {
    users: Users,
    /// In a box of its own, so that it is one word; NULL when it has been let go.
    handler: AtomicPtr<Handler>,
    pub(super) name: Box<str>,
    pub(super) params: Box<[Layout]>,
    pub(super) result: Layout,
    on_error: OnError,
    zeros: Zeros,
    /// Whether a call after the end has been reported.
    reported: AtomicBool,
    prepared: Prepared,
    closure: *mut ffi_closure,
    code: CodePtr,
    /// What a closure of libffi begins with: where it has tables of trampolines, its place in one. It is kept here because
    /// leak checkers do not look into the memory that libffi maps for closures.
    _table: *const c_void,
    /// The slot that was made before it.
    before: AtomicPtr<Slot>,
}

// SAFETY: the pointers are libffi's closure and its code, which do not change once the slot is made; everything else is
// Send and Sync.
unsafe impl Send for Slot {}
// SAFETY: as above.
unsafe impl Sync for Slot {}

/// The slot that was made last. What is never freed is reachable from here, and no leak.
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
                format!("{name}: the system gives no memory that code can run in"),
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
        // SAFETY: closure and code belong together and nobody calls them yet; the description and the slot live for ever.
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

    /// Puts it in front of all others. Nothing is ever taken away, so no lock is needed, which a fork would have to mind.
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
            self.let_go();
        }
    }

    /// Drops the handler, where nobody has done it yet. C may be the one who gets here, so a panic of what the handler
    /// holds is reported.
    fn let_go(&self) {
        let handler = self.handler.swap(ptr::null_mut(), Ordering::AcqRel);
        if !handler.is_null() {
            // SAFETY: made by `Box::into_raw`, and taken out by this swap alone; everybody who used it has left.
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
        // SAFETY: it is there until everybody who is inside has left.
        if let Handler::Function(function, _) = unsafe { &*self.handler.load(Ordering::Relaxed) } {
            function.traverse(visitor);
        }
        // Where it has been retired meanwhile, nothing may be dropped in the midst of a collection: the closure, which is
        // being looked at and so is still there, does it when it goes.
        let _ = self.users.leave();
    }

    /// Zero for the caller.
    ///
    /// # Safety
    /// `place` is what libffi gives for a result of this slot.
    unsafe fn clear(&self, place: *mut u8) {
        let bytes = match self.result.form {
            Form::Void => 0,
            Form::Scalar(scalar) if !scalar.is_float() => 8,
            Form::Pointer { .. } => 8,
            _ => self.result.size,
        };
        // SAFETY: a place for an integer has room for a word, any other for the type.
        unsafe { place.write_bytes(0, bytes) }
    }

    #[cold]
    fn called_too_late(&self) {
        if !self.reported.swap(true, Ordering::Relaxed) {
            let error = Error::runtime_error(format!(
                "{} was called after it was closed; the caller gets zero. Keep the closure for as long as code has its \
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
                let text = format!(
                    "{} failed, and is to end the process then: {error:?}\n",
                    self.name
                );
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
                self.let_go();
            }
            (self.zeros)(&call);
            self.called_too_late();
            return;
        }
        // SAFETY: it is there until everybody who is inside has left.
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
            self.let_go();
        }
    }
}

// In the section that marks guards: a panic below it is caught, and not printed.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn entry(_: *mut ffi_cif, result: *mut c_void, args: *mut *mut c_void, slot: *mut c_void) {
    // SAFETY: libffi passes the slot that the closure was made with, which lives for ever, and its own arguments.
    unsafe { (*slot.cast::<Slot>()).call(args.cast_const().cast(), result.cast()) }
}
