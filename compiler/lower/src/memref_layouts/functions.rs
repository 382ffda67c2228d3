//! Which functions can change, and changing them.

use std::collections::{HashMap, HashSet};

use tvmlike_ir::{
    AttributeKind, Context, DYNAMIC, Exclusive, Failure, Identifier, Op, Rewriter, Type, TypeKind, Value,
    WalkOrder, WalkResult,
};

use super::accesses::{Remapped, accessed, apply, rewrite};
use super::normal_type::{Layout, normal_type};
use crate::make::{has_trait, index_constant, property};

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
    let mut failure = Ok(());
    function.walk(context, WalkOrder::PreOrder, |op| {
        let is_known = ["memref.alloc", "memref.alloca", "func.call"]
            .iter()
            .any(|name| op.is_named(context, name));
        for result in op.results(context) {
            if !is_known && normal_type(context, result.ty(context)).is_some() {
                let reason = "normalize-memrefs: its result is not normalized yet";
                failure = Err(op.emit_op_error(context, reason).emit());
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
    let ty = normal_type(context, value.ty(context))?;
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
        let sizes = new_sizes(rewriter, op, &layout)?;
        // As MLIR, only the alignment stays.
        rewriter.modify(op, |edit| {
            let counts = context.dense_i32_array(&[sizes.len() as i32, 0]);
            op.set_property(edit, context.identifier("operandSegmentSizes"), counts);
            op.set_operands(edit, &sizes);
            op.set_attributes(edit, None);
        });
    }
    Some(())
}

/// The sizes of an allocation with a layout in its normal form that are not known.
fn new_sizes(rewriter: &mut Rewriter<'_, '_>, op: Op, layout: &Layout) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let exprs = layout.dynamic_sizes(context)?;
    if exprs.is_empty() {
        return Some(Vec::new());
    }
    let location = op.location(context);
    rewriter.set_before(op);
    let mut given = op.operands(context);
    let mut sizes = Vec::new();
    for size in &layout.shape {
        sizes.push(match *size {
            DYNAMIC => given.next()?,
            size => index_constant(rewriter, location, size),
        });
    }
    let counts = [sizes.len(), layout.symbols as usize];
    sizes.extend(given.take(counts[1]));
    let made = exprs
        .iter()
        .map(|expr| apply(rewriter, location, counts, *expr, &sizes));
    let made = made.collect();
    rewriter.set_insertion_point(None);
    made
}

fn change_signature(rewriter: &mut Rewriter<'_, '_>, function: Op) -> Option<()> {
    let context = rewriter.context();
    let [inputs, results] = signature(context, function)?.map(|types| {
        let normal = |ty: &Type| normal_type(context, *ty).unwrap_or(*ty);
        types.iter().map(normal).collect::<Vec<Type>>()
    });
    let ty = context.type_attribute(context.function_type(&inputs, &results));
    rewriter.modify(function, |edit| {
        function.set_property(edit, context.identifier("function_type"), ty);
    });
    Some(())
}
