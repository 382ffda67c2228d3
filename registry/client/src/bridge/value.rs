//! Conversion of values between tvmlike and tvm-ffi.
//!
//! Invariants: a value that both sides share costs a check of its type; arguments stay borrowed and results owned; a value that
//! cannot be converted is an error with the name of its type, before anything is called. A tensor of tvm-ffi has no flags, so a
//! read-only tensor never reaches tvm-ffi.

use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeSeqCell, TVMLikeValue};
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{Any, AnyView, Array, Error, ErrorKind, ObjectRef, Result, TypeIndex};

use super::direction::Direction;
use super::{boxed, map};

/// No value: the content of the place for a result before a call.
pub(super) const NONE: TVMLikeValue = *AnyView::NONE.as_raw();

/// A conversion of values, and of what they contain.
#[derive(Clone, Copy)]
pub(super) struct Conversion {
    pub(super) direction: Direction,
    /// Converts a function. A wrapper converts the values of its calls, so it comes from above.
    pub(super) function: fn(ObjectRef) -> Any,
}

/// The deepest nesting of arrays and maps. A list of tvm-ffi can contain itself.
const MAX_DEPTH: usize = 64;

/// Converted arguments.
pub(super) enum Arguments<'a> {
    /// No argument needs a conversion.
    Same(&'a [AnyView<'a>]),
    /// Some arguments were converted: `values` borrow them from `held`.
    Converted {
        values: Vec<AnyView<'a>>,
        #[expect(dead_code, reason = "keeps what the values refer to")]
        held: Vec<Any>,
    },
}

impl<'a> Arguments<'a> {
    pub(super) fn values(&self) -> &[AnyView<'a>] {
        match self {
            Self::Same(values) => values,
            Self::Converted { values, .. } => values,
        }
    }
}

/// Converts the arguments of a call.
pub(super) fn arguments<'a>(args: &'a [AnyView<'a>], conversion: Conversion) -> Result<Arguments<'a>> {
    let Some(first) = args
        .iter()
        .position(|value| !passes(value, conversion.direction, 0))
    else {
        return Ok(Arguments::Same(args));
    };
    let mut values = args.to_vec();
    let mut held = Vec::new();
    for (position, place) in values.iter_mut().enumerate().skip(first) {
        let value = *place;
        if passes(&value, conversion.direction, 0) {
            continue;
        }
        let converted = changed(&value, conversion, 0).map_err(|error| {
            Error::new(
                &*error.kind(),
                format!(
                    "argument {}, converted {}: {}",
                    position + 1,
                    conversion.direction.name(),
                    error.message()
                ),
            )
        })?;
        // SAFETY: `held` owns the value and lives as long as the view; moving `held` does not move objects.
        *place = unsafe { AnyView::from_raw(*converted.view().as_raw()) };
        held.push(converted);
    }
    Ok(Arguments::Converted { values, held })
}

/// Converts an owned value.
///
/// # Safety
/// The payload has the type of the type index; the caller transfers the reference.
pub(super) unsafe fn result(value: TVMLikeValue, conversion: Conversion) -> Result<Any> {
    // A borrowed value owns no reference, so nothing leaks.
    if TypeIndex(value.type_index).is_borrowed_only() {
        return Err(Error::internal_error(format!(
            "a function returned {}, which is borrowed and must not be a result",
            TypeIndex(value.type_index).name()
        )));
    }
    // SAFETY: by contract.
    let value = unsafe { Any::from_raw(value) };
    if passes(value.view(), conversion.direction, 0) {
        return Ok(value);
    }
    changed(value.view(), conversion, 0).map_err(|error| {
        Error::new(
            &*error.kind(),
            format!(
                "the result, converted {}: {}",
                conversion.direction.name(),
                error.message()
            ),
        )
    })
}

/// Converts a value; reuses the object if the layouts agree.
///
/// # Errors
/// TypeError with the name of the type, if the other side has no counterpart.
pub(super) fn convert(value: &AnyView<'_>, conversion: Conversion) -> Result<Any> {
    convert_at(value, conversion, 0)
}

fn convert_at(value: &AnyView<'_>, conversion: Conversion, depth: usize) -> Result<Any> {
    if passes(value, conversion.direction, depth) {
        value.to_owned()
    } else {
        changed(value, conversion, depth)
    }
}

/// Whether a value needs no conversion, including everything that it contains.
#[inline]
fn passes(value: &AnyView<'_>, direction: Direction, depth: usize) -> bool {
    match value.kind() {
        TypeIndex(0..=9) | TypeIndex::SMALL_STR | TypeIndex::SMALL_BYTES => true,
        TypeIndex::OBJECT
        | TypeIndex::STR
        | TypeIndex::BYTES
        | TypeIndex::ERROR
        | TypeIndex::SHAPE
        | TypeIndex::MODULE
        | TypeIndex::OPAQUE_PY_OBJECT => true,
        TypeIndex::TENSOR => direction == Direction::FromTvmFfi || !is_read_only(value),
        TypeIndex::ARRAY | TypeIndex::LIST => {
            depth < MAX_DEPTH
                && items(value)
                    .iter()
                    .all(|item| passes(item.view(), direction, depth + 1))
        }
        TypeIndex::RVALUE_REF => moved(value).is_none_or(|object| passes(&object, direction, depth)),
        _ => false,
    }
}

/// Whether a value is a tensor whose memory must not be written.
fn is_read_only(value: &AnyView<'_>) -> bool {
    value
        .convert::<TensorView<'_>>()
        .is_ok_and(TensorView::is_read_only)
}

/// The object behind an rvalue reference, borrowed.
fn moved<'a>(value: &AnyView<'a>) -> Option<AnyView<'a>> {
    // SAFETY: the payload of an rvalue reference points to a place that holds an object pointer, for the call.
    let object = unsafe { value.as_raw().payload.v_ptr.cast::<*mut TVMLikeObject>().as_ref() }?;
    // SAFETY: NULL or alive while it is in that place.
    let index = unsafe { object.as_ref() }?.type_index;
    let mut raw = NONE;
    raw.type_index = index;
    raw.payload.v_obj = *object;
    // SAFETY: the type index is the one in the object's header.
    Some(unsafe { AnyView::from_raw(raw) })
}

