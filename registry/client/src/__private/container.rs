//! What `#[methods(sequence)]` and `#[methods(mapping)]` call.

use std::fmt::Debug;

use tvmlike_runtime::signature::Signature;
use tvmlike_runtime::{Error, Result};

/// What `len` of a sequence returns: a number, or an error instead.
pub trait Length {
    /// The number.
    ///
    /// # Errors
    /// The reason why there is none.
    fn checked(self) -> Result<usize>;
}

impl Length for usize {
    #[inline(always)]
    fn checked(self) -> Result<usize> {
        Ok(self)
    }
}

impl<E: Into<Error>> Length for std::result::Result<usize, E> {
    #[inline(always)]
    fn checked(self) -> Result<usize> {
        self.map_err(Into::into)
    }
}

/// The index of an item from one that may count from the end.
///
/// # Errors
/// IndexError for an index out of range.
#[inline(always)]
pub fn item_index(index: i64, len: usize, signature: &'static Signature) -> Result<usize> {
    // A length beyond i64 is none of anything in memory.
    let from_begin = if index < 0 {
        index.saturating_add(len as i64)
    } else {
        index
    };
    match usize::try_from(from_begin) {
        Ok(at) if at < len => Ok(at),
        _ => Err(out_of_range(index, len, signature)),
    }
}

#[cold]
#[inline(never)]
fn out_of_range(index: i64, len: usize, signature: &Signature) -> Error {
    Error::index_error(format!(
        "{}: index {index} is out of range for length {len}",
        class_of(signature)
    ))
}

/// There is no item where there should be one.
#[cold]
#[inline(never)]
pub fn no_item(signature: &'static Signature) -> Error {
    Error::index_error(format!("{}: there is no item at this index", class_of(signature)))
}

/// There is no such key, which is shown where it can be.
#[cold]
#[inline(never)]
pub fn no_key(key: Option<String>, signature: &'static Signature) -> Error {
    let key = key.map_or_else(String::new, |key| format!(" {key}"));
    Error::key_error(format!("{}: there is no key{key}", class_of(signature)))
}

/// The class of a member, `Operands` of `Operands.__getitem__`.
fn class_of(signature: &Signature) -> &str {
    signature
        .name
        .rsplit_once('.')
        .map_or(signature.name, |(class, _)| class)
}

/// A key, as far as it can be shown: `(&Shown(&key)).shown()` with both traits in scope.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

/// Keys that can be shown.
pub trait ShowsDebug {
    /// The text.
    fn shown(&self) -> Option<String>;
}

impl<T: Debug + ?Sized> ShowsDebug for Shown<'_, T> {
    fn shown(&self) -> Option<String> {
        Some(format!("{:?}", self.0))
    }
}

/// Those that cannot.
pub trait ShowsNothing {
    /// Nothing.
    fn shown(&self) -> Option<String>;
}

impl<T: ?Sized> ShowsNothing for &Shown<'_, T> {
    fn shown(&self) -> Option<String> {
        None
    }
}
