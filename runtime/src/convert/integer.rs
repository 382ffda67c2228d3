//! Integers of any size. One beyond 64 bits is passed as decimal text, which front ends convert to and from their own
//! large integers.

use std::str::FromStr;

use super::{FromArg, Mismatch, ToAny};
use crate::error::Error;
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// An integer of any size.
///
/// ```
/// use tvmlike_runtime::convert::Integer;
///
/// let large: Integer = "-1267650600228229401496703205376".parse()?;
/// assert_eq!(large.to_string(), "-1267650600228229401496703205376");
/// assert_eq!("-0042".parse::<Integer>()?, Integer::from(-42));
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Integer(Repr);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Repr {
    Small(i64),
    /// Without a plus sign or leading zeros, beyond 64 bits.
    Large(Box<str>),
}

impl Integer {
    /// The number, if it has 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(value) => Some(value),
            Repr::Large(_) => None,
        }
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self(Repr::Small(value))
    }
}

impl FromStr for Integer {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if let Ok(value) = text.parse() {
            return Ok(Self(Repr::Small(value)));
        }
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Error::value_error(format!(
                "not an integer in decimal digits: {text:?}"
            )));
        }
        let digits = digits.trim_start_matches('0');
        let text = format!("{sign}{}", if digits.is_empty() { "0" } else { digits });
        Ok(Self(match text.parse() {
            Ok(value) => Repr::Small(value),
            Err(_) => Repr::Large(text.into()),
        }))
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Large(text) => f.write_str(text),
        }
    }
}

impl FromArg<'_> for Integer {
    const TYPE: TypeRecord = TypeRecord::Integer;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        match value.kind() {
            TypeIndex::INT | TypeIndex::BOOL => i64::from_arg(value).map(Self::from),
            _ => match <&str>::from_arg(value) {
                Ok(text) => text.parse().map_err(Mismatch::Failed),
                Err(_) => Err(Mismatch::wrong_type(TypeRecord::Integer, value)),
            },
        }
    }
}

impl ToAny for Integer {
    const TYPE: TypeRecord = TypeRecord::Integer;

    fn to_any(self) -> Any {
        match self.0 {
            Repr::Small(value) => value.to_any(),
            Repr::Large(text) => (*text).to_any(),
        }
    }
}
