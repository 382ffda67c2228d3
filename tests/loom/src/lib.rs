//! Models of lock-free code: the reference counts, the counts of a plugin's live objects, and the calls of a
//! closure.
//!
//! Loom runs each model once for every interleaving of its threads that the memory model distinguishes, stale reads
//! included, and stops if an assertion fails or if two threads access a cell without an order between them. The
//! code under test is the library's own files, compiled here a second time over loom's atomics.
//!
//! `cargo test --manifest-path tests/loom/Cargo.toml --release`

#![cfg(test)]

mod closure;
mod object;
mod outstanding;
