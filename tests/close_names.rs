//! What errors about missing names suggest. In a program of its own, since it depends on how many names there are.

use tvmlike::prelude::*;

#[test]
fn missing_names_suggest_similar_ones() {
    let function = || PackedFunc::new(|_| Ok(Any::default()));
    let message = |name: &str| tvmlike::get(name).unwrap_err().message().to_string();
    tvmlike::register("close_to.relu", function()).unwrap();
    for typo in [
        "close_to.rleu",
        "close_to.rel",
        "close_to.reluu",
        "close_to.rely",
        "clse_to.relu",
    ] {
        assert_eq!(
            message(typo),
            format!("no packed function is registered as \"{typo}\"; close to it: close_to.relu")
        );
    }
    // At most three letters of the last part may be wrong, whatever else is registered.
    tvmlike::register("close_to.a_longer_name", function()).unwrap();
    assert!(message("close_to.a_lnger_nmae").contains("close to it: close_to.a_longer_name"));
    assert!(!message("close_to.a_lng_nmae").contains("close to it"));
    tvmlike::remove("close_to.a_longer_name").unwrap();
    // Beyond a few thousand names, one letter of the last part may be wrong.
    let names: Vec<_> = (0..5_000).map(|i| format!("crowd.function_{i}")).collect();
    for name in &names {
        tvmlike::register(name, function()).unwrap();
    }
    for typo in ["close_to.rleu", "close_to.rel", "close_to.reluu", "close_to.rely"] {
        assert_eq!(
            message(typo),
            format!("no packed function is registered as \"{typo}\"; close to it: close_to.relu")
        );
    }
    assert_eq!(
        message("nowhere.to.be_found"),
        "no packed function is registered as \"nowhere.to.be_found\""
    );
    // No name can be as long as this one, so none is searched for.
    let long = format!("close_to.relu{}", "x".repeat(tvmlike::MAX_NAME));
    assert!(!message(&long).contains("close to it"));
    for name in names.iter().map(String::as_str).chain(["close_to.relu"]) {
        tvmlike::remove(name).unwrap();
    }
}
