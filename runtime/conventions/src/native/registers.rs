//! Calling machine code with registers and stack words filled in one by one.
//!
//! C's rule for results in registers is not the one that LLVM follows for a struct at a bare entry, and libffi knows C's
//! only. Here the caller says what goes into which register, and finds all that can carry a result. It is also the
//! quickest way into code: no types are looked at. Invariant: nothing unwinds out of [`enter`].

/// What goes into a call and what comes out of it, in the registers of the System V convention of x86-64.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Registers {
    /// RDI, RSI, RDX, RCX, R8, R9.
    pub ints: [u64; 6],
    /// The low halves of XMM0 to XMM7.
    pub floats: [u64; 8],
    /// The words on the stack, the first argument's first.
    pub stack: *const u64,
    /// How many they are.
    pub stack_len: usize,
    /// How many results the code leaves on the x87 stack: 0, 1 or 2. A wrong count spoils later calculations.
    pub x87_count: usize,
    /// RAX, RDX, RCX after the call.
    pub int_results: [u64; 3],
    /// The low halves of XMM0 to XMM3 after the call.
    pub float_results: [u64; 4],
    /// ST0 and ST1 after the call, as f64: as many as `x87_count` says.
    pub x87_results: [f64; 2],
}

impl Default for Registers {
    fn default() -> Self {
        Self {
            ints: [0; 6],
            floats: [0; 8],
            stack: std::ptr::null(),
            stack_len: 0,
            x87_count: 0,
            int_results: [0; 3],
            float_results: [0; 4],
            x87_results: [0.0; 2],
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[path = "registers/x86_64_linux.rs"]
mod platform;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub use platform::enter;

/// Whether [`enter`] is there on this platform.
pub const AVAILABLE: bool = cfg!(all(target_arch = "x86_64", target_os = "linux"));
