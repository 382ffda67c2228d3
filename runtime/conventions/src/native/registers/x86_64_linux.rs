//! The call on x86-64 Linux.
//!
//! The frame has a personality routine that catches an exception of the code, which becomes an error (see
//! `tvmlike_runtime::foreign`).

use std::arch::global_asm;
use std::ffi::{c_int, c_void};
use std::mem::offset_of;
use std::ptr;

use tvmlike_runtime::foreign::{self, Exception};
use tvmlike_runtime::{Error, Result};

use super::Registers;

global_asm!(
    ".text",
    ".p2align 4",
    ".hidden tvmlike_enter",
    ".globl tvmlike_enter",
    ".type tvmlike_enter,@function",
    "tvmlike_enter:",
    ".cfi_startproc",
    // pc-relative, 4 bytes: the routine is in this library.
    ".cfi_personality 0x1b, {personality}",
    "push rbp",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset rbp, -16",
    "mov rbp, rsp",
    ".cfi_def_cfa_register rbp",
    "push rbx",
    ".cfi_offset rbx, -24",
    // Aligns the stack, and saves the address for the exception at [rbp - 16].
    "push rdx",
    "mov rbx, rsi",
    "mov r11, rdi",
    "mov rcx, [rbx + {stack_len}]",
    "test rcx, rcx",
    "jz 3f",
    // An even number of words keeps the stack aligned.
    "lea rax, [rcx + 1]",
    "and rax, -2",
    "shl rax, 3",
    "mov rdx, rsp",
    "sub rdx, rax",
    "mov rsi, [rbx + {stack}]",
    "lea r8, [rdx + rcx * 8]",
    // From the top down together with the stack pointer, so that the guard page is hit before the memory below it.
    "cmp r8, rsp",
    "je 2f",
    "push 0",
    "2:",
    "push qword ptr [rsi + rcx * 8 - 8]",
    "dec rcx",
    "jnz 2b",
    "3:",
    "movq xmm0, qword ptr [rbx + {floats}]",
    "movq xmm1, qword ptr [rbx + {floats} + 8]",
    "movq xmm2, qword ptr [rbx + {floats} + 16]",
    "movq xmm3, qword ptr [rbx + {floats} + 24]",
    "movq xmm4, qword ptr [rbx + {floats} + 32]",
    "movq xmm5, qword ptr [rbx + {floats} + 40]",
    "movq xmm6, qword ptr [rbx + {floats} + 48]",
    "movq xmm7, qword ptr [rbx + {floats} + 56]",
    "mov rdi, [rbx + {ints}]",
    "mov rsi, [rbx + {ints} + 8]",
    "mov rdx, [rbx + {ints} + 16]",
    "mov rcx, [rbx + {ints} + 24]",
    "mov r8, [rbx + {ints} + 32]",
    "mov r9, [rbx + {ints} + 40]",
    // For variadic functions: the maximum number of vector registers with arguments.
    "mov eax, 8",
    "call r11",
    "mov [rbx + {int_results}], rax",
    "mov [rbx + {int_results} + 8], rdx",
    "mov [rbx + {int_results} + 16], rcx",
    "movq qword ptr [rbx + {float_results}], xmm0",
    "movq qword ptr [rbx + {float_results} + 8], xmm1",
    "movq qword ptr [rbx + {float_results} + 16], xmm2",
    "movq qword ptr [rbx + {float_results} + 24], xmm3",
    "mov rcx, [rbx + {x87_count}]",
    "test rcx, rcx",
    "jz 4f",
    "fstp qword ptr [rbx + {x87_results}]",
    "dec rcx",
    "jz 4f",
    "fstp qword ptr [rbx + {x87_results} + 8]",
    "4:",
    "xor eax, eax",
    "5:",
    "mov rbx, [rbp - 8]",
    ".cfi_remember_state",
    "leave",
    ".cfi_def_cfa rsp, 8",
    "ret",
    ".cfi_restore_state",
    ".hidden tvmlike_enter_landing",
    ".globl tvmlike_enter_landing",
    "tvmlike_enter_landing:",
    // The unwinder resumes here with this frame's rbp and the exception in rax.
    "mov rcx, [rbp - 16]",
    "mov [rcx], rax",
    "mov eax, -1",
    "jmp 5b",
    ".cfi_endproc",
    ".size tvmlike_enter, . - tvmlike_enter",
    personality = sym personality,
    ints = const offset_of!(Registers, ints),
    floats = const offset_of!(Registers, floats),
    stack = const offset_of!(Registers, stack),
    stack_len = const offset_of!(Registers, stack_len),
    x87_count = const offset_of!(Registers, x87_count),
    int_results = const offset_of!(Registers, int_results),
    float_results = const offset_of!(Registers, float_results),
    x87_results = const offset_of!(Registers, x87_results),
);

unsafe extern "C" {
    fn tvmlike_enter(code: *const c_void, registers: *mut Registers, exception: *mut *mut Exception)
    -> c_int;
    fn tvmlike_enter_landing();
}

/// The personality routine of `tvmlike_enter`'s frame.
///
/// # Safety
/// The unwinder calls it, with an exception and the context of that frame.
unsafe extern "C" fn personality(
    _version: c_int,
    actions: c_int,
    _class: u64,
    exception: *mut Exception,
    context: *mut c_void,
) -> c_int {
    // SAFETY: the unwinder's context is valid for the call, and the landing is in the frame of this routine.
    unsafe {
        foreign::land(
            actions,
            exception,
            context,
            tvmlike_enter_landing as *const c_void,
        )
    }
}

/// Calls code and stores the results in the registers. A C++ exception becomes the error.
///
/// # Errors
/// RuntimeError for an exception.
///
/// # Safety
/// The code is sound to call with these registers and stack words, and leaves `x87_count` values on the x87 stack.
#[inline]
pub unsafe fn enter(code: *const c_void, registers: &mut Registers) -> Result<()> {
    let mut exception = ptr::null_mut();
    // SAFETY: by contract; the assembly reads and writes within the registers, and writes the exception.
    let status = unsafe { tvmlike_enter(code, registers, &mut exception) };
    if status == 0 {
        return Ok(());
    }
    // SAFETY: the unwinder has transferred this exception to the frame.
    Err(unsafe { thrown(exception) })
}

/// The error for an exception.
///
/// # Safety
/// As for `foreign::end`.
#[cold]
unsafe fn thrown(exception: *mut Exception) -> Error {
    // SAFETY: by contract.
    unsafe { foreign::end(exception) }
}
