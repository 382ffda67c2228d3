//! The memory of operations: one range of words per context, reserved at once and backed by pages as it is used.
//!
//! An id is an index of a word. Reserving addresses for all 2^32 of them costs microseconds and no memory, so that
//! resolving an id is one addition, records never move, and growing copies nothing. Where a process must not reserve so
//! much (`ulimit -v`, strict overcommit), the context gets a smaller range.
//!
//! Invariants: every word is read and written as a relaxed atomic, so racing accesses are defined; every index is masked
//! to the range, so any number is a valid index. What a wrong index reads is wrong, but it is memory of this context.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use foldhash::fast::FixedState;
use memmap2::{MmapMut, MmapOptions};

/// Words that an arena takes at once: 8 KB.
pub(crate) const CHUNK: u32 = 2048;

/// How far before a record that is read the memory is loaded into the cache: about 90 operations. Operations that were made
/// one after the other are neighbours, but the processor follows such a row only to the end of its page of 4 KB. Visiting
/// an operation of a million takes 5.1 ns without this, 3.7 with 512 words and 2.9 with 2048; of those of ten thousand, which
/// stay in the cache, 2.5 in each case.
const AHEAD: u32 = 2048;

/// The range for all ids, and the smallest that is still of use, in words.
const LARGEST: u64 = 1 << 32;
const SMALLEST: u64 = 1 << 20;

/// A reserved range of words.
pub(crate) struct Space {
    words: *const AtomicU32,
    mask: u32,
    /// The first word that no arena has taken.
    taken: AtomicU64,
    free_lists: FreeLists,
    /// Owns the range.
    _map: MmapMut,
}

// SAFETY: the range is accessed through atomics only, and lives as long as the space.
unsafe impl Send for Space {}
// SAFETY: as above.
unsafe impl Sync for Space {}

impl Space {
    /// Reserves the range for all ids. Where the system does not grant it, an eighth of what it grants, so that other
    /// contexts and the rest of the process have addresses as well.
    pub(crate) fn new() -> io::Result<Self> {
        let mut words = LARGEST;
        loop {
            match Self::reserve(words) {
                Ok(map) if words == LARGEST => return Ok(Self::over(map, words)),
                Ok(map) => {
                    drop(map);
                    words = (words / 8).max(SMALLEST);
                    return Ok(Self::over(Self::reserve(words)?, words));
                }
                Err(error) if words == SMALLEST => return Err(error),
                Err(_) => words /= 2,
            }
        }
    }

    fn reserve(words: u64) -> io::Result<MmapMut> {
        let bytes = usize::try_from(words * 4).unwrap_or(usize::MAX);
        MmapOptions::new().len(bytes).no_reserve_swap().map_anon()
    }

    fn over(mut map: MmapMut, words: u64) -> Self {
        Self {
            words: map.as_mut_ptr().cast::<AtomicU32>().cast_const(),
            mask: u32::try_from(words - 1).unwrap_or(u32::MAX),
            // Word 0 is no id.
            taken: AtomicU64::new(u64::from(CHUNK)),
            free_lists: FreeLists::new(),
            _map: map,
        }
    }

    #[inline(always)]
    fn word(&self, index: u32) -> &AtomicU32 {
        // SAFETY: the range has mask + 1 words, is aligned to a page and lives as long as self; a word that was never
        // written is zero.
        unsafe { &*self.words.add((index & self.mask) as usize) }
    }

    /// The word at an index.
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> u32 {
        self.word(index).load(Ordering::Relaxed)
    }

    /// Has the processor load what stands behind an index, for a caller that visits records in the order of their creation.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: u32) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let word = std::ptr::from_ref(self.word(index.wrapping_add(AHEAD)));
            // SAFETY: a prefetch is a hint: it neither reads nor faults, and the address is that of a word of the range.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(word.cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Changes the word at an index.
    #[inline(always)]
    pub(crate) fn set(&self, index: u32, value: u32) {
        self.word(index).store(value, Ordering::Relaxed);
    }

    /// Takes at least `words` words for an arena: the first index, and how many.
    ///
    /// # Panics
    /// The range is used up.
    pub(crate) fn take(&self, words: u32) -> (u32, u32) {
        let size = u64::from(words).next_multiple_of(u64::from(CHUNK));
        let start = self.taken.fetch_add(size, Ordering::Relaxed);
        let capacity = u64::from(self.mask) + 1;
        // The last chunk stays unused, so that the end of every chunk is an index.
        if start + size >= capacity {
            self.taken.fetch_sub(size, Ordering::Relaxed);
            panic!(
                "out of memory: the operations of a context exceed the {} MB that could be reserved for them; erase \
                 operations, use a second context, or raise the limit of the address space (ulimit -v)",
                (capacity * 4) >> 20
            );
        }
        (start as u32, size as u32)
    }

    /// The free lists that arenas have passed on.
    #[inline(always)]
    pub(crate) fn free_lists(&self) -> &FreeLists {
        &self.free_lists
    }

    /// The bytes that arenas have taken.
    pub(crate) fn bytes(&self) -> u64 {
        (self.taken.load(Ordering::Relaxed) - u64::from(CHUNK)) * 4
    }
}

/// Lists of free slots that any arena can take, by the size of the slots.
pub(crate) struct FreeLists {
    /// How many there are of each size, and of all larger ones: a look without the lock.
    counts: [AtomicUsize; FreeLists::SIZES],
    heads: Mutex<HashMap<u32, Vec<u32>, FixedState>>,
}

impl FreeLists {
    const SIZES: usize = 97;

    fn new() -> Self {
        Self {
            counts: [const { AtomicUsize::new(0) }; Self::SIZES],
            heads: Mutex::default(),
        }
    }

    fn count(&self, size: u32) -> &AtomicUsize {
        &self.counts[(size as usize).min(Self::SIZES - 1)]
    }

    /// Takes a list: its first slot.
    #[inline]
    pub(crate) fn take(&self, size: u32) -> Option<u32> {
        // Relaxed: a list that is not seen yet is taken later.
        if self.count(size).load(Ordering::Relaxed) == 0 {
            return None;
        }
        self.take_locked(size)
    }

    #[cold]
    fn take_locked(&self, size: u32) -> Option<u32> {
        let mut heads = self.heads.lock().unwrap_or_else(PoisonError::into_inner);
        let head = heads.get_mut(&size)?.pop()?;
        self.count(size).fetch_sub(1, Ordering::Relaxed);
        Some(head)
    }

    /// Adds the list that begins with a slot.
    #[cold]
    pub(crate) fn put(&self, size: u32, head: u32) {
        let mut heads = self.heads.lock().unwrap_or_else(PoisonError::into_inner);
        heads.entry(size).or_default().push(head);
        self.count(size).fetch_add(1, Ordering::Relaxed);
    }
}
