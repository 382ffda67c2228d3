//! Lines that repeat are read once, operations that are alike are verified and printed once. What a text means must not depend
//! on that, so texts of similar lines, right and wrong ones, are read in two ways: recorded, which reads each line, and not;
//! and they are printed in two ways: as a whole, and each operation by itself.

use tvmlike_ir::{Context, WalkOrder, WalkResult};
use tvmlike_text::{ParseOptions, PrintOptions, parse_recorded, parse_source, print_op};

/// How many texts are compared, and how many lines each has.
const TEXTS: u32 = 600;
const LINES: u32 = 14;

/// A generator of numbers below a limit.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// `$` stands for the name of a value; the letter behind it is that of its type, in [`VALUES`].
const OPERATIONS: &[&str] = &[
    "arith.addf $f, $f : f32",
    "arith.addf $f, $f : f32",
    "arith.addf $f, $f fastmath<fast> : f32",
    "arith.addi $j, $j : i32",
    "arith.cmpi slt, $j, $j : i32",
    "arith.select $c, $f, $f : f32",
    "arith.constant 1 : i32",
    "arith.constant 1.0 : f32 // $f",
    "arith.constant {text = \"$f is no operand\"} 1 : i32",
    "memref.load $m[$i] : memref<?xf32>",
    "memref.load $m[$i] {nontemporal = true} : memref<?xf32>",
    "arith.addui_extended $j, $j : i32, i1",
    "math.sincos $f : f32",
];
/// Those of no result.
const PLAIN: &[&str] = &[
    "memref.store $f, $m[$i] : memref<?xf32>",
    "memref.store $f, $m[$i] : memref<?xf32>",
    "vector.print $f : f32",
    "call @f($f) : (f32) -> ()",
    "return $f : f32",
    "return",
    "func.return $f : f32",
    "func.return",
    "scf.yield $f : f32",
    "scf.yield",
    "yield",
];
/// Operations that are wrong in any text.
const WRONG: &[&str] = &[
    "arith.addf $f, $f fastmath<fats> : f32",
    "arith.addf $f, $j : f32",
    "arith.addi $j, $j : f32",
    "memref.load $m[$i, $i] : memref<?xf32>",
    "memref.load $f[$i] : memref<?xf32>",
    "arith.select $c, $f : f32",
];
const VALUES: &[(char, &[&str])] = &[
    ('f', &["%a", "%b", "%p", "%p#0", "%later"]),
    ('j', &["%j", "%p#1"]),
    ('m', &["%m"]),
    ('i', &["%i", "%0"]),
    ('c', &["%c"]),
];
const ENDS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n",
    "  \n",
    " loc(\"here\")\n",
    " loc(\"there\")\n",
    " // more\n",
    "\n\n",
];
/// What rarely ends a line.
const RARE_ENDS: &[&str] = &[
    "\n{}\n",
    "\n: f32\n",
    "\n, %a\n",
    " ",
    "\n%a\n",
    "\nloc(\"x\")\n",
    "\nto\n",
    "\n#0\n",
];
/// One in so many choices is a rare one.
const RARE: usize = 60;

fn operation(random: &mut Random, form: &str) -> String {
    let mut text = String::new();
    let mut pieces = form.split('$');
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (ty, rest) = piece.split_at(1);
        let any = random.below(RARE) == 0;
        let fits = |(letter, _): &&(char, &[&str])| any || ty.starts_with(*letter);
        let values: Vec<&str> = VALUES
            .iter()
            .filter(fits)
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        text.push_str(random.one_of(&values));
        text.push_str(rest);
    }
    let ends = if random.below(RARE) == 0 { RARE_ENDS } else { ENDS };
    text.push_str(random.one_of(ends));
    text
}

