//! Operations of `transform` with a body of descriptions: patterns to apply, and conversions of types.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, Op, Region};

use crate::verifiers::types::has_trait;

const TYPE_CONVERTER: &str = "TypeConverterBuilderOpInterface";

/// The dialects that MLIR can convert to `llvm` by `ConvertToLLVMPatternInterface`.
const CONVERTED: &[&[u8]] = &[
    b"amx", b"arith", b"cf", b"complex", b"func", b"index", b"math", b"memref", b"mpi", b"nvvm", b"omp",
    b"ptr", b"ub", b"vector", b"xevm",
];

/// The dialects that MLIR loads with `transform`.
const LOADED: &[&[u8]] = &[
    b"affine",
    b"amdgpu",
    b"arith",
    b"arm_neon",
    b"arm_sve",
    b"bufferization",
    b"builtin",
    b"cf",
    b"complex",
    b"func",
    b"gpu",
    b"index",
    b"irdl",
    b"linalg",
    b"llvm",
    b"math",
    b"memref",
    b"nvgpu",
    b"nvvm",
    b"pdl",
    b"pdl_interp",
    b"rocdl",
    b"scf",
    b"sparse_tensor",
    b"tensor",
    b"transform",
    b"ub",
    b"vector",
    b"x86vector",
    b"xegpu",
];

/// The operations of a region.
fn children(context: &Context, region: Region) -> impl Iterator<Item = Op> + '_ {
    let block = region.first_block(context).into_iter();
    block.flat_map(|block| block.operations(context))
}

/// Checks that an operation in the body has an interface, with the words for what it is.
fn require(instance: &Instance<'_>, child: Op, words: &str, interface: &str) -> Result<(), Failure> {
    let context = instance.context;
    if has_trait(context, child, interface) {
        return Ok(());
    }
    let message = format!("expected {words} to implement {interface}");
    let error = instance.op.emit_op_error(context, message);
    Err(error.note(child.location(context), "op without interface").emit())
}

/// Checks `transform.apply_patterns`.
pub(super) fn apply_patterns(instance: &Instance<'_>) -> Result<(), Failure> {
    let mut regions = instance.regions("patterns");
    let Some(body) = regions.next() else {
        return Ok(());
    };
    children(instance.context, body)
        .try_for_each(|child| require(instance, child, "children ops", "PatternDescriptorOpInterface"))
}

/// Checks `transform.apply_conversion_patterns`.
pub(super) fn apply_conversions(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let mut regions = op.regions(context);
    let (Some(patterns), converter, None) = (regions.next(), regions.next(), regions.next()) else {
        return instance.refuse("expected 1 or 2 regions");
    };
    let interface = "ConversionPatternDescriptorOpInterface";
    for child in children(context, patterns) {
        require(instance, child, "pattern children ops", interface)?;
    }
    let Some(converter) = converter else {
        return Ok(());
    };
    let mut builders = children(context, converter);
    let (Some(builder), None) = (builders.next(), builders.next()) else {
        return instance.refuse("expected exactly one op in default type converter region");
    };
    require(instance, builder, "default converter child op", TYPE_CONVERTER)?;
    let converts_to_llvm = builder.is_named(
        context,
        "transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter",
    );
    let is_general = |pattern: &Op| {
        let name = pattern.name(context);
        let name = name.bytes(context);
        name.strip_prefix(b"transform.apply_conversion_patterns.")
            .is_some_and(|name| name.starts_with(b"scf."))
    };
    let mut patterns = children(context, patterns);
    match patterns.find(|pattern| !converts_to_llvm && !is_general(pattern)) {
        None => Ok(()),
        Some(pattern) => Err(pattern
            .emit_op_error(context, "expected LLVMTypeConverter")
            .emit()),
    }
}

/// Checks `transform.apply_conversion_patterns.dialect_to_llvm`.
pub(super) fn dialect_to_llvm(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let name = instance.attribute("dialect_name").map(|name| name.kind(context));
    let Some(AttributeKind::String { bytes, .. }) = name else {
        return Ok(());
    };
    let name = String::from_utf8_lossy(bytes);
    if LOADED.binary_search(&bytes).is_err() && context.dialect(bytes).is_none() {
        return instance.refuse(format!("unknown dialect or dialect not loaded: {name}"));
    }
    match CONVERTED.binary_search(&bytes) {
        Ok(_) => Ok(()),
        Err(_) => instance.refuse(format!(
            "dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: {name}"
        )),
    }
}

/// Checks `transform.func.cast_and_call`.
pub(super) fn cast_and_call(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    for body in instance.regions("conversions") {
        for child in children(context, body) {
            require(instance, child, "children ops", TYPE_CONVERTER)?;
        }
    }
    let is_value = instance.optional_operand("function").is_some();
    match (is_value, instance.has("function_name")) {
        (false, false) => instance.refuse("expected a function handle or name to call"),
        (true, true) => instance.refuse("function handle and name are mutually exclusive"),
        _ => Ok(()),
    }
}

/// Checks `transform.irdl.collect_matching`: the body has a dialect with one operation.
pub(super) fn irdl_body(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let named = |op: &Op, name: &str| op.is_named(context, name);
    let mut body = instance.regions("body");
    let mut ops = body.next().into_iter().flat_map(|body| children(context, body));
    let (Some(dialect), None) = (ops.next(), ops.next()) else {
        return instance.refuse("expects a single operation in the body");
    };
    if !named(&dialect, "irdl.dialect") {
        return instance.refuse("expects the body operation to be irdl.dialect");
    }
    let parts: Vec<Op> = match dialect.region(context, 0) {
        Some(region) => children(context, region).collect(),
        None => Vec::new(),
    };
    if parts.iter().filter(|part| named(part, "irdl.operation")).count() != 1 {
        return instance.refuse("expects IRDL to contain exactly one operation");
    }
    let is_symbol = |part: &Op| named(part, "irdl.type") || named(part, "irdl.attribute");
    match parts.iter().any(is_symbol) {
        true => instance.refuse("IRDL types and attributes are not yet supported"),
        false => Ok(()),
    }
}
