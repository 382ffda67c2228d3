//! Atomic accesses, and fences.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, FloatKind, Type, TypeKind};

const NOT_ATOMIC: i64 = 0;
const MONOTONIC: i64 = 2;
const ACQUIRE: i64 = 4;
const RELEASE: i64 = 5;
const ACQUIRE_RELEASE: i64 = 6;

/// Whether a type is a float that LLVM has.
fn is_float(context: &Context, ty: Type) -> bool {
    use FloatKind::{BF16, F16, F32, F64, F80, F128};
    matches!(
        ty.kind(context),
        TypeKind::Float(BF16 | F16 | F32 | F64 | F80 | F128)
    ) || ty.is_symbol(context, "llvm", "ppc_fp128")
}

/// Whether atomic accesses can have a type: its size is a power of 2, and a byte or more. Pointers have 64 bits.
pub(in crate::verifiers) fn is_atomic(context: &Context, ty: Type) -> bool {
    let width = match ty.kind(context) {
        TypeKind::Integer { .. } | TypeKind::Float(_) if is_number(context, ty) => ty.bit_width(context),
        _ if ty.is_symbol(context, "llvm", "ptr") => Some(64),
        _ if ty.is_symbol(context, "llvm", "ppc_fp128") => Some(128),
        _ => None,
    };
    width.is_some_and(|width| width >= 8 && width.is_power_of_two())
}

fn is_number(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { .. }) || is_float(context, ty)
}

fn access(instance: &Instance<'_>, ty: Type, refused: [(i64, &str); 2]) -> Result<(), Failure> {
    let ordering = instance.integer("ordering").unwrap_or(NOT_ATOMIC);
    if ordering == NOT_ATOMIC {
        return match instance.has("syncscope") {
            true => instance.refuse("expected syncscope to be null for non-atomic access"),
            false => Ok(()),
        };
    }
    if !is_atomic(instance.context, ty) {
        let ty = instance.quote(ty);
        return instance.refuse(format!("unsupported type {ty} for atomic access"));
    }
    if let Some((_, name)) = refused.iter().find(|(value, _)| *value == ordering) {
        return instance.refuse(format!("unsupported ordering '{name}'"));
    }
    match instance.has("alignment") {
        true => Ok(()),
        false => instance.refuse("expected alignment for atomic access"),
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let refused = [(RELEASE, "release"), (ACQUIRE_RELEASE, "acq_rel")];
    access(instance, instance.result_type("res"), refused)
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let refused = [(ACQUIRE, "acquire"), (ACQUIRE_RELEASE, "acq_rel")];
    access(instance, instance.operand_type("value"), refused)
}

/// What `llvm.atomicrmw` does, by the numbers of its cases.
const EXCHANGE: i64 = 0;
const OF_FLOATS: [i64; 6] = [11, 12, 13, 14, 19, 20];

pub(super) fn read_modify_write(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, ty) = (instance.context, instance.operand_type("val"));
    match instance.integer("bin_op").unwrap_or_default() {
        op if OF_FLOATS.contains(&op) => match ty.kind(context) {
            TypeKind::Vector { scalable, .. } if scalable.any() => {
                return instance.refuse("expected LLVM IR fixed vector type");
            }
            TypeKind::Vector { element, .. } if !is_float(context, element) => {
                return instance.refuse("expected LLVM IR floating point type for vector element");
            }
            TypeKind::Vector { .. } => {}
            _ if !is_float(context, ty) => return instance.refuse("expected LLVM IR floating point type"),
            _ => {}
        },
        EXCHANGE if is_atomic(context, ty) => {}
        EXCHANGE => return instance.refuse("unexpected LLVM IR type for 'xchg' bin_op"),
        _ => match ty.kind(context) {
            TypeKind::Integer {
                width: 8 | 16 | 32 | 64,
                ..
            } => {}
            _ => return instance.refuse("expected LLVM IR integer type"),
        },
    }
    match instance.integer("ordering") {
        Some(ordering) if ordering < MONOTONIC => instance.refuse("expected at least 'monotonic' ordering"),
        _ => Ok(()),
    }
}

pub(super) fn compare_exchange(instance: &Instance<'_>) -> Result<(), Failure> {
    if !is_atomic(instance.context, instance.operand_type("val")) {
        return instance.refuse("unexpected LLVM IR type");
    }
    let ordering = |name: &str| instance.integer(name).unwrap_or_default();
    let failure = ordering("failure_ordering");
    if ordering("success_ordering") < MONOTONIC || failure < MONOTONIC {
        return instance.refuse("ordering must be at least 'monotonic'");
    }
    match failure {
        RELEASE | ACQUIRE_RELEASE => instance.refuse("failure ordering cannot be 'release' or 'acq_rel'"),
        _ => Ok(()),
    }
}

pub(super) fn fence(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.integer("ordering") {
        Some(..=MONOTONIC) => {
            instance.refuse("can be given only acquire, release, acq_rel, and seq_cst orderings")
        }
        _ => Ok(()),
    }
}
