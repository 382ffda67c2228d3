//! Who owns the memory of a returned array.
//!
//! Nothing in the convention says so; what `allocated` is tells. It is that of an argument: the array is the argument or
//! a view of it, and keeps the argument. It is 0xdeadbeef: a global, which the library has. Else the function allocated
//! it, and whoever called frees it. Invariant: an address is freed once, however many results share it, when the last
//! tensor over it is gone; and the library stays as long as any tensor that came out of it.

use std::ffi::c_void;
use std::sync::Arc;

use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, DataType, Error, FromArg, Result, Tensor};

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
        let data = data as *mut c_void;
        // SAFETY: the function returned a descriptor that says so, whose sizes and strides are as many; what owns its memory
        // is what `memory` keeps.
        unsafe { Tensor::from_memory(data, sizes, strides, dtype, read_only, memory) }
    }
}

/// What a tensor's memory belongs to. The code is let go of last.
struct Memory {
    _arguments: Vec<Tensor>,
    _allocation: Option<Arc<Allocation>>,
    _code: Keep,
}
