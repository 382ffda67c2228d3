//! The forms of scf and cf that are written by hand.

use tvmlike_ir::Context;
use tvmlike_text::{ParseOptions, PrintOptions, parse_source, print_op};

/// What `mlir-opt` prints of functions with every form and every optional part.
const TEXT: &str = "\
module {
  func.func @f(%arg0: index, %arg1: i32, %arg2: i1, %arg3: tensor<4xf32>, %arg4: f32) -> f32 {
    scf.for %arg5 = %arg0 to %arg0 step %arg0 {
    }
    scf.for unsigned %arg5 = %arg1 to %arg1 step %arg1  : i32 {
    } {x = 1 : i64}
    %0:2 = scf.for %arg5 = %arg0 to %arg0 step %arg0 iter_args(%arg6 = %arg1, %arg7 = %arg4) -> (i32, f32) {
      scf.yield %arg6, %arg7 : i32, f32
    }
    scf.if %arg2 {
    }
    scf.if %arg2 {
    } else {
    } {a = 2 : i64}
    %1 = scf.if %arg2 -> (f32) {
      scf.yield %arg4 : f32
    } else {
      scf.yield %arg4 : f32
    }
    %2:2 = scf.if %arg2 -> (f32, i32) {
      scf.yield %arg4, %arg1 : f32, i32
    } else {
      scf.yield %arg4, %arg1 : f32, i32
    }
    scf.if %arg2 {
    } else {
    }
    scf.while : () -> () {
      scf.condition(%arg2)
    } do {
      scf.yield
    }
    %3 = scf.while (%arg5 = %arg1) : (i32) -> f32 {
      scf.condition(%arg2) %arg4 : f32
    } do {
    ^bb0(%arg5: f32):
      scf.yield %arg1 : i32
    }
    %4 = scf.while (%arg5 = %arg1) : (i32) -> i32 {
      scf.condition(%arg2) %arg5 : i32
    } do {
    ^bb0(%arg5: i32):
      scf.yield %arg5 : i32
    }
    %5 = scf.while (%arg5 = %arg1) : (i32) -> f32 {
      scf.condition(%arg2) %arg4 : f32
    } do {
    ^bb0(%arg5: f32):
      scf.yield %arg1 : i32
    } attributes {u}
    scf.parallel (%arg5, %arg6) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {
      scf.reduce 
    } {p = 1 : i64}
    %6 = scf.parallel (%arg5) = (%arg0) to (%arg0) step (%arg0) init (%arg4) -> f32 {
      scf.reduce(%arg4 : f32) {
      ^bb0(%arg6: f32, %arg7: f32):
        scf.reduce.return %arg6 : f32
      }
    }
    %7:2 = scf.parallel (%arg5) = (%arg0) to (%arg0) step (%arg0) init (%arg4, %arg1) -> (f32, i32) {
      scf.reduce(%arg4, %arg1 : f32, i32) {
      ^bb0(%arg6: f32, %arg7: f32):
        scf.reduce.return %arg6 : f32
      }, {
      ^bb0(%arg6: i32, %arg7: i32):
        scf.reduce.return %arg6 : i32
      }
    }
    scf.forall (%arg5) in (4) {
    }
    scf.forall (%arg5, %arg6) in (4, %arg0) {
    }
    scf.forall (%arg5, %arg6) = (0, %arg0) to (%arg0, 5) step (1, 2) {
    } {m}
    scf.forall (%arg5, %arg6) in (%arg0, 5) {
    }
    %8 = scf.forall (%arg5) in (%arg0) shared_outs(%arg6 = %arg3) -> (tensor<4xf32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %arg3 into %arg6[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
      }
    } {zz}
    %9 = scf.index_switch %arg0 -> f32 
    case 1 {
      scf.yield %arg4 : f32
    }
    case 2 {
      scf.yield %arg4 : f32
    }
    default {
      scf.yield %arg4 : f32
    }
    scf.index_switch %arg0 {k} 
    default {
    }
    scf.index_switch %arg0 
    case 5 {
      scf.yield
    }
    default {
    }
    scf.execute_region {
      scf.yield
    }
    %10 = scf.execute_region -> f32 {
      scf.yield %arg4 : f32
    } {l}
    %11:2 = scf.execute_region -> (f32, i32) no_inline {
      cf.br ^bb1
    ^bb1:  // pred: ^bb0
      scf.yield %arg4, %arg1 : f32, i32
    } {l}
    return %arg4 : f32
  }
  func.func @g(%arg0: i32, %arg1: f32) {
    cf.switch %arg0 : i32, [
      default: ^bb1]
  ^bb1:  // pred: ^bb0
    cf.switch %arg0 : i32, [
      default: ^bb2(%arg0 : i32),
      1: ^bb2(%arg0 : i32),
      4294967294: ^bb3,
      4: ^bb4(%arg1, %arg1 : f32, f32)
    ] {q = 1 : i64}
  ^bb2(%0: i32):  // 2 preds: ^bb1, ^bb1
    return
  ^bb3:  // pred: ^bb1
    return
  ^bb4(%1: f32, %2: f32):  // pred: ^bb1
    return
  }
}
";

