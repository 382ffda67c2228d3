//! Tensors from and to DLPack, in both of its structs.
//!
//! Ownership: importing takes ownership of the managed tensor, also on failure (its deleter has then run). Exporting
//! returns a managed tensor that keeps this one alive until its deleter is called, on any thread.
//!
//! The conversions of the dlpack-rs crate are not used: they drop a keep-alive that is not Send on any thread, export
//! NULL strides, and accept any major version.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use tvmlike_abi::TVMLikeTensorCell;
use tvmlike_abi::dlpack::{
    DLManagedTensor, DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_IS_COPIED, DLPACK_MAJOR_VERSION,
    DLPACK_MINOR_VERSION, DLPackVersion, DLTensor,
};

use super::Tensor;
use crate::error::{Error, ErrorKind, Result, status};
use crate::host;
use crate::object::{ObjectBody, allocate};
use crate::outstanding::Counted;
use crate::type_index::TypeIndex;

/// The maximum rank of a tensor, as in NumPy.
const MAX_NDIM: i32 = 64;

/// The body of tensors that the host creates.
#[repr(C)]
pub(crate) struct TensorBody {
    cell: TVMLikeTensorCell,
    /// Strides that the producer omitted.
    strides: Option<Box<[i64]>>,
    /// Counts for the plugin whose code the deleter is; dropped after it has run.
    _counted: Counted,
}

// SAFETY: no trailing bytes.
unsafe impl ObjectBody for TensorBody {}

impl Drop for TensorBody {
    fn drop(&mut self) {
        if let Some(release) = self.cell.release {
            // SAFETY: called once, with its manager.
            unsafe { release(self.cell.manager) }
        }
    }
}

/// The DLPack version of exported tensors.
pub const fn version_of() -> DLPackVersion {
    DLPackVersion {
        major: DLPACK_MAJOR_VERSION,
        minor: DLPACK_MINOR_VERSION,
    }
}

/// C-contiguous strides, in elements.
pub(super) fn contiguous_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    set_contiguous(&mut strides, shape);
    strides
}

/// Sets strides that are all 1 to the C-contiguous ones of a shape, in elements.
pub(super) fn set_contiguous(strides: &mut [i64], shape: &[i64]) {
    for axis in (1..shape.len()).rev() {
        // A dimension of 0 counts as 1, so that no product overflows unless the element count does.
        strides[axis - 1] = strides[axis] * shape[axis].max(1);
    }
}

/// The number of elements of a shape.
pub(super) fn checked_len(shape: &[i64]) -> Result<usize> {
    if shape.len() > MAX_NDIM as usize {
        return Err(Error::value_error(format!(
            "unsupported rank {}; supported: 0 to {MAX_NDIM}",
            shape.len()
        )));
    }
    // Dimensions of 0 count as 1: strides are computed from the product of the others.
    let mut product = 1_i64;
    for &dim in shape {
        product = if dim < 0 {
            None
        } else {
            product.checked_mul(dim.max(1))
        }
        .ok_or_else(|| {
            Error::value_error(format!(
                "invalid shape {shape:?}: a dimension is negative or too large"
            ))
        })?;
    }
    Ok(if shape.contains(&0) { 0 } else { product as usize })
}

/// The dimensions of a checked tensor.
pub(super) fn dims(tensor: &DLTensor) -> &[i64] {
    if tensor.ndim <= 0 || tensor.shape.is_null() {
        return &[];
    }
    // SAFETY: a checked tensor has `ndim` dimensions at `shape`.
    unsafe { std::slice::from_raw_parts(tensor.shape, tensor.ndim as usize) }
}

