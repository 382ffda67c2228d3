//! C functions: libraries, signatures, calls, closures.

pub mod registers;
