//! Signatures that a library contains, as JSON.

use tvmlike_conventions::library::metadata::Signatures;

fn refusal(text: &str) -> String {
    Signatures::parse(text).unwrap_err().message().into_owned()
}

#[test]
fn all_forms_of_metadata_parse() {
    let all = Signatures::parse(
        r#"{"namespace": "k", "functions": [
            {"name": "add", "signature": "i32()"},
            {"symbol": "sub", "signature": "()", "convention": "ciface", "results": "borrowed", "release_gil": false},
            {"name": "m", "symbol": "mul", "signature": "i32()", "doc": "M.", "abi": {"a": [], "r": []}}]}"#,
    )
    .unwrap();
    assert_eq!(all.namespace.as_deref(), Some("k"));
    let [add, sub, mul] = &all.functions[..] else {
        panic!("{all:?}")
    };
    assert_eq!(
        (&*add.name, &*add.symbol, &*add.signature),
        ("add", "add", "i32()")
    );
    assert_eq!(
        (&*sub.name, sub.convention.as_deref(), sub.release_gil),
        ("sub", Some("ciface"), false)
    );
    assert_eq!(
        (&*mul.name, &*mul.symbol, mul.doc.as_deref()),
        ("m", "mul", Some("M."))
    );
    assert_eq!(mul.abi.as_deref(), Some(r#"{"a":[],"r":[]}"#));
    assert!(mul.release_gil);
    assert_eq!(
        Signatures::parse(r#"{"functions": []}"#).unwrap(),
        Signatures::default()
    );
}

#[test]
fn the_earlier_spelling_of_release_gil_is_read() {
    let read = |flags: &str| {
        let text = format!(r#"{{"functions": [{{"name": "f", "signature": "i32()"{flags}}}]}}"#);
        Signatures::parse(&text).unwrap().functions[0].release_gil
    };
    assert!(!read(r#", "keeps_lock": true"#));
    assert!(read(r#", "keeps_lock": false"#));
    assert!(read(""));
}

#[test]
fn errors_name_the_wrong_part() {
    assert!(refusal("nothing").starts_with("signatures: invalid JSON: expected ident at line 1"));
    assert!(refusal(&"[".repeat(10_000)).starts_with("signatures: invalid JSON: recursion limit"));
    assert_eq!(
        refusal("[]"),
        "signatures: expected a JSON object with the key \"functions\""
    );
    assert_eq!(refusal("{}"), "signatures: expected a list \"functions\"");
    assert_eq!(
        refusal(r#"{"functions": [], "name": "k"}"#),
        "signatures: unknown key \"name\"; supported: namespace, handles, functions"
    );
    let of_entry = |entry: &str| refusal(&format!(r#"{{"functions": [{entry}]}}"#));
    assert_eq!(of_entry("1"), "functions[0] is not an object");
    assert_eq!(of_entry("{}"), "functions[0] has no \"name\"");
    assert_eq!(
        of_entry(r#"{"name": "f"}"#),
        "functions[0] `f` has no \"signature\""
    );
    assert_eq!(
        of_entry(r#"{"name": "f", "signature": 3}"#),
        "functions[0] `f`: \"signature\" must be text, got 3"
    );
    for name in ["", "a.", ".a", "a..b", "a b", "a\\nb", "a\\u0000"] {
        let said = of_entry(&format!(r#"{{"name": "{name}", "signature": "i32()"}}"#));
        assert!(said.contains("\"name\" must be "), "{said}");
    }
    assert_eq!(
        refusal(r#"{"namespace": "a..b", "functions": []}"#),
        "signatures: \"namespace\" must be components separated by dots, none empty or with white space, got \"a..b\""
    );
    assert_eq!(
        of_entry(r#"{"name": "f", "signature": "i32()", "release_gil": 1}"#),
        "functions[0] `f`: \"release_gil\" must be true or false, got 1"
    );
    assert_eq!(
        of_entry(r#"{"symbol": "f", "signature": "i32()"}, {"name": "f", "signature": "()"}"#),
        "signatures: duplicate function name \"f\""
    );
}