fn text(random: &mut Random) -> String {
    let mut text = String::from(
        "func.func @g(%a: f32, %b: f32, %m: memref<?xf32>, %i: index, %0: index, %j: i32, %c: i1) {\n%p:2 = \"my.pair\"() : () -> (f32, i32)\n",
    );
    // Few forms in each text, so that lines repeat.
    let forms = [0; 3].map(|_| random.one_of(OPERATIONS));
    let plain = random.one_of(PLAIN);
    for line in 0..LINES {
        match random.below(4) {
            0 => text.push_str(&operation(random, plain)),
            _ => {
                let form = match random.below(RARE) {
                    0 => random.one_of(WRONG),
                    _ => random.one_of(&forms),
                };
                let names = if form.contains("extended") || form.contains("sincos") {
                    ":2"
                } else {
                    ""
                };
                text.push_str(&format!("%x{line}{names} = {}", operation(random, form)));
            }
        }
    }
    if text.contains("%later") && random.below(20) > 0 {
        text.push_str("%later = arith.constant 1.0 : f32\n");
    }
    text.push_str("return\n}\n");
    text
}

/// What a text is read as: its text with locations, or the error.
fn read(context: &Context, text: &str, is_recorded: bool) -> Result<String, String> {
    let mut edit = context.exclusive().expect("the context has no other user");
    let options = ParseOptions {
        skip_verification: true,
        ..ParseOptions::default()
    };
    let (parsed, diagnostics) = context.capture_diagnostics(|| match is_recorded {
        true => parse_recorded(&mut edit, "t.mlir", text.as_bytes(), &options).0,
        false => parse_source(&mut edit, "t.mlir", text.as_bytes(), &options),
    });
    let op = parsed.map_err(|_| format!("{diagnostics:?}"))?.op;
    let options = PrintOptions {
        generic: true,
        debug_info: true,
        ..PrintOptions::default()
    };
    let mut out = Vec::new();
    print_op(context, op, &options, &mut out).expect("a small operation");
    op.erase(&mut edit).expect("nothing outside uses it");
    Ok(String::from_utf8(out).expect("the text is ASCII"))
}

/// Checks that a text, which is valid, is printed as its operations are one by one.
fn assert_printed_alike(context: &Context, text: &str) {
    let mut edit = context.exclusive().expect("the context has no other user");
    let options = ParseOptions {
        skip_verification: true,
        ..ParseOptions::default()
    };
    let module = parse_source(&mut edit, "t.mlir", text.as_bytes(), &options)
        .expect(text)
        .op;
    let print = |op| {
        let options = PrintOptions {
            assume_verified: true,
            numbered_in: Some(module),
            ..PrintOptions::default()
        };
        let mut out = Vec::new();
        print_op(context, op, &options, &mut out).expect("a small operation");
        String::from_utf8(out).expect("the text is ASCII")
    };
    let whole = print(module);
    let mut lines = whole.lines().map(str::trim);
    module.walk(context, WalkOrder::PreOrder, |op| {
        if op.num_regions(context) == 0 {
            let alone = print(op);
            // Only in its function, the dialect is left out.
            let alone = alone.strip_prefix("func.").unwrap_or(&alone);
            assert!(
                lines.any(|line| line == alone),
                "{alone}\nis not, or not there, in\n{whole}"
            );
        }
        WalkResult::Advance
    });
    module.erase(&mut edit).expect("nothing outside uses it");
}

fn context() -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    tvmlike_dialects::make_available(&context);
    context
}

#[test]
fn what_a_line_means_does_not_depend_on_earlier_lines() {
    let (context, mut random) = (context(), Random(1));
    let mut valid = 0;
    for _ in 0..TEXTS {
        let text = text(&mut random);
        let each_line = read(&context, &text, true);
        assert_eq!(read(&context, &text, false), each_line, "{text}");
        if each_line.is_ok() {
            valid += 1;
            assert_printed_alike(&context, &text);
        }
    }
    assert!(valid > TEXTS / 20, "only {valid} texts are valid");
}

