//! Mapped variables and the constructs that map them.

use std::collections::HashSet;

use tvmlike_define::{Instance, enum_number};
use tvmlike_ir::{Context, Failure, Op, Value};

use super::{clauses, declared, is, property};

/// Bits of a map type.
const TO: u64 = 1 << 1;
const FROM: u64 = 1 << 2;
const ALWAYS: u64 = 1 << 3;
const DELETE: u64 = 1 << 4;
const IMPLICIT: u64 = 1 << 8;
const CLOSE: u64 = 1 << 9;

fn defining(context: &Context, value: Value) -> Option<Op> {
    value.defining_op(context)
}

/// Checks that operands are made by `omp.map.info`.
fn made_by_info(instance: &Instance<'_>, clause: &str, operands: &str) -> Result<(), Failure> {
    let context = instance.context;
    let is_info = |value: Value| defining(context, value).is_some_and(|op| is(context, op, "omp.map.info"));
    match instance.operands(operands).all(is_info) {
        true => Ok(()),
        false => instance.refuse(format!(
            "'{clause}' arguments must be defined by 'omp.map.info' ops"
        )),
    }
}

pub(super) fn info(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if let Some(mapper) = instance.attribute("mapper_id")
        && declared(context, instance.op, mapper, "omp.declare_mapper").is_none()
    {
        return instance.refuse_plainly("invalid mapper id");
    }
    made_by_info(instance, "members", "members")
}

pub(super) fn bounds(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.operands("extent").len() + instance.operands("upper_bound").len() {
        0 => instance.refuse_plainly("expected extent or upperbound."),
        _ => Ok(()),
    }
}

/// Checks the variables that an operation maps.
pub(super) fn entries(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let refused = |message: &str| instance.refuse_plainly(message);
    let (mut updated_to, mut updated_from) = (HashSet::new(), HashSet::new());
    for value in instance.operands("map_vars") {
        let Some(made) = defining(context, value) else {
            return refused("missing map operation");
        };
        if !is(context, made, "omp.map.info") {
            match is(context, op, "omp.declare_mapper.info") {
                true => continue,
                false => return refused("map argument is not a map entry operation"),
            }
        }
        let bits = property(context, made, "map_type").and_then(|kind| enum_number(context, kind));
        let has = |bit: u64| bits.unwrap_or_default() & bit != 0;
        match op.name(context).bytes(context) {
            b"omp.target_data" | b"omp.target" if has(DELETE) => {
                return refused("to, from, tofrom and alloc map types are permitted");
            }
            b"omp.target_enter_data" if has(FROM | DELETE) => {
                return refused("to and alloc map types are permitted");
            }
            b"omp.target_exit_data" if has(TO) => {
                return refused("from, release and delete map types are permitted");
            }
            b"omp.target_update" => {
                if has(DELETE) || !has(TO | FROM) {
                    return refused(
                        "at least one of to or from map types must be specified, other map types are not permitted",
                    );
                }
                let variable = made.operand(context, 0);
                let to = has(TO);
                let (same, other) = match to {
                    true => (&mut updated_to, &updated_from),
                    false => (&mut updated_from, &updated_to),
                };
                if to && has(FROM) || other.contains(&variable) {
                    return refused("either to or from map types can be specified, not both");
                }
                if has(ALWAYS | CLOSE | IMPLICIT) {
                    return refused("present, mapper and iterator map type modifiers are permitted");
                }
                same.insert(variable);
            }
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn dependent(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::dependences(instance)?;
    entries(instance)
}

pub(super) fn data(instance: &Instance<'_>) -> Result<(), Failure> {
    let all = ["map_vars", "use_device_ptr_vars", "use_device_addr_vars"];
    if all.iter().all(|name| instance.operands(name).len() == 0) {
        return instance.refuse_plainly(
            "At least one of map, use_device_ptr_vars, or use_device_addr_vars operand must be present",
        );
    }
    made_by_info(instance, "use_device_ptr", "use_device_ptr_vars")?;
    made_by_info(instance, "use_device_addr", "use_device_addr_vars")?;
    entries(instance)
}

pub(super) fn target(instance: &Instance<'_>) -> Result<(), Failure> {
    clauses::dependences(instance)?;
    made_by_info(instance, "has_device_addr", "has_device_addr_vars")?;
    entries(instance)?;
    let maps = instance.integers("private_maps").len();
    match !instance.has("private_maps") || maps == instance.operands("private_vars").len() {
        true => Ok(()),
        false => {
            instance.refuse_plainly("sizes of `private` operand range and `private_maps` attribute mismatch")
        }
    }
}
