//! Values that convert to an address: a pointer, None, a tensor, bytes, an object with an address.
//!
//! Invariant: read-only memory is not passed to code that may write to it, and memory that the CPU cannot access is not
//! passed at all.

use std::ffi::c_void;
use std::sync::OnceLock;

use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::signature::TypeRecord;
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, Error, TypeIndex};

use super::ctype::Scalar;

/// Returns the address of an object, if it has one.
pub type AddressOf = fn(&AnyView<'_>) -> Option<*mut c_void>;

static ADDRESS_OF: OnceLock<AddressOf> = OnceLock::new();

/// Registers the conversion of front ends' objects, such as closures, to addresses. Only the first registration counts.
pub fn addresses_by(address_of: AddressOf) {
    // One library per process registers such types.
    let _ = ADDRESS_OF.set(address_of);
}

/// How the callee accesses the memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Reads,
    MayWrite,
}

/// The address for a parameter of any pointer type; `None` if the value has no address.
pub(super) fn address(
    value: &AnyView<'_>,
    access: Access,
    item: Option<Scalar>,
) -> Result<Option<*mut c_void>, Mismatch> {
    match value.kind() {
        TypeIndex::NONE => Ok(Some(std::ptr::null_mut())),
        // SAFETY: the type index says that the payload is a pointer.
        TypeIndex::OPAQUE_PTR => Ok(Some(unsafe { value.as_raw().payload.v_ptr })),
        TypeIndex::TENSOR | TypeIndex::DLTENSOR_PTR => {
            let tensor = TensorView::from_arg(value)?;
            memory(tensor, access, item).map_err(Mismatch::Failed).map(Some)
        }
        TypeIndex::BYTES | TypeIndex::SMALL_BYTES | TypeIndex::BYTE_ARRAY_PTR => bytes(value, access, item),
        kind if kind.is_object() => Ok(ADDRESS_OF.get().and_then(|address_of| address_of(value))),
        _ => Ok(None),
    }
}

/// The address for a parameter of type `ptr`.
pub(crate) fn untyped(value: &AnyView<'_>, access: Access) -> Result<*mut c_void, Mismatch> {
    match address(value, access, None)? {
        Some(address) => Ok(address),
        None => Err(Mismatch::wrong_type(TypeRecord::Pointer, value)),
    }
}

fn memory(tensor: TensorView<'_>, access: Access, item: Option<Scalar>) -> Result<*mut c_void, Error> {
    if access == Access::MayWrite && tensor.is_read_only() {
        return Err(Error::value_error(
            "the tensor is read-only, but the function may write to it; keep a copy and pass that, or declare the parameter `*const`",
        ));
    }
    if !tensor.device().is_host_accessible() {
        return Err(Error::value_error(format!(
            "expected a tensor in the CPU's memory, got one on {}; copy it to the CPU first",
            tensor.device()
        )));
    }
    if !tensor.is_contiguous() {
        return Err(Error::value_error(format!(
            "expected elements in C order without gaps, got shape {:?} with strides {:?}; \
             pass a copy (np.ascontiguousarray)",
            tensor.shape(),
            tensor.strides()
        )));
    }
    let Some(item) = item else {
        return Ok(tensor.data_ptr());
    };
    if let Some(dtype) = item.dtype()
        && tensor.dtype() != dtype
    {
        return Err(Error::type_error(format!(
            "expected a tensor of {dtype}, got {}",
            tensor.dtype()
        )));
    }
    let start = tensor.data_ptr();
    if !(start as usize).is_multiple_of(item.size()) {
        return Err(Error::value_error(format!(
            "the tensor's memory at {start:p} is not aligned for {item}; pass a copy"
        )));
    }
    Ok(start)
}

fn bytes(value: &AnyView<'_>, access: Access, item: Option<Scalar>) -> Result<Option<*mut c_void>, Mismatch> {
    if !matches!(item, None | Some(Scalar::U8 | Scalar::I8)) {
        return Ok(None);
    }
    if access == Access::MayWrite {
        return Err(Mismatch::Failed(Error::type_error(
            "bytes are immutable, but the function may write to them; pass a tensor, or declare the parameter `*const`",
        )));
    }
    // Short bytes are stored in the value itself, which lives for the call.
    Ok(value.as_bytes().map(|bytes| bytes.as_ptr().cast_mut().cast()))
}
