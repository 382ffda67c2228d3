//! Values from one side to the other.
//!
//! Invariants: what passes as it is costs a look at its type and nothing else; arguments stay borrowed and results
//! owned, as they were; a value that cannot cross is refused with the name of its type, and nothing was called then.

use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeSeqCell, TVMLikeValue};
use tvmlike_runtime::{Any, AnyView, Array, Error, ObjectRef, Result, TypeIndex};

use super::{boxed, map, wrapper};

/// Which way something goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// From tvm-ffi to us.
    ToUs,
    /// From us to tvm-ffi.
    ToThem,
}

/// No value, as the place for a result holds before a call.
pub(super) const NONE: TVMLikeValue = *AnyView::NONE.as_raw();

/// How deep arrays may lie in each other. A list of tvm-ffi can hold itself.
const MAX_DEPTH: usize = 64;

/// Arguments on the other side.
pub(super) enum Arguments<'a> {
    /// All of them pass as they are.
    Same(&'a [AnyView<'a>]),
    /// Some do not: `held` keeps what `values` borrow.
    Crossed {
        values: Vec<AnyView<'a>>,
        #[expect(dead_code, reason = "keeps what the values refer to")]
        held: Vec<Any>,
    },
}

impl<'a> Arguments<'a> {
    pub(super) fn values(&self) -> &[AnyView<'a>] {
        match self {
            Self::Same(values) => values,
            Self::Crossed { values, .. } => values,
        }
    }
}

/// Has the arguments of a call cross.
pub(super) fn arguments<'a>(args: &'a [AnyView<'a>], way: Way) -> Result<Arguments<'a>> {
    let Some(first) = args.iter().position(|value| !passes(value, 0)) else {
        return Ok(Arguments::Same(args));
    };
    let mut values = args.to_vec();
    let mut held = Vec::new();
    for (position, place) in values.iter_mut().enumerate().skip(first) {
        let value = *place;
        if passes(&value, 0) {
            continue;
        }
        let crossed = changed(&value, way, 0).map_err(|error| {
            Error::new(
                &*error.kind(),
                format!(
                    "argument {} on its way {}: {}",
                    position + 1,
                    way.name(),
                    error.message()
                ),
            )
        })?;
        // SAFETY: the value is kept by `held`, which lives as long as the view: objects do not move with it.
        *place = unsafe { AnyView::from_raw(*crossed.view().as_raw()) };
        held.push(crossed);
    }
    Ok(Arguments::Crossed { values, held })
}

/// Has an owned value cross.
///
/// # Safety
/// The payload is what the type index says; a reference is given up by the caller.
pub(super) unsafe fn result(value: TVMLikeValue, way: Way) -> Result<Any> {
    // A kind that is only lent holds no reference, so nothing is lost where it is refused.
    if TypeIndex(value.type_index).is_borrowed_only() {
        return Err(Error::internal_error(format!(
            "a function returned {}, which is borrowed and must not be a result",
            TypeIndex(value.type_index).name()
        )));
    }
    // SAFETY: by contract.
    let value = unsafe { Any::from_raw(value) };
    if passes(value.view(), 0) {
        return Ok(value);
    }
    changed(value.view(), way, 0).map_err(|error| {
        Error::new(
            &*error.kind(),
            format!("the result on its way {}: {}", way.name(), error.message()),
        )
    })
}

/// Has a value cross, which may be the same one afterwards.
///
/// # Errors
/// TypeError for what has no form on the other side, with the name of its type.
pub fn cross(value: &AnyView<'_>, way: Way) -> Result<Any> {
    cross_at(value, way, 0)
}

pub(super) fn cross_at(value: &AnyView<'_>, way: Way, depth: usize) -> Result<Any> {
    if passes(value, depth) {
        value.to_owned()
    } else {
        changed(value, way, depth)
    }
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::ToUs => "from tvm-ffi",
            Self::ToThem => "to tvm-ffi",
        }
    }
}

