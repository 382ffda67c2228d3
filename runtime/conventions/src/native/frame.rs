//! Memory that a call needs while it runs: copies of text, values that pointers refer to, structs.
//!
//! Invariant: what [`Frame::take`] gives stays where it is, zeroed and apart from everything else it gave, until the frame
//! goes. Calls with little need no allocation: they find room in the frame itself.

use std::cell::{Cell, RefCell, UnsafeCell};
use std::mem::MaybeUninit;

/// So many words lie in the frame itself.
const WORDS: usize = 64;

/// The memory of one call.
pub(super) struct Frame {
    room: UnsafeCell<[MaybeUninit<u64>; WORDS]>,
    used: Cell<usize>,
    spilled: RefCell<Vec<Box<[u64]>>>,
    /// Whether what is written leaves the call that the frame belongs to.
    result: bool,
}

impl Frame {
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            room: UnsafeCell::new([MaybeUninit::uninit(); WORDS]),
            used: Cell::new(0),
            spilled: RefCell::new(Vec::new()),
            result: false,
        }
    }

    /// The memory for writing a result, which outlives the frame and so cannot refer to what goes with the value.
    pub(super) const fn of_a_result() -> Self {
        let mut frame = Self::new();
        frame.result = true;
        frame
    }

    /// Whether it is for a result.
    pub(super) const fn is_of_a_result(&self) -> bool {
        self.result
    }

    /// Memory of a size, zeroed, aligned to 8 bytes.
    #[inline]
    pub(super) fn take(&self, bytes: usize) -> *mut u8 {
        let words = bytes.div_ceil(8);
        let used = self.used.get();
        if words > WORDS - used {
            return self.spill(words);
        }
        self.used.set(used + words);
        // SAFETY: `used + words` words are within the room; only this function hands parts of it out, each once.
        unsafe {
            let start = self.room.get().cast::<u64>().add(used);
            start.write_bytes(0, words);
            start.cast()
        }
    }

    #[cold]
    fn spill(&self, words: usize) -> *mut u8 {
        let mut block = vec![0_u64; words].into_boxed_slice();
        let start = block.as_mut_ptr().cast();
        // The box moves into the list, what it points to stays.
        self.spilled.borrow_mut().push(block);
        start
    }
}
