//! The launches of kernels in a module with `gpu.container_module`: that the kernels are there and take the operands.

use tvmlike_ir::{AttributeKind, Context, Failure, Op, TypeKind, Value, WalkOrder, WalkResult};

use crate::llvm::integers;

/// Checks the launches in the functions of a module.
pub(super) fn verify(context: &Context, module: Op) -> Result<(), Failure> {
    let mut result = Ok(());
    module.walk(context, WalkOrder::PostOrder, |op| {
        let is_launch = op.is_named(context, "gpu.launch_func");
        let in_function = || op.parent_op(context)?.parent_op(context);
        if is_launch && in_function() == Some(module) {
            result = verify_launch(context, module, op);
        }
        match result {
            Ok(()) => WalkResult::Advance,
            Err(_) => WalkResult::Interrupt,
        }
    });
    result
}

fn verify_launch(context: &Context, module: Op, launch: Op) -> Result<(), Failure> {
    let refuse = |message: String| Err(launch.emit_op_error(context, message).emit());
    let kernel = launch.property(context, context.identifier("kernel"));
    let Some((kernel, AttributeKind::SymbolRef { root, .. })) =
        kernel.map(|kernel| (kernel, kernel.kind(context)))
    else {
        return Ok(());
    };
    let name = root.text(context);
    let Some(container) = module.lookup_symbol(context, root.bytes(context)) else {
        return refuse(format!("kernel container '{name}' is undefined"));
    };
    match container.name(context).bytes(context) {
        b"gpu.binary" => return Ok(()),
        b"gpu.module" => {}
        _ => return refuse(format!("kernel module '{name}' is undefined")),
    }
    let text = tvmlike_text::quote_attribute(context, kernel);
    let Some(function) = module.lookup_symbol_ref(context, kernel) else {
        return refuse(format!("kernel function '{text}' is undefined"));
    };
    let ty = function.property(context, context.identifier("function_type"));
    let Some(AttributeKind::Type(ty)) = ty.map(|ty| ty.kind(context)) else {
        let error = launch.emit_op_error(context, format!("referenced kernel '{text}' is not a function"));
        let place = function.location(context);
        return Err(error.note(place, "see the kernel definition here").emit());
    };
    let entries = function
        .attributes(context)
        .and_then(|attributes| attributes.entries(context));
    let mark = entries.and_then(|entries| entries.get(context, context.identifier("gpu.kernel")));
    if mark != Some(context.unit_attribute()) {
        return refuse("kernel function is missing the 'gpu.kernel' attribute".to_owned());
    }
    let TypeKind::Function { inputs, .. } = ty.kind(context) else {
        return Ok(());
    };
    let operands = operands(context, launch);
    if operands.len() != inputs.len() {
        return refuse(format!(
            "got {} kernel operands but expected {}",
            operands.len(),
            inputs.len()
        ));
    }
    let mut pairs = operands
        .iter()
        .map(|operand| operand.ty(context))
        .zip(inputs.iter());
    match pairs.position(|(given, wanted)| given != wanted) {
        Some(index) => refuse(format!("type of function argument {index} does not match")),
        None => Ok(()),
    }
}

/// The operands that a launch passes to the kernel: the last group but one.
fn operands(context: &Context, launch: Op) -> Vec<Value> {
    let sizes = launch.property(context, context.identifier("operandSegmentSizes"));
    let sizes = integers(context, sizes).unwrap_or_default();
    let [.., count, after] = sizes[..] else {
        return Vec::new();
    };
    let [count, after] = [count, after].map(|size| usize::try_from(size).unwrap_or(0));
    let all = launch.operands(context);
    let start = all.len().saturating_sub(count.saturating_add(after));
    all.skip(start).take(count).collect()
}
