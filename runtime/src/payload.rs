//! The payloads of caught panics, and that of an allocation without memory.

use std::any::Any as Payload;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The payload where this many bytes could not be allocated; guards make it a MemoryError.
pub(crate) struct OutOfMemory(pub(crate) usize);

/// Unwinds to the next guard, because so many bytes cannot be allocated. No panic hook is called.
#[cold]
pub(crate) fn out_of_memory(bytes: usize) -> ! {
    resume_unwind(Box::new(OutOfMemory(bytes)))
}

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
