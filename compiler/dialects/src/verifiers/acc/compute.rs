//! Compute and data constructs: what is given by type of device, and where data operands come from.

use std::collections::HashSet;

use tvmlike_define::{Instance, enum_number};
use tvmlike_ir::{Context, Failure};

/// Operations that make data operands.
const DATA: [&[u8]; 10] = [
    b"acc.attach",
    b"acc.copyin",
    b"acc.copyout",
    b"acc.create",
    b"acc.delete",
    b"acc.detach",
    b"acc.deviceptr",
    b"acc.getdeviceptr",
    b"acc.nocreate",
    b"acc.present",
];

/// Checks that operations of some names make the operands.
fn made_by(instance: &Instance<'_>, names: &[&[u8]]) -> Result<(), Failure> {
    let context = instance.context;
    let is_made = instance.operands("dataClauseOperands").all(|operand| {
        let name = operand
            .defining_op(context)
            .map(|op| op.name(context).bytes(context));
        name.is_some_and(|name| names.contains(&name))
    });
    match is_made {
        true => Ok(()),
        false => {
            instance.refuse_plainly("expect data entry/exit operation or acc.getdeviceptr as defining op")
        }
    }
}

/// Checks that no device has both the keyword alone and operands.
fn conflicts(instance: &Instance<'_>) -> Result<(), Failure> {
    let pairs = [
        (
            "asyncOperandsDeviceType",
            "asyncOnly",
            "asyncOnly attribute cannot appear with asyncOperand",
        ),
        (
            "waitOperandsDeviceType",
            "waitOnly",
            "wait attribute cannot appear with waitOperands",
        ),
    ];
    // MLIR looks at all clauses for one device before it looks at the next device; the last one it leaves out.
    for device in 0..6 {
        for (valued, only, message) in pairs {
            if has_device(instance, valued, device) && has_device(instance, only, device) {
                return instance.refuse_plainly(message);
            }
        }
    }
    Ok(())
}

fn has_device(instance: &Instance<'_>, name: &str, device: u64) -> bool {
    let context: &Context = instance.context;
    let devices = instance.elements(name);
    devices
        .into_iter()
        .any(|value| enum_number(context, value) == Some(device))
}

/// Checks that there is a type of device for each operand.
pub(super) fn devices(
    instance: &Instance<'_>,
    operands: &str,
    devices: &str,
    clause: &str,
) -> Result<(), Failure> {
    let count = instance.operands(operands).len();
    match count == 0 || instance.elements(devices).len() == count {
        true => Ok(()),
        false => instance.refuse(format!(
            "{clause} operands count must match {clause} device_type count"
        )),
    }
}

/// Checks the groups of operands for types of device.
pub(super) fn groups(
    instance: &Instance<'_>,
    operands: &str,
    clause: &str,
    most: Option<i64>,
) -> Result<(), Failure> {
    let count = instance.operands(operands).len();
    let sizes = instance.integers(&format!("{operands}Segments"));
    let devices = format!("{operands}DeviceType");
    if let Some(most) = most.filter(|most| sizes.iter().any(|size| size > most)) {
        return instance.refuse(format!("{clause} expects a maximum of {most} values per segment"));
    }
    if sizes.iter().sum::<i64>() != count as i64 || count > 0 && !instance.has(&devices) {
        return instance.refuse(format!("{clause} operand count does not match count in segments"));
    }
    match !instance.has(&devices) || instance.elements(&devices).len() == sizes.len() {
        true => Ok(()),
        false => instance.refuse(format!("{clause} segment count does not match device_type count")),
    }
}

pub(super) fn data(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.op.num_operands(instance.context) == 0 && !instance.has("defaultAttr") {
        return instance.refuse_plainly(
            "at least one operand or the default attribute must appear on the data operation",
        );
    }
    made_by(instance, &DATA)?;
    conflicts(instance)
}

pub(super) fn kernels(instance: &Instance<'_>) -> Result<(), Failure> {
    groups(instance, "numGangs", "num_gangs", Some(3))?;
    groups(instance, "waitOperands", "wait", None)?;
    devices(instance, "numWorkers", "numWorkersDeviceType", "num_workers")?;
    devices(
        instance,
        "vectorLength",
        "vectorLengthDeviceType",
        "vector_length",
    )?;
    devices(instance, "asyncOperands", "asyncOperandsDeviceType", "async")?;
    conflicts(instance)?;
    made_by(instance, &DATA)
}

pub(super) fn serial(instance: &Instance<'_>) -> Result<(), Failure> {
    privates(instance)?;
    groups(instance, "waitOperands", "wait", None)?;
    devices(instance, "asyncOperands", "asyncOperandsDeviceType", "async")?;
    conflicts(instance)?;
    made_by(instance, &DATA)
}

pub(super) fn parallel(instance: &Instance<'_>) -> Result<(), Failure> {
    privates(instance)?;
    kernels(instance)
}

/// Checks that each private copy is made by its operation and is there once.
pub(super) fn privates(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    for kind in ["private", "firstprivate", "reduction"] {
        let mut seen = HashSet::new();
        for operand in instance.operands(&format!("{kind}Operands")) {
            let name = operand
                .defining_op(context)
                .map(|op| op.name(context).bytes(context));
            if name.and_then(|name| name.strip_prefix(b"acc.")) != Some(kind.as_bytes()) {
                return instance.refuse(format!("expected {kind} as defining op"));
            }
            if !seen.insert(operand) {
                return instance.refuse(format!("{kind} operand appears more than once"));
            }
        }
    }
    Ok(())
}

pub(super) fn update(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.operands("dataClauseOperands").len() == 0 {
        return instance.refuse_plainly("at least one value must be present in dataOperands");
    }
    devices(instance, "asyncOperands", "asyncOperandsDeviceType", "async")?;
    groups(instance, "waitOperands", "wait", None)?;
    conflicts(instance)?;
    made_by(
        instance,
        &[b"acc.getdeviceptr", b"acc.update_device", b"acc.update_host"],
    )
}
