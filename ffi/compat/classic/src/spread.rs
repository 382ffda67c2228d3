//! Arrays whose elements have bytes of their own although they need less.
//!
//! TVM gives an element of one or four bits a whole byte, DLPack's other users pack them. A `DLTensor` does not say which, and its
//! memory is no larger than its maker thought. Invariant: memory is taken for spread only as far as this library made it so.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tvmlike_runtime::DataType;

/// The sizes in bytes of the spread arrays that are there, by the address of their first element.
static SPREAD: LazyLock<Mutex<HashMap<usize, Vec<usize>>>> = LazyLock::new(Mutex::default);

fn spread() -> MutexGuard<'static, HashMap<usize, Vec<usize>>> {
    SPREAD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says, as long as it is there, that the elements behind an address are spread.
pub(crate) struct Spread {
    start: usize,
    size: usize,
}

impl Spread {
    /// `None` for elements that fill their bytes, for which there is no question.
    pub(crate) fn new(start: usize, size: usize, dtype: DataType) -> Option<Self> {
        is_narrow(dtype).then(|| {
            spread().entry(start).or_default().push(size);
            Self { start, size }
        })
    }
}

impl Drop for Spread {
    fn drop(&mut self) {
        let mut spread = spread();
        if let Some(sizes) = spread.get_mut(&self.start) {
            if let Some(at) = sizes.iter().position(|&size| size == self.size) {
                sizes.swap_remove(at);
            }
            if sizes.is_empty() {
                spread.remove(&self.start);
            }
        }
    }
}

/// Whether elements leave bits of their last byte over.
pub(crate) fn is_narrow(dtype: DataType) -> bool {
    !(usize::from(dtype.bits) * usize::from(dtype.lanes)).is_multiple_of(8)
}

/// Whether as many bytes of spread elements lie behind an address.
pub(crate) fn is_spread(start: usize, size: usize) -> bool {
    let spread = spread();
    spread
        .get(&start)
        .is_some_and(|sizes| sizes.iter().any(|&known| known >= size))
}