/// Checks a tensor from outside.
///
/// # Errors
/// ValueError for an unsupported rank, a missing shape or missing data, an element type of 0 bits or lanes, and
/// dimensions that are negative or too large.
pub fn check(tensor: &DLTensor) -> Result<()> {
    if !(0..=MAX_NDIM).contains(&tensor.ndim) {
        return Err(Error::value_error(format!(
            "DLTensor: unsupported rank {}; supported: 0 to {MAX_NDIM}",
            tensor.ndim
        )));
    }
    if tensor.ndim > 0 && tensor.shape.is_null() {
        return Err(Error::value_error(format!(
            "DLTensor: the shape of rank {} is NULL",
            tensor.ndim
        )));
    }
    let dtype = crate::dtype::DataType::from(tensor.dtype);
    if dtype.bits == 0 || dtype.lanes == 0 {
        return Err(Error::value_error(
            "DLTensor: an element type must have at least 1 bit and 1 lane",
        ));
    }
    let len = checked_len(dims(tensor))?;
    if dtype.bytes_of(len).is_none_or(|size| size > isize::MAX as usize) {
        return Err(Error::value_error(format!(
            "DLTensor: a tensor of shape {:?} and type {dtype} is too large",
            dims(tensor)
        )));
    }
    if len > 0 && tensor.data.is_null() {
        return Err(Error::value_error(format!(
            "DLTensor: the data of shape {:?} is NULL",
            dims(tensor)
        )));
    }
    Ok(())
}

/// The common interface of the two managed structs.
trait Managed: Sized {
    fn tensor(&self) -> &DLTensor;
    fn flags(&self) -> u64;
    fn refusal(&self) -> Option<Error>;
    /// The address of its deleter, or NULL.
    fn deleter(&self) -> *const c_void;
    /// Runs the deleter of the managed tensor at `manager`.
    ///
    /// # Safety
    /// Called once, with a valid managed tensor of this type.
    unsafe extern "C" fn release(manager: *mut c_void);
    /// Makes a managed tensor; the caller fills in the context.
    fn new(tensor: DLTensor, flags: u64, deleter: unsafe extern "C" fn(*mut Self)) -> Self;
    fn context(&self) -> *mut c_void;
    fn set_context(&mut self, context: *mut c_void);
}

macro_rules! managed {
    ($type:ident, |$this:ident| $flags:expr, $refusal:expr, |$make_flags:ident| { $($field:ident: $value:expr),* }) => {
        impl Managed for $type {
            fn tensor(&self) -> &DLTensor {
                &self.dl_tensor
            }

            fn flags(&self) -> u64 {
                let $this = self;
                $flags
            }

            fn refusal(&self) -> Option<Error> {
                let $this = self;
                $refusal
            }

            fn deleter(&self) -> *const c_void {
                self.deleter.map_or(ptr::null(), |deleter| deleter as *const c_void)
            }

            unsafe extern "C" fn release(manager: *mut c_void) {
                let managed = manager.cast::<Self>();
                // SAFETY: a managed tensor is valid until its deleter has been called, which happens once.
                unsafe {
                    if let Some(deleter) = (*managed).deleter {
                        deleter(managed);
                    }
                }
            }

            fn new(dl_tensor: DLTensor, $make_flags: u64, deleter: unsafe extern "C" fn(*mut Self)) -> Self {
                Self { dl_tensor, manager_ctx: ptr::null_mut(), deleter: Some(deleter), $($field: $value),* }
            }

            fn context(&self) -> *mut c_void {
                self.manager_ctx
            }

            fn set_context(&mut self, context: *mut c_void) {
                self.manager_ctx = context;
            }
        }
    };
}

managed!(DLManagedTensor, |_this| 0, None, |_flags| {});
managed!(
    DLManagedTensorVersioned,
    |this| this.flags,
    (this.version.major != DLPACK_MAJOR_VERSION).then(|| {
        Error::new(
            ErrorKind::BUFFER_ERROR,
            format!(
                "unsupported DLPack version {}.{}; supported: {DLPACK_MAJOR_VERSION}.x",
                this.version.major, this.version.minor
            ),
        )
    }),
    |flags| { version: version_of(), flags: flags }
);

