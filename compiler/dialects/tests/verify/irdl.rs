//! Dialects defined in IRDL: what they accept, and which definitions are refused.

use tvmlike_ir::Context;
use tvmlike_text::{ParseOptions, Parsed, PrintOptions, parse_source, print_top_level};

/// Reads and verifies a text; the messages of its errors otherwise.
fn parse(context: &Context, text: &str) -> Result<Parsed, Vec<String>> {
    let (parsed, diagnostics) = context.capture_diagnostics(|| {
        let mut edit = context.exclusive().unwrap();
        parse_source(&mut edit, "text", text.as_bytes(), &ParseOptions::default())
    });
    parsed.map_err(|_| diagnostics.into_iter().map(|each| each.message).collect())
}

/// A context that knows the dialects of a text, or the error of the definition.
fn load(text: &str) -> Result<Context, String> {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    tvmlike_dialects::make_available(&context);
    let module = parse(&context, text).map_err(|errors| errors.join("; "))?;
    tvmlike_dialects::load_irdl(&context, module.op).map_err(|error| error.to_string())?;
    Ok(context)
}

const DIALECT: &str = r#"
irdl.dialect @t {
  irdl.type @pair {
    %0 = irdl.any
    %1 = irdl.any
    irdl.parameters(a: %0, b: %1)
  }
  irdl.type @empty
  irdl.attribute @of_i32 {
    %0 = irdl.is i32
    irdl.parameters(a: %0)
  }
  irdl.operation @values {
    %0 = irdl.any
    irdl.operands(a: %0, b: variadic %0, c: optional %0)
  }
  irdl.operation @optional {
    %0 = irdl.any
    irdl.operands(a: %0, b: optional %0)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.is i32
    %2 = irdl.parametric @t::@pair<%0, %1>
    irdl.operands(in: %2)
    irdl.results(out: %0)
  }
  irdl.operation @regions {
    %0 = irdl.is i32
    %1 = irdl.is i64
    %either = irdl.any_of(%0, %1)
    %both = irdl.all_of(%either, %0)
    %r0 = irdl.region(%both)
    %r1 = irdl.region with size 2
    %base = irdl.base "!builtin.integer"
    %own = irdl.base @t::@of_i32
    irdl.attributes {"int" = %base, "own" = %own}
    irdl.regions(first: %r0, second: %r1)
  }
}
"#;

const VALUES: &str =
    "%i, %j, %p, %q, %f = \"app.s\"() : () -> (i32, i64, !t.pair<f32, i32>, !t.pair<f32, i64>, f32)\n";

#[test]
fn operations_of_irdl_are_verified_in_the_words_of_mlir() {
    let sizes = |sizes: &str, count: usize| {
        let (values, types) = (vec!["%i"; count].join(", "), vec!["i32"; count].join(", "));
        format!("\"t.values\"({values}) {{operandSegmentSizes = array<i32: {sizes}>}} : ({types}) -> ()")
    };
    verify(&[
        (sizes("1, 1, 1", 3), &[]),
        (
            sizes("1, 0, 0", 2),
            &["sum of elements in 'operandSegmentSizes' attribute must be equal to the number of operands"],
        ),
        (
            sizes("0, 2, 0", 2),
            &["element 0 in 'operandSegmentSizes' attribute must be equal to 1"],
        ),
        (
            sizes("1, 0, 2", 3),
            &["element 2 in 'operandSegmentSizes' attribute must be equal to 0 or 1"],
        ),
        (
            sizes("1, -1, 2", 2),
            &[
                "'operandSegmentSizes' attribute for specifying operand segments must have non-negative values",
            ],
        ),
        (
            sizes("1, 1", 2),
            &[
                "'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 2",
            ],
        ),
        (
            "\"t.values\"(%i) : (i32) -> ()".into(),
            &["'operandSegmentSizes' attribute is expected but not provided"],
        ),
        ("\"t.optional\"(%i, %i) : (i32, i32) -> ()".into(), &[]),
        (
            "\"t.optional\"(%i, %j) : (i32, i64) -> ()".into(),
            &["expected 'i32' but got 'i64'"],
        ),
        (
            "\"t.optional\"() : () -> ()".into(),
            &["op expects at least 1 operands, but got 0"],
        ),
        (
            "\"t.optional\"(%i, %i, %i) : (i32, i32, i32) -> ()".into(),
            &["op expects at most 2 operands, but got 3"],
        ),
    ]);
}

