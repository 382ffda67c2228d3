//! `omp`: clauses, atomics, loops and their wrappers, maps, and the regions of recipes.

mod atomics;
mod clauses;
mod constructs;
mod loops;
mod map;
mod recipes;
mod target;
mod wrappers;

use tvmlike_define::{Definition, Hook, Instance, operand_range};
use tvmlike_ir::{Attribute, Context, Failure, Op, Value};

pub(super) const CHECKS: super::Table = &[
    ("omp.allocate_dir", Hook::Verify(clauses::alignment)),
    ("omp.atomic.capture", Hook::Verify(clauses::hint)),
    ("omp.atomic.capture", Hook::VerifyRegions(atomics::capture)),
    ("omp.atomic.read", Hook::Verify(atomics::read)),
    ("omp.atomic.update", Hook::Verify(atomics::update)),
    (
        "omp.atomic.update",
        Hook::VerifyRegions(super::atomics::update_regions),
    ),
    ("omp.atomic.write", Hook::Verify(atomics::write)),
    ("omp.cancel", Hook::Verify(constructs::cancel)),
    (
        "omp.cancellation_point",
        Hook::Verify(constructs::cancellation_point),
    ),
    ("omp.canonical_loop", Hook::Verify(loops::canonical)),
    ("omp.critical", Hook::SymbolUses(constructs::critical)),
    ("omp.critical.declare", Hook::Verify(clauses::hint)),
    ("omp.declare_mapper", Hook::VerifyRegions(recipes::mapper)),
    ("omp.declare_mapper.info", Hook::Verify(map::entries)),
    ("omp.declare_reduction", Hook::VerifyRegions(recipes::reduction)),
    ("omp.distribute", Hook::Verify(wrappers::distribute)),
    (
        "omp.distribute",
        Hook::VerifyRegions(wrappers::distribute_regions),
    ),
    ("omp.loop", Hook::Verify(clauses::reductions)),
    ("omp.loop", Hook::VerifyRegions(wrappers::standalone)),
    ("omp.loop_nest", Hook::Verify(loops::nest)),
    ("omp.map.bounds", Hook::Verify(map::bounds)),
    ("omp.map.info", Hook::Verify(map::info)),
    ("omp.new_cli", Hook::Verify(loops::reference)),
    ("omp.ordered", Hook::Verify(constructs::ordered)),
    ("omp.ordered.region", Hook::Verify(constructs::ordered_parent)),
    ("omp.parallel", Hook::Verify(constructs::parallel)),
    ("omp.parallel", Hook::VerifyRegions(constructs::parallel_regions)),
    ("omp.private", Hook::VerifyRegions(recipes::private)),
    ("omp.scan", Hook::Verify(constructs::scan)),
    ("omp.sections", Hook::Verify(constructs::sections)),
    ("omp.sections", Hook::VerifyRegions(constructs::sections_regions)),
    ("omp.simd", Hook::Verify(wrappers::simd)),
    ("omp.simd", Hook::VerifyRegions(wrappers::simd_regions)),
    ("omp.single", Hook::Verify(constructs::single)),
    ("omp.target", Hook::Verify(map::target)),
    ("omp.target", Hook::VerifyRegions(target::regions)),
    // The result is always an integer.
    ("omp.target_allocmem", Hook::Implied),
    ("omp.target_data", Hook::Verify(map::data)),
    ("omp.target_enter_data", Hook::Verify(map::dependent)),
    ("omp.target_exit_data", Hook::Verify(map::dependent)),
    ("omp.target_update", Hook::Verify(map::dependent)),
    ("omp.task", Hook::Verify(constructs::task)),
    ("omp.taskgroup", Hook::Verify(clauses::task_reductions)),
    ("omp.taskloop", Hook::Verify(wrappers::taskloop)),
    ("omp.taskloop", Hook::VerifyRegions(wrappers::taskloop_regions)),
    ("omp.teams", Hook::Verify(constructs::teams)),
    ("omp.tile", Hook::Verify(loops::tile)),
    ("omp.workdistribute", Hook::Verify(constructs::workdistribute)),
    ("omp.workshare.loop_wrapper", Hook::Verify(wrappers::in_workshare)),
    (
        "omp.workshare.loop_wrapper",
        Hook::VerifyRegions(wrappers::standalone),
    ),
    ("omp.wsloop", Hook::Verify(wrappers::wsloop)),
    ("omp.wsloop", Hook::VerifyRegions(wrappers::wsloop_regions)),
];

pub(super) const INTERFACES: &[Hook] = &[
    Hook::Interface("BlockArgOpenMPOpInterface", clauses::block_arguments),
    Hook::InterfaceRegions("LoopWrapperInterface", wrappers::wrapper),
];

/// Whether an operation has a name.
fn is(context: &Context, op: Op, name: &str) -> bool {
    op.is_named(context, name)
}

/// Whether an operation has one of some names.
fn is_any(context: &Context, op: Op, names: &[&str]) -> bool {
    names.iter().any(|name| is(context, op, name))
}

/// Whether an operation is one of the dialect.
fn is_own(context: &Context, op: Op) -> bool {
    op.name(context).bytes(context).starts_with(b"omp.")
}

/// The operations around an operation, from the innermost.
fn ancestors(context: &Context, op: Op) -> impl Iterator<Item = Op> + '_ {
    std::iter::successors(op.parent_op(context), move |op| op.parent_op(context))
}

/// A property of an operation.
fn property(context: &Context, op: Op, name: &str) -> Option<Attribute> {
    op.property(context, context.identifier(name))
}

/// The operands of an entry of an operation's record; none if the record has no such entry.
fn operands(context: &Context, op: Op, name: &str) -> Vec<Value> {
    let info = context.op_info(op.name(context));
    let Some(definition) = info.and_then(|info| info.extensions().get::<Definition>()) else {
        return Vec::new();
    };
    let record = definition.record();
    let index = record.operands.iter().position(|operand| *operand.name == *name);
    let range = index.map_or(0..0, |index| operand_range(context, op, record, index));
    range.filter_map(|index| op.operand(context, index)).collect()
}

/// The operation that a symbol names in the closest table, if it has a name.
fn declared(context: &Context, op: Op, symbol: Attribute, name: &str) -> Option<Op> {
    let found = op.lookup_nearest_symbol(context, symbol)?;
    Some(found).filter(|found| is(context, *found, name))
}

/// Whether the operation is part of a composite construct.
fn is_composite(context: &Context, op: Op) -> bool {
    let entries = op.attributes(context).and_then(|all| all.entries(context));
    entries.is_some_and(|entries| {
        entries
            .iter()
            .any(|entry| entry.name.bytes(context) == b"omp.composite")
    })
}

/// The keyword of a property that holds a case of an enum.
fn keyword<'c>(context: &'c Context, op: Op, name: &str) -> Option<&'c str> {
    tvmlike_define::enum_keyword(context, property(context, op, name)?)
}

/// Checks that there is no attribute of composite constructs where there must be one, and the other way round.
fn composite(instance: &Instance<'_>, wanted: bool, what: &str) -> Result<(), Failure> {
    match (is_composite(instance.context, instance.op), wanted) {
        (false, true) => {
            instance.refuse_plainly(format!("'omp.composite' attribute missing from composite {what}"))
        }
        (true, false) => instance.refuse_plainly(format!(
            "'omp.composite' attribute present in non-composite {what}"
        )),
        _ => Ok(()),
    }
}
