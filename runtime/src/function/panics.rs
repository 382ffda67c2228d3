//! Panics as errors: what they say, where they were, and that they are not printed.
//!
//! A panic inside a packed function becomes the error of the call, so the message that Rust prints by default would
//! only be noise on the caller's terminal. Whether a panic is inside one is asked of the stack when it has happened:
//! calls pay nothing for it. Invariant: a panic that no packed function catches is printed as before.

use std::any::Any as Payload;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use crate::error::{Error, ErrorKind, ErrorParts, stacks_wanted};

#[cfg(target_os = "linux")]
#[path = "panics/linux.rs"]
mod platform;

#[cfg(not(target_os = "linux"))]
#[path = "panics/plain.rs"]
mod platform;

/// The error that stands for a panic that was caught in `name`: an InternalError with its message, and its place where the
/// hook of [`note_panic_places`] has seen it.
#[cold]
#[inline(never)]
pub fn panic_error(name: &str, payload: Box<dyn Payload + Send>) -> Error {
    let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "a panic without a message".to_owned(),
    };
    drop_payload(payload);
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::INTERNAL_ERROR),
        message: format!("{name} panicked: {message}").into(),
        backtrace: PLACE
            .try_with(|place| std::mem::take(&mut *place.borrow_mut()))
            .unwrap_or_default(),
        ..ErrorParts::default()
    })
}

/// Drops a panic's payload. One whose own drop panics must not unwind: what comes out of that leaks instead, unless
/// it is plain text.
pub(crate) fn drop_payload(payload: Box<dyn Payload + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload)))
        && !again.is::<&str>()
        && !again.is::<String>()
    {
        std::mem::forget(again);
    }
}

thread_local! {
    /// Where the last panic on this thread was, as a frame line.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes errors that stand for panics tell where the panic was, and keeps such panics from being printed. It puts a
/// panic hook before the present one, which goes on being called for all other panics; libtvmlike and plugins do this
/// for their own copy of the standard library.
///
/// Where `TVMLIKE_BACKTRACE` asks for native stacks, all panics are printed as before: the stack of the error begins
/// where the panic was caught, and the hook alone sees the rest, which it prints where `RUST_BACKTRACE` is set too.
pub fn note_panic_places() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let next = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if let Some(place) = info.location() {
                let line = format!("  File \"{}\", line {}, in rust\n", place.file(), place.line());
                let _ = PLACE.try_with(|last| last.replace(line));
            }
            if stacks_wanted() || !platform::inside_guard() {
                next(info);
            }
        }));
    });
}
