//! Errors as text, as DGL's front ends write and show it.
//!
//! They report an exception as the text of its traceback. Kind and message are parsed from it, so that other front ends raise the
//! right class. Invariant: reported text is shown again in full, with the frames that the error passed since.

use tvmlike::Error;
use tvmlike::error::{ErrorKind, ErrorParts};

const HEAD: &str = "Traceback (most recent call last):";

/// Makes an error from a traceback, from `Kind: message`, or from other text as a RuntimeError.
pub(crate) fn parse(text: &str) -> Error {
    let (kind, message, backtrace) =
        of_traceback(text)
            .or_else(|| of_kind(text))
            .unwrap_or(("RuntimeError", text, ""));
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::new(kind)),
        message: message.to_owned().into(),
        backtrace: backtrace.to_owned(),
        ..ErrorParts::default()
    })
}

/// The kind, the message and the frames of a traceback.
fn of_traceback(text: &str) -> Option<(&str, &str, &str)> {
    // If the message contains a traceback, the last one is of the original exception.
    let mut at = text.rfind(HEAD)? + HEAD.len();
    // Frames and source lines are indented, the exception is not.
    let raised = text[at..].split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        let first = line.chars().next()?;
        (!first.is_whitespace()).then_some(start)
    })?;
    let said = text[raised..].trim_end();
    let first_line = said.lines().next().unwrap_or_default();
    // Without a colon the exception has no message.
    let (kind, message) = match first_line.find(':') {
        Some(colon) => (&said[..colon], said[colon + 1..].trim_start_matches(' ')),
        None => (first_line, ""),
    };
    Some((kind.trim(), message, text[..raised].trim_end()))
}

/// Splits `Kind: message`, if it begins with the name of an exception class.
fn of_kind(text: &str) -> Option<(&str, &str, &str)> {
    const ENDINGS: [&str; 5] = ["Error", "Exception", "Interrupt", "Exit", "Iteration"];
    let (kind, message) = text.split_once(':')?;
    let is_name = kind
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
    let is_kind = is_name && ENDINGS.iter().any(|ending| kind.ends_with(ending));
    is_kind.then(|| (kind, message.trim_start(), ""))
}

/// Formats an error as text, after its Python traceback if it has one.
pub(crate) fn show(error: &Error) -> String {
    let backtrace = error.backtrace();
    let frames = backtrace.trim_end();
    let said = match &*error.message() {
        "" if frames.contains(HEAD) => error.kind().into_owned(),
        _ => error.to_string(),
    };
    if frames.contains(HEAD) {
        format!("{frames}\n{said}")
    } else {
        said
    }
}
