//! The flags of registrations, as lookups return them.

use std::ptr::{self, NonNull};

use tvmlike_registry::host_api::look_up;
use tvmlike_registry::{Registration, register};
use tvmlike_runtime::PackedFunc;
use tvmlike_runtime::abi::{TVMLIKE_REGISTER_BY_RECORD, TVMLIKE_REGISTER_KEEPS_GIL, TVMLikeByteArray};

fn flags(name: &str) -> u32 {
    let bytes = TVMLikeByteArray {
        data: name.as_ptr().cast(),
        size: name.len(),
    };
    let (mut function, mut flags) = (ptr::null_mut(), 77);
    // SAFETY: the name and the places are valid for the call; the result is an owned function object.
    unsafe {
        assert_eq!(look_up(&bytes, &mut function, &mut flags), 0);
        drop(PackedFunc::from_owned_object(NonNull::new(function).unwrap()));
    }
    flags
}

#[test]
fn release_gil_is_a_flag_of_the_registration() {
    let function = || PackedFunc::typed("f", || 1_i64);
    register("flags.may_wait", function()).unwrap();
    Registration::new("flags.quick", function())
        .release_gil(false)
        .register()
        .unwrap();
    assert_eq!(flags("flags.may_wait"), 0);
    assert_eq!(flags("flags.quick"), TVMLIKE_REGISTER_KEEPS_GIL);
    // Overriding is an option of the registration, not a flag of the function.
    let again = Registration::new("flags.quick", function()).overriding(true);
    again.register().unwrap();
    assert_eq!(flags("flags.quick"), 0);
}

#[test]
fn records_request_conversions() {
    for (name, kind, expected) in [
        ("flags.int", r#""i64""#, 0),
        (
            "flags.enum",
            r#"["enum", "flags.Color"]"#,
            TVMLIKE_REGISTER_BY_RECORD,
        ),
        (
            "flags.compact",
            r#"["enum","flags.Color"]"#,
            TVMLIKE_REGISTER_BY_RECORD,
        ),
        (
            "flags.spaced",
            r#"[ "enum" , "flags.Color"]"#,
            TVMLIKE_REGISTER_BY_RECORD,
        ),
        (
            "flags.field",
            r#"["struct", ["x", "path"]]"#,
            TVMLIKE_REGISTER_BY_RECORD,
        ),
        ("flags.key", r#"["object", "path"]"#, 0),
        (
            "flags.sets",
            r#"["optional",["set","i64"]]"#,
            TVMLIKE_REGISTER_BY_RECORD,
        ),
    ] {
        let record = format!(r#"{{"a": [["named", "x", {kind}]], "r": []}}"#);
        let function = PackedFunc::typed("f", |_: i64| ());
        Registration::new(name, function)
            .record(&record)
            .register()
            .unwrap();
        assert_eq!(flags(name), expected, "{name}");
    }
}

#[test]
fn malformed_records_request_no_conversion() {
    for (name, record) in [
        ("flags.path", r#"{"a": [["named", "path", "i64"]], "r": []}"#),
        (
            "flags.word",
            r#"{"a": [["named", "keyword_only", "i64"]], "r": []}"#,
        ),
        ("flags.text", r#"{"a": [["enum""#),
    ] {
        let function = PackedFunc::typed("f", |_: i64| ());
        Registration::new(name, function)
            .record(record)
            .register()
            .unwrap();
        assert_eq!(flags(name), 0, "{name}");
    }
}
