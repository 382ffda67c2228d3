//! Plain structs, passed as a Map from field names to values. `#[derive(Record)]` expands to this.

use super::{FromArg, Mismatch, ToAny};
use crate::error::Error;
use crate::map::Map;
use crate::signature::record::{RecordType, TypeRecord};
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// The values of the fields that are present, in the order of the record. `N` is the number of fields.
///
/// # Errors
/// TypeError for a value that is not a map, and for a key that is not a field.
pub fn read_fields<'a, const N: usize>(
    value: &'a AnyView<'a>,
    record: &'static RecordType,
) -> Result<[Option<&'a AnyView<'a>>; N], Mismatch> {
    if value.kind() != TypeIndex::MAP {
        return Err(Mismatch::wrong_type(TypeRecord::Record(record), value));
    }
    // SAFETY: the object is a map, and Map is transparent over a pointer to one.
    let map: &'a Map = unsafe { value.pointer::<Map>() };
    let mut fields = [None; N];
    for (key, value) in map.iter() {
        let name = match key.as_str() {
            Some(Ok(name)) => name,
            _ => return Err(unknown(format!("{key:?}"), record)),
        };
        match record.fields.iter().position(|field| field.name == name) {
            Some(position) => fields[position] = Some(value),
            None => return Err(unknown(format!("`{name}`"), record)),
        }
    }
    Ok(fields)
}

#[cold]
fn unknown(name: String, record: &RecordType) -> Mismatch {
    let fields: Vec<_> = record
        .fields
        .iter()
        .map(|field| format!("`{}`", field.name))
        .collect();
    let fields = match &*fields {
        [] => "it has no fields".to_owned(),
        fields => format!("its fields are {}", fields.join(", ")),
    };
    Mismatch::Failed(Error::type_error(format!(
        "{} has no field {name}; {fields}",
        record.name
    )))
}

/// Converts the value of the field at a position. A missing field has its default value, if there is one.
///
/// # Errors
/// TypeError for a missing field without default; the conversion's error for a value of another type.
pub fn read_field<'a, T: FromArg<'a>>(
    fields: &[Option<&'a AnyView<'a>>],
    position: usize,
    record: &'static RecordType,
    default: Option<fn() -> T>,
) -> Result<T, Mismatch> {
    let name = record.fields[position].name;
    match (fields[position], default) {
        (Some(value), _) => T::from_arg(value).map_err(|why| why.of_part(format!("field `{name}`"))),
        (None, Some(default)) => Ok(default()),
        (None, None) => Err(missing(name, record)),
    }
}

#[cold]
fn missing(name: &str, record: &RecordType) -> Mismatch {
    Mismatch::Failed(Error::type_error(format!(
        "the field `{name}` of {} is missing",
        record.name
    )))
}

/// Makes the map of a record from field names and values.
pub fn write_fields<const N: usize>(fields: [(&'static str, Any); N]) -> Any {
    Map::new(fields.map(|(name, value)| (name.to_any(), value))).into()
}
