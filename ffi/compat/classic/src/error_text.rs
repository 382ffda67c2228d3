//! Errors as text, as TVM's front ends write and parse it.
//!
//! The first line begins with the kind. Frames follow a line `Stack trace:`, each indented by two spaces, the most recent call
//! first. A Python traceback is parsed, too; its frames are in the reverse order. Invariant: a parsed error is shown with the same
//! kind, message and frames, followed by the frames that it passed since.

use std::fmt::Write as _;

use tvmlike_runtime::Error;
use tvmlike_runtime::error::{ErrorKind, ErrorParts};

const TRACEBACK: &str = "Traceback (most recent call last)";
const STACK_TRACE: &str = "Stack trace";
/// The prefix of some class names, which front ends cut off.
const MODULE: &str = "tvm.error.";

/// Whether a text begins with a Python traceback.
pub fn is_traceback(text: &str) -> bool {
    text.starts_with(TRACEBACK)
}

/// Whether a text begins with an error kind.
pub fn has_kind(text: &str) -> bool {
    kind_of(text).is_some()
}

/// Parses kind, message and frames.
pub fn parse(text: &str) -> ErrorParts {
    let mut message = Vec::new();
    let mut frames: Vec<&str> = Vec::new();
    let mut lines = text.strip_suffix('\n').unwrap_or(text).split('\n').peekable();
    while let Some(line) = lines.next() {
        let python = line.contains(TRACEBACK);
        if !python && !line.starts_with(STACK_TRACE) {
            message.push(line);
            continue;
        }
        let begin = frames.len();
        while let Some(frame) = lines.next_if(|line| line.starts_with("  ")) {
            frames.push(frame);
        }
        if python {
            frames[begin..].reverse();
        }
    }
    let message = message.join("\n");
    let mut backtrace = String::new();
    // Front ends of 0.9 put an empty line before the kind of an error that they pass on.
    let message = message.trim_start_matches('\n');
    let message = match place_of(message) {
        Some((file, line, rest)) => {
            let _ = writeln!(backtrace, "  File \"{file}\", line {line}");
            rest
        }
        None => message,
    };
    let (kind, message) = match kind_of(message) {
        Some((kind, rest)) => (kind, rest.to_owned()),
        None => ("RuntimeError", message.to_owned()),
    };
    for frame in frames {
        backtrace.push_str(frame);
        backtrace.push('\n');
    }
    ErrorParts {
        kind: Some(ErrorKind::new(kind)),
        message: message.into(),
        backtrace,
        ..ErrorParts::default()
    }
}

/// Splits off the time and place that C++ code logs before a message: `[12:34:56] file.cc:7: message`.
fn place_of(text: &str) -> Option<(&str, u32, &str)> {
    let (time, rest) = text.strip_prefix('[')?.split_once("] ")?;
    let (place, message) = rest.split_once(": ")?;
    let (file, line) = place.rsplit_once(':')?;
    let is_time = time.len() == "12:34:56".len()
        && time.bytes().enumerate().all(|(at, byte)| {
            if at % 3 == 2 {
                byte == b':'
            } else {
                byte.is_ascii_digit()
            }
        });
    is_time.then_some((file, line.parse().ok()?, message))
}

/// Splits `Kind: message`. Any name may be a kind.
fn kind_of(text: &str) -> Option<(&str, &str)> {
    let (kind, message) = text.split_once(':')?;
    let is_name = !kind.is_empty()
        && kind
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
    let kind = kind.strip_prefix(MODULE).unwrap_or(kind);
    is_name.then(|| (kind, message.strip_prefix(' ').unwrap_or(message)))
}

/// Formats an error as text.
pub fn show(error: &Error) -> String {
    let mut text = error.to_string();
    let backtrace = error.backtrace();
    if !backtrace.trim().is_empty() {
        text.push_str("\nStack trace:\n");
        for line in backtrace.lines() {
            // For front ends, the first line without indentation ends the frames.
            let blanks = if line.starts_with("  ") { "" } else { "  " };
            let _ = writeln!(text, "{blanks}{line}");
        }
    }
    text
}

