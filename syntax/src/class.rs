//! Classes of bytes: one table look-up per byte in the lexer's loops.

pub(crate) const LETTER: u8 = 1;
pub(crate) const DIGIT: u8 = 2;
/// `$` and `.`, in identifiers of all kinds.
const PUNCTUATION: u8 = 4;
/// `-`, in identifiers after `%`, `^`, `#` and `!`.
const DASH: u8 = 8;
pub(crate) const HEX: u8 = 16;
pub(crate) const SPACE: u8 = 32;
/// Ends a string, begins an escape in it, or is not allowed in it.
pub(crate) const QUOTED_STOP: u8 = 64;

/// Continues a bare identifier or a symbol.
pub(crate) const BARE: u8 = LETTER | DIGIT | PUNCTUATION;
/// Starts an identifier after `%`, `^`, `#` or `!` that is not a number.
pub(crate) const SUFFIX_START: u8 = LETTER | PUNCTUATION | DASH;
/// Continues such an identifier.
pub(crate) const SUFFIX: u8 = SUFFIX_START | DIGIT;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        table[at] = match byte {
            b'a'..=b'f' | b'A'..=b'F' => LETTER | HEX,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => LETTER,
            b'0'..=b'9' => DIGIT | HEX,
            b'$' | b'.' => PUNCTUATION,
            b'-' => DASH,
            b'\n' => SPACE | QUOTED_STOP,
            // MLIR skips NUL bytes as it skips blanks.
            b' ' | b'\t' | b'\r' | 0 => SPACE,
            b'"' | b'\\' | 0x0b | 0x0c => QUOTED_STOP,
            _ => 0,
        };
        at += 1;
    }
    table
}

/// Whether a byte is in one of the classes.
#[inline]
pub(crate) fn is(byte: u8, classes: u8) -> bool {
    CLASSES[usize::from(byte)] & classes != 0
}
