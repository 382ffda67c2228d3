//! The output file and the temporary directory of a test step.
//!
//! Test steps run in parallel, each on its own thread. Invariant: a step's output file contains exactly what the step
//! prints with [`log!`] and what its programs print, in chronological order. A thread without a `StepEnv`, as in every
//! other command, prints to the terminal.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::error::{Context, Result};

/// The environment of one thread.
#[derive(Default)]
pub(crate) struct StepEnv {
    /// Receives all output; `None` prints to the terminal.
    pub(crate) output: Option<File>,
    /// `TMPDIR` of the programs; `None` keeps the user's setting.
    pub(crate) temp: Option<PathBuf>,
}

thread_local! {
    static CURRENT: RefCell<StepEnv> = RefCell::default();
}

/// Prints a line to this thread's output.
macro_rules! log {
    ($($part:tt)*) => {
        $crate::step_env::print(&format!("{}\n", format_args!($($part)*)))
    };
}
pub(crate) use log;

/// Sets the environment for the rest of this thread.
pub(crate) fn enter(step_env: StepEnv) {
    CURRENT.set(step_env);
}

/// Prints a text to this thread's output.
pub(crate) fn print(text: &str) {
    CURRENT.with_borrow_mut(|current| match &mut current.output {
        // A full disk must not end the step: its outcome is reported anyway.
        Some(file) => drop(file.write_all(text.as_bytes())),
        None => print!("{text}"),
    });
}

/// Returns stdout and stderr for a program whose output is shown.
pub(crate) fn streams() -> Result<(Stdio, Stdio)> {
    CURRENT.with_borrow(|current| match &current.output {
        None => Ok((Stdio::inherit(), Stdio::inherit())),
        Some(file) => {
            let duplicate = || file.try_clone().context("cannot duplicate the output file");
            Ok((duplicate()?.into(), duplicate()?.into()))
        }
    })
}

/// Sets the temporary directory of a program.
pub(crate) fn apply(command: &mut Command) {
    CURRENT.with_borrow(|current| {
        if let Some(temp) = &current.temp {
            command.env("TMPDIR", temp);
            // Processes prefer this directory to TMPDIR for the files that they share.
            command.env_remove("XDG_RUNTIME_DIR");
        }
    });
}
