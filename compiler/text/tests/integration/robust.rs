//! No text makes the parser panic or overflow the stack, and each accepted text prints and parses again.

use tvmlike_ir::{Attribute, Context};
use tvmlike_text::{MAX_DEPTH, attribute_to_string, parse_attribute, parse_type, type_to_string};

/// Texts from which mutated ones are made: each form at least once.
const SEEDS: &[&str] = &[
    r#"{a, b = [1, -2 : i32, 0x1F : i8, 1.5, 0x7FC00000 : f32, true, unit, "s\22" : i32], "c d" = @x::@"y z"}"#,
    "(tensor<4x?x0xf32, #foo.bar<a -> \"b>\">>, vector<[4]x2xi8>) -> (tuple<complex<f8E4M3FN>, none>, () -> index)",
    "memref<2x?xmemref<*xi1, 3>, strided<[?, 1], offset: -2>, {space = 1 : ui8}>",
    "memref<4x4xbf16, affine_map<(i, j)[n] -> (j floordiv 2 + n, -i mod 3)>, \"global\">",
    "affine_map<(d0, d1)[s0] -> ((d0 + 1) * s0 - d1 ceildiv -4, d0 * 2 + d0 * 3)>",
    "affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 <= 10, d0 == 4)>",
    "[dense<[[1, 2], [3, -4]]> : tensor<2x2xi5>, dense<\"0x0102\"> : tensor<2xi8>, dense<true> : vector<9xi1>]",
    "[dense<[(1.0, 2.0), (0x7F800000, -3.5)]> : tensor<2xcomplex<f32>>, dense<[\"a\", \"b\"]> : tensor<2x!x.str>]",
    "[sparse<[[0, 1], [2, 0]], [1.0, 2.0]> : tensor<3x4xf64>, dense_resource<\"blob\"> : tensor<4xi32>]",
    "[array<i16: 1, -2>, array<i1: true, false>, array<f64>, distinct[3]<[distinct[3]<i32>]>, distinct[0]<>]",
    "loc(callsite(\"f\"(\"a.mlir\":1:2 to 3:4) at fused<\"m\">[unknown, \"b\":7, \"c\":8:9 to :10]))",
    "#dialect<body [with {(brackets)}]> : tensor<2x!other.type<x>>",
    "123456789012345678901234567890 : i128",
];

/// A small generator of numbers (xorshift), the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

fn mutate(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + random.below(3) {
        if text.is_empty() {
            break;
        }
        let at = random.below(text.len());
        match random.below(6) {
            0 => text.truncate(at),
            1 => {
                text.remove(at);
            }
            2 => text[at] = random.below(256) as u8,
            3 => text[at] = b"<>[](){}\"#!@%:,-x?0\\"[random.below(20)],
            4 => {
                let seed = SEEDS[random.below(SEEDS.len())].as_bytes();
                let from = random.below(seed.len());
                let to = from + random.below(seed.len() - from);
                text.splice(at..at, seed[from..to].iter().copied());
            }
            _ => {
                let end = at + random.below((text.len() - at).min(8));
                let copy = text[at..end].to_vec();
                text.splice(at..at, copy);
            }
        }
    }
    text
}

/// Parses a printed text, which must succeed, and checks that it prints the same.
fn check_again(context: &Context, attribute: Attribute, source: &[u8]) {
    let printed = attribute_to_string(context, attribute).unwrap();
    // Unknown dialects can have any bytes; their text as a string is not always theirs. A line of a file without a name
    // prints as a place in it, whose file is `-` then.
    let unstable = ["\u{FFFD}", "dense_resource", "\"\":"];
    if unstable.iter().any(|part| printed.contains(part)) {
        return;
    }
    let source = String::from_utf8_lossy(source);
    let again = parse_attribute(context, &printed, None)
        .unwrap_or_else(|error| panic!("{source:?} is printed as {printed}, which is not read: {error}"));
    assert_eq!(
        attribute_to_string(context, again).unwrap(),
        printed,
        "{source:?}"
    );
}

#[test]
fn mutated_texts_do_not_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut accepted = 0;
    // `cargo xtask test --long` sets the variable.
    let (rounds, least) = match std::env::var_os("TVMLIKE_TEST_ALL") {
        Some(_) => (20_000, 500),
        None => (6_000, 150),
    };
    for round in 0..rounds {
        let seed = SEEDS[round % SEEDS.len()].as_bytes();
        let text = mutate(&mut random, seed);
        let context = Context::new();
        context.allow_unregistered_dialects(true);
        if let Ok(attribute) = parse_attribute(&context, &text, None) {
            accepted += 1;
            check_again(&context, attribute, &text);
        }
    }
    assert!(accepted > least, "only {accepted} mutated texts were accepted");
}

