//! The functions by which compiled code prints: numbers, text and memrefs, under the names of MLIR's runner libraries.
//!
//! They print what MLIR's own functions print, character by character, but for empty memrefs, of which MLIR's print an element
//! that does not exist. Text goes to the standard output of C, so that it keeps its order with text that the code prints
//! itself; it is flushed after each memref and each line.

use std::ffi::{c_char, c_void};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::SystemTime;

use half::{bf16, f16};

use super::Function;
use super::memref_view::{Descriptor, Unranked, View};

unsafe extern "C" {
    #[cfg_attr(target_vendor = "apple", link_name = "__stdoutp")]
    static stdout: *mut libc::FILE;
}

/// Appends bytes to the standard output of C. There is no caller to report a failure to.
fn put(bytes: &[u8]) {
    // SAFETY: the bytes are readable; the C library initializes `stdout` before any code runs.
    unsafe { libc::fwrite(bytes.as_ptr().cast(), 1, bytes.len(), stdout) };
}

fn flush() {
    // SAFETY: as above.
    unsafe { libc::fflush(stdout) };
}

/// A number as `%g` of C prints it.
fn general(out: &mut Vec<u8>, value: f64) {
    let mut text = [0_u8; 32];
    // SAFETY: the buffer has the given size, and the format takes one double.
    let len = unsafe { libc::snprintf(text.as_mut_ptr().cast(), text.len(), c"%g".as_ptr(), value) };
    let len = usize::try_from(len).unwrap_or(0).min(text.len() - 1);
    out.extend_from_slice(&text[..len]);
}

/// An element of a memref.
trait Element: Copy {
    /// Appends its text.
    fn print(self, out: &mut Vec<u8>);
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Element for $ty {
            fn print(self, out: &mut Vec<u8>) {
                // Writing to a vector does not fail.
                let _ = write!(out, "{self}");
            }
        }
    )*};
}

// An index is unsigned.
integers!(i16 i32 i64 usize);

macro_rules! floats {
    ($($ty:ty)*) => {$(
        impl Element for $ty {
            fn print(self, out: &mut Vec<u8>) {
                general(out, f64::from(self));
            }
        }
    )*};
}

floats!(f16 bf16 f32 f64);

impl Element for i8 {
    /// MLIR's functions print a byte as a character.
    fn print(self, out: &mut Vec<u8>) {
        out.push(self as u8);
    }
}

/// A complex number: its real and its imaginary part.
#[derive(Clone, Copy)]
#[repr(C)]
struct Complex<T>(T, T);

impl<T: Into<f64> + Copy> Element for Complex<T> {
    fn print(self, out: &mut Vec<u8>) {
        out.push(b'(');
        general(out, self.0.into());
        out.push(b',');
        general(out, self.1.into());
        out.push(b')');
    }
}

fn list(numbers: &[i64]) -> String {
    let mut text = String::new();
    for (index, number) in numbers.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        // Writing to a string does not fail.
        let _ = write!(text, "{comma}{number}");
    }
    text
}

fn describe(out: &mut Vec<u8>, view: &View<'_>) {
    let _ = write!(
        out,
        "base@ = {:p} rank = {} offset = {} sizes = [{}] strides = [{}]",
        view.aligned,
        view.sizes.len(),
        view.offset,
        list(view.sizes),
        list(view.strides)
    );
}

/// Appends the elements of the dimensions from `dimension` on, in brackets.
///
/// # Safety
/// The view is of a valid memref with elements of this type; `at` is the element with index 0 in these dimensions.
unsafe fn elements<E: Element>(out: &mut Vec<u8>, view: &View<'_>, dimension: usize, at: *const E) {
    let rank = view.sizes.len();
    out.push(b'[');
    if rank == 0 {
        // SAFETY: a memref of rank 0 has one element.
        unsafe { at.read_unaligned() }.print(out);
    }
    for index in 0..view.sizes.get(dimension).copied().unwrap_or(0) {
        let at = at.wrapping_offset(index as isize * view.strides[dimension] as isize);
        let is_row = dimension + 1 == rank;
        if index > 0 {
            let (end, indent) = if is_row {
                ("", rank + 1)
            } else {
                (" \n", dimension + 1)
            };
            let _ = write!(out, ",{end}{:indent$}", "");
        }
        match is_row {
            // SAFETY: all indices are within the shape.
            true => unsafe { at.read_unaligned() }.print(out),
            // SAFETY: by contract, with one more index, which is within the shape.
            false => unsafe { elements(out, view, dimension + 1, at) },
        }
    }
    out.push(b']');
}

