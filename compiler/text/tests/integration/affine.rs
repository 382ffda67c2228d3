//! Affine maps and integer sets: what `mlir-opt` 22 prints and reports.

use crate::common;
/// A text, and the text that it is printed as.
const PRINTED: &[(&str, &str)] = &[
    ("affine_map<() -> ()>", "affine_map<() -> ()>"),
    ("affine_map<(d0) -> ()>", "affine_map<(d0) -> ()>"),
    (
        "affine_map<(a, b)[c] -> (a + b * 2 - c, a floordiv 2, b mod c)>",
        "affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 - s0, d0 floordiv 2, d1 mod s0)>",
    ),
    ("affine_map<(d0) -> (-d0)>", "affine_map<(d0) -> (-d0)>"),
    ("affine_map<(d0) -> (d0 - 1)>", "affine_map<(d0) -> (d0 - 1)>"),
    (
        "affine_map<(d0) -> (-(d0 + 1))>",
        "affine_map<(d0) -> (-(d0 + 1))>",
    ),
    (
        "affine_map<(d0, d1) -> (d0 - d1)>",
        "affine_map<(d0, d1) -> (d0 - d1)>",
    ),
    (
        "affine_map<(d0, d1) -> (d0 - (d1 + 2))>",
        "affine_map<(d0, d1) -> (d0 - (d1 + 2))>",
    ),
    (
        "affine_map<(d0, d1) -> (d0 - d1 * 3)>",
        "affine_map<(d0, d1) -> (d0 - d1 * 3)>",
    ),
    ("affine_map<(d0) -> (d0 mod 0)>", "affine_map<(d0) -> (d0 mod 0)>"),
    (
        "affine_map<(d0) -> (d0 floordiv 0)>",
        "affine_map<(d0) -> (d0 floordiv 0)>",
    ),
    (
        "affine_map<(d0) -> (d0 ceildiv 0)>",
        "affine_map<(d0) -> (d0 ceildiv 0)>",
    ),
    (
        "affine_map<(d0) -> (d0 mod -1)>",
        "affine_map<(d0) -> (d0 mod -1)>",
    ),
    (
        "affine_map<(d0) -> (d0 floordiv -2)>",
        "affine_map<(d0) -> (d0 floordiv -2)>",
    ),
    (
        "affine_map<(d0) -> (5 floordiv 0)>",
        "affine_map<(d0) -> (5 floordiv 0)>",
    ),
    (
        "affine_map<(d0) -> (d0 + 9223372036854775807)>",
        "affine_map<(d0) -> (d0 + 9223372036854775807)>",
    ),
    (
        "affine_map<(d0) -> (d0 - 9223372036854775807 - 1)>",
        "affine_map<(d0) -> (d0 - -9223372036854775808)>",
    ),
    (
        "affine_map<(d0) -> (d0 * 9223372036854775807 * 2)>",
        "affine_map<(d0) -> (d0 * -2)>",
    ),
    ("affine_map<(d0) -> (0x10)>", "affine_map<(d0) -> (16)>"),
    ("affine_map<(mod) -> (mod + 1)>", "affine_map<(d0) -> (d0 + 1)>"),
    ("affine_map<(i32) -> (i32 + 1)>", "affine_map<(d0) -> (d0 + 1)>"),
    (
        "affine_map<(d0) -> (d0 * 2 + d0 * 3)>",
        "affine_map<(d0) -> (d0 * 5)>",
    ),
    ("affine_map<(d0) -> (2 * d0 * 3)>", "affine_map<(d0) -> (d0 * 6)>"),
    (
        "affine_map<(d0) -> ((d0 + 1) + 2)>",
        "affine_map<(d0) -> (d0 + 3)>",
    ),
    (
        "affine_map<(d0,d1)[s0] -> (s0 + d0 * s0 + (d1 * s0) * 4)>",
        "affine_map<(d0, d1)[s0] -> (d0 * s0 + s0 + (d1 * s0) * 4)>",
    ),
    (
        "affine_map<(d0) -> ((d0 * 4 + 3) floordiv 2)>",
        "affine_map<(d0) -> (d0 * 2 + 1)>",
    ),
    (
        "affine_map<(d0) -> (d0 mod 4 + d0 floordiv 4 * 4)>",
        "affine_map<(d0) -> (d0 mod 4 + (d0 floordiv 4) * 4)>",
    ),
    (
        "affine_map<(d0, d1) -> (d0 + d1 mod 4 - (d0 floordiv 2) ceildiv 3)>",
        "affine_map<(d0, d1) -> (d0 + d1 mod 4 - (d0 floordiv 2) ceildiv 3)>",
    ),
    (
        "affine_map<(d0)[s0, s1] -> (d0 - s0 - (s1 - 4))>",
        "affine_map<(d0)[s0, s1] -> (d0 - s0 - (s1 - 4))>",
    ),
    (
        "affine_map<(d0)[s0, s1] -> (d0 * s0 * s1, d0 - s0 * -3)>",
        "affine_map<(d0)[s0, s1] -> ((d0 * s0) * s1, d0 + s0 * 3)>",
    ),
    ("affine_set<(d0) : (d0 >= 0)>", "affine_set<(d0) : (d0 >= 0)>"),
    (
        "affine_set<(d0)[s0] : (d0 - s0 == 0, d0 <= 10)>",
        "affine_set<(d0)[s0] : (d0 - s0 == 0, -d0 + 10 >= 0)>",
    ),
    ("affine_set<(d0) : ()>", "affine_set<(d0) : (0 == 0)>"),
    ("affine_set<() : ()>", "affine_set<() : (0 == 0)>"),
    ("affine_set<(d0)[] : (1 == 0)>", "affine_set<(d0) : (1 == 0)>"),
    (
        "affine_set<(d0) : (d0 >= 5 + d0, d0 == d0)>",
        "affine_set<(d0) : (d0 - (d0 + 5) >= 0, 0 == 0)>",
    ),
    ("affine_set<(d0) : (d0 > = 0)>", "affine_set<(d0) : (d0 >= 0)>"),
    ("affine_map<(d0) -> (- - d0)>", "affine_map<(d0) -> (d0)>"),
    ("affine_map<(d0) -> (d0 - -1)>", "affine_map<(d0) -> (d0 + 1)>"),
    ("affine_map<(d0) -> (-d0 * 2)>", "affine_map<(d0) -> (d0 * -2)>"),
    (
        "affine_map<(d0, d1) -> (d1 + d0, 1 + d0, d0 + 1 + d1)>",
        "affine_map<(d0, d1) -> (d0 + d1, d0 + 1, d0 + d1 + 1)>",
    ),
    (
        "affine_map<(d0)[s0] -> (s0 + d0, s0 * 2 + 1, 2 + s0 + d0)>",
        "affine_map<(d0)[s0] -> (d0 + s0, s0 * 2 + 1, d0 + s0 + 2)>",
    ),
    (
        "affine_map<(d0) -> (7 mod 3, -7 mod 3, -7 floordiv 3, 7 ceildiv -3, -7 ceildiv 3)>",
        "affine_map<(d0) -> (1, 2, -3, -2, -2)>",
    ),
];

