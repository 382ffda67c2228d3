//! Lists that a front end returns as its own: in Python a `list` instead of an immutable Array.

use super::{FromArg, Mismatch, ToAny};
use crate::signature::record::TypeRecord;
use crate::value::{Any, AnyView};

/// A list that belongs to the caller when it is returned. As an argument it is a `Vec<T>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnList<T>(pub Vec<T>);

impl<T> Default for OwnList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<T> for OwnList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T> From<Vec<T>> for OwnList<T> {
    fn from(items: Vec<T>) -> Self {
        Self(items)
    }
}

impl<T: for<'a> FromArg<'a>> FromArg<'_> for OwnList<T> {
    const TYPE: TypeRecord = TypeRecord::OwnList(&<T as FromArg<'static>>::TYPE);

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        Vec::from_arg(value).map(Self)
    }
}

impl<T: ToAny> ToAny for OwnList<T> {
    const TYPE: TypeRecord = TypeRecord::OwnList(&T::TYPE);

    fn to_any(self) -> Any {
        self.0.to_any()
    }
}
