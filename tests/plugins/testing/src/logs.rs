//! Log records, by the crates `log` and `tracing`.

use std::thread;

use tvmlike::prelude::*;

/// Forwards the records of this plugin to the front end.
#[packed_func("testing.forward_logs")]
fn forward_logs() -> Result<()> {
    tvmlike::log::forward(log::LevelFilter::Trace)
}

/// Logs a message at a level, by its name.
#[packed_func("testing.log")]
fn log_message(level: &str, message: &str) -> Result<()> {
    let level = level
        .parse::<log::Level>()
        .map_err(|error| Error::value_error(error.to_string()))?;
    log::log!(target: "testing::messages", level, "{message}");
    Ok(())
}

/// Logs a message from another thread.
#[packed_func("testing.log_in_thread", release_gil)]
fn log_in_thread(message: String) -> Result<()> {
    thread::spawn(move || log::warn!("{message}"))
        .join()
        .map_err(|_| Error::internal_error("the thread panicked"))
}

/// Emits an event of `tracing`.
#[packed_func("testing.trace_event")]
fn trace_event(size: i64) {
    tracing::info!(size, "allocated");
}