/// A text, the column of the error where the text is the value of an attribute `a`, and the message.
const INVALID: &[(&str, usize, &str)] = &[
    (
        "affine_map<(d0, d1) -> (d0 * d1)>",
        39,
        "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
    ),
    (
        "affine_map<(d0, d1) -> (d0 * d1 * 2)>",
        44,
        "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
    ),
    (
        "affine_map<(d0, d1) -> (d0 floordiv d1)>",
        39,
        "non-affine expression: right operand of floordiv has to be either a constant or symbolic",
    ),
    (
        "affine_map<(d0, d1) -> (d0 mod (d1+1))>",
        39,
        "non-affine expression: right operand of mod has to be either a constant or symbolic",
    ),
    (
        "affine_map<(d0, d1) -> (d0 ceildiv d1 floordiv 2)>",
        50,
        "non-affine expression: right operand of ceildiv has to be either a constant or symbolic",
    ),
    (
        "affine_map<(d0) -> (d0 + 9223372036854775808)>",
        37,
        "constant too large for index",
    ),
    (
        "affine_map<(d0) -> (d0 - 9223372036854775808)>",
        37,
        "constant too large for index",
    ),
    ("affine_map<(d0) -> (d1)>", 32, "use of undeclared identifier"),
    (
        "affine_map<(d0, d0) -> (d0)>",
        28,
        "redefinition of identifier 'd0'",
    ),
    (
        "affine_map<(d0)[d0] -> (d0)>",
        28,
        "redefinition of identifier 'd0'",
    ),
    (
        "affine_map<(symbol) -> (symbol)>",
        42,
        "expected '(' at start of SSA symbol",
    ),
    (
        "affine_map<(d0) -> (d0 +)>",
        36,
        "missing right operand of binary operator",
    ),
    (
        "affine_map<(d0) -> (+ d0)>",
        32,
        "missing left operand of binary operator",
    ),
    (
        "affine_map<(d0) -> (d0 *)>",
        36,
        "missing right operand of binary operator",
    ),
    ("affine_map<(d0) -> (-)>", 33, "expected affine expression"),
    (
        "affine_map<(d0) -> (d0 + -)>",
        38,
        "missing right operand of binary operator",
    ),
    ("affine_map<(d0) -> (--)>", 34, "expected affine expression"),
    ("affine_map<(d0) -> ()", 33, "expected '>' in affine map"),
    ("affine_map<(d0) -> (())>", 33, "no expression inside parentheses"),
    ("affine_map<(d0) -> d0>", 30, "expected '(' in affine map range"),
    (
        "affine_map<(d0) : (d0 >= 0)>",
        23,
        "expected AffineMap, but got IntegerSet",
    ),
    ("affine_map<(d0) (d0)>", 27, "expected '->' or ':'"),
    ("affine_map<(%a) -> (d0)>", 24, "expected bare identifier"),
    ("affine_map<(d0) -> (%a)>", 32, "unexpected ssa identifier"),
    (
        "affine_map<(d0) -> (symbol(%a))>",
        39,
        "unexpected ssa identifier",
    ),
    (
        "affine_map<d0 -> d0>",
        23,
        "expected '(' in dimensional identifier list",
    ),
    (
        "affine_map<(d0) -> (d0 d0)>",
        34,
        "expected ')' in affine map range",
    ),
    (r#"affine_map<(d0) -> ("a")>"#, 32, "expected affine expression"),
    (
        r#"affine_map<(d0) -> (d0 + "a")>"#,
        37,
        "missing right operand of binary operator",
    ),
    ("affine_map<(d0) -> (1.5)>", 32, "expected affine expression"),
    (
        "affine_set<(d0) : (d0 > 0)>",
        36,
        "expected '== affine-expr' or '>= affine-expr' at end of affine constraint",
    ),
    (
        "affine_set<(d0) : (d0 = 0)>",
        36,
        "expected '== affine-expr' or '>= affine-expr' at end of affine constraint",
    ),
    (
        "affine_set<(d0) : (d0 < 0)>",
        36,
        "expected '== affine-expr' or '>= affine-expr' at end of affine constraint",
    ),
    (
        "affine_set<(d0) : (d0)>",
        33,
        "expected '== affine-expr' or '>= affine-expr' at end of affine constraint",
    ),
    (
        "affine_set<(d0) -> (d0)>",
        23,
        "expected IntegerSet, but got AffineMap",
    ),
    ("affine_set<(d0) : (d0 >== 0)>", 36, "expected affine expression"),
    (
        "affine_set<(d0) : (d0 >= 0>",
        38,
        "expected ')' in integer set constraint list",
    ),
    (
        "affine_set<(d0) : d0>",
        29,
        "expected '(' in integer set constraint list",
    ),
    ("affine_map<(d0)>", 27, "expected '->' or ':'"),
    ("affine_map(d0)", 22, "expected '<' in affine map"),
    ("affine_map<(d0) -> (d0)", 35, "expected '>' in affine map"),
    ("affine_map<(d0,) -> (d0)>", 27, "expected bare identifier"),
    ("affine_map<(d0)[> -> ()>", 28, "expected bare identifier"),
    ("affine_map<(d0)[s0 -> ()>", 30, "expected ']' in symbol list"),
];

#[test]
fn texts_are_printed_as_mlir_does() {
    common::check_printed(PRINTED);
}

#[test]
fn invalid_texts_have_the_errors_of_mlir() {
    common::check_invalid(INVALID);
}