/// # Safety
/// The view is of a valid memref with elements of this type.
unsafe fn print<E: Element>(head: &str, view: &View<'_>) {
    let mut out = head.as_bytes().to_vec();
    describe(&mut out, view);
    out.extend_from_slice(b" data = \n");
    // SAFETY: by contract.
    unsafe { elements(&mut out, view, 0, view.first(size_of::<E>()).cast::<E>()) };
    out.push(b'\n');
    put(&out);
    flush();
}

const UNRANKED: &str = "Unranked Memref ";
const RANKED: &str = "Memref ";

/// # Safety
/// A valid memref with elements of this type.
unsafe extern "C" fn unranked<E: Element>(memref: *const Unranked) {
    // SAFETY: by contract.
    unsafe { print::<E>(UNRANKED, &View::of(&*memref)) };
}

/// As [`unranked`], with the parts of the memref.
///
/// # Safety
/// The descriptor is valid and has this rank.
unsafe extern "C" fn unranked_parts<E: Element>(rank: i64, descriptor: *const Descriptor) {
    // SAFETY: by contract.
    unsafe { print::<E>(UNRANKED, &View::ranked(descriptor, rank as usize)) };
}

/// # Safety
/// The descriptor is valid and has this rank.
unsafe extern "C" fn ranked<E: Element, const RANK: usize>(descriptor: *const Descriptor) {
    // SAFETY: by contract.
    unsafe { print::<E>(RANKED, &View::ranked(descriptor, RANK)) };
}

/// # Safety
/// A valid memref.
unsafe extern "C" fn shape(memref: *const Unranked) {
    let mut out = UNRANKED.as_bytes().to_vec();
    // SAFETY: by contract.
    let view = unsafe { View::of(&*memref) };
    describe(&mut out, &view);
    out.push(b'\n');
    put(&out);
    flush();
}

extern "C" fn print_i64(value: i64) {
    put(value.to_string().as_bytes());
}

extern "C" fn print_u64(value: u64) {
    put(value.to_string().as_bytes());
}

fn print_general(value: f64) {
    let mut out = Vec::new();
    general(&mut out, value);
    put(&out);
}

extern "C" fn print_f32(value: f32) {
    print_general(f64::from(value));
}

extern "C" fn print_f64(value: f64) {
    print_general(value);
}

extern "C" fn print_f16(bits: u16) {
    print_general(f64::from(f16::from_bits(bits)));
}

extern "C" fn print_bf16(bits: u16) {
    print_general(f64::from(bf16::from_bits(bits)));
}

extern "C" fn print_open() {
    put(b"( ");
}

extern "C" fn print_close() {
    put(b" )");
}

extern "C" fn print_comma() {
    put(b", ");
}

extern "C" fn print_newline() {
    put(b"\n");
    flush();
}

/// # Safety
/// A text that ends with NUL.
unsafe extern "C" fn print_string(text: *const c_char) {
    // SAFETY: by contract.
    put(unsafe { std::ffi::CStr::from_ptr(text) }.to_bytes());
}

/// Operations per second, on the standard error output.
extern "C" fn print_flops(flops: f64) {
    // There is no caller to report a failure to.
    let _ = writeln!(std::io::stderr(), "{:.6} GFLOPS", flops / 1e9);
}

fn since_epoch() -> std::time::Duration {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
}

/// The time in seconds.
extern "C" fn clock() -> f64 {
    since_epoch().as_secs_f64()
}

/// The time in nanoseconds.
extern "C" fn nanoseconds() -> i64 {
    i64::try_from(since_epoch().as_nanos()).unwrap_or(i64::MAX)
}

