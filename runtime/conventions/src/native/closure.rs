//! Closures: packed functions as C function pointers.
//!
//! C code may keep a function pointer longer than it declares, so a pointer stays callable until the process ends. When a
//! closure is closed or dropped, its function is released and the pointer is *retired*: a call of it returns zero and is
//! reported. The pointer is never reused for another closure. A call that has started on another thread completes with the
//! function.
//!
//! A pointer can be called from any thread, and in a child process after a fork. It must not be used as a signal handler,
//! because a packed function may allocate and lock. No `longjmp` may cross one.
//!
//! Invariants: nothing unwinds into C; an error of the function is handled as [`OnError`] specifies, and C gets zero; the
//! trampoline and the signature of a retired pointer (a few hundred bytes) stay reachable until the process ends.

mod slot;
mod users;

/// The atomics of [`users`].
mod atomic {
    pub(super) use std::sync::atomic::{AtomicUsize, Ordering};
}

use std::ffi::c_void;
use std::fmt;

use tvmlike_runtime::traverse::{Traverse, Visitor};
use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result};

use super::ctype::CType;
use super::frame::Frame;
use super::layout::{Form, Layout};
use super::signature::Signature;
use super::{load, pending, store};
use slot::{Handler, Slot, Zeros};

/// How an error of a function that C has called is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnError {
    /// The enclosing call into compiled code on the same thread fails with it. Without such a call, it is reported.
    #[default]
    Raise,
    /// It is reported, see [`report`](super::report).
    Report,
    /// It is printed, and the process aborts.
    Abort,
}

impl OnError {
    /// The policy with a name: `raise`, `report`, `abort`.
    ///
    /// # Errors
    /// ValueError for any other name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "raise" => Ok(Self::Raise),
            "report" => Ok(Self::Report),
            "abort" => Ok(Self::Abort),
            _ => Err(Error::value_error(format!(
                "on_error must be `raise`, `report` or `abort`, got `{name}`"
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
    /// Makes a C function pointer with a signature that calls a packed function.
    ///
    /// The function gets the arguments as values: the target of a `*T` is read, a `cstr` is copied, NULL is None. If the
    /// signature's result is void, the function's result is ignored.
    ///
    /// # Errors
    /// ValueError for a signature that is variadic, has `errno`, or has a result that refers to memory, which would have
    /// no owner.
    pub fn new(function: PackedFunc, signature: &Signature, on_error: OnError) -> Result<Self> {
        signature.check_closure()?;
        let name = format!("the closure {signature}");
        let params: Vec<_> = signature.params().iter().map(|param| param.ty.clone()).collect();
        raw_of(function, name, &params, signature.result(), on_error, |_| (), run)
    }

    /// The C function pointer.
    pub fn pointer(&self) -> *mut c_void {
        self.0.code()
    }

    /// Releases the function and retires the pointer. Calls that have started complete.
    pub fn close(&self) {
        self.0.retire();
    }

    /// Whether the pointer is retired.
    pub fn is_closed(&self) -> bool {
        self.0.is_retired()
    }
}

/// The function may hold the closure itself, through objects of a front end.
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

/// Makes a C function pointer that passes its raw arguments to a handler. Errors use `name` for it.
///
/// # Errors
/// ValueError for types that C does not have or libffi refuses.
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

/// As [`raw`], for a handler that calls a function, so that the garbage collectors of front ends can visit it.
///
/// If the result goes to memory that an argument points to, `zeros` writes zeros there when the handler fails or the
/// closure is retired. It is never dropped, so it must not hold resources, and it must not panic.
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

/// A call from C: the arguments in memory, and the memory for the result, which is initially zero.
#[derive(Clone, Copy)]
pub struct RawCall<'a> {
    slot: &'a Slot,
    args: *const *const u8,
    result: *mut u8,
}

impl RawCall<'_> {
    /// The number of arguments.
    pub fn len(&self) -> usize {
        self.slot.params.len()
    }

    /// Whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the closure in errors.
    pub fn name(&self) -> &str {
        &self.slot.name
    }

    fn layout(&self, position: usize) -> &Layout {
        &self.slot.params[position]
    }

    /// The address of an argument's value, valid during the call.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn place(&self, position: usize) -> *const u8 {
        assert!(position < self.len(), "a closure has no argument {position}");
        // SAFETY: libffi passes a pointer for each argument.
        unsafe { *self.args.add(position) }
    }

    /// The bits of an argument that fits in a register: integers are sign-extended, an f32 is in the low half.
    ///
    /// # Panics
    /// If there is no such argument, or it is a struct.
    pub fn word(&self, position: usize) -> u64 {
        let layout = self.layout(position);
        let Form::Scalar(scalar) = layout.form else {
            assert!(
                matches!(layout.form, Form::Pointer { .. }),
                "argument {position} of {} is not a scalar",
                self.name()
            );
            // SAFETY: the argument is a pointer.
            return unsafe { load::get(layout.size, self.place(position)) };
        };
        // SAFETY: the argument has the scalar's size.
        let word = unsafe { load::get(layout.size, self.place(position)) };
        if scalar.is_signed() {
            let unused = 64 - 8 * layout.size as u32;
            return (((word << unused) as i64) >> unused) as u64;
        }
        word
    }

    /// An argument as a value.
    fn value(&self, position: usize) -> Result<Any> {
        // SAFETY: C has passed a value of the signature's type.
        unsafe { load::read(self.layout(position), self.place(position)) }
    }

    /// The memory for a result that is a struct, of the struct's size.
    pub fn result_place(&self) -> *mut u8 {
        self.result
    }

    /// Writes a result that fits in a register. Does nothing if the result is void.
    ///
    /// # Panics
    /// If the result is a struct.
    pub fn set_result(&self, word: u64) {
        let layout = &self.slot.result;
        match layout.form {
            Form::Void => {}
            // SAFETY: the memory has room for a float of this size.
            Form::Scalar(scalar) if scalar.is_float() => unsafe {
                store::put(word, layout.size, self.result);
            },
            // SAFETY: for integers and addresses libffi provides room for a word.
            Form::Scalar(_) | Form::Pointer { .. } => unsafe { store::put(word, 8, self.result) },
            _ => panic!("the result of {} is not a scalar", self.name()),
        }
    }
}

/// Up to this many arguments need no allocation.
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
    write_result(call, &result)
}

/// Writes the function's result.
fn write_result(call: &RawCall<'_>, result: &Any) -> Result<()> {
    let layout = &call.slot.result;
    let frame = Frame::of_a_result();
    let written = match layout.form {
        Form::Void => return Ok(()),
        // SAFETY: the memory has room for a value of this layout, and is zero.
        Form::Struct { .. } | Form::Complex(_) => unsafe {
            store::write(layout, result.view(), call.result, &frame)
        },
        _ => store::word(layout, result.view(), &frame).map(|word| call.set_result(word)),
    };
    written.map_err(|why| why.into_error(&format!("{}: result", call.name())))
}
