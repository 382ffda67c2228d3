//! Tensors as bytes, in TVM's format for JSON and parameter files.
//!
//! Numbers are little-endian. Invariant: no allocation exceeds the size of the input.

use tvmlike::{DataType, Device, Error, Result, Tensor};
use tvmlike_classic::{allocate, size_of_elements};

use crate::tensor;

/// The first eight bytes of a tensor.
const TENSOR_MAGIC: u64 = 0xDD5E_40F0_96B4_A13F;

/// Appends a tensor.
///
/// # Errors
/// As [`tensor::elements`].
pub(crate) fn write_tensor(tensor: &Tensor, record: &mut Vec<u8>) -> Result<()> {
    let shape = tensor.shape();
    // TVM's bool is a one-bit integer in a byte; tvmlike's type code of bool means another type in TVM.
    let dtype = match tensor.dtype() {
        DataType::BOOL => DataType::new(1, 1, 1),
        other => other,
    };
    let elements = tensor::elements(tensor)?;
    record.reserve(64 + 8 * shape.len() + elements.len());
    record.extend(TENSOR_MAGIC.to_le_bytes());
    record.extend(0_u64.to_le_bytes());
    record.extend(Device::CPU.device_type.to_le_bytes());
    record.extend(0_i32.to_le_bytes());
    record.extend(i32::try_from(shape.len())?.to_le_bytes());
    record.extend([dtype.code, dtype.bits]);
    record.extend(dtype.lanes.to_le_bytes());
    record.extend(shape.iter().flat_map(|dim| dim.to_le_bytes()));
    record.extend((elements.len() as u64).to_le_bytes());
    record.extend(elements);
    Ok(())
}

/// Reads a tensor that [`write_tensor`] wrote.
///
/// # Errors
/// ValueError for invalid or truncated bytes, and for a tensor on another device than the CPU.
pub(crate) fn read_tensor(reader: &mut Reader<'_>) -> Result<Tensor> {
    if reader.u64()? != TENSOR_MAGIC {
        return Err(Error::value_error("bad tensor magic number"));
    }
    reader.take(8)?;
    if reader.u32()? != Device::CPU.device_type {
        return Err(Error::value_error(
            "the tensor was saved on a device other than the CPU",
        ));
    }
    reader.u32()?;
    let ndim = reader.u32()? as usize;
    let [code, bits, low, high] = reader.array()?;
    let dtype = DataType::new(code, bits, u16::from_le_bytes([low, high]));
    if ndim > reader.left() / 8 {
        return Err(Error::value_error(format!(
            "a tensor of {ndim} dimensions is cut short"
        )));
    }
    let shape = (0..ndim).map(|_| reader.i64()).collect::<Result<Vec<_>>>()?;
    let announced = reader.u64()?;
    let size = size_of_elements(&shape, dtype)?;
    if announced != size as u64 || reader.left() < size {
        return Err(Error::value_error(format!(
            "a tensor of {dtype} of shape {shape:?} has {size} bytes; the record announces {announced} and contains {}",
            reader.left()
        )));
    }
    let elements = reader.take(size)?;
    let tensor = allocate(&shape, dtype, Device::CPU)?;
    // SAFETY: the tensor was just allocated with `size` bytes, and this is the only reference.
    unsafe {
        tensor
            .data_ptr()
            .cast::<u8>()
            .copy_from_nonoverlapping(elements.as_ptr(), size);
    }
    Ok(tensor)
}

/// The bytes that are left to read.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// The number of bytes left.
    pub(crate) fn left(&self) -> usize {
        self.0.len()
    }

    /// The next bytes.
    ///
    /// # Errors
    /// ValueError if fewer than `count` bytes are left.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| {
            Error::value_error(format!("{count} more bytes expected, got {}", self.0.len()))
        })?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// An unsigned number.
    ///
    /// # Errors
    /// ValueError if fewer than 8 bytes are left.
    pub(crate) fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A signed number.
    ///
    /// # Errors
    /// ValueError if fewer than 8 bytes are left.
    pub(crate) fn i64(&mut self) -> Result<i64> {
        self.array().map(i64::from_le_bytes)
    }
}
