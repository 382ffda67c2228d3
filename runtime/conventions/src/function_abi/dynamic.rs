//! Conversion of values without a record, by their type.
//!
//! Numbers, bools, None, text, bytes, arrays, functions and objects are passed unchanged. The items of a list are converted,
//! and a dict becomes the list of its values, sorted by key. Invariant: the result contains no map at any level.

use std::cmp::Ordering;

use tvmlike_runtime::convert::FromArg;
use tvmlike_runtime::{Any, AnyView, Array, Map, TypeIndex};

use super::fault::Fault;
use super::scalar::{Number, number_of};

/// The maximum nesting depth, because the stack is finite.
const MAX_DEPTH: usize = 200;

/// Converts a value by its type.
pub(super) fn argument(value: &AnyView<'_>) -> Result<Any, Fault> {
    convert(value, 0)
}

fn convert(value: &AnyView<'_>, depth: usize) -> Result<Any, Fault> {
    if depth > MAX_DEPTH {
        return Err(Fault::value_error(format!(
            "nested more than {MAX_DEPTH} levels deep"
        )));
    }
    match value.kind() {
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let array = value.convert::<Array>()?;
            if array.iter().all(passes) {
                return Ok(array.into());
            }
            let item = |(at, item)| {
                convert(item, depth + 1).map_err(|fault: Fault| fault.within(format!("item {at}")))
            };
            let items = array.iter().enumerate().map(item).collect::<Result<_, _>>()?;
            Ok(Array::new(items).into())
        }
        TypeIndex::MAP => {
            let map = value.convert::<Map>()?;
            let mut entries: Vec<_> = map.iter().collect();
            sort(&mut entries)?;
            let item = |(key, item): (&AnyView<'_>, &AnyView<'_>)| {
                convert(item, depth + 1).map_err(|fault: Fault| fault.within(format!("key {key:?}")))
            };
            let items = entries.into_iter().map(item).collect::<Result<_, _>>()?;
            Ok(Array::new(items).into())
        }
        TypeIndex::OPAQUE_PY_OBJECT | TypeIndex::DICT => Err(Fault::type_error(format!(
            "{} has no native form",
            value.type_name()
        ))),
        TypeIndex::MISSING => Err(Fault::type_error("is missing")),
        _ => Ok(value.to_owned()?),
    }
}

/// Whether a value is passed unchanged.
fn passes(value: &AnyView<'_>) -> bool {
    !matches!(
        value.kind(),
        TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT | TypeIndex::OPAQUE_PY_OBJECT
    )
}

/// Sorts by key: numbers by value, text bytewise. Numbers and text are not comparable.
fn sort(entries: &mut [(&AnyView<'_>, &AnyView<'_>)]) -> Result<(), Fault> {
    let mut unsortable = None;
    entries.sort_by(|(a, _), (b, _)| {
        compare(a, b).unwrap_or_else(|| {
            unsortable = Some((format!("{a:?}"), format!("{b:?}")));
            Ordering::Equal
        })
    });
    // A single key is never compared, so any key is fine.
    match unsortable {
        Some((a, b)) => Err(Fault::type_error(format!(
            "cannot sort the keys of the dict: {a} and {b} are not comparable"
        ))),
        None => Ok(()),
    }
}

fn compare(a: &AnyView<'_>, b: &AnyView<'_>) -> Option<Ordering> {
    if let (Some(a), Some(b)) = (number_of(a), number_of(b)) {
        return match (a, b) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(&b)),
            _ => as_float(a).partial_cmp(&as_float(b)),
        };
    }
    if let (Some(Ok(a)), Some(Ok(b))) = (a.as_str(), b.as_str()) {
        return Some(a.as_bytes().cmp(b.as_bytes()));
    }
    Some(<&[u8]>::from_arg(a).ok()?.cmp(<&[u8]>::from_arg(b).ok()?))
}

fn as_float(number: Number) -> f64 {
    match number {
        Number::Int(int) => int as f64,
        Number::Float(float) | Number::Complex(float, _) => float,
    }
}
