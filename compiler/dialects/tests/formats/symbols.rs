//! Types and attributes of dialects are read, printed and refused as by mlir-opt.

use tvmlike_ir::{AttributeKind, Context, TypeKind};
use tvmlike_text::{
    ParseOptions, PrintOptions, attribute_to_string, parse_attribute, parse_source, parse_type, print_op,
    quote_attribute, type_to_string,
};

fn context() -> Context {
    let context = Context::new();
    tvmlike_dialects::make_available(&context);
    context
}

/// Texts that are printed as they are read.
const SAME: &[&str] = &[
    "#arith.overflow<nsw, nuw>",
    "#gpu<dim x>",
    "#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0 + 1)>",
    "#llvm.di_expression<>",
    "#llvm.di_expression<[DW_OP_LLVM_fragment(0, 1)]>",
    "#llvm.linkage<internal>",
    "#nvvm.target",
    "#omp.flags<debug_kind = 3>",
    "#ptr.null : !ptr.ptr<#ptr.generic_space>",
    "#spirv.memory_semantics<Acquire|Release>",
    "!spirv.struct<node, (!spirv.ptr<!spirv.struct<node>, Uniform> [0], f32 [8, MatrixStride=8, NonWritable]), Block>",
    "!spirv.array<4 x !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, R32f>, stride=16>",
    "#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, api=Vulkan, AMD:DiscreteGPU:12, #spirv.resource_limits<>>",
    "#smt.bv<-1> : !smt.bv<4>",
    "!xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8 : i64>>",
    "#tosa.target_env<specification_version = \"1.0\", level = \"8k\", profiles = [pro_int], extensions = [int16]>",
    "!async.coro.handle",
    "!emitc.ptr<!emitc.opaque<\"x\">>",
    "!llvm.array<3 x array<2 x ptr<1>>>",
    "!llvm.func<i32 (ptr, ...)>",
    "!llvm.struct<\"node\", packed (i32, array<2 x struct<\"node\">>)>",
    "!llvm.struct<\"hidden\", opaque>",
    "!llvm.target<\"spirv.Image\", i32, 1, 2>",
    "!gpu.mma_matrix<16x16xf16, \"AOp\">",
    "!pdl.range<type>",
    "!quant.any<u4<0:7>:bf16>",
    "!quant.uniform<i8<-8:7>:f32, 2.000000e+00:5>",
    "!quant.uniform<i8:f32:{0:1, 1:2}, {{2.000000e+00, 3.000000e+00:1}}>",
    "!quant.uniform<i8:f32:1, {2.000000e+00,3.000000e+00:1}>",
    "!smt.func<(!smt.int) !smt.bool>",
    "!smt.sort<\"x\"[!smt.int, !smt.bool]>",
    "!transform.op<\"scf.for\">",
    "!wasmssa<local ref to i32>",
    "memref<4x!ptr.ptr<#ptr.generic_space>>",
    "vector<4x!llvm.ptr>",
];

/// Texts, and what is printed for them.
const OTHER: &[(&str, &str)] = &[
    ("#arith<overflow<nsw> rest>", "#arith.overflow<nsw>"),
    (
        "#llvm.alias_scope<id = \"a\", domain = #llvm.alias_scope_domain<id = 2>>",
        "#llvm.alias_scope<id = \"a\", domain = <id = 2 : i64>>",
    ),
    (
        "#llvm.dereferenceable<mayBeNull = false, bytes = 3>",
        "#llvm.dereferenceable<bytes = 3>",
    ),
    ("#omp.flags<debug_kind = 0>", "#omp.flags<>"),
    (
        "#spirv.storage_class<\"Uniform\">",
        "#spirv.storage_class<Uniform>",
    ),
    ("!llvm.array<3 x !llvm.ptr<0>>", "!llvm.array<3 x ptr>"),
    ("!spirv.struct<leaf, (f32[0])>", "!spirv.struct<leaf, (f32 [0])>"),
];

