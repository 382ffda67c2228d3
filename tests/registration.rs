//! The table: registering, overriding, listing, removing, from one thread and from many.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread;

use tvmlike::prelude::*;
use tvmlike::{MAX_NAME, Registration, find, get, list, register, register_closure, remove};

#[test]
fn a_closure_is_registered_and_called_by_name() {
    let base = 100;
    register_closure("table.closure", move |x: i64| base + x).unwrap();
    assert_eq!(get("table.closure").unwrap().call_as::<i64>((1,)).unwrap(), 101);
    let error = get("table.closure").unwrap().call(("x",)).unwrap_err();
    assert_eq!(
        error.message(),
        "table.closure: argument 1: expected i64, got str"
    );
}

#[test]
fn the_error_for_a_taken_name_names_both_locations() {
    let first = PackedFunc::typed("first", || 1_i64);
    let second = PackedFunc::typed("second", || 2_i64);
    register("table.taken", first.clone()).unwrap();
    let here = line!();
    let error = register("table.taken", second.clone()).unwrap_err();
    assert_eq!(error.kind(), "ValueError");
    let message = error.message();
    assert!(
        message.starts_with("\"table.taken\" is already registered by registration-"),
        "{message}"
    );
    assert!(
        message.contains(&format!("tests/registration.rs:{}", here - 1)),
        "{message}"
    );
    assert!(
        message.contains(&format!("tests/registration.rs:{}", here + 1)),
        "{message}"
    );
    assert_eq!(get("table.taken").unwrap().call_as::<i64>(()).unwrap(), 1);

    let held = get("table.taken").unwrap();
    Registration::new("table.taken", second)
        .overriding(true)
        .owner("somebody")
        .register()
        .unwrap();
    assert_eq!(get("table.taken").unwrap().call_as::<i64>(()).unwrap(), 2);
    assert_eq!(tvmlike::info("table.taken").unwrap().owner, "somebody");
    assert_eq!(
        held.call_as::<i64>(()).unwrap(),
        1,
        "a handle stays valid whatever happens to its name"
    );
    drop(held);
    assert_eq!(
        first.as_object().strong_count(),
        1,
        "the table has released the replaced function"
    );
}

#[test]
fn names_under_a_prefix() {
    for name in ["pre.b", "pre.a", "pre.sub.c", "prefix.d", "pre"] {
        register(name, PackedFunc::new(|_| Ok(Any::default()))).unwrap();
    }
    assert_eq!(list("pre").unwrap(), ["pre.a", "pre.b", "pre.sub.c"]);
    assert_eq!(list("pre.").unwrap(), ["pre.a", "pre.b", "pre.sub.c"]);
    assert_eq!(list("pre.sub").unwrap(), ["pre.sub.c"]);
    assert!(list("pr").unwrap().is_empty());
    let all = list("").unwrap();
    assert!(all.contains(&"pre".to_owned()) && all.is_sorted());
}

#[test]
fn the_error_for_a_missing_name_suggests_others() {
    register("absent.present", PackedFunc::new(|_| Ok(Any::default()))).unwrap();
    assert!(find("absent.f").is_none());
    let expected =
        "no packed function is registered as \"absent.f\"; under \"absent\" there are absent.present";
    assert_eq!(get("absent.f").unwrap_err().message(), expected);
    assert_eq!(remove("absent.f").unwrap_err().message(), expected);
    assert_eq!(
        remove("nowhere").unwrap_err().message(),
        "no packed function is registered as \"nowhere\""
    );
    assert_eq!(tvmlike::info("nowhere").unwrap_err().kind(), "ValueError");
}

#[test]
fn invalid_names_are_errors() {
    for bad in ["", "a\0b", &"x".repeat(MAX_NAME + 1), &"x".repeat(1 << 16)] {
        let function = PackedFunc::new(|_| Ok(Any::default()));
        assert_eq!(register(bad, function.clone()).unwrap_err().kind(), "ValueError");
        assert_eq!(function.as_object().strong_count(), 1);
    }
}

#[test]
fn a_removed_function_is_dropped_without_the_lock() {
    // A value that is dropped with its name calls back into the table.
    struct CallsBack;
    impl Drop for CallsBack {
        fn drop(&mut self) {
            register_closure("drop.called_back", || true).unwrap();
        }
    }
    let captured = CallsBack;
    register(
        "drop.f",
        PackedFunc::new(move |_| {
            Ok({
                let _ = &captured;
                Any::default()
            })
        }),
    )
    .unwrap();
    remove("drop.f").unwrap();
    assert!(find("drop.f").is_none());
    assert!(get("drop.called_back").unwrap().call_as::<bool>(()).unwrap());
}

#[test]
fn functions_can_register_functions() {
    register_closure("nest.outer", || register_closure("nest.inner", || 5_i64)).unwrap();
    get("nest.outer").unwrap().call(()).unwrap();
    assert_eq!(get("nest.inner").unwrap().call_as::<i64>(()).unwrap(), 5);
}

#[test]
fn threads_register_and_remove_while_others_look_up() {
    const NAMES: i64 = 200;
    let done = Arc::new(AtomicBool::new(false));
    let found = Arc::new(AtomicI64::new(0));
    register_closure("race.always", || 7_i64).unwrap();
    let readers: Vec<_> = (0..3)
        .map(|_| {
            let (done, found) = (done.clone(), found.clone());
            thread::spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    assert_eq!(get("race.always").unwrap().call_as::<i64>(()).unwrap(), 7);
                    for i in 0..NAMES {
                        if let Some(function) = find(&format!("race.f{i}")) {
                            // The name may have been removed by now; the handle stays valid.
                            assert_eq!(function.call_as::<i64>(()).unwrap() % NAMES, i);
                            found.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    let names = list("race").unwrap();
                    assert!(names.contains(&"race.always".to_owned()) && names.is_sorted());
                }
            })
        })
        .collect();
    let writers: Vec<_> = (0..3_i64)
        .map(|writer| {
            thread::spawn(move || {
                for round in 0..30 {
                    for i in (writer..NAMES).step_by(3) {
                        register_closure(&format!("race.f{i}"), move || i + round * NAMES).unwrap();
                    }
                    for i in (writer..NAMES).step_by(3) {
                        remove(&format!("race.f{i}")).unwrap();
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    done.store(true, Ordering::Relaxed);
    for reader in readers {
        reader.join().unwrap();
    }
    assert_eq!(list("race").unwrap(), ["race.always"]);
}

#[test]
fn one_thread_wins_a_contested_name() {
    let winners: i64 = (0..8)
        .map(|i| thread::spawn(move || i64::from(register_closure("single.winner", move || i).is_ok())))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|worker: thread::JoinHandle<i64>| worker.join().unwrap())
        .sum();
    assert_eq!(winners, 1);
}
