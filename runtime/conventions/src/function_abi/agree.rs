//! Compares a record with the native function's own record, once, when it is attached.
//!
//! Invariant: if the two agree, the native function accepts every value that the record allows without further conversion,
//! and each of its results has the record's type. Sizes that are known at a call only are checked by the native function.
//! A function without a record, and the type "unknown", agree with everything.

use serde_json::Value;

use super::fault::Fault;
use super::scalar::Scalar;
use super::types::{Dim, Ndarray, Parser, Type};

/// The native function's own record.
pub(super) struct Native {
    pub(super) arguments: Vec<Type>,
    /// The number of required arguments; the others have defaults.
    required: usize,
    pub(super) results: Option<Vec<Type>>,
    pub(super) variadic: bool,
    /// Whether it takes dicts, because it is itself an attached function.
    takes_dicts: bool,
}

impl Native {
    /// Parses a function's own record; `None` if it has no arguments.
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
                    // Types of later versions agree with everything.
                    Parser::default().parse(ty).unwrap_or(Type::Unknown)
                })
                .collect()
        };
        let entries = record.get("a")?.as_array()?;
        let defaults = record.get("defaults").and_then(Value::as_object);
        let has_default = |entry: &&Value| match (entry.as_array().map(Vec::as_slice), defaults) {
            (Some([_, Value::String(name), ..]), Some(defaults)) => defaults.contains_key(name),
            _ => false,
        };
        Some(Self {
            arguments: types(entries),
            required: entries.len() - entries.iter().rev().take_while(has_default).count(),
            takes_dicts: record.get("abi").is_some_and(|abi| *abi == true),
            results: record.get("r").and_then(Value::as_array).map(types),
            variadic: record
                .get("variadic")
                .is_some_and(|variadic| *variadic != false && !variadic.is_null()),
        })
    }

    /// Whether it takes containers as single arguments.
    pub(super) fn has_containers(&self) -> bool {
        self.arguments
            .iter()
            .any(|ty| ty.is_flattened() || matches!(ty, Type::List(_) | Type::Map(_) | Type::Unknown))
    }
}

/// Fails unless the native function accepts arguments of these types.
pub(super) fn arguments(ours: &[&Type], native: &Native) -> Result<(), Fault> {
    let theirs = &native.arguments[..];
    let too_many = ours.len() > theirs.len() && !native.variadic;
    if ours.len() < native.required || too_many {
        return Err(wrong_count("arguments", ours, theirs));
    }
    each("argument", ours, theirs, |ours, theirs| {
        stands_for(ours, theirs, false) && !(native.takes_dicts && theirs.has_dict())
    })
}

/// Marks the arrays of the record that the native function may write to. `leaves` is whether the members of containers are
/// separate arguments.
pub(super) fn mark_written<'t>(ours: impl Iterator<Item = &'t mut Type>, native: &Native, leaves: bool) {
    let mut theirs = native.arguments.iter();
    for ours in ours {
        mark_slot(ours, &mut theirs, leaves);
    }
}

fn mark_slot<'t>(ours: &mut Type, theirs: &mut impl Iterator<Item = &'t Type>, leaves: bool) {
    if leaves && ours.is_flattened() {
        for member in ours.members_mut() {
            mark_slot(member, theirs, leaves);
        }
    } else if let Some(theirs) = theirs.next() {
        mark(ours, theirs);
    }
}

/// Marks arrays by the type that stands for theirs in [`stands_for`].
fn mark(ours: &mut Type, theirs: &Type) {
    match (ours, theirs) {
        (Type::Ndarray(ours), Type::Ndarray(theirs)) => ours.may_be_written |= theirs.in_place,
        (Type::Optional(ours), Type::Optional(theirs)) | (Type::List(ours), Type::List(theirs)) => {
            mark(ours, theirs);
        }
        (ours, Type::Optional(theirs)) => mark(ours, theirs),
        (ours, Type::List(item)) => ours
            .members_mut()
            .into_iter()
            .for_each(|member| mark(member, item)),
        (ours, theirs) => {
            for (ours, theirs) in ours.members_mut().into_iter().zip(theirs.members()) {
                mark(ours, theirs);
            }
        }
    }
}