/// Texts with the first message about them.
const REFUSED: &[(&str, &str)] = &[
    ("#arith.fastmath<>", "expected valid keyword or string"),
    (
        "#arith.overflow<wrap>",
        "expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw",
    ),
    (
        "#arith.unknown<x>",
        "unknown attribute `unknown` in dialect `arith`",
    ),
    ("!arith.unknown", "dialect 'arith' provides no type parsing hook"),
    ("#gpu.mask<99999999999999999999>", "integer value too large"),
    (
        "#llvm.di_basic_type<sizeInBits = 32>",
        "struct is missing required parameter: name",
    ),
    (
        "#llvm.di_basic_type<name = \"a\", name = \"b\">",
        "duplicate or unknown struct parameter name: name",
    ),
    (
        "#llvm.di_basic_type<name = 5>",
        "invalid kind of attribute specified",
    ),
    (
        "!llvm.array<3 x void>",
        "invalid array element type: '!llvm.void'",
    ),
    (
        "!llvm.struct<\"lone\">",
        "struct without a body only allowed in a recursive struct",
    ),
    ("!llvm.unknown", "unknown LLVM type: unknown"),
    ("!pdl.unknown", "unknown  type `unknown` in dialect `pdl`"),
    ("!smt.bv<0>", "bit-vector must have at least a width of one"),
    (
        "!spirv.ptr<index, Function>",
        "cannot use 'index' to compose SPIR-V types",
    ),
    (
        "!spirv.struct<leaf, (i32)>",
        "identified struct already used with a different body",
    ),
    (
        "tensor<4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>",
        "dimension-rank mismatch between encoding and tensor shape: 2 != 1",
    ),
];

fn printed(context: &Context, text: &str) -> Result<String, String> {
    let attribute = parse_attribute(context, text, None).map_err(|error| error.message().to_owned())?;
    attribute_to_string(context, attribute).map_err(|error| error.to_string())
}

#[test]
fn texts_are_read_printed_and_refused() {
    let context = context();
    for text in SAME {
        assert_eq!(printed(&context, text).as_deref(), Ok(*text));
    }
    for (text, expected) in OTHER {
        assert_eq!(printed(&context, text).as_deref(), Ok(*expected));
    }
    for (text, message) in REFUSED {
        assert_eq!(printed(&context, text), Err((*message).to_owned()), "{text}");
    }
}

#[test]
fn parameters_are_found_by_name_and_equal_things_are_one() {
    let context = context();
    let ty = parse_type(&context, "!llvm.ptr<3>").unwrap();
    assert!(ty.is_symbol(&context, "llvm", "ptr"));
    let space = ty
        .parameter(&context, context.identifier("addressSpace"))
        .unwrap();
    assert_eq!(quote_attribute(&context, space), "3 : i32");
    assert_eq!(parse_type(&context, "!llvm<ptr<3>>").unwrap(), ty);
    let TypeKind::Dialect { info, parameters } = ty.kind(&context) else {
        panic!("a type with a definition");
    };
    assert_eq!(context.dialect_type(info, &parameters.to_vec()).unwrap(), ty);
    let error = context.dialect_type(info, &[]).unwrap_err();
    assert_eq!(error.message(), "'llvm.ptr' has 1 parameters, got 0");
    let error = context
        .dialect_type(info, &[Some(context.unit_attribute())])
        .unwrap_err();
    assert_eq!(
        error.message(),
        "invalid parameter 'addressSpace' of 'llvm.ptr': unit"
    );
    let attribute = parse_attribute(&context, "#arith.fastmath<nnan>", None).unwrap();
    assert!(matches!(attribute.kind(&context), AttributeKind::Dialect { .. }));
}

#[test]
fn an_identified_struct_has_one_body() {
    let context = context();
    parse_type(&context, "!llvm.struct<\"a\", (i32)>").unwrap();
    let error = parse_type(&context, "!llvm.struct<\"a\", (i64)>").unwrap_err();
    assert_eq!(
        error.message(),
        "identified type already used with a different body"
    );
    let list = parse_type(&context, "!llvm.struct<\"list\", (ptr, struct<\"list\">)>").unwrap();
    assert_eq!(
        type_to_string(&context, list).unwrap(),
        "!llvm.struct<\"list\", (ptr, struct<\"list\">)>"
    );
}

#[test]
fn numbers_of_smt_have_four_bits_for_each_digit() {
    for (text, width) in [
        ("0", 64),
        ("007", 4),
        ("8", 5),
        ("15", 8),
        ("-9", 5),
        ("0xf", 5),
        ("0x10", 8),
        ("255", 12),
    ] {
        let context = context();
        let mut edit = context.exclusive().expect("nothing else uses the context");
        let source = format!("%0 = smt.int.constant {text}");
        let parsed = parse_source(&mut edit, "t.mlir", source.as_bytes(), &ParseOptions::default()).unwrap();
        let options = PrintOptions {
            generic: true,
            ..PrintOptions::default()
        };
        let mut printed = Vec::new();
        print_op(&context, parsed.op, &options, &mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.contains(&format!(" : ui{width}}}")), "{text}: {printed}");
    }
}
