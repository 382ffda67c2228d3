//! The exported C functions, a file per subject.
//!
//! `export!` lists the ones that libtvmlike or libdgl exports, too; they are declared in `ffi/compat/classic/src/exports.rs`. The
//! others are here.

mod array;
pub(crate) mod device;
mod environment;
pub(crate) mod error;
pub(crate) mod function;
mod module;
mod object;
mod stream;
