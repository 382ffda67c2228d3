//! Reloading, and files that change while they are loaded.

use tvmlike::plugin;

use crate::built::{Place, call, construct, member, note_finish, turn};

#[test]
fn names_get_the_new_code_and_old_handles_keep_the_old() {
    let _turn = turn();
    let place = Place::with("");
    let first = place.load().unwrap();
    let finished = note_finish();
    let old = tvmlike::get("lifecycle.generation").unwrap();
    let old_index = tvmlike::type_table::index_of("lifecycle.Counter").unwrap();
    let old_counter = construct(old_index);

    place.put("next");
    let second = plugin::reload("lifecycle").unwrap();
    assert!(second.id > first.id);
    assert_eq!(second.version, "2");
    assert_eq!(call::<String>("lifecycle.generation"), "2");
    assert_eq!(old.call_as::<String>(()).unwrap(), "1");
    assert!(
        tvmlike::find("lifecycle.only_first").is_none(),
        "the new code has no such function"
    );
    assert_eq!(call::<i64>("lifecycle_host.answer"), 7);

    // The type has another layout: the same key, another type.
    let new_index = tvmlike::type_table::index_of("lifecycle.Counter").unwrap();
    assert_ne!(new_index, old_index);
    let new_counter = construct(new_index);
    let read = tvmlike::get("lifecycle.read").unwrap();
    assert_eq!(read.call_as::<i64>((new_counter,)).unwrap(), 0);
    let error = read.call((old_counter.clone(),)).unwrap_err();
    assert_eq!(error.kind(), "TypeError");
    assert!(error.message().contains("lifecycle.Counter"), "{error}");
    // Its methods are those of its own generation.
    let made_by = member(old_index, "made_by");
    assert_eq!(made_by.call_as::<String>((old_counter.clone(),)).unwrap(), "1");

    assert!(finished.try_recv().is_err());
    drop((old, made_by, old_counter));
    assert_eq!(
        finished.try_recv().unwrap(),
        "1",
        "nothing of the old code is left"
    );
    drop(read);
    plugin::unload("lifecycle", true).unwrap();
    assert_eq!(call::<i64>("lifecycle_host.answer"), 42);
}

#[test]
fn a_reload_that_fails_changes_nothing() {
    let _turn = turn();
    let place = Place::with("");
    let before = place.load().unwrap();
    let finished = note_finish();
    let index = tvmlike::type_table::index_of("lifecycle.Counter").unwrap();
    place.put("fails");
    let error = plugin::reload("lifecycle").unwrap_err();
    assert!(
        error
            .message()
            .starts_with("\"lifecycle_host.taken\" is already registered"),
        "{error}"
    );
    let after = plugin::info("lifecycle").unwrap();
    assert_eq!((after.id, &*after.state), (before.id, "loaded"));
    assert_eq!(after.functions, before.functions);
    assert_eq!(tvmlike::type_table::index_of("lifecycle.Counter"), Some(index));
    assert_eq!(call::<i64>("lifecycle.count"), 1);

    place.truncate();
    let error = plugin::reload("lifecycle").unwrap_err();
    assert_eq!(error.kind(), "OSError");
    assert_eq!(call::<i64>("lifecycle.count"), 2);
    place.put("next");
    plugin::reload("lifecycle").unwrap();
    assert_eq!(finished.try_recv().unwrap(), "1");
    assert_eq!(call::<String>("lifecycle.generation"), "2");
}

#[test]
fn overwriting_a_loaded_file_is_harmless() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    place.truncate();
    assert_eq!(call::<String>("lifecycle.generation"), "1");
    let error = tvmlike::get("lifecycle.closure")
        .unwrap()
        .call(("x",))
        .unwrap_err();
    assert_eq!(
        error.kind(),
        "TypeError",
        "code that was not touched before runs too: {error}"
    );
    place.put("next");
    assert_eq!(call::<String>("lifecycle.generation"), "1");
}

#[test]
fn a_load_that_fails_leaves_nothing() {
    let _turn = turn();
    let names = tvmlike::list("").unwrap();
    let place = Place::with("fails");
    let error = place.load().unwrap_err();
    assert!(error.message().contains("lifecycle_host.taken"), "{error}");
    assert_eq!(tvmlike::list("").unwrap(), names);
    assert_eq!(tvmlike::type_table::index_of("lifecycle.Counter"), None);
    assert_eq!(call::<i64>("lifecycle_host.answer"), 42);
    // Another form of the same file can be loaded at once.
    place.put("");
    assert_eq!(place.load().unwrap().version, "1");
}
