//! Values that convert to an address: a pointer, an int, None, a tensor, bytes, an object with an address.
//!
//! Invariant: read-only memory is not passed to code that may write to it, and memory that the CPU cannot access is not
//! passed at all.

use std::ffi::c_void;
use std::sync::OnceLock;

use tvmlike_runtime::abi::TVMLIKE_BYTES_WRITABLE;
use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::signature::TypeRecord;
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, DataType, Error, TypeIndex};

use super::address;
use super::ctype::Scalar;

/// DLPack's code of complex element types.
const COMPLEX: u8 = 5;

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

/// What a pointer leads to, which decides what memory is accepted for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Memory of any kind.
    Untyped,
    Numbers(Scalar),
    /// Complex numbers with parts of this type.
    Complex(Scalar),
    /// Addresses: integers as wide as a pointer.
    Addresses,
    /// Structs of this size and alignment, as bytes.
    Structs(usize, usize),
}

/// The address for a parameter of any pointer type; `None` if the value has no address.
pub(super) fn address(
    value: &AnyView<'_>,
    access: Access,
    target: Target,
) -> Result<Option<*mut c_void>, Mismatch> {
    match value.kind() {
        TypeIndex::NONE => Ok(Some(std::ptr::null_mut())),
        TypeIndex::OPAQUE_PTR => Ok(address::of_pointer(value)),
        TypeIndex::TENSOR | TypeIndex::DLTENSOR_PTR => {
            let tensor = TensorView::from_arg(value)?;
            memory(tensor, access, target).map_err(Mismatch::Failed).map(Some)
        }
        TypeIndex::BYTES | TypeIndex::SMALL_BYTES | TypeIndex::BYTE_ARRAY_PTR => bytes(value, access, target),
        _ => Ok(of_object(value)),
    }
}

/// The address of a front end's object, such as a closure; `None` if it has none.
pub(super) fn of_object(value: &AnyView<'_>) -> Option<*mut c_void> {
    let address_of = ADDRESS_OF.get().filter(|_| value.kind().is_object())?;
    address_of(value)
}

/// The address for a parameter of type `ptr`, which may also be an int.
#[inline]
pub(crate) fn untyped(value: &AnyView<'_>, access: Access) -> Result<*mut c_void, Mismatch> {
    match address(value, access, Target::Untyped)? {
        Some(address) => Ok(address),
        None => of_int(value),
    }
}

/// The address that an int is; refuses all other values.
#[cold]
#[inline(never)]
fn of_int(value: &AnyView<'_>) -> Result<*mut c_void, Mismatch> {
    if value.kind() != TypeIndex::INT {
        return Err(Mismatch::wrong_type(TypeRecord::Pointer, value));
    }
    let number = i64::from_arg(value)?;
    let address = usize::try_from(number).map_err(|_| Mismatch::out_of_range(number, "ptr"))?;
    Ok(std::ptr::with_exposed_provenance_mut(address))
}

fn memory(tensor: TensorView<'_>, access: Access, target: Target) -> Result<*mut c_void, Error> {
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
    let start = tensor.data_ptr();
    let dtype = tensor.dtype();
    let align = match target {
        Target::Untyped => return Ok(start),
        Target::Numbers(item) if item.dtype() == Some(dtype) => item.size(),
        Target::Numbers(item) => {
            let expected = item.dtype().map(|dtype| dtype.to_string()).unwrap_or_default();
            return Err(wrong_elements(&expected, dtype));
        }
        Target::Complex(part) => {
            let expected = DataType::new(COMPLEX, 16 * part.size() as u8, 1);
            if dtype != expected {
                return Err(wrong_elements(&expected.to_string(), dtype));
            }
            part.size()
        }
        Target::Addresses if [DataType::UINT64, DataType::INT64].contains(&dtype) => size_of::<usize>(),
        Target::Addresses => return Err(wrong_elements("uint64, which holds addresses", dtype)),
        Target::Structs(size, align) if dtype == DataType::UINT8 => {
            // Rows are structs, of whose size the front end knows.
            if let [_, row] = *tensor.shape()
                && row != size as i64
            {
                return Err(Error::value_error(format!(
                    "expected structs of {size} bytes, got structs of {row} bytes; for a NumPy dtype: pass align=True"
                )));
            }
            if !tensor.len().is_multiple_of(size) {
                return Err(Error::value_error(format!(
                    "expected a multiple of {size} bytes, the size of the struct, got {}",
                    tensor.len()
                )));
            }
            align
        }
        Target::Structs(..) => return Err(wrong_elements("uint8, the bytes of structs", dtype)),
    };
    if !(start as usize).is_multiple_of(align) {
        return Err(Error::value_error(format!(
            "the tensor's memory at {start:p} is not aligned to {align} bytes; pass a copy"
        )));
    }
    Ok(start)
}

#[cold]
fn wrong_elements(expected: &str, got: DataType) -> Error {
    Error::type_error(format!("expected a tensor of {expected}, got {got}"))
}

/// Whether a value is bytes that the callee may write to.
pub(super) fn is_writable_bytes(value: &AnyView<'_>) -> bool {
    value.kind() == TypeIndex::BYTE_ARRAY_PTR && value.as_raw().small_len == TVMLIKE_BYTES_WRITABLE
}

fn bytes(value: &AnyView<'_>, access: Access, target: Target) -> Result<Option<*mut c_void>, Mismatch> {
    if !matches!(target, Target::Untyped | Target::Numbers(Scalar::U8 | Scalar::I8)) {
        return Ok(None);
    }
    if access == Access::MayWrite && !is_writable_bytes(value) {
        return Err(Mismatch::Failed(Error::type_error(
            "bytes are immutable, but the function may write to them; pass a bytearray or a tensor, or declare the \
             parameter `*const`",
        )));
    }
    // Short bytes are stored in the value itself, which lives for the call.
    Ok(value.as_bytes().map(|bytes| bytes.as_ptr().cast_mut().cast()))
}
