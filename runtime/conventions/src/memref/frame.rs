//! The words of one call: registers, stack words, descriptors, and room for a result.
//!
//! One stretch of words, with [`Registers`] in front, so that an argument is written once, to where the call takes it
//! from. Invariant: the registers are zero until they are set; what is read of the other words was written before, by the
//! call's program or by the code that was called.

use std::ffi::c_void;
use std::mem::{MaybeUninit, offset_of};

use tvmlike_runtime::Result;

use crate::native::registers::{self, Registers};

/// The word that is RDI; R9 is the sixth.
pub(super) const INTS: usize = offset_of!(Registers, ints) / 8;
/// The word that is XMM0; XMM7 is the eighth.
pub(super) const FLOATS: usize = offset_of!(Registers, floats) / 8;
/// The first word behind the registers: those that are passed on the stack.
pub(super) const STACK: usize = size_of::<Registers>() / 8;

/// As many words as calls with a few arrays need: no heap up to here.
const INLINE: usize = 96;

const _: () =
    assert!(align_of::<Registers>() == align_of::<u64>() && size_of::<Registers>().is_multiple_of(8));

/// The words of one call.
pub(super) struct Frame<'a> {
    words: &'a mut [MaybeUninit<u64>],
}

impl Frame<'_> {
    /// Runs code with a frame of so many words, `STACK` or more.
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
        // SAFETY: the words have room for the registers, which are aligned like words.
        unsafe { words.as_mut_ptr().cast::<Registers>().write(Registers::default()) };
        Frame { words }
    }

    #[inline]
    pub(super) fn set(&mut self, at: usize, word: u64) {
        self.words[at].write(word);
    }

    /// Copies words that were set to places of their own.
    #[inline]
    pub(super) fn scatter(&mut self, from: usize, places: &[u32]) {
        for (position, &place) in places.iter().enumerate() {
            self.words[place as usize] = self.words[from + position];
        }
    }

    /// Zeroes a stretch of words.
    pub(super) fn clear(&mut self, from: usize, words: usize) {
        self.words[from..from + words].fill(MaybeUninit::new(0));
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

    /// What the registers hold.
    #[inline]
    pub(super) fn registers(&self) -> &Registers {
        // SAFETY: registers stand in front, and any words are registers that were written there.
        unsafe { &*self.words.as_ptr().cast::<Registers>() }
    }

    /// Puts a result where its register's would be.
    pub(super) fn set_result(&mut self, bits: u64, float: bool) {
        // SAFETY: as in `registers`.
        let registers = unsafe { &mut *self.words.as_mut_ptr().cast::<Registers>() };
        if float {
            registers.float_results[0] = bits;
        } else {
            registers.int_results[0] = bits;
        }
    }

    /// Enters code with the words as its registers, and so many of them on the stack.
    ///
    /// # Errors
    /// An exception that the code throws.
    ///
    /// # Safety
    /// As for [`registers::enter`]; the stack words have been set.
    #[inline]
    pub(super) unsafe fn enter(&mut self, code: *const c_void, stack: usize, x87_count: usize) -> Result<()> {
        let first = self.words.as_mut_ptr();
        // SAFETY: as in `registers`; the words behind them are reached by this pointer only.
        unsafe {
            let registers = &mut *first.cast::<Registers>();
            registers.stack = first.add(STACK).cast();
            registers.stack_len = stack;
            registers.x87_count = x87_count;
            registers::enter(code, registers)
        }
    }
}
