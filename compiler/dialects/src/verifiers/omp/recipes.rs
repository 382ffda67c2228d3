//! Declared privatizers, reductions and mappers.

use tvmlike_define::Instance;
use tvmlike_ir::{Block, Context, Failure, Op, Region, Traits, Type, TypeKind};

use super::{clauses, is, keyword};

/// The types of the arguments of a region.
fn arguments(context: &Context, region: Region) -> Vec<Type> {
    let entry = region.first_block(context);
    let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
    arguments.map(|argument| argument.ty(context)).collect()
}

fn region(instance: &Instance<'_>, name: &str) -> Option<Region> {
    let context = instance.context;
    instance
        .regions(name)
        .next()
        .filter(|region| !region.is_empty(context))
}

/// The types that the operations `omp.yield` of a region return.
fn yielded(context: &Context, region: Region) -> impl Iterator<Item = Vec<Type>> + '_ {
    let ops = region.blocks(context).flat_map(|block| block.operations(context));
    ops.filter(|op| is(context, *op, "omp.yield")).map(|op| {
        let operands = op.operands(context);
        operands.map(|operand| operand.ty(context)).collect()
    })
}

pub(super) fn private(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let ty = clauses::argument_type(context, op);
    for other in op.regions(context).flat_map(|region| arguments(context, region)) {
        if let Some(ty) = ty.filter(|ty| *ty != other) {
            let (other, ty) = (instance.quote(other), instance.quote(ty));
            return instance.refuse_plainly(format!(
                "Region argument type mismatch: got {other} expected {ty}."
            ));
        }
    }
    private_region(instance, "init", 2, ty)?;
    let is_copied = region(instance, "copy_region").is_some();
    match keyword(context, op, "data_sharing_type") {
        Some("private") if is_copied => {
            return instance.refuse_plainly("`private` clauses do not require a `copy` region.");
        }
        Some("firstprivate") if !is_copied => {
            return instance.refuse_plainly("`firstprivate` clauses require at least a `copy` region.");
        }
        _ => {}
    }
    private_region(instance, "copy", 2, ty)?;
    private_region(instance, "dealloc", 1, None)
}

/// Checks a region of a privatizer, which yields a value of a type or nothing.
fn private_region(
    instance: &Instance<'_>,
    name: &str,
    count: usize,
    ty: Option<Type>,
) -> Result<(), Failure> {
    let context = instance.context;
    let Some(region) = region(instance, &format!("{name}_region")) else {
        return Ok(());
    };
    let found = arguments(context, region).len();
    if found != count {
        return instance.refuse_plainly(format!(
            "`{name}`: expected {count} region arguments, got: {found}"
        ));
    }
    for block in region.blocks(context) {
        leaves(instance, block, ty)?;
    }
    Ok(())
}

/// Checks the end of a block that leaves a region of a privatizer.
fn leaves(instance: &Instance<'_>, block: Block, ty: Option<Type>) -> Result<(), Failure> {
    let context = instance.context;
    let last = block.last_op(context);
    let Some(end) = last.filter(|op| op.has_trait(context, Traits::TERMINATOR)) else {
        return Ok(());
    };
    if end.num_successors(context) > 0 {
        return Ok(());
    }
    let refused = |message: String| Err(context.emit_error(end.location(context), message).emit());
    if !is(context, end, "omp.yield") {
        return refused("expected exit block terminator to be an `omp.yield` op.".to_owned());
    }
    let types: Vec<Type> = end.operands(context).map(|operand| operand.ty(context)).collect();
    match ty {
        None if types.is_empty() => Ok(()),
        None => refused("Did not expect any values to be yielded.".to_owned()),
        Some(ty) if types == [ty] => Ok(()),
        Some(ty) => {
            let found: Vec<String> = types.iter().map(|ty| instance.quote(*ty)).collect();
            let found = if found.is_empty() {
                "None".to_owned()
            } else {
                found.join(", ")
            };
            refused(format!(
                "Invalid yielded value. Expected type: {}, got: {found}",
                instance.quote(ty)
            ))
        }
    }
}

pub(super) fn reduction(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(ty) = instance.type_in("type") else {
        return Ok(());
    };
    let yields = |region: Region, name: &str| match yielded(context, region).all(|types| types == [ty]) {
        true => Ok(()),
        false => instance.refuse(format!(
            "expects {name} region to yield a value of the reduction type"
        )),
    };
    let allocation = region(instance, "allocRegion");
    if let Some(allocation) = allocation {
        yields(allocation, "alloc")?;
    }
    let Some(initializer) = region(instance, "initializerRegion") else {
        return instance.refuse("expects non-empty initializer region");
    };
    let initial = arguments(context, initializer);
    match (initial.len(), allocation.is_some()) {
        (1, true) => {
            return instance
                .refuse("expects two arguments to the initializer region when an allocation region is used");
        }
        (2, false) => {
            return instance
                .refuse("expects one argument to the initializer region when no allocation region is used");
        }
        (1 | 2, _) => {}
        _ => return instance.refuse("expects one or two arguments to the initializer region"),
    }
    if initial.iter().any(|argument| *argument != ty) {
        return instance.refuse("expects initializer region argument to match the reduction type");
    }
    yields(initializer, "initializer")?;
    let Some(combiner) = region(instance, "reductionRegion") else {
        return instance.refuse("expects non-empty reduction region");
    };
    if arguments(context, combiner) != [ty, ty] {
        return instance.refuse("expects reduction region with two arguments of the reduction type");
    }
    yields(combiner, "reduction")?;
    if let Some(atomic) = region(instance, "atomicReductionRegion") {
        atomic_reduction(instance, &arguments(context, atomic), ty)?;
    }
    match region(instance, "cleanupRegion") {
        Some(cleanup) if arguments(context, cleanup) != [ty] => {
            instance.refuse("expects cleanup region with one argument of the reduction type")
        }
        _ => Ok(()),
    }
}

/// Checks the arguments of the region that reduces atomically.
fn atomic_reduction(instance: &Instance<'_>, arguments: &[Type], ty: Type) -> Result<(), Failure> {
    let context = instance.context;
    let pointer = match arguments {
        [first, second] if first == second => *first,
        _ => return instance.refuse("expects atomic reduction region with two arguments of the same type"),
    };
    let fits = match pointer.kind(context) {
        TypeKind::MemRef { element, .. } => element == ty,
        _ => pointer.is_symbol(context, "llvm", "ptr"),
    };
    match fits {
        true => Ok(()),
        false => instance.refuse(
            "expects atomic reduction region arguments to be accumulators containing the reduction type",
        ),
    }
}

pub(super) fn mapper(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let body = instance.regions("body").next();
    let entry = body.and_then(|body| body.first_block(context));
    let last: Option<Op> = entry.and_then(|entry| entry.last_op(context));
    match last.is_some_and(|op| is(context, op, "omp.declare_mapper.info")) {
        true => Ok(()),
        false => instance.refuse("expected terminator to be a DeclareMapperInfoOp"),
    }
}
