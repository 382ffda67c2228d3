//! Texts that are truncated, huge, deep or nonsense: a result or an error with a place, within the default stack of a
//! thread, and no operation is left after an error.

use std::fmt::Write;

use tvmlike_ir::{Context, Diagnostic, Exclusive, Mapping, Op, WalkOrder, WalkResult};
use tvmlike_text::{
    ParseOptions, PrintOptions, parse_attribute, parse_location, parse_module, parse_source, parse_type,
    print_op,
};

fn context() -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    context
}

/// Reads a text: its module, or the first diagnostic.
fn read(edit: &mut Exclusive<'_>, text: &[u8]) -> Result<Op, Diagnostic> {
    let context = edit.context();
    // On one thread, operations take the same memory each time.
    let options = ParseOptions {
        threads: 1,
        ..ParseOptions::default()
    };
    let (read, diagnostics) = context.capture_diagnostics(|| parse_source(edit, "hostile", text, &options));
    read.map(|read| read.op)
        .map_err(|_| diagnostics.into_iter().next().expect("an error is reported"))
}

/// The message and the place of the error that a text has.
fn error(text: impl AsRef<[u8]>) -> String {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let error = read(&mut edit, text.as_ref()).expect_err("the text is refused");
    let place = error
        .location
        .file_position(&context)
        .expect("a place in the text");
    let before = context.operation_bytes();
    let _ = read(&mut edit, text.as_ref());
    assert_eq!(
        context.operation_bytes(),
        before,
        "a refused text leaves operations behind"
    );
    format!("{}:{}: {}", place.line, place.column, error.message)
}

fn print(context: &Context, op: Op) -> Vec<u8> {
    let mut out = Vec::new();
    print_op(context, op, &PrintOptions::default(), &mut out).unwrap();
    out
}

/// Parses a valid text; its printed form parses to an equal module.
fn round_trip(text: &[u8]) -> Vec<u8> {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let op = read(&mut edit, text).unwrap_or_else(|error| panic!("{}", error.message));
    let printed = print(&context, op);
    let again = read(&mut edit, &printed).unwrap_or_else(|error| panic!("{}", error.message));
    assert!(op.is_structurally_equal(&context, again, tvmlike_ir::Equivalence::IGNORE_LOCATIONS));
    printed
}

