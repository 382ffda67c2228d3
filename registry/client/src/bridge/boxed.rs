//! Objects of types that only one side knows.
//!
//! Each side numbers types in the order of their registration, so a type index of one side is meaningless on the other. Such
//! an object is converted to a box of a type that the other side knows, which can be stored, passed on and converted back to
//! the object. Invariant: a side never sees an object with a type index of the other side.

use std::ptr;

use once_cell::sync::OnceCell;
use tvmlike_runtime::{Any, AnyView, Error, ObjectRef, Result, TypeIndex, type_table};

use super::direction::Direction;
use super::library::{Library, library};
use super::memory::{self, object_value};

/// A box for an object of tvm-ffi. All libraries with this code use this layout for this type key.
#[repr(C)]
struct Foreign {
    object: ObjectRef,
}

/// The type key of such a box in tvmlike.
const FOREIGN_KEY: &str = "tvm_ffi.Object";

fn foreign_index() -> Result<TypeIndex> {
    static INDEX: OnceCell<TypeIndex> = OnceCell::new();
    INDEX
        .get_or_try_init(|| type_table::register(FOREIGN_KEY, TypeIndex::OBJECT))
        .copied()
}

/// The object of tvm-ffi in a box, if the object is one.
fn foreign_in(object: &ObjectRef) -> Result<Option<&ObjectRef>> {
    if object.type_index() != foreign_index()? {
        return Ok(None);
    }
    // SAFETY: objects of this type have this body after the header.
    Ok(Some(unsafe {
        &(*object.as_raw().add(1).cast::<Foreign>()).object
    }))
}

/// The type key that tvm-ffi has for the object in a box.
///
/// # Errors
/// TypeError for an object that is not such a box.
pub fn type_key(object: &ObjectRef) -> Result<String> {
    let foreign = foreign_in(object)?.ok_or_else(|| {
        Error::type_error(format!(
            "expected an object of tvm-ffi ({FOREIGN_KEY}), got {}",
            object.type_index().name()
        ))
    })?;
    let index = foreign.type_index();
    library()?
        .type_key(index)
        .ok_or_else(|| Error::internal_error(format!("tvm-ffi has no type with the index {}", index.0)))
}

/// A box for an object of tvmlike.
#[repr(C)]
struct Domestic {
    object: ObjectRef,
    /// Its address marks the boxes of this library.
    mark: &'static Mark,
}

struct Mark(#[expect(dead_code, reason = "gives the mark an address of its own")] u8);

static MARK: Mark = Mark(0);

/// The type key of such a box in tvm-ffi.
pub(super) const DOMESTIC_KEY: &str = "tvmlike.Object";

/// The type index of such a box in tvm-ffi.
fn domestic_index(library: &Library) -> Result<i32> {
    static INDEX: OnceCell<i32> = OnceCell::new();
    INDEX
        .get_or_try_init(|| match library.type_of_key(DOMESTIC_KEY) {
            index if index >= TypeIndex::OBJECT.0 => Ok(index),
            refused => Err(Error::runtime_error(format!(
                "tvm-ffi returned the invalid index {refused} for the type {DOMESTIC_KEY}"
            ))),
        })
        .copied()
}

/// Converts an object of a type that the other side does not know.
pub(super) fn convert(value: &AnyView<'_>, direction: Direction) -> Result<Any> {
    let Some(object) = value.as_object() else {
        return Ok(Any::default());
    };
    // SAFETY: a living object.
    let object = unsafe { ObjectRef::from_borrowed(object) };
    match direction {
        Direction::FromTvmFfi => {
            if let Some(domestic) = memory::body_of::<Domestic>(&object)
                && ptr::eq(domestic.mark, &raw const MARK)
            {
                return Ok(object_value(domestic.object.clone()));
            }
            Ok(object_value(memory::make(foreign_index()?.0, Foreign { object })))
        }
        Direction::ToTvmFfi => {
            if let Some(foreign) = foreign_in(&object)? {
                return Ok(object_value(foreign.clone()));
            }
            let index = domestic_index(library().map_err(|error| unknown(&object, &error))?)?;
            Ok(object_value(memory::make(
                index,
                Domestic { object, mark: &MARK },
            )))
        }
    }
}

#[cold]
fn unknown(object: &ObjectRef, why: &Error) -> Error {
    let index = object.type_index();
    let name = type_table::key_of(index).map_or_else(|| format!("type {}", index.0), str::to_owned);
    Error::type_error(format!(
        "cannot convert an object of type {name} for tvm-ffi: {}",
        why.message()
    ))
}
