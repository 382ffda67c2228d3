//! How a parameter's default is shown in the signature record: as a value where its type becomes one, else as it stands
//! in the source. `DefaultOf(default).shown(source)` finds the first that applies, since a method that takes the receiver
//! as it is comes before one that borrows it.

use tvmlike_runtime::{Any, IntoReturn, ToAny};

/// A default, of whatever type.
pub struct DefaultOf<T>(pub T);

/// For types that become values.
pub trait DefaultAsValue {
    /// The default as a value.
    fn shown(self, source: &str) -> Any;
}

/// For all other types.
pub trait DefaultAsSource {
    /// The default as text.
    fn shown(self, source: &str) -> Any;
}

impl<T: IntoReturn> DefaultAsValue for DefaultOf<T> {
    fn shown(self, source: &str) -> Any {
        self.0.into_return().unwrap_or_else(|_| as_source(source))
    }
}

impl<T> DefaultAsSource for &DefaultOf<T> {
    fn shown(self, source: &str) -> Any {
        as_source(source)
    }
}

fn as_source(source: &str) -> Any {
    match source {
        "None" => Any::default(),
        source => source.to_any(),
    }
}
