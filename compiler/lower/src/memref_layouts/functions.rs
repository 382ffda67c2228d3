//! Which functions can change, and changing them.

use std::collections::{HashMap, HashSet};

use tvmlike_ir::{
    AttributeKind, Context, Exclusive, Failure, Identifier, Op, Rewriter, Type, TypeKind, Value, WalkOrder,
    WalkResult,
};

use super::accesses::{Remapped, accessed, rewrite};
use super::normal_type::{Layout, normal_type};
use crate::make::{has_trait, property};

/// The operations in an operation with one of these names.
fn operations(context: &Context, root: Op, names: &[&str]) -> Vec<Op> {
    let mut found = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if names.iter().any(|name| op.is_named(context, name)) {
            found.push(op);
        }
        WalkResult::Advance
    });
    found
}

/// The memrefs of a function that can change: results of allocations and calls, and arguments.
fn candidates(context: &Context, function: Op) -> Vec<Value> {
    let entry = function
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let ops = operations(context, function, &["memref.alloc", "memref.alloca", "func.call"]);
    let results = ops.into_iter().flat_map(|op| op.results(context));
    let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
    results.chain(arguments).collect()
}

/// Whether all that uses memrefs with layouts allows other layouts.
fn is_normalizable(context: &Context, function: Op) -> bool {
    candidates(context, function).into_iter().all(|value| {
        let mut users = value.uses(context).map(|at| at.owner(context));
        Layout::of(context, value.ty(context)).is_none()
            || users.all(|op| has_trait(context, op, "MemRefsNormalizable"))
    })
}

/// The name in a reference to a function.
fn referred(context: &Context, op: Op, name: &str) -> Option<Identifier> {
    match property(context, op, name)?.kind(context) {
        AttributeKind::SymbolRef { root, .. } => Some(root),
        AttributeKind::String { bytes, .. } => Some(context.identifier(bytes)),
        _ => None,
    }
}

/// The functions of a module that can change.
fn normalizable(context: &Context, module: Op) -> Vec<Op> {
    let functions = operations(context, module, &["func.func"]);
    let by_name: HashMap<Identifier, Op> = functions
        .iter()
        .filter_map(|op| Some((referred(context, *op, "sym_name")?, *op)))
        .collect();
    let mut joined: HashMap<Op, Vec<Op>> = HashMap::new();
    for function in &functions {
        for (kind, name) in [("func.call", "callee"), ("func.constant", "value")] {
            for op in operations(context, *function, &[kind]) {
                let callee = referred(context, op, name).and_then(|name| by_name.get(&name));
                for (one, other) in callee
                    .into_iter()
                    .flat_map(|callee| [(*callee, *function), (*function, *callee)])
                {
                    joined.entry(one).or_default().push(other);
                }
            }
        }
    }
    let mut left: HashSet<Op> = HashSet::new();
    let mut pending: Vec<Op> = functions
        .iter()
        .copied()
        .filter(|function| !is_normalizable(context, *function))
        .collect();
    while let Some(function) = pending.pop() {
        if left.insert(function) {
            pending.extend(joined.get(&function).into_iter().flatten());
        }
    }
    functions
        .into_iter()
        .filter(|function| !left.contains(function))
        .collect()
}

/// Refuses what MLIR normalizes and this does not.
fn check(context: &Context, function: Op) -> Result<(), Failure> {
    let refuse = |op: Op, reason: &str| {
        Err(op
            .emit_op_error(context, format!("normalize-memrefs: {reason}"))
            .emit())
    };
    for ty in signature(context, function).into_iter().flatten().flatten() {
        normal_type(context, ty)
            .map(|_| ())
            .or_else(|reason| refuse(function, reason))?;
    }
    let mut failure = Ok(());
    function.walk(context, WalkOrder::PreOrder, |op| {
        let is_known = ["memref.alloc", "memref.alloca", "func.call"]
            .iter()
            .any(|name| op.is_named(context, name));
        for result in op.results(context) {
            let outcome = match normal_type(context, result.ty(context)) {
                Err(reason) => refuse(op, reason),
                Ok(Some(_)) if !is_known => refuse(op, "its result is not normalized yet"),
                Ok(_) => Ok(()),
            };
            if outcome.is_err() {
                failure = outcome;
                return WalkResult::Interrupt;
            }
        }
        WalkResult::Advance
    });
    failure
}

/// The types of the arguments and of the results of a function.
fn signature(context: &Context, function: Op) -> Option<[Vec<Type>; 2]> {
    let AttributeKind::Type(ty) = property(context, function, "function_type")?.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Function { inputs, results } => Some([inputs.iter().collect(), results.iter().collect()]),
        _ => None,
    }
}

/// Gives memrefs in a module their normal form.
///
/// # Errors
/// A memref has a normal form that is not known yet. Nothing is changed then.
pub(crate) fn normalize(edit: &mut Exclusive<'_>, module: Op) -> Result<(), Failure> {
    let context = edit.context();
    let functions = normalizable(context, module);
    for function in &functions {
        check(context, *function)?;
    }
    for function in functions {
        let mut rewriter = Rewriter::new(edit);
        for value in candidates(context, function) {
            change(&mut rewriter, value);
        }
        change_signature(&mut rewriter, function);
    }
    Ok(())
}

/// Changes the type of a memref, and the accesses by it.
fn change(rewriter: &mut Rewriter<'_, '_>, value: Value) -> Option<()> {
    let context = rewriter.context();
    let layout = Layout::of(context, value.ty(context))?;
    let ty = normal_type(context, value.ty(context)).ok().flatten()?;
    let mut users: Vec<Op> = value.uses(context).map(|at| at.owner(context)).collect();
    users.sort_unstable();
    users.dedup();
    value.set_type(rewriter.edit(), ty);
    for op in users {
        if let Some(memref) =
            accessed(context, op).filter(|memref| op.operand(context, *memref) == Some(value))
        {
            let to = Remapped {
                memref: value,
                rank: layout.shape.len(),
                results: &layout.results,
                others: &[],
                leading: &[],
            };
            rewrite(rewriter, op, memref, &to)?;
        }
    }
    let allocation = value
        .defining_op(context)
        .filter(|op| !op.is_named(context, "func.call"));
    if let Some(op) = allocation {
        // As MLIR, only the alignment stays.
        rewriter.modify(op, |edit| {
            let sizes = context.dense_i32_array(&[0, 0]);
            op.set_property(edit, context.identifier("operandSegmentSizes"), sizes);
            op.set_operands(edit, &[]);
            op.set_attributes(edit, None);
        });
    }
    Some(())
}

fn change_signature(rewriter: &mut Rewriter<'_, '_>, function: Op) -> Option<()> {
    let context = rewriter.context();
    let [inputs, results] = signature(context, function)?.map(|types| {
        let normal = |ty: &Type| normal_type(context, *ty).ok().flatten().unwrap_or(*ty);
        types.iter().map(normal).collect::<Vec<Type>>()
    });
    let ty = context.type_attribute(context.function_type(&inputs, &results));
    rewriter.modify(function, |edit| {
        function.set_property(edit, context.identifier("function_type"), ty);
    });
    Some(())
}