/// An address in the table.
macro_rules! function {
    ($name:expr, $function:expr) => {
        ($name, Function($function as *const c_void))
    };
}

/// The functions of each type of elements, and others.
macro_rules! table {
    ($($name:literal $ty:ty),*; $($old:literal $old_ty:ty),*; $($rank:literal $ranked:literal $ranked_ty:ty),*; $($rest:expr),*) => {
        &[
            $(
                function!(concat!("_mlir_ciface_printMemref", $name), unranked::<$ty>),
                function!(concat!("printMemref", $name), unranked_parts::<$ty>),
                function!(concat!("_mlir_ciface_printMemrefShape", $name), shape),
            )*
            $(
                function!(concat!("_mlir_ciface_print_memref_", $old), unranked::<$old_ty>),
                function!(concat!("print_memref_", $old), unranked_parts::<$old_ty>),
            )*
            $(function!(concat!("_mlir_ciface_printMemref", $rank, "d", $ranked), ranked::<$ranked_ty, $rank>),)*
            $($rest,)*
        ]
    };
}

/// The functions by symbol. The names `print_memref_` are those of MLIR before version 16.
pub(super) static FUNCTIONS: &[(&str, Function)] = table!(
    "I8" i8, "I16" i16, "I32" i32, "I64" i64, "Ind" usize, "F16" f16, "BF16" bf16, "F32" f32, "F64" f64,
    "C32" Complex<f32>, "C64" Complex<f64>;
    "i8" i8, "i16" i16, "i32" i32, "i64" i64, "ind" usize, "f32" f32, "f64" f64, "c32" Complex<f32>, "c64" Complex<f64>;
    0 "F32" f32, 1 "F32" f32, 2 "F32" f32, 3 "F32" f32, 4 "F32" f32, 1 "F64" f64, 1 "I8" i8, 1 "I32" i32, 1 "I64" i64,
    1 "Ind" usize, 1 "C32" Complex<f32>, 1 "C64" Complex<f64>;
    function!("printI64", print_i64),
    function!("printU64", print_u64),
    function!("printF32", print_f32),
    function!("printF64", print_f64),
    function!("printF16", print_f16),
    function!("printBF16", print_bf16),
    function!("printOpen", print_open),
    function!("printClose", print_close),
    function!("printComma", print_comma),
    function!("printNewline", print_newline),
    function!("printString", print_string),
    function!("printFlops", print_flops),
    function!("rtclock", clock),
    function!("_mlir_ciface_nanoTime", nanoseconds),
    function!("nanoTime", nanoseconds)
);

#[cfg(test)]
mod tests {
    use super::*;

    fn text<E: Element>(data: &[E], sizes: &[i64], strides: &[i64]) -> String {
        let view = View {
            aligned: data.as_ptr().cast_mut().cast(),
            offset: 0,
            sizes,
            strides,
        };
        let mut out = Vec::new();
        // SAFETY: the tests describe their data truly.
        unsafe { elements(&mut out, &view, 0, data.as_ptr()) };
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn elements_are_in_the_form_of_mlir() {
        assert_eq!(text(&[-2.0_f32], &[], &[]), "[-2]");
        assert_eq!(text(&[1.5_f64, f64::NAN, -0.0], &[3], &[1]), "[1.5,  nan,  -0]");
        assert_eq!(
            text(&[1_i32, 2, 3, 4], &[2, 2], &[1, 2]),
            "[[1,   3], \n [2,   4]]"
        );
        assert_eq!(
            text(&[1_i64, 2, 3, 4], &[2, 1, 2], &[2, 2, 1]),
            "[[[1,    2]], \n [[3,    4]]]"
        );
        assert_eq!(text(&[Complex(0.5_f32, -1.0)], &[1], &[1]), "[(0.5,-1)]");
        assert_eq!(text::<f32>(&[], &[2, 0], &[0, 1]), "[[], \n []]");
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = FUNCTIONS.iter().map(|function| function.0).collect();
        names.sort_unstable();
        let len = names.len();
        names.dedup();
        assert_eq!(names.len(), len);
    }
}
