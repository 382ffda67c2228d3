//! Passes and pipelines on text.

use tvmlike_ir::{Context, Exclusive, Op, RewriteFn};
use tvmlike_text::{PrintOptions, parse_module, print_top_level};
use tvmlike_transform::{
    FrozenPatterns, GreedyConfig, OptionKind, OptionRecord, Options, Pass, PassRecord, Pipeline, Run,
    RunOptions, register_pass, rewrite_greedily, unregister_pass,
};

fn context() -> Context {
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
    context.allow_unregistered_dialects(true);
    context
}

fn print(context: &Context, op: Op) -> String {
    let mut text = Vec::new();
    print_top_level(context, op, &Vec::new(), &PrintOptions::default(), &mut text)
        .expect("the module can be printed");
    String::from_utf8(text).expect("the text is UTF-8")
}

fn run(context: &Context, text: &str, pipeline: &str) -> Result<String, String> {
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    let mut pipeline = Pipeline::parse(pipeline)?;
    let (result, diagnostics) =
        context.capture_diagnostics(|| pipeline.run(&mut edit, module, &RunOptions::default()));
    match result {
        Ok(()) => Ok(print(context, module)),
        Err(_) => Err(diagnostics[0].message.clone()),
    }
}

#[test]
fn folds_make_constants_and_shared_ones_move_to_the_start() {
    let context = context();
    let text = "func.func @f(%a: i32) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.constant 3 : i32
  %2 = arith.constant 3 : i32
  %3 = arith.addi %1, %2 : i32
  return %0, %3 : i32, i32
}";
    let printed = run(&context, text, "builtin.module(canonicalize)").expect("the pass succeeds");
    assert_eq!(
        printed,
        "module {\n  func.func @f(%arg0: i32) -> (i32, i32) {\n    %c6_i32 = arith.constant 6 : i32\n    %0 = arith.addi \
         %arg0, %arg0 : i32\n    return %0, %c6_i32 : i32, i32\n  }\n}\n"
    );
}

/// The texts that mlir-opt 22 prints for lists of its `test-options-pass`.
#[test]
fn lists_of_options_are_read_and_printed_as_by_mlir() {
    let record = PassRecord::new("test-lists", "A test", |_| Err("it is not made".to_owned()));
    let options = vec![
        OptionRecord::list("list", OptionKind::Int, "numbers"),
        OptionRecord::text("string", "", "a text"),
        OptionRecord::list("string-list", OptionKind::Text, "texts"),
    ];
    let record = record.with_options(options);
    for (given, printed) in [
        ("", "{ string= }"),
        ("list=1,2", "{list={1,2} string= }"),
        ("list=", "{list={} string= }"),
        ("list={ }", "{list={} string= }"),
        ("list=1 list={2,3}", "{list={1,2,3} string= }"),
        ("list=1 list=", "{list={1} string= }"),
        ("list= list=1", "{list={1} string= }"),
        ("list={1},{2}", "{list={1,2} string= }"),
        ("list={1,\"2\", 3}", "{list={1,2,3} string= }"),
        ("string-list=\"\"", "{ string= string-list={}}"),
        ("string-list={\"\",a}", "{ string= string-list={,a}}"),
        ("string-list=,", "{ string= string-list={,}}"),
        ("string-list={a,{}}", "{ string= string-list={a,}}"),
        ("string-list={'a b', c}", "{ string= string-list={{a b},c}}"),
        ("string-list=a'b,c'd", "{ string= string-list={a'b,c'd}}"),
        ("string-list=a\" \"b,c", "{ string= string-list={a\" \"b,c}}"),
        ("string-list={ \"a b\" }", "{ string= string-list={{a b}}}"),
        ("string-list={{{a}}}", "{ string= string-list={{a}}}"),
        ("string-list={x[,}", "{ string= string-list={{x[,}}}"),
        ("string-list={{(,}}", "{ string= string-list={{{(,}}}}"),
        (
            "string-list={'} string-list={]}",
            "{ string= string-list={{'},]}}",
        ),
        ("string-list=\"a\",\"b\"", "{ string= string-list={a\",\"b}}"),
        ("string-list={a(b}c),d", "{ string= string-list={{a(b}c),d}}"),
        ("string-list=a(b,c", "{ string= string-list={a(b,c}}"),
        ("string=it's list=1", "{list={1} string=it's }"),
        ("string={ a }", "{ string=a }"),
        ("string={{a}}", "{ string={a} }"),
    ] {
        let mut text = String::new();
        let options = Options::parse(&record.options, given).expect("the options are valid");
        options.print(&mut text);
        assert_eq!(text, printed, "{given}");
    }
    for (given, element) in [
        ("list=1(,2", "1(,2"),
        ("list={(1}),2", "{(1}),2"),
        ("list=1,", ""),
    ] {
        let refused = Options::parse(&record.options, given).expect_err("an element is no number");
        assert!(
            refused.contains(&format!("'{element}' value invalid")),
            "{refused}"
        );
    }
}

