//! Implicit arguments: the context and the location that are current on the calling thread.
//!
//! A location and an insertion point make their context current, too, so that the current context is always that of the
//! innermost scope. Invariant: a current location or insertion point of another context than the current one is not used.

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::current::{self, Implicit};
use tvmlike_runtime::signature::TypeRecord;
use tvmlike_runtime::{AnyView, FromArg};

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

/// A location that was passed, or else the current one, which is looked up when it is needed.
#[derive(Default)]
pub(crate) struct GivenLocation(pub(crate) Option<ObjectPtr<Location>>);

impl FromArg<'_> for GivenLocation {
    const TYPE: TypeRecord = <ObjectPtr<Location> as FromArg<'_>>::TYPE;

    fn from_arg(value: &AnyView<'_>) -> std::result::Result<Self, Mismatch> {
        ObjectPtr::from_arg(value).map(|location| Self(Some(location)))
    }
}

impl Implicit for GivenLocation {
    const TYPE: TypeRecord = <Option<ObjectPtr<Location>> as FromArg<'_>>::TYPE;

    fn current(_function: &str, _position: usize, _parameter: &str) -> Result<Self> {
        Ok(Self(None))
    }
}

/// The current location, if it belongs to the current context.
pub(crate) fn current_location() -> Option<ObjectPtr<Location>> {
    let location: ObjectPtr<Location> = object()?;
    let context: ObjectPtr<Context> = object()?;
    location.context.same_as(&context).then_some(location)
}

/// A location: the given one or the current one.
pub(crate) fn location(given: GivenLocation) -> Result<ObjectPtr<Location>> {
    given.0.or_else(current_location).ok_or_else(no_location)
}

/// The error of a call that needs a location.
#[cold]
pub(crate) fn no_location() -> Error {
    Error::runtime_error(
        "An MLIR function requires a Location but none was provided in the call or from the surrounding environment. \
         Either pass to the function with a 'loc=' argument or establish a default using 'with loc:'",
    )
}
