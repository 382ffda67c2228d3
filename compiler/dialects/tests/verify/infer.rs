//! The types of results that follow from the other parts of an operation.

use tvmlike_define::{
    Hook, InferError, InferTypes, Instance, OpBuilder, ResultTypes, infer_result_types, infers_result_types,
};
use tvmlike_dialects::{Code, Defined};
use tvmlike_ir::{Builder, Context, Failure, Op, OpState, Region, Value, WalkOrder, WalkResult};
use tvmlike_text::{ParseOptions, parse_source, quote_type};

/// A context that knows some dialects.
fn context(dialects: &[&str]) -> Context {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    for name in dialects {
        tvmlike_dialects::load(&context, name).unwrap();
    }
    context
}

/// Infers the types of the results of an operation.
fn infer(context: &Context, op: Op) -> Result<ResultTypes, InferError> {
    let operands: Vec<Value> = op.operands(context).collect();
    let regions: Vec<Option<Region>> = op.regions(context).map(Some).collect();
    let state = OpState {
        operands: &operands,
        attributes: op.attributes(context),
        properties: op.properties(context),
        regions: &regions,
        ..OpState::new(op.name(context), op.location(context))
    };
    infer_result_types(context, &state)
}

/// Each operation of a text with its result types, as they are and as they are inferred. The text is not verified.
fn compare(dialects: &[&str], text: &str) -> Vec<(String, String, String)> {
    let context = context(dialects);
    let mut edit = context.exclusive().unwrap();
    let options = ParseOptions {
        skip_verification: true,
        ..ParseOptions::default()
    };
    let module = parse_source(&mut edit, "text", text.as_bytes(), &options)
        .unwrap()
        .op;
    let mut all = Vec::new();
    let list = |types: &mut dyn Iterator<Item = tvmlike_ir::Type>| {
        let types: Vec<_> = types.map(|ty| quote_type(&context, ty).to_string()).collect();
        types.join(", ")
    };
    module.walk(&context, WalkOrder::PreOrder, |op| {
        if op.info(&context).is_some() && op.num_results(&context) > 0 {
            let given = list(&mut op.results(&context).map(|result| result.ty(&context)));
            let inferred = match infer(&context, op) {
                Ok(types) => list(&mut types.into_iter()),
                Err(error) => error.to_string(),
            };
            all.push((op.name(&context).text(&context).into_owned(), given, inferred));
        }
        WalkResult::Advance
    });
    all
}

/// Asserts that all operations of a text have the types that are inferred.
fn agrees(dialects: &[&str], text: &str) {
    let all = compare(dialects, text);
    assert!(!all.is_empty());
    for (name, given, inferred) in all {
        assert_eq!(given, inferred, "{name}");
    }
}

const VALUES: &str = "%i, %j, %f, %c, %b, %v, %t, %u, %m, %x = \"app.source\"() : () -> \
    (i32, i64, f32, complex<f32>, i1, vector<2x[4]xf32>, tensor<?x4xi32>, tensor<*xf32>, memref<4x?xi32, 1>, index)\n";