fn context() -> Context {
    let context = Context::new();
    for name in ["cf", "func", "scf", "tensor", "ub"] {
        tvmlike_dialects::load(&context, name).expect("a dialect of the library");
    }
    context
}

#[test]
fn every_form_is_printed_as_it_was_read() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let parsed =
        parse_source(&mut edit, "t.mlir", TEXT.as_bytes(), &ParseOptions::default()).expect("valid text");
    let mut out = Vec::new();
    print_op(&context, parsed.op, &PrintOptions::default(), &mut out).unwrap();
    assert_eq!(String::from_utf8_lossy(&out), TEXT);
}

/// A loop whose terminator is hidden has no alias for the location of the terminator, nor for that of its argument.
const LOCATIONS: &str = "\
module {
  func.func @f(%arg0: index {func.x = affine_map<(d0) -> (d0 + 5)>} loc(\"a\"), %m: memref<2xf32, affine_map<(d0) -> (d0 + 1)>> loc(\"m\")) {
    scf.for %arg1 = %arg0 to %arg0 step %arg0 {
      %0 = ub.poison : i32 loc(\"poison\")
      scf.yield loc(\"hidden\")
    } loc(\"for\")
    return loc(\"return\")
  } loc(\"f\")
} loc(unknown)
";

/// What `mlir-opt` prints of it.
const ALIASES: &str = "\
#loc2 = loc(\"a\")
#loc3 = loc(\"m\")
#map = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @f(%arg0: index {func.x = affine_map<(d0) -> (d0 + 5)>} loc(\"a\"), %arg1: memref<2xf32, #map> loc(\"m\")) {
    scf.for %arg2 = %arg0 to %arg0 step %arg0 {
      %0 = ub.poison : i32 loc(#loc5)
    } loc(#loc4)
    return loc(#loc6)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc(\"f\")
#loc4 = loc(\"for\")
#loc5 = loc(\"poison\")
#loc6 = loc(\"return\")
";

#[test]
fn only_what_a_form_shows_has_an_alias() {
    let context = context();
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let parsed = parse_source(
        &mut edit,
        "t.mlir",
        LOCATIONS.as_bytes(),
        &ParseOptions::default(),
    )
    .expect("valid text");
    let options = PrintOptions {
        debug_info: true,
        ..PrintOptions::default()
    };
    let mut out = Vec::new();
    print_op(&context, parsed.op, &options, &mut out).unwrap();
    assert_eq!(String::from_utf8_lossy(&out).trim_end(), ALIASES.trim_end());
}

#[test]
fn wrong_texts_are_refused_in_the_words_of_mlir() {
    let cases = [
        (
            "scf.for %i = %a to %a step %a iter_args(%x = %b) -> (i32, i32) { }",
            "custom op 'scf.for' mismatch in number of loop-carried values and defined values",
        ),
        (
            "scf.for %i = %a to %a %a { }",
            "custom op 'scf.for' expected 'step'",
        ),
        (
            "scf.for %a = %a to %a step %a { }",
            "region entry argument '%a' is already in use",
        ),
        (
            "scf.for unsigned %i = %a to %a step %a { } {unsignedCmp}",
            "custom op 'scf.for' attribute 'unsignedCmp' occurs more than once in the attribute list",
        ),
        (
            "scf.while (%x = %b) : () -> () { scf.condition(%c) } do { scf.yield }",
            "custom op 'scf.while' expected as many input types as operands (expected 1 got 0)",
        ),
        (
            "scf.while : i32 { scf.condition(%c) } do { scf.yield }",
            "custom op 'scf.while' invalid kind of type specified: expected builtin.function, but found 'i32'",
        ),
        (
            "scf.parallel (%i, %j) = (%a) to (%a, %a) step (%a, %a) { }",
            "custom op 'scf.parallel' expected 2 operands",
        ),
        (
            "scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) { }",
            "custom op 'scf.parallel' number of operands and types do not match: got 1 operands and 0 types",
        ),
        ("scf.forall (%i) (4) { }", "expected '='"),
        (
            "scf.forall (%i) in (x) { }",
            "custom op 'scf.forall' expected integer value",
        ),
        (
            "scf.index_switch %a case x { } default { }",
            "custom op 'scf.index_switch' expected integer value",
        ),
        (
            "scf.index_switch %a { }",
            "custom op 'scf.index_switch' expected 'default'",
        ),
        (
            "cf.switch %a : index, [ default: ^a ] ^a:",
            "custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'index'",
        ),
        (
            "cf.switch %b : i32, [ default: ^a(%b, %b : i32) ] ^a:",
            "custom op 'cf.switch' number of operands and types do not match: got 2 operands and 1 types",
        ),
    ];
    let context = context();
    for (statement, message) in cases {
        let text = format!("func.func @f(%a: index, %b: i32, %c: i1) {{\n  {statement}\n  func.return\n}}\n");
        let (parsed, diagnostics) = context.capture_diagnostics(|| {
            let mut edit = context.exclusive().expect("nothing else uses the context");
            parse_source(&mut edit, "t.mlir", text.as_bytes(), &ParseOptions::default()).is_ok()
        });
        assert!(!parsed, "{statement}");
        assert_eq!(diagnostics[0].message, message, "{statement}");
    }
}
