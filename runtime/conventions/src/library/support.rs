//! Support functions for code compiled by LLVM and MLIR.
//!
//! Compiled code needs a runtime library besides the C library: conversions to 16-bit floats, which older versions of libgcc
//! lack, and MLIR's copy of strided memory, allocation functions and functions that print, which only MLIR's own runtime
//! libraries have. A library with such an undefined symbol gets our function if the process has none. Invariant: none of
//! these functions is exported, so the process's symbols do not change.

// With paths, so that tests/units.rs can compile this file alone.
#[path = "support/memref_copy.rs"]
mod memref_copy;
#[path = "support/memref_view.rs"]
mod memref_view;
#[path = "support/narrow.rs"]
mod narrow;
#[path = "support/print.rs"]
mod print;

use std::ffi::c_void;

use narrow::{BFLOAT16, FLOAT16, narrow, widen};

/// The function that compilers expect under a symbol; `None` if it is not one of these.
pub fn address(symbol: &str) -> Option<*const c_void> {
    let at = FUNCTIONS.binary_search_by_key(&symbol, |function| function.0);
    if let Ok(at) = at {
        return Some(FUNCTIONS[at].1.0);
    }
    let mut printing = print::FUNCTIONS.iter();
    printing
        .find(|function| function.0 == symbol)
        .map(|function| function.1.0)
}

/// The address of a support function.
struct Function(*const c_void);

// SAFETY: code can be called from all threads.
unsafe impl Sync for Function {}

/// The functions by symbol, sorted.
static FUNCTIONS: [(&str, Function); 17] = [
    ("__extendbfsf2", Function(extend_bfloat16 as *const c_void)),
    ("__extendhfdf2", Function(extend_float16_double as *const c_void)),
    ("__extendhfsf2", Function(extend_float16 as *const c_void)),
    ("__gnu_f2h_ieee", Function(float_to_half_bits as *const c_void)),
    ("__gnu_h2f_ieee", Function(half_bits_to_float as *const c_void)),
    (
        "__truncdfbf2",
        Function(truncate_double_bfloat16 as *const c_void),
    ),
    ("__truncdfhf2", Function(truncate_double_float16 as *const c_void)),
    ("__truncsfbf2", Function(truncate_bfloat16 as *const c_void)),
    ("__truncsfhf2", Function(truncate_float16 as *const c_void)),
    (
        "_mlir_memref_to_llvm_aligned_alloc",
        Function(aligned_alloc as *const c_void),
    ),
    (
        "_mlir_memref_to_llvm_alloc",
        Function(libc::malloc as *const c_void),
    ),
    ("_mlir_memref_to_llvm_free", Function(libc::free as *const c_void)),
    ("memrefCopy", Function(memref_copy::copy as *const c_void)),
    ("mlirAlignedAlloc", Function(aligned_alloc as *const c_void)),
    ("mlirAlignedFree", Function(libc::free as *const c_void)),
    ("mlirAlloc", Function(libc::malloc as *const c_void)),
    ("mlirFree", Function(libc::free as *const c_void)),
];

// 16-bit floats are passed in the low half of a floating-point register, on x86-64 and on aarch64. So these functions
// declare a whole float and use its low bits. The bits above are unspecified.

fn from_low_bits(value: f32) -> u16 {
    value.to_bits() as u16
}

fn in_low_bits(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits))
}

extern "C" fn truncate_bfloat16(value: f32) -> f32 {
    in_low_bits(narrow(f64::from(value), BFLOAT16))
}

extern "C" fn truncate_double_bfloat16(value: f64) -> f32 {
    in_low_bits(narrow(value, BFLOAT16))
}

extern "C" fn truncate_float16(value: f32) -> f32 {
    in_low_bits(narrow(f64::from(value), FLOAT16))
}

extern "C" fn truncate_double_float16(value: f64) -> f32 {
    in_low_bits(narrow(value, FLOAT16))
}

extern "C" fn extend_bfloat16(value: f32) -> f32 {
    f32::from_bits(u32::from(from_low_bits(value)) << 16)
}

extern "C" fn extend_float16(value: f32) -> f32 {
    widen(from_low_bits(value))
}

extern "C" fn extend_float16_double(value: f32) -> f64 {
    f64::from(widen(from_low_bits(value)))
}

// These two predate the calling convention of 16-bit floats: the bits are an integer.

extern "C" fn float_to_half_bits(value: f32) -> u16 {
    narrow(f64::from(value), FLOAT16)
}

extern "C" fn half_bits_to_float(bits: u16) -> f32 {
    widen(bits)
}

/// C's `aligned_alloc`. The size must be a multiple of the alignment; MLIR rounds it up.
///
/// # Safety
/// None beyond C's: the memory must be freed with `free`.
unsafe extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    let mut made = std::ptr::null_mut();
    let alignment = alignment.max(size_of::<usize>());
    // SAFETY: `made` is valid for the result; an alignment that is not a power of two is refused.
    match unsafe { libc::posix_memalign(&mut made, alignment, size) } {
        0 => made,
        _ => std::ptr::null_mut(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_symbol() {
        assert!(FUNCTIONS.is_sorted_by_key(|function| function.0));
        for (symbol, function) in &FUNCTIONS {
            assert_eq!(address(symbol), Some(function.0));
        }
        assert_eq!(address("memcpy"), None);
    }

    #[test]
    fn high_bits_are_ignored() {
        let dirty = f32::from_bits(0xdead_3f80);
        assert_eq!(extend_bfloat16(dirty), 1.0);
        assert_eq!(extend_float16(f32::from_bits(0xdead_3c00)), 1.0);
        assert_eq!(extend_float16_double(f32::from_bits(0xdead_c000)), -2.0);
    }

    #[test]
    fn aligned_memory_is_aligned_and_freed() {
        for alignment in [1, 8, 64, 4096] {
            // SAFETY: the memory is freed below.
            let made = unsafe { aligned_alloc(alignment, 4096) };
            assert!(!made.is_null() && (made as usize).is_multiple_of(alignment));
            // SAFETY: from the line above.
            unsafe { libc::free(made) };
        }
        // SAFETY: nothing is given, so nothing is freed.
        let refused = unsafe { aligned_alloc(48, 96) };
        assert!(refused.is_null(), "48 is not a power of two");
    }
}
