//! Calls on the IR in any order: after each, the IR equals a model of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tvmlike_fuzz::calls;

fuzz_target!(|bytes: &[u8]| calls::run(bytes));
