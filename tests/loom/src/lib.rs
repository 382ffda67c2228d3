//! Models of lock-free code: the reference counts, the counts of a plugin's live objects, and the calls of a
//! closure.
//!
//! Loom runs each model once for every interleaving of its threads that the memory model distinguishes, stale reads
//! included, and stops if an assertion fails or if two threads access a cell without an order between them. The
//! code under test is the library's own files, compiled here a second time over loom's atomics.
//!
//! With `TVMLIKE_LOOM_ALL=1`, this also holds for the models that otherwise run with a bounded number of preemptions.
//!
//! `cargo test --manifest-path tests/loom/Cargo.toml --release`

#![cfg(test)]

mod closure;
mod object;
mod outstanding;

/// A model of the interleavings with at most this number of preemptions, or of all with `TVMLIKE_LOOM_ALL`.
fn most_preemptions(number: usize) -> loom::model::Builder {
    let mut model = loom::model::Builder::new();
    if std::env::var_os("TVMLIKE_LOOM_ALL").is_none() {
        model.preemption_bound = Some(number);
    }
    model
}
