//! Calling C functions: a symbol's address and a signature become a packed function.
//!
//! Binding turns the signature into a table: the register of each parameter (`in_registers`), or the description for libffi
//! (`by_libffi`). A call walks the table. Invariants: every argument is checked before the code is entered; nothing unwinds
//! out of a call; a call allocates only what its result needs, and memory for text and structs that do not fit in its
//! frame.
//!
//! The target of a pointer argument is a copy, so the caller does not see what the code writes there. To let code write,
//! declare an out-parameter, or pass memory: a tensor or an address. Code must leave the call by returning or by a C++ exception. A `longjmp` past the
//! call does not release the locks and counts of the frames that it skips, and ending the thread within the call
//! (`pthread_exit`, cancellation) ends the process.

mod by_libffi;
mod callback;
mod extra;
mod in_registers;
mod outs;

use std::borrow::Cow;
use std::ffi::c_void;
use std::sync::Arc;

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result};

use super::ctype::{CType, Scalar};
use super::layout::{Form, Layout};
use super::signature::{Errno, Mode, Signature};
use super::{errno, handle, pending, registers};
use callback::Callback;

/// The maximum number of variadic arguments, which are passed on the stack.
const MAX_EXTRA: usize = 4096;

/// Makes a packed function from a C function.
///
/// Errors use `name` for it. `keep`, which keeps the code mapped, is dropped with the function.
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
/// The code at the address has this signature, and is sound to call from any thread with all values that the signature
/// allows, as long as `keep` lives.
pub unsafe fn bind(
    code: *const c_void,
    signature: &Signature,
    name: &str,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    let mut record = signature.record_entries();
    record.insert("name".to_owned(), name.into());
    let record = serde_json::Value::Object(record).to_string();
    // SAFETY: by contract.
    unsafe { bind_with_record(code, signature, name, record, None, keep) }
}

/// As [`bind`], with the caller's signature record, for example one with documentation, and the library's name for
/// backtraces.
///
/// # Errors
/// As [`bind`].
///
/// # Safety
/// As [`bind`].
pub(crate) unsafe fn bind_with_record(
    code: *const c_void,
    signature: &Signature,
    name: &str,
    record: impl Into<Arc<str>>,
    library: Option<&str>,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    let how = (library, registers::AVAILABLE);
    // SAFETY: by contract.
    unsafe { bind_on(code, signature, name, record.into(), how, keep) }
}

/// As [`bind`], but always by libffi. For tests and comparisons.
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
    unsafe {
        bind_on(
            code,
            signature,
            name,
            signature.record().into(),
            (None, false),
            keep,
        )
    }
}

/// Binds with calls by registers or, if `registers` is false, by libffi.
///
/// # Safety
/// As [`bind`].
unsafe fn bind_on(
    code: *const c_void,
    signature: &Signature,
    name: &str,
    record: Arc<str>,
    (library, registers): (Option<&str>, bool),
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    if code.is_null() {
        return Err(Error::value_error(format!(
            "{name}: NULL cannot be bound as a function"
        )));
    }
    let common = Common {
        code: Code(code),
        name: name.into(),
        library: library.map(Into::into),
        result: Layout::of(signature.result()),
        errno: signature.errno(),
        fixed: signature.inputs().count(),
        variadic: signature.is_variadic(),
    };
    let by_value = |ty: &CType| matches!(ty, CType::Struct(_) | CType::Complex(_));
    let params = || signature.params().iter().filter(|param| param.mode == Mode::In);
    let structs = by_value(signature.result()) || params().any(|param| by_value(&param.ty));
    if !structs && registers {
        return Ok(in_registers::function(common, signature, record, keep));
    }
    by_libffi::function(common, signature, record, keep)
}

/// The address of code.
#[derive(Clone, Copy)]
struct Code(*const c_void);

// SAFETY: an address; by the contract of `bind` it may be called from any thread.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

/// The data of a function that both ways of calling need.
struct Common {
    code: Code,
    name: Box<str>,
    /// The library, if it has a name.
    library: Option<Box<str>>,
    result: Layout,
    errno: Errno,
    fixed: usize,
    variadic: bool,
}

/// The data of a parameter that both ways of calling need.
struct Param {
    name: Option<Box<str>>,
    /// Of an out-parameter: the layout of the value behind the pointer.
    layout: Layout,
    mode: Mode,
    /// Makes function pointers of callables.
    callback: Option<Callback>,
}

impl Param {
    /// Whether a call does more for it than to convert an argument.
    fn is_special(&self) -> bool {
        self.mode != Mode::In || matches!(self.layout.form, Form::Handle(..) | Form::Function)
    }

