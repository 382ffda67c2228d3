//! Registered functions: static descriptors, and the entry that they share.
//!
//! The attribute macros describe a function as data: its signature, its argument counts, and its body, which converts
//! the arguments and calls the author's function. The function object holds the address of the descriptor. The entries
//! do everything that is the same for all functions, compiled once per library: they check the convention, the argument
//! count and a method's receiver, catch panics, and add the frame to an error. Invariants: a body runs only with as
//! many arguments as it reads, after a receiver of its type; nothing unwinds out of an entry; the entries are in the
//! section that identifies guards (`panics`), bodies need not be. A body may run again for the same call (`again`): it
//! then converts its arguments and evaluates its defaults again, but has not called the author's function before.

mod arguments;
mod overloads;

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, Ordering};

use tvmlike_abi::{TVMLikeObject, TVMLikeValue};

use super::entry::Entry;
use super::{PackedFunc, TVMArgs, shim};
use crate::error::{Error, ErrorKind, ErrorParts, Result};
use crate::object::{ObjectType, Refines, RootObject};
use crate::signature::Signature;
use crate::type_index::TypeIndex;
use crate::type_table;
use crate::value::AnyView;

pub use crate::result_slot::ResultSlot;
pub use arguments::{Stop, argument, implicit, is_given, is_given_value, receiver};
pub use overloads::{Check, Overload, Overloads, Pass, accept, dispatch};

/// The arguments of a body: a pointer, which may be NULL if the count is 0, and their count.
/// [`Descriptor`] has an example.
#[derive(Clone, Copy)]
pub struct Passed<'a> {
    first: *const AnyView<'a>,
    count: usize,
}

impl<'a> Passed<'a> {
    /// The arguments from a position on; none if it is past the end.
    ///
    /// # Safety
    /// These are the arguments of a body.
    pub unsafe fn from(self, position: usize) -> TVMArgs<'a> {
        // SAFETY: by contract, `count` values are valid.
        unsafe { TVMArgs::from_raw(self.first.cast(), self.count) }.from(position)
    }
}

/// Converts the arguments, calls the author's function, writes the result. [`Descriptor`] has an example.
///
/// # Safety
/// There are at least the descriptor's `least` arguments, and at most `extra` more; if there is a receiver, the first
/// is an object of its type.
pub type Body = for<'a> unsafe fn(Passed<'a>, ResultSlot<'a>, &'static Descriptor) -> Result<(), Failure>;

/// The failure of a body: an error as one word that needs no drop, which would be compiled into every body.
/// [`Descriptor`] has an example.
#[must_use = "the error is leaked"]
#[repr(transparent)]
pub struct Failure(NonNull<TVMLikeObject>);

impl From<Error> for Failure {
    #[inline(always)]
    fn from(error: Error) -> Self {
        // SAFETY: an error is an object.
        Self(unsafe { NonNull::new_unchecked(error.into_raw()) })
    }
}

impl Failure {
    fn error(self) -> Error {
        // SAFETY: made from an error, which gave up its reference.
        unsafe { Error::from_owned_object(self.0) }
    }
}

/// A registered function.
///
/// ```
/// use tvmlike_runtime::function::described::{Descriptor, Failure, Passed, ResultSlot, argument};
/// use tvmlike_runtime::signature::{Param, Signature, TypeRecord};
/// use tvmlike_runtime::{PackedFunc, ToAny};
///
/// static NEGATE: Descriptor = Descriptor {
///     signature: Signature {
///         name: "doc.negate",
///         params: &[Param {
///             name: "x",
///             ty: TypeRecord::Scalar("i64"),
///             default: None,
///             implicit: false,
///             keyword_only: false,
///         }],
///         variadic: false,
///         release_gil: false,
///         result: TypeRecord::Scalar("i64"),
///         doc: "",
///         file: file!(),
///         line: line!(),
///         overloads: None,
///     },
///     body,
///     least: 1,
///     extra: 0,
///     receiver: None,
///     entry: None,
/// };
///
/// unsafe fn body<'a>(
///     args: Passed<'a>,
///     slot: ResultSlot<'a>,
///     descriptor: &'static Descriptor,
/// ) -> Result<(), Failure> {
///     // SAFETY: the descriptor requires one argument.
///     match unsafe { argument::<i64>(args, 0, descriptor) } {
///         Ok(x) => {
///             slot.put((-x).to_any());
///             Ok(())
///         }
///         // SAFETY: the arguments are those of `argument`.
///         Err(stop) => unsafe { stop.leave(args, 0, slot, descriptor) },
///     }
/// }
///
/// // SAFETY: the body reads one argument.
/// let negate = unsafe { PackedFunc::described(&NEGATE) };
/// assert_eq!(negate.call_as::<i64>((42,))?, -42);
/// let error = negate.call(("x",)).unwrap_err();
/// assert_eq!(error.to_string(), "TypeError: doc.negate: argument 1 `x`: expected i64, got str");
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
pub struct Descriptor {
    /// Its name, parameters, result and doc.
    pub signature: Signature,
    /// Converts the arguments and calls the function.
    pub body: Body,
    /// The minimum number of arguments, including a method's receiver.
    pub least: u32,
    /// The number of further arguments allowed.
    pub extra: u32,
    /// The type of a method's receiver.
    pub receiver: Option<&'static Receiver>,
    /// The function's own entry with its body inlined; `None` for a function that uses the shared entry.
    pub entry: Option<Entry>,
}

