//! Calls machine code with explicit registers and stack words.
//!
//! LLVM returns a struct in more registers than C's rule, which is the only one that libffi implements. Here the caller sets
//! each register, and gets all registers that can hold a result. It is also the fastest way to enter code, because no types
//! are interpreted. Invariant: nothing unwinds out of [`enter`].

/// The registers of a call and of its results, in the System V convention of x86-64.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Registers {
    /// RDI, RSI, RDX, RCX, R8, R9.
    pub ints: [u64; 6],
    /// The low halves of XMM0 to XMM7.
    pub floats: [u64; 8],
    /// The words on the stack, in the order of the arguments.
    pub stack: *const u64,
    /// The number of words on the stack.
    pub stack_len: usize,
    /// The number of results that the code leaves on the x87 stack: 0, 1 or 2. A wrong number corrupts later calculations.
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

/// Whether [`enter`] exists on this platform.
pub const AVAILABLE: bool = cfg!(all(target_arch = "x86_64", target_os = "linux"));
