//! Errors of this crate, and the diagnostics that belong to them.

use std::cell::RefCell;
use std::fmt::Display;

use tvmlike::packed_func;
use tvmlike_ir as ir;

use crate::api::*;
use crate::context::Context;
use crate::diagnostics::DiagnosticInfo;

/// The kind of the errors that have diagnostics; the class in Python.
const KIND: &str = "MLIRError";

thread_local! {
    /// What the last error of the kind on this thread was made from.
    static LAST: RefCell<Option<(String, Vec<DiagnosticInfo>)>> = const { RefCell::new(None) };
}

/// A ValueError with a message of the IR.
pub(crate) fn value_error(message: impl Display) -> Error {
    Error::value_error(message.to_string())
}

/// An error with the diagnostics that say why.
pub(crate) fn with_diagnostics(
    context: &ObjectPtr<Context>,
    message: &str,
    diagnostics: Vec<ir::Diagnostic>,
) -> Error {
    let infos: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| DiagnosticInfo::new(context, diagnostic))
        .collect();
    let mut text = message.to_owned();
    if !infos.is_empty() {
        text.push(':');
    }
    for info in &infos {
        info.describe(&mut text, 0);
    }
    if context.emit_error_diagnostics() {
        for diagnostic in &diagnostics {
            context.core.emit(diagnostic);
        }
    }
    LAST.set(Some((message.to_owned(), infos)));
    Error::new(KIND, text)
}

/// An error with one diagnostic at a location.
pub(crate) fn at(
    context: &ObjectPtr<Context>,
    message: &str,
    location: ir::Location,
    diagnostic: impl Into<String>,
) -> Error {
    let diagnostic = ir::Diagnostic::new(ir::Severity::Error, location, diagnostic);
    with_diagnostics(context, message, vec![diagnostic])
}

/// The message and the diagnostics of the error with a text, if that was the last one on this thread; for the exception
/// that a front end makes of it.
#[packed_func("ir._take_error")]
fn take_error(text: &str) -> Option<(String, List<ObjectPtr<DiagnosticInfo>>)> {
    let (message, infos) = LAST.take()?;
    text.starts_with(&message)
        .then(|| (message, infos.into_iter().map(ObjectPtr::new).collect()))
}