/// Whether a value means the same on both sides, with all that can be reached through it.
#[inline]
fn passes(value: &AnyView<'_>, depth: usize) -> bool {
    match value.kind() {
        TypeIndex(0..=9) | TypeIndex::SMALL_STR | TypeIndex::SMALL_BYTES => true,
        TypeIndex::OBJECT
        | TypeIndex::STR
        | TypeIndex::BYTES
        | TypeIndex::ERROR
        | TypeIndex::SHAPE
        | TypeIndex::TENSOR
        | TypeIndex::MODULE
        | TypeIndex::OPAQUE_PY_OBJECT => true,
        TypeIndex::ARRAY | TypeIndex::LIST => {
            depth < MAX_DEPTH && items(value).iter().all(|item| passes(item.view(), depth + 1))
        }
        TypeIndex::RVALUE_REF => moved(value).is_none_or(|object| passes(&object, depth)),
        _ => false,
    }
}

/// The object that an rvalue reference offers. It is not taken.
fn moved<'a>(value: &AnyView<'a>) -> Option<AnyView<'a>> {
    // SAFETY: the payload of an rvalue reference points to a place that holds an object pointer, for the call.
    let object = unsafe { value.as_raw().payload.v_ptr.cast::<*mut TVMLikeObject>().as_ref() }?;
    // SAFETY: NULL, or alive as long as the place holds it.
    let index = unsafe { object.as_ref() }?.type_index;
    let mut raw = NONE;
    raw.type_index = index;
    raw.payload.v_obj = *object;
    // SAFETY: the tag is what the object's own header says.
    Some(unsafe { AnyView::from_raw(raw) })
}

/// The items of an array or a list of tvm-ffi, which has an array's layout.
fn items<'a>(value: &AnyView<'a>) -> &'a [Any] {
    let Some(object) = value.as_object() else {
        return &[];
    };
    // SAFETY: an array's or a list's cell stands behind the header; it is alive for 'a. Whoever lends a list does not
    // change it on another thread meanwhile: that is the rule of tvm-ffi for its lists.
    unsafe {
        let cell = &*object.as_ptr().add(1).cast::<TVMLikeSeqCell>();
        match usize::try_from(cell.size) {
            Ok(size) if size > 0 && !cell.data.is_null() => {
                std::slice::from_raw_parts(cell.data.cast::<Any>(), size)
            }
            _ => &[],
        }
    }
}

/// A value that does not pass as it is, on the other side.
#[cold]
fn changed(value: &AnyView<'_>, way: Way, depth: usize) -> Result<Any> {
    if depth >= MAX_DEPTH {
        return Err(Error::value_error(format!(
            "arrays and maps lie more than {MAX_DEPTH} deep in each other, or one holds itself"
        )));
    }
    match value.kind() {
        TypeIndex::FUNCTION => function(value, way),
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let crossed = items(value)
                .iter()
                .enumerate()
                .map(|(position, item)| {
                    cross_at(item.view(), way, depth + 1).map_err(|error| at_item(error, position, depth))
                })
                .collect::<Result<Vec<Any>>>()?;
            Ok(Array::new(crossed).into())
        }
        TypeIndex::MAP | TypeIndex::DICT => map::cross(value, way, depth),
        TypeIndex::RVALUE_REF => match moved(value) {
            Some(object) => changed(&object, way, depth),
            None => Ok(Any::default()),
        },
        TypeIndex::MISSING => Err(Error::type_error(
            "it is left to its default, which functions of tvm-ffi do not have; give it a value",
        )),
        TypeIndex(index) if index > TypeIndex::DICT.0 => boxed::cross(value, way),
        other => Err(Error::type_error(format!(
            "{} has no form on the other side",
            other.name()
        ))),
    }
}

/// Says in which item of an array something cannot cross; of a row of arrays, the outermost ones are enough.
fn at_item(error: Error, position: usize, depth: usize) -> Error {
    if depth >= 3 {
        return error;
    }
    Error::new(&*error.kind(), format!("item {position}: {}", error.message()))
}

fn function(value: &AnyView<'_>, way: Way) -> Result<Any> {
    let Some(object) = value.as_object() else {
        return Ok(Any::default());
    };
    // SAFETY: a living object.
    let object = unsafe { ObjectRef::from_borrowed(object) };
    match way {
        Way::ToUs => Ok(wrapper::of_theirs(object).into()),
        Way::ToThem => {
            // SAFETY: a function object; it is one of ours, since it goes from us to them.
            let function = unsafe { wrapper::function_of(object) };
            Ok(object_value(wrapper::of_ours(&function)))
        }
    }
}

/// A reference as a value.
pub(super) fn object_value(object: ObjectRef) -> Any {
    // SAFETY: the reference is given up.
    unsafe { Any::from_owned_object(object.into_raw()) }
}
