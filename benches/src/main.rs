//! Side-by-side benchmarks of calls, objects, look-ups and registrations.
//!
//! Absolute times vary on a noisy machine. So all rows of a table are measured in turns in one run, and each row reports the
//! median of its ratios to the first row.

mod calls;
mod load;
mod lookup;
mod lookup_threads;
mod measure;
mod native;
mod objects;

use std::path::PathBuf;
use std::process::ExitCode;

/// The folder of the built libraries.
fn libraries() -> PathBuf {
    std::env::current_exe()
        .ok()
        .and_then(|exe| Some(exe.parent()?.to_owned()))
        .unwrap_or_else(|| PathBuf::from("."))
}

fn main() -> ExitCode {
    let result = calls::run()
        .and_then(|()| objects::run())
        .and_then(|()| native::run())
        .and_then(|()| lookup::run())
        .and_then(|()| lookup_threads::run())
        .and_then(|()| load::run());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
