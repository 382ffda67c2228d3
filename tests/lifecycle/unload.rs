//! Unloading.

use std::sync::mpsc::TryRecvError;
use std::time::Duration;

use tvmlike::plugin;
use tvmlike::prelude::*;

use crate::built::{Place, call, construct, member, note_finish, turn};

fn state() -> String {
    plugin::info("lifecycle").unwrap().state
}

#[test]
fn unloading_removes_names_and_types_and_runs_finish() {
    let _turn = turn();
    let place = Place::with("");
    let loaded = place.load().unwrap();
    assert_eq!(
        (&*loaded.name, &*loaded.version, &*loaded.state),
        ("lifecycle", "1", "loaded")
    );
    assert!(loaded.functions.contains(&"lifecycle.count".to_owned()));
    assert_eq!(
        loaded.types,
        [
            "lifecycle.Big",
            "lifecycle.Counter",
            "lifecycle.Number",
            "lifecycle.Phase",
            "lifecycle.Pooled"
        ]
    );
    assert!(loaded.held_by.is_empty(), "{:?}", loaded.held_by);
    assert_eq!(tvmlike::info("lifecycle.count").unwrap().owner, "lifecycle");
    let owner = |name| plugin::owner(name).unwrap().map(|plugin| plugin.name);
    assert_eq!(owner("lifecycle.count").as_deref(), Some("lifecycle"));
    assert_eq!(owner("lifecycle.Counter").as_deref(), Some("lifecycle"));
    assert_eq!(owner("lifecycle_host.taken"), None);
    assert_eq!(plugin::owner("nothing.at_all").unwrap_err().kind(), "ValueError");

    let finished = note_finish();
    let unloaded = plugin::unload("lifecycle", true).unwrap();
    assert_eq!(unloaded.state, "finished");
    assert_eq!(finished.try_recv().unwrap(), "1");
    assert!(tvmlike::list("lifecycle").unwrap().is_empty());
    assert_eq!(tvmlike::type_table::index_of("lifecycle.Counter"), None);
    assert!(
        !plugin::list()
            .unwrap()
            .iter()
            .any(|plugin| plugin.name == "lifecycle")
    );
    let error = plugin::unload("lifecycle", false).unwrap_err();
    assert!(
        error.message().starts_with("no plugin is named \"lifecycle\""),
        "{error}"
    );
}

#[test]
fn finish_waits_for_handles_objects_and_tensors() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let finished = note_finish();
    let count = tvmlike::get("lifecycle.count").unwrap();
    let closure: PackedFunc = tvmlike::get("lifecycle.closure").unwrap().call_as((40,)).unwrap();
    let counter = construct(index());
    let tensor: Tensor = call("lifecycle.tensor");
    let text: Any = tvmlike::get("lifecycle.text").unwrap().call(()).unwrap();

    let unloaded = plugin::unload("lifecycle", false).unwrap();
    assert_eq!(unloaded.state, "unloaded");
    let held = unloaded.held_by.join("; ");
    assert!(held.contains("1 object of lifecycle.Counter"), "{held}");
    assert!(held.contains("1 object of runtime.Tensor"), "{held}");
    assert!(held.contains("functions of it"), "{held}");

    assert_eq!(count.call_as::<i64>(()).unwrap(), 1);
    assert_eq!(closure.call_as::<i64>((2,)).unwrap(), 42);
    assert_eq!(
        method(&counter, "add")
            .call_as::<i64>((counter.clone(),))
            .unwrap(),
        1
    );
    // SAFETY: no other code has the tensor.
    let numbers = unsafe { tensor.view().as_slice::<f64>() }.unwrap();
    assert_eq!(numbers, [1.0, 2.0, 3.0]);
    for held in [Any::from(count), closure.into(), counter, tensor.into()] {
        assert_eq!(finished.try_recv(), Err(TryRecvError::Empty));
        drop(held);
    }
    assert_eq!(finished.try_recv().unwrap(), "1");
    assert_eq!(state(), "finished");
    // Text is only memory: it does not delay the unloading, and stays valid.
    assert_eq!(text.view().convert::<&str>().unwrap(), "text of the generation 1");
}

