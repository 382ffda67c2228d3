//! The default of a parameter in the signature record: a value if its type converts to one, otherwise its source text.
//! `DefaultOf(default).shown(source)` selects the method: Rust prefers a method that takes the receiver by value to one that
//! borrows it.

use tvmlike_runtime::{Any, IntoReturn, ToAny};

/// A default of any type.
pub struct DefaultOf<T>(pub T);

/// For types that convert to values.
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