/// As by mlir-opt 22, which prints the default pipeline as it was written.
#[test]
fn inline_prints_the_pipelines_of_operations_with_all_options() {
    let canonicalize = "canonicalize{  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false \
                        top-down=true}";
    let common = "inlining-threshold=4294967295 max-iterations=4";
    for (given, first, last) in [
        ("", "canonicalize", String::new()),
        (
            "{default-pipeline=canonicalize{max-iterations=3}}",
            "canonicalize{max-iterations=3}",
            String::new(),
        ),
        ("{op-pipelines=}", "canonicalize", "op-pipelines={}".to_owned()),
        (
            "{op-pipelines=func.func(canonicalize)}",
            "canonicalize",
            format!("op-pipelines={{func.func({canonicalize})}}"),
        ),
        (
            "{op-pipelines={func.func( canonicalize,cse),llvm.func(any(cse))}}",
            "canonicalize",
            format!("op-pipelines={{func.func({canonicalize},cse),llvm.func(any(cse))}}"),
        ),
    ] {
        let pipeline =
            Pipeline::parse(&format!("builtin.module(inline{given})")).expect("the pipeline is valid");
        let printed = format!("builtin.module(inline{{default-pipeline={first} {common} {last}}})");
        assert_eq!(pipeline.to_string(), printed);
        let again = Pipeline::parse(&printed).expect("what was printed can be read");
        assert_eq!(again.to_string(), printed);
    }
}

#[test]
fn pipelines_print_as_they_were_read() {
    let text = "builtin.module(func.func(canonicalize{disable-patterns={a,b}  max-iterations=3 max-num-rewrites=-1 \
                region-simplify=normal test-convergence=false top-down=true},cse),any(cse))";
    let pipeline = Pipeline::parse(text).expect("the pipeline is valid");
    assert_eq!(pipeline.to_string(), text);
    assert_eq!(pipeline.passes().len(), 3);
}

#[test]
fn wrong_pipelines_name_the_place() {
    let wrong = |text: &str| Pipeline::parse(text).expect_err(text);
    assert!(
        wrong("builtin.module(cse,nothing)")
            .contains(":1:5: error: 'nothing' does not refer to a registered pass")
    );
    assert!(wrong("builtin.module(func.func(cse)cse)").contains(":1:15: error: expected ','"));
    assert!(wrong("builtin.module(canonicalize{a=1})").contains("no such option a"));
    assert!(
        wrong("builtin.module(canonicalize{top-down=maybe})")
            .contains("'maybe' is invalid value for boolean")
    );
    assert!(wrong("cse").contains("expected pass pipeline to be wrapped"));
    let deep = format!("builtin.module({}cse{})", "any(".repeat(300), ")".repeat(300));
    assert!(wrong(&deep).contains("more than 256 nested pipelines"));
}

struct Break;

impl Pass for Break {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), tvmlike_ir::Failure> {
        let context = run.context();
        let name = context.identifier("sym_name");
        run.op().remove_attribute(run.edit(), name);
        Ok(())
    }
}

#[test]
fn what_a_pass_leaves_is_verified_and_an_unregistered_pass_is_not_found() {
    let record = PassRecord::new("test-break", "Breaks", |_| Ok(Box::new(Break))).on("func.func");
    let record = register_pass(record).expect("the name is free");
    let context = context();
    let text = "func.func private @f()";
    let error =
        run(&context, text, "builtin.module(func.func(test-break))").expect_err("the result is invalid");
    assert!(error.contains("requires attribute 'sym_name'"), "{error}");
    let error = run(&context, text, "builtin.module(test-break)").expect_err("the pass is for functions");
    assert!(error.contains("restricted to 'func.func'"), "{error}");
    assert!(unregister_pass(&record));
    let error = run(&context, text, "builtin.module(func.func(test-break))").expect_err("it is gone");
    assert!(error.contains("does not refer to a registered pass"), "{error}");
}

