//! `acc.loop` and `acc.routine`: how they are run, by type of device.

use std::collections::HashSet;

use tvmlike_define::{Instance, enum_keyword, enum_number};
use tvmlike_ir::{Attribute, AttributeKind, Failure, Op, WalkOrder, WalkResult};

use super::super::region_branch::{self, Edge};
use super::super::types::has_trait;
use super::compute::{devices, groups, privates};

/// The number of the device type that stands for all devices.
const NONE: u64 = 0;

/// The numbers of device types; MLIR leaves the last one out.
const DEVICES: std::ops::Range<u64> = 1..6;

/// The device types in an attribute.
fn device_types(instance: &Instance<'_>, name: &str) -> Vec<u64> {
    let types = instance.elements(name).into_iter();
    types
        .filter_map(|each| enum_number(instance.context, each))
        .collect()
}

fn has_device(instance: &Instance<'_>, name: &str, device: u64) -> bool {
    device_types(instance, name).contains(&device)
}

/// Refuses device types that are there twice.
fn distinct(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    for each in instance.elements(name) {
        if !seen.insert(each) {
            let device = enum_keyword(instance.context, each).unwrap_or_default();
            return instance.refuse(format!(
                "duplicate device_type `{device}` found in {name} attribute"
            ));
        }
    }
    Ok(())
}

fn verify_bounds(instance: &Instance<'_>) -> Result<(), Failure> {
    let [lower, upper, step] = ["lowerbound", "upperbound", "step"].map(|name| instance.operands(name).len());
    if upper != step {
        return instance.refuse_plainly("number of upperbounds expected to be the same as number of steps");
    }
    if upper != lower {
        return instance
            .refuse_plainly("number of upperbounds expected to be the same as number of lowerbounds");
    }
    let inclusive = instance.integers("inclusiveUpperbound").len();
    match upper > 0 && instance.has("inclusiveUpperbound") && inclusive != upper {
        true => {
            instance.refuse_plainly("inclusiveUpperbound size is expected to be the same as upperbound size")
        }
        false => Ok(()),
    }
}

fn verify_clauses(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.has("collapse") {
        if !instance.has("collapseDeviceType") {
            return instance.refuse("collapse device_type attr must be define when collapse attr is present");
        }
        if instance.elements("collapse").len() != instance.elements("collapseDeviceType").len() {
            return instance.refuse("collapse attribute count must match collapse device_type count");
        }
    }
    distinct(instance, "collapseDeviceType")?;
    let gangs = instance.operands("gangOperands").len();
    if gangs > 0 {
        if !instance.has("gangOperandsArgType") {
            return instance
                .refuse("gangOperandsArgType attribute must be defined when gang operands are present");
        }
        if instance.elements("gangOperandsArgType").len() != gangs {
            return instance.refuse("gangOperandsArgType attribute count must match gangOperands count");
        }
    }
    distinct(instance, "gang")?;
    groups(instance, "gangOperands", "gang", None)?;
    for (clause, operands) in [("worker", "workerNumOperands"), ("vector", "vectorOperands")] {
        let types = format!("{operands}DeviceType");
        distinct(instance, clause)?;
        distinct(instance, &types)?;
        devices(instance, operands, &types, clause)?;
    }
    groups(instance, "tileOperands", "tile", None)
}

/// Whether gangs, workers or vectors are given for a device.
fn is_parallel(instance: &Instance<'_>, device: u64) -> bool {
    let with_values = [
        ("gangOperands", "gangOperandsDeviceType"),
        ("workerNumOperands", "workerNumOperandsDeviceType"),
        ("vectorOperands", "vectorOperandsDeviceType"),
    ];
    let is_alone = ["gang", "worker", "vector"]
        .iter()
        .any(|name| has_device(instance, name, device));
    is_alone
        || with_values.iter().any(|(operands, types)| {
            instance.operands(operands).len() > 0 && has_device(instance, types, device)
        })
}

fn verify_kinds(instance: &Instance<'_>) -> Result<(), Failure> {
    let kinds = ["auto_", "independent", "seq"];
    let mut seen = HashSet::new();
    let mut all = kinds.iter().flat_map(|name| device_types(instance, name));
    if !all.all(|device| seen.insert(device)) {
        return instance.refuse_plainly("only one of auto, independent, seq can be present at the same time");
    }
    if !seen.contains(&NONE) {
        return instance.refuse_plainly("at least one of auto, independent, seq must be present");
    }
    let mut sequential = device_types(instance, "seq").into_iter();
    match sequential.any(|device| is_parallel(instance, device)) {
        true => instance.refuse_plainly("gang, worker or vector cannot appear with seq"),
        false => Ok(()),
    }
}

