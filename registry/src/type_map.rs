//! A map from type indices to values.
//!
//! Reading takes no lock: a garbage collector reads while its program stands still. Invariant: the value of an index never
//! changes and is never freed.

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

    /// The value of an index.
    pub(crate) fn get(&self, index: TypeIndex) -> Option<&'static T> {
        let position = usize::try_from(index.0).ok()?;
        let place = &self.chunks.get(position / CHUNK)?.get()?[position % CHUNK];
        // Acquire: pairs with the release in `put`, so that the value is complete.
        let present = place.load(Ordering::Acquire);
        // SAFETY: NULL, or a box that `put` leaked.
        unsafe { present.as_ref() }
    }

    /// Inserts the value of an index of the type table. If there is one, it stays and is returned as the error.
    pub(crate) fn put(&self, index: TypeIndex, value: T) -> Result<(), &'static T> {
        let position = usize::try_from(index.0).expect("indices of the type table are not negative");
        let chunk = self.chunks[position / CHUNK]
            .get_or_init(|| Box::new([const { AtomicPtr::new(ptr::null_mut()) }; CHUNK]));
        let value = Box::into_raw(Box::new(value));
        // Release on success, acquire on failure: a thread that reads a pointer reads the whole value behind it.
        let placed = chunk[position % CHUNK].compare_exchange(
            ptr::null_mut(),
            value,
            Ordering::Release,
            Ordering::Acquire,
        );
        match placed {
            Ok(_) => Ok(()),
            Err(present) => {
                // SAFETY: boxed above; no other thread has the pointer.
                drop(unsafe { Box::from_raw(value) });
                // SAFETY: not NULL, hence a box that an earlier call leaked.
                Err(unsafe { &*present })
            }
        }
    }
}
