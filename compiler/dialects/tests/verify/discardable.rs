//! Discardable attributes that dialects check wherever they are.

use super::error;

/// Asserts the first errors for texts.
fn check(cases: &[(String, &str)]) {
    for (text, message) in cases {
        assert_eq!(error(text).unwrap_or_default(), *message, "{text}");
    }
}

#[test]
fn dialects_check_attributes_of_arguments_and_results() {
    let argument = |attribute: &str, ty: &str| format!("func.func @f(%a: {ty} {{{attribute}}}) {{ return }}");
    let result = |attribute: &str, ty: &str| format!("func.func private @f() -> ({ty} {{{attribute}}})");
    check(&[
        (
            argument("llvm.noalias = 1", "!llvm.ptr"),
            "\"llvm.noalias\" should be a unit attribute",
        ),
        (
            argument("llvm.noalias", "i32"),
            "\"llvm.noalias\" attribute attached to non-pointer LLVM type",
        ),
        (argument("llvm.noalias", "!llvm.ptr"), ""),
        (argument("llvm.noalias", "memref<3xi32>"), ""),
        (
            argument("llvm.byval", "!llvm.ptr"),
            "\"llvm.byval\" should be a type attribute",
        ),
        (
            argument("llvm.align = \"x\"", "!llvm.ptr"),
            "\"llvm.align\" should be an integer attribute",
        ),
        (
            argument("llvm.zeroext", "f32"),
            "\"llvm.zeroext\" attribute attached to non-integer LLVM type",
        ),
        (argument("llvm.anything", "f32"), ""),
        (
            result("llvm.readonly", "!llvm.ptr"),
            "\"llvm.readonly\" is not a valid result attribute",
        ),
        (
            result("llvm.noalias", "i32"),
            "\"llvm.noalias\" attribute attached to non-pointer LLVM type",
        ),
        (
            argument("bufferization.writable = 1", "tensor<3xi32>"),
            "'bufferization.writable' is expected to be a boolean attribute",
        ),
        (argument("bufferization.writable = true", "tensor<3xi32>"), ""),
        (
            argument("bufferization.access = \"x\"", "tensor<3xi32>"),
            "invalid value for 'bufferization.access'",
        ),
    ]);
}

#[test]
fn dialects_check_attributes_of_operations() {
    let on_op = |attribute: &str| format!("\"app.x\"() {{{attribute}}} : () -> ()");
    let module = |attribute: &str| format!("module attributes {{{attribute}}} {{}}");
    check(&[
        (
            module("llvm.data_layout = i32"),
            "'builtin.module' op expected 'llvm.data_layout' to be a string attributes",
        ),
        (module("gpu.container_module"), ""),
        (
            on_op("gpu.container_module"),
            "expected 'gpu.container_module' attribute to be attached to 'builtin.module'",
        ),
        (
            on_op("gpu.known_block_size = array<i32: 1, 2>"),
            "'app.x' op gpu.known_block_size must contain exactly 3 elements",
        ),
        (
            on_op("bufferization.x"),
            "attribute '\"bufferization.x\"' not supported as an op attribute by the bufferization dialect",
        ),
        (on_op("transform.x"), "unknown attribute: \"transform.x\""),
        (module("transform.with_named_sequence"), ""),
        (
            on_op("transform.with_named_sequence"),
            "\"transform.with_named_sequence\" attribute can only be attached to operations with symbol tables",
        ),
        (
            on_op("spirv.x"),
            "found unsupported 'spirv.x' attribute on operation",
        ),
        (
            on_op("linalg.x"),
            "attribute '\"linalg.x\"' not supported by the linalg dialect",
        ),
        (
            on_op("nvvm.kernel"),
            "'nvvm.kernel' attribute attached to unexpected op",
        ),
        (
            module("shape.lib = 1"),
            "only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute",
        ),
        (on_op("app.y = 1, arith.y, unknown.y"), ""),
        (module("unknown.y = 1"), ""),
    ]);
}
