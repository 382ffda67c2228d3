//! Records of the function ABI and calling-convention strings: any text parses to one or an error.
//!
//! A record that can be attached is called without arguments. A convention's record converts back to the convention.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tvmlike_conventions::function_abi::cconv::{self, Cconv};
use tvmlike_conventions::function_abi::{Options, attach};
use tvmlike_runtime::{Any, PackedFunc};

fuzz_target!(|text: &str| {
    let nothing = PackedFunc::new(|_| Ok(Any::default()));
    if let Ok(function) = attach(nothing, text, &Options::default()) {
        let _ = function.call(());
    }
    let _ = cconv::size(text, &[3; 8]);
    if let Ok(convention) = Cconv::parse(text)
        && let Ok(record) = convention.record()
    {
        let again = cconv::of_record(&record.to_string()).expect("its own record has letters");
        assert_eq!(Cconv::parse(&again).ok(), Some(convention));
    }
});