#[test]
fn values_share_the_variables_of_constraints() {
    let regions =
        |attributes: &str, blocks: &str| format!("\"t.regions\"() ({{{blocks}}}) {attributes} : () -> ()");
    let attributes = "{int = i8, own = #t.of_i32<i32>}";
    let two = "^a: \"app.x\"() [^b] : () -> ()\n^b: \"app.x\"() : () -> ()";
    let one = "^a(%a: i32): \"app.x\"() : () -> ()";
    verify(&[
        ("%r = \"t.norm\"(%p) : (!t.pair<f32, i32>) -> f32".into(), &[]),
        (
            "%r = \"t.norm\"(%p) : (!t.pair<f32, i32>) -> f64".into(),
            &["expected 'f32' but got 'f64'"],
        ),
        (
            "%r = \"t.norm\"(%q) : (!t.pair<f32, i64>) -> f32".into(),
            &["expected 'i32' but got 'i64'"],
        ),
        (
            "\"t.norm\"(%i) ({}) : (i32) -> ()".into(),
            &[
                "op expects exactly 1 results, but got 0",
                "'t.norm' op unexpected number of regions: expected 0 but got 1",
            ],
        ),
        (regions(attributes, &format!("{one}}}, {{{two}")), &[]),
        (
            regions(attributes, &format!("}}, {{{two}")),
            &["expected region 0 to have 1 arguments but got 0"],
        ),
        (
            regions(attributes, &format!("{one}}}, {{")),
            &["expected region 1 to have 2 block(s) but got 0"],
        ),
        (
            regions("{int = f32, own = 1}", &format!("{one}}}, {{{two}")),
            &["expected base type 'builtin.integer' but got 'builtin.f32'"],
        ),
    ]);
}

