//! The text of the IR, from the cases of its tests with tokens, brackets and lines exchanged.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use tvmlike_fuzz::{corpus, mutate, text};

fuzz_target!(|bytes: &[u8]| text::check(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut rng = fastrand::Rng::with_seed(u64::from(seed));
    mutate::mutate(corpus::corpus(), data, size, max_size, &mut rng)
});
