//! Values of string literals and symbols, and strings as text.

use std::borrow::Cow;
use std::fmt;

/// The value of a string token, without quotes and escapes.
///
/// `\n`, `\t`, `\\` and `\"` are characters, and `\` with two hexadecimal digits is a byte, so the value need not be
/// UTF-8.
pub fn string_value(token: &[u8]) -> Cow<'_, [u8]> {
    let inner = token.strip_prefix(b"\"").unwrap_or(token);
    let inner = inner.strip_suffix(b"\"").unwrap_or(inner);
    if !inner.contains(&b'\\') {
        return Cow::Borrowed(inner);
    }
    let mut value = Vec::with_capacity(inner.len());
    let mut rest = inner.iter().copied();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next() } else { None };
        let Some(escaped) = escaped else {
            value.push(byte);
            continue;
        };
        value.push(match (escaped, hex(escaped), rest.clone().next().and_then(hex)) {
            (b'n', ..) => b'\n',
            (b't', ..) => b'\t',
            (_, Some(high), Some(low)) => {
                rest.next();
                high << 4 | low
            }
            _ => escaped,
        });
    }
    Cow::Owned(value)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// The name in a symbol token, `@name` or `@"any name"`.
pub fn symbol_name(token: &[u8]) -> Cow<'_, [u8]> {
    let name = token.strip_prefix(b"@").unwrap_or(token);
    match name.first() {
        Some(b'"') => string_value(name),
        _ => Cow::Borrowed(name),
    }
}

/// Writes text as a string token, as MLIR's printer does: bytes that are not printable ASCII as `\HH`.
///
/// # Errors
/// The errors of `out`.
pub fn write_string(out: &mut impl fmt::Write, value: &[u8]) -> fmt::Result {
    out.write_char('"')?;
    for &byte in value {
        match byte {
            b'\\' => out.write_str("\\\\")?,
            b' '..=b'~' if byte != b'"' => out.write_char(char::from(byte))?,
            _ => write!(out, "\\{byte:02X}")?,
        }
    }
    out.write_char('"')
}
