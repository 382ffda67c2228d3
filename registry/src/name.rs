//! Names of functions, and the prefixes that cover them.

use tvmlike_client::MAX_NAME;
use tvmlike_runtime::{Error, Result};

/// Fails unless the bytes are a name: UTF-8, not empty, no NUL, not too long.
pub(crate) fn check(name: &[u8]) -> Result<&str> {
    let text = std::str::from_utf8(name).map_err(|error| {
        Error::value_error(format!(
            "a function's name must be UTF-8, got \"{}\": {error}",
            shortened(name)
        ))
    })?;
    if text.is_empty() {
        return Err(Error::value_error("a function's name must not be empty"));
    }
    if text.len() > MAX_NAME {
        return Err(Error::value_error(format!(
            "a function's name must not exceed {MAX_NAME} bytes, got {} (\"{}…\")",
            text.len(),
            shortened(name)
        )));
    }
    if text.contains('\0') {
        return Err(Error::value_error(format!(
            "a function's name must not contain NUL, got \"{}\"",
            shortened(name)
        )));
    }
    Ok(text)
}

/// The maximum size of a plugin's name and version.
const MAX_LABEL: usize = 255;

/// Fails unless the bytes are a name or version of a plugin: UTF-8, short, without control characters. The error continues a
/// sentence.
pub(crate) fn check_label(label: &[u8]) -> Result<(), String> {
    if label.len() > MAX_LABEL {
        let size = label.len();
        return Err(format!(
            "must not exceed {MAX_LABEL} bytes, got {size} (\"{}…\")",
            shortened(label)
        ));
    }
    let Ok(text) = std::str::from_utf8(label) else {
        return Err(format!("must be UTF-8, got \"{}\"", label.escape_ascii()));
    };
    if text.chars().any(char::is_control) {
        return Err(format!(
            "must not contain control characters, got \"{}\"",
            label.escape_ascii()
        ));
    }
    Ok(())
}

fn shortened(name: &[u8]) -> String {
    name[..name.len().min(40)].escape_ascii().to_string()
}

/// Whether a dotted prefix covers a name: `ir` covers `ir.f` and `ir.sub.f`, not `irx.f`; the empty prefix covers
/// every name. A dot at the end of the prefix makes no difference.
pub(crate) fn covers(prefix: &str, name: &str) -> bool {
    let prefix = prefix.strip_suffix('.').unwrap_or(prefix);
    prefix.is_empty()
        || name
            .strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_at_a_dot() {
        assert!(covers("ir", "ir.f"));
        assert!(covers("ir.", "ir.f"));
        assert!(covers("ir", "ir.sub.f"));
        assert!(covers("", "anything"));
        assert!(!covers("ir", "irx.f"));
        assert!(!covers("ir", "ir"));
        assert!(!covers("ir.f", "ir.f"));
    }

    #[test]
    fn labels_are_checked() {
        assert_eq!(check_label("plugin-é 1.0".as_bytes()), Ok(()));
        for (bad, why) in [
            (&b"a\0b"[..], "control characters, got \"a\\x00b\""),
            (b"a\x1b[31m", "control characters, got \"a\\x1b[31m\""),
            (b"\xff", "must be UTF-8, got \"\\xff\""),
            (&[b'x'; MAX_LABEL + 1], "must not exceed 255 bytes, got 256"),
        ] {
            assert!(check_label(bad).unwrap_err().contains(why));
        }
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(check(b"a.b").unwrap(), "a.b");
        for bad in [&b""[..], b"a\0b", b"\xff", &[b'x'; MAX_NAME + 1]] {
            assert_eq!(check(bad).unwrap_err().kind(), "ValueError");
        }
    }
}