/// Formats an error's frames, numbered, with file and line on a line of their own; `None` if it has none.
pub fn show_backtrace(error: &Error) -> Option<String> {
    let backtrace = error.backtrace();
    let mut text = "Stack trace:".to_owned();
    let mut number = 0;
    for line in backtrace.lines() {
        let Some((file, line, function)) = frame_of(line) else {
            continue;
        };
        let _ = write!(text, "\n  {number}: {function}\n        at {file}:{line}");
        number += 1;
    }
    (number > 0).then(|| text + "\n")
}

/// Splits a frame: `File "F", line N, in FUNCTION`.
fn frame_of(line: &str) -> Option<(&str, u32, &str)> {
    let (file, rest) = line
        .trim_start()
        .strip_prefix("File \"")?
        .split_once("\", line ")?;
    let (number, function) = rest.split_once(", in ")?;
    Some((file, number.parse().ok()?, function))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> Error {
        Error::from_parts(parse(text))
    }

    #[test]
    fn text_with_frames_round_trips() {
        for text in [
            "ValueError: boo",
            "ValueError: boo\nsecond line",
            "OpNotImplemented: x\nStack trace:\n  File \"a.py\", line 3, in f\n        at b.cc:4\n",
        ] {
            assert_eq!(show(&error(text)), text);
        }
    }

    #[test]
    fn frames_follow_the_message() {
        let shown = show(&error("x.y.Z: q\nsecond line\nStack trace:\n  1\n  2\ntail"));
        assert_eq!(shown, "x.y.Z: q\nsecond line\ntail\nStack trace:\n  1\n  2\n");
    }

    #[test]
    fn python_tracebacks_are_reversed() {
        let text = "Traceback (most recent call last):\n  File \"a\", line 1, in f\n    f()\n  File \"b\", line 2, in g\nKeyError: 'k'";
        let error = error(text);
        assert_eq!(error.kind(), "KeyError");
        assert_eq!(error.message(), "'k'");
        assert_eq!(
            error.backtrace(),
            "  File \"b\", line 2, in g\n    f()\n  File \"a\", line 1, in f\n"
        );
    }

    #[test]
    fn a_prefix_that_is_not_a_kind_stays_in_the_message() {
        for text in ["plain text", "a b: c", "", ": x"] {
            assert_eq!(error(text).kind(), "RuntimeError");
            assert_eq!(error(text).message(), text);
        }
        assert_eq!(error("tvm.error.OpError: m").kind(), "OpError");
    }

    #[test]
    fn empty_lines_before_the_kind_are_skipped() {
        let error = error("\n\nValueError: boo\n\nmore\nStack trace:\n  1\n");
        assert_eq!(error.kind(), "ValueError");
        assert_eq!(error.message(), "boo\n\nmore");
    }

    #[test]
    fn the_logged_location_is_a_frame() {
        let logged = error("[12:34:56] a/b.cc:7: ValueError: boo\nmore");
        assert_eq!(logged.to_string(), "ValueError: boo\nmore");
        assert_eq!(logged.backtrace(), "  File \"a/b.cc\", line 7\n");
        for text in [
            "[12:34:5x] a.cc:7: m",
            "[12:34:56] a.cc: m",
            "[12:34:56] a.cc:x: m",
            "[] a:1: m",
            "[12:34:56]",
        ] {
            assert_eq!(error(text).message(), text);
        }
    }

    #[test]
    fn frames_can_be_numbered() {
        let shown = show_backtrace(&error(
            "E: m\nStack trace:\n  File \"a:b\", line 7, in f\n  what\n",
        ));
        assert_eq!(shown.as_deref(), Some("Stack trace:\n  0: f\n        at a:b:7\n"));
        assert_eq!(show_backtrace(&error("E: m")), None);
    }
}
