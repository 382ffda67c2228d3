//! Closures: packed functions as C function pointers.
//!
//! C keeps function pointers for longer than it says, so a pointer that was once given out stays callable for ever. When a
//! closure is closed or dropped its function is let go, and the pointer is *retired*: a call of it gives zero and is
//! reported. It is never used for another closure. A call that has begun on another thread goes on with the function that
//! it has.
//!
//! A pointer can be called from any thread, also in a child after a fork. It is no handler of signals: a packed function may
//! allocate and lock. No `longjmp` may cross one.
//!
//! Invariants: nothing unwinds into C; an error of the function takes the way that [`OnError`] names, and C gets zero;
//! what a retired pointer leaves behind (its trampoline, its signature) is some hundred bytes, reachable until the process
//! ends.

mod slot;
mod users;

/// The atomics of [`users`].
mod atomic {
    pub(super) use std::sync::atomic::{AtomicUsize, Ordering};
}

use std::ffi::c_void;
use std::fmt;

use tvmlike_runtime::object::{Traverse, Visitor};
use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result};

use super::ctype::{CType, Scalar};
use super::frame::Frame;
use super::layout::{Form, Layout};
use super::signature::{Errno, Signature};
use super::{load, pending, store};
use slot::{Handler, Slot, Zeros};

/// What becomes of the error of a function that C has called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnError {
    /// It is the error of the call into compiled code from which the closure was called, on the same thread. Where there is
    /// none it is reported.
    #[default]
    Raise,
    /// It is reported, see [`report`](super::report).
    Report,
    /// It is printed, and the process ends.
    Abort,
}

impl OnError {
    /// The policy by its name: `raise`, `report`, `abort`.
    ///
    /// # Errors
    /// ValueError for another text.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "raise" => Ok(Self::Raise),
            "report" => Ok(Self::Report),
            "abort" => Ok(Self::Abort),
            _ => Err(Error::value_error(format!(
                "on_error is `raise`, `report` or `abort`, got `{name}`"
            ))),
        }
    }
}

/// A C function pointer that calls a function.
///
/// ```
/// use std::ffi::c_void;
/// use tvmlike_conventions::native::closure::{Closure, OnError};
/// use tvmlike_conventions::native::signature::Signature;
/// use tvmlike_runtime::{PackedFunc, Result};
///
/// unsafe extern "C" {
///     fn qsort(start: *mut c_void, count: usize, size: usize, compare: *mut c_void);
/// }
///
/// let compare = PackedFunc::typed("compare", |a: i64, b: i64| -> Result<i64> { Ok(a - b) });
/// let signature = Signature::parse("i32(*const i32, *const i32)")?;
/// let closure = Closure::new(compare, &signature, OnError::Raise)?;
///
/// let mut numbers = [3, 1, 2];
/// // SAFETY: three ints of 4 bytes, and a pointer to a function as qsort wants it.
/// unsafe { qsort(numbers.as_mut_ptr().cast(), 3, 4, closure.pointer()) };
/// assert_eq!(numbers, [1, 2, 3]);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
pub struct Closure(&'static Slot);

impl Closure {
    /// Makes a C function pointer of a signature that calls a packed function.
    ///
    /// The function gets the arguments as values: what a `*T` points to is read, a `cstr` copied, NULL is none. Where C
    /// wants nothing back, what the function returns is ignored.
    ///
    /// # Errors
    /// ValueError for a signature that is variadic, says `errno`, or has a result that refers to memory which nobody would
    /// own.
    pub fn new(function: PackedFunc, signature: &Signature, on_error: OnError) -> Result<Self> {
        let name = format!("the closure {signature}");
        if signature.is_variadic() {
            return Err(Error::value_error(format!("{name}: closures cannot be variadic")));
        }
        if signature.errno() != Errno::Ignore {
            return Err(Error::value_error(format!("{name}: closures do not set errno")));
        }
        if refers(signature.result()) {
            return Err(Error::value_error(format!(
                "{name}: nobody would own what the result refers to; return ptr, with memory that you keep"
            )));
        }
        let params: Vec<_> = signature.params().iter().map(|param| param.ty.clone()).collect();
        raw_of(function, name, &params, signature.result(), on_error, |_| (), run)
    }

    /// The C function pointer.
    pub fn pointer(&self) -> *mut c_void {
        self.0.code()
    }

    /// Lets the function go; the pointer is retired. Calls that have begun go on.
    pub fn close(&self) {
        self.0.retire();
    }

    /// Whether the pointer is retired.
    pub fn is_closed(&self) -> bool {
        self.0.is_retired()
    }
}

/// The function may hold, in a front end's objects, the closure itself.
impl Traverse for Closure {
    fn traverse(&self, visitor: &mut Visitor) {
        self.0.traverse(visitor);
    }
}

impl Drop for Closure {
    fn drop(&mut self) {
        self.0.retire();
    }
}

impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Closure").field(&self.pointer()).finish()
    }
}

