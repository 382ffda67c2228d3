//! Structural equality and hashes.
//!
//! Containers are compared by items, maps by keys, tensors by elements, objects of types with fields by fields, all others by
//! identity. Neither function recurses, because the depth of containers is limited by memory only. Invariant: equal values have the
//! same hash, and a shared object is visited once.

mod equal;
mod hash;

use tvmlike::{Any, AnyView, Array, FromArg, Map, Result, Shape, Tensor, TypeIndex};

pub(crate) use equal::difference;
pub(crate) use hash::hash;

use crate::{reflect, tensor};

/// The parts of a value.
enum Parts {
    /// No parts: the bits are the value.
    Bits(TypeIndex, i64),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    Shape(Vec<i64>),
    Tensor {
        dtype: String,
        shape: Vec<i64>,
        elements: Vec<u8>,
    },
    Items(Vec<Any>),
    Map(Map),
    /// The fields of an object, by name.
    Fields(TypeIndex, Vec<(String, Any)>),
    /// An object that is compared by identity.
    Itself(TypeIndex),
}

fn parts(value: &AnyView<'_>) -> Result<Parts> {
    if let Some(text) = value.as_str() {
        return Ok(Parts::Text(text?.to_owned()));
    }
    if let Some(bytes) = value.as_bytes() {
        return Ok(Parts::Bytes(bytes.to_owned()));
    }
    Ok(match value.kind() {
        TypeIndex::FLOAT => Parts::Float(value.convert()?),
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let items: Array = value.convert()?;
            Parts::Items(items.iter().map(AnyView::to_owned).collect::<Result<_>>()?)
        }
        TypeIndex::MAP => Parts::Map(value.convert()?),
        TypeIndex::SHAPE => Parts::Shape(value.convert::<Shape>()?.to_vec()),
        TypeIndex::TENSOR => {
            let of = <&Tensor>::from_arg(value).map_err(|why| why.into_error("a tensor"))?;
            Parts::Tensor {
                dtype: of.dtype().to_string(),
                shape: of.shape().to_vec(),
                elements: tensor::elements(of)?,
            }
        }
        kind if kind.is_object() => {
            let fields = reflect::members(kind)?
                .into_iter()
                .filter(reflect::Member::is_field);
            let fields = fields.map(|field| Ok((field.read(value)?, field.name)));
            let fields = fields.map(|pair: Result<_>| pair.map(|(value, name)| (name, value)));
            let fields = fields.collect::<Result<Vec<_>>>()?;
            if fields.is_empty() {
                Parts::Itself(kind)
            } else {
                Parts::Fields(kind, fields)
            }
        }
        // SAFETY: all payload bytes are initialized, and every bit pattern is a valid number.
        kind => Parts::Bits(kind, unsafe { value.to_owned()?.into_raw().payload.v_int64 }),
    })
}

/// The address of a value's object.
fn address(value: &AnyView<'_>) -> Option<usize> {
    value.as_object().map(|object| object.as_ptr().addr())
}
