//! The command-line tools of the compiler, as functions that take arguments and streams, so that front ends can run
//! them in their own process.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`).
//!
//! - `arguments`, `progress`, `split`, `stats`: options in LLVM's style; how much of a long text was read; inputs of
//!   several parts; the overview of a module
//! - `diagnostics`, `host`: diagnostics as text; the program that the tools run in
//! - `diff`, `reproducer`: printing what passes change; modules with the passes that ran on them
//! - `report`, `failed_pass`: pages about runs of passes; the pass that failed, with its reproducer
//! - `passes`: the passes of the command line
//! - `expected`: `// expected-error {{…}}`
//! - `opt`: `tvmlike-opt`
//! - `lsp`: `tvmlike-lsp`

#![forbid(unsafe_code)]

pub mod arguments;
// Registers the lowerings.
use tvmlike_lower as _;

mod diagnostics;
pub mod diff;
mod expected;
mod failed_pass;
mod host;
pub mod lsp;
pub mod opt;
mod passes;
mod progress;
pub mod report;
mod reproducer;
mod split;
mod stats;

pub use host::{Alone, Host};
