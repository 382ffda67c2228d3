//! Records of the crate `log`, and of `tracing` with its feature `log`, for the logging of the host's front end.
//!
//! A record is one call of the packed function [`SINK`], which a front end registers: in Python, `tvmlike.forward_logs()`
//! does. Invariant: without that function a record costs a look-up, and a failing or logging sink never fails or calls
//! itself through the code that logs.

use std::cell::Cell;

use log::{Level, LevelFilter, Log, Metadata, Record};
use tvmlike_runtime::{Error, Result};

use crate::access::find;

/// The packed function that receives each record: `(level, target, message, file, line)`. Levels are Python's numbers: 40 for
/// errors, 30 for warnings, 20 for information, 10 for debugging, and 5 for traces. A record without a place has an empty file.
pub const SINK: &str = "log.write";

thread_local! {
    static WRITING: Cell<bool> = const { Cell::new(false) };
}

struct Forwarder;

impl Log for Forwarder {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let Some(sink) = find(SINK) else { return };
        // Before the mark is set, because formatting runs the caller's code, which may panic.
        let message = record.args().to_string();
        // A sink that logs would be called for its own records for ever.
        if WRITING.replace(true) {
            return;
        }
        let level: i64 = match record.level() {
            Level::Error => 40,
            Level::Warn => 30,
            Level::Info => 20,
            Level::Debug => 10,
            Level::Trace => 5,
        };
        let (file, line) = (record.file().unwrap_or(""), i64::from(record.line().unwrap_or(0)));
        // `log` has no place for an error, and the code that logs has not failed.
        let _ = sink.call((level, record.target(), message.as_str(), file, line));
        WRITING.set(false);
    }

    fn flush(&self) {}
}

/// Forwards this library's records of `log` up to a level to the host's front end, and drops them while it registers no sink.
///
/// Each library has its own logger, so a plugin calls this once for itself, for example in the first function of its
/// `plugin!`. Records that the sink itself causes on the same thread are dropped.
///
/// ```
/// tvmlike::log::forward(log::LevelFilter::Info)?;
/// log::info!("loaded {} kernels", 12);
/// assert!(tvmlike::log::forward(log::LevelFilter::Info).is_err());
/// # Ok::<(), tvmlike::Error>(())
/// ```
///
/// # Errors
/// The library has a logger already.
pub fn forward(most: LevelFilter) -> Result<()> {
    log::set_logger(&Forwarder)
        .map_err(|_| Error::runtime_error("log::forward: this library has a logger already"))?;
    log::set_max_level(most);
    Ok(())
}