fn index() -> tvmlike::TypeIndex {
    tvmlike::type_table::index_of("lifecycle.Counter").unwrap()
}

fn method(object: &Any, name: &str) -> PackedFunc {
    member(object.view().kind(), name)
}

#[test]
fn a_running_call_continues() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let finished = note_finish();
    let during = PackedFunc::typed("during", || -> Result<String> {
        Ok(plugin::unload("lifecycle", false)?.state)
    });
    let state: String = tvmlike::get("lifecycle.during")
        .unwrap()
        .call_as((during,))
        .unwrap();
    assert_eq!(state, "unloaded");
    assert_eq!(
        finished.try_recv().unwrap(),
        "1",
        "the call was the last that held it"
    );

    place.load().unwrap();
    let state: String = call("lifecycle.unload_itself");
    assert_eq!(state, "unloaded");
    assert_eq!(self::state(), "finished");
}

#[test]
fn refuse_if_held_names_the_holders() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let handles = [0; 2].map(|_| tvmlike::get("lifecycle.count").unwrap());
    let counter = construct(index());
    let error = plugin::unload("lifecycle", true).unwrap_err();
    assert_eq!(
        error.message(),
        "plugin lifecycle is still in use by 2 handles of lifecycle.count, 1 object of lifecycle.Counter; drop these \
         references, or pass refuse_if_held=False"
    );
    assert_eq!(call::<String>("lifecycle.generation"), "1", "nothing has changed");
    drop((handles, counter));
    assert_eq!(plugin::unload("lifecycle", true).unwrap().state, "finished");
}

#[test]
fn unloading_restores_overridden_functions() {
    let _turn = turn();
    assert_eq!(call::<i64>("lifecycle_host.answer"), 42);
    let place = Place::with("");
    place.load().unwrap();
    assert_eq!(call::<i64>("lifecycle_host.answer"), 7);
    plugin::unload("lifecycle", false).unwrap();
    assert_eq!(call::<i64>("lifecycle_host.answer"), 42);
}

#[test]
fn late_registrations_are_removed_and_refused_after_unloading() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let register = tvmlike::get("lifecycle.register_later").unwrap();
    register.call(("lifecycle_late.f",)).unwrap();
    assert_eq!(call::<String>("lifecycle_late.f"), "1");
    let loaded = plugin::info("lifecycle").unwrap();
    assert!(loaded.functions.contains(&"lifecycle_late.f".to_owned()));
    plugin::unload("lifecycle", false).unwrap();
    assert!(tvmlike::find("lifecycle_late.f").is_none());
    let error = register.call(("lifecycle_late.g",)).unwrap_err();
    assert_eq!(
        error.message(),
        "plugin lifecycle was unloaded; it cannot register functions"
    );
    assert!(tvmlike::find("lifecycle_late.g").is_none());
}

#[test]
fn finish_stops_threads_which_can_hold_the_plugin() {
    let _turn = turn();
    let place = Place::with("");
    place.load().unwrap();
    let finished = note_finish();
    tvmlike::get("lifecycle.start_worker").unwrap().call(()).unwrap();
    tvmlike::get("lifecycle.hold_for").unwrap().call((300,)).unwrap();
    let unloaded = plugin::unload("lifecycle", false).unwrap();
    assert_eq!(unloaded.state, "unloaded");
    assert_eq!(unloaded.held_by, ["1 hold of its own"]);
    // Arrives when the thread drops its object; finish has joined the other thread by then.
    assert_eq!(finished.recv_timeout(Duration::from_secs(60)).unwrap(), "1");
}

#[test]
fn loading_again_creates_new_state() {
    let _turn = turn();
    let place = Place::with("");
    let first = place.load().unwrap();
    assert_eq!(
        (call::<i64>("lifecycle.count"), call::<i64>("lifecycle.count")),
        (1, 2)
    );
    let held = tvmlike::get("lifecycle.count").unwrap();
    plugin::unload("lifecycle", false).unwrap();
    let second = place.load().unwrap();
    assert!(second.id > first.id);
    assert_eq!(call::<i64>("lifecycle.count"), 1, "new statics");
    assert_eq!(held.call_as::<i64>(()).unwrap(), 3, "the old ones go on");
}
