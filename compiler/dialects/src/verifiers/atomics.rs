//! What `acc` and `omp` ask of atomic reads, writes, updates and captures.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Op, Type, TypeKind};

/// What a pointer-like type points to, if the type tells it.
fn pointee(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::MemRef { element, .. } | TypeKind::UnrankedMemRef { element, .. } => Some(element),
        _ => None,
    }
}

/// Checks that a read has two places.
pub(super) fn read(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.operand("x") == instance.operand("v") {
        true => instance.refuse_plainly("read and write must not be to the same location for atomic reads"),
        false => Ok(()),
    }
}

/// Checks that the written value is what the address points to.
pub(super) fn write(instance: &Instance<'_>) -> Result<(), Failure> {
    let target = pointee(instance.context, instance.operand_type("x"));
    match target.is_none_or(|target| target == instance.operand_type("expr")) {
        true => Ok(()),
        false => instance.refuse_plainly("address must dereference to value type"),
    }
}

/// The types of the arguments of the operation's region.
fn arguments(instance: &Instance<'_>) -> Vec<Type> {
    let context = instance.context;
    let entry = instance
        .regions("region")
        .next()
        .and_then(|region| region.first_block(context));
    let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
    arguments.map(|argument| argument.ty(context)).collect()
}

/// Checks the argument of an update's region.
pub(super) fn update(instance: &Instance<'_>) -> Result<(), Failure> {
    let arguments = arguments(instance);
    let [argument] = arguments.as_slice() else {
        return instance.refuse_plainly("the region must accept exactly one argument");
    };
    let target = pointee(instance.context, instance.operand_type("x"));
    match target.is_none_or(|target| target == *argument) {
        true => Ok(()),
        false => instance.refuse_plainly(
            "the type of the operand must be a pointer type whose element type is the same as that of the region \
             argument",
        ),
    }
}

/// Checks what an update's region returns.
pub(super) fn update_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let entry = instance
        .regions("region")
        .next()
        .and_then(|region| region.first_block(context));
    let Some(terminator) = entry.and_then(|entry| entry.last_op(context)) else {
        return Ok(());
    };
    let mut returned = terminator.operands(context);
    let (Some(value), None) = (returned.next(), returned.next()) else {
        return instance.refuse_plainly("only updated value must be returned");
    };
    match arguments(instance).first() == Some(&value.ty(context)) {
        true => Ok(()),
        false => instance.refuse_plainly("input and yielded value must have the same type"),
    }
}

/// An operation of a capture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
    Update,
    Other,
}

fn kind(context: &Context, op: Op) -> Kind {
    match op.name(context).bytes(context) {
        b"acc.atomic.read" | b"omp.atomic.read" => Kind::Read,
        b"acc.atomic.write" | b"omp.atomic.write" => Kind::Write,
        b"acc.atomic.update" | b"omp.atomic.update" => Kind::Update,
        _ => Kind::Other,
    }
}

/// The two atomic operations of a capture, if they are a sequence that captures a value.
pub(super) fn captured(instance: &Instance<'_>) -> Result<(Op, Op), Failure> {
    let context = instance.context;
    let entry = instance
        .regions("region")
        .next()
        .and_then(|region| region.first_block(context));
    let ops: Vec<Op> = entry
        .into_iter()
        .flat_map(|entry| entry.operations(context))
        .collect();
    let [first, second, _] = ops[..] else {
        let message =
            "expected three operations in atomic.capture region (one terminator, and two atomic ops)";
        return Err(instance.op.emit_error(context, message).emit());
    };
    let refused = |message: &str| Err(first.emit_error(context, message).emit());
    let wrong_place = match (kind(context, first), kind(context, second)) {
        (Kind::Update, Kind::Read) => {
            "updated variable in atomic.update must be captured in second operation"
        }
        (Kind::Read, Kind::Update | Kind::Write) => {
            "captured variable in atomic.read must be updated in second operation"
        }
        _ => return refused("invalid sequence of operations in the capture region"),
    };
    match first.operand(context, 0) == second.operand(context, 0) {
        true => Ok((first, second)),
        false => refused(wrong_place),
    }
}
