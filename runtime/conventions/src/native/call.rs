//! Calling C functions: a symbol's address and a signature become a packed function.
//!
//! What the signature says is made into a table when the function is bound: which parameter goes into which register
//! (`in_registers`), or what libffi is told (`by_libffi`). A call walks the table. Invariants: each argument is checked
//! before the code is entered; nothing unwinds out of a call; a call allocates nothing but what its result needs, and room
//! for text and structs beyond what fits its frame.
//!
//! A value that a pointer refers to is a copy: what the code writes there is not seen by the caller, whose value may be a
//! literal. Code that writes gets memory: a tensor, or an address. Code has to come back the way it went in, by returning
//! or by an exception of C++. A `longjmp` to a place above the call leaves the locks and counts of frames that it skips as
//! they are, and what ends the thread within the call (`pthread_exit`, cancellation) ends the process.

mod by_libffi;
mod extra;
mod in_registers;

use std::ffi::c_void;
use std::sync::Arc;

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::{Any, Error, PackedFunc, Result};

use super::ctype::CType;
use super::layout::{Form, Layout};
use super::signature::{Errno, Signature};
use super::{errno, pending, registers};

/// The most arguments that stand for `...`: they lie on the stack.
const MAX_EXTRA: usize = 4096;

/// Makes a packed function of a C function.
///
/// `name` is what errors call it. `keep` is dropped when the function is: what keeps the code mapped.
///
/// ```
/// use tvmlike_conventions::native::{call, signature::Signature};
///
/// unsafe extern "C" fn hypotenuse(a: f64, b: f64) -> f64 {
///     a.hypot(b)
/// }
///
/// let signature = Signature::parse("f64(a: f64, b: f64)")?;
/// // SAFETY: the function has this signature.
/// let function = unsafe { call::bind(hypotenuse as *const _, &signature, "hypotenuse", ())? };
/// assert_eq!(function.call_as::<f64>((3.0, 4.0))?, 5.0);
///
/// let error = function.call((3.0, "4")).unwrap_err();
/// assert_eq!(error.message(), "hypotenuse: argument 2 `b`: expected f64, got str");
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
///
/// # Errors
/// ValueError for NULL, and for a signature that libffi refuses.
///
/// # Safety
/// The code at the address has this signature, and is sound to call from any thread, with any values that the signature
/// admits, as long as `keep` lives.
pub unsafe fn bind(
    code: *const c_void,
    signature: &Signature,
    name: &str,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    let record = signature.record();
    // SAFETY: by contract.
    unsafe { bind_with_record(code, signature, name, record, keep) }
}

/// As [`bind`], with a signature record of the caller's: one with docs, say.
///
/// # Errors
/// As [`bind`].
///
/// # Safety
/// As [`bind`].
pub unsafe fn bind_with_record(
    code: *const c_void,
    signature: &Signature,
    name: &str,
    record: impl Into<Arc<str>>,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    // SAFETY: by contract.
    unsafe { bind_on(code, signature, name, record.into(), keep, registers::AVAILABLE) }
}

/// As [`bind`], by libffi even where calls go by registers otherwise. For tests and comparisons.
///
/// # Errors
/// As [`bind`].
///
/// # Safety
/// As [`bind`].
#[doc(hidden)]
pub unsafe fn bind_by_libffi(
    code: *const c_void,
    signature: &Signature,
    name: &str,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    // SAFETY: by contract.
    unsafe { bind_on(code, signature, name, signature.record().into(), keep, false) }
}

unsafe fn bind_on(
    code: *const c_void,
    signature: &Signature,
    name: &str,
    record: Arc<str>,
    keep: impl Send + Sync + 'static,
    registers: bool,
) -> Result<PackedFunc> {
    if code.is_null() {
        return Err(Error::value_error(format!(
            "{name}: NULL cannot be bound as a function"
        )));
    }
    let common = Common {
        code: Code(code),
        name: name.into(),
        result: Layout::of(signature.result()),
        errno: signature.errno(),
        fixed: signature.params().len(),
        variadic: signature.is_variadic(),
    };
    let by_value = |ty: &CType| matches!(ty, CType::Struct(_));
    let structs = by_value(signature.result()) || signature.params().iter().any(|param| by_value(&param.ty));
    if !structs && registers {
        return Ok(in_registers::function(common, signature, record, keep));
    }
    by_libffi::function(common, signature, record, keep)
}

/// The address of code.
#[derive(Clone, Copy)]
struct Code(*const c_void);

// SAFETY: an address; whoever bound it promised that it may be called from any thread.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

/// What every way of calling knows about the function.
struct Common {
    code: Code,
    name: Box<str>,
    result: Layout,
    errno: Errno,
    fixed: usize,
    variadic: bool,
}

/// A parameter, as far as it does not depend on the way of calling.
struct Param {
    name: Option<Box<str>>,
    layout: Layout,
}

impl Param {
    fn of(param: &super::signature::Param) -> Self {
        Self {
            name: param.name.clone(),
            layout: Layout::of(&param.ty),
        }
    }
}

impl Common {
    /// Fails unless so many arguments can be given.
    #[inline]
    fn check_count(&self, got: usize) -> Result<()> {
        if got == self.fixed || (self.variadic && got > self.fixed && got - self.fixed <= MAX_EXTRA) {
            return Ok(());
        }
        Err(self.wrong_count(got))
    }

    #[cold]
    fn wrong_count(&self, got: usize) -> Error {
        let (name, fixed) = (&self.name, self.fixed);
        let expected = match self.variadic {
            true if got > fixed => format!("at most {}", fixed + MAX_EXTRA),
            true => format!("at least {fixed}"),
            false => fixed.to_string(),
        };
        Error::type_error(format!("{name}: expected {expected} arguments, got {got}"))
    }

    #[cold]
    fn bad_argument(&self, why: Mismatch, position: usize, name: Option<&str>) -> Error {
        why.into_argument_error(&self.name, position, name)
    }

    /// Runs the call itself: with callbacks' errors, the code's exceptions and `errno` looked after.
    #[inline]
    fn run(&self, call: impl FnOnce() -> Result<()>) -> Result<()> {
        let guard = pending::enter_call();
        let outcome = if self.errno == Errno::Ignore {
            call()
        } else {
            errno::around(call)
        };
        guard.finish(outcome.map_err(|error| self.about(error)))
    }

    /// Puts the function's name in front of an error.
    #[cold]
    fn about(&self, error: Error) -> Error {
        Error::new(&*error.kind(), format!("{}: {}", self.name, error.message()))
    }

    /// The value of a result that came in a register, by which the code may say that it failed.
    #[inline]
    fn result_word(&self, word: u64) -> Result<Any> {
        if self.errno == Errno::Raise && self.says_failure(word) && errno::last() != 0 {
            return Err(errno::error(&self.name));
        }
        // SAFETY: the code returned the word as what its signature says.
        unsafe { super::load::word(&self.result, word) }.map_err(|error| self.bad_result(&error))
    }

    fn says_failure(&self, word: u64) -> bool {
        match &self.result.form {
            Form::Scalar(scalar) if scalar.is_signed() => {
                let unused = 64 - 8 * scalar.size() as u32;
                ((word << unused) as i64) < 0
            }
            _ => word == 0,
        }
    }

    #[cold]
    fn bad_result(&self, error: &Error) -> Error {
        Error::new(
            &*error.kind(),
            format!("{}: result: {}", self.name, error.message()),
        )
    }
}
