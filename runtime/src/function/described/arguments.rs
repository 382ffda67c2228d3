//! The arguments of a body: the receiver of a method, conversions, and omitted arguments.
//!
//! Invariant: a number of its parameter's own kind is converted inline; every other conversion is out of line.

use super::{Descriptor, Failure, Passed, ResultSlot};
use crate::convert::{FromArg, Mismatch, scalar};
use crate::current::Implicit;
use crate::object::{ObjectPtr, ObjectType};
use crate::signature::Signature;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

/// The receiver of a method, and the arguments after it.
///
/// # Safety
/// As [`Body`](super::Body), in the body of a descriptor whose receiver is that of `T`.
#[inline(always)]
pub unsafe fn receiver<'a, T: ObjectType>(args: Passed<'a>) -> (&'a ObjectPtr<T>, Passed<'a>) {
    let rest = |object: &'a AnyView<'a>| Passed {
        // SAFETY: at most one past the last.
        first: unsafe { std::ptr::from_ref(object).add(1) },
        count: args.count - 1,
    };
    // SAFETY: by contract there is a first argument, an object of the type.
    unsafe {
        let object = &*args.first;
        (object.pointer(), rest(object))
    }
}

/// Converts an argument; `args` are those after a receiver.
///
/// # Errors
/// The argument does not convert, or is a number of another kind than the parameter; [`Stop::leave`] handles both.
///
/// # Safety
/// There is an argument at this position.
#[inline(always)]
pub unsafe fn argument<'a, T: FromArg<'a>>(
    args: Passed<'a>,
    position: usize,
    descriptor: &'static Descriptor,
) -> Result<T, Stop> {
    // SAFETY: by contract.
    let value = unsafe { &*args.first.add(position) };
    match T::from_arg_fast(value) {
        Some(value) => Ok(value),
        None if T::IS_SCALAR => Err(Stop::OtherKind),
        None => convert(value, position, descriptor).map_err(Stop::Failed),
    }
}

/// Why an argument was not converted. [`Descriptor`] has an example.
pub enum Stop {
    /// It does not convert.
    Failed(Failure),
    /// It is a number of another kind than the parameter, which may still convert.
    OtherKind,
}

impl Stop {
    /// Ends a body: with the failure, or by running it again with the number converted to the parameter's own kind. A
    /// body whose numbers already have that kind makes no call and saves no registers.
    ///
    /// # Errors
    /// The failure, or the error of the second run.
    ///
    /// # Safety
    /// The arguments are those of [`argument`].
    #[inline(always)]
    pub unsafe fn leave(
        self,
        args: Passed<'_>,
        position: usize,
        slot: ResultSlot<'_>,
        descriptor: &'static Descriptor,
    ) -> Result<(), Failure> {
        match self {
            Self::Failed(failure) => Err(failure),
            // SAFETY: by contract.
            Self::OtherKind => unsafe { again(args, slot, descriptor, position) },
        }
    }
}

/// Runs a body again with one argument converted to the kind of its parameter, a scalar.
///
/// # Safety
/// As [`Stop::leave`].
#[cold]
#[inline(never)]
unsafe fn again(
    args: Passed<'_>,
    slot: ResultSlot<'_>,
    descriptor: &'static Descriptor,
    position: usize,
) -> Result<(), Failure> {
    let Signature { name, params, .. } = descriptor.signature;
    let param = &params[position];
    // SAFETY: by contract.
    let value = match scalar::of_kind(unsafe { &*args.first.add(position) }, &param.ty) {
        Ok(value) => value,
        Err(mismatch) => {
            return Err(mismatch
                .into_argument_error(name, position, Some(param.name))
                .into());
        }
    };
    let taken = usize::from(descriptor.receiver.is_some());
    // SAFETY: a method's receiver precedes its arguments.
    let all = unsafe { std::slice::from_raw_parts(args.first.sub(taken), args.count + taken) };
    let mut changed: Vec<AnyView<'_>> = all.to_vec();
    changed[taken + position] = value;
    // SAFETY: as many arguments as before; only the one that the body rejected is another number.
    unsafe {
        let args = Passed {
            first: changed.as_ptr(),
            count: changed.len(),
        };
        (descriptor.body)(args, slot, descriptor)
    }
}

/// The full conversion, once per type and library.
#[inline(never)]
fn convert<'a, T: FromArg<'a>>(
    value: &'a AnyView<'a>,
    position: usize,
    descriptor: &'static Descriptor,
) -> Result<T, Failure> {
    match T::from_arg(value) {
        Ok(value) => Ok(value),
        Err(mismatch) => Err(refused(mismatch, position, descriptor)),
    }
}

#[cold]
#[inline(never)]
fn refused(mismatch: Mismatch, position: usize, descriptor: &Descriptor) -> Failure {
    let Signature { name, params, .. } = descriptor.signature;
    mismatch
        .into_argument_error(name, position, Some(params[position].name))
        .into()
}

/// Whether the caller passed an argument: it is within the count and not left to its default.
///
/// # Safety
/// These are the arguments of a body.
#[inline(always)]
pub unsafe fn is_given(args: Passed<'_>, position: usize) -> bool {
    position < args.count
        // SAFETY: the count was checked.
        && unsafe { &*args.first.add(position) }.type_index() != TypeIndex::MISSING
}

/// Whether the caller passed an argument that is not None.
///
/// # Safety
/// These are the arguments of a body.
#[inline(always)]
pub unsafe fn is_given_value(args: Passed<'_>, position: usize) -> bool {
    // SAFETY: by contract.
    unsafe { is_given(args, position) && (*args.first.add(position)).type_index() != TypeIndex::NONE }
}

/// The current object for an omitted parameter.
///
/// # Errors
/// RuntimeError if no object of the type is current on this thread.
#[inline(never)]
pub fn implicit<T: Implicit>(position: usize, descriptor: &Descriptor) -> crate::error::Result<T> {
    let Signature { name, params, .. } = descriptor.signature;
    T::current(name, position, params[position].name)
}
