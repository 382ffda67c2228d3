//! Constructs, and where they can be.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Op, SymbolTables, Traits, WalkOrder, WalkResult};
use tvmlike_text::quote_attribute;

use super::{ancestors, clauses, composite, is, is_any, is_own, keyword, property};

pub(super) fn parallel(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::allocators(instance)?;
    clauses::privates(instance)?;
    clauses::reductions(instance)
}

/// The operations in an operation's region.
fn nested(context: &Context, op: Op) -> Vec<Op> {
    let region = op.region(context, 0);
    let blocks = region.into_iter().flat_map(|region| region.blocks(context));
    blocks.flat_map(|block| block.operations(context)).collect()
}

pub(super) fn parallel_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ops = nested(context, instance.op);
    let is_distribute = |op: &&Op| is(context, **op, "omp.distribute");
    match ops.iter().filter(is_distribute).count() {
        0 => return composite(instance, false, "operation"),
        1 => composite(instance, true, "operation")?,
        _ => return instance.refuse_plainly("multiple 'omp.distribute' nested inside of 'omp.parallel'"),
    }
    let other = ops
        .iter()
        .find(|op| is_own(context, **op) && !is_distribute(op) && !op.has_trait(context, Traits::TERMINATOR));
    match other {
        Some(other) => instance.refuse_plainly(format!(
            "unexpected OpenMP operation inside of composite 'omp.parallel': {}",
            String::from_utf8_lossy(other.name(context).bytes(context))
        )),
        None => Ok(()),
    }
}

pub(super) fn teams(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let parent = op.parent_op(context);
    if !parent.is_some_and(|parent| is(context, parent, "omp.target"))
        && ancestors(context, op).any(|op| is_own(context, op))
    {
        return instance.refuse_plainly(
            "expected to be nested inside of omp.target or not nested in any OpenMP dialect operations",
        );
    }
    if let Some(lower) = instance.optional_operand("num_teams_lower") {
        let Some(upper) = instance.optional_operand("num_teams_upper") else {
            return instance.refuse_plainly(
                "expected num_teams upper bound to be defined if the lower bound is defined",
            );
        };
        if lower.ty(context) != upper.ty(context) {
            return instance
                .refuse_plainly("expected num_teams upper bound and lower bound to be the same type");
        }
    }
    clauses::allocators(instance)?;
    clauses::reductions(instance)
}

pub(super) fn sections(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::allocators(instance)?;
    clauses::reductions(instance)
}

pub(super) fn sections_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let is_allowed = |op: &Op| is_any(context, *op, &["omp.section", "omp.terminator"]);
    match nested(context, instance.op).iter().all(is_allowed) {
        true => Ok(()),
        false => instance.refuse("expected omp.section op or terminator op inside region"),
    }
}

pub(super) fn single(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::allocators(instance)?;
    clauses::copyprivate(instance)
}

pub(super) fn task(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::dependences(instance)?;
    clauses::reduction_list(instance, "in_reduction")
}

pub(super) fn critical(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let Some(name) = instance.attribute("name") else {
        return Ok(());
    };
    let found = tables.lookup_nearest(context, instance.op, name);
    match found.is_some_and(|found| is(context, found, "omp.critical.declare")) {
        true => Ok(()),
        false => {
            let name = quote_attribute(context, name);
            instance.refuse(format!(
                "expected symbol reference {name} to point to a critical declaration"
            ))
        }
    }
}

/// Checks the loop around an ordered construct.
pub(super) fn ordered_parent(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let has_region = op.num_regions(context) > 0;
    let Some(nest) = ancestors(context, op).find(|op| is(context, *op, "omp.loop_nest")) else {
        return match has_region {
            true => Ok(()),
            false => instance.refuse("must be nested inside of a loop"),
        };
    };
    let wrapper = nest.parent_op(context);
    match wrapper {
        Some(wrapper) if is(context, wrapper, "omp.wsloop") => {
            match (has_region, ordered_loops(context, wrapper)) {
                (_, None) => {
                    instance.refuse("the enclosing worksharing-loop region must have an ordered clause")
                }
                (true, Some(1..)) => {
                    instance.refuse("the enclosing loop's ordered clause must not have a parameter present")
                }
                (false, Some(0)) => {
                    instance.refuse("the enclosing loop's ordered clause must have a parameter present")
                }
                _ => Ok(()),
            }
        }
        Some(wrapper) if is(context, wrapper, "omp.simd") => Ok(()),
        _ => instance.refuse("must be nested inside of a worksharing, simd or worksharing simd loop"),
    }
}

/// The number in the clause `ordered` of a loop.
fn ordered_loops(context: &Context, wrapper: Op) -> Option<u64> {
    match property(context, wrapper, "ordered")?.kind(context) {
        tvmlike_ir::AttributeKind::Integer { value, .. } => value.to_u64(),
        _ => None,
    }
}

pub(super) fn ordered(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    ordered_parent(instance)?;
    let wrapper = ancestors(context, instance.op).find(|op| is(context, *op, "omp.wsloop"));
    let loops = wrapper.and_then(|wrapper| ordered_loops(context, wrapper));
    let wanted = instance.integer("doacross_num_loops").map(|loops| loops as u64);
    match loops.is_some() && loops == wanted {
        true => Ok(()),
        false => instance.refuse(
            "number of variables in depend clause does not match number of iteration variables in the doacross loop",
        ),
    }
}

