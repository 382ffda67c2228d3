//! Panics as errors: their message and location, and not printing them.
//!
//! A panic inside a packed function becomes the error of the call, so Rust's default message on the terminal would only
//! be noise. Whether a packed function will catch a panic is found by walking the stack when the panic happens: calls
//! pay nothing for it. Invariant: a panic that no packed function catches is printed as usual.

use std::any::Any as Payload;
use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use crate::error::{Error, ErrorKind, ErrorParts, stacks_wanted};
use crate::payload::{OutOfMemory, drop_payload};

#[cfg(target_os = "linux")]
#[path = "panics/linux.rs"]
mod platform;

#[cfg(not(target_os = "linux"))]
#[path = "panics/plain.rs"]
mod platform;

/// The error for a panic that was caught in `name`: an InternalError with its message, and its location if the hook of
/// [`note_panic_places`] has recorded it. For an allocation without memory it is a MemoryError.
#[cold]
#[inline(never)]
pub fn panic_error(name: &str, payload: Box<dyn Payload + Send>) -> Error {
    if let Some(OutOfMemory(bytes)) = payload.downcast_ref() {
        let message = format!("{name}: cannot allocate {bytes} bytes");
        return Error::new(ErrorKind::MEMORY_ERROR, message);
    }
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

thread_local! {
    /// The location of the last panic on this thread, as a frame line.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Records the location of panics for their errors, and keeps panics that become errors from being printed. Installs a
/// panic hook in front of the present one, which is still called for all other panics; libtvmlike and plugins each do
/// this for their own copy of the standard library.
///
/// If `TVMLIKE_BACKTRACE` requests native stacks, all panics are printed as usual: the error's stack begins where the
/// panic was caught, and only the hook sees the rest, which it prints if `RUST_BACKTRACE` is set too.
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
