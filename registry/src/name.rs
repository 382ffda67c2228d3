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
    fn names_are_checked() {
        assert_eq!(check(b"a.b").unwrap(), "a.b");
        for bad in [&b""[..], b"a\0b", b"\xff", &[b'x'; MAX_NAME + 1]] {
            assert_eq!(check(bad).unwrap_err().kind(), "ValueError");
        }
    }
}
