//! Tensors that must not be written to, once they have gone out as arrays.
//!
//! An array's handle is a `DLTensor*`, and so is what a function only borrows: by the pointer nobody can tell whether flags stand
//! behind it. So a tensor that is read-only is noted when it goes out. Invariant: the memory of a noted object stays (a weak reference
//! is held), so that no other array gets its address.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use tvmlike_runtime::abi::TVMLikeObject;
use tvmlike_runtime::abi::dlpack::DLTensor;
use tvmlike_runtime::{AnyView, Error, FromArg, Result, Tensor, object};

use crate::read::tensor_of_array;

/// Notes up to this many tensors before looking which of them are gone.
const FEW: usize = 64;

/// The objects of read-only tensors.
struct Noted {
    tensors: HashSet<usize>,
    /// From this many on, those that are gone are let go.
    many: usize,
}

static NOTED: LazyLock<Mutex<Noted>> = LazyLock::new(|| {
    Mutex::new(Noted {
        tensors: HashSet::new(),
        many: FEW,
    })
});

/// Whether there ever was one: copies into other arrays take no lock before.
static ANY: AtomicBool = AtomicBool::new(false);

/// Notes a tensor that goes out, where it is read-only.
#[inline]
pub(crate) fn note(value: &AnyView<'_>) {
    if let Ok(tensor) = <&Tensor>::from_arg(value)
        && tensor.is_read_only()
    {
        insert(tensor.as_object().as_raw());
    }
}

#[cold]
fn insert(tensor: *mut TVMLikeObject) {
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut gone = Vec::new();
    // Relaxed: whoever got the tensor from here has seen it.
    ANY.store(true, Ordering::Relaxed);
    if noted.tensors.insert(tensor as usize) {
        // SAFETY: alive while it is lent.
        unsafe { object::retain_weak(tensor) };
        if noted.tensors.len() >= noted.many {
            noted.tensors.retain(|&tensor| {
                let tensor = tensor as *mut TVMLikeObject;
                // SAFETY: its memory is there, since a weak reference is held.
                let stays = unsafe { object::strong_count(tensor) } > 0;
                if !stays {
                    gone.push(tensor);
                }
                stays
            });
            noted.many = FEW.max(2 * noted.tensors.len());
        }
    }
    drop(noted);
    for tensor in gone {
        // SAFETY: the reference that was held; nobody finds the object here any more.
        unsafe { object::release_weak(tensor) }
    }
}

/// Fails for an array that must not be written to.
///
/// # Errors
/// ValueError.
pub(crate) fn must_be_writable(array: *const DLTensor, what: &str) -> Result<()> {
    if !ANY.load(Ordering::Relaxed) {
        return Ok(());
    }
    let noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if noted
        .tensors
        .contains(&(tensor_of_array(array.cast_mut()) as usize))
    {
        return Err(Error::value_error(format!(
            "{what}: the array is read-only; write to a copy"
        )));
    }
    Ok(())
}
