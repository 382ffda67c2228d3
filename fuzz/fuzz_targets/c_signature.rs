//! C signatures: any text parses to a signature or an error, and a printed signature parses to an equal one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tvmlike_conventions::native::signature::Signature;

fuzz_target!(|text: &str| {
    if let Ok(signature) = Signature::parse(text) {
        let printed = signature.to_string();
        assert_eq!(Signature::parse(&printed).ok(), Some(signature), "{printed}");
    }
});
