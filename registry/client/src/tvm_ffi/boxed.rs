//! Objects of types that only one side knows.
//!
//! Both sides number types in the order in which they come, so a type index of one side means nothing on the other, or
//! something else. Such an object crosses in a box of a type that the other side does know: it can be kept, passed on and
//! given back, and on the way back what is in the box comes out. Invariant: an object is never seen by the other side
//! with the type index that its own side gave it.

use std::ptr;

use once_cell::sync::OnceCell;
use tvmlike_runtime::{Any, AnyView, Error, ObjectRef, Result, TypeIndex, type_table};

use super::crossing::{Way, object_value};
use super::library::{Library, library};
use super::memory;

/// A box for an object of tvm-ffi. Every library that has this code makes boxes of this layout under this key.
#[repr(C)]
struct Foreign {
    object: ObjectRef,
}

/// How the type of such a box is called here.
const FOREIGN_KEY: &str = "tvm_ffi.Object";

fn foreign_index() -> Result<TypeIndex> {
    static INDEX: OnceCell<TypeIndex> = OnceCell::new();
    INDEX
        .get_or_try_init(|| type_table::register(FOREIGN_KEY, TypeIndex::OBJECT))
        .copied()
}

/// The object of tvm-ffi that is in a box.
fn foreign_in(object: &ObjectRef) -> Result<Option<&ObjectRef>> {
    if object.type_index() != foreign_index()? {
        return Ok(None);
    }
    // SAFETY: objects of this type have this body, behind the header.
    Ok(Some(unsafe {
        &(*object.as_raw().add(1).cast::<Foreign>()).object
    }))
}

/// What tvm-ffi calls the type of an object of its own that is in a box here.
///
/// # Errors
/// TypeError for an object that is no such box.
pub fn type_key(object: &ObjectRef) -> Result<String> {
    let foreign = foreign_in(object)?.ok_or_else(|| {
        Error::type_error(format!(
            "expected an object of tvm-ffi, which is a {FOREIGN_KEY} here, got {}",
            object.type_index().name()
        ))
    })?;
    let index = foreign.type_index();
    library()?
        .type_key(index)
        .ok_or_else(|| Error::internal_error(format!("tvm-ffi has no type {}", index.0)))
}

/// A box for an object of ours.
#[repr(C)]
struct Domestic {
    object: ObjectRef,
    /// Its own address is what the boxes of this library know each other by.
    mark: &'static Mark,
}

struct Mark(#[expect(dead_code, reason = "gives the mark an address of its own")] u8);

static MARK: Mark = Mark(0);

/// How the type of such a box is called there.
const DOMESTIC_KEY: &str = "tvmlike.Object";

/// The type index that tvm-ffi gave it.
fn domestic_index(library: &Library) -> Result<i32> {
    static INDEX: OnceCell<i32> = OnceCell::new();
    INDEX
        .get_or_try_init(|| match library.type_of_key(DOMESTIC_KEY) {
            index if index >= TypeIndex::OBJECT.0 => Ok(index),
            refused => Err(Error::runtime_error(format!(
                "tvm-ffi gave the type {DOMESTIC_KEY} the index {refused}"
            ))),
        })
        .copied()
}

/// Has an object of a type that the other side does not know cross.
pub(super) fn cross(value: &AnyView<'_>, way: Way) -> Result<Any> {
    let Some(object) = value.as_object() else {
        return Ok(Any::default());
    };
    // SAFETY: a living object.
    let object = unsafe { ObjectRef::from_borrowed(object) };
    match way {
        Way::ToUs => {
            if let Some(domestic) = memory::body_of::<Domestic>(&object)
                && ptr::eq(domestic.mark, &raw const MARK)
            {
                return Ok(object_value(domestic.object.clone()));
            }
            Ok(object_value(memory::make(foreign_index()?.0, Foreign { object })))
        }
        Way::ToThem => {
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
    Error::type_error(format!("an object of {name} cannot cross: {}", why.message()))
}
