//! Packed functions for arrays: allocation and views.
//!
//! Invariant: a view keeps its array alive and stays within the array's memory.

use tvmlike::prelude::*;
use tvmlike_classic::{array_over, must_be_contiguous, size_of_array, size_of_elements};

use tvmlike_node::dtype::TvmDataType;

#[packed_module("runtime")]
mod allocation {
    use std::ffi::c_void;

    use tvmlike::prelude::*;
    use tvmlike_classic::{allocate, must_be_global};
    use tvmlike_node::dtype::TvmDataType;

    /// Allocates a zeroed array in C order. The CPU has one memory scope, `global`.
    #[packed_func("TVMArrayAllocWithScope", overload)]
    fn by_shape(
        shape: Shape,
        dtype: TvmDataType,
        device: Device,
        #[default(None)] mem_scope: Option<&str>,
    ) -> Result<Tensor> {
        let array = allocate(&shape, dtype.0, device)?;
        must_be_global(mem_scope.unwrap_or_default())?;
        Ok(array)
    }

    /// Allocates a zeroed array, as front ends of 0.8 do: from the address of `ndim` dimensions, which the caller keeps valid.
    #[packed_func("TVMArrayAllocWithScope", overload)]
    fn by_address(
        shape: *mut c_void,
        ndim: i32,
        dtype: TvmDataType,
        device: Device,
        #[default(None)] mem_scope: Option<&str>,
    ) -> Result<Tensor> {
        let dims = shape.cast_const().cast::<i64>();
        let count = usize::try_from(ndim)
            .ok()
            .filter(|&count| count == 0 || !dims.is_null());
        let count = count.ok_or_else(|| {
            Error::value_error(format!(
                "runtime.TVMArrayAllocWithScope: expected the address of at least 0 dimensions, got {shape:?} and {ndim}"
            ))
        })?;
        if !dims.is_aligned() {
            return Err(Error::value_error(format!(
                "runtime.TVMArrayAllocWithScope: the address {shape:?} of the shape is not aligned to 8 bytes"
            )));
        }
        let dims = match count {
            0 => &[],
            // SAFETY: not null and aligned; the caller has so many dimensions there, as in TVM.
            count => unsafe { std::slice::from_raw_parts(dims, count) },
        };
        by_shape(Shape::new(dims), dtype, device, mem_scope)
    }
}

/// Makes a view of an array's memory with another shape, element type and offset. The element type defaults to the array's.
#[packed_func("runtime.TVMArrayCreateView")]
fn create_view(
    array: Tensor,
    shape: Shape,
    #[default(None)] dtype: Option<TvmDataType>,
    #[default(0)] relative_byte_offset: i64,
) -> Result<Tensor> {
    let header = array.as_object();
    must_be_contiguous(header, "creating a view")?;
    let dtype = dtype.map_or(array.dtype(), |dtype| dtype.0);
    let size = size_of_elements(&shape, dtype)?;
    let whole = size_of_array(header)?;
    let refused = || out_of_bounds(&array, &shape, dtype, size, relative_byte_offset, whole);
    let offset = u64::try_from(relative_byte_offset).map_err(|_| refused())?;
    let end = offset.checked_add(size as u64);
    if end.is_none_or(|end| end > whole as u64) {
        return Err(refused());
    }
    // The end was checked, so the sum does not overflow.
    let begin = header.byte_offset + offset;
    let (data, device, flags) = (header.data, array.device(), array.flags());
    // SAFETY: the view's elements are within the array's, which the view keeps alive.
    unsafe { array_over(data, begin, &shape, dtype, device, flags, array) }
}

/// The error of a view that exceeds the array.
#[cold]
fn out_of_bounds(
    array: &Tensor,
    shape: &[i64],
    dtype: DataType,
    size: usize,
    offset: i64,
    whole: usize,
) -> Error {
    let end = i128::from(offset) + size as i128;
    Error::value_error(format!(
        "View with shape {shape:?} and datatype {dtype} would have a size of {size} bytes. This would occupy bytes \
         {offset} <= i_byte < {end} within the backing array. However, the NDArray being viewed only contains {whole} \
         bytes (shape = {:?}, dtype = {}).",
        array.shape(),
        array.dtype()
    ))
}
