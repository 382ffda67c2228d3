//! Errors of signature texts as errors of the runtime.

use tvmlike_runtime::{Error, ErrorKind};
use tvmlike_syntax::{ErrorKind as SyntaxKind, SyntaxError};

/// The error as `what:line:column: message`, with the line and a caret below: a ValueError, or a NotImplementedError for
/// valid text that is not supported.
#[cold]
pub(crate) fn refuse(what: &str, error: &SyntaxError) -> Error {
    let kind = match error.kind() {
        SyntaxKind::Invalid => ErrorKind::VALUE_ERROR,
        SyntaxKind::Unsupported => ErrorKind::NOT_IMPLEMENTED_ERROR,
    };
    Error::new(kind, error.in_source(what))
}
