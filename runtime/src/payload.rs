//! The payloads of caught panics.

use std::any::Any as Payload;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Drops a panic's payload. A payload whose drop panics must not unwind: that second payload leaks, unless it is plain
/// text.
pub(crate) fn drop_payload(payload: Box<dyn Payload + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload)))
        && !again.is::<&str>()
        && !again.is::<String>()
    {
        std::mem::forget(again);
    }
}
