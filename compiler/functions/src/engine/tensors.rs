//! Tensors become memrefs before a module is lowered by the default passes.
//!
//! Functions do not write into their arguments, and callers own what functions return: memory that a function allocates is
//! freed or returned, and no result is in the memory of an argument.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Exclusive, Failure, NamedAttribute, Op, Type, TypeKind, Visibility,
    WalkOrder, WalkResult,
};

use super::lowering::run;
use super::signatures::{BY_VALUE, operations};

/// The passes: memrefs are dense where functions are entered and left.
const PASSES: &str = "builtin.module(check-tensor-sizes,decompose-linalg,convert-elementwise-to-linalg,fuse-elementwise-chains,\
                      one-shot-bufferize{bufferize-function-boundaries=true \
                      function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=true},\
                      buffer-deallocation-pipeline{private-function-dynamic-ownership=true},\
                      convert-bufferization-to-memref)";

/// What the three steps of a convolution are part of.
const CONVOLUTION: &str = "use 'linalg.conv_2d_nhwc_fhwc'";
/// Operations on tensors that the default passes do not lower, and what to do instead.
const INSTEAD: [(&[u8], &str); 7] = [
    (
        b"bufferization.dealloc_tensor",
        "leave it out: the memory of tensors is freed",
    ),
    (b"linalg.winograd_filter_transform", CONVOLUTION),
    (b"linalg.winograd_input_transform", CONVOLUTION),
    (b"linalg.winograd_output_transform", CONVOLUTION),
    (b"tensor.bitcast", "use 'arith.bitcast'"),
    (
        b"tensor.gather",
        "use 'linalg.generic' with 'tensor.extract' in its body",
    ),
    (b"tensor.scatter", "use 'scf.for' with 'tensor.insert_slice'"),
];

/// Refuses operations that have no lowering.
///
/// # Errors
/// There is one; the error was emitted.
fn refuse(context: &Context, module: Op) -> Result<(), Failure> {
    let mut failure = Ok(());
    module.walk(context, WalkOrder::PreOrder, |op| {
        let name = op.name(context).bytes(context);
        let Some((_, instead)) = INSTEAD.iter().find(|(known, _)| *known == name) else {
            return WalkResult::Advance;
        };
        failure = Err(op
            .emit_op_error(context, format!("has no lowering: {instead}"))
            .emit());
        WalkResult::Interrupt
    });
    failure
}

fn is_tensor(context: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(context),
        TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
    )
}

/// The types of the arguments and results of a function.
fn signature(context: &Context, op: Op) -> Option<(Vec<Type>, Vec<Type>)> {
    let ty = op.property(context, context.identifier("function_type"))?;
    let AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Function { inputs, results } => Some((inputs.iter().collect(), results.iter().collect())),
        _ => None,
    }
}

/// Whether something in a module is a tensor.
pub(super) fn has_tensors(context: &Context, module: Op) -> bool {
    let mut found = false;
    module.walk(context, WalkOrder::PreOrder, |op| {
        let values = op.operands(context).chain(op.results(context));
        found = values
            .map(|value| value.ty(context))
            .any(|ty| is_tensor(context, ty))
            || signature(context, op).is_some_and(|(inputs, results)| {
                inputs.into_iter().chain(results).any(|ty| is_tensor(context, ty))
            });
        match found {
            true => WalkResult::Interrupt,
            false => WalkResult::Advance,
        }
    });
    found
}

/// Whether bufferization may write into an argument, if its attributes say it.
fn is_writable(context: &Context, attributes: &[NamedAttribute]) -> Option<bool> {
    let name = context.identifier("bufferization.writable");
    let found = attributes.iter().find(|entry| entry.name == name)?;
    match found.value.kind(context) {
        AttributeKind::Integer { value, .. } => Some(!value.is_zero()),
        _ => None,
    }
}

/// Promises that a function reads its tensors only, unless it may write into one: then no other argument may be in its memory,
/// because bufferization takes tensors for different memory.
fn protect_arguments(edit: &mut Exclusive<'_>, function: Op) {
    let context = edit.context();
    let Some((inputs, _)) = signature(context, function) else {
        return;
    };
    let name = context.identifier("arg_attrs");
    let old: Vec<Attribute> = match function.property(context, name).map(|all| all.kind(context)) {
        Some(AttributeKind::Array(all)) => all.iter().collect(),
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for (index, ty) in inputs.iter().enumerate() {
        let entries = old.get(index).and_then(|each| each.entries(context));
        let mut entries: Vec<NamedAttribute> = entries.map(|each| each.iter().collect()).unwrap_or_default();
        if is_tensor(context, *ty) {
            let writes = is_writable(context, &entries) == Some(true);
            let writable = context.identifier("bufferization.writable");
            let [no_alias, read_only, by_value] =
                ["llvm.noalias", "llvm.readonly", BY_VALUE].map(|name| context.identifier(name));
            entries.retain(|entry| ![writable, no_alias, read_only, by_value].contains(&entry.name));
            entries.push(NamedAttribute {
                name: writable,
                value: context.bool_attribute(writes),
            });
            entries.push(NamedAttribute {
                name: if writes { no_alias } else { read_only },
                value: context.unit_attribute(),
            });
            if !writes {
                entries.push(NamedAttribute {
                    name: by_value,
                    value: context.unit_attribute(),
                });
            }
        }
        all.extend(context.dictionary_attribute(&entries).ok());
    }
    if all.len() == inputs.len() {
        let all = context.array_attribute(&all);
        function.set_attribute(edit, name, all);
    }
}

/// Leaves memory to a module that it frees by hand.
fn mark_manual(edit: &mut Exclusive<'_>, module: Op) {
    let context = edit.context();
    let mut marked = Vec::new();
    module.walk(context, WalkOrder::PreOrder, |op| {
        if op.is_named(context, "memref.dealloc") {
            let memory = op
                .operand(context, 0)
                .and_then(|memory| memory.defining_op(context));
            marked.extend(memory.filter(|op| op.is_named(context, "memref.alloc")));
            marked.push(op);
        }
        WalkResult::Advance
    });
    let name = context.identifier("bufferization.manual_deallocation");
    for op in marked {
        op.set_discardable_attribute(edit, name, context.unit_attribute());
    }
}

/// Makes memrefs of the tensors of a module, and frees what its functions allocate.
///
/// # Errors
/// As [`run`].
pub(super) fn bufferize(edit: &mut Exclusive<'_>, module: Op) -> Result<(), Option<String>> {
    let context = edit.context();
    refuse(context, module).map_err(|_| None)?;
    for function in operations(context, module, b"func.func") {
        if function.symbol_visibility(context) == Visibility::Public {
            protect_arguments(edit, function);
        }
    }
    mark_manual(edit, module);
    run(edit, module, PASSES)
}
