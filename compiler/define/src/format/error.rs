//! Why a format is refused.

use std::fmt;

/// Why a format is refused, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    place: Option<usize>,
    message: String,
    remedy: Option<String>,
}

impl FormatError {
    pub(crate) fn new(place: usize, message: impl Into<String>) -> Self {
        Self {
            place: Some(place),
            ..Self::about_all(message)
        }
    }

    /// An error about the format as a whole, or one whose message names the element.
    pub(crate) fn about_all(message: impl Into<String>) -> Self {
        Self {
            place: None,
            message: message.into(),
            remedy: None,
        }
    }

    pub(crate) fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// The offset in the text of the format; `None` if the message names what is wrong.
    pub fn place(&self) -> Option<usize> {
        self.place
    }

    /// The message, in MLIR's words.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it.
    pub fn remedy(&self) -> Option<&str> {
        self.remedy.as_deref()
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "byte {place} of the assembly format: {}", self.message)?,
            None => write!(f, "assembly format: {}", self.message)?,
        }
        match &self.remedy {
            Some(remedy) => write!(f, "; {remedy}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for FormatError {}
