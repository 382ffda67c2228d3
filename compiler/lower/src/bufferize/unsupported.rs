//! What the pass refuses by name, before it changes anything: what it would bufferize to other memory than was asked for.

use tvmlike_ir::{Context, Failure, Op, WalkOrder, WalkResult};

use super::driver::has_tensors;
use super::options::BufferizeOptions;
use super::signatures::{has_body, returns, signature};
use super::values::{argument_attribute, is_tensor};

/// Checks all operations of a module.
///
/// # Errors
/// There is something that the pass does not support; the error was emitted.
pub(super) fn check(context: &Context, module: Op, options: &BufferizeOptions) -> Result<(), Failure> {
    let mut outcome = Ok(());
    module.walk(context, WalkOrder::PreOrder, |op| {
        if options.function_boundaries && op.is_named(context, "func.func") {
            outcome = check_function(context, op, options);
        }
        match outcome {
            Ok(()) => WalkResult::Advance,
            Err(_) => WalkResult::Interrupt,
        }
    });
    outcome
}

fn check_function(context: &Context, function: Op, options: &BufferizeOptions) -> Result<(), Failure> {
    let inputs = signature(context, function).map_or(0, |(inputs, _)| inputs.len());
    let layout = "bufferization.buffer_layout";
    if (0..inputs).any(|index| argument_attribute(context, function, index, layout).is_some()) {
        let message = format!("has an argument with '{layout}', which has no bufferization yet; remove it");
        return Err(function.emit_op_error(context, message).emit());
    }
    // MLIR crashes.
    let types =
        signature(context, function).map_or_else(Vec::new, |(inputs, results)| [inputs, results].concat());
    if options.must_infer_space && types.iter().any(|ty| is_tensor(context, *ty)) {
        let message = "has tensors as arguments or results, whose memory space nothing tells; leave out \
                       'must-infer-memory-space' or 'bufferize-function-boundaries'";
        return Err(function.emit_op_error(context, message).emit());
    }
    if has_body(context, function) && has_tensors(context, function) && returns(context, function).is_empty()
    {
        return Err(function
            .emit_error(context, "cannot bufferize func.func without func.return")
            .emit());
    }
    Ok(())
}
