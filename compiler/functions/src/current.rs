//! Implicit arguments: the context and the location that are current on the calling thread.
//!
//! A location and an insertion point make their context current, too, so that the current context is always that of the
//! innermost scope. Invariant: a current location or insertion point of another context than the current one is not used.

use tvmlike_runtime::current;
pub(crate) use tvmlike_runtime::current::current as object;

use crate::api::*;
use crate::handles::{Context, Location};

/// Begins the scopes of some objects, outermost first.
pub(crate) fn push(objects: &[&ObjectRef]) -> Result<()> {
    for (begun, object) in objects.iter().enumerate() {
        if let Err(error) = current::push(object) {
            for object in objects[..begun].iter().rev() {
                current::pop(object)?;
            }
            return Err(error);
        }
    }
    Ok(())
}

/// Ends the scopes of some objects, innermost last.
pub(crate) fn pop(objects: &[&ObjectRef]) -> Result<()> {
    objects.iter().rev().try_for_each(|object| current::pop(object))
}

/// A context: the given one or the current one.
pub(crate) fn context(given: Option<ObjectPtr<Context>>) -> Result<ObjectPtr<Context>> {
    given.or_else(object).ok_or_else(|| {
        Error::runtime_error(
            "An MLIR function requires a Context but none was provided in the call or from the surrounding environment. \
             Either pass to the function with a 'context=' argument or establish a default using 'with Context():'",
        )
    })
}

/// The current location, if it belongs to the current context.
pub(crate) fn current_location() -> Option<ObjectPtr<Location>> {
    let location: ObjectPtr<Location> = object()?;
    let context: ObjectPtr<Context> = object()?;
    location.context.same_as(&context).then_some(location)
}

/// A location: the given one or the current one.
pub(crate) fn location(given: Option<ObjectPtr<Location>>) -> Result<ObjectPtr<Location>> {
    given.or_else(current_location).ok_or_else(|| {
        Error::runtime_error(
            "An MLIR function requires a Location but none was provided in the call or from the surrounding environment. \
             Either pass to the function with a 'loc=' argument or establish a default using 'with loc:'",
        )
    })
}
