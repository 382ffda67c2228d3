//! What the user typed.

use std::path::PathBuf;

use crate::error::Error;

/// How the user started a command.
pub(crate) struct Invocation {
    /// The arguments after the command's name.
    pub(crate) args: Vec<String>,
    /// The user's working directory: the user's paths are relative to it.
    pub(crate) from: PathBuf,
}

/// Returns the error for an unknown argument.
pub(crate) fn unknown(arg: &str) -> Error {
    Error::new(format!("unknown argument `{arg}`; see --help"))
}
