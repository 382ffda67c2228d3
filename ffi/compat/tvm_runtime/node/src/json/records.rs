//! Strings, shapes and tensors as base64 in a node's text.
//!
//! Invariant: a record has exactly the bytes that it announces.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tvmlike::{Error, Result, Shape, Tensor};

use crate::record::{self, Reader};

/// Writes bytes after their count.
pub(super) fn of_bytes(bytes: &[u8]) -> String {
    let mut record = (bytes.len() as u64).to_le_bytes().to_vec();
    record.extend_from_slice(bytes);
    STANDARD.encode(&record)
}

/// Reads the bytes that [`of_bytes`] wrote.
pub(super) fn bytes(text: &str) -> Result<Vec<u8>> {
    let record = decoded(text)?;
    let mut reader = Reader(&record);
    let size = reader.u64()?;
    if size != reader.left() as u64 {
        return Err(Error::value_error(format!(
            "{size} bytes expected, got {}",
            reader.left()
        )));
    }
    Ok(reader.0.to_owned())
}

/// Writes a shape.
pub(super) fn of_shape(shape: &Shape) -> String {
    let mut record = (shape.len() as u64).to_le_bytes().to_vec();
    record.extend(shape.iter().flat_map(|dim| dim.to_le_bytes()));
    STANDARD.encode(&record)
}

/// Reads the shape that [`of_shape`] wrote.
pub(super) fn shape(text: &str) -> Result<Shape> {
    let record = decoded(text)?;
    let mut reader = Reader(&record);
    let dims = reader.u64()?;
    if dims.checked_mul(8) != Some(reader.left() as u64) {
        return Err(Error::value_error(format!(
            "{dims} dimensions expected, got {} bytes",
            reader.left()
        )));
    }
    let dims = (0..dims).map(|_| reader.i64()).collect::<Result<Vec<_>>>()?;
    Ok(Shape::new(&dims))
}

/// Writes a tensor.
pub(super) fn of_tensor(tensor: &Tensor) -> Result<String> {
    let mut bytes = Vec::new();
    record::write_tensor(tensor, &mut bytes)?;
    Ok(STANDARD.encode(&bytes))
}

/// Reads the tensor that [`of_tensor`] wrote.
pub(super) fn tensor(text: &str) -> Result<Tensor> {
    let bytes = decoded(text)?;
    let mut reader = Reader(&bytes);
    let tensor = record::read_tensor(&mut reader)?;
    match reader.left() {
        0 => Ok(tensor),
        left => Err(Error::value_error(format!("{left} bytes follow the tensor"))),
    }
}

/// Decodes base64 with padding. White space is ignored.
fn decoded(text: &str) -> Result<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    STANDARD
        .decode(digits)
        .map_err(|why| Error::value_error(format!("invalid base64: {why}")))
}