/// The type of a method's receiver.
///
/// ```
/// use tvmlike_runtime::function::described::Receiver;
/// use tvmlike_runtime::object_type;
///
/// struct Counter(i64);
/// object_type!(Counter = "doc.receiver.Counter");
///
/// static RECEIVER: Receiver = Receiver::new::<Counter>();
/// ```
pub struct Receiver {
    /// The type index once it is known, else 0, which no object has.
    index: AtomicI32,
    /// The index of a type that inherits from it, of which the last such object was; 0 for none.
    child: AtomicI32,
    find: fn() -> TypeIndex,
    key: &'static str,
    /// The predicate of a refinement.
    refines: Option<Refines>,
}

impl Receiver {
    /// The receiver of a type's methods.
    pub const fn new<T: ObjectType>() -> Self {
        Self {
            index: AtomicI32::new(0),
            child: AtomicI32::new(0),
            find: match T::REFINES {
                None => T::type_index,
                Some(refines) => refines.header,
            },
            key: T::TYPE_KEY,
            refines: T::REFINES,
        }
    }

    /// Whether a value is an object of the type, or of a type that inherits from it; for a refinement, of the type that
    /// it refines.
    #[inline(always)]
    fn accepts(&self, value: &AnyView<'_>) -> bool {
        // Relaxed: nothing else is published with the index.
        value.as_object().is_some_and(|object| {
            // SAFETY: alive while the value is.
            let index = unsafe { (*object.as_ptr()).type_index };
            index == self.index.load(Ordering::Relaxed)
                || index == self.child.load(Ordering::Relaxed)
                || self.inherits(TypeIndex(index))
        })
    }

    /// Whether the predicate of a refinement accepts an object; true for any other receiver.
    fn holds(&self, value: &AnyView<'_>) -> bool {
        self.refines.is_none_or(|refines| {
            value
                .downcast_ref::<RootObject>()
                .is_some_and(|object| (refines.holds)(object))
        })
    }

    #[cold]
    #[inline(never)]
    fn inherits(&self, index: TypeIndex) -> bool {
        let own = (self.find)();
        self.index.store(own.0, Ordering::Relaxed);
        let inherits = type_table::is_a(index, own);
        if inherits && index != own {
            // What a type inherits from never changes.
            self.child.store(index.0, Ordering::Relaxed);
        }
        inherits
    }
}

impl PackedFunc {
    /// Makes the function of a descriptor.
    ///
    /// # Safety
    /// The body reads no more than the descriptor promises; see [`Body`].
    pub unsafe fn described(descriptor: &'static Descriptor) -> Self {
        let shared = match descriptor.receiver {
            None => enter_function,
            Some(Receiver { refines: None, .. }) => enter_method,
            Some(_) => enter_method_of_refinement,
        };
        Self::from_safe_call(Some(descriptor.entry.unwrap_or(shared)), descriptor)
    }
}

/// The shared entry of functions whose descriptor has no receiver.
///
/// # Safety
/// As [`TVMLikeSafeCall`](tvmlike_abi::TVMLikeSafeCall); only [`PackedFunc::described`] stores this entry.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn enter_function(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: only `described` makes objects with this entry, and they capture a descriptor's address; the caller keeps
    // the object alive.
    let descriptor = unsafe { *PackedFunc::captured::<&'static Descriptor>(function) };
    // SAFETY: by contract; the counts are those of the descriptor.
    unsafe {
        enter(
            function,
            args,
            num_args,
            result,
            descriptor.least,
            descriptor.extra,
            |args, slot, descriptor| (descriptor.body)(args, slot, descriptor),
        )
    }
}

