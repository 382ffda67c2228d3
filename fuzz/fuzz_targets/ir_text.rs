//! The text of the IR, from bytes: refused, or what is printed of it reads back the same.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use tvmlike_fuzz::{corpus, mutate, text};

fuzz_target!(|bytes: &[u8]| text::check(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut rng = fastrand::Rng::with_seed(u64::from(seed));
    if size < 3 || rng.u16(..) < 256 {
        return mutate::seed(corpus::corpus(), data, max_size, &mut rng);
    }
    fuzzer_mutate(data, size, max_size)
});
