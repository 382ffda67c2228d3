//! Memory for the duration of a call: copies of text, targets of pointers, structs.
//!
//! Invariant: blocks from [`Frame::take`] are zeroed, do not overlap and do not move until the frame is dropped. Small blocks
//! are in the frame itself and need no allocation.

use std::cell::{Cell, RefCell, UnsafeCell};
use std::mem::MaybeUninit;

use tvmlike_runtime::Any;

/// The number of words in the frame itself.
const WORDS: usize = 64;

/// The memory of one call.
pub(super) struct Frame {
    room: UnsafeCell<[MaybeUninit<u64>; WORDS]>,
    used: Cell<usize>,
    spilled: RefCell<Vec<Box<[u64]>>>,
    /// Values that the data refers to.
    kept: RefCell<Vec<Any>>,
    /// Whether the data outlives the call that the frame belongs to.
    result: bool,
}

impl Frame {
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            room: UnsafeCell::new([MaybeUninit::uninit(); WORDS]),
            used: Cell::new(0),
            spilled: RefCell::new(Vec::new()),
            kept: RefCell::new(Vec::new()),
            result: false,
        }
    }

    /// A frame for writing a result, which outlives the frame and so must not refer to the value's memory.
    pub(super) const fn of_a_result() -> Self {
        let mut frame = Self::new();
        frame.result = true;
        frame
    }

    /// Whether it is for a result.
    pub(super) const fn is_of_a_result(&self) -> bool {
        self.result
    }

    /// Keeps a value until the frame is dropped.
    pub(super) fn keep(&self, value: Any) {
        self.kept.borrow_mut().push(value);
    }

    /// Returns zeroed memory of a size, aligned to 8 bytes.
    #[inline]
    pub(super) fn take(&self, bytes: usize) -> *mut u8 {
        let words = bytes.div_ceil(8);
        let used = self.used.get();
        if words > WORDS - used {
            return self.spill(words);
        }
        self.used.set(used + words);
        // SAFETY: `used + words` words are within the room, and this function returns each part once.
        unsafe {
            let start = self.room.get().cast::<u64>().add(used);
            start.write_bytes(0, words);
            start.cast()
        }
    }

    /// As [`Frame::take`], for as many bytes as a caller's value has; `None` if the system has no memory for them.
    pub(super) fn try_take(&self, bytes: usize) -> Option<*mut u8> {
        let words = bytes.div_ceil(8);
        if words <= WORDS - self.used.get() {
            return Some(self.take(bytes));
        }
        let mut block = Vec::<u64>::new();
        block.try_reserve_exact(words).ok()?;
        block.resize(words, 0);
        let mut block = block.into_boxed_slice();
        let start = block.as_mut_ptr().cast();
        self.spilled.borrow_mut().push(block);
        Some(start)
    }

    #[cold]
    fn spill(&self, words: usize) -> *mut u8 {
        let mut block = vec![0_u64; words].into_boxed_slice();
        let start = block.as_mut_ptr().cast();
        // Moving the box into the list does not move its contents.
        self.spilled.borrow_mut().push(block);
        start
    }
}
