//! The exported C functions, a file per subject.

mod array;
mod copy;
mod device;
mod error;
mod extension;
mod function;
mod module;
mod object;