fn cases() -> Vec<Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus");
    let folders = [folder.clone(), folder.join("invalid")];
    let mut paths: Vec<_> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| {
            text.split("// -----")
                .map(|case| case.as_bytes().to_vec())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// `all` with TVMLIKE_TEST_ALL, which `cargo xtask test --long` sets; else `few`.
fn or_all(few: usize, all: usize) -> usize {
    match std::env::var_os("TVMLIKE_TEST_ALL") {
        Some(_) => all,
        None => few,
    }
}

#[test]
fn prefixes_of_the_corpus_are_read_or_refused() {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let step = or_all(3, 1);
    for (number, case) in cases().into_iter().enumerate() {
        for end in (number % step..case.len()).step_by(step) {
            if let Ok(op) = read(&mut edit, &case[..end]) {
                op.erase(&mut edit).unwrap();
            }
        }
    }
}

#[test]
fn bytes_of_the_corpus_can_be_others() {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let step = or_all(23, 7);
    for (number, mut case) in cases().into_iter().enumerate() {
        for at in (number % step..case.len()).step_by(step) {
            let byte = case[at];
            for other in [0, 0xff, b'<', byte.wrapping_add(1)] {
                case[at] = other;
                if let Ok(op) = read(&mut edit, &case) {
                    op.erase(&mut edit).unwrap();
                }
            }
            case[at] = byte;
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_or_kept() {
    assert_eq!(
        error(b"\"a\0b\"() : () -> ()"),
        "1:1: null character not allowed in operation name"
    );
    assert_eq!(
        error(br#""a\00b"() : () -> ()"#),
        "1:1: null character not allowed in operation name"
    );
    assert!(error(b"\xff\xfe").starts_with("1:1: "));
    assert!(error(b"\"app.op\"() : () -> () \xc3").starts_with("1:23: "));
    let printed = round_trip(b"\"app.op\"() {a = \"\xff\0\xc3\"} : () -> ()\0");
    assert!(
        printed
            .windows(10)
            .any(|window| window == br#""\FF\00\C3"#.as_slice())
    );
}

#[test]
fn numbers_without_end_are_out_of_range() {
    let digits = "9".repeat(1 << 20);
    for text in [
        format!("\"app.op\"() {{a = {digits} : i32}} : () -> ()"),
        format!("\"app.op\"() {{a = 0x{} : i64}} : () -> ()", "F".repeat(1 << 20)),
        format!("\"app.op\"() : () -> i{digits}"),
        format!("\"app.op\"() : () -> tensor<{digits}xi8>"),
        format!("\"app.op\"() {{a = array<i8: {digits}>}} : () -> ()"),
        format!("\"app.op\"() {{a = dense<{digits}> : tensor<2xi8>}} : () -> ()"),
        format!("\"app.op\"() : () -> () loc(\"a\":{digits}:1)"),
        format!("%0:{digits} = \"app.op\"() : () -> i32"),
        format!("\"app.op\"(%0#{digits}) : (i32) -> ()"),
        format!("\"app.op\"() {{a = distinct[{digits}]<>}} : () -> ()"),
        format!("\"app.op\"() {{a = affine_map<(d0) -> (d0 + {digits})>}} : () -> ()"),
    ] {
        error(text);
    }
    // A float of that many digits is one.
    round_trip(
        format!("\"app.op\"() {{a = 0.{digits} : f32, b = {digits}.0e-2000000 : f64}} : () -> ()").as_bytes(),
    );
}

#[test]
fn counts_of_results_are_checked_before_anything_is_made() {
    let op = "= \"app.op\"() : () -> i32";
    assert_eq!(
        error(format!("%0:4294967295 {op}")),
        "1:1: operation defines 1 results but was provided 4294967295 to bind"
    );
    let many = "%0:4294967295, %1:4294967295, %2:4294967295";
    assert_eq!(
        error(format!("{many} {op}")),
        "1:1: operation defines 1 results but was provided 12884901885 to bind"
    );
    assert_eq!(
        error(format!("%0:18446744073709551616 {op}")),
        "1:4: expected named operation to have at least 1 result"
    );
    assert_eq!(
        error("\"app.op\"(%4294967295) : (i32) -> ()"),
        "1:10: use of undeclared SSA value name"
    );
    assert_eq!(
        error("\"app.op\"(%0#4294967295) : (i32) -> ()"),
        "1:10: use of undeclared SSA value name"
    );
    round_trip(b"%4294967295 = \"app.op\"() : () -> i32\n\"app.op\"(%4294967295) : (i32) -> ()");
    round_trip(b"%arg4294967295 = \"app.op\"() : () -> i32");
}

#[test]
fn more_regions_or_successors_than_an_operation_can_have_are_an_error() {
    for count in [65_535, 65_536, 70_000] {
        let regions = vec!["{}"; count].join(", ");
        let successors = vec!["^a"; count].join(", ");
        let regions = format!("\"app.op\"() ({regions}) : () -> ()");
        let successors = format!(
            "\"app.op\"() ({{\n^e:\n\"app.br\"()[{successors}] : () -> ()\n^a:\n\"app.end\"() : () -> ()\n}}) : () -> ()"
        );
        if count == 65_535 {
            round_trip(regions.as_bytes());
            round_trip(successors.as_bytes());
        } else {
            assert!(error(regions).contains("at most 65535 regions"));
            assert!(error(successors).contains("at most 65535 successors"));
        }
    }
}

fn nested(depth: usize, inner: &str) -> String {
    let mut text = "\"a.a\"() ({\n".repeat(depth);
    text.push_str(inner);
    text.push_str(&"}) : () -> ()\n".repeat(depth));
    text
}

#[test]
fn a_hundred_thousand_nested_regions_fit_into_a_small_stack() {
    const DEPTH: usize = 100_000;
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let op =
        read(&mut edit, nested(DEPTH, "").as_bytes()).unwrap_or_else(|error| panic!("{}", error.message));
    context.verify(op).unwrap();
    let copy = op.clone_op(&mut edit, &mut Mapping::new());
    let flags = tvmlike_ir::Equivalence::NONE;
    assert!(op.is_structurally_equal(&context, copy, flags));
    assert_eq!(
        op.structural_hash(&context, flags),
        copy.structural_hash(&context, flags)
    );
    for order in [WalkOrder::PreOrder, WalkOrder::PostOrder] {
        let mut count = 0;
        copy.walk(&context, order, |_| {
            count += 1;
            WalkResult::Advance
        });
        assert_eq!(count, DEPTH + 1);
    }
    copy.erase(&mut edit).unwrap();
    op.erase(&mut edit).unwrap();
    // Not closed, or with an error inside.
    let bytes = context.operation_bytes();
    assert!(read(&mut edit, "\"a.a\"() ({\n".repeat(DEPTH).as_bytes()).is_err());
    assert!(read(&mut edit, nested(DEPTH, "\"a.a\"(%0) : (i32) -> ()\n").as_bytes()).is_err());
    assert_eq!(context.operation_bytes(), bytes);
}

#[test]
fn nested_regions_are_printed_within_a_small_stack() {
    // Of each level's indentation the text grows as the square of the depth.
    let text = nested(5_000, "");
    assert!(round_trip(text.as_bytes()).len() > text.len());
}

#[test]
fn nested_brackets_are_an_error_beyond_the_limit() {
    let context = context();
    let hundred_thousand = 100_000;
    let nest = |open: &str, inner: &str, close: &str, depth: usize| {
        [open.repeat(depth), inner.to_owned(), close.repeat(depth)].concat()
    };
    for depth in [1_000, hundred_thousand] {
        let limit = |result: Result<(), tvmlike_text::ParseError>| match result {
            Ok(()) => assert!(depth < hundred_thousand),
            Err(error) => assert!(
                depth == hundred_thousand && error.message().starts_with("nesting exceeds"),
                "{}",
                error.message()
            ),
        };
        for (open, close) in [
            ("tuple<", ">"),
            ("(", ") -> ()"),
            ("tensor<2xcomplex<", ">>"),
            ("memref<", ">"),
        ] {
            let text = nest(open, "f32", close, depth);
            match parse_type(&context, &text) {
                // Not every type can contain itself.
                Err(error) if !error.message().starts_with("nesting exceeds") => {}
                result => limit(result.map(drop)),
            }
        }
        for (open, close) in [
            ("[", "]"),
            ("{a = ", "}"),
            ("distinct[0]<", ">"),
            ("#a<", ">"),
            ("vector<[", "]>"),
        ] {
            let text = nest(open, "1", close, depth);
            match parse_attribute(&context, &text, None) {
                Err(error) if !error.message().starts_with("nesting exceeds") => {}
                // The body of an unknown dialect's attribute is kept as text.
                result => {
                    if open != "#a<" {
                        limit(result.map(drop));
                    }
                }
            }
        }
        for (open, close) in [("(", ")"), ("-", ""), ("2 * (", ")"), ("d0 + (", ")")] {
            let text = format!("affine_map<(d0) -> ({})>", nest(open, "d0", close, depth));
            limit(parse_attribute(&context, &text, None).map(drop));
        }
        for (open, close) in [("\"a\"(", ")"), ("fused[", "]"), ("callsite(unknown at ", ")")] {
            let text = format!("loc({})", nest(open, "unknown", close, depth));
            limit(parse_location(&context, &text).map(drop));
        }
    }
    for open in [
        "(",
        "[",
        "{",
        "<",
        "tuple<",
        "affine_map<",
        "dense<[",
        "#a<",
        "!a<",
        "loc(",
        "fused<",
        "-",
    ] {
        let text = open.repeat(hundred_thousand);
        parse_attribute(&context, &text, None).unwrap_err();
        parse_type(&context, &text).unwrap_err();
    }
    // The body of an unknown dialect's attribute is text, of any depth if its brackets are balanced.
    let text = nest("#a<", "b", ">", hundred_thousand);
    let _ = parse_attribute(&context, &text, None);
}

#[test]
fn long_sums_have_no_depth_limit_that_overflows() {
    let context = context();
    for (operator, count) in [
        (" + ", 100_000),
        (" * ", 100_000),
        (" mod 7 + ", 20_000),
        (" floordiv 3 + ", 20_000),
    ] {
        let text = format!("affine_map<(d0)[s0] -> ({})>", vec!["s0"; count].join(operator));
        if let Ok(attribute) = parse_attribute(&context, &text, None) {
            tvmlike_text::attribute_to_string(&context, attribute).unwrap();
        }
    }
}

#[test]
fn aliases_are_defined_once_and_before_they_are_used() {
    assert_eq!(error("#a = [#a]"), "1:9: undefined symbol alias id 'a'");
    assert_eq!(
        error("#a = [#b]\n#b = [#a]"),
        "1:9: undefined symbol alias id 'b'"
    );
    assert_eq!(
        error("!a = tuple<!b>\n!b = tuple<!a>"),
        "1:14: undefined symbol alias id 'b'"
    );
    assert_eq!(
        error("#a = 1\n#a = 2"),
        "2:1: redefinition of attribute alias id 'a'"
    );
    assert_eq!(
        error("!a = i1\n!a = i2"),
        "2:1: redefinition of type alias id 'a'"
    );
    assert_eq!(
        error("#loc1 = loc(\"a\"(#loc2))\n#loc2 = loc(\"b\"(#loc1))\n\"a.a\"() : () -> () loc(#loc1)"),
        "1:22: undefined symbol alias id 'loc2'"
    );
}

#[test]
fn dense_elements_of_the_wrong_size_are_refused() {
    for literal in [
        "dense<[1, 2]> : tensor<3xi32>",
        "dense<[[1], [2, 3]]> : tensor<2x1xi32>",
        "dense<\"0x00\"> : tensor<2xi32>",
        "dense<\"0x0\"> : tensor<1xi4>",
        "dense<[]> : tensor<9223372036854775807xi8>",
        "dense<[1]> : tensor<4294967296x4294967296xi8>",
        "dense<1> : tensor<4294967296x4294967296x4294967296xi8>",
        "dense<\"0x0000\"> : tensor<4294967296x4294967296xi8>",
        "dense<> : tensor<4xi8>",
        "dense<1> : tensor<?xi8>",
        "dense<(1, 2, 3)> : tensor<complex<i32>>",
        "sparse<[[0, 9]], [1]> : tensor<3x4xi32>",
        "sparse<[[-1, 0]], [1]> : tensor<3x4xi32>",
        "sparse<[[0]], [1]> : tensor<3x4xi32>",
        "sparse<[[0, 0]], [1, 2]> : tensor<3x4xi32>",
        "sparse<9223372036854775807, 1> : tensor<9223372036854775807xi32>",
    ] {
        let text = format!("\"app.op\"() {{a = {literal}}} : () -> ()");
        let context = context();
        let mut edit = context.exclusive().unwrap();
        if let Ok(op) = read(&mut edit, text.as_bytes()) {
            // A splat needs no memory for its elements.
            print(&context, op);
            assert!(
                literal.starts_with("dense<1>") || literal.starts_with("sparse<9"),
                "{literal}"
            );
        }
    }
}

#[test]
fn many_of_everything_takes_linear_time() {
    const MANY: usize = 15_000;
    let lines = |line: &dyn Fn(usize) -> String| (0..MANY).map(line).collect::<Vec<_>>();
    // Blocks, also such that are referred to before they are defined.
    let blocks = lines(&|n| format!("^b{n}:\n\"a.br\"()[^b{}] : () -> ()\n", n + 1)).concat();
    round_trip(
        format!("\"a.a\"() ({{\n\"a.br\"()[^b0] : () -> ()\n{blocks}^b{MANY}:\n\"a.end\"() : () -> ()\n}}) : () -> ()").as_bytes(),
    );
    let flood = lines(&|n| format!("\"a.br\"()[^b{n}] : () -> ()\n")).concat();
    assert!(error(format!("\"a.a\"() ({{\n{flood}}}) : () -> ()")).contains("undefined block"));
    // Values.
    let names = lines(&|n| format!("%v{n}: i1")).join(", ");
    round_trip(format!("\"a.a\"() ({{\n^b0({names}):\n}}) : () -> ()").as_bytes());
    let uses = lines(&|n| format!("%u{n}")).join(", ");
    let types = vec!["i1"; MANY].join(", ");
    assert!(error(format!("\"a.a\"({uses}) : ({types}) -> ()")).contains("use of undeclared SSA value name"));
    let results = lines(&|n| format!("%r{n}")).join(", ");
    round_trip(format!("{results} = \"a.a\"() : () -> ({types})").as_bytes());
    // Attributes, types and locations.
    let entries = lines(&|n| format!("a{n} = {n}")).join(", ");
    round_trip(format!("\"a.a\"() {{{entries}}} : () -> ()").as_bytes());
    let aliases = lines(&|n| format!("#a{n} = {n}\n!a{n} = tuple<i{}>\n", n + 1)).concat();
    round_trip(aliases.as_bytes());
    let fused = lines(&|n| format!("\"n{n}\"")).join(", ");
    round_trip(format!("\"a.a\"() : () -> () loc(fused[{fused}])").as_bytes());
    let resources =
        lines(&|n| format!("\"a.a\"() {{a = dense_resource<k{n}> : tensor<1xi8>}} : () -> ()\n")).concat();
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let op = read(&mut edit, resources.as_bytes()).unwrap();
    print(&context, op);
    let data = lines(&|n| format!("k{n}: \"0x0100000001\"")).join(", ");
    read(
        &mut edit,
        format!("{{-# dialect_resources: {{ builtin: {{ {data} }} }} #-}}").as_bytes(),
    )
    .unwrap();
    let maps = (0..MANY / 10).fold(String::new(), |mut text, n| {
        writeln!(
            text,
            "\"a.a\"() {{a = affine_map<(d0) -> (d0 + {n})>}} : () -> ()"
        )
        .unwrap();
        text
    });
    round_trip(maps.as_bytes());
    let dims = lines(&|n| format!("d{n}")).join(", ");
    round_trip(format!("\"a.a\"() {{a = affine_map<({dims}) -> ({dims})>}} : () -> ()").as_bytes());
}

#[test]
fn a_long_string_is_no_problem() {
    let string = "ä\\n".repeat(3 << 20);
    let text = format!("\"a.a\"() {{a = \"{string}\"}} : () -> () loc(\"{string}\")");
    assert!(round_trip(text.as_bytes()).len() > string.len());
    error(format!("\"a.a\"() {{a = \"{string}}} : () -> ()"));
    error("#".repeat(10 << 20));
    error("{-#".repeat(1 << 20));
    round_trip(&b"// a comment\n".repeat(1 << 20));
}

#[test]
fn every_name_that_is_not_defined_is_reported() {
    let places = |text: &str| {
        let context = context();
        let mut edit = context.exclusive().unwrap();
        let (result, diagnostics) =
            context.capture_diagnostics(|| parse_module(&mut edit, "undefined", text.as_bytes()));
        assert!(result.is_err());
        let place = |found: &Diagnostic| {
            let at = found.location.file_position(&context).unwrap();
            format!("{}:{} {}", at.line, at.column, found.message)
        };
        diagnostics.iter().map(place).collect::<Vec<_>>()
    };
    let value = "use of undeclared SSA value name";
    // Once for each name, where it is used first; blocks, when their region ends.
    let text = "module {\n\"a.a\"(%z, %1#1, %z, %1) : (i1, i1, i1, i1) -> ()\n}\n\"a.b\"(%b) [^c] : (i1) -> () loc(#d)";
    let found = ["2:7", "2:11", "2:21", "4:7"].map(|place| format!("{place} {value}"));
    assert_eq!(places(text), found);
    let text = "\"a.a\"() ({\n\"a.b\"(%a) [^d, ^c, ^d] : (i1) -> ()\n}) : () -> ()";
    let found = ["2:12", "2:16"].map(|place| format!("{place} reference to an undefined block"));
    assert_eq!(places(text), found);
    // Locations are settled before the blocks of the file are.
    let found = places("\"a.b\"() [^c] : () -> () loc(#d)");
    assert_eq!(found, ["1:29 operation location alias was never defined"]);
    let many: String = (0..10_000)
        .map(|n| format!("\"a.a\"(%{n}) : (i1) -> ()\n"))
        .collect();
    assert_eq!(places(&many).len(), 10_000);
}

#[test]
fn a_deep_text_has_few_errors() {
    let text = format!(
        "\"a.b\"() {{a = affine_map<(d0) -> ({}d0)>}} : () -> ()",
        "-".repeat(100_000)
    );
    let context = tvmlike_ir::Context::new();
    context.allow_unregistered_dialects(true);
    let (result, diagnostics) = context.capture_diagnostics(|| {
        let mut edit = context.exclusive().unwrap();
        tvmlike_text::parse_module(&mut edit, "deep.mlir", text.as_bytes())
    });
    assert!(result.is_err());
    assert!(diagnostics.len() < 100, "{} diagnostics", diagnostics.len());
}

#[test]
fn shared_parts_are_not_printed_without_end() {
    // mlir-opt prints each part as often as it is used, until the memory is used up.
    let chain = |sigil: char, first: &str, part: &dyn Fn(usize) -> String| {
        let lines = (1..100).map(|n| format!("{sigil}a{n} = {}\n", part(n - 1)));
        format!("{sigil}a0 = {first}\n{}", lines.collect::<String>())
    };
    let attributes = chain('#', "[1]", &|n| format!("[#a{n}, #a{n}]"));
    let types = chain('!', "tuple<i1>", &|n| format!("tuple<!a{n}, !a{n}>"));
    let locations = chain('#', "loc(\"a\")", &|n| format!("loc(callsite(#a{n} at #a{n}))"));
    let texts = [
        format!("{attributes}\"a.a\"() {{a = #a99, b = #a3}} : () -> ()"),
        format!("{types}\"a.a\"() : () -> !a99"),
        format!("{locations}\"a.a\"() : () -> () loc(#a99)"),
    ];
    for text in texts {
        let context = context();
        let mut edit = context.exclusive().unwrap();
        let op = read(&mut edit, text.as_bytes()).unwrap_or_else(|error| panic!("{}", error.message));
        let copy = op.clone_op(&mut edit, &mut Mapping::new());
        assert!(op.is_structurally_equal(&context, copy, tvmlike_ir::Equivalence::NONE));
        for local_scope in [false, true] {
            let options = PrintOptions {
                local_scope,
                debug_info: true,
                most_nested_bytes: 10_000,
                ..PrintOptions::default()
            };
            let mut out = Vec::new();
            let result = print_op(&context, op, &options, &mut out);
            // Locations have aliases, unless there is only a local scope.
            let is_whole = text.contains("callsite") && !local_scope;
            assert_eq!(result.is_ok(), is_whole, "{}", String::from_utf8_lossy(&out));
            if let Err(error) = result {
                assert!(error.to_string().contains("exceeds 10000 bytes"), "{error}");
            }
            assert!(out.len() < 30_000);
        }
    }
}

#[test]
fn texts_of_one_context_keep_their_own_resources() {
    let context = context();
    let mut edit = context.exclusive().unwrap();
    let text = |byte: &str| {
        format!(
            "\"a.a\"() {{a = dense_resource<k> : tensor<1xi8>}} : () -> ()\n\
             {{-# dialect_resources: {{ builtin: {{ k: \"0x01000000{byte}\" }} }} #-}}"
        )
    };
    let ops = ["01", "02", "03"].map(|byte| read(&mut edit, text(byte).as_bytes()).unwrap());
    for (op, byte) in ops.into_iter().zip(["01", "02", "03"]) {
        let printed = String::from_utf8(print(&context, op)).unwrap();
        assert!(printed.contains(&format!("\"0x01000000{byte}\"")), "{printed}");
    }
}
