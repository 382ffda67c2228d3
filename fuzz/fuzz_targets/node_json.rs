//! TVM's JSON: any text parses to a value or an error, and a written value reads back as an equal one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tvmlike_node::json::{load, save};

fuzz_target!(|text: &str| {
    if let Ok(value) = load(text) {
        let written = save(value.view()).expect("what was read can be written");
        let again = load(&written).expect("what was written can be read");
        assert_eq!(save(again.view()).ok(), Some(written));
    }
});
