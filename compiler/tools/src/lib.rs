//! The command-line tools of the compiler, as functions that take arguments and streams, so that front ends can run
//! them in their own process.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`).
//!
//! - `arguments`, `progress`, `split`, `stats`: options in LLVM's style; how much of a long text was read; inputs of
//!   several parts; the overview of a module
//! - `diagnostics`: diagnostics as text
//! - `reproducer`: modules with the passes that ran on them
//! - `passes`: the passes of the command line
//! - `expected`: `// expected-error {{…}}`
//! - `opt`: `tvmlike-opt`
//! - `lsp`: `tvmlike-lsp`

#![forbid(unsafe_code)]

pub mod arguments;
// Registers the lowerings.
use tvmlike_lower as _;

mod diagnostics;
mod expected;
pub mod lsp;
pub mod opt;
mod passes;
mod progress;
mod reproducer;
mod split;
mod stats;
