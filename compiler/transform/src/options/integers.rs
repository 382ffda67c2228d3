//! The integers of options, as LLVM reads them: `0x` begins hexadecimal digits, `0b` binary ones, `0o` and `0` octal ones.

/// The digits behind the prefix of a base, with the base.
fn digits(text: &str) -> (&str, u32) {
    let rest = text.strip_prefix('0').unwrap_or_default();
    let after = |letter: char| rest.strip_prefix([letter, letter.to_ascii_uppercase()]);
    if let Some(digits) = after('x') {
        (digits, 16)
    } else if let Some(digits) = after('b') {
        (digits, 2)
    } else if let Some(digits) = rest.strip_prefix('o') {
        (digits, 8)
    } else if rest.starts_with(|first: char| first.is_ascii_digit()) {
        (rest, 8)
    } else {
        (text, 10)
    }
}

/// An integer without a sign.
pub(super) fn unsigned(text: &str) -> Option<u64> {
    let (digits, base) = digits(text);
    // Rust takes a sign, too.
    if digits.starts_with(['+', '-']) {
        return None;
    }
    u64::from_str_radix(digits, base).ok()
}

/// An integer that can have a minus.
pub(super) fn signed(text: &str) -> Option<i64> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    i64::try_from(i128::from(unsigned(rest)?) * sign).ok()
}

#[cfg(test)]
mod tests {
    use super::{signed, unsigned};

    #[test]
    fn prefixes_choose_the_base() {
        let read = [
            "16",
            "0x1F",
            "0Xf",
            "0b101",
            "0o17",
            "010",
            "0",
            "-0x10",
            "-9223372036854775808",
        ];
        let values = [16, 31, 15, 5, 15, 8, 0, -16, i64::MIN];
        assert_eq!(read.map(signed), values.map(Some));
        let wrong = [
            "",
            "-",
            "+1",
            "0x",
            "0xg",
            "08",
            "1_000",
            "--1",
            "9223372036854775808",
        ];
        assert_eq!(wrong.map(signed), [None; 9]);
        assert_eq!(unsigned("-1"), None);
        assert_eq!(unsigned("0xffffffffffffffff"), Some(u64::MAX));
    }
}