#[test]
fn traits_infer_types() {
    let text = [
        VALUES,
        "\"arith.addi\"(%i, %i) : (i32, i32) -> i32",
        "\"arith.cmpi\"(%t, %t) <{predicate = 0 : i64}> : (tensor<?x4xi32>, tensor<?x4xi32>) -> tensor<?x4xi1>",
        "\"arith.cmpf\"(%v, %v) <{predicate = 0 : i64}> : (vector<2x[4]xf32>, vector<2x[4]xf32>) -> vector<2x[4]xi1>",
        "\"arith.cmpf\"(%u, %u) <{predicate = 0 : i64}> : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi1>",
        "\"arith.select\"(%b, %t, %t) : (i1, tensor<?x4xi32>, tensor<?x4xi32>) -> tensor<?x4xi32>",
        "\"arith.constant\"() <{value = 1.0 : f64}> : () -> f64",
        "\"arith.mulsi_extended\"(%i, %i) : (i32, i32) -> (i32, i32)",
        "\"complex.re\"(%c) : (complex<f32>) -> f32",
        "\"complex.eq\"(%c, %c) : (complex<f32>, complex<f32>) -> i1",
        "\"memref.load\"(%m, %x, %x) : (memref<4x?xi32, 1>, index, index) -> i32",
        "\"memref.dim\"(%m, %x) : (memref<4x?xi32, 1>, index) -> index",
        "\"memref.atomic_rmw\"(%i, %m, %x, %x) <{kind = 1 : i64}> : (i32, memref<4x?xi32, 1>, index, index) -> i32",
        "\"tensor.rank\"(%t) : (tensor<?x4xi32>) -> index",
        "\"tensor.extract\"(%t, %x, %x) : (tensor<?x4xi32>, index, index) -> i32",
        "\"tensor.insert\"(%i, %t, %x, %x) : (i32, tensor<?x4xi32>, index, index) -> tensor<?x4xi32>",
        "\"vector.insert\"(%f, %v, %x) <{static_position = array<i64: 0, -9223372036854775808>}> : \
         (f32, vector<2x[4]xf32>, index) -> vector<2x[4]xf32>",
        "\"math.absf\"(%f) : (f32) -> f32",
        "\"math.isnan\"(%v) : (vector<2x[4]xf32>) -> vector<2x[4]xi1>",
        "\"index.cmp\"(%x, %x) <{pred = #index<cmp_predicate eq>}> : (index, index) -> i1",
        "\"index.bool.constant\"() <{value = true}> : () -> i1",
    ];
    let dialects = ["arith", "complex", "memref", "tensor", "vector", "math", "index"];
    agrees(&dialects, &text.join("\n"));
}

#[test]
fn hand_written_code_infers_types() {
    let text = [
        VALUES,
        "%n, %s, %q, %e, %d, %z, %y = \"app.more\"() : () -> (!shape.size, !shape.shape, !shape.value_shape, \
         tensor<2xindex>, tensor<?xindex>, vector<f32>, memref<4x?xf32, strided<[?, 1], offset: 3>, 5>)",
        "\"vector.extract\"(%v) <{static_position = array<i64: 0>}> : (vector<2x[4]xf32>) -> vector<[4]xf32>",
        "\"vector.extract\"(%v) <{static_position = array<i64: 0, 1>}> : (vector<2x[4]xf32>) -> f32",
        "\"vector.extract\"(%z) <{static_position = array<i64>}> : (vector<f32>) -> f32",
        "\"vector.shuffle\"(%v, %v) <{mask = array<i64: 0, 1, 2>}> : (vector<2x[4]xf32>, vector<2x[4]xf32>) -> vector<3x4xf32>",
        "\"vector.shuffle\"(%z, %z) <{mask = array<i64: 0, 1>}> : (vector<f32>, vector<f32>) -> vector<2xf32>",
        "\"vector.to_elements\"(%z) : (vector<f32>) -> f32",
        "\"vector.multi_reduction\"(%v, %f) <{reduction_dims = array<i64: 0>}> : (vector<2x[4]xf32>, f32) -> f32",
        "\"vector.interleave\"(%z, %z) : (vector<f32>, vector<f32>) -> vector<2xf32>",
        "\"vector.deinterleave\"(%v) : (vector<2x[4]xf32>) -> (vector<2x[2]xf32>, vector<2x[2]xf32>)",
        "\"memref.extract_strided_metadata\"(%y) : (memref<4x?xf32, strided<[?, 1], offset: 3>, 5>) -> \
         (memref<f32, 5>, index, index, index, index, index)",
        "\"memref.distinct_objects\"(%m, %y) : (memref<4x?xi32, 1>, memref<4x?xf32, strided<[?, 1], offset: 3>, 5>) -> \
         (memref<4x?xi32, 1>, memref<4x?xf32, strided<[?, 1], offset: 3>, 5>)",
        "\"bufferization.dealloc\"(%m, %b, %m, %m) <{operandSegmentSizes = array<i32: 1, 1, 2>}> : \
         (memref<4x?xi32, 1>, i1, memref<4x?xi32, 1>, memref<4x?xi32, 1>) -> (i1, i1)",
        "\"scf.if\"(%b) ({\n  \"app.return\"(%i, %f) : (i32, f32) -> ()\n}, {}) : (i1) -> (i32, f32)",
        "\"shape.add\"(%x, %n) : (index, !shape.size) -> !shape.size",
        "\"shape.rank\"(%e) : (tensor<2xindex>) -> index",
        "\"shape.rank\"(%s) : (!shape.shape) -> !shape.size",
        "\"shape.const_shape\"() <{shape = dense<[1, 2]> : tensor<2xindex>}> : () -> tensor<2xindex>",
        "\"shape.shape_of\"(%q) : (!shape.value_shape) -> !shape.shape",
        "\"shape.shape_of\"(%t) : (tensor<?x4xi32>) -> tensor<2xindex>",
        "\"shape.shape_of\"(%u) : (tensor<*xf32>) -> tensor<?xindex>",
        "\"shape.meet\"(%e, %d) : (tensor<2xindex>, tensor<?xindex>) -> tensor<?xindex>",
        "\"shape.meet\"(%e, %s) : (tensor<2xindex>, !shape.shape) -> !shape.shape",
        "\"shape.dim\"(%t, %n) : (tensor<?x4xi32>, !shape.size) -> !shape.size",
    ];
    let dialects = ["vector", "memref", "bufferization", "scf", "shape"];
    agrees(&dialects, &text.join("\n").replace("app.return", "scf.yield"));
}

