//! The words of one call: registers, stack words, descriptors, and room for a result.
//!
//! They are contiguous, with [`Registers`] first, so that an argument is written once, to where the call reads it.
//! Invariant: the registers are initially zero; the other words are read only after the call's program or the called code
//! has written them.

use std::ffi::c_void;
use std::mem::{MaybeUninit, offset_of};

use tvmlike_runtime::Result;

use crate::native::registers::{self, Registers};

/// The word of RDI, the first of six integer registers.
pub(super) const INTS: usize = offset_of!(Registers, ints) / 8;
/// The word of XMM0, the first of eight float registers.
pub(super) const FLOATS: usize = offset_of!(Registers, floats) / 8;
/// The first word after the registers: the first word on the stack.
pub(super) const STACK: usize = size_of::<Registers>() / 8;

/// Up to this number of words, enough for a few arrays, a call needs no allocation.
const INLINE: usize = 96;

const _: () =
    assert!(align_of::<Registers>() == align_of::<u64>() && size_of::<Registers>().is_multiple_of(8));

/// The words of one call.
pub(super) struct Frame<'a> {
    words: &'a mut [MaybeUninit<u64>],
}

impl Frame<'_> {
    /// Runs code with a frame of at least `STACK` words.
    #[inline]
    pub(super) fn with<R>(words: usize, run: impl FnOnce(Frame<'_>) -> R) -> R {
        if words <= INLINE {
            let mut words = [const { MaybeUninit::uninit() }; INLINE];
            return run(Frame::new(&mut words));
        }
        let mut words = vec![MaybeUninit::uninit(); words];
        run(Frame::new(&mut words))
    }

    #[inline]
    fn new(words: &mut [MaybeUninit<u64>]) -> Frame<'_> {
        assert!(words.len() >= STACK);
        // SAFETY: the words have room for the registers, whose alignment is that of words.
        unsafe { words.as_mut_ptr().cast::<Registers>().write(Registers::default()) };
        Frame { words }
    }

    #[inline]
    pub(super) fn set(&mut self, at: usize, word: u64) {
        self.words[at].write(word);
    }

    /// Copies a descriptor's words to their places.
    #[inline]
    pub(super) fn scatter(&mut self, from: usize, places: &[u32]) {
        for (position, &place) in places.iter().enumerate() {
            self.words[place as usize] = self.words[from + position];
        }
    }

    /// Fills a range of words.
    pub(super) fn fill(&mut self, from: usize, words: usize, word: u64) {
        self.words[from..from + words].fill(MaybeUninit::new(word));
    }

    /// The address of a word.
    #[inline]
    pub(super) fn address(&mut self, at: usize) -> *mut u64 {
        self.words[at..].as_mut_ptr().cast()
    }

    /// Whether an address is in the frame.
    pub(super) fn holds(&self, address: u64) -> bool {
        let range = self.words.as_ptr_range();
        (range.start as u64..range.end as u64).contains(&address)
    }

    /// The registers.
    #[inline]
    pub(super) fn registers(&self) -> &Registers {
        // SAFETY: the frame starts with registers, and every bit pattern is valid for them.
        unsafe { &*self.words.as_ptr().cast::<Registers>() }
    }

    /// Stores a result in its register.
    pub(super) fn set_result(&mut self, bits: u64, float: bool) {
        // SAFETY: as in `registers`.
        let registers = unsafe { &mut *self.words.as_mut_ptr().cast::<Registers>() };
        if float {
            registers.float_results[0] = bits;
        } else {
            registers.int_results[0] = bits;
        }
    }

    /// Enters code with the frame's registers and stack words.
    ///
    /// # Errors
    /// A C++ exception of the code.
    ///
    /// # Safety
    /// As for [`registers::enter`]; the stack words have been written.
    #[inline]
    pub(super) unsafe fn enter(&mut self, code: *const c_void, stack: usize, x87_count: usize) -> Result<()> {
        let first = self.words.as_mut_ptr();
        // SAFETY: as in `registers`; the words after them are accessed by this pointer only.
        unsafe {
            let registers = &mut *first.cast::<Registers>();
            registers.stack = first.add(STACK).cast();
            registers.stack_len = stack;
            registers.x87_count = x87_count;
            registers::enter(code, registers)
        }
    }
}
