//! Reading and printing operations by their formats.

use std::sync::Arc;

use tvmlike_define::{Arity, Body, DialectRecord, Format, Refusal, SymbolSources, register_symbols};
use tvmlike_ir::{Context, Dialect, OpInfo, Traits};
use tvmlike_text::{CustomForm, ParseOptions, PrintOptions, parse_source, print_op};

use crate::records::{Builder, Parts, op};

fn arith() -> DialectRecord {
    let mut builder = Builder::new("arith");
    let integer = builder.constraint("signless-integer-like", "anything", None);
    let typed = builder.constraint("TypedAttr instance", "typed_attr", None);
    let brackets = Some(("overflow", "`<` $value `>`"));
    let cases = [("none", 0), ("nsw", 1), ("nuw", 2)];
    let overflow = builder.enumeration("IntegerOverflowFlags", (32, Some(", "), brackets), &cases);
    let cases = [("eq", 0), ("ne", 1), ("slt", 2)];
    let predicate = builder.enumeration("CmpIPredicate", (64, None, None), &cases);
    builder.op(op(
        "arith.addi",
        "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)",
    )
    .operand("lhs", integer, Arity::One)
    .operand("rhs", integer, Arity::One)
    .result("result", integer, Arity::One)
    .attribute("overflowFlags", overflow, Some("#arith.overflow<none>"))
    .with_trait("SameOperandsAndResultType", &[]));
    builder.op(op(
        "arith.cmpi",
        "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
    )
    .operand("lhs", integer, Arity::One)
    .operand("rhs", integer, Arity::One)
    .result("result", integer, Arity::One)
    .attribute("predicate", predicate, None)
    .with_trait("SameTypeOperands", &[])
    .with_trait("TypesMatchWith", &["lhs", "result", "i1_same_shape"]));
    builder.op(op("arith.constant", "attr-dict $value")
        .result("result", integer, Arity::One)
        .attribute("value", typed, None)
        .with_trait("AllTypesMatch", &["value", "result"]));
    builder.op(op("arith.extsi", "$in attr-dict `:` type($in) `to` type($out)")
        .operand("in", integer, Arity::One)
        .result("out", integer, Arity::One));
    builder.dialect
}

fn control_flow() -> DialectRecord {
    let mut builder = Builder::new("cf");
    let any = builder.constraint("variadic of any type", "anything", None);
    let bool = builder.only("i1");
    let weights = builder.constraint("i32 dense array attribute", "dense_array_attr", Some("i32"));
    builder.op(op(
        "cf.br",
        "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
    )
    .operand("destOperands", any, Arity::Variadic)
    .successor("dest")
    .with_trait("Terminator", &[]));
    builder.op(op(
        "cf.cond_br",
        "$condition (`weights` `(` $branch_weights^ `)` )? `,` \
             $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
             $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
    )
    .operand("condition", bool, Arity::One)
    .operand("trueDestOperands", any, Arity::Variadic)
    .operand("falseDestOperands", any, Arity::Variadic)
    .optional_attribute("branch_weights", weights)
    .successor("trueDest")
    .successor("falseDest")
    .with_trait("AttrSizedOperandSegments", &[])
    .with_trait("Terminator", &[]));
    builder.dialect
}

fn others() -> DialectRecord {
    let mut builder = Builder::new("t");
    let any = builder.constraint("any type", "anything", None);
    let index = builder.only("index");
    let flat = builder.constraint("flat symbol reference attribute", "flat_symbol_ref_attr", None);
    let unit = builder.constraint("unit attribute", "unit_attr", None);
    let number = builder.constraint("64-bit signless integer attribute", "integer_attr", None);
    builder.last().value_type = Some("i64".into());
    let sizes = builder.constraint("i32 dense array attribute", "dense_array_attr", Some("i32"));
    let name = builder.constraint("string attribute", "string_attr", None);
    builder.op(op(
        "t.call",
        "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
    )
    .operand("operands", any, Arity::Variadic)
    .result("", any, Arity::Variadic)
    .attribute("callee", flat, None));
    builder.op(op("t.return", "attr-dict ($operands^ `:` type($operands))?")
        .operand("operands", any, Arity::Variadic)
        .with_trait("Terminator", &[]));
    builder.op(
        op("t.load", "$memref `[` $indices `]` attr-dict `:` type($memref)")
            .operand("memref", any, Arity::One)
            .operand("indices", index, Arity::Variadic)
            .result("result", any, Arity::One)
            .with_trait("TypesMatchWith", &["memref", "result", "element"]),
    );
    builder.op(op(
        "t.clauses",
        "oilist(`fast` $fast | `size` `=` $size | `on` $on `:` type($on)) attr-dict",
    )
    .operand("on", any, Arity::Variadic)
    .optional_attribute("fast", unit)
    .optional_attribute("size", number));
    builder.op(op("t.groups", "$groups `:` type($groups) attr-dict")
        .operand("groups", any, Arity::Groups(0))
        .attribute("sizes", sizes, None));
    builder.op(op(
        "t.scope",
        "$sym_name (`inner` $inner^) : (`outer`)? attr-dict-with-keyword $body",
    )
    .attribute("sym_name", name, None)
    .optional_attribute("inner", unit)
    .region("body")
    .with_trait("SingleBlockImplicitTerminator", &["t.return"]));
    builder.dialect
}

