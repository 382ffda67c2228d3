//! Atomic operations: their memory order, hints and captures.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::super::atomics;
use super::{clauses, keyword, property};

/// Refuses two memory orders.
fn order(instance: &Instance<'_>, refused: [&str; 2], what: &str) -> Result<(), Failure> {
    let [first, second] = refused;
    match keyword(instance.context, instance.op, "memory_order") {
        Some(order) if refused.contains(&order) => instance.refuse_plainly(format!(
            "memory-order must not be {first} or {second} for atomic {what}"
        )),
        _ => Ok(()),
    }
}

pub(super) fn read(instance: &Instance<'_>) -> Result<(), Failure> {
    atomics::read(instance)?;
    order(instance, ["acq_rel", "release"], "reads")?;
    clauses::hint(instance)
}

pub(super) fn write(instance: &Instance<'_>) -> Result<(), Failure> {
    atomics::write(instance)?;
    order(instance, ["acq_rel", "acquire"], "writes")?;
    clauses::hint(instance)
}

pub(super) fn update(instance: &Instance<'_>) -> Result<(), Failure> {
    atomics::update(instance)?;
    order(instance, ["acq_rel", "acquire"], "updates")?;
    clauses::hint(instance)
}

pub(super) fn capture(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (first, second) = atomics::captured(instance)?;
    for name in ["hint", "memory_order"] {
        if [first, second]
            .iter()
            .any(|op| property(context, *op, name).is_some())
        {
            return instance.refuse(format!(
                "operations inside capture region must not have {name} clause"
            ));
        }
    }
    Ok(())
}
