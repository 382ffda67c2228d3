//! Wrong uses of the macros are compile errors that name the cause.

#[test]
fn macro_errors_are_sentences() {
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
