//! What the language refuses, in the words of `mlir-tblgen`.

use tvmlike_define::{Arity, Format, Refusal, format_to_string, parse_format};
use tvmlike_ir::Context;

use crate::records::{Builder, Parts, op};

/// The message about a format of an operation with parts of all kinds.
fn refusal(format: &str) -> String {
    let context = Context::new();
    let mut builder = Builder::new("t");
    let any = builder.constraint("any type", "anything", None);
    let i32_type = builder.only("i32");
    let unit = builder.constraint("unit attribute", "unit_attr", None);
    let i64_attribute = builder.constraint("64-bit signless integer attribute", "integer_attr", None);
    builder.last().value_type = Some("i64".into());
    let record = op("t.a", format)
        .operand("a", any, Arity::One)
        .operand("b", any, Arity::Variadic)
        .operand("c", i32_type, Arity::Optional)
        .result("r", any, Arity::One)
        .optional_attribute("u", unit)
        .optional_attribute("at", i64_attribute)
        .attribute("an", any, None)
        .region("re")
        .with_trait("AttrSizedOperandSegments", &[]);
    match Format::new(
        &context,
        &builder.dialect,
        &record,
        &|_| None,
        |_, _| None,
        format,
    ) {
        Ok(_) => String::new(),
        Err(Refusal::Invalid(error)) => error.message().to_owned(),
        Err(Refusal::Missing(what)) => format!("missing: {what}"),
    }
}

/// Formats and why `mlir-tblgen` refuses them.
const REFUSED: &[(&str, &str)] = &[
    ("$a $a attr-dict", "operand 'a' is already bound"),
    ("$a ($b)? attr-dict", "optional group has no anchor element"),
    (
        "$nope attr-dict",
        "expected variable to refer to an argument, region, result, or successor",
    ),
    (
        "$a $b $c $an `:` type($a) attr-dict",
        "format ambiguity caused by `:` literal found after attribute `an` which does not have a buildable type",
    ),
    (
        "`1a` $a",
        "expected valid literal but got '1a': valid keyword starts with a letter or '_'",
    ),
    (
        "`&` attr-dict",
        "expected valid literal but got '&': single character literal must be a letter or one of '_:,=<>()[]{}?+-*'",
    ),
    (
        "$a $b $c $an type($a) type($b) type($r) $re",
        "'attr-dict' directive not found in custom assembly format",
    ),
    (
        "$a $b $c $an type($a) type($b) type($r) attr-dict",
        "region #0, named 're', not found",
    ),
    ("foo", "expected literal, variable, directive, or optional group"),
    ("type($a, $b)", "expected ')' after argument list"),
    (
        "$r attr-dict",
        "result variables can can only be used as a child to a 'type' directive",
    ),
    (
        "(`x` $b^ $c^)? attr-dict",
        "only one element can be marked as the anchor of an optional group",
    ),
    (
        "attr-dict attr-dict",
        "'attr-dict' directive has already been seen",
    ),
    (
        "attr-dict $re",
        "format ambiguity caused by `attr-dict` directive followed by region `re`",
    ),
    (
        "custom<X>($a, ref($b)) attr-dict",
        "operand 'b' must be bound before it is referenced",
    ),
    (
        "($a^ `x`)? attr-dict",
        "only variable length operands can be used within an optional group",
    ),
    ("operands attr-dict $a", "operand 'a' is already bound"),
    ("$a type($a) type($a) attr-dict", "'type' of 'a' is already bound"),
    (
        "(`x` $b^ attr-dict)? attr-dict",
        "only literals, types, and variables can be used within an optional group",
    ),
    (
        "qualified(operands) attr-dict",
        "'qualified' directive expects an attribute or a `type` directive",
    ),
    (
        "functional-type($a, $r) type(operands) attr-dict",
        "'operands' 'type' is already bound",
    ),
    (
        "results attr-dict",
        "'results' directive can can only be used as a child to a 'type' directive",
    ),
    ("type attr-dict", "expected '(' before argument list"),
    (
        "custom<X>(`a`)",
        "literals may only be used in the top-level section of the format",
    ),
    (
        "custom<X>(custom<Y>())",
        "`custom` can only be used at the top-level context or within a `struct` directive",
    ),
    (
        "ref($a) attr-dict",
        "'ref' is only valid within a `custom` directive",
    ),
    ("oilist($a | $b) attr-dict", "expected literal, but got '$a'"),
    (
        "$a (`a`^ $b)? attr-dict",
        "only variables and types can be used to anchor an optional group",
    ),
    (
        "type(type($a)) attr-dict",
        "'type' cannot be used as a child of another `type`",
    ),
    (
        "$a (`x` $an^)? attr-dict",
        "only optional or default-valued attributes can be used to anchor an optional group",
    ),
    (
        "$a (`x` type($at)^)? attr-dict",
        "attributes cannot be used as children to a `type` directive",
    ),
    (
        "$a $b $c `x` attr-dict-with-keyword `:` type($a) $re",
        "type of operand #1, named 'b', is not buildable and a buildable type cannot be inferred",
    ),
    ("`a", "unexpected end of file in literal"),
    ("$ attr-dict", "expected variable name"),
    ("@", "unexpected character"),
];

#[test]
fn wrong_formats_are_refused_in_the_words_of_mlir() {
    for (format, message) in REFUSED {
        assert_eq!(refusal(format), *message, "{format}");
    }
    let deep = "(".repeat(100_000);
    assert_eq!(refusal(&deep), "nesting exceeds 64 levels");
    assert_eq!(
        refusal("custom<X>($a) $b $c type($a) type($b) type($r) $an $re attr-dict"),
        "missing: `custom<X>`"
    );
}

#[test]
fn a_printed_format_reads_as_the_same_elements() {
    let formats = [
        "$lhs `,` $rhs (`overflow` `` $flags^)? attr-dict `:` type($result)",
        "` ` `\\n` ``",
        "oilist(`a` $x | `b` `=` $y) attr-dict-with-keyword prop-dict",
        "custom<Index>($a, ref(type($b)), \"{}\", operands) functional-type(operands, results)",
        "($a^ `x`) : ($b)? (`y`) : ($c^)? qualified(type($x)) regions successors",
        "`<` struct($a, custom<X>($b)) `>` params",
    ];
    for format in formats {
        let elements = parse_format(format).expect(format);
        let text = format_to_string(&elements);
        assert_eq!(parse_format(&text).as_ref(), Ok(&elements), "{text}");
    }
}
