//! The assembly formats of all dialects, and the text of operations that they and hand-written forms give.

#[path = "formats/affine.rs"]
mod affine;
#[path = "formats/control_flow.rs"]
mod control_flow;
#[path = "formats/lines.rs"]
mod lines;
#[path = "formats/symbols.rs"]
mod symbols;

use std::sync::Arc;

use tvmlike_define::{
    Body, Format, Hooks, Refusal, attach_formats, format_to_string, parse_format, read_dialect, register_with,
};
use tvmlike_ir::Context;
use tvmlike_text::{ParseOptions, PrintOptions, parse_source, print_op};

/// Dialects whose formats all compile.
const COMPLETE: &[&str] = &[
    "acc", "arith", "builtin", "index", "math", "mpi", "omp", "quant", "shape", "tosa", "ub",
];

/// At least so many formats of all dialects compile. The others need a `custom` directive, or facts that the data lack.
const COMPILED: usize = 2031;

#[test]
fn every_format_is_read_and_most_are_compiled() {
    let context = Context::new();
    let mut compiled = 0;
    for name in tvmlike_dialects::names() {
        let dialect = tvmlike_dialects::record(name).expect("a dialect of the library");
        for op in &dialect.operations {
            let Body::Format(text) = &op.body else {
                continue;
            };
            let elements = parse_format(text).unwrap_or_else(|error| panic!("{}: {error}", op.name));
            let printed = format_to_string(&elements);
            assert_eq!(parse_format(&printed).as_ref(), Ok(&elements), "{}", op.name);
            let find = |name: &str| tvmlike_dialects::record(name).cloned();
            match Format::new(&context, dialect, op, &find, tvmlike_dialects::directive, text) {
                Ok(_) => compiled += 1,
                Err(Refusal::Invalid(error)) if COMPLETE.contains(&name) => panic!("{}: {error}", op.name),
                Err(Refusal::Missing(what)) if COMPLETE.contains(&name) => panic!("{}: {what}", op.name),
                Err(_) => {}
            }
        }
    }
    assert!(compiled >= COMPILED, "only {compiled} formats compile");
}

/// Operations of MLIR whose formats have two readings: `mlir-opt` cannot read all that it prints of them, either.
const AMBIGUOUS: &[&str] = &[
    "irdl.base",
    "llvm.mlir.ifunc",
    "nvgpu.device_async_create_group",
    "nvvm.barrier",
    "pdl.replace",
    "scf.reduce",
    "shape.assuming_all",
    "smt.and",
    "smt.int.add",
    "smt.int.mul",
    "smt.or",
    "smt.xor",
    "spirv.KHR.CooperativeMatrixLoad",
    "spirv.KHR.CooperativeMatrixStore",
    "transform.alternatives",
    "transform.func.cast_and_call",
    "transform.print",
    "vector.print",
];

