//! Texts that are no signatures, or nearly.

use proptest::prelude::*;

use tvmlike_conventions::native::signature::Signature;

/// Texts from the tokens of signatures, so that many parse far.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "i32",
        "f64",
        "void",
        "cstr",
        "ptr",
        "*",
        "const ",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ",",
        ":",
        "...",
        " ",
        "3",
        "0",
        "x",
        "a",
        "out ",
        "inout ",
        "errno",
        "raise",
        "ü",
        "99999999999999999999",
        "[2 x ",
        "a: ",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check(text: &str) -> Result<(), TestCaseError> {
    if let Ok(signature) = Signature::parse(text) {
        let printed = signature.to_string();
        prop_assert_eq!(Signature::parse(&printed).unwrap(), signature);
    }
    Ok(())
}

/// Fewer under a sanitizer, which is ten times as slow.
const CASES: u32 = if cfg!(tvmlike_sanitized) { 500 } else { 4000 };

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) })]

    #[test]
    fn any_text_is_a_signature_or_an_error(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_pieces_are_a_signature_or_an_error(text in pieces()) {
        check(&text)?;
    }

    #[test]
    fn a_signature_with_a_byte_changed(at in 0_usize..80, byte in 0_u8..128) {
        let mut text = b"{x: f64, tag: [8 x u8]}(a: *const i32, o: out i8, ...) errno raise".to_vec();
        let at = at % text.len();
        text[at] = byte;
        check(&String::from_utf8(text).unwrap())?;
    }
}