#[test]
fn types_that_do_not_follow_are_refused_in_the_words_of_mlir() {
    let text = [
        VALUES,
        "\"arith.extsi\"(%i) : (i32) -> i64",
        "\"memref.alloc\"() : () -> memref<4xi32>",
        "\"nvvm.read.ptx.sreg.tid.x\"() : () -> i32",
        "\"arith.addi\"() : () -> i32",
        "\"arith.constant\"() : () -> i32",
        "\"complex.re\"(%i) : (i32) -> i32",
        "\"memref.load\"(%f) : (f32) -> i32",
    ];
    let without = |name: &str| {
        format!(
            "type inference was requested for the operation {name}, but the operation does not support type \
             inference; result types must be specified explicitly"
        )
    };
    let all = compare(&["arith", "complex", "memref", "nvvm"], &text.join("\n"));
    let messages: Vec<String> = all.into_iter().map(|(_, _, message)| message).collect();
    let expected = [
        without("arith.extsi"),
        without("memref.alloc"),
        without("nvvm.read.ptx.sreg.tid.x"),
        "'arith.addi' op infers result types from operand #0, but has 0 operands".to_owned(),
        "'arith.constant' op infers result types from attribute 'value', which it does not have".to_owned(),
        "'complex.re' op cannot infer a result type from 'i32'".to_owned(),
        "'memref.load' op cannot infer a result type from 'f32'".to_owned(),
    ];
    assert_eq!(messages, expected);
    let context = context(&[]);
    let state = OpState::new(context.identifier("app.unknown"), context.unknown_location());
    let error = infer_result_types(&context, &state).unwrap_err();
    assert_eq!(
        error.to_string(),
        "type inference was requested for the operation app.unknown, but the operation was not registered; ensure \
         that the dialect containing the operation is linked into MLIR and registered with the context"
    );
}

#[test]
fn results_of_other_types_than_inferred_are_refused() {
    let cases = [
        (
            "arith",
            "%t = \"app.t\"() : () -> tensor<4xf32>\n%r = \"arith.negf\"(%t) : (tensor<4xf32>) -> tensor<?xf32>",
            "'arith.negf' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation \
             'tensor<?xf32>'",
        ),
        (
            "vector",
            "%t = \"app.t\"() : () -> vector<4xf32>\n%r = \"vector.extract\"(%t) <{static_position = array<i64>}> : \
             (vector<4xf32>) -> vector<2xf32>",
            "'vector.extract' op inferred type(s) 'vector<4xf32>' are incompatible with return type(s) of operation \
             'vector<2xf32>'",
        ),
        (
            "shape",
            "%s, %n = \"app.t\"() : () -> (!shape.shape, !shape.size)\n%r = \"shape.meet\"(%s, %n) : \
             (!shape.shape, !shape.size) -> !shape.shape",
            "requires all sizes or shapes",
        ),
    ];
    for (dialect, text, expected) in cases {
        let context = context(&[dialect]);
        let (parsed, diagnostics) = context.capture_diagnostics(|| {
            let mut edit = context.exclusive().unwrap();
            parse_source(&mut edit, "text", text.as_bytes(), &ParseOptions::default()).is_ok()
        });
        let messages: Vec<&str> = diagnostics.iter().map(|each| &*each.message).collect();
        let name = text.split('"').nth(3).unwrap();
        let second = format!("'{name}' op failed to infer returned types");
        assert!(!parsed);
        assert_eq!(messages, [expected, &*second]);
    }
}

