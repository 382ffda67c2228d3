//! Where the work of a thread leaves its words, and what its programs take for the folder of temporary files.
//!
//! Steps of the tests run side by side, each on a thread of its own. Invariant: what such a thread says by [`say!`] and
//! what its programs print are in one file, in the order in which they came about, and nothing of another step is in
//! it. A thread that entered nothing, as in every other command, says all at once on the terminal.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::process::{Explain, Result};

/// What a thread works in.
#[derive(Default)]
pub(crate) struct Surroundings {
    /// Takes what is said and printed; the terminal does where there is none.
    pub(crate) output: Option<File>,
    /// Programs make their temporary files in it; None leaves it as the user has it.
    pub(crate) temp: Option<PathBuf>,
}

thread_local! {
    static CURRENT: RefCell<Surroundings> = RefCell::default();
}

/// Prints a line where the words of this thread go.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::surroundings::print(&format!("{}\n", format_args!($($part)*)))
    };
}
pub(crate) use say;

/// Sets them for the rest of this thread.
pub(crate) fn enter(surroundings: Surroundings) {
    CURRENT.set(surroundings);
}

/// Prints a text where the words of this thread go.
pub(crate) fn print(text: &str) {
    CURRENT.with_borrow_mut(|current| match &mut current.output {
        // A disk that is full must not end the step: what it was to find out is still told by its outcome.
        Some(file) => drop(file.write_all(text.as_bytes())),
        None => print!("{text}"),
    });
}

/// Stdout and stderr of a program whose output is shown.
pub(crate) fn streams() -> Result<(Stdio, Stdio)> {
    CURRENT.with_borrow(|current| match &current.output {
        None => Ok((Stdio::inherit(), Stdio::inherit())),
        Some(file) => {
            let again = || file.try_clone().explain("cannot hand on the file of the output");
            Ok((again()?.into(), again()?.into()))
        }
    })
}

/// Tells a program where temporary files go.
pub(crate) fn tell(command: &mut Command) {
    CURRENT.with_borrow(|current| {
        if let Some(temp) = &current.temp {
            command.env("TMPDIR", temp);
            // It would be preferred where what processes know of one another is concerned.
            command.env_remove("XDG_RUNTIME_DIR");
        }
    });
}
