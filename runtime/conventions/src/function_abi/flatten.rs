//! Arguments: from the values of a call to native arguments.
//!
//! In the form *lists* every slot is one native argument, and a container is the list of its members in the record's order.
//! In the form *leaves* the members of containers are separate arguments, at every level. Invariant: each value is visited
//! once, in the order of the record.

use tvmlike_runtime::abi::TVMLikeValue;
use tvmlike_runtime::python_class::container_of;
use tvmlike_runtime::{Any, AnyView, Array, Map, Shape, Tensor, ToAny, TypeIndex, type_table};

use super::dynamic;
use super::fault::Fault;
use super::ndarray::Sizes;
use super::scalar::Scalar;
use super::types::{Copying, Key, Ndarray, References, Type};

/// Converts the arguments of one call.
pub(super) struct Flatten<'p> {
    pub(super) sizes: Sizes<'p>,
    /// Whether the members of containers are separate arguments.
    pub(super) leaves: bool,
    /// Whether lossy conversions are allowed for the current slot.
    pub(super) cast: bool,
    /// The arrays that the callee writes to.
    pub(super) in_place: Vec<Tensor>,
}

impl Flatten<'_> {
    /// Converts the value of a slot and adds the native arguments for it.
    pub(super) fn push(&mut self, ty: &Type, value: &AnyView<'_>, into: &mut Vec<Any>) -> Result<(), Fault> {
        if let Some(items) = items_of(ty, value)? {
            return self.push(ty, items.view(), into);
        }
        if self.leaves {
            match ty {
                Type::Sequence { items, .. } => {
                    let given = sequence(value, ty, items.len())?;
                    for (at, (item, value)) in items.iter().zip(given.iter()).enumerate() {
                        self.push(item, value, into)
                            .map_err(|fault| fault.within(format!("item {at}")))?;
                    }
                    return Ok(());
                }
                Type::Dict(entries) => {
                    let given = mapping(value, entries.len())?;
                    let mut pairs = given.iter();
                    for (key, item) in entries {
                        self.push(item, member(&given, pairs.next(), key)?, into)
                            .map_err(|fault| fault.within(format!("key {:?}", key.text)))?;
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        into.push(self.value(ty, value)?);
        Ok(())
    }

    /// Converts a value to one native value.
    pub(super) fn value(&mut self, ty: &Type, value: &AnyView<'_>) -> Result<Any, Fault> {
        if let Some(items) = items_of(ty, value)? {
            return self.value(ty, items.view());
        }
        match ty {
            Type::Scalar(scalar) => number(*scalar, value, self.cast),
            Type::Ndarray(array) => self.ndarray(array, value),
            Type::Sequence { items, .. } => {
                let given = sequence(value, ty, items.len())?;
                if Type::are(items, given.as_slice()) {
                    return Ok(given.into());
                }
                let mut made = Vec::with_capacity(items.len());
                for (at, (item, value)) in items.iter().zip(given.iter()).enumerate() {
                    let value = self.value(item, value);
                    made.push(value.map_err(|fault| fault.within(format!("item {at}")))?);
                }
                Ok(Array::new(made).into())
            }
            Type::Dict(entries) => {
                let given = mapping(value, entries.len())?;
                let mut made = Vec::with_capacity(entries.len());
                let mut pairs = given.iter();
                for (key, item) in entries {
                    let value = self.value(item, member(&given, pairs.next(), key)?);
                    made.push(value.map_err(|fault| fault.within(format!("key {:?}", key.text)))?);
                }
                Ok(Array::new(made).into())
            }
            Type::List(item) => self.list(item, ty, value),
            Type::Map(parts) => self.map(parts, ty, value),
            Type::References(array) => self.references(array, value),
            Type::Optional(inner) if value.is_none() && !is_null(inner) => Ok(Any::default()),
            Type::Optional(inner) => self.value(inner, value),
            Type::Unknown => dynamic::argument(value),
            _ => plain(ty, value),
        }
    }

    fn ndarray(&mut self, array: &Ndarray, value: &AnyView<'_>) -> Result<Any, Fault> {
        let made = array.argument(value, &mut self.sizes)?;
        if array.in_place
            && let Ok(tensor) = made.cast::<Tensor>()
        {
            if self
                .in_place
                .iter()
                .any(|other| other.view().overlaps(tensor.view()))
            {
                return Err(Fault::value_error(
                    "the array overlaps another array that the function writes to",
                ));
            }
            self.in_place.push(tensor);
        }
        Ok(made)
    }

    fn list(&mut self, item: &Type, ty: &Type, value: &AnyView<'_>) -> Result<Any, Fault> {
        if let Some(octets) = octets_for(item, value)? {
            return Ok(octets);
        }
        let Some(given) = array_of(value)? else {
            return Err(Fault::wrong_type(ty, value));
        };
        let mut made = Vec::with_capacity(given.len());
        for (at, value) in given.iter().enumerate() {
            let value = self.value(item, value);
            made.push(value.map_err(|fault| fault.within(format!("item {at}")))?);
        }
        Ok(Array::new(made).into())
    }

    fn map(&mut self, parts: &(Type, Type), ty: &Type, value: &AnyView<'_>) -> Result<Any, Fault> {
        let Ok(given) = value.convert::<Map>() else {
            return Err(Fault::wrong_type(ty, value));
        };
        let mut made = Vec::with_capacity(given.len());
        for (key, item) in given.iter() {
            let within = |fault: Fault| fault.within(format!("key {key:?}"));
            let pair = (
                self.value(&parts.0, key).map_err(within)?,
                self.value(&parts.1, item).map_err(within)?,
            );
            made.push(pair);
        }
        Ok(Map::new(made).into())
    }

    /// An array of values other than numbers: `[[values…], [sizes…]]`.
    fn references(&mut self, array: &References, value: &AnyView<'_>) -> Result<Any, Fault> {
        let mut shape = Vec::with_capacity(array.dims.len());
        let mut level = value.to_owned()?;
        for _ in &array.dims {
            let Some(items) = array_of(level.view())? else {
                return Err(Fault::wrong_type(
                    format!("lists nested {} levels deep", array.dims.len()),
                    level.view(),
                ));
            };
            shape.push(items.len() as i64);
            let Some(first) = items.as_slice().first() else {
                break;
            };
            level = first.clone();
        }
        shape.resize(array.dims.len(), 0);
        self.sizes.check(&array.dims, &shape)?;
        let mut values = Vec::new();
        self.collect(&array.element, value, &shape, &mut values)?;
        let sizes = shape.into_iter().map(ToAny::to_any).collect();
        Ok(Array::new(vec![Array::new(values).into(), Array::new(sizes).into()]).into())
    }

    fn collect(
        &mut self,
        element: &Type,
        value: &AnyView<'_>,
        shape: &[i64],
        into: &mut Vec<Any>,
    ) -> Result<(), Fault> {
        let Some((&size, inner)) = shape.split_first() else {
            into.push(self.value(element, value)?);
            return Ok(());
        };
        let items = array_of(value)?.filter(|items| items.len() as i64 == size);
        let Some(items) = items else {
            return Err(Fault::value_error(format!(
                "ragged nested list: expected a list of {size} values"
            )));
        };
        for (at, item) in items.iter().enumerate() {
            self.collect(element, item, inner, into)
                .map_err(|fault| fault.within(format!("item {at}")))?;
        }
        Ok(())
    }
}

/// The items of an object of a front end's own class of mappings or sequences, where the record has a container.
#[inline]
fn items_of(ty: &Type, value: &AnyView<'_>) -> Result<Option<Any>, Fault> {
    if value.kind() != TypeIndex::OPAQUE_PY_OBJECT {
        return Ok(None);
    }
    match ty {
        Type::Ndarray(array) if array.in_place => Ok(None),
        Type::Ndarray(_)
        | Type::Sequence { .. }
        | Type::Dict(_)
        | Type::List(_)
        | Type::Map(_)
        | Type::References(_) => Ok(container_of(value)?),
        Type::Optional(inner) => items_of(inner, value),
        _ => Ok(None),
    }
}

fn is_null(ty: &Type) -> bool {
    matches!(ty, Type::Null)
}

/// A number, as an owned value.
fn number(scalar: Scalar, value: &AnyView<'_>, cast: bool) -> Result<Any, Fault> {
    let raw: TVMLikeValue = scalar.argument(value, cast)?;
    // SAFETY: a number refers to no memory.
    Ok(unsafe { Any::from_raw(raw) })
}

/// A value of a type without parts, unchanged.
fn plain(ty: &Type, value: &AnyView<'_>) -> Result<Any, Fault> {
    let kind = value.kind();
    let is_text = value.as_str().is_some();
    let right = match ty {
        Type::Null => value.is_none(),
        Type::Str => is_text,
        Type::Bytes => value.as_bytes().is_some(),
        Type::Pointer => kind == TypeIndex::OPAQUE_PTR || value.is_none(),
        Type::Kind(expected) => kind == *expected || (*expected == TypeIndex::DATA_TYPE && is_text),
        Type::Object(key) if &**key == "runtime.Object" => {
            kind.is_object() || is_text || value.as_bytes().is_some()
        }
        Type::Object(key) => {
            value.as_object().is_some()
                && type_table::index_of(key).is_some_and(|ancestor| type_table::is_a(kind, ancestor))
        }
        Type::ByteText(byte) if is_text => {
            return match octets_for(&Type::Scalar(*byte), value)? {
                Some(octets) => Ok(octets),
                None => Err(Fault::wrong_type(ty, value)),
            };
        }
        _ => false,
    };
    if right {
        Ok(value.to_owned()?)
    } else {
        Err(Fault::wrong_type(ty, value))
    }
}

/// The bytes of text or bytes, if the record has a list of 8-bit integers.
fn octets_for(item: &Type, value: &AnyView<'_>) -> Result<Option<Any>, Fault> {
    let Type::Scalar(byte) = item else { return Ok(None) };
    if !byte.is_int() || byte.bits() != 8 {
        return Ok(None);
    }
    let text = value
        .as_str()
        .transpose()
        .map_err(|error| Fault::value_error(error.to_string()))?;
    let Some(octets) = text.map(str::as_bytes).or_else(|| value.as_bytes()) else {
        return Ok(None);
    };
    let signed = *byte
        == Scalar::Int {
            bits: 8,
            signed: true,
            index: false,
        };
    let number = |&octet: &u8| {
        (if signed {
            i64::from(octet as i8)
        } else {
            i64::from(octet)
        })
        .to_any()
    };
    Ok(Some(Array::new(octets.iter().map(number).collect()).into()))
}

/// The value as an array.
fn array_of(value: &AnyView<'_>) -> Result<Option<Array>, Fault> {
    match value.kind() {
        TypeIndex::ARRAY | TypeIndex::LIST => Ok(Some(value.convert::<Array>()?)),
        TypeIndex::SHAPE => {
            let shape = value.convert::<Shape>()?;
            Ok(Some(Array::new(shape.iter().map(|size| size.to_any()).collect())))
        }
        _ => Ok(None),
    }
}

/// The members of a sequence, whose number is checked.
fn sequence(value: &AnyView<'_>, ty: &Type, count: usize) -> Result<Array, Fault> {
    let Some(given) = array_of(value)? else {
        return Err(Fault::type_error(format!(
            "expected a sequence ({ty}), got {}",
            value.type_name()
        )));
    };
    if given.len() != count {
        return Err(Fault::value_error(format!(
            "expected a sequence with {count} values, got {}",
            given.len()
        )));
    }
    Ok(given)
}

/// The value as a map, whose number of entries is checked.
fn mapping(value: &AnyView<'_>, count: usize) -> Result<Map, Fault> {
    if value.kind() != TypeIndex::MAP {
        return Err(Fault::type_error(format!(
            "expected a mapping (dict with {count} values), got {}",
            value.type_name()
        )));
    }
    let given = value.convert::<Map>()?;
    if given.len() != count {
        return Err(Fault::value_error(format!(
            "expected a dict with {count} values, got {}",
            given.len()
        )));
    }
    Ok(given)
}

/// The value for a key. Usually it is at the record's position, in the pair `there`.
fn member<'a>(
    given: &'a Map,
    there: Option<(&'a AnyView<'a>, &'a AnyView<'a>)>,
    key: &Key,
) -> Result<&'a AnyView<'a>, Fault> {
    if let Some((known, value)) = there
        && let Some(Ok(text)) = known.as_str()
        && *text == *key.text
    {
        return Ok(value);
    }
    let found = given.get(key.value.view());
    found.ok_or_else(|| Fault::value_error(format!("the dict has no key {:?}", key.text)))
}

/// Sets the options of a slot's arrays. Returns their number.
pub(super) fn set_copying(ty: &mut Type, copy: Copying, cast: bool) -> usize {
    ty.arrays(&mut |array| {
        array.copy = copy;
        array.cast = cast;
    })
}