/// Whether the native function returns the record's only result, a container, as one value instead of its members as
/// separate results.
pub(super) fn is_whole(ours: &Type, theirs: &[Type]) -> bool {
    match (ours, theirs) {
        (Type::Dict(ours), [Type::Dict(theirs)]) => {
            ours.len() == theirs.len()
                && ours.iter().all(|(key, ours)| {
                    let there = theirs.iter().find(|(known, _)| known.text == key.text);
                    there.is_some_and(|(_, theirs)| stands_for(theirs, ours, true) || may_be(theirs, ours))
                })
        }
        (Type::Sequence { .. }, [theirs @ Type::Sequence { .. }]) => stands_for(theirs, ours, true),
        _ => false,
    }
}

fn wrong_count(what: &str, ours: &[&Type], theirs: &[Type]) -> Fault {
    Fault::value_error(format!(
        "wrong number of {what}: the record has {}, the native function has {}",
        ours.len(),
        theirs.len()
    ))
}

fn each(
    what: &str,
    ours: &[&Type],
    theirs: &[Type],
    agree: impl Fn(&Type, &Type) -> bool,
) -> Result<(), Fault> {
    for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        if !agree(ours, theirs) {
            return Err(Fault::type_error(format!(
                "type mismatch for {what} {at}: the record has {ours}, the native function has {theirs}"
            )));
        }
    }
    Ok(())
}

/// Fails unless the native function's results agree with the record. Several results may be one list or tuple.
pub(super) fn results(ours: &[&Type], theirs: &[Type]) -> Result<(), Fault> {
    match theirs {
        [] | [Type::Null] if ours.is_empty() => Ok(()),
        [Type::Unknown | Type::List(_)] if ours.len() != 1 => Ok(()),
        [Type::Sequence { items, .. }] if ours.len() != 1 => result_row(ours, items),
        _ => result_row(ours, theirs),
    }
}

fn result_row(ours: &[&Type], theirs: &[Type]) -> Result<(), Fault> {
    if ours.len() != theirs.len() {
        return Err(wrong_count("results", ours, theirs));
    }
    each("result", ours, theirs, |ours, theirs| {
        stands_for(theirs, ours, true) || may_be(theirs, ours)
    })
}

/// Whether every value of one type is a value of another without conversion. Among results `null` means any value, among
/// arguments None.
fn stands_for(from: &Type, to: &Type, result: bool) -> bool {
    match (from, to) {
        (Type::Unknown, _) | (_, Type::Unknown) | (Type::Null, Type::Null) => true,
        (Type::Null, Type::Optional(_) | Type::Pointer) => true,
        (Type::Null, _) | (_, Type::Null) => result,
        (Type::Scalar(from), Type::Scalar(to)) => holds(*from, *to),
        (Type::Ndarray(from), Type::Ndarray(to)) => arrays(from, to),
        (Type::Str, Type::Str) | (Type::Bytes, Type::Bytes) | (Type::Pointer, Type::Pointer) => true,
        (Type::Kind(from), Type::Kind(to)) => from == to,
        // Inheritance is known at the call only.
        (Type::Object(_), Type::Object(_)) | (Type::Map(_), Type::Map(_)) => true,
        (Type::References(_), Type::References(_) | Type::List(_) | Type::Sequence { .. }) => true,
        (Type::ByteText(byte), Type::List(item)) => stands_for(&Type::Scalar(*byte), item, result),
        (Type::List(item), Type::ByteText(byte)) => stands_for(item, &Type::Scalar(*byte), result),
        (Type::ByteText(from), Type::ByteText(to)) => from == to,
        (Type::List(from), Type::List(to)) => stands_for(from, to, result),
        (from, to) if from.is_flattened() && to.is_flattened() => {
            let (from, to) = (from.members(), to.members());
            from.len() == to.len() && from.iter().zip(to).all(|(from, to)| stands_for(from, to, result))
        }
        (from, Type::List(item)) if from.is_flattened() => from
            .members()
            .iter()
            .all(|member| stands_for(member, item, result)),
        (Type::Optional(from), Type::Optional(to)) => stands_for(from, to, result),
        (Type::Optional(from), Type::Pointer) => stands_for(from, &Type::Pointer, result),
        (from, Type::Optional(to)) => stands_for(from, to, result),
        _ => false,
    }
}

/// Whether a native result of one type may be a value of another, which the call checks: a function may declare just a list.
fn may_be(from: &Type, to: &Type) -> bool {
    match from {
        Type::List(item) if to.is_flattened() => to
            .members()
            .iter()
            .all(|member| stands_for(item, member, true) || may_be(item, member)),
        _ => false,
    }
}

/// Whether one number type can represent every number of another.
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
