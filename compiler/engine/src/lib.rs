//! Runs modules of the llvm dialect.
//!
//! [`Program::read`] checks a module; a [`Backend`] makes code of it, in the process or as an object file. [`Cranelift`] is
//! the default and needs nothing else; [`llvm_ir`] writes LLVM IR as text, and [`Clang`] gives it to a clang of the system.
//! The addresses of [`Loaded`] code follow LLVM's conventions on System V machines.
//!
//! A trap of code by [`Cranelift`] (a division by zero, `llvm.unreachable`, `abort`) ends the call that entered the code,
//! not the process: see [`trap`].
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`).
//!
//! - `error`, `bytes`, `opcode`: errors with places; values as bytes; operations by number
//! - `types`: types and their layout
//! - `refused`: why operations of other dialects cannot be compiled
//! - `program`: functions and globals of a module
//! - `address`, `backend`: the arithmetic of addresses; the interface of back ends
//! - `constant`: bytes of constants
//! - `assertion`, `unit`: messages of failed assertions; code without addresses
//! - `dwarf`: debug information of code
//! - `trap`, `symbols`, `object_file`, `store`: traps; what code imports; object files; folders of code that was compiled
//! - `run`: code in memory
//! - `llvm_ir`, `cranelift`: LLVM IR as text; the back end in the process
//! - `clang`: the back end of the system

mod address;
#[cfg_attr(
    not(feature = "run"),
    expect(dead_code, reason = "code that runs in the process has more uses")
)]
mod assertion;
pub mod backend;
pub mod bytes;
#[cfg(feature = "run")]
pub mod clang;
mod constant;
#[cfg(feature = "run")]
mod cranelift;
#[cfg(feature = "run")]
mod dwarf;
mod error;
pub mod llvm_ir;
#[cfg(feature = "run")]
mod object_file;
mod opcode;
mod program;
mod refused;
#[cfg(feature = "run")]
mod run;
#[cfg(feature = "run")]
pub mod store;
#[cfg(feature = "run")]
mod symbols;
#[cfg(feature = "run")]
pub mod trap;
mod types;
#[cfg(feature = "run")]
pub mod unit;

pub use backend::{Address, Backend, CHECK_INTERRUPT, CompileOptions, Compiled, Loaded, Resolver};
#[cfg(feature = "run")]
pub use clang::Clang;
#[cfg(feature = "run")]
pub use cranelift::Cranelift;
pub use error::{EngineError, Result, location_text};
pub use opcode::{Keys, Opcode, Opcodes};
pub use program::{Function, Global, Linkage, Program, Symbol};
#[cfg(feature = "run")]
pub use run::{RangeFunction, enter_range};
#[cfg(feature = "run")]
pub use symbols::process_symbol;
pub use types::{FunctionType, Layout, Leaf, Scalar, Shape, Types};
