//! What stands in a node's text: strings, shapes and tensors as bytes.
//!
//! Invariant: as many bytes are read as were announced, and there are no others.

use tvmlike::{Error, Result, Shape, Tensor};

use super::base64;
use crate::record::{self, Reader};

/// Bytes with their number in front, as text.
pub(super) fn of_bytes(bytes: &[u8]) -> String {
    let mut record = (bytes.len() as u64).to_le_bytes().to_vec();
    record.extend_from_slice(bytes);
    base64::encode(&record)
}

/// The bytes that [`of_bytes`] wrote.
pub(super) fn bytes(text: &str) -> Result<Vec<u8>> {
    let record = decoded(text)?;
    let mut reader = Reader(&record);
    let size = reader.u64()?;
    if size != reader.left() as u64 {
        return Err(Error::value_error(format!(
            "{size} bytes were announced, and there are {}",
            reader.left()
        )));
    }
    Ok(reader.0.to_owned())
}

/// A shape as text.
pub(super) fn of_shape(shape: &Shape) -> String {
    let mut record = (shape.len() as u64).to_le_bytes().to_vec();
    record.extend(shape.iter().flat_map(|dim| dim.to_le_bytes()));
    base64::encode(&record)
}

/// The shape that [`of_shape`] wrote.
pub(super) fn shape(text: &str) -> Result<Shape> {
    let record = decoded(text)?;
    let mut reader = Reader(&record);
    let dims = reader.u64()?;
    if dims.checked_mul(8) != Some(reader.left() as u64) {
        return Err(Error::value_error(format!(
            "{dims} dimensions were announced, and there are {} bytes",
            reader.left()
        )));
    }
    let dims = (0..dims).map(|_| reader.i64()).collect::<Result<Vec<_>>>()?;
    Ok(Shape::new(&dims))
}

/// A tensor as text.
pub(super) fn of_tensor(tensor: &Tensor) -> Result<String> {
    let mut bytes = Vec::new();
    record::write_tensor(tensor, &mut bytes)?;
    Ok(base64::encode(&bytes))
}

/// The tensor that [`of_tensor`] wrote.
pub(super) fn tensor(text: &str) -> Result<Tensor> {
    let bytes = decoded(text)?;
    let mut reader = Reader(&bytes);
    let tensor = record::read_tensor(&mut reader)?;
    match reader.left() {
        0 => Ok(tensor),
        left => Err(Error::value_error(format!(
            "{left} bytes are behind the tensor's"
        ))),
    }
}

fn decoded(text: &str) -> Result<Vec<u8>> {
    base64::decode(text).ok_or_else(|| Error::value_error("its bytes are not base64"))
}
