//! Errors as the text that DGL's front ends hand over and show.
//!
//! They report an exception as the text of its traceback. Its kind and message are found in it, so that other front ends raise the
//! right class. Invariant: text that was handed over is shown again whole, with whatever frames it went through since.

use tvmlike::Error;
use tvmlike::error::{ErrorKind, ErrorParts};

const HEAD: &str = "Traceback (most recent call last):";

/// The error of a text: that of a traceback, of `Kind: message`, or a RuntimeError.
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

/// The kind, the message and what stands before them, of a traceback.
fn of_traceback(text: &str) -> Option<(&str, &str, &str)> {
    // The last one is of the exception that came first, where one stands in the message of another.
    let mut at = text.rfind(HEAD)? + HEAD.len();
    // Frames and their source lines are indented; what is raised is not.
    let raised = text[at..].split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        let first = line.chars().next()?;
        (!first.is_whitespace()).then_some(start)
    })?;
    let said = text[raised..].trim_end();
    let first_line = said.lines().next().unwrap_or_default();
    // Without a colon it is an exception that says nothing.
    let (kind, message) = match first_line.find(':') {
        Some(colon) => (&said[..colon], said[colon + 1..].trim_start_matches(' ')),
        None => (first_line, ""),
    };
    Some((kind.trim(), message, text[..raised].trim_end()))
}

/// `Kind: message`, where it begins with what is the name of a kind.
fn of_kind(text: &str) -> Option<(&str, &str, &str)> {
    const ENDINGS: [&str; 5] = ["Error", "Exception", "Interrupt", "Exit", "Iteration"];
    let (kind, message) = text.split_once(':')?;
    let is_name = kind
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
    let is_kind = is_name && ENDINGS.iter().any(|ending| kind.ends_with(ending));
    is_kind.then(|| (kind, message.trim_start(), ""))
}

/// An error as text: behind its traceback, where it has one of Python.
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