#[test]
fn few_formats_of_mlir_have_two_readings() {
    let context = Context::new();
    let mut found = Vec::new();
    for name in tvmlike_dialects::names() {
        let dialect = tvmlike_dialects::record(name).expect("a dialect of the library");
        for op in &dialect.operations {
            let Body::Format(text) = &op.body else {
                continue;
            };
            let find = |name: &str| tvmlike_dialects::record(name).cloned();
            let format = Format::new(&context, dialect, op, &find, tvmlike_dialects::directive, text);
            if let Ok(format) = format
                && let Err(error) = format.check_ambiguity(dialect, op)
                && !AMBIGUOUS.contains(&&*op.name)
            {
                found.push(format!("{}: {text}: {}", op.name, error.message()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// What `mlir-opt` prints of a function with operations of several dialects.
const TEXT: &str = "\
module {
  func.func @f(%arg0: i32, %arg1: f32, %arg2: vector<4xi1>, %arg3: vector<4xi32>, %arg4: memref<4x?xf32>, %arg5: index, %arg6: i1, %arg7: tensor<4xf32>) -> i32 {
    %0 = arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32
    %1 = arith.addf %arg1, %arg1 fastmath<nnan,contract> : f32
    %2 = arith.addf %arg1, %arg1 fastmath<fast> {foo} : f32
    %3 = vector.reduction <add>, %arg3 : vector<4xi32> into i32
    %4 = arith.cmpi slt, %arg0, %arg0 : i32
    %5 = arith.cmpi ult, %arg3, %arg3 : vector<4xi32>
    %6 = arith.cmpf oeq, %arg1, %arg1 fastmath<nnan> : f32
    %7 = arith.extsi %arg0 : i32 to i64
    %8 = math.sqrt %arg1 : f32
    %9 = math.fma %arg7, %arg7, %arg7 fastmath<nnan> : tensor<4xf32>
    %10 = memref.load %arg4[%arg5, %arg5] : memref<4x?xf32>
    memref.store %10, %arg4[%arg5, %arg5] {nontemporal = true} : memref<4x?xf32>
    %dim = memref.dim %arg4, %arg5 : memref<4x?xf32>
    %11 = index.add %arg5, %arg5
    %12 = index.cmp eq(%arg5, %arg5)
    %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
    %alloc = memref.alloc(%arg5) : memref<4x?xf32>
    %alloc_0 = memref.alloc(%arg5) {alignment = 8 : i64} : memref<4x?xf32>
    %cast = memref.cast %arg4 : memref<4x?xf32> to memref<?x?xf32>
    %idx5 = index.constant 5
    %c1_i32 = arith.constant 1 : i32
    %true = arith.constant true
    %cst = arith.constant dense<1> : vector<4xi32>
    %c-1 = arith.constant -1 : index
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 1.000000e+00 : f64
    %13 = call @g(%arg0, %arg1) : (i32, f32) -> f32
    %14 = call @h() : () -> i32
    %15 = vector.transpose %arg3, [0] : vector<4xi32> to vector<4xi32>
    %16 = arith.select %arg6, %arg0, %arg0 {foo} : i32
    %17 = arith.select %arg2, %arg3, %arg3 : vector<4xi1>, vector<4xi32>
    cf.assert %arg6, \"msg\"
    %18 = ub.poison : i32
    %19 = complex.create %arg1, %arg1 : complex<f32>
    %20 = complex.re %19 : complex<f32>
    %21 = arith.addi %sum, %14 : i32
    cf.cond_br %arg6, ^bb1(%arg0 : i32), ^bb2
  ^bb1(%22: i32):  // pred: ^bb0
    cf.br ^bb3(%22, %arg0 : i32, i32)
  ^bb2:  // 2 preds: ^bb0, ^bb2
    cf.cond_br %arg6 weights([1, 2]), ^bb3(%arg0, %arg0 : i32, i32), ^bb2 {x = 1 : i64}
  ^bb3(%23: i32, %24: i32):  // 2 preds: ^bb1, ^bb2
    return %23 : i32
  }
  func.func private @g(i32, f32) -> f32
  func.func private @h() -> i32
}
";

#[test]
fn operations_of_several_dialects_are_printed_as_mlir_prints_them() {
    let context = Context::new();
    for name in [
        "arith", "cf", "complex", "func", "index", "math", "memref", "ub", "vector",
    ] {
        tvmlike_dialects::load(&context, name).expect("a dialect of the library");
    }
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let parsed =
        parse_source(&mut edit, "t.mlir", TEXT.as_bytes(), &ParseOptions::default()).expect("valid text");
    let mut out = Vec::new();
    print_op(&context, parsed.op, &PrintOptions::default(), &mut out).unwrap();
    assert_eq!(String::from_utf8_lossy(&out), TEXT);
}

#[test]
fn a_form_that_is_not_supported_is_refused_by_name() {
    let text = "dialect toy\nconstraint StrAttr \"string attribute\" string_attr storage=string_attr\n\
                operation note format=\"custom<Note>($text) attr-dict\"\n  attribute text StrAttr\n";
    let record = Arc::new(read_dialect(text).expect("a dialect"));
    let context = Context::new();
    register_with(&context, Arc::clone(&record), &Hooks::default(), |infos| {
        attach_formats(&context, infos, &record, |_| None, |_, _| None, |_| false);
    })
    .expect("the dialect is new");
    let mut edit = context.exclusive().expect("nothing else uses the context");
    let options = ParseOptions::default();
    let (parsed, diagnostics) =
        context.capture_diagnostics(|| parse_source(&mut edit, "t.mlir", b"toy.note", &options));
    assert!(parsed.is_err());
    let message = &diagnostics.first().expect("a message").message;
    assert_eq!(
        message,
        "the custom form of 'toy.note' is not supported (`custom<Note>` is missing); write the generic form, \
         \"toy.note\"(…)"
    );
}