/// Asserts that operations of the dialect have these errors.
fn verify(cases: &[(String, &[&str])]) {
    let context = load(DIALECT).unwrap();
    for (text, expected) in cases {
        let found = parse(&context, &format!("{VALUES}{text}\n"))
            .err()
            .unwrap_or_default();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn types_and_attributes_of_irdl_are_checked_and_print_as_they_read() {
    let context = load(DIALECT).unwrap();
    let text = "%0 = \"app.s\"() {a = #t.of_i32<i32>, b = !t.empty} : () -> !t.pair<!t.pair<i8, i9>, 3.000000e+00 : f64>";
    let parsed = parse(&context, text).unwrap();
    let mut printed = Vec::new();
    print_top_level(
        &context,
        parsed.op,
        &parsed.external,
        &PrintOptions::default(),
        &mut printed,
    )
    .unwrap();
    let expected = format!("module {{\n  {text}\n}}\n");
    assert_eq!(
        String::from_utf8(printed).unwrap().trim_end(),
        expected.trim_end()
    );
    let cases = [
        ("!t.pair<i32>", "expected 2 type arguments, but had 1"),
        ("!t.pair", "expected 2 type arguments, but had 0"),
        ("!t.empty<i32>", "expected 0 type arguments, but had 1"),
        ("#t.of_i32<i64>", "expected 'i32' but got 'i64'"),
        ("!t.of_i32<i32>", "unknown  type `of_i32` in dialect `t`"),
        ("#t.pair<i32, i32>", "unknown attribute `pair` in dialect `t`"),
    ];
    for (value, message) in cases {
        let errors = parse(&context, &format!("\"app.s\"() {{a = {value}}} : () -> ()"))
            .err()
            .unwrap();
        assert_eq!(errors, [message], "{value}");
    }
}

#[test]
fn wrong_names_are_refused() {
    refused(&[
        (
            "irdl.dialect @arith {}".to_owned(),
            "a dialect with namespace 'arith' has already been registered",
        ),
        (
            "irdl.dialect @builtin {}".to_owned(),
            "a dialect with namespace 'builtin' has already been registered",
        ),
        (
            "irdl.dialect @\"a.b\" {}".to_owned(),
            "'irdl.dialect' op invalid dialect name",
        ),
        (
            "irdl.dialect @a { irdl.operation @X {} }".to_owned(),
            "name of operation should not contain uppercase letters",
        ),
        (
            "irdl.dialect @a { irdl.operation @\"x.y\" {} }".to_owned(),
            "name of operation must contain only lowercase letters, digits and underscores",
        ),
        (
            "irdl.dialect @a { irdl.type @x {\n%0 = irdl.any_of(%0)\nirdl.parameters(p: %0) } }".to_owned(),
            "operand #0 does not dominate this use",
        ),
        (
            op("%0 = irdl.any\nirdl.operands(a: %0, a: %0)"),
            "'irdl.operands' op name of operand #1 is a duplicate of the name of operand #0",
        ),
        (
            op("%0 = irdl.any\nirdl.operands(a: %0)\nirdl.results(a: %0)"),
            "'irdl.operation' op contains a value named 'a' for both its operands and results",
        ),
        (
            op("irdl.operands()\nirdl.operands()"),
            "failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.operands",
        ),
    ]);
}

#[test]
fn wrong_constraints_are_refused() {
    let deep: String = (1..200)
        .map(|index| format!("%{index} = irdl.all_of(%{})\n", index - 1))
        .collect();
    refused(&[
        (
            op("%0 = irdl.any\n%1 = irdl.is i64\n%2 = irdl.any_of(%0, %1)"),
            "any_of constraints are not in the correct form",
        ),
        (
            op("%0 = irdl.any\n%1 = irdl.is i64\n%2 = irdl.all_of(%0, %1)\n%3 = irdl.any_of(%1, %2)"),
            "any_of constraints are not in the correct form",
        ),
        // Definitions that refer to themselves.
        (
            op("%0 = irdl.all_of(%0)\nirdl.operands(a: %0)"),
            "operand #0 does not dominate this use",
        ),
        (
            op("%0 = irdl.any_of(%1)\n%1 = irdl.any_of(%0)\nirdl.operands(a: %0)"),
            "operand #0 does not dominate this use",
        ),
        (
            "irdl.dialect @a {\nirdl.type @p {\n%0 = irdl.parametric @a::@p<>\nirdl.parameters(a: %0)\n}\n}"
                .into(),
            "'irdl.parametric' op has 0 constraints, but 'a.p' has 1 parameters",
        ),
        (
            op("%0 = irdl.base \"!foo.bar\""),
            "no registered type with name !foo.bar",
        ),
        (
            op("%0 = irdl.base \"foo.bar\""),
            "'irdl.base' op the base type or attribute name should start with '!' or '#'",
        ),
        (
            op("%0 = irdl.base @a::@y"),
            "'irdl.base' op symbol '@a::@y' not found",
        ),
        (
            op("%0 = irdl.base @a::@x"),
            "'irdl.base' op symbol '@a::@x' does not refer to a type or attribute definition (refers to 'irdl.operation')",
        ),
        (
            op("%0 = irdl.base"),
            "'irdl.base' op the base type or attribute should be specified by either a name or a reference",
        ),
        (
            op("%0 = irdl.parametric @a::@p<>"),
            "'irdl.parametric' op has 0 constraints, but 'a.p' has 1 parameters",
        ),
        (
            op("%0 = irdl.region with size 0\nirdl.regions(r: %0)"),
            "'irdl.region' op the number of blocks is expected to be >= 1 but got 0",
        ),
        (
            op("%0 = irdl.c_pred \"true\"\nirdl.operands(a: %0)"),
            "irdl.c_pred is a condition in C++, which cannot be checked without compilation; use other constraints",
        ),
        (
            op(&format!("%0 = irdl.any\n{deep}")),
            "constraints are nested more than 128 deep",
        ),
    ]);
}

#[test]
fn what_nothing_satisfies_is_refused_where_it_is_used() {
    // As in MLIR, the definitions are accepted.
    let context = load(
        "irdl.dialect @a {
          irdl.type @p {
            %0 = irdl.any
            %1 = irdl.parametric @a::@p<%0>
            irdl.parameters(a: %1)
          }
          irdl.operation @x {
            %0 = irdl.is i32
            %1 = irdl.is f32
            %2 = irdl.all_of(%0, %1)
            irdl.operands(a: %2)
          }
        }",
    )
    .unwrap();
    for (text, message) in [
        (
            "%i = \"app.s\"() : () -> i32\n\"a.x\"(%i) : (i32) -> ()",
            "expected 'f32' but got 'i32'",
        ),
        (
            "\"app.s\"() : () -> !a.p<i32>",
            "expected base type 'a.p' but got 'i32'",
        ),
    ] {
        assert_eq!(parse(&context, text).err().unwrap(), [message], "{text}");
    }
}

/// An operation with a body, in a dialect that has a type.
fn op(body: &str) -> String {
    let type_p = "irdl.type @p {\n %0 = irdl.any\n irdl.parameters(a: %0)\n}";
    format!("irdl.dialect @a {{\n{type_p}\nirdl.operation @x {{\n{body}\n}}\n}}")
}

/// Asserts that texts are refused, with these messages.
fn refused(cases: &[(String, &str)]) {
    for (text, message) in cases {
        let found = load(text).err().unwrap_or_default();
        assert!(found.contains(message), "{text}\n{found}");
    }
}

#[test]
fn constraints_that_take_too_long_are_refused() {
    let levels = |count: usize| -> String {
        let level = |index: usize| {
            let inner = index - 1;
            format!(
                "%a{index} = irdl.all_of(%o{inner})\n%b{index} = irdl.all_of(%o{inner})\n\
                 %o{index} = irdl.any_of(%a{index}, %b{index})\n"
            )
        };
        let levels: String = (1..=count).map(level).collect();
        format!(
            "irdl.dialect @a {{\nirdl.operation @x {{\n%o0 = irdl.is i16\n{levels}irdl.operands(a: %o{count})\n}}\n}}"
        )
    };
    // Each level takes twice as many steps as the one in it.
    let error = load(&levels(60)).err().unwrap();
    assert_eq!(error, "any_of constraints are not in the correct form");
    let text = levels(13);
    let context = load(&text).unwrap();
    let used = "%i = \"app.s\"() : () -> i32\n\"a.x\"(%i) : (i32) -> ()";
    assert_eq!(
        parse(&context, used).err().unwrap(),
        ["'i32' does not satisfy the constraint"]
    );
}

#[test]
fn a_module_is_registered_whole_or_not_at_all() {
    let good = "irdl.dialect @good { irdl.type @t irdl.operation @o {} }\n";
    for bad in [
        "irdl.dialect @bad { irdl.operation @o { %0 = irdl.base \"!good.x\" irdl.operands(a: %0) } }",
        "irdl.dialect @good {}",
        "irdl.dialect @arith {}",
    ] {
        let context = Context::new();
        tvmlike_dialects::make_available(&context);
        let text = format!("{good}{bad}");
        let module = parse(&context, &text);
        let refused = match module {
            Ok(module) => tvmlike_dialects::load_irdl(&context, module.op).is_err(),
            Err(_) => true,
        };
        assert!(refused, "{bad}");
        assert!(context.dialect(b"good").is_none(), "{bad}");
        assert!(context.op_info(context.identifier("good.o")).is_none(), "{bad}");
        // What was refused can be corrected.
        let module = parse(&context, good).expect("valid text");
        assert_eq!(tvmlike_dialects::load_irdl(&context, module.op), Ok(()));
    }
}
