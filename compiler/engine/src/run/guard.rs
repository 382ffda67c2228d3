//! Guards: entries of functions that save the registers, so that a trap can return to them.
//!
//! ```text
//! push rbp; mov rbp, rsp; push rbx, r12, r13, r14, r15; sub rsp, 8 or 16
//! push [rbp + 16 + 8 * i]      for each word of arguments on the stack, the last one first
//! call function
//! lea rsp, [rbp - 40]          the landing: rbp alone must be right
//! pop r15, r14, r13, r12, rbx, rbp; ret
//! ```
//!
//! [`indirect`] calls `rcx` instead, with the other arguments as they are.

/// Whether this machine has guards.
pub(super) const AVAILABLE: bool = cfg!(all(target_arch = "x86_64", target_os = "linux"));

const PROLOGUE: [u8; 13] = [
    0x55, 0x48, 0x89, 0xe5, 0x53, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57,
];
const EPILOGUE: [u8; 15] = [
    0x48, 0x8d, 0x65, 0xd8, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5b, 0x5d, 0xc3,
];
/// The bytes of `sub rsp, n`.
const RESERVE: usize = 4;
/// The bytes of `push [rbp + n]`.
const PUSH: usize = 6;
/// The bytes of `call n`.
const CALL: usize = 5;

/// The bytes of a guard.
pub(super) fn size(stack_words: usize) -> usize {
    PROLOGUE.len() + RESERVE + PUSH * stack_words + CALL + EPILOGUE.len()
}

/// Writes a guard of a function, whose places are offsets in the bytes. Returns the offset of the landing.
pub(super) fn write(bytes: &mut [u8], guard: usize, function: usize, stack_words: usize) -> usize {
    let mut code = PROLOGUE.to_vec();
    // Six words are pushed behind the return address, so one more aligns the stack to 16 bytes.
    let padding = if stack_words.is_multiple_of(2) { 8 } else { 16 };
    code.extend([0x48, 0x83, 0xec, padding]);
    for word in (0..stack_words).rev() {
        code.extend([0xff, 0xb5]);
        code.extend((16 + 8 * word as u32).to_le_bytes());
    }
    let landing = guard + code.len() + CALL;
    code.push(0xe8);
    code.extend((function as i64 - landing as i64).to_le_bytes()[..4].iter());
    code.extend(EPILOGUE);
    bytes[guard..guard + code.len()].copy_from_slice(&code);
    landing
}

/// A guard that calls the function whose address is its fourth argument, and the offset of its landing.
pub(super) fn indirect() -> (Vec<u8>, usize) {
    let mut code = PROLOGUE.to_vec();
    // `sub rsp, 8`, `call rcx`
    code.extend([0x48, 0x83, 0xec, 8, 0xff, 0xd1]);
    let landing = code.len();
    code.extend(EPILOGUE);
    (code, landing)
}
