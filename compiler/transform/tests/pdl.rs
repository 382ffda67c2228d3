//! Patterns of the `pdl` dialect, in Rust.

use std::sync::Arc;

use tvmlike_ir::{Context, Op, Signedness};
use tvmlike_text::{PrintOptions, parse_module, print_top_level};
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, FrozenPatterns, GreedyConfig, Legality, PdlFunctions, PdlModule,
    PdlValue, convert_full, rewrite_greedily,
};

const PATTERN: &str = r#"
pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %a = pdl.operand
  pdl.apply_native_constraint "is_i32"(%t : !pdl.type)
  %root = pdl.operation "test.old"(%a : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %name = pdl.apply_native_rewrite "name"(%root : !pdl.operation) : !pdl.attribute
    %new = pdl.operation "test.new"(%a : !pdl.value) {"was" = %name} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}"#;

const MODULE: &str = r#"
func.func @f(%a: i32) -> (i32, i64) {
  %0 = "test.old"(%a) : (i32) -> i32
  %1 = "test.old"(%a) : (i32) -> i64
  return %0, %1 : i32, i64
}"#;

fn functions() -> PdlFunctions {
    let mut functions = PdlFunctions::new();
    assert!(functions.add_constraint(
        "is_i32",
        Arc::new(|rewriter, arguments| {
            let wanted = rewriter.context().integer_type(32, Signedness::Signless);
            let wanted = wanted.map_err(|error| error.to_string())?;
            Ok((arguments == [PdlValue::Type(wanted)]).then(Vec::new))
        })
    ));
    assert!(functions.add_rewrite(
        "name",
        Arc::new(|rewriter, arguments| {
            let [PdlValue::Op(op)] = arguments else {
                return Err("expected an operation".to_owned());
            };
            let context = rewriter.context();
            let name = op.name(context).text(context).to_string();
            Ok(Some(vec![PdlValue::Attribute(
                context.string_attribute(name.as_str()),
            )]))
        })
    ));
    assert!(
        !functions.add_rewrite("name", Arc::new(|_, _| Ok(None))),
        "a name keeps its first function"
    );
    functions
}

fn context() -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    tvmlike_dialects::make_available(&context);
    context
}

fn text(context: &Context, op: Op) -> String {
    let mut printed = Vec::new();
    print_top_level(context, op, &Vec::new(), &PrintOptions::default(), &mut printed)
        .expect("memory is written");
    String::from_utf8(printed).expect("the text is UTF-8")
}

#[test]
fn text_is_a_pattern_of_both_drivers() {
    let context = context();
    let mut edit = context.exclusive().expect("the context is free");
    let patterns = parse_module(&mut edit, "p.mlir", PATTERN.as_bytes()).expect("the pattern is valid");
    let read = PdlModule::read(&context, patterns).expect("the pattern is valid");
    assert_eq!(read.len(), 1);
    let missing = read
        .patterns(&PdlFunctions::new())
        .expect_err("no function is registered");
    assert_eq!(
        missing,
        "`pdl.pattern` @p: the constraint function 'is_i32' is not registered"
    );
    patterns.erase(&mut edit).expect("nothing uses the module");

    let module = parse_module(&mut edit, "m.mlir", MODULE.as_bytes()).expect("the module is valid");
    let set = read.patterns(&functions()).expect("all functions are registered");
    let frozen = FrozenPatterns::new(&context, &set);
    let outcome = rewrite_greedily(&mut edit, module, &frozen, &GreedyConfig::default());
    assert!(outcome.expect("the patterns succeed").converged);
    let after = text(&context, module);
    assert!(
        after.contains(r#""test.new"(%arg0) {was = "test.old"} : (i32) -> i32"#),
        "{after}"
    );
    assert!(after.contains(r#""test.old"(%arg0) : (i32) -> i64"#), "{after}");

    let only = MODULE.replace(r#"%1 = "test.old""#, r#"%1 = "test.keep""#);
    let module = parse_module(&mut edit, "m.mlir", only.as_bytes()).expect("the module is valid");
    let mut conversions = ConversionPatterns::new();
    read.add_conversions(&functions(), &mut conversions)
        .expect("all functions are registered");
    let mut target = ConversionTarget::new();
    target
        .op(&context, "test.old", Legality::Illegal)
        .others(Legality::Legal);
    convert_full(&mut edit, module, &target, &conversions).expect("everything can be converted");
    let after = text(&context, module);
    assert!(
        after.contains(r#""test.new"(%arg0) {was = "test.old"}"#),
        "{after}"
    );
}