    fn of(param: &super::signature::Param) -> Self {
        Self {
            name: param.name.clone(),
            layout: Layout::of(&param.ty),
            mode: param.mode,
            callback: match &param.ty {
                CType::Function(function) => Some(Callback::new(Signature::of_function(function))),
                _ => None,
            },
        }
    }
}

impl Common {
    /// An error that leaves the function: its backtrace names the function and the library.
    #[cold]
    fn left(&self, mut error: Error) -> Error {
        if let Some(library) = &self.library {
            error.add_frame(library, 0, &self.name);
        }
        error
    }

    /// Fails unless the function accepts this number of arguments.
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

    /// The word for a parameter of a function with special ones: the address of an out-parameter, a function pointer, or what
    /// `convert` makes of the next argument.
    fn word<'a, 'v: 'a, 'p>(
        &self,
        param: &'p Param,
        inputs: &mut impl Iterator<Item = (usize, &'a AnyView<'v>)>,
        outs: &mut outs::Outs<'p>,
        convert: impl FnOnce(&AnyView<'v>) -> Result<u64, Mismatch>,
    ) -> Result<u64> {
        let input = (param.mode != Mode::Out).then(|| inputs.next()).flatten();
        let word = match (param.mode, input) {
            (Mode::In, Some((_, value))) => match &param.callback {
                Some(callback) => outs.lend(callback, value).map(|code| code as u64),
                None => convert(value),
            },
            (_, input) => outs
                .place(param, input.map(|(_, value)| value))
                .map(|place| place as u64),
        };
        word.map_err(|why| {
            let position = input.map_or(0, |(position, _)| position);
            self.bad_argument(why, position, param.name.as_deref())
        })
    }

    /// Gives the objects of owned handles among the arguments to the function, which is about to be called.
    fn give<'p>(&self, params: impl Iterator<Item = &'p Param>, args: &[AnyView<'_>]) -> Result<()> {
        let inputs = params.filter(|param| param.mode != Mode::Out).zip(args);
        let mut given = Vec::new();
        for (position, (param, value)) in inputs.enumerate() {
            if !matches!(param.layout.form, Form::Handle(_, true)) {
                continue;
            }
            match handle::give(value) {
                Ok(object) => given.extend(object.map(|object| (value, object))),
                Err(why) => {
                    for (value, object) in given {
                        handle::take_back(value, object);
                    }
                    return Err(self.bad_argument(why, position, param.name.as_deref()));
                }
            }
        }
        Ok(())
    }

    /// Runs the call itself and handles errors of callbacks, exceptions and `errno`.
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

    /// With `errno raise`, fails if the result in a register reports failure. The error names the file if a `cstr` among
    /// the parameters is one.
    #[inline]
    fn check_errno<'a>(
        &self,
        word: u64,
        params: impl Iterator<Item = &'a Param>,
        args: &[AnyView<'_>],
    ) -> Result<()> {
        if self.errno == Errno::Raise && self.reports_failure(word) && errno::last() != 0 {
            return Err(self.errno_error(params, args));
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn errno_error<'a>(&self, params: impl Iterator<Item = &'a Param>, args: &[AnyView<'_>]) -> Error {
        let is_text = |layout: &Layout| matches!(layout.form, Form::Scalar(Scalar::CStr));
        let inputs = params.filter(|param| param.mode != Mode::Out);
        let mut texts = inputs.zip(args).filter(|(param, _)| is_text(&param.layout));
        let file = texts.next().and_then(|(_, value)| match value.as_str() {
            Some(text) => text.ok().map(Cow::Borrowed),
            None => value.as_bytes().map(String::from_utf8_lossy),
        });
        errno::error(&self.name, file.as_deref())
    }

    /// The value of a result in a register.
    #[inline]
    fn result_word(&self, word: u64) -> Result<Any> {
        // SAFETY: the code returned the word with its signature's type.
        unsafe { super::load::word(&self.result, word) }.map_err(|error| self.bad_result(&error))
    }

    fn reports_failure(&self, word: u64) -> bool {
        match &self.result.form {
            Form::Scalar(scalar) if scalar.is_signed() => {
                let unused = 64 - 8 * scalar.size() as u32;
                ((word << unused) as i64) < 0
            }
            _ => word == 0,
        }
    }

    #[cold]
    fn bad_out(&self, error: &Error, at: usize, name: Option<&str>) -> Error {
        let which = match name {
            Some(name) => format!("`{name}`"),
            None => (at + 1).to_string(),
        };
        Error::new(
            &*error.kind(),
            format!("{}: out-parameter {which}: {}", self.name, error.message()),
        )
    }

    #[cold]
    fn bad_result(&self, error: &Error) -> Error {
        Error::new(
            &*error.kind(),
            format!("{}: result: {}", self.name, error.message()),
        )
    }
}