fn context() -> Context {
    let context = Context::new();
    for dialect in [arith(), control_flow(), others()] {
        let name = context.identifier(&*dialect.name);
        let registered = context
            .register_dialect(Dialect::new(name))
            .expect("a new dialect");
        let dialect = Arc::new(dialect);
        register_symbols(&context, registered, &dialect, SymbolSources::default()).expect("new attributes");
        for record in &dialect.operations {
            let Body::Format(text) = &record.body else {
                continue;
            };
            let form = match Format::new(&context, &dialect, record, &|_| None, |_, _| None, text) {
                Ok(form) => CustomForm::new(form).with_default_dialect(name),
                Err(Refusal::Invalid(error)) => panic!("{}: {error}", record.name),
                Err(Refusal::Missing(what)) => panic!("{}: {what} is missing", record.name),
            };
            let is_terminator = record.traits.iter().any(|one| &*one.name == "Terminator");
            let mut properties: Vec<_> = record
                .attributes
                .iter()
                .map(|one| context.identifier(&*one.name))
                .collect();
            properties.push(context.identifier("operandSegmentSizes"));
            let info = OpInfo::new(context.identifier(&*record.name))
                .with_properties(properties)
                .with_traits(if is_terminator {
                    Traits::TERMINATOR
                } else {
                    Traits::NONE
                });
            info.extensions().get_or_insert_with(|| form);
            context.register_operation(info).expect("a new operation");
        }
    }
    context.allow_unregistered_dialects(true);
    context
}

/// The text of a module with these lines in a region, printed again, or the first error.
fn printed(lines: &str, generic: bool) -> Result<String, String> {
    let context = context();
    let text = format!("\"x.f\"() ({{\n{lines}\n}}) : () -> ()");
    let mut edit = context.exclusive().expect("nobody else uses the context");
    let (parsed, diagnostics) = context
        .capture_diagnostics(|| parse_source(&mut edit, "t.mlir", text.as_bytes(), &ParseOptions::default()));
    let Ok(parsed) = parsed else {
        return Err(diagnostics.first().expect("a message").message.clone());
    };
    let options = PrintOptions {
        generic,
        ..PrintOptions::default()
    };
    let mut out = Vec::new();
    print_op(&context, parsed.op, &options, &mut out).unwrap();
    let text = String::from_utf8(out).expect("text");
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    Ok(lines[2..lines.len() - 2].join("\n"))
}

const ARGUMENTS: &str =
    "^bb0(%arg0: i32, %arg1: i1, %arg2: memref<?xf32>, %arg3: index, %arg4: vector<4xi32>):";

fn round_trip(lines: &str) {
    let text = format!("{ARGUMENTS}\n{lines}");
    assert_eq!(printed(&text, false).as_deref(), Ok(&*text));
}

#[test]
fn operations_are_printed_as_they_are_read() {
    for lines in [
        "%0 = arith.addi %arg0, %arg0 : i32",
        "%0 = arith.addi %arg0, %arg0 overflow<nsw, nuw> {foo} : i32",
        "%0 = arith.cmpi slt, %arg4, %arg4 : vector<4xi32>",
        "%0 = arith.constant 5 : i32",
        "%0 = arith.constant {a = 1 : i64} dense<2> : vector<4xi32>",
        "%0 = arith.extsi %arg0 : i32 to i64",
        "%0 = t.call @g(%arg0, %arg1) : (i32, i1) -> f32",
        "t.call @g() : () -> ()",
        "%0:2 = t.call @g() : () -> (i1, i1)",
        "%0 = t.load %arg2[%arg3] : memref<?xf32>",
        "t.clauses",
        "t.clauses fast size = 5 on %arg0, %arg1 : i32, i1 {x}",
        "t.groups (%arg0, %arg1), (), (%arg0) : (i32, i1), (), (i32)",
        "cf.br ^bb1\n^bb1:  // pred: ^bb0\nt.return",
        "cf.cond_br %arg1 weights([1, 2]), ^bb1(%arg0 : i32), ^bb2 {x}\n\
         ^bb1(%0: i32):  // pred: ^bb0\nt.return %0 : i32\n^bb2:  // pred: ^bb0\nt.return",
        "t.scope @a inner {\n}",
        "t.scope @a outer attributes {x} {\n%0 = arith.constant 1 : i32\nreturn %0 : i32\n}",
    ] {
        round_trip(lines);
    }
}

