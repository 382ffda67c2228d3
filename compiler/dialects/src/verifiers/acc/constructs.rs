//! Directives: their operands, and where they can be.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

/// Operations that make operands of `declare`.
const DECLARED: [&str; 8] = [
    "copyin",
    "copyout",
    "create",
    "declare_device_resident",
    "declare_link",
    "deviceptr",
    "getdeviceptr",
    "present",
];

/// Whether operations of some names make all data operands.
fn made_by(instance: &Instance<'_>, names: &[&str]) -> bool {
    let context = instance.context;
    instance.operands("dataClauseOperands").all(|operand| {
        let name = operand
            .defining_op(context)
            .map(|op| op.name(context).bytes(context));
        let name = name.and_then(|name| name.strip_prefix(b"acc."));
        name.is_some_and(|name| names.iter().any(|wanted| wanted.as_bytes() == name))
    })
}

fn has(instance: &Instance<'_>, operands: &str) -> bool {
    instance.operands(operands).len() > 0
}

pub(super) fn bounds(instance: &Instance<'_>) -> Result<(), Failure> {
    match has(instance, "extent") || has(instance, "upperbound") {
        true => Ok(()),
        false => instance.refuse_plainly("expected extent or upperbound."),
    }
}

pub(super) fn declare(instance: &Instance<'_>) -> Result<(), Failure> {
    match has(instance, "dataClauseOperands") {
        true => declared(instance),
        false => instance.refuse_plainly("at least one operand must appear on the declare operation"),
    }
}

pub(super) fn declare_exit(instance: &Instance<'_>) -> Result<(), Failure> {
    match has(instance, "token") {
        true => declared(instance),
        false => declare(instance),
    }
}

fn declared(instance: &Instance<'_>) -> Result<(), Failure> {
    match made_by(instance, &DECLARED) {
        true => Ok(()),
        false => instance
            .refuse_plainly("expect valid declare data entry operation or acc.getdeviceptr as defining op"),
    }
}

pub(super) fn enter_data(instance: &Instance<'_>) -> Result<(), Failure> {
    unstructured(instance, "enter")?;
    match made_by(instance, &["attach", "copyin", "create"]) {
        true => Ok(()),
        false => instance.refuse_plainly("expect data entry operation as defining op"),
    }
}

pub(super) fn exit_data(instance: &Instance<'_>) -> Result<(), Failure> {
    unstructured(instance, "exit")
}

fn unstructured(instance: &Instance<'_>, what: &str) -> Result<(), Failure> {
    if !has(instance, "dataClauseOperands") {
        return instance.refuse_plainly(format!(
            "at least one operand must be present in dataOperands on the {what} data operation"
        ));
    }
    if has(instance, "asyncOperand") && instance.has("async") {
        return instance.refuse_plainly("async attribute cannot appear with asyncOperand");
    }
    if has(instance, "waitOperands") && instance.has("wait") {
        return instance.refuse_plainly("wait attribute cannot appear with waitOperands");
    }
    numbered(instance)
}

/// Checks that a number of a device for waiting has something to wait for.
fn numbered(instance: &Instance<'_>) -> Result<(), Failure> {
    match has(instance, "waitDevnum") && !has(instance, "waitOperands") {
        true => instance.refuse_plainly("wait_devnum cannot appear without waitOperands"),
        false => Ok(()),
    }
}

pub(super) fn wait(instance: &Instance<'_>) -> Result<(), Failure> {
    if has(instance, "asyncOperand") && instance.has("async") {
        return instance.refuse_plainly("async attribute cannot appear with asyncOperand");
    }
    numbered(instance)
}

pub(super) fn host_data(instance: &Instance<'_>) -> Result<(), Failure> {
    if !has(instance, "dataClauseOperands") {
        return instance.refuse_plainly("at least one operand must appear on the host_data operation");
    }
    match made_by(instance, &["use_device"]) {
        true => Ok(()),
        false => instance.refuse_plainly("expect data entry operation as defining op"),
    }
}

/// Checks that a directive is not within a compute construct.
pub(super) fn outside(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut around = instance.op.parent_op(context);
    while let Some(op) = around {
        let name = op.name(context).bytes(context);
        if matches!(
            name,
            b"acc.kernels" | b"acc.loop" | b"acc.parallel" | b"acc.serial"
        ) {
            return instance.refuse("cannot be nested in a compute operation");
        }
        around = op.parent_op(context);
    }
    Ok(())
}

pub(super) fn set(instance: &Instance<'_>) -> Result<(), Failure> {
    outside(instance)?;
    let is_given = instance.has("device_type") || has(instance, "defaultAsync") || has(instance, "deviceNum");
    match is_given {
        true => Ok(()),
        false => {
            instance.refuse("at least one default_async, device_num, or device_type operand must appear")
        }
    }
}
