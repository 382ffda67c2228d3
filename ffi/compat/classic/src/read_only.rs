//! Read-only tensors that front ends hold as arrays.
//!
//! An array's handle is a `DLTensor*`, which has no flags, and so is a `DLTensor` that the caller describes. Read-only tensors are
//! therefore recorded by address when they are passed to a front end. Invariant: a recorded object's memory is not reused, because
//! a weak reference is held.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use tvmlike_runtime::abi::TVMLikeObject;
use tvmlike_runtime::abi::dlpack::DLTensor;
use tvmlike_runtime::{AnyView, Error, FromArg, Result, Tensor, object};

use crate::from_classic::tensor_of_array;

/// The number of recorded tensors from which dead ones are removed.
const FIRST_SWEEP: usize = 64;

/// The objects of read-only tensors.
struct Recorded {
    tensors: HashSet<usize>,
    /// The number of tensors at which dead ones are removed.
    next_sweep: usize,
}

static RECORDED: LazyLock<Mutex<Recorded>> = LazyLock::new(|| {
    Mutex::new(Recorded {
        tensors: HashSet::new(),
        next_sweep: FIRST_SWEEP,
    })
});

/// Whether a tensor was ever recorded: until then, copies take no lock.
static ANY: AtomicBool = AtomicBool::new(false);

/// Records a tensor that is passed to a front end, if it is read-only.
#[inline]
pub(crate) fn record(value: &AnyView<'_>) {
    if let Ok(tensor) = <&Tensor>::from_arg(value)
        && tensor.is_read_only()
    {
        insert(tensor.as_object().as_raw());
    }
}

#[cold]
fn insert(tensor: *mut TVMLikeObject) {
    let mut recorded = RECORDED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut dead = Vec::new();
    // Relaxed: a front end receives the tensor after this store.
    ANY.store(true, Ordering::Relaxed);
    if recorded.tensors.insert(tensor as usize) {
        // SAFETY: alive while it is borrowed.
        unsafe { object::retain_weak(tensor) };
        if recorded.tensors.len() >= recorded.next_sweep {
            recorded.tensors.retain(|&tensor| {
                let tensor = tensor as *mut TVMLikeObject;
                // SAFETY: the weak reference keeps its memory.
                let alive = unsafe { object::strong_count(tensor) } > 0;
                if !alive {
                    dead.push(tensor);
                }
                alive
            });
            recorded.next_sweep = FIRST_SWEEP.max(2 * recorded.tensors.len());
        }
    }
    drop(recorded);
    for tensor in dead {
        // SAFETY: releases the weak reference that was held; the object is no longer in the set.
        unsafe { object::release_weak(tensor) }
    }
}

/// Fails for a recorded array. `what` is the operation.
///
/// # Errors
/// ValueError for a read-only array.
pub(crate) fn must_be_writable(array: *const DLTensor, what: &str) -> Result<()> {
    if !ANY.load(Ordering::Relaxed) {
        return Ok(());
    }
    let recorded = RECORDED.lock().unwrap_or_else(PoisonError::into_inner);
    if recorded
        .tensors
        .contains(&(tensor_of_array(array.cast_mut()) as usize))
    {
        return Err(Error::value_error(format!(
            "{what}: the array is read-only; write to a copy"
        )));
    }
    Ok(())
}