#[test]
fn patterns_of_greater_benefit_come_first_and_limits_end_a_rewrite() {
    let grow = RewriteFn::new("Grow", "test.a", |rewriter, op| {
        let context = rewriter.context();
        let count = context.identifier("count");
        let value = context.string_attribute("x");
        rewriter.set_attribute(op, count, value);
        Some(())
    });
    let stop = RewriteFn::new("Stop", "test.b", |rewriter, op| {
        rewriter.erase_op(op);
        Some(())
    });
    let never = RewriteFn::new("Never", "test.b", |_, _| None).with_benefit(2);
    let mut patterns = tvmlike_ir::PatternSet::new();
    patterns.add_table(&[grow, stop, never]);
    let context = context();
    let frozen = FrozenPatterns::new(&context, &patterns);
    assert_eq!(
        frozen.of(context.identifier("test.b"))[0].pattern().name(),
        "Never"
    );
    let mut edit: Exclusive<'_> = context.exclusive().expect("nothing else uses the context");
    let text = "\"test.a\"() : () -> ()\n\"test.b\"() : () -> ()";
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    let config = GreedyConfig {
        max_rewrites: Some(5),
        max_iterations: Some(2),
        ..GreedyConfig::default()
    };
    let outcome = rewrite_greedily(&mut edit, module, &frozen, &config).expect("no pattern fails");
    assert!(outcome.changed && !outcome.converged);
    assert_eq!(
        print(&context, module),
        "module {\n  \"test.a\"() {count = \"x\"} : () -> ()\n}\n"
    );
}

/// A pattern that names what defines an operand is tried on no other operation.
#[test]
fn a_pattern_is_tried_behind_its_definition_only() {
    let erase = RewriteFn::new("Erase", "test.use", |rewriter, op| {
        rewriter.erase_op(op);
        Some(())
    });
    let mut patterns = tvmlike_ir::PatternSet::new();
    patterns.add_table(&[erase.with_definition(1, "test.make")]);
    let context = context();
    let frozen = FrozenPatterns::new(&context, &patterns);
    let mut edit: Exclusive<'_> = context.exclusive().expect("nothing else uses the context");
    let text = "%0:2 = \"test.make\"() : () -> (i1, i1)\n%1 = \"test.other\"() : () -> i1\n\
        \"test.use\"(%1, %0#1) : (i1, i1) -> ()\n\"test.use\"(%0#0, %1) : (i1, i1) -> ()\n\
        \"test.use\"(%0#0) : (i1) -> ()";
    let module = parse_module(&mut edit, "test.mlir", text.as_bytes()).expect("the text is valid");
    rewrite_greedily(&mut edit, module, &frozen, &GreedyConfig::default()).expect("no pattern fails");
    let printed = print(&context, module);
    assert_eq!(printed.matches("test.use").count(), 2, "{printed}");
    assert!(!printed.contains("(%1, "), "{printed}");
}

/// What MLIR's pass leaves without operands stays or is poison.
#[test]
fn dead_values_are_removed_only_where_all_uses_are_known() {
    let context = context();
    let cases = [
        // One predecessor passes a value that is needed elsewhere.
        (
            "func.func @f(%c: i1, %a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  %y = arith.addi %x, %x : i32
  cf.cond_br %c, ^bb1(%y : i32), ^bb2
^bb2:
  return %a : i32
}",
            vec![
                "cf.br ^bb1(%arg1 : i32)",
                "ub.poison",
                "cf.cond_br %arg0, ^bb1(%1 : i32), ^bb2",
            ],
        ),
        // Callers of a public function, and of one whose address is taken, are not known.
        (
            "func.func @f(%a: i32) { return }
func.func private @g(%a: i32, %b: i32) -> i32 { return %a : i32 }
func.func @h(%a: i32) -> i32 {
  %y = arith.addi %a, %a : i32
  call @f(%y) : (i32) -> ()
  %f = constant @g : (i32, i32) -> i32
  %0 = call_indirect %f(%a, %y) : (i32, i32) -> i32
  return %0 : i32
}",
            vec![
                "call @f(%0) : (i32) -> ()",
                "@g(%arg0: i32, %arg1: i32) -> i32",
                "call_indirect %f(%arg0, %0)",
            ],
        ),
        // A block that is not reached.
        (
            "func.func @f(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %z = arith.addi %a, %a : i32
  \"test.use\"(%z) : (i32) -> ()
  return %z : i32
}",
            vec!["return %arg0", "ub.poison", "return %0 : i32"],
        ),
    ];
    for (text, parts) in cases {
        let printed = run(&context, text, "builtin.module(remove-dead-values)").expect("the pass succeeds");
        for part in parts {
            assert!(printed.contains(part), "{part} is not in\n{printed}");
        }
    }
}

/// A loop whose results are used has no copies without results; MLIR crashes.
#[test]
fn loops_with_results_that_are_used_are_not_specialized() {
    let context = context();
    let text = "func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<(d0) -> (1024, d0 - 4)>(%n)
  %r = scf.for %i = %c0 to %u step %c1 iter_args(%x = %c0) -> index {
    %y = arith.addi %x, %i : index
    scf.yield %y : index
  }
  return %r : index
}";
    let printed =
        run(&context, text, "builtin.module(scf-for-loop-specialization)").expect("the pass succeeds");
    assert!(!printed.contains("scf.if"), "{printed}");
}
