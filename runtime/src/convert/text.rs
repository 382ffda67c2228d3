//! Strings and byte strings.

use std::borrow::Cow;

use super::{FromArg, LARGE, Mismatch, ToAny};
use crate::bytes::Bytes;
use crate::error::{Error, Result};
use crate::result_slot::ResultSlot;
use crate::signature::record::TypeRecord;
use crate::string::String as TvmString;
use crate::value::{Any, AnyView};

#[inline]
fn text<'a>(value: &'a AnyView<'a>) -> Result<&'a str, Mismatch> {
    match value.as_str() {
        Some(Ok(text)) => Ok(text),
        Some(Err(error)) => Err(Mismatch::Failed(Error::value_error(format!(
            "the text is not UTF-8: {error}"
        )))),
        None => Err(Mismatch::wrong_type(TypeRecord::Str, value)),
    }
}

impl<'a> FromArg<'a> for &'a str {
    const TYPE: TypeRecord = TypeRecord::Str;

    #[inline]
    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        text(value)
    }
}

impl FromArg<'_> for String {
    const TYPE: TypeRecord = TypeRecord::Str;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        let text = text(value)?;
        if text.len() < LARGE {
            return Ok(text.to_owned());
        }
        let mut copy = Self::new();
        // With room for the NUL behind a result.
        copy.try_reserve_exact(text.len() + 1)
            .map_err(|_| Mismatch::no_memory(text.len()))?;
        copy.push_str(text);
        Ok(copy)
    }
}

impl<'a> FromArg<'a> for Cow<'a, str> {
    const TYPE: TypeRecord = TypeRecord::Str;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        text(value).map(Cow::Borrowed)
    }
}

impl FromArg<'_> for char {
    const TYPE: TypeRecord = TypeRecord::Char;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        let text = match value.as_str() {
            Some(_) => text(value)?,
            None => return Err(Mismatch::wrong_type(TypeRecord::Char, value)),
        };
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(Mismatch::Failed(Error::value_error(format!(
                "expected one character, got {}",
                text.chars().count()
            )))),
        }
    }
}

impl ToAny for char {
    const TYPE: TypeRecord = TypeRecord::Char;

    fn to_any(self) -> Any {
        (&*self.encode_utf8(&mut [0; 4])).to_any()
    }
}

impl FromArg<'_> for TvmString {
    const TYPE: TypeRecord = TypeRecord::Str;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        // Keeps the string object instead of copying it; its text was just checked.
        text(value)?;
        value
            .to_owned()
            .map(Self::from_any_unchecked)
            .map_err(Mismatch::Failed)
    }
}

impl<'a> FromArg<'a> for &'a [u8] {
    const TYPE: TypeRecord = TypeRecord::Bytes;

    #[inline]
    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        value
            .as_bytes()
            .ok_or_else(|| Mismatch::wrong_type(TypeRecord::Bytes, value))
    }
}

impl FromArg<'_> for Bytes {
    const TYPE: TypeRecord = TypeRecord::Bytes;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.as_bytes().is_none() {
            return Err(Mismatch::wrong_type(TypeRecord::Bytes, value));
        }
        value
            .to_owned()
            .map(Self::from_any_unchecked)
            .map_err(Mismatch::Failed)
    }
}

macro_rules! to_any {
    ($record:ident, $through:ident: $($type:ty),*) => {$(
        impl ToAny for $type {
            const TYPE: TypeRecord = TypeRecord::$record;

            fn to_any(self) -> Any {
                $through::new(AsRef::as_ref(&self)).into()
            }
        }
    )*};
}

to_any!(Str, TvmString: &str);
to_any!(Bytes, Bytes: &[u8]);

impl ToAny for String {
    const TYPE: TypeRecord = TypeRecord::Str;

    fn to_any(self) -> Any {
        TvmString::from(self).into()
    }

    // Cloning first would allocate, copy a second time, and free.
    #[inline(never)]
    fn copy_into(&self, slot: ResultSlot<'_>) {
        slot.put(TvmString::new(self).into());
    }
}

impl ToAny for Cow<'_, str> {
    const TYPE: TypeRecord = TypeRecord::Str;

    fn to_any(self) -> Any {
        match self {
            Self::Borrowed(text) => text.to_any(),
            Self::Owned(text) => text.to_any(),
        }
    }
}

impl ToAny for TvmString {
    const TYPE: TypeRecord = TypeRecord::Str;

    fn to_any(self) -> Any {
        self.into()
    }
}

impl ToAny for Bytes {
    const TYPE: TypeRecord = TypeRecord::Bytes;

    fn to_any(self) -> Any {
        self.into()
    }
}