/// The items of an array or a list of tvm-ffi, which has an array's layout.
fn items<'a>(value: &AnyView<'a>) -> &'a [Any] {
    let Some(object) = value.as_object() else {
        return &[];
    };
    // SAFETY: the header is followed by the cell of an array or a list, alive for 'a. tvm-ffi's rule for lists forbids changing
    // one on another thread while it is borrowed.
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

/// Converts a value that is not the same on both sides.
#[cold]
fn changed(value: &AnyView<'_>, conversion: Conversion, depth: usize) -> Result<Any> {
    if depth >= MAX_DEPTH {
        return Err(Error::value_error(format!(
            "arrays and maps are nested more than {MAX_DEPTH} deep, or one contains itself"
        )));
    }
    match value.kind() {
        TypeIndex::FUNCTION => function(value, conversion),
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let converted = items(value)
                .iter()
                .enumerate()
                .map(|(position, item)| {
                    convert_at(item.view(), conversion, depth + 1)
                        .map_err(|error| at_item(error, position, depth))
                })
                .collect::<Result<Vec<Any>>>()?;
            Ok(Array::new(converted).into())
        }
        TypeIndex::MAP | TypeIndex::DICT => map::convert(value, conversion.direction, |content| {
            convert_at(content, conversion, depth + 1)
        }),
        TypeIndex::RVALUE_REF => match moved(value) {
            Some(object) => changed(&object, conversion, depth),
            None => Ok(Any::default()),
        },
        TypeIndex::TENSOR => Err(Error::new(
            ErrorKind::BUFFER_ERROR,
            "expected a writable tensor, got a read-only one: tensors of tvm-ffi cannot be marked read-only; if it is only read, \
             pass a copy",
        )),
        TypeIndex::MISSING => Err(Error::type_error(
            "functions of tvm-ffi have no default values; pass a value",
        )),
        TypeIndex(index) if index > TypeIndex::DICT.0 => boxed::convert(value, conversion.direction),
        other => Err(Error::type_error(format!(
            "{} has no counterpart in tvm-ffi",
            other.name()
        ))),
    }
}

/// Adds the position of an array's item to an error, for the outermost arrays.
fn at_item(error: Error, position: usize, depth: usize) -> Error {
    if depth >= 3 {
        return error;
    }
    Error::new(&*error.kind(), format!("item {position}: {}", error.message()))
}

fn function(value: &AnyView<'_>, conversion: Conversion) -> Result<Any> {
    let Some(object) = value.as_object() else {
        return Ok(Any::default());
    };
    // SAFETY: a living object.
    Ok((conversion.function)(unsafe { ObjectRef::from_borrowed(object) }))
}