/// The largest number of loops that are collapsed.
fn collapsed(instance: &Instance<'_>) -> u64 {
    let number = |value: Attribute| match value.kind(instance.context) {
        AttributeKind::Integer { value, .. } => value.to_i64().map(i64::cast_unsigned),
        _ => None,
    };
    let counts = instance.elements("collapse").into_iter().filter_map(number);
    counts.max().unwrap_or(1).max(1)
}

/// Checks that a construct without bounds contains the loops that it is about, each in the one before.
fn verify_contained(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut count = collapsed(instance);
    let (mut expected, mut has_sibling) = (instance.op, false);
    let is_loop = |op: Op| has_trait(context, op, "LoopLikeOpInterface");
    instance.op.walk(context, WalkOrder::PreOrder, |op| {
        if op == instance.op || !is_loop(op) {
            return WalkResult::Advance;
        }
        let mut around = std::iter::successors(op.parent_op(context), |op| op.parent_op(context));
        if around.find(|op| is_loop(*op)) != Some(expected) {
            has_sibling = true;
            return WalkResult::Interrupt;
        }
        expected = op;
        count -= 1;
        match count {
            0 => WalkResult::Interrupt,
            _ => WalkResult::Advance,
        }
    });
    if has_sibling {
        return instance.refuse_plainly("found sibling loops inside container-like acc.loop");
    }
    match count {
        0 => Ok(()),
        _ => instance
            .refuse_plainly("failed to find enough loop-like operations inside container-like acc.loop"),
    }
}

pub(super) fn verify(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_bounds(instance)?;
    verify_clauses(instance)?;
    verify_kinds(instance)?;
    privates(instance)?;
    let combined = instance.attribute("combined");
    let combined = combined.and_then(|combined| enum_keyword(instance.context, combined));
    if combined.is_some_and(|kind| !["parallel_loop", "kernels_loop", "serial_loop"].contains(&kind)) {
        return instance.refuse_plainly("unexpected combined constructs attribute");
    }
    let is_empty = |region: tvmlike_ir::Region| region.is_empty(instance.context);
    if instance.regions("region").all(is_empty) {
        return instance.refuse_plainly("expected non-empty body.");
    }
    let is_container = instance.operands("lowerbound").len() == 0;
    match (instance.has("unstructured"), is_container) {
        (true, false) => instance.refuse_plainly("unstructured acc.loop must not have induction variables"),
        (false, true) => verify_contained(instance),
        _ => Ok(()),
    }
}

/// Checks the edges of a loop: nothing is passed to the body, and nothing from it.
pub(super) fn edges(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(region) = instance.regions("region").next() else {
        return Ok(());
    };
    let edge = |from: Option<Op>, to, operands: &[tvmlike_ir::Value]| Edge {
        from,
        to,
        operands: operands.to_vec(),
        inputs: match to {
            Some(_) => Vec::new(),
            None => instance.op.results(context).collect(),
        },
    };
    let returned: Vec<_> = region_branch::returns(context, region).collect();
    let inner = returned
        .iter()
        .flat_map(|(op, operands)| [Some(region), None].map(|to| edge(Some(*op), to, operands)));
    let outer = [Some(region), None].map(|to| edge(None, to, &[]));
    region_branch::verify(instance, outer.into_iter().chain(inner))
}

pub(super) fn routine(instance: &Instance<'_>) -> Result<(), Failure> {
    let count = |device: u64| {
        let has = |name: &str| has_device(instance, name, device);
        let is_gang = has("gang") || has("gangDimDeviceType");
        usize::from(is_gang)
            + ["worker", "vector", "seq"]
                .iter()
                .filter(|name| has(name))
                .count()
    };
    let message = "only one of `gang`, `worker`, `vector`, `seq` can be present at the same time";
    let base = count(NONE);
    if base > 1 {
        return instance.refuse_plainly(message);
    }
    for device in DEVICES {
        let own = count(device);
        if own > 1 || base == 1 && own == 1 {
            let name = device_name(instance, device);
            return instance.refuse_plainly(format!("{message} for device_type `{name}`"));
        }
    }
    Ok(())
}

/// The word for a device type that is given.
fn device_name(instance: &Instance<'_>, device: u64) -> String {
    let context = instance.context;
    let names = ["gang", "gangDimDeviceType", "worker", "vector", "seq"];
    let mut all = names.iter().flat_map(|name| instance.elements(name));
    let found = all.find(|each| enum_number(context, *each) == Some(device));
    found
        .and_then(|each| enum_keyword(context, each))
        .unwrap_or_default()
        .to_owned()
}
