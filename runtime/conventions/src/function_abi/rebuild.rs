//! Results: from native results to the values that the record describes.
//!
//! Invariant: the result has exactly the record's structure, with numbers of the recorded widths; anything else is an error
//! that names the part.

use tvmlike_runtime::{Any, AnyView, Array, DataType, Map, Tensor, ToAny, TypeIndex};

use super::fault::Fault;
use super::ndarray::Sizes;
use super::scalar::Scalar;
use super::types::{Ndarray, References, Type};

/// The separate results of a call, whose number is checked. No result is None, one is the value itself, several are an
/// array.
pub(super) fn split(value: Any, count: usize) -> Result<Vec<Any>, Fault> {
    let items = match value.view().kind() {
        TypeIndex::NONE => None,
        TypeIndex::ARRAY | TypeIndex::LIST => Some(value.cast::<Array>()?),
        _ => None,
    };
    match (count, items) {
        (1, _) => Ok(vec![value]),
        (_, Some(items)) if items.len() == count => Ok(items.as_slice().to_vec()),
        (0, None) if value.is_none() => Ok(Vec::new()),
        (_, items) => {
            let got = items.map_or(usize::from(!value.is_none()), |items| items.len());
            Err(wrong_count("results", count, got))
        }
    }
}

#[cold]
fn wrong_count(what: &str, expected: usize, got: usize) -> Fault {
    Fault::value_error(format!(
        "mismatched return arity: expected {expected} {what}, got {got}"
    ))
}

/// Rebuilds a result from its leaves.
pub(super) fn regroup(
    ty: &Type,
    leaves: &mut dyn Iterator<Item = Any>,
    sizes: &mut Sizes<'_>,
) -> Result<Any, Fault> {
    let mut each = |at: String, item: &Type| regroup(item, leaves, sizes).map_err(|fault| fault.within(at));
    match ty {
        Type::Sequence { items, .. } => {
            let members = items
                .iter()
                .enumerate()
                .map(|(at, item)| each(format!("item {at}"), item));
            Ok(Array::new(members.collect::<Result<_, _>>()?).into())
        }
        Type::Dict(entries) => {
            let mut pairs = Vec::with_capacity(entries.len());
            for (key, item) in entries {
                pairs.push((key.value.clone(), each(format!("key {:?}", key.text), item)?));
            }
            Ok(Map::new(pairs).into())
        }
        leaf => match leaves.next() {
            Some(value) => result(leaf, value, sizes),
            None => Err(wrong_count("values", 1, 0)),
        },
    }
}

/// Checks a result and rebuilds the structure of its type.
pub(super) fn result(ty: &Type, value: Any, sizes: &mut Sizes<'_>) -> Result<Any, Fault> {
    match ty {
        Type::Null | Type::Unknown => Ok(value),
        Type::Scalar(scalar) => scalar.result(value),
        Type::Ndarray(array) => ndarray(array, value, sizes),
        Type::Sequence { items, .. } => {
            let given = members(ty, &value, items.len())?;
            if Type::are(items, given.as_slice()) {
                return Ok(value);
            }
            let mut made = Vec::with_capacity(items.len());
            for (at, (item, value)) in items.iter().zip(given.as_slice()).enumerate() {
                let value = result(item, value.clone(), sizes);
                made.push(value.map_err(|fault| fault.within(format!("item {at}")))?);
            }
            Ok(Array::new(made).into())
        }
        Type::Dict(entries) => {
            let given = dict_members(ty, &value)?;
            if given.len() != entries.len() {
                return Err(wrong_count("values", entries.len(), given.len()));
            }
            let mut pairs = Vec::with_capacity(entries.len());
            for ((key, item), value) in entries.iter().zip(given.as_slice()) {
                let value = result(item, value.clone(), sizes);
                let value = value.map_err(|fault| fault.within(format!("key {:?}", key.text)))?;
                pairs.push((key.value.clone(), value));
            }
            Ok(Map::new(pairs).into())
        }
        Type::List(item) => {
            let Some(given) = array_of(&value)? else {
                return Err(Fault::wrong_type(ty, value.view()));
            };
            let mut made = Vec::with_capacity(given.len());
            for (at, value) in given.as_slice().iter().enumerate() {
                let value = result(item, value.clone(), sizes);
                made.push(value.map_err(|fault| fault.within(format!("item {at}")))?);
            }
            Ok(Array::new(made).into())
        }
        Type::Map(parts) => {
            let Ok(given) = value.view().convert::<Map>() else {
                return Err(Fault::wrong_type(ty, value.view()));
            };
            let mut made = Vec::with_capacity(given.len());
            for (key, item) in given.iter() {
                let within = |fault: Fault| fault.within(format!("key {key:?}"));
                let pair = (
                    result(&parts.0, key.to_owned()?, sizes).map_err(within)?,
                    result(&parts.1, item.to_owned()?, sizes).map_err(within)?,
                );
                made.push(pair);
            }
            Ok(Map::new(made).into())
        }
        Type::Optional(_) if value.is_none() => Ok(value),
        Type::Optional(inner) => result(inner, value, sizes),
        Type::References(array) => references(array, &value, sizes),
        Type::ByteText(byte) => text_of(*byte, ty, value),
        _ if is_of(ty, value.view()) => Ok(value),
        _ => Err(Fault::wrong_type(ty, value.view())),
    }
}

