//! Signatures of C functions: any text is a signature or an error, and a signature survives being printed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tvmlike_conventions::native::signature::Signature;

fuzz_target!(|text: &str| {
    if let Ok(signature) = Signature::parse(text) {
        let printed = signature.to_string();
        assert_eq!(Signature::parse(&printed).ok(), Some(signature), "{printed}");
    }
});
