//! The command-line tools of the compiler, as functions that take arguments and streams, so that front ends can run
//! them in their own process.
//!
//! | module | what |
//! |---|---|
//! | [`arguments`] | options in LLVM's style |
//! | `diagnostics` | diagnostics as text |
//! | `split` | inputs of several parts |
//! | `expected` | `// expected-error {{…}}` |
//! | `stats` | the overview of a module |
//! | [`opt`] | `tvmlike-opt` |

#![forbid(unsafe_code)]

pub mod arguments;
mod diagnostics;
mod expected;
pub mod opt;
mod split;
mod stats;
