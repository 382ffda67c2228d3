//! What the tests of the parser and printer share.

use tvmlike_ir::{Attribute, Context};
use tvmlike_text::{ParseError, Parser, attribute_to_string};

/// The start of an operation: columns in its attributes are those that `mlir-opt` reports.
const BEFORE: &str = "\"t\"() ";

/// Reads a text as the value of an attribute of an operation. Returns the error with its column.
pub(crate) fn read(context: &Context, text: &str) -> Result<Attribute, (usize, ParseError)> {
    let whole = format!("{BEFORE}{{a = {text}}} : () -> ()");
    let mut parser = Parser::new(context, whole.as_bytes());
    parser.seek(BEFORE.len() as u32);
    let entries = parser.parse_attribute_dict();
    match entries {
        Ok(entries) => Ok(entries[0].value),
        Err(error) => Err((error.in_text(whole.as_bytes()).column(), error)),
    }
}

/// Checks the texts that others are printed as, and that those are printed as themselves.
pub(crate) fn check_printed(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let context = Context::new();
        context.allow_unregistered_dialects(true);
        let attribute = read(&context, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let printed = attribute_to_string(&context, attribute).unwrap();
        assert_eq!(printed, *expected, "the text of {text}");
        let again = read(&context, &printed).unwrap_or_else(|error| panic!("{printed}: {error:?}"));
        let printed_again = attribute_to_string(&context, again).unwrap();
        if text.contains("dense_resource") {
            // Each text declares its own resource.
            assert_eq!(printed_again.replace("_1", ""), printed);
            continue;
        }
        assert_eq!(printed_again, printed);
        if !text.contains("distinct") {
            assert_eq!(read(&context, &printed_again), Ok(again), "{printed}");
        }
    }
}

/// Checks columns and messages of errors.
pub(crate) fn check_invalid(cases: &[(&str, usize, &str)]) {
    for (text, column, message) in cases {
        let context = Context::new();
        context.allow_unregistered_dialects(true);
        let (found, error) = read(&context, text).expect_err(text);
        assert_eq!(
            (found, error.message()),
            (*column, *message),
            "the error of {text}"
        );
    }
}
