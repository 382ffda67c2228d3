//! The exported C functions, a file per subject.
//!
//! `export!` lists the ones that libtvmlike or libtvm_runtime exports, too; they are declared in
//! `ffi/compat/classic/src/exports.rs`. The others are here.

mod array;
mod copy;
mod device;
mod error;
mod extension;
mod function;
mod module;
mod object;
mod stream;
