//! Compares a record with what the native function says of itself, once, when it is attached.
//!
//! Invariant: where the two agree, every value that the record lets through is one that the native function takes without
//! a change, and every result of it is one that the record describes. A function that says nothing of itself, or says
//! "unknown", agrees with everything.

use serde_json::Value;

use super::fault::Fault;
use super::scalar::Scalar;
use super::types::{Dim, Ndarray, Parser, Type};

/// What a native function says of itself.
pub(super) struct Native {
    pub(super) arguments: Vec<Type>,
    pub(super) results: Option<Vec<Type>>,
    pub(super) variadic: bool,
}

impl Native {
    /// Reads a function's own record; `None` where it says nothing of its arguments.
    pub(super) fn read(record: &str) -> Option<Self> {
        let record: Value = serde_json::from_str(record).ok()?;
        let types = |entries: &Vec<Value>| -> Vec<Type> {
            entries
                .iter()
                .map(|entry| {
                    let ty = match entry.as_array().map(Vec::as_slice) {
                        Some([Value::String(word), _, ty, ..]) if word == "named" => ty,
                        _ => entry,
                    };
                    // Words of later versions agree with everything.
                    Parser::default().parse(ty).unwrap_or(Type::Unknown)
                })
                .collect()
        };
        Some(Self {
            arguments: types(record.get("a")?.as_array()?),
            results: record.get("r").and_then(Value::as_array).map(types),
            variadic: record
                .get("variadic")
                .is_some_and(|variadic| *variadic != false && !variadic.is_null()),
        })
    }

    /// Whether it takes containers as they are.
    pub(super) fn has_containers(&self) -> bool {
        self.arguments
            .iter()
            .any(|ty| ty.is_flattened() || matches!(ty, Type::List(_) | Type::Map(_) | Type::Unknown))
    }
}

/// Fails unless a row of types stands for a row of the native function's.
pub(super) fn rows(
    what: &str,
    ours: &[&Type],
    theirs: &[Type],
    more: bool,
    arguments: bool,
) -> Result<(), Fault> {
    if ours.len() < theirs.len() || (ours.len() > theirs.len() && !more) {
        return Err(Fault::value_error(format!(
            "the record has {} {what}, the native function {}",
            ours.len(),
            theirs.len()
        )));
    }
    for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let agrees = if arguments {
            stands_for(ours, theirs)
        } else {
            stands_for(theirs, ours) || may_be(theirs, ours)
        };
        if !agrees {
            return Err(Fault::type_error(format!(
                "the record and the native function disagree: {} {at} is {ours} in the record, {theirs} natively",
                what.trim_end_matches('s')
            )));
        }
    }
    Ok(())
}

/// Fails unless the native function's results are those of the record. Several may come as one list or tuple.
pub(super) fn results(ours: &[&Type], theirs: &[Type]) -> Result<(), Fault> {
    match theirs {
        [] | [Type::Null] if ours.is_empty() => Ok(()),
        [Type::Unknown | Type::List(_)] if ours.len() != 1 => Ok(()),
        [Type::Sequence { items, .. }] if ours.len() != 1 => rows("results", ours, items, false, false),
        _ => rows("results", ours, theirs, false, false),
    }
}

/// Whether every value of one type is a value of another, in a form that needs no change.
fn stands_for(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Unknown | Type::Null, _) | (_, Type::Unknown | Type::Null) => true,
        (Type::Scalar(from), Type::Scalar(to)) => holds(*from, *to),
        (Type::Ndarray(from), Type::Ndarray(to)) => arrays(from, to),
        (Type::Str, Type::Str) | (Type::Bytes, Type::Bytes) | (Type::Pointer, Type::Pointer) => true,
        (Type::Kind(from), Type::Kind(to)) => from == to,
        // Which type inherits from which is known only when the call comes.
        (Type::Object(_), Type::Object(_)) | (Type::Map(_), Type::Map(_)) => true,
        (Type::References(_), Type::References(_) | Type::List(_) | Type::Sequence { .. }) => true,
        (Type::ByteText(byte), Type::List(item)) => stands_for(&Type::Scalar(*byte), item),
        (Type::List(item), Type::ByteText(byte)) => stands_for(item, &Type::Scalar(*byte)),
        (Type::ByteText(from), Type::ByteText(to)) => from == to,
        (Type::List(from), Type::List(to)) => stands_for(from, to),
        (from, to) if from.is_flattened() && to.is_flattened() => {
            let (from, to) = (from.members(), to.members());
            from.len() == to.len() && from.iter().zip(to).all(|(from, to)| stands_for(from, to))
        }
        (from, Type::List(item)) if from.is_flattened() => {
            from.members().iter().all(|member| stands_for(member, item))
        }
        (Type::Optional(from), Type::Optional(to)) => stands_for(from, to),
        (Type::Optional(from), Type::Pointer) => stands_for(from, &Type::Pointer),
        (from, Type::Optional(to)) => stands_for(from, to),
        _ => false,
    }
}

/// Whether a native result of one type can be a value of another, which is seen when it is there: a function that says no
/// more than that it gives a list is a target like any other.
fn may_be(from: &Type, to: &Type) -> bool {
    match from {
        Type::List(item) if to.is_flattened() => to
            .members()
            .iter()
            .all(|member| stands_for(item, member) || may_be(item, member)),
        _ => false,
    }
}

/// Whether one number type holds every number of another.
fn holds(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        (Scalar::Bool, Scalar::Bool | Scalar::Int { .. }) => true,
        (
            Scalar::Int {
                bits: from_bits,
                signed: from,
                ..
            },
            Scalar::Int { bits, signed, .. },
        ) => {
            if from == signed {
                from_bits <= bits
            } else {
                signed && from_bits < bits
            }
        }
        (Scalar::Bool | Scalar::Int { .. }, _) | (_, Scalar::Bool | Scalar::Int { .. }) => false,
        (Scalar::F16, Scalar::Bf16) | (Scalar::Bf16, Scalar::F16) => false,
        _ => from.bits() <= to.bits(),
    }
}

fn arrays(from: &Ndarray, to: &Ndarray) -> bool {
    let elements = match (from.element, to.element) {
        (Some(from), Some(to)) => from == to,
        _ => true,
    };
    let dims = match (&from.dims, &to.dims) {
        (Some(from), Some(to)) => {
            from.len() == to.len()
                && from.iter().zip(to).all(|dims| match dims {
                    (Dim::Size(from), Dim::Size(to)) => from == to,
                    _ => true,
                })
        }
        _ => true,
    };
    elements && dims
}
