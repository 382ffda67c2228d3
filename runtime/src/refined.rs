//! The most refined type of an object: what it is beyond the type in its header.
//!
//! A refinement is a type without objects of its own: its objects are those of another type for which a predicate holds.
//! Which refinements there are is known to the host's registry, which is asked by a function that it sets here, or through
//! its table. Invariant: no predicate is asked of objects of a type that nothing refines.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::error::Result;
use crate::host;
use crate::object::ObjectRef;
use crate::type_index::TypeIndex;

/// Finds the most refined type of an object.
pub type Find = fn(&ObjectRef) -> Result<TypeIndex>;

static FIND: OnceLock<Find> = OnceLock::new();

/// Sets what finds the most refined type, once there are refinements. In the host only; the first one stays.
#[doc(hidden)]
pub fn set_find(find: Find) {
    // Every caller passes the same function.
    let _ = FIND.set(find);
}

/// The most refined type of an object; the type in its header where nothing refines that.
///
/// # Errors
/// What a predicate fails with.
pub fn type_of(object: &ObjectRef) -> Result<TypeIndex> {
    if let Some(table) = host::connected() {
        let mut index = 0;
        // SAFETY: a living object, and a place that is valid for the call.
        let status = unsafe { (table.object_refined_type)(object.as_raw(), &mut index) };
        return crate::error::status(status).map(|()| TypeIndex(index));
    }
    FIND.get()
        .map_or_else(|| Ok(object.type_index()), |find| find(object))
}

/// How messages call an object: by its most refined type, or by that in its header where a predicate fails.
pub(crate) fn name_of(object: &ObjectRef) -> Cow<'static, str> {
    type_of(object).unwrap_or_else(|_| object.type_index()).name()
}
