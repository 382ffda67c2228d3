//! Errors of commands and of steps.

use std::fmt::Display;

/// The message of a failed xtask command.
#[derive(Debug, Clone)]
pub(crate) struct Error(String);

/// The result type of xtask.
pub(crate) type Result<T = ()> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Error {
        Error(message.into())
    }

    /// Returns an error that was printed already.
    pub(crate) fn reported() -> Error {
        Error(String::new())
    }

    /// Whether the error was printed already.
    pub(crate) fn is_reported(&self) -> bool {
        self.0.is_empty()
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Adds the failed operation to an error of the operating system.
pub(crate) trait Context<T> {
    /// Prefixes the error's message with `what`.
    fn context(self, what: impl Display) -> Result<T>;
}

impl<T, E: Display> Context<T> for std::result::Result<T, E> {
    fn context(self, what: impl Display) -> Result<T> {
        self.map_err(|error| Error(format!("{what}: {error}")))
    }
}
