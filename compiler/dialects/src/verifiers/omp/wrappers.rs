//! Wrappers of loop nests: what they wrap, and which wrappers are within which.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Op};
use tvmlike_text::quote_attribute;

use super::{clauses, composite, declared, is, is_any, is_composite, keyword};

/// The operations with the interface `LoopWrapperInterface`.
pub(super) const WRAPPERS: [&str; 6] = [
    "omp.distribute",
    "omp.loop",
    "omp.simd",
    "omp.taskloop",
    "omp.workshare.loop_wrapper",
    "omp.wsloop",
];

pub(super) fn is_wrapper(context: &Context, op: Op) -> bool {
    is_any(context, op, &WRAPPERS)
}

fn nested_ops(instance: &Instance<'_>) -> Vec<Op> {
    let context = instance.context;
    let region = instance.op.region(context, 0);
    let blocks = region.into_iter().flat_map(|region| region.blocks(context));
    blocks.flat_map(|block| block.operations(context)).collect()
}

/// Checks that a wrapper has one operation, a wrapper or a loop nest.
pub(super) fn wrapper(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [only] = nested_ops(instance)[..] else {
        return instance.refuse("loop wrapper does not contain exactly one nested op");
    };
    match is_wrapper(context, only) || is(context, only, "omp.loop_nest") {
        true => Ok(()),
        false => instance.refuse("nested in loop wrapper is not another loop wrapper or `omp.loop_nest`"),
    }
}

/// The wrapper in this wrapper.
fn nested(instance: &Instance<'_>) -> Option<Op> {
    let first = nested_ops(instance).first().copied();
    first.filter(|op| is_wrapper(instance.context, *op))
}

fn is_in_wrapper(instance: &Instance<'_>) -> bool {
    let parent = instance.op.parent_op(instance.context);
    parent.is_some_and(|parent| is_wrapper(instance.context, parent))
}

/// Checks that a wrapper is not within another one and has none.
pub(super) fn standalone(instance: &Instance<'_>) -> Result<(), Failure> {
    match is_in_wrapper(instance) || nested(instance).is_some() {
        true => instance.refuse("expected to be a standalone loop wrapper"),
        false => Ok(()),
    }
}

pub(super) fn in_workshare(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    match super::ancestors(context, instance.op).any(|op| is(context, op, "omp.workshare")) {
        true => Ok(()),
        false => instance.refuse("must be nested in an omp.workshare"),
    }
}

pub(super) fn wsloop(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::linear(instance)?;
    clauses::reductions(instance)
}

pub(super) fn wsloop_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    match nested(instance) {
        Some(nested) => around_simd(instance, nested),
        None => composite(instance, is_in_wrapper(instance), "wrapper"),
    }
}

/// Checks a wrapper that can be around `omp.simd` only.
fn around_simd(instance: &Instance<'_>, nested: Op) -> Result<(), Failure> {
    composite(instance, true, "wrapper")?;
    match is(instance.context, nested, "omp.simd") {
        true => Ok(()),
        false => instance.refuse_plainly("only supported nested wrapper is 'omp.simd'"),
    }
}

pub(super) fn simd(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if let (Some(length), Some(safe)) = (instance.integer("simdlen"), instance.integer("safelen"))
        && length > safe
    {
        return instance.refuse(
            "simdlen clause and safelen clause are both present, but the simdlen value is not less than or equal to \
             safelen value",
        );
    }
    clauses::aligned(instance)?;
    clauses::nontemporal(instance)?;
    composite(instance, is_in_wrapper(instance), "wrapper")?;
    for symbol in instance.elements("private_syms") {
        let Some(privatizer) = declared(context, instance.op, symbol, "omp.private") else {
            let symbol = quote_attribute(context, symbol);
            return instance.refuse_plainly(format!("Cannot find privatizer '{symbol}'"));
        };
        if keyword(context, privatizer, "data_sharing_type") == Some("firstprivate") {
            return instance.refuse_plainly("FIRSTPRIVATE cannot be used with SIMD");
        }
    }
    clauses::linear(instance)
}

pub(super) fn simd_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    match nested(instance) {
        Some(_) => instance.refuse("must wrap an 'omp.loop_nest' directly"),
        None => Ok(()),
    }
}

pub(super) fn distribute(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.operands("dist_schedule_chunk_size").len() > 0 && !instance.has("dist_schedule_static") {
        return instance.refuse("chunk size set without dist_schedule_static being present");
    }
    clauses::allocators(instance)
}

pub(super) fn distribute_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(nested) = nested(instance) else {
        return composite(instance, false, "wrapper");
    };
    composite(instance, true, "wrapper")?;
    if is(context, nested, "omp.wsloop") {
        let parent = instance.op.parent_op(context);
        let is_allowed =
            parent.is_some_and(|op| is(context, op, "omp.parallel") && is_composite(context, op));
        return match is_allowed {
            true => Ok(()),
            false => instance.refuse_plainly(
                "an 'omp.wsloop' nested wrapper is only allowed when a composite 'omp.parallel' is the direct parent",
            ),
        };
    }
    match is(context, nested, "omp.simd") {
        true => Ok(()),
        false => instance.refuse_plainly("only supported nested wrappers are 'omp.simd' and 'omp.wsloop'"),
    }
}

pub(super) fn taskloop(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::allocators(instance)?;
    clauses::reductions(instance)?;
    clauses::reduction_list(instance, "in_reduction")?;
    let mut variables = instance.operands("reduction_vars");
    if variables.len() > 0 && instance.has("nogroup") {
        return instance.refuse_plainly(
            "if a reduction clause is present on the taskloop directive, the nogroup clause must not be specified",
        );
    }
    if variables.any(|variable| {
        instance
            .operands("in_reduction_vars")
            .any(|other| other == variable)
    }) {
        return instance.refuse_plainly(
            "the same list item cannot appear in both a reduction and an in_reduction clause",
        );
    }
    if instance.operands("grainsize").len() > 0 && instance.operands("num_tasks").len() > 0 {
        return instance.refuse_plainly(
            "the grainsize clause and num_tasks clause are mutually exclusive and may not appear on the same taskloop \
             directive",
        );
    }
    Ok(())
}

pub(super) fn taskloop_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    match nested(instance) {
        Some(nested) => around_simd(instance, nested),
        None => composite(instance, false, "wrapper"),
    }
}