/// Whether a value is of a type without parts.
fn is_of(ty: &Type, value: &AnyView<'_>) -> bool {
    match ty {
        Type::Str => value.as_str().is_some(),
        Type::Bytes => value.as_bytes().is_some(),
        Type::Pointer => value.kind() == TypeIndex::OPAQUE_PTR || value.is_none(),
        Type::Kind(kind) => value.kind() == *kind,
        Type::Object(_) => value.kind().is_object() || value.as_str().is_some() || value.as_bytes().is_some(),
        _ => false,
    }
}

fn array_of(value: &Any) -> Result<Option<Array>, Fault> {
    match value.view().kind() {
        TypeIndex::ARRAY | TypeIndex::LIST => Ok(Some(value.cast::<Array>()?)),
        _ => Ok(None),
    }
}

/// The returned members of a container.
fn members(ty: &Type, value: &Any, count: usize) -> Result<Array, Fault> {
    let Some(given) = array_of(value)? else {
        return Err(Fault::wrong_type(ty, value.view()));
    };
    if given.len() != count {
        return Err(wrong_count("values", count, given.len()));
    }
    Ok(given)
}

/// The members of a dict in the record's order, from a list or from a map with exactly the record's keys.
fn dict_members(ty: &Type, value: &Any) -> Result<Array, Fault> {
    let (Type::Dict(entries), TypeIndex::MAP) = (ty, value.view().kind()) else {
        return array_of(value)?.ok_or_else(|| Fault::wrong_type(ty, value.view()));
    };
    let map = value.cast::<Map>()?;
    if map.len() != entries.len() {
        return Err(wrong_count("values", entries.len(), map.len()));
    }
    let mut made = Vec::with_capacity(entries.len());
    for (key, _) in entries {
        match map.get(key.value.view()) {
            Some(value) => made.push(value.to_owned()?),
            None => return Err(Fault::value_error(format!("the dict has no key {:?}", key.text))),
        }
    }
    Ok(Array::new(made))
}

fn ndarray(array: &Ndarray, value: Any, sizes: &mut Sizes<'_>) -> Result<Any, Fault> {
    if value.view().kind() != TypeIndex::TENSOR {
        return Err(Fault::wrong_type(array, value.view()));
    }
    let tensor = value.cast::<Tensor>()?;
    array.check_dims(tensor.shape(), sizes)?;
    let got = tensor.dtype();
    match array.element {
        Some(DataType::BOOL) if got == DataType::UINT8 || got == DataType::INT8 => {
            Ok(with_elements(&tensor, DataType::BOOL)?.into())
        }
        Some(element) if element != got => Err(Fault::type_error(format!(
            "expected {array}, got an array of {got}"
        ))),
        _ => Ok(value),
    }
}

/// The same memory with another element type of the same size.
fn with_elements(tensor: &Tensor, dtype: DataType) -> Result<Tensor, Fault> {
    let managed = tensor.to_dlpack_versioned();
    // SAFETY: it has just been made, and the new tensor takes ownership. Elements of both types have one byte, and a bool is
    // true if its byte is not 0.
    unsafe {
        (*managed).dl_tensor.dtype = dtype.into();
        Ok(Tensor::from_dlpack_versioned(managed)?)
    }
}

/// Nested lists of `[[values…], [sizes…]]`.
fn references(array: &References, value: &Any, sizes: &mut Sizes<'_>) -> Result<Any, Fault> {
    let malformed = || {
        Fault::type_error(format!(
            "expected a list of values and a list of {} sizes",
            array.dims.len()
        ))
    };
    let parts = array_of(value)?
        .filter(|parts| parts.len() == 2)
        .ok_or_else(malformed)?;
    let [values, dims] = parts.as_slice() else {
        return Err(malformed());
    };
    let (Some(values), Some(dims)) = (array_of(values)?, array_of(dims)?) else {
        return Err(malformed());
    };
    let shape = dims
        .iter()
        .map(AnyView::convert::<i64>)
        .collect::<Result<Vec<_>, _>>()?;
    sizes.check(&array.dims, &shape)?;
    let count = shape.iter().try_fold(
        1_i64,
        |product, &size| {
            if size < 0 { None } else { product.checked_mul(size) }
        },
    );
    if count != Some(values.len() as i64) {
        return Err(Fault::value_error(format!(
            "shape {shape:?} does not match {} values",
            values.len()
        )));
    }
    let mut made = Vec::with_capacity(values.len());
    for value in values.as_slice() {
        made.push(result(&array.element, value.clone(), sizes)?);
    }
    // Groups the values into rows, from the innermost dimension out.
    for axis in (0..shape.len()).rev() {
        let rows = shape[..axis].iter().product::<i64>() as usize;
        let mut level = Vec::with_capacity(rows);
        let mut rest = made.into_iter();
        for _ in 0..rows {
            level.push(Array::new(rest.by_ref().take(shape[axis] as usize).collect()).into());
        }
        made = level;
    }
    Ok(made.pop().unwrap_or_default())
}

/// The text from the list of its bytes.
fn text_of(byte: Scalar, ty: &Type, value: Any) -> Result<Any, Fault> {
    if value.view().as_str().is_some() {
        return Ok(value);
    }
    let Some(given) = array_of(&value)? else {
        return Err(Fault::wrong_type(ty, value.view()));
    };
    let mut octets = Vec::with_capacity(given.len());
    for item in given.as_slice() {
        octets.push(byte.result(item.clone())?.cast::<i64>()? as u8);
    }
    let text = std::str::from_utf8(&octets)
        .map_err(|error| Fault::value_error(format!("invalid UTF-8: {error}")))?;
    Ok(text.to_any())
}
