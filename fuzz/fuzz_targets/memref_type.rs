//! MLIR function types: any text parses to a type or an error, and a printed type parses to an equal one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tvmlike_conventions::memref::signature::FunctionType;

fuzz_target!(|text: &str| {
    if let Ok(function) = FunctionType::parse(text) {
        let printed = function.to_string();
        assert_eq!(FunctionType::parse(&printed).ok(), Some(function), "{printed}");
    }
});
