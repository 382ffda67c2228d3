//! Durations. A `Duration` is passed as seconds: an int, a float, or an Array of whole seconds and nanoseconds.
//!
//! An int and an Array are exact. A float is rounded to the nearest nanosecond, as `Duration::from_secs_f64` does; up
//! to 2^22 seconds (48 days) a float can represent every nanosecond. A result is a float.

use std::time::Duration;

use super::{FromArg, Mismatch, ToAny};
use crate::error::Error;
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

impl FromArg<'_> for Duration {
    const TYPE: TypeRecord = TypeRecord::Duration;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        match value.kind() {
            TypeIndex::FLOAT => {
                let seconds = f64::from_arg(value)?;
                Self::try_from_secs_f64(seconds).map_err(|_| refused(format!("{seconds:?}"), seconds < 0.0))
            }
            TypeIndex::INT => {
                let seconds = i64::from_arg(value)?;
                let whole = u64::try_from(seconds).map_err(|_| refused(seconds.to_string(), true))?;
                Ok(Self::from_secs(whole))
            }
            TypeIndex::ARRAY | TypeIndex::LIST => match <(i64, i64)>::from_arg(value)? {
                (seconds @ 0.., nanoseconds @ 0..1_000_000_000) => {
                    Ok(Self::new(seconds as u64, nanoseconds as u32))
                }
                (seconds, nanoseconds) => {
                    Err(refused(format!("{seconds} s and {nanoseconds} ns"), seconds < 0))
                }
            },
            _ => Err(Mismatch::wrong_type(TypeRecord::Duration, value)),
        }
    }
}

/// The error for a number that is not a duration: negative, NaN or too large.
#[cold]
fn refused(seconds: String, negative: bool) -> Mismatch {
    Mismatch::Failed(Error::value_error(if negative {
        format!("a duration must not be negative, got {seconds}")
    } else {
        format!("{seconds} is not a duration: expected a finite number of seconds below 2^64")
    }))
}

impl ToAny for Duration {
    const TYPE: TypeRecord = TypeRecord::Duration;

    fn to_any(self) -> Any {
        self.as_secs_f64().to_any()
    }
}