#[test]
fn as_many_operations_infer_types_as_in_mlir() {
    // Counted in the declarations that mlir-tblgen writes.
    let expected = [
        ("affine", 4),
        ("arith", 36),
        ("cf", 0),
        ("complex", 26),
        ("emitc", 0),
        ("func", 0),
        ("index", 24),
        ("irdl", 6),
        ("linalg", 3),
        ("math", 46),
        ("memref", 9),
        ("nvvm", 0),
        ("scf", 1),
        ("shape", 25),
        ("shard", 5),
        ("tensor", 5),
        ("transform", 2),
        ("vector", 12),
    ];
    for (name, count) in expected {
        let context = context(&[name]);
        let operations = &tvmlike_dialects::record(name).unwrap().operations;
        let infers = operations.iter().filter(|op| {
            let info = context.op_info(context.identifier(&*op.name));
            info.is_some_and(|info| infers_result_types(&context, info))
        });
        assert_eq!(infers.count(), count, "{name}");
    }
}

const IRDL: &str = "irdl.dialect @own {
  irdl.operation @same {
    %any = irdl.any
    irdl.operands(x: %any)
    irdl.results(y: %any)
  }
}";
const DATA: &str =
    "dialect own\nconstraint Any \"any\" anything\noperation same\n  operand x Any\n  result y Any";

fn first_type(context: &Context, op: &OpState<'_>) -> Result<ResultTypes, String> {
    let first = op.operands.first().ok_or("expected an operand")?;
    Ok([first.ty(context)].into_iter().collect())
}

/// A definition in IRDL, which has no rules for types, with code for them; and code that fits no definition.
#[test]
fn definitions_with_code() {
    let inference: &[(&str, InferTypes)] = &[("own.same", first_type)];
    for text in [IRDL, DATA] {
        let code = Code {
            inference,
            ..Code::default()
        };
        let own = Defined::with_code(text, code).expect("a definition");
        let context = Context::new();
        tvmlike_dialects::make_available(&context);
        own.load(&context).expect("a new dialect");
        let mut edit = context.exclusive().expect("nothing else uses the context");
        let mut builder = Builder::new(&mut edit);
        let one = context.integer_attribute(context.i32(), 1).expect("an i32");
        let one = OpBuilder::new("arith.constant")
            .attribute("value", one)
            .create(&mut builder)
            .expect("a constant");
        let one = one.result(&context, 0).expect("a result");
        let same = OpBuilder::new("own.same").operand("x", [one]);
        let same = same.create(&mut builder).expect("an operation");
        assert_eq!(
            same.result(&context, 0).map(|y| y.ty(&context)),
            Some(context.i32())
        );
    }
}

#[test]
fn code_that_fits_no_definition_is_refused() {
    fn accept(_: &Instance<'_>) -> Result<(), Failure> {
        Ok(())
    }
    let refused = |text: &str, checks: &'static [(&'static str, Hook)], inference: &'static [_]| {
        Defined::with_code(text, Code { checks, inference }).err()
    };
    let same = &[("own.same", Hook::Verify(accept))];
    assert_eq!(
        refused(IRDL, same, &[]).as_deref(),
        Some("dialect 'own': checks in Rust need a definition as data, not in IRDL")
    );
    assert_eq!(
        refused(DATA, &[], &[("own.other", first_type)]).as_deref(),
        Some("dialect 'own': code is given for 'own.other', which it does not define")
    );
    let unsorted = &[("own.same", Hook::Verify(accept)), ("own.a", Hook::Implied)];
    assert_eq!(
        refused(DATA, unsorted, &[]).as_deref(),
        Some("dialect 'own': the checks must be sorted by operation")
    );
}