/// Makes a C function pointer that gives its raw arguments to a handler. `name` is what errors call it.
///
/// # Errors
/// ValueError for types that are no types of C, or that libffi refuses.
pub fn raw(
    name: impl Into<Box<str>>,
    params: &[CType],
    result: &CType,
    on_error: OnError,
    handler: impl Fn(&RawCall<'_>) -> Result<()> + Send + Sync + 'static,
) -> Result<Closure> {
    let handler = Handler::Raw(Box::new(handler));
    make(name.into(), params, result, on_error, Box::new(|_| ()), handler)
}

/// As [`raw`], for a handler that calls a function: so the garbage collectors of front ends know that the closure holds it.
///
/// `zeros` writes what C gets in place of a result that goes to where an argument says, when the handler fails and when the
/// closure is retired. It is kept for ever, so it holds nothing that matters, and it does not panic.
///
/// # Errors
/// As [`raw`].
pub fn raw_of(
    function: PackedFunc,
    name: impl Into<Box<str>>,
    params: &[CType],
    result: &CType,
    on_error: OnError,
    zeros: impl Fn(&RawCall<'_>) + Send + Sync + 'static,
    handler: impl Fn(&PackedFunc, &RawCall<'_>) -> Result<()> + Send + Sync + 'static,
) -> Result<Closure> {
    let handler = Handler::Function(function, Box::new(handler));
    make(name.into(), params, result, on_error, Box::new(zeros), handler)
}

fn make(
    name: Box<str>,
    params: &[CType],
    result: &CType,
    on_error: OnError,
    zeros: Zeros,
    handler: Handler,
) -> Result<Closure> {
    params.iter().try_for_each(CType::check)?;
    if *result != CType::Void {
        result.check()?;
    }
    if on_error == OnError::Raise {
        pending::begin_keeping();
    }
    Slot::make(
        name,
        params.iter().map(Layout::of).collect(),
        Layout::of(result),
        on_error,
        zeros,
        handler,
    )
    .map(Closure)
}

/// A call that C makes: arguments in memory, and a place for the result, which is zero at first.
#[derive(Clone, Copy)]
pub struct RawCall<'a> {
    slot: &'a Slot,
    args: *const *const u8,
    result: *mut u8,
}

impl RawCall<'_> {
    /// How many arguments there are.
    pub fn len(&self) -> usize {
        self.slot.params.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What errors call the closure.
    pub fn name(&self) -> &str {
        &self.slot.name
    }

    fn layout(&self, position: usize) -> &Layout {
        &self.slot.params[position]
    }

    /// Where the value of an argument stands during the call.
    ///
    /// # Panics
    /// Where there is no such argument.
    pub fn place(&self, position: usize) -> *const u8 {
        assert!(position < self.len(), "a closure has no argument {position}");
        // SAFETY: libffi gives a pointer for each argument.
        unsafe { *self.args.add(position) }
    }

    /// An argument that fits a register, as its bits: integers extended by their sign, an f32 in the low half.
    ///
    /// # Panics
    /// Where there is no such argument, or it is a struct.
    pub fn word(&self, position: usize) -> u64 {
        let layout = self.layout(position);
        let Form::Scalar(scalar) = layout.form else {
            assert!(
                matches!(layout.form, Form::Pointer { .. }),
                "argument {position} of {} is no scalar",
                self.name()
            );
            // SAFETY: a pointer stands there.
            return unsafe { load::get(layout.size, self.place(position)) };
        };
        // SAFETY: a value of the scalar's size stands there.
        let word = unsafe { load::get(layout.size, self.place(position)) };
        if scalar.is_signed() {
            let unused = 64 - 8 * layout.size as u32;
            return (((word << unused) as i64) >> unused) as u64;
        }
        word
    }

    /// An argument as a value.
    fn value(&self, position: usize) -> Result<Any> {
        // SAFETY: C has called with a value of the type that the signature says.
        unsafe { load::read(self.layout(position), self.place(position)) }
    }

    /// Where the result is written that is a struct, as many bytes as it has.
    pub fn result_place(&self) -> *mut u8 {
        self.result
    }

    /// Writes a result that fits a register; nothing happens where C wants none.
    ///
    /// # Panics
    /// Where the result is a struct.
    pub fn set_result(&self, word: u64) {
        let layout = &self.slot.result;
        match layout.form {
            Form::Void => {}
            // SAFETY: the place has room for a float of this size.
            Form::Scalar(scalar) if scalar.is_float() => unsafe {
                store::put(word, layout.size, self.result);
            },
            // SAFETY: for integers and addresses the place has room for a word, as libffi wants it.
            Form::Scalar(_) | Form::Pointer { .. } => unsafe { store::put(word, 8, self.result) },
            _ => panic!("the result of {} is no scalar", self.name()),
        }
    }
}

/// Whether a value of the type refers to memory beyond itself.
fn refers(ty: &CType) -> bool {
    match ty {
        CType::Void => false,
        CType::Scalar(scalar) => *scalar == Scalar::CStr,
        CType::Pointer { to, .. } => **to != CType::Void,
        CType::Struct(fields) => fields.iter().any(|field| refers(&field.ty)),
        CType::Array(item, _) => refers(item),
    }
}

/// So many arguments need no allocation.
const FEW: usize = 8;

fn run(function: &PackedFunc, call: &RawCall<'_>) -> Result<()> {
    let mut few: [Any; FEW] = std::array::from_fn(|_| Any::default());
    let mut many = Vec::new();
    let values = if call.len() <= FEW {
        &mut few[..call.len()]
    } else {
        many.resize_with(call.len(), Any::default);
        &mut many[..]
    };
    for (position, value) in values.iter_mut().enumerate() {
        *value = call.value(position).map_err(|error| {
            let message = format!("{}: argument {}: {}", call.name(), position + 1, error.message());
            Error::new(&*error.kind(), message)
        })?;
    }
    let mut views = [AnyView::NONE; FEW];
    let result = if values.len() <= FEW {
        for (view, value) in views.iter_mut().zip(&*values) {
            *view = *value.view();
        }
        function.invoke(&views[..values.len()])?
    } else {
        let views: Vec<_> = values.iter().map(|value| *value.view()).collect();
        function.invoke(&views)?
    };
    give(call, &result)
}

/// Writes what the function has returned.
fn give(call: &RawCall<'_>, result: &Any) -> Result<()> {
    let layout = &call.slot.result;
    let frame = Frame::of_a_result();
    let written = match layout.form {
        Form::Void => return Ok(()),
        // SAFETY: the place has room for a struct of this layout, and is zero.
        Form::Struct { .. } => unsafe { store::write(layout, result.view(), call.result, &frame) },
        _ => store::word(layout, result.view(), &frame).map(|word| call.set_result(word)),
    };
    written.map_err(|why| why.into_error(&format!("{}: result", call.name())))
}
