//! Values by how they are built: whether two are alike, and a number that is the same for those that are.
//!
//! Containers are alike by their items, maps by their keys, tensors by their elements, objects of types with fields by these, all
//! others by being the same. Neither recurses: containers nest as deep as memory goes. Invariant: values that are alike have the
//! same number, and an object that stands in many places is looked at once.

mod equal;
mod hash;

use tvmlike::{Any, AnyView, Array, FromArg, Map, Result, Shape, Tensor, TypeIndex};

pub(crate) use equal::difference;
pub(crate) use hash::hash;

use crate::{reflect, tensor};

/// What a value is made of.
enum Parts {
    /// Nothing else: the bits say all.
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
    /// The fields of an object, by their names.
    Fields(TypeIndex, Vec<(String, Any)>),
    /// An object that is like itself only.
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
        // SAFETY: all payload bytes are always initialised, and every bit pattern is a number.
        kind => Parts::Bits(kind, unsafe { value.to_owned()?.into_raw().payload.v_int64 }),
    })
}

/// The address of the object that a value is.
fn address(value: &AnyView<'_>) -> Option<usize> {
    value.as_object().map(|object| object.as_ptr().addr())
}
