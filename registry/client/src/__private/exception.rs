//! What `#[derive(Exception)]` and functions that return errors of other crates call.

use std::error::Error as StdError;
use std::marker::PhantomData;

pub use tvmlike_runtime::error::{Described, ExceptionClass};
use tvmlike_runtime::function::described::ResultSlot;
use tvmlike_runtime::{Any, Array, Error, IntoReturn, Map, Result, ToAny};

/// A type that `#[derive(Exception)]` declares.
pub trait ExceptionType: StdError + Send + Sync + 'static {
    /// The name of the base class.
    const BASE: &'static str;
    /// The attributes: their names and docs.
    const ATTRIBUTES: &'static [(&'static str, &'static str)];

    /// The attributes of an error, by name.
    fn attributes(&self) -> Vec<(&'static str, Any)>;
}

/// Describes an error if it is of a declared type.
pub fn describe_error<E: ExceptionType>(error: &(dyn StdError + 'static)) -> Option<Described> {
    let error = error.downcast_ref::<E>()?;
    let pairs = error.attributes();
    let attributes = (!pairs.is_empty()).then(|| {
        let map = Map::new(pairs.into_iter().map(|(name, value)| (name.to_any(), value)));
        map.as_object().clone().into_object()
    });
    Some(Described { attributes })
}

/// The value of an attribute. A number that a value cannot represent is None: an error is on its way already.
pub fn attribute(value: impl IntoReturn) -> Any {
    value.into_return().unwrap_or_default()
}

/// The description from which front ends make a class: `{"base": name, "attributes": [[name, doc], …]}`.
pub fn describe_exception<E: ExceptionType>() -> Map {
    let attributes = E::ATTRIBUTES.iter().map(|pair| (*pair).to_any());
    Map::new([
        ("base".to_any(), E::BASE.to_any()),
        ("attributes".to_any(), attributes.collect::<Array>().into()),
    ])
}

/// The type of a function's result, to choose how it is returned: the expansion calls `put` on a reference to it, and the compiler
/// takes the first of the traits below that has the method for the type. Rust has no impl for "every error but ours".
pub struct Returned<R>(PhantomData<R>);

/// The type of a value.
#[inline(always)]
pub fn returned<R>(_: &R) -> Returned<R> {
    Returned(PhantomData)
}

/// First: results whose error converts to [`Error`].
pub trait PutConverted<R> {
    /// Writes the result of a call.
    ///
    /// # Errors
    /// The error of the result, or OverflowError for a number that a value cannot represent.
    fn put(&self, result: R, slot: ResultSlot<'_>) -> Result<()>;
}

impl<R: IntoReturn> PutConverted<R> for &&Returned<R> {
    #[inline(always)]
    fn put(&self, result: R, slot: ResultSlot<'_>) -> Result<()> {
        result.return_into(slot)
    }
}

/// Then: results whose error refers to one of the standard library: `anyhow::Error`, `Box<dyn Error + Send + Sync>`.
pub trait PutShared<R> {
    /// As [`PutConverted::put`].
    ///
    /// # Errors
    /// As [`PutConverted::put`].
    fn put(&self, result: R, slot: ResultSlot<'_>) -> Result<()>;
}

impl<T, E> PutShared<Result<T, E>> for &Returned<Result<T, E>>
where
    T: IntoReturn,
    E: AsRef<dyn StdError + Send + Sync>,
{
    #[track_caller]
    fn put(&self, result: Result<T, E>, slot: ResultSlot<'_>) -> Result<()> {
        match result {
            Ok(value) => value.return_into(slot),
            Err(error) => Err(Error::from_std(error.as_ref())),
        }
    }
}

/// Last: `Box<dyn Error>`, which may not be sent to another thread. The bounds are those of the method, so that every `Result`
/// has it, and the compiler names the bound that fails.
pub trait PutBoxed {
    /// The value of the result.
    type Value;
    /// The error of the result.
    type Error;

    /// As [`PutConverted::put`].
    ///
    /// # Errors
    /// As [`PutConverted::put`].
    fn put(&self, result: Result<Self::Value, Self::Error>, slot: ResultSlot<'_>) -> Result<()>
    where
        Self::Value: IntoReturn,
        Self::Error: BoxedError;
}

impl<T, E> PutBoxed for Returned<Result<T, E>> {
    type Value = T;
    type Error = E;

    #[track_caller]
    fn put(&self, result: Result<T, E>, slot: ResultSlot<'_>) -> Result<()>
    where
        T: IntoReturn,
        E: BoxedError,
    {
        match result {
            Ok(value) => value.return_into(slot),
            Err(error) => Err(Error::from_std(error.get())),
        }
    }
}

/// A boxed error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a packed function",
    note = "supported errors: tvmlike::Error, what implements std::error::Error or converts to tvmlike::Error, Box<dyn std::error::Error>, \
            anyhow::Error"
)]
pub trait BoxedError {
    /// The error itself.
    fn get(&self) -> &(dyn StdError + 'static);
}

impl BoxedError for Box<dyn StdError> {
    fn get(&self) -> &(dyn StdError + 'static) {
        &**self
    }
}

impl BoxedError for Box<dyn StdError + Send> {
    fn get(&self) -> &(dyn StdError + 'static) {
        &**self
    }
}