#[test]
fn deep_nesting_is_read_and_printed() {
    let context = Context::new();
    let depth = 10_000;
    let nest = |open: &str, inner: &str, close: &str| {
        [open.repeat(depth), inner.to_owned(), close.repeat(depth)].concat()
    };
    for text in [
        nest("[", "", "]"),
        nest("{a = ", "1 : i32", "}"),
        nest("tuple<", "i32", ">"),
        nest("() -> (", "() -> ()", ")"),
        nest("memref<2x", "f32", ">"),
        format!("loc({})", nest("\"n\"(", "\"m\"", ")")),
    ] {
        let attribute = parse_attribute(&context, &text, None).unwrap();
        assert_eq!(attribute_to_string(&context, attribute).unwrap(), text);
    }
    let parentheses = format!("affine_map<(d0) -> ({})>", nest("(", "d0", ")"));
    let attribute = parse_attribute(&context, parentheses, None).unwrap();
    assert_eq!(
        attribute_to_string(&context, attribute).unwrap(),
        "affine_map<(d0) -> (d0)>"
    );
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let context = Context::new();
    let message = format!("nesting exceeds {MAX_DEPTH} levels");
    let depth = 200_000;
    for text in [
        "[".repeat(depth),
        "{a = ".repeat(depth),
        "(".repeat(depth),
        "tuple<".repeat(depth),
        "complex<".repeat(depth),
        "memref<".repeat(depth),
        "distinct[0]<".repeat(depth),
        format!("loc({}", "fused[".repeat(depth)),
        format!("dense<{}", "[".repeat(depth)),
        format!("dense<{}", "(".repeat(depth)),
        format!("affine_map<(d0) -> ({}", "-".repeat(depth)),
        format!("affine_map<(d0) -> ({}", "(".repeat(depth)),
    ] {
        let error = parse_attribute(&context, &text, None).unwrap_err();
        assert_eq!(error.message(), message, "{}", &text[..30]);
    }
    let sum = format!("affine_map<(d0) -> (d0{})>", " mod 3 mod 2".repeat(depth));
    let error = parse_attribute(&context, &sum, None).unwrap_err();
    assert!(error.message().contains("too deep"), "{error}");
}

#[test]
fn attributes_that_are_deeper_than_texts_can_be_are_printed() {
    let context = Context::new();
    let depth = MAX_DEPTH as usize * 5;
    let mut attribute = context.array_attribute(&[]);
    let mut ty = context.i32();
    for _ in 0..depth {
        attribute = context.array_attribute(&[attribute]);
        ty = context.tuple_type(&[ty]);
    }
    assert_eq!(
        attribute_to_string(&context, attribute).unwrap().len(),
        2 * (depth + 1)
    );
    assert_eq!(type_to_string(&context, ty).unwrap().len(), 7 * depth + 3);
}

#[test]
fn megabytes_are_read() {
    let context = Context::new();
    let digits = "9".repeat(1 << 20);
    let error = parse_attribute(&context, format!("{digits} : i64"), None).unwrap_err();
    assert_eq!(error.message(), "integer constant out of range for attribute");
    let zeros = format!("{}1 : i64", "0".repeat(1 << 20));
    let attribute = parse_attribute(&context, zeros, None).unwrap();
    assert_eq!(attribute_to_string(&context, attribute).unwrap(), "1 : i64");
    let error = parse_type(&context, format!("tensor<{digits}xi32>")).unwrap_err();
    assert_eq!(error.message(), "invalid dimension");
    let string = format!("\"{}\"", "a".repeat(1 << 20));
    let attribute = parse_attribute(&context, &string, None).unwrap();
    assert_eq!(attribute_to_string(&context, attribute).unwrap(), string);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let context = Context::new();
    for text in [
        &b"\xFF"[..],
        b"\0",
        b"",
        b"\"\n\"",
        b"1\0",
        b"!\xFF",
        b"[\xE2\x82]",
    ] {
        let result = parse_attribute(&context, text, None);
        assert_eq!(result.is_ok(), text == b"1\0", "{text:?}");
    }
    let attribute = parse_attribute(&context, b"\"\xFF\"", None).unwrap();
    assert_eq!(attribute_to_string(&context, attribute).unwrap(), r#""\FF""#);
    let error = parse_type(&context, "i32 i32").unwrap_err();
    assert_eq!(error.message(), "found trailing characters: 'i32'");
}
