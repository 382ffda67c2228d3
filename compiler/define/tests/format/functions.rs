//! The custom form of functions.

use tvmlike_define::FunctionForm;
use tvmlike_ir::{Context, Dialect, OpInfo, Traits};
use tvmlike_text::{CustomForm, ParseOptions, PrintOptions, parse_source, print_op};

fn context() -> Context {
    let context = Context::new();
    let name = |text: &str| context.identifier(text);
    context
        .register_dialect(Dialect::new(name("func")).allowing_unknown_operations())
        .expect("a new dialect");
    let properties = [
        "sym_name",
        "sym_visibility",
        "function_type",
        "arg_attrs",
        "res_attrs",
    ];
    let info = OpInfo::new(name("func.func"))
        .with_traits(Traits::ISOLATED_FROM_ABOVE | Traits::SYMBOL)
        .with_properties(properties.map(name));
    info.extensions().get_or_insert_with(|| {
        CustomForm::new(FunctionForm::new(&context)).with_default_dialect(name("func"))
    });
    context.register_operation(info).expect("a new operation");
    context.allow_unregistered_dialects(true);
    context
}

fn printed(text: &str) -> Result<String, String> {
    let context = context();
    let mut edit = context.exclusive().expect("nobody else uses the context");
    let options = ParseOptions {
        skip_verification: true,
        ..ParseOptions::default()
    };
    let (parsed, diagnostics) =
        context.capture_diagnostics(|| parse_source(&mut edit, "t.mlir", text.as_bytes(), &options));
    let Ok(parsed) = parsed else {
        return Err(diagnostics.first().expect("a message").message.clone());
    };
    let options = PrintOptions {
        assume_verified: true,
        ..PrintOptions::default()
    };
    let mut out = Vec::new();
    print_op(&context, parsed.op, &options, &mut out).unwrap();
    Ok(String::from_utf8(out).expect("text"))
}

#[test]
fn functions_are_printed_as_they_are_read() {
    let text = "module {
  func.func @a(%arg0: i32 {a.b}, %arg1: f32) -> (i32 {c.d = 1 : i32}) attributes {foo} {
    \"func.return\"(%arg0) : (i32) -> ()
  }
  func.func private @b(i32 {a.b}, f32) -> (i32, () -> ())
  func.func nested @\"d e\"() -> (() -> ()) {
    \"x.y\"() : () -> ()
  }
  func.func @e(%arg0: i1) -> i1 attributes {no_inline} {
    \"x.br\"(%arg0)[^bb1] : (i1) -> ()
  ^bb1(%0: i1):  // pred: ^bb0
    \"func.return\"(%0) : (i1) -> ()
  }
}
";
    assert_eq!(printed(text).as_deref(), Ok(text));
    // An empty list of results is left out.
    let read = printed("func.func @f() -> ()").expect("a function");
    assert_eq!(read, "module {\n  func.func @f()\n}\n");
}

#[test]
fn a_function_without_the_parts_of_its_form_is_printed_in_generic_form() {
    for text in [
        "\"func.func\"() ({\n  }) : () -> ()",
        "\"func.func\"() <{function_type = i32, sym_name = \"f\"}> ({\n  }) : () -> ()",
        "\"func.func\"() <{function_type = (i32) -> (), sym_name = \"f\"}> ({\n  ^bb0:\n  }) : () -> ()",
    ] {
        let text = format!("module {{\n  {text}\n}}\n");
        assert_eq!(printed(&text).as_deref(), Ok(&*text));
    }
}

#[test]
fn wrong_functions_are_refused_in_the_words_of_mlir() {
    let cases = [
        (
            "func.func @f(%x: i32, f32)",
            "custom op 'func.func' expected SSA identifier",
        ),
        (
            "func.func @f(i32, %x: f32)",
            "custom op 'func.func' expected type instead of SSA identifier",
        ),
        (
            "func.func f()",
            "custom op 'func.func' expected valid '@'-identifier for symbol name",
        ),
        (
            "func.func @f() attributes {sym_name = \"a\"}",
            "custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit \
             attribute dictionary",
        ),
        (
            "func.func @f() {}",
            "custom op 'func.func' expected non-empty function body",
        ),
        (
            "func.func @f(%a: i32) {^bb0: }",
            "invalid block name in region with named arguments",
        ),
        (
            "func.func @f(%a: i32, %a: i32) { \"x\"() : () -> () }",
            "region entry argument '%a' is already in use",
        ),
        (
            "func.func @f(%a#1: i32) { }",
            "result number not allowed in argument list",
        ),
        ("func.func @f(%a: i32 { }", "expected ')'"),
        ("func.func @f(%a: i32) -> { }", "expected non-function type"),
        ("func.func @f", "expected '('"),
        (
            "func.func @f(%a: i32) { \"x\"(%b) : (i32) -> () }",
            "use of undeclared SSA value name",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(printed(text), Err(message.to_owned()), "{text}");
    }
}
