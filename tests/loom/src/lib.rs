//! Models of what threads do without locks: the reference counts, what is alive of a plugin, and the calls of a
//! closure.
//!
//! Loom runs each model once for every interleaving of its threads that the memory model tells apart, stale reads
//! included, and stops where an assertion fails or where two threads reach a cell without an order between them. The
//! code under test is the library's own files, compiled here a second time over loom's atomics.
//!
//! `cargo test --manifest-path tests/loom/Cargo.toml --release`

#![cfg(test)]

mod closure;
mod object;
mod outstanding;
