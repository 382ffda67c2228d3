//! Rust types that are tensor elements.

use crate::dtype::DataType;

/// A Rust type with the memory layout of a tensor element.
///
/// ```
/// use tvmlike_runtime::tensor::Element;
/// use tvmlike_runtime::{DataType, Result, Tensor};
///
/// fn total<T: Element + std::iter::Sum>(tensor: &Tensor) -> Result<T> {
///     Ok(tensor.view().elements::<T>()?.sum())
/// }
///
/// let tensor = Tensor::from_vec(vec![1_i32, 2, 3], &[3])?;
/// assert_eq!(i32::DTYPE, DataType::INT32);
/// assert_eq!(total::<i32>(&tensor)?, 6);
/// assert!(total::<f32>(&tensor).is_err());
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
///
/// # Safety
/// Every bit pattern of `size_of::<Self>()` bytes is a valid value, and `DTYPE` has that size.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor element type",
    note = "elements are i8 to i64, u8 to u64, f32 and f64; bool tensors are read as u8"
)]
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// The element type.
    const DTYPE: DataType;
}

macro_rules! elements {
    ($($type:ty = $dtype:ident),*) => {$(
        // SAFETY: a plain number of that size.
        unsafe impl Element for $type {
            const DTYPE: DataType = DataType::$dtype;
        }
    )*};
}

elements!(
    i8 = INT8,
    i16 = INT16,
    i32 = INT32,
    i64 = INT64,
    f32 = FLOAT32,
    f64 = FLOAT64
);
elements!(u8 = UINT8, u16 = UINT16, u32 = UINT32, u64 = UINT64);
