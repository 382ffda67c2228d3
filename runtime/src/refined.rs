//! The most refined type of an object, beyond the type in its header.
//!
//! A refinement is a type without objects of its own: its objects are those of another type that a predicate accepts.
//! The host's registry knows all refinements; it sets a function here, which plugins call through the host's table.
//! Invariant: predicates are called only for objects of types that have a refinement.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::error::Result;
use crate::host;
use crate::object::ObjectRef;
use crate::type_index::TypeIndex;

/// Finds the most refined type of an object.
#[doc(hidden)]
pub type Find = fn(&ObjectRef) -> Result<TypeIndex>;

static FIND: OnceLock<Find> = OnceLock::new();

/// Sets the function, once there are refinements. In the host only; the first one stays.
#[doc(hidden)]
pub fn set_find(find: Find) {
    // Every caller passes the same function.
    let _ = FIND.set(find);
}

/// The most refined type of an object; the type in its header if nothing refines it.
///
/// # Errors
/// The error of a predicate that fails.
pub fn type_of(object: &ObjectRef) -> Result<TypeIndex> {
    if let Some(table) = host::connected() {
        let mut index = 0;
        // SAFETY: a live object, and a place that is valid for the call.
        let status = unsafe { (table.object_refined_type)(object.as_raw(), &mut index) };
        return crate::error::status(status).map(|()| TypeIndex(index));
    }
    FIND.get()
        .map_or_else(|| Ok(object.type_index()), |find| find(object))
}

/// The type name of an object in messages: its most refined type, or that in its header if a predicate fails.
pub(crate) fn name_of(object: &ObjectRef) -> Cow<'static, str> {
    type_of(object).unwrap_or_else(|_| object.type_index()).name()
}