/// The closest operation of the dialect around an operation, and the one around that.
fn surrounding(instance: &Instance<'_>) -> Option<(Op, Option<Op>)> {
    let context = instance.context;
    let around = ancestors(context, instance.op).find(|op| is_own(context, *op))?;
    Some((around, around.parent_op(context)))
}

pub(super) fn cancel(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some((around, outer)) = surrounding(instance) else {
        return instance.refuse("Orphaned cancel construct");
    };
    let outer_is = |name: &str| outer.filter(|outer| is(context, *outer, name));
    match keyword(context, op, "cancel_directive") {
        Some("parallel") if !is(context, around, "omp.parallel") => {
            instance.refuse("cancel parallel must appear inside a parallel region")
        }
        Some("loop") => {
            let Some(wrapper) = outer_is("omp.wsloop") else {
                return instance.refuse("cancel loop must appear inside a worksharing-loop region");
            };
            let refused = [("nowait", "a nowait"), ("ordered", "an ordered")];
            match refused
                .iter()
                .find(|(name, _)| property(context, wrapper, name).is_some())
            {
                Some((_, clause)) => instance.refuse_plainly(format!(
                    "A worksharing construct that is canceled must not have {clause} clause"
                )),
                None => Ok(()),
            }
        }
        Some("sections") => match outer_is("omp.sections") {
            None => instance.refuse("cancel sections must appear inside a sections region"),
            Some(sections) if property(context, sections, "nowait").is_some() => {
                instance.refuse_plainly("A sections construct that is canceled must not have a nowait clause")
            }
            Some(_) => Ok(()),
        },
        Some("taskgroup") if !is(context, around, "omp.task") && outer_is("omp.taskloop").is_none() => {
            instance.refuse("cancel taskgroup must appear inside a task region")
        }
        _ => Ok(()),
    }
}

pub(super) fn cancellation_point(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some((around, outer)) = surrounding(instance) else {
        return instance.refuse("Orphaned cancellation point");
    };
    let is_around = |name: &str| is(context, around, name);
    let (is_inside, place) = match keyword(context, op, "cancel_directive") {
        Some("parallel") => (
            is_around("omp.parallel"),
            "parallel must appear inside a parallel region",
        ),
        Some("loop") => (
            outer.is_some_and(|outer| is(context, outer, "omp.wsloop")),
            "loop must appear inside a worksharing-loop region",
        ),
        Some("sections") => (
            is_around("omp.section"),
            "sections must appear inside a sections region",
        ),
        _ => (
            is_around("omp.task"),
            "taskgroup must appear inside a task region",
        ),
    };
    match is_inside {
        true => Ok(()),
        false => instance.refuse(format!("cancellation point {place}")),
    }
}

pub(super) fn scan(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let has = |name: &str| instance.operands(name).len() > 0;
    if has("inclusive_vars") == has("exclusive_vars") {
        return instance.refuse_plainly("Exactly one of EXCLUSIVE or INCLUSIVE clause is expected");
    }
    let is_inside = ["omp.wsloop", "omp.simd"].iter().any(|name| {
        let around = ancestors(context, instance.op).find(|op| is(context, *op, name));
        around.is_some_and(|around| keyword(context, around, "reduction_mod") == Some("inscan"))
    });
    match is_inside {
        true => Ok(()),
        false => instance.refuse_plainly(
            "SCAN directive needs to be enclosed within a parent worksharing loop construct or SIMD construct with \
             INSCAN reduction modifier",
        ),
    }
}

pub(super) fn workdistribute(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let region = op.region(context, 0).filter(|region| !region.is_empty(context));
    let Some(region) = region else {
        return instance.refuse("region cannot be empty");
    };
    if region
        .first_block(context)
        .is_some_and(|entry| entry.last_op(context).is_none())
    {
        return instance.refuse("region must contain a structured block");
    }
    let ends = region.blocks(context).filter_map(|block| block.last_op(context));
    match ends.filter(|end| is(context, *end, "omp.terminator")).count() {
        0 => return instance.refuse("region must be terminated with omp.terminator"),
        1 => {}
        _ => return instance.refuse("region must have exactly one terminator"),
    }
    let mut refused = None;
    op.walk(context, WalkOrder::PostOrder, |inner| {
        refused = match inner.name(context).bytes(context) {
            b"omp.barrier" => Some("explicit barriers are not allowed in workdistribute region"),
            b"omp.parallel" => Some("nested parallel constructs not allowed in workdistribute"),
            b"omp.teams" => Some("nested teams constructs not allowed in workdistribute"),
            _ => return WalkResult::Advance,
        };
        WalkResult::Interrupt
    });
    if let Some(refused) = refused {
        return instance.refuse(refused);
    }
    match op
        .parent_op(context)
        .is_some_and(|parent| is(context, parent, "omp.teams"))
    {
        true => Ok(()),
        false => instance.refuse("workdistribute must be nested under teams"),
    }
}