/// The entry of a function without a receiver. If the counts and the body are constants, this becomes the function's
/// own entry, which reads the descriptor only when a call fails.
///
/// # Safety
/// As [`TVMLikeSafeCall`](tvmlike_abi::TVMLikeSafeCall); the function was made by [`PackedFunc::described`], and the
/// counts and the body are those of its descriptor.
#[inline(always)]
pub unsafe fn enter(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
    least: u32,
    extra: u32,
    body: impl for<'a> FnOnce(Passed<'a>, ResultSlot<'a>, &'static Descriptor) -> Result<(), Failure>,
) -> c_int {
    // SAFETY: as in `enter_function`.
    let descriptor = unsafe { *PackedFunc::captured::<&'static Descriptor>(function) };
    if is_bad_call(least, extra, args, num_args, result) {
        // SAFETY: by contract.
        return unsafe { refuse(descriptor, args, num_args, result) };
    }
    // SAFETY: passes on what the caller passed, under the same contract, after the checks.
    unsafe { run(descriptor, args, num_args, result, body) }
}

/// The shared entry of functions whose descriptor has a receiver.
///
/// # Safety
/// As [`enter_function`].
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn enter_method(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe {
        enter_on_object(function, args, num_args, result, |args, slot, descriptor| {
            (descriptor.body)(args, slot, descriptor)
        })
    }
}

/// The shared entry of methods of a refinement, whose predicate is the author's code and can panic.
///
/// # Safety
/// As [`enter_function`].
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
unsafe extern "C" fn enter_method_of_refinement(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract; the body runs only if the predicate accepts the object. There is a first argument.
    unsafe {
        enter_on_object(function, args, num_args, result, |args, slot, descriptor| {
            let object = &*args.first;
            match descriptor.receiver {
                Some(receiver) if !receiver.holds(object) => {
                    Err(no_receiver(receiver, Some(object), descriptor).into())
                }
                _ => (descriptor.body)(args, slot, descriptor),
            }
        })
    }
}

/// The common part of the method entries: checks the call and the receiver's type index.
///
/// # Safety
/// As [`TVMLikeSafeCall`](tvmlike_abi::TVMLikeSafeCall); the function was made by [`PackedFunc::described`], from a
/// descriptor with a receiver.
#[inline(always)]
unsafe fn enter_on_object(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
    body: impl for<'a> FnOnce(Passed<'a>, ResultSlot<'a>, &'static Descriptor) -> Result<(), Failure>,
) -> c_int {
    // SAFETY: as in `enter_function`.
    let descriptor = unsafe { *PackedFunc::captured::<&'static Descriptor>(function) };
    if is_bad_call(descriptor.least, descriptor.extra, args, num_args, result)
        // SAFETY: the count was checked, and `least` includes the receiver.
        || !unsafe { is_called_on(descriptor, args) }
    {
        // SAFETY: by contract.
        return unsafe { refuse(descriptor, args, num_args, result) };
    }
    // SAFETY: passes on what the caller passed, under the same contract, after the checks.
    unsafe { run(descriptor, args, num_args, result, body) }
}

/// Calls the function of a descriptor without a function object.
///
/// # Safety
/// As [`TVMLikeSafeCall`](tvmlike_abi::TVMLikeSafeCall), and as [`PackedFunc::described`]; the descriptor has no receiver.
#[cfg_attr(target_os = "linux", unsafe(link_section = "tvmlike_guard"))]
#[inline(never)]
pub unsafe fn call(
    descriptor: &'static Descriptor,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    if descriptor.receiver.is_some()
        || is_bad_call(descriptor.least, descriptor.extra, args, num_args, result)
    {
        // SAFETY: by contract.
        return unsafe { refuse(descriptor, args, num_args, result) };
    }
    // SAFETY: by contract, and checked.
    unsafe {
        run(descriptor, args, num_args, result, |args, slot, descriptor| {
            (descriptor.body)(args, slot, descriptor)
        })
    }
}

/// Whether a call breaks the convention or has a wrong count. Does not check a receiver.
#[inline(always)]
fn is_bad_call(
    least: u32,
    extra: u32,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> bool {
    // A negative count becomes a large one, which is rejected.
    let count = num_args as u32;
    count.wrapping_sub(least) > extra || result.is_null() || (args.is_null() && has_any(count))
}

/// Only needed if the arguments are NULL; cold, so that other calls pay nothing.
#[cold]
fn has_any(count: u32) -> bool {
    count != 0
}

/// Whether the first argument is an object of the receiver's type.
///
/// # Safety
/// There is a first argument.
#[inline(always)]
unsafe fn is_called_on(descriptor: &Descriptor, args: *const TVMLikeValue) -> bool {
    // SAFETY: by contract; views are transparent over the C struct.
    let first = unsafe { &*args.cast::<AnyView<'_>>() };
    descriptor.receiver.is_none_or(|receiver| receiver.accepts(first))
}

/// Runs a body and catches panics.
///
/// # Safety
/// As [`call`], with everything checked; the body accepts the arguments of the descriptor's own.
#[inline(always)]
unsafe fn run(
    descriptor: &'static Descriptor,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
    body: impl for<'a> FnOnce(Passed<'a>, ResultSlot<'a>, &'static Descriptor) -> Result<(), Failure>,
) -> c_int {
    // Views are transparent over the C struct.
    let args = Passed {
        first: args.cast(),
        count: num_args as u32 as usize,
    };
    // SAFETY: the result's place is valid by contract, and holds no object.
    let slot = unsafe { ResultSlot::at(result) };
    match catch_unwind(AssertUnwindSafe(|| body(args, slot, descriptor))) {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => leave(failure, descriptor),
        Err(payload) => panicked(payload, descriptor),
    }
}

#[cold]
#[inline(never)]
fn panicked(payload: Box<dyn std::any::Any + Send>, descriptor: &Descriptor) -> c_int {
    leave(
        shim::panic_error(descriptor.signature.name, payload).into(),
        descriptor,
    )
}

/// Raises an error with the function's frame.
#[cold]
#[inline(never)]
fn leave(failure: Failure, descriptor: &Descriptor) -> c_int {
    let mut error = failure.error();
    // An overload has already added its own.
    if descriptor.signature.overloads.is_none() {
        let Signature { file, line, name, .. } = descriptor.signature;
        error.add_frame(file, line, name);
    }
    shim::raise(error)
}

/// Raises the error for a call that failed its checks.
///
/// # Safety
/// As [`call`].
#[cold]
#[inline(never)]
unsafe fn refuse(
    descriptor: &'static Descriptor,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    if let Err(error) = shim::check_call(args, num_args, result) {
        return shim::raise(error);
    }
    // SAFETY: the arguments are valid by contract, and their count was checked.
    let args = unsafe { TVMArgs::from_raw(args, num_args as usize) }.as_slice();
    let mut behind = args.len();
    if let Some(receiver) = descriptor.receiver {
        if !args.first().is_some_and(|first| receiver.accepts(first)) {
            return leave(no_receiver(receiver, args.first(), descriptor).into(), descriptor);
        }
        behind -= 1;
    }
    leave(wrong_count(behind, &descriptor.signature).into(), descriptor)
}

#[cold]
#[inline(never)]
fn no_receiver(receiver: &Receiver, first: Option<&AnyView<'_>>, descriptor: &Descriptor) -> Error {
    let got = first.map_or("no argument".into(), AnyView::type_name);
    Error::type_error(format!(
        "{}: argument `self`: expected {}, got {got}",
        descriptor.signature.name, receiver.key
    ))
}

#[cold]
fn wrong_count(got: usize, signature: &Signature) -> Error {
    let (required, total) = (signature.required(), signature.params.len());
    let expected = match (required == total, signature.variadic) {
        (_, true) => format!("at least {required}"),
        (true, false) => total.to_string(),
        (false, false) => format!("{required} to {total}"),
    };
    let plural = if expected == "1" || expected == "at least 1" {
        ""
    } else {
        "s"
    };
    let mut message = format!(
        "{}: expected {expected} argument{plural}, got {got}",
        signature.name
    );
    if got < required {
        // Parameters with a default may come before it.
        let missing = (got..required).find(|&at| signature.params[at].default.is_none());
        let at = missing.unwrap_or(got);
        message.push_str(&format!(
            ": argument {} `{}` is missing",
            at + 1,
            signature.params[at].name
        ));
    }
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::TYPE_ERROR),
        message: message.into(),
        ..ErrorParts::default()
    })
}
