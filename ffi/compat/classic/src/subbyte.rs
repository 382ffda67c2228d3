//! Arrays of sub-byte elements that are stored one element per byte.
//!
//! TVM gives an element of one or four bits a whole byte; DLPack's other users pack several into one. A `DLTensor` does
//! not record which, and reading a packed array as unpacked runs past its end. Invariant: only memory that this library
//! allocated unpacked counts as unpacked.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tvmlike_runtime::DataType;

/// The sizes in bytes of the living unpacked arrays, by the address of their first element.
static UNPACKED: LazyLock<Mutex<HashMap<usize, Vec<usize>>>> = LazyLock::new(Mutex::default);

fn unpacked() -> MutexGuard<'static, HashMap<usize, Vec<usize>>> {
    UNPACKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records, until it is dropped, that the elements at an address are unpacked.
pub(crate) struct Unpacked {
    start: usize,
    size: usize,
}

impl Unpacked {
    /// `None` for elements that fill whole bytes: packing makes no difference to them.
    pub(crate) fn new(start: usize, size: usize, dtype: DataType) -> Option<Self> {
        is_subbyte(dtype).then(|| {
            unpacked().entry(start).or_default().push(size);
            Self { start, size }
        })
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        let mut unpacked = unpacked();
        if let Some(sizes) = unpacked.get_mut(&self.start) {
            if let Some(at) = sizes.iter().position(|&size| size == self.size) {
                sizes.swap_remove(at);
            }
            if sizes.is_empty() {
                unpacked.remove(&self.start);
            }
        }
    }
}

/// Whether an element leaves bits of its last byte unused.
pub(crate) fn is_subbyte(dtype: DataType) -> bool {
    !(usize::from(dtype.bits) * usize::from(dtype.lanes)).is_multiple_of(8)
}

/// Whether an unpacked array of at least `size` bytes starts at an address.
pub(crate) fn is_unpacked(start: usize, size: usize) -> bool {
    unpacked()
        .get(&start)
        .is_some_and(|sizes| sizes.iter().any(|&known| known >= size))
}
