//! Who owns the memory of a returned array.
//!
//! Nothing in the convention says so; what `allocated` is tells. It is that of an argument: the array is the argument or
//! a view of it, and keeps the argument. It is 0xdeadbeef: a global, which the library has. Else the function allocated
//! it, and whoever called frees it. Invariant: an address is freed once, however many results share it, when the last
//! tensor over it is gone; and the library stays as long as any tensor that came out of it.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use tvmlike_runtime::abi::dlpack::{DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor};
use tvmlike_runtime::tensor::{TensorView, version_of};
use tvmlike_runtime::{AnyView, DataType, Device, Error, FromArg, Result, Tensor};

use super::call::Ownership;
use super::results::Context;

/// What keeps a function's code.
pub(super) type Keep = Arc<dyn Send + Sync>;

/// What MLIR writes as `allocated` of a global.
const GLOBAL: u64 = 0xdead_beef;

/// An array among a call's arguments.
pub(super) struct Given<'v> {
    pub(super) value: &'v AnyView<'v>,
    /// What its descriptor had as `allocated`.
    pub(super) allocated: u64,
    /// What the argument is called.
    pub(super) position: usize,
}

/// Memory that `malloc` gave; freed when it is dropped.
struct Allocation(*mut c_void);

// SAFETY: memory can be freed on any thread.
unsafe impl Send for Allocation {}
// SAFETY: nothing is done with it but freeing it, by its one owner.
unsafe impl Sync for Allocation {}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: the function gave it up, by the convention; `Owners` takes an address once.
        unsafe { libc::free(self.0) }
    }
}

/// The owners of the arrays that one call returned.
pub(super) struct Owners<'a, 'v> {
    context: &'a Context<'a, 'v>,
    taken: Vec<(u64, Arc<Allocation>)>,
    /// The descriptors of unranked results.
    descriptors: Vec<(u64, Allocation)>,
}

impl<'a, 'v> Owners<'a, 'v> {
    pub(super) fn new(context: &'a Context<'a, 'v>) -> Self {
        Self {
            context,
            taken: Vec::new(),
            descriptors: Vec::new(),
        }
    }

    /// Takes over an address, if it is one that the caller owns.
    pub(super) fn take(&mut self, allocated: u64) {
        let others = allocated == 0
            || allocated == GLOBAL
            || self.context.ownership == Ownership::Borrowed
            || self
                .context
                .given
                .iter()
                .any(|given| given.allocated == allocated)
            || self.taken.iter().any(|(taken, _)| *taken == allocated);
        if !others {
            let allocation = Arc::new(Allocation(allocated as *mut c_void));
            self.taken.push((allocated, allocation));
        }
    }

    /// Takes over the descriptor of an unranked result, which its caller owns whoever owns the elements.
    pub(super) fn take_descriptor(&mut self, descriptor: u64) {
        let taken = self.descriptors.iter().any(|(taken, _)| *taken == descriptor);
        if self.context.ownership == Ownership::Owned && !taken {
            self.descriptors
                .push((descriptor, Allocation(descriptor as *mut c_void)));
        }
    }

    /// The tensor over memory that belongs to an address.
    pub(super) fn tensor(
        &self,
        allocated: u64,
        data: u64,
        dtype: DataType,
        sizes: &[i64],
        strides: &[i64],
    ) -> Result<Tensor> {
        let mut read_only = allocated == GLOBAL;
        let mut arguments = Vec::new();
        for given in self
            .context
            .given
            .iter()
            .filter(|given| given.allocated == allocated)
        {
            let argument = Tensor::from_arg(given.value).map_err(|_| {
                Error::value_error(format!(
                    "the function returned argument {}, which was lent as a DLTensor* and cannot be kept; pass a \
                     Tensor",
                    given.position + 1
                ))
            })?;
            read_only |= TensorView::is_read_only(argument.view());
            arguments.push(argument);
        }
        let allocation = self.taken.iter().find(|(taken, _)| *taken == allocated);
        let memory = Memory {
            _arguments: arguments,
            _allocation: allocation.map(|(_, allocation)| allocation.clone()),
            _code: self.context.code.clone(),
        };
        tensor_over(data, dtype, sizes, strides, read_only, memory)
    }
}

/// What a tensor's memory belongs to. The code is let go of last.
struct Memory {
    _arguments: Vec<Tensor>,
    _allocation: Option<Arc<Allocation>>,
    _code: Keep,
}

/// A managed tensor with its sizes and strides, and what keeps its memory.
struct Managed<K> {
    managed: DLManagedTensorVersioned,
    dims: Box<[i64]>,
    strides: Box<[i64]>,
    _keeps: K,
}

/// A tensor over memory that somebody keeps.
pub(super) fn tensor_over<K: Send + Sync + 'static>(
    data: u64,
    dtype: DataType,
    sizes: &[i64],
    strides: &[i64],
    read_only: bool,
    keeps: K,
) -> Result<Tensor> {
    let mut managed = Box::new(Managed {
        managed: DLManagedTensorVersioned {
            version: version_of(),
            manager_ctx: ptr::null_mut(),
            deleter: Some(delete::<K>),
            flags: if read_only {
                DLPACK_FLAG_BITMASK_READ_ONLY
            } else {
                0
            },
            dl_tensor: DLTensor {
                data: data as *mut c_void,
                device: Device::CPU.into(),
                ndim: sizes.len() as i32,
                dtype: dtype.into(),
                shape: ptr::null_mut(),
                strides: ptr::null_mut(),
                byte_offset: 0,
            },
        },
        dims: sizes.into(),
        strides: strides.into(),
        _keeps: keeps,
    });
    managed.managed.dl_tensor.shape = managed.dims.as_mut_ptr();
    managed.managed.dl_tensor.strides = managed.strides.as_mut_ptr();
    let managed = Box::into_raw(managed);
    // SAFETY: a valid managed tensor whose deleter takes the box back.
    unsafe {
        (*managed).managed.manager_ctx = managed.cast();
        Tensor::from_dlpack_versioned(&raw mut (*managed).managed)
    }
}

unsafe extern "C" fn delete<K>(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: made by `tensor_over` with this K; the deleter is called once.
    drop(unsafe { Box::from_raw((*managed).manager_ctx.cast::<Managed<K>>()) });
}
