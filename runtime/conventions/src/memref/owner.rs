//! The owner of a returned array's memory.
//!
//! The convention does not specify it, but the `allocated` pointer implies it. If it is that of an argument, the array is the
//! argument or a view of it, and keeps the argument alive. If it is 0xdeadbeef, the array is a global of the library.
//! Otherwise the function has allocated the memory, and the caller frees it. Invariant: an address is freed once, even if
//! several results share it, when the last tensor over it is dropped; every returned tensor keeps the library mapped. A view of
//! an argument is within the argument's memory.

use std::ffi::c_void;
use std::sync::Arc;

use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{AnyView, Error, FromArg, Result, Tensor};

use super::arguments;
use super::convention::Ownership;
use super::descriptor::Descriptor;

/// Keeps a function's code mapped.
pub(super) type Keep = Arc<dyn Send + Sync>;

/// MLIR's `allocated` pointer of a global.
const GLOBAL: u64 = 0xdead_beef;

/// An array among a call's arguments.
pub(super) struct PassedArray<'v> {
    pub(super) value: &'v AnyView<'v>,
    /// The `allocated` pointer of its descriptor.
    pub(super) allocated: u64,
    /// The argument's position, from 0.
    pub(super) position: usize,
}

/// The context of a call for its results.
pub(super) struct Context<'a, 'v> {
    /// The function's name in errors.
    pub(super) name: &'a str,
    /// The arrays among the arguments, with the `allocated` pointers of their descriptors.
    pub(super) passed: &'a [PassedArray<'v>],
    pub(super) ownership: Ownership,
    /// Frees owned arrays.
    pub(super) free: Free,
    /// Keeps the code and its data mapped.
    pub(super) code: &'a Keep,
}

/// The function that frees the memory of results.
pub(super) type Free = unsafe extern "C" fn(*mut c_void);

/// Memory that a function has allocated, freed when it is dropped.
struct Allocation(*mut c_void, Free);

// SAFETY: memory can be freed on any thread.
unsafe impl Send for Allocation {}
// SAFETY: the only operation is freeing it, by its owner.
unsafe impl Sync for Allocation {}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: by the convention the function has transferred it to the caller; `Owners` takes each address once.
        unsafe { (self.1)(self.0) }
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

    /// Takes ownership of an address, if the caller owns it.
    pub(super) fn take(&mut self, allocated: u64) {
        let others = allocated == 0
            || allocated == GLOBAL
            || self.context.ownership == Ownership::Borrowed
            || self
                .context
                .passed
                .iter()
                .any(|passed| passed.allocated == allocated)
            || self.taken.iter().any(|(taken, _)| *taken == allocated);
        if !others {
            let allocation = Arc::new(Allocation(allocated as *mut c_void, self.context.free));
            self.taken.push((allocated, allocation));
        }
    }

    /// Takes ownership of the descriptor of an unranked result, which the caller owns independently of the elements.
    pub(super) fn take_descriptor(&mut self, descriptor: u64) {
        let taken = self.descriptors.iter().any(|(taken, _)| *taken == descriptor);
        if self.context.ownership == Ownership::Owned && !taken {
            self.descriptors
                // MLIR allocates descriptors by `malloc`, also where arrays have another allocator.
                .push((descriptor, Allocation(descriptor as *mut c_void, libc::free)));
        }
    }

    /// The tensor over a returned array, whose first element is at `data` if it has elements.
    pub(super) fn tensor(&self, array: &Descriptor, data: u64) -> Result<Tensor> {
        let allocated = array.allocated;
        let mut read_only = allocated == GLOBAL;
        let mut arguments = Vec::new();
        for passed in self
            .context
            .passed
            .iter()
            .filter(|passed| passed.allocated == allocated)
        {
            let argument = Tensor::from_arg(passed.value).map_err(|_| {
                Error::value_error(format!(
                    "returned argument {}, which was passed as a DLTensor* and cannot be kept; pass a Tensor",
                    passed.position + 1
                ))
            })?;
            read_only |= TensorView::is_read_only(argument.view());
            arguments.push(argument);
        }
        self.check_view(array, data, &arguments)?;
        let allocation = self.taken.iter().find(|(taken, _)| *taken == allocated);
        let memory = Memory {
            _arguments: arguments,
            _allocation: allocation.map(|(_, allocation)| allocation.clone()),
            _code: self.context.code.clone(),
        };
        let (data, dtype) = (data as *mut c_void, array.ty.element().dtype());
        // SAFETY: the function returned a descriptor for this memory, with as many sizes as strides; `memory` keeps the owner
        // alive.
        unsafe { Tensor::from_memory(data, &array.sizes, &array.strides, dtype, read_only, memory) }
    }

    /// Fails for a view of arguments that none of them contains.
    fn check_view(&self, array: &Descriptor, data: u64, arguments: &[Tensor]) -> Result<()> {
        if data == 0 || arguments.is_empty() {
            return Ok(());
        }
        let stretch = array.stretch(data);
        if arguments
            .iter()
            .any(|argument| arguments::contains(argument.view(), &stretch))
        {
            return Ok(());
        }
        let position = self
            .context
            .passed
            .iter()
            .find(|passed| passed.allocated == array.allocated)
            .map_or(0, |passed| passed.position);
        Err(Error::value_error(format!(
            "returned a {} with sizes {:?}, strides {:?} and offset {}: a view of argument {} that reaches beyond its memory",
            array.ty,
            array.sizes,
            array.strides,
            array.offset,
            position + 1
        )))
    }
}

/// The owners of a tensor's memory. The code is dropped last.
struct Memory {
    _arguments: Vec<Tensor>,
    _allocation: Option<Arc<Allocation>>,
    _code: Keep,
}
