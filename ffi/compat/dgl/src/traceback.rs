//! Errors as text, as DGL's front ends write and show it.
//!
//! They report an exception as the text of its traceback. Kind and message are parsed from it, so that other front ends raise the
//! right class. An error of another function arrives in a `DGLError` whose message is the text of the error, once for each callback
//! that it passed; it is unwrapped. Invariant: reported text is shown again in full, with the frames that the error passed since.

use tvmlike::Error;
use tvmlike::error::{ErrorKind, ErrorParts};

const HEAD: &str = "Traceback (most recent call last):";

/// Makes an error from a traceback, from `Kind: message`, or from other text as a RuntimeError.
pub(crate) fn parse(text: &str) -> Error {
    let (mut kind, mut message, backtrace) =
        of_traceback(text)
            .or_else(|| of_kind(text))
            .unwrap_or(("RuntimeError", text, ""));
    while is_wrapper(kind)
        && let Some((inner, rest, _)) = of_kind(message)
    {
        (kind, message) = (inner, rest);
    }
    // Python shows a missing key as it would be written.
    let key = (kind == "KeyError").then(|| literal(message)).flatten();
    Error::from_parts(ErrorParts {
        kind: Some(ErrorKind::new(kind)),
        message: key.unwrap_or_else(|| message.to_owned()).into(),
        backtrace: without_wrappers(backtrace),
        ..ErrorParts::default()
    })
}

/// Whether a kind is the class in which DGL's front ends raise every error of the library.
fn is_wrapper(kind: &str) -> bool {
    kind.rsplit('.').next() == Some("DGLError")
}

/// The frames without the lines that begin an error inside the message of a `DGLError`.
fn without_wrappers(frames: &str) -> String {
    let is_inner_head = |line: &str| {
        let wrapper = line.strip_suffix(HEAD).and_then(|start| start.strip_suffix(": "));
        wrapper.is_some_and(is_wrapper)
    };
    let lines: Vec<&str> = frames.lines().filter(|line| !is_inner_head(line)).collect();
    lines.join("\n")
}

/// The text of a Python string literal; `None` if it is something else.
fn literal(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|first| matches!(first, '\'' | '"'))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut characters = inner.chars();
    let mut plain = String::with_capacity(inner.len());
    while let Some(character) = characters.next() {
        if character == quote {
            return None;
        }
        if character != '\\' {
            plain.push(character);
            continue;
        }
        let digits = match characters.next()? {
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'x' => Err(2),
            'u' => Err(4),
            'U' => Err(8),
            other => Ok(other),
        };
        plain.push(match digits {
            Ok(escaped) => escaped,
            Err(count) => {
                let code: String = characters.by_ref().take(count).collect();
                char::from_u32(u32::from_str_radix(&code, 16).ok()?)?
            }
        });
    }
    Some(plain)
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

#[cfg(test)]
mod tests {
    use super::parse;

    fn parts(text: &str) -> (String, String) {
        let error = parse(text);
        (error.kind().into_owned(), error.message().into_owned())
    }

    fn pair(kind: &str, message: &str) -> (String, String) {
        (kind.to_owned(), message.to_owned())
    }

    #[test]
    fn an_error_inside_others_is_unwrapped() {
        let text = "Traceback (most recent call last):\n  File \"a\", line 1, in f\n    g()\n\
                    dgl._ffi.base.DGLError: DGLError: TypeError: f: two: three";
        assert_eq!(parts(text), pair("TypeError", "f: two: three"));
        assert_eq!(parts("DGLError: plain: text"), pair("DGLError", "plain: text"));
        let nested = "Traceback (most recent call last):\n  outer\n\
                      dgl._ffi.base.DGLError: Traceback (most recent call last):\n  inner\nKeyError: 'k'";
        assert_eq!(parts(nested), pair("KeyError", "k"));
        assert_eq!(
            parse(nested).backtrace(),
            "Traceback (most recent call last):\n  outer\n  inner"
        );
    }

    #[test]
    fn a_missing_key_is_shown_without_quotes() {
        for (shown, key) in [
            ("'k'", "k"),
            ("''", ""),
            ("\"it's\"", "it's"),
            (r"'a\\b\'\n\x00\u2028'", "a\\b'\n\0\u{2028}"),
            ("3", "3"),
            ("'a' or 'b'", "'a' or 'b'"),
            ("'", "'"),
            ("'\\", "'\\"),
        ] {
            assert_eq!(parts(&format!("KeyError: {shown}")), pair("KeyError", key));
        }
        assert_eq!(parts("ValueError: 'k'"), pair("ValueError", "'k'"));
    }
}
