//! Calls that can unwind, and where they unwind to.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Op};

use super::calls;

/// The function of the dialect around an operation.
pub(super) fn enclosing_function(context: &Context, op: Op) -> Option<Op> {
    let mut at = op.parent_op(context);
    while let Some(op) = at {
        if op.is_named(context, "llvm.func") {
            return Some(op);
        }
        at = op.parent_op(context);
    }
    None
}

pub(super) fn invoke(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    calls::variadic(instance)?;
    let Some(unwind) = instance.op.successor(context, 1) else {
        return Ok(());
    };
    let Some(first) = unwind.first_op(context) else {
        return instance.refuse_plainly("must have at least one operation in unwind destination");
    };
    if !first.is_named(context, "llvm.landingpad") {
        return instance
            .refuse_plainly("first operation in unwind destination should be a llvm.landingpad operation");
    }
    calls::bundles(instance)
}

pub(super) fn landing_pad(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let personality = context.identifier("personality");
    let function = enclosing_function(context, op);
    if function.is_some_and(|function| function.property(context, personality).is_none()) {
        return instance.refuse_plainly("llvm.landingpad needs to be in a function with a personality");
    }
    if !instance.has("cleanup") && op.num_operands(context) == 0 {
        return instance
            .refuse_plainly("landingpad instruction expects at least one clause or cleanup attribute");
    }
    for (index, operand) in op.operands(context).enumerate() {
        if operand.ty(context).is_symbol(context, "llvm", "array") {
            continue;
        }
        let producer = operand.defining_op(context);
        match producer.map(|op| op.name(context).bytes(context)) {
            Some(b"llvm.mlir.zero" | b"llvm.mlir.addressof") => {}
            Some(b"llvm.bitcast") => cast_clause(instance, producer)?,
            _ => {
                return instance.refuse_plainly(format!(
                    "clause #{index} is not a known constant - null, addressof, bitcast"
                ));
            }
        }
    }
    Ok(())
}

/// Checks that a cast that is a clause is one of a global's address.
fn cast_clause(instance: &Instance<'_>, cast: Option<Op>) -> Result<(), Failure> {
    let context = instance.context;
    let source = cast.and_then(|cast| cast.operand(context, 0)?.defining_op(context));
    match (cast, source.map(|op| op.name(context).bytes(context))) {
        (None, _) | (_, Some(b"llvm.mlir.addressof")) => Ok(()),
        (Some(cast), _) => {
            let note = "global addresses expected as operand to bitcast used in clauses for landingpad";
            let error = instance
                .op
                .emit_error(context, "constant clauses expected".to_owned());
            Err(error.note(cast.location(context), note.to_owned()).emit())
        }
    }
}