#[test]
fn generic_form_shows_defaults_and_sizes() {
    let generic = |lines: &str| printed(&format!("{ARGUMENTS}\n{lines}"), true);
    assert_eq!(
        generic("%0 = arith.addi %arg0, %arg0 : i32").expect("text"),
        format!(
            "{ARGUMENTS}\n%0 = \"arith.addi\"(%arg0, %arg0) <{{overflowFlags = #arith.overflow<none>}}> : (i32, i32) -> i32"
        )
    );
    assert_eq!(
        generic("%0 = arith.cmpi \"ne\", %arg4, %arg4 : vector<4xi32>").expect("text"),
        format!(
            "{ARGUMENTS}\n%0 = \"arith.cmpi\"(%arg4, %arg4) <{{predicate = 1 : i64}}> : \
             (vector<4xi32>, vector<4xi32>) -> vector<4xi1>"
        )
    );
    let text = generic("t.clauses on %arg0 : i32 size = 5 fast").expect("text");
    assert!(
        text.ends_with("\"t.clauses\"(%arg0) <{fast, size = 5 : i64}> : (i32) -> ()"),
        "{text}"
    );
    let text = generic("t.groups (%arg0, %arg1), () : (i32, i1), ()").expect("text");
    assert!(text.contains("<{sizes = array<i32: 2, 0>}>"), "{text}");
}

#[test]
fn an_operation_without_the_parts_of_its_format_is_printed_in_generic_form() {
    for lines in [
        "%0 = \"arith.addi\"(%arg0) : (i32) -> i32",
        "%0 = \"arith.cmpi\"(%arg0, %arg0) <{predicate = 77 : i64}> : (i32, i32) -> i1",
        "%0 = \"arith.cmpi\"(%arg0, %arg0) : (i32, i32) -> i1",
    ] {
        round_trip(lines);
    }
}

#[test]
fn wrong_text_is_refused_in_the_words_of_mlir() {
    let cases = [
        ("%0 = arith.addi %arg0 %arg0 : i32", "expected ','"),
        (
            "%0 = arith.addi %arg0, %arg0 overflow<nuww> : i32",
            "custom op 'arith.addi' expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw",
        ),
        ("%0 = arith.addi %arg0, %arg0 overflow nuw : i32", "expected '<'"),
        (
            "%0 = arith.cmpi foo, %arg0, %arg0 : i32",
            "custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for \
             attribute 'predicate' [eq, ne, slt]",
        ),
        (
            "%0 = arith.cmpi \"foo\", %arg0, %arg0 : i32",
            "custom op 'arith.cmpi' invalid predicate attribute specification: \"foo\"",
        ),
        (
            "%0 = arith.cmpi eq, %arg0, %arg0 : (i32)",
            "expected '->' in function type",
        ),
        ("cf.br foo", "expected block name"),
        ("cf.br ^bb1(%arg0)", "expected ':'"),
        (
            "cf.br ^bb1(%arg0 : i32, i32)",
            "custom op 'cf.br' number of operands and types do not match: got 1 operands and 2 types",
        ),
        (
            "t.call @f(%arg0) : i32",
            "custom op 't.call' invalid kind of type specified: expected builtin.function, but found 'i32'",
        ),
        (
            "%0 = arith.extsi %arg0 : i32 too i64",
            "custom op 'arith.extsi' expected 'to'",
        ),
        (
            "t.return %arg0 : i64",
            "use of value '%arg0' expects different type than prior uses: 'i64' vs 'i32'",
        ),
        ("arith.addi", "expected SSA operand"),
        (
            "t.scope inner {}",
            "custom op 't.scope' expected valid '@'-identifier for symbol name",
        ),
        (
            "t.clauses fast fast",
            "custom op 't.clauses' `fast` clause can appear at most once in the expansion of the oilist directive",
        ),
        (
            "nope %0",
            "custom op 'nope' is unknown (tried 'builtin.nope' as well)",
        ),
    ];
    for (lines, message) in cases {
        let text = format!("{ARGUMENTS}\n{lines}");
        assert_eq!(printed(&text, false), Err(message.to_owned()), "{lines}");
    }
}