#[test]
fn properties_are_checked_after_many_that_passed() {
    let context = context();
    let head = "func.func @f(%a: i32) {\n";
    let line = |name: &str, tail: &str| {
        format!(
            "%x{} = \"{name}\"(%a, %a) {tail} : (i32, i32) -> i32\n",
            tail.len()
        )
    };
    let good = "<{overflowFlags = #arith.overflow<nsw>}>";
    let read_last = |earlier: &str, last: &str| {
        let text = format!("{head}{earlier}%y = \"{last}\"(%a, %a) {good} : (i32, i32) -> i32\nreturn\n}}\n");
        read(&context, &text, false)
    };
    let earlier = line("arith.addi", good);
    assert!(read_last(&earlier, "arith.muli").is_ok());
    // The same text behind the operands of an operation without such properties.
    for last in ["arith.andi", "arith.xori", "arith.minsi"] {
        let message = |result: Result<String, String>| result.expect_err(last).replace("3:", "2:");
        let (with, without) = (message(read_last(&earlier, last)), message(read_last("", last)));
        let reason = "this operation does not support properties";
        assert!(with.contains(reason) && without.contains(reason), "{with}");
    }
}

/// Operations that differ in little from a valid one, which comes first.
const INVALID: &[(&str, &str)] = &[
    (
        r#""memref.load"(%m, %i) : (memref<?xf32>, index) -> f32"#,
        r#""memref.load"(%m, %i, %i) : (memref<?xf32>, index, index) -> f32"#,
    ),
    (
        r#""memref.load"(%m, %i) : (memref<?xf32>, index) -> f32"#,
        r#""memref.load"(%m, %i) : (memref<?xf32>, index) -> i32"#,
    ),
    (
        r#""arith.addi"(%j, %j) : (i32, i32) -> i32"#,
        r#""arith.addi"(%j, %j) : (i32, i32) -> i64"#,
    ),
    (
        r#""arith.cmpi"(%j, %j) <{predicate = 1 : i64}> : (i32, i32) -> i1"#,
        r#""arith.cmpi"(%j, %j) <{predicate = 99 : i64}> : (i32, i32) -> i1"#,
    ),
    (
        r#""arith.constant"() <{value = 1 : i32}> : () -> i32"#,
        r#""arith.constant"() <{value = 1 : i32}> : () -> i64"#,
    ),
    (
        r#""arith.index_cast"(%j) : (i32) -> index"#,
        r#""arith.index_cast"(%j) : (i32) -> i64"#,
    ),
    (
        r#""arith.addi"(%j, %j) {a = 1 : i32} : (i32, i32) -> i32"#,
        r#""arith.addi"(%j, %j) {llvm.readnone = 1 : i32, func.x = 1 : i32} : (i32, i32) -> f32"#,
    ),
    (
        r#""arith.addi"(%j, %j) : (i32, i32) -> i32"#,
        r#""arith.addi"(%x9, %j) : (i32, i32) -> i32 "#,
    ),
    (
        r#""my.op"(%j) : (i32) -> i32"#,
        r#""arith.mulsi_extended"(%j, %j) : (i32, i32) -> i32"#,
    ),
];

#[test]
fn an_invalid_operation_is_refused_after_valid_ones_that_are_nearly_alike() {
    let context = context();
    let verify = |earlier: usize, valid: &str, last: &str| {
        let mut edit = context.exclusive().expect("the context has no other user");
        let mut text = String::from("func.func @g(%m: memref<?xf32>, %i: index, %j: i32) {\n");
        for number in 0..earlier {
            text.push_str(&format!("%x{number} = {valid}\n"));
        }
        text.push_str(&format!("%x9 = {last}\nreturn\n}}\n"));
        let options = ParseOptions::default();
        let (parsed, diagnostics) =
            context.capture_diagnostics(|| parse_source(&mut edit, "t.mlir", text.as_bytes(), &options));
        let messages: Vec<String> = diagnostics.into_iter().map(|each| each.message).collect();
        (parsed.is_ok(), messages)
    };
    for (valid, invalid) in INVALID {
        assert_eq!(verify(5, valid, valid), (true, Vec::new()), "{valid}");
        let alone = verify(0, valid, invalid);
        assert!(!alone.0, "{invalid}");
        assert_eq!(verify(5, valid, invalid), alone, "{invalid}");
    }
}
