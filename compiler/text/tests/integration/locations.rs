//! Locations: what `mlir-opt` 22 prints and reports.

use crate::common;
/// A text, and the text that it is printed as.
const PRINTED: &[(&str, &str)] = &[
    (r#"loc("a":1:2)"#, r#"loc("a":1:2)"#),
    ("loc(unknown)", "loc(unknown)"),
    (r#"loc("x")"#, r#"loc("x")"#),
    (r#"loc("x"(unknown))"#, r#"loc("x")"#),
    (r#"loc("x"("f":1:2))"#, r#"loc("x"("f":1:2))"#),
    (
        r#"loc(callsite("a" at "b":1:2))"#,
        r#"loc(callsite("a" at "b":1:2))"#,
    ),
    (r#"loc(fused["a", "b"])"#, r#"loc(fused["a", "b"])"#),
    (r#"loc(fused<"m">["a"])"#, r#"loc(fused<"m">["a"])"#),
    ("loc(fused[])", "loc(unknown)"),
    (r#"loc(fused["a"])"#, r#"loc("a")"#),
    (r#"loc(fused["a", "a"])"#, r#"loc("a")"#),
    (r#"loc(fused<"m">[])"#, r#"loc(fused<"m">[unknown])"#),
    (r#"loc(fused[unknown, "a"])"#, r#"loc("a")"#),
    (
        r#"loc(fused[fused["a", "b"], "c"])"#,
        r#"loc(fused["a", "b", "c"])"#,
    ),
    (r#"loc("f":1:2 to :3)"#, r#"loc("f":1:2 to :3)"#),
    (r#"loc("f":1:2 to 4:3)"#, r#"loc("f":1:2 to 4:3)"#),
    (r#"loc("f":1:2 to 1:2)"#, r#"loc("f":1:2)"#),
    (r#"loc("f":1:2 to 1:5)"#, r#"loc("f":1:2 to :5)"#),
    (r#"loc("f":1:5 to :3)"#, r#"loc("f":1:5 to :3)"#),
    (r#"loc("f":1:5 to 0:3)"#, r#"loc("f":1:5 to 0:3)"#),
    (r#"loc("f":0:0)"#, r#"loc("f":0:0)"#),
    (r#"loc("f":1)"#, r#"loc("f":1:0)"#),
    (
        r#"loc("f":4294967295:4294967295)"#,
        r#"loc("f":4294967295:4294967295)"#,
    ),
    (r#"loc("f":0x10:1)"#, r#"loc("f":16:1)"#),
    (r#"loc("":1:2)"#, r#"loc("-":1:2)"#),
    (
        r#"loc(callsite(unknown at "x"))"#,
        r#"loc(callsite(unknown at "x"))"#,
    ),
    (
        r#"loc(fused<affine_map<(d0) -> (d0)>>["a"])"#,
        r#"loc(fused<affine_map<(d0) -> (d0)>>["a"])"#,
    ),
];

/// A text, the column of the error where the text is the value of an attribute `a`, and the message.
const INVALID: &[(&str, usize, &str)] = &[
    (
        r#"loc("f":4294967296:1)"#,
        20,
        "expected integer line number in FileLineColRange",
    ),
    (
        r#"loc("f":1:4294967296)"#,
        22,
        "expected integer column number in FileLineColRange",
    ),
    (
        r#"loc("f":a:1)"#,
        20,
        "expected integer line number in FileLineColRange",
    ),
    (
        r#"loc("f":1:a)"#,
        22,
        "expected integer column number in FileLineColRange",
    ),
    ("loc(foo)", 16, "expected location instance"),
    (
        r#"loc(callsite("a" "b"))"#,
        28,
        "expected 'at' in callsite location",
    ),
    (r#"loc(callsite "a")"#, 24, "expected '(' in callsite location"),
    (r#"loc(fused "a")"#, 21, "expected '[' in fused location"),
    (r#"loc("a"("b")"#, 24, "expected ')' in inline location"),
    ("loc(#foo)", 20, "undefined symbol alias id 'foo'"),
    ("loc", 15, "expected '(' in inline location"),
    (
        r#"loc("f":1:2 to)"#,
        26,
        "expected either integer or `:` post `to` in FileLineColRange",
    ),
    (
        r#"loc("f":1:2 to a)"#,
        26,
        "expected either integer or `:` post `to` in FileLineColRange",
    ),
    (
        r#"loc("f":1:2 to 3)"#,
        28,
        "expected either integer or `:` post `to` in FileLineColRange",
    ),
    (
        r#"loc("f":1:2 to 3:a)"#,
        29,
        "expected integer column number in FileLineColRange",
    ),
    (
        r#"loc("f":1:2 to 4294967296:1)"#,
        26,
        "expected integer line number in FileLineColRange",
    ),
    (
        r#"loc("f":1:2 to 3:4294967296)"#,
        29,
        "expected integer column number in FileLineColRange",
    ),
    (r#"loc("f":1:2 foo)"#, 23, "expected ')' in inline location"),
    (
        r#"loc("f":1:)"#,
        22,
        "expected integer column number in FileLineColRange",
    ),
    (r#"loc("x"(foo))"#, 20, "expected location instance"),
    (r#"loc(fused<>["a"])"#, 22, "expected attribute value"),
    (
        r#"loc(fused<1["a"])"#,
        23,
        "expected '>' after fused location metadata",
    ),
    (r#"loc("a" "b")"#, 19, "expected ')' in inline location"),
    ("loc(1)", 16, "expected location instance"),
    (
        "loc(#foo.bar)",
        24,
        "expected location attribute, but got#foo.bar",
    ),
];

#[test]
fn texts_are_printed_as_mlir_does() {
    common::check_printed(PRINTED);
}

#[test]
fn invalid_texts_have_the_errors_of_mlir() {
    common::check_invalid(INVALID);
}
