//! Errors: what could not be compiled, and where it stands in the program.

use std::fmt;

use tvmlike_ir::{Context, Location, Op};

/// Why a module was not compiled.
#[derive(Clone, Debug)]
pub struct EngineError {
    /// The location of the operation at fault, if there is one.
    pub location: Option<Location>,
    /// What is wrong, without the location.
    pub message: String,
}

impl EngineError {
    /// An error without a location.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            location: None,
            message: message.into(),
        }
    }

    /// An error about an operation, which the message names.
    pub fn about(context: &Context, op: Op, message: impl fmt::Display) -> Self {
        let name = op.name(context).text(context);
        Self {
            location: Some(op.location(context)),
            message: format!("'{name}': {message}"),
        }
    }

    /// The message with the location before it.
    pub fn text(&self, context: &Context) -> String {
        match self.location {
            Some(location) => format!("{}: {}", location_text(context, location), self.message),
            None => self.message.clone(),
        }
    }
}

/// A location for people: `file:line:column` where there is one.
pub fn location_text(context: &Context, location: Location) -> String {
    match location.file_position(context) {
        Some(position) => {
            let file = position.file.text(context);
            format!("{file}:{}:{}", position.line, position.column)
        }
        None => tvmlike_text::location_to_string(context, location).unwrap_or_else(|_| "loc(?)".to_owned()),
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EngineError {}

/// The result of what can fail to compile.
pub type Result<T> = std::result::Result<T, EngineError>;
