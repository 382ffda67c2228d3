//! Algebraic data types: a tag and fields.

use tvmlike::Object;
use tvmlike::prelude::*;

use super::{kept, position};
use crate::text::outward;

/// The number of a constructor, and its arguments.
#[derive(Object)]
#[object(key = "runtime.ADT", pickle)]
pub struct Adt {
    /// The number of the constructor.
    #[field]
    tag: i64,
    /// The arguments of the constructor.
    #[field]
    fields: Array,
}

/// Creates algebraic data from a tag and fields.
#[packed_func("runtime.ADT")]
fn adt(tag: i64, fields: TVMArgs<'_>) -> Result<ObjectPtr<Adt>> {
    let fields = Array::new(kept(fields, 1, "runtime.ADT")?);
    Ok(ObjectPtr::new(Adt { tag, fields }))
}

/// A tuple: data with the tag 0.
#[packed_func("runtime.Tuple")]
fn tuple(fields: TVMArgs<'_>) -> Result<ObjectPtr<Adt>> {
    let fields = Array::new(kept(fields, 0, "runtime.Tuple")?);
    Ok(ObjectPtr::new(Adt { tag: 0, fields }))
}

/// The tag.
#[packed_func("runtime.GetADTTag")]
fn tag(adt: &Adt) -> i64 {
    adt.tag
}

/// The number of fields.
#[packed_func("runtime.GetADTSize")]
fn size(adt: &Adt) -> usize {
    adt.fields.len()
}

/// The field at a position.
#[packed_func("runtime.GetADTFields")]
fn field(adt: &Adt, index: i64) -> Result<Any> {
    let fields = adt.fields.as_slice();
    let position = position(index, fields.len(), "runtime.GetADTFields", "data")?;
    outward(fields[position].view())
}
