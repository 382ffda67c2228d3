//! Something for each type, by the type's index.
//!
//! Reading takes no lock: a garbage collector asks while its own program stands still. Invariant: what was put in under
//! an index stays as it is, for ever.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use once_cell::race::OnceBox;
use tvmlike_runtime::TypeIndex;

const CHUNK: usize = 1024;
const CHUNKS: usize = 64;

pub(crate) struct TypeMap<T: 'static> {
    chunks: [OnceBox<[AtomicPtr<T>; CHUNK]>; CHUNKS],
}

impl<T: Send + Sync + 'static> TypeMap<T> {
    pub(crate) const fn new() -> Self {
        Self {
            chunks: [const { OnceBox::new() }; CHUNKS],
        }
    }

    /// What stands under an index.
    pub(crate) fn get(&self, index: TypeIndex) -> Option<&'static T> {
        let position = usize::try_from(index.0).ok()?;
        let place = &self.chunks.get(position / CHUNK)?.get()?[position % CHUNK];
        // Acquire: pairs with the release in `put`, so that what stands there is seen whole.
        let present = place.load(Ordering::Acquire);
        // SAFETY: NULL, or a box that `put` leaked.
        unsafe { present.as_ref() }
    }

    /// Puts a value under an index of the type table; gives back what is there already.
    pub(crate) fn put(&self, index: TypeIndex, value: T) -> Result<(), &'static T> {
        let position = usize::try_from(index.0).expect("indices of the type table are not negative");
        let chunk = self.chunks[position / CHUNK]
            .get_or_init(|| Box::new([const { AtomicPtr::new(ptr::null_mut()) }; CHUNK]));
        let value = Box::into_raw(Box::new(value));
        // Release on success: the value is whole before it is seen. Acquire on failure: the present one is seen whole.
        let placed = chunk[position % CHUNK].compare_exchange(
            ptr::null_mut(),
            value,
            Ordering::Release,
            Ordering::Acquire,
        );
        match placed {
            Ok(_) => Ok(()),
            Err(present) => {
                // SAFETY: boxed above, and nobody else has seen it.
                drop(unsafe { Box::from_raw(value) });
                // SAFETY: not NULL, hence a box that an earlier call leaked.
                Err(unsafe { &*present })
            }
        }
    }
}
