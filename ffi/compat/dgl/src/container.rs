//! The packed functions with which DGL's front ends make and read containers.

use tvmlike::convert::Mismatch;
use tvmlike::prelude::*;
use tvmlike::signature::TypeRecord;
use tvmlike::{AnyView, FromArg};

use crate::boxed::{Value, boxed, empty_str_map, unboxed};

fn object_at<'a>(args: &'a [AnyView<'a>], at: usize, function: &str) -> Result<&'a AnyView<'a>> {
    let wrong = || {
        let got = args.get(at).map_or("nothing".into(), |arg| arg.type_name());
        Error::type_error(format!(
            "{function}: argument {}: expected an object, got {got}",
            at + 1
        ))
    };
    args.get(at)
        .filter(|arg| arg.as_object().is_some())
        .ok_or_else(wrong)
}

/// Makes a list of objects. Boxed values are unboxed.
#[packed_func("_List")]
fn list(items: TVMArgs<'_>) -> Result<Array> {
    let items = (0..items.len()).map(|at| unboxed(object_at(&items, at, "_List")?));
    Ok(Array::new(items.collect::<Result<_>>()?))
}

/// Returns an item of a list, as an object.
#[packed_func("_ListGetItem")]
fn list_get_item(list: Array, index: i64) -> Result<Any> {
    let item = usize::try_from(index).ok().and_then(|index| list.get(index));
    boxed(item.ok_or_else(|| {
        Error::index_error(format!(
            "_ListGetItem: {index} is out of bound of a list of {}",
            list.len()
        ))
    })?)
}

/// Returns the number of items of a list.
#[packed_func("_ListSize")]
fn list_size(list: Array) -> usize {
    list.len()
}

/// Makes a map from keys and values in turn. All keys are strings or all are objects; the values are objects.
#[packed_func("_Map")]
fn map(items: TVMArgs<'_>) -> Result<Map> {
    if !items.len().is_multiple_of(2) {
        return Err(Error::value_error(format!(
            "_Map: expected a value for each key, got {} arguments",
            items.len()
        )));
    }
    let of_text = items.first().is_some_and(|first| first.as_str().is_some());
    let pair = |at: usize| {
        let key = &items[at];
        let key = if !of_text {
            unboxed(object_at(&items, at, "_Map")?)?
        } else if key.as_str().is_some() {
            key.to_owned()?
        } else {
            let got = key.type_name();
            return Err(Error::type_error(format!(
                "_Map: argument {}: expected str, as the first key is, got {got}",
                at + 1
            )));
        };
        Ok((key, unboxed(object_at(&items, at + 1, "_Map")?)?))
    };
    let pairs = (0..items.len())
        .step_by(2)
        .map(pair)
        .collect::<Result<Vec<_>>>()?;
    Ok(Map::new(pairs))
}

/// Makes an empty map with string keys.
#[packed_func("_EmptyStrMap")]
fn empty() -> Map {
    empty_str_map()
}

/// Returns the number of entries of a map.
#[packed_func("_MapSize")]
fn map_size(map: Map) -> usize {
    map.len()
}

/// Returns the value of a key, as an object.
#[packed_func("_MapGetItem")]
fn map_get_item(map: Map, key: Any) -> Result<Any> {
    let key = unboxed(key.view())?;
    boxed(
        map.get(key.view())
            .ok_or_else(|| Error::key_error("_MapGetItem: cannot find the key in the map"))?,
    )
}

/// Returns the keys and values of a map in turn, as a list.
#[packed_func("_MapItems")]
fn map_items(map: Map) -> Result<Array> {
    let items = map
        .iter()
        .flat_map(|(key, value)| [key.to_owned(), value.to_owned()]);
    Ok(Array::new(items.collect::<Result<_>>()?))
}

/// Returns 1 if a map has a key, else 0.
#[packed_func("_MapCount")]
fn map_count(map: Map, key: Any) -> Result<i64> {
    let key = unboxed(key.view())?;
    Ok(map.get(key.view()).is_some().into())
}

/// Boxes a value.
#[packed_func("_Value")]
fn value(data: Any) -> ObjectPtr<Value> {
    ObjectPtr::new(Value { data })
}

/// Returns the value in a box.
#[packed_func("_ValueGet")]
fn value_get(value: ObjectPtr<Value>) -> Any {
    value.data.clone()
}

/// The address of any object.
struct Address(i64);

impl FromArg<'_> for Address {
    const TYPE: TypeRecord = TypeRecord::Unknown;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        match value.as_object() {
            Some(object) => Ok(Self(object.as_ptr() as i64)),
            None => Err(Mismatch::wrong_type(Self::TYPE, value)),
        }
    }
}

/// Returns the address of an object, by which the front end compares objects.
#[packed_func("_raw_ptr")]
fn raw_ptr(object: Address) -> i64 {
    object.0
}