/// Makes the host's tensor object from a managed tensor.
///
/// # Safety
/// `from` is NULL or a valid managed tensor that the caller gives up.
unsafe fn import<M: Managed>(from: *mut M) -> Result<Tensor> {
    let Some(managed) = NonNull::new(from) else {
        return Err(Error::value_error("the managed tensor is NULL"));
    };
    // SAFETY: alive until its deleter is called.
    let managed = unsafe { managed.as_ref() };
    // The version first: of another major version, only the deleter may be accessed.
    let checked = managed.refusal().map_or_else(|| check(managed.tensor()), Err);
    if let Err(error) = checked {
        // SAFETY: owned, so it is released here.
        unsafe { M::release(from.cast()) };
        return Err(error);
    }
    let mut dl_tensor = *managed.tensor();
    let mut strides = None;
    if dl_tensor.ndim > 0 && dl_tensor.strides.is_null() {
        let filled = strides.insert(contiguous_strides(dims(&dl_tensor)).into_boxed_slice());
        dl_tensor.strides = filled.as_mut_ptr();
    }
    let cell = TVMLikeTensorCell {
        dl_tensor,
        flags: managed.flags(),
        manager: from.cast(),
        release: Some(M::release),
    };
    let body = TensorBody {
        cell,
        strides,
        _counted: Counted::of_code(managed.deleter(), TypeIndex::TENSOR),
    };
    let object = allocate(TypeIndex::TENSOR, body, 0);
    // SAFETY: the body begins with the DLTensor.
    Ok(unsafe { Tensor::from_owned_object(NonNull::new_unchecked(object.into_raw())) })
}

/// An exported tensor: the managed struct, and the tensor that it keeps alive.
struct Exported<M> {
    managed: M,
    _keeps: Tensor,
}

fn export<M: Managed>(tensor: &Tensor) -> *mut M {
    // An exported tensor is shared, even if it was imported as a copy.
    let flags = tensor.flags() & !DLPACK_FLAG_BITMASK_IS_COPIED;
    let managed = M::new(*tensor.0, flags, delete_exported::<M>);
    let exported = Box::into_raw(Box::new(Exported {
        managed,
        _keeps: tensor.clone(),
    }));
    // SAFETY: the box was just allocated; its deleter finds it through the context.
    unsafe {
        (*exported).managed.set_context(exported.cast());
        &raw mut (*exported).managed
    }
}

/// # Safety
/// As a DLPack deleter: called once, with a managed tensor made by `export`.
unsafe extern "C" fn delete_exported<M: Managed>(managed: *mut M) {
    // SAFETY: made by `export` with this M; the deleter is called once.
    drop(unsafe { Box::from_raw((*managed).context().cast::<Exported<M>>()) });
}

impl Tensor {
    /// Takes ownership of a managed tensor; its deleter runs when the tensor object is freed, or at once on failure.
    ///
    /// # Errors
    /// ValueError for NULL and for an inconsistent DLTensor.
    ///
    /// # Safety
    /// `from` is NULL or a valid managed tensor that the caller gives up.
    pub unsafe fn from_dlpack(from: *mut DLManagedTensor) -> Result<Self> {
        if let Some(table) = host::connected() {
            let mut tensor = ptr::null_mut();
            // SAFETY: the call stores an owned tensor object.
            return status(unsafe { (table.tensor_from_dlpack)(from, &mut tensor) })
                .map(|()| unsafe { Self::from_owned_object(NonNull::new_unchecked(tensor)) });
        }
        // SAFETY: by contract.
        unsafe { import(from) }
    }

    /// As [`Tensor::from_dlpack`], for the versioned struct, which can mark the memory read-only.
    ///
    /// # Errors
    /// As [`Tensor::from_dlpack`], and BufferError for another major version.
    ///
    /// # Safety
    /// As [`Tensor::from_dlpack`].
    pub unsafe fn from_dlpack_versioned(from: *mut DLManagedTensorVersioned) -> Result<Self> {
        if let Some(table) = host::connected() {
            let mut tensor = ptr::null_mut();
            // SAFETY: the call stores an owned tensor object.
            return status(unsafe { (table.tensor_from_dlpack_versioned)(from, &mut tensor) })
                .map(|()| unsafe { Self::from_owned_object(NonNull::new_unchecked(tensor)) });
        }
        // SAFETY: by contract.
        unsafe { import(from) }
    }

    /// A managed tensor that shares the memory; the caller runs its deleter.
    ///
    /// # Errors
    /// BufferError for a read-only tensor, which this struct cannot mark.
    pub fn to_dlpack(&self) -> Result<*mut DLManagedTensor> {
        if self.is_read_only() {
            return Err(Error::new(
                ErrorKind::BUFFER_ERROR,
                "an unversioned DLPack capsule cannot mark a tensor read-only; request a versioned one",
            ));
        }
        Ok(export(self))
    }

    /// As [`Tensor::to_dlpack`], for the versioned struct, which carries the flags.
    pub fn to_dlpack_versioned(&self) -> *mut DLManagedTensorVersioned {
        export(self)
    }
}
