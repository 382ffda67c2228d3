//! Registry events: which subscribers receive them, in which order, and what subscribers may do.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use tvmlike::events::{Event, end_where, subscribe_function, unsubscribe};
use tvmlike::prelude::*;
use tvmlike::{ClassBuilder, Registration, Subscription, find, register, remove, remove_class, subscribe};

fn one() -> PackedFunc {
    PackedFunc::typed("one", || 1_i64)
}

fn replace(name: &str) {
    Registration::new(name, one())
        .overriding(true)
        .register()
        .unwrap();
}

type Heard = Arc<Mutex<Vec<String>>>;

/// Records the events under a prefix.
fn listen(prefix: &str) -> (Subscription, Heard) {
    let heard = Heard::default();
    let writing = heard.clone();
    let subscription = subscribe(prefix, move |event, names| {
        writing
            .lock()
            .unwrap()
            .push(format!("{event} {}", names.join(" ")));
    });
    (subscription.unwrap(), heard)
}

fn taken(heard: &Heard) -> Vec<String> {
    std::mem::take(&mut *heard.lock().unwrap())
}

#[test]
fn a_subscription_receives_changes_under_its_prefix() {
    let (subscription, heard) = listen("events.a");
    register("events.a.f", one()).unwrap();
    register("events.ab", one()).unwrap();
    register("events.a.sub.g", one()).unwrap();
    replace("events.a.f");
    replace("events.a.new");
    register("events.a.f", one()).unwrap_err();
    remove("events.a.f").unwrap();
    remove("events.a.f").unwrap_err();
    assert_eq!(
        taken(&heard),
        [
            "registered events.a.f",
            "registered events.a.sub.g",
            "overridden events.a.f",
            "registered events.a.new",
            "removed events.a.f",
        ]
    );
    drop(subscription);
    register("events.a.f", one()).unwrap();
    assert!(taken(&heard).is_empty());
}

#[test]
fn classes_that_are_registered_together_are_one_change() {
    let (subscription, heard) = listen("events.classes");
    let class = |name: &str| ClassBuilder::new(format!("events.classes.{name}"));
    ClassBuilder::register_all(["a", "b"].map(class)).unwrap();
    let refused = ClassBuilder::register_all(["c", "a", "d"].map(class));
    assert!(refused.unwrap_err().message().contains("events.classes.a"));
    ClassBuilder::register_all([]).unwrap();
    for name in ["a", "b", "c"] {
        remove_class(&format!("events.classes.{name}")).unwrap();
    }
    assert_eq!(
        taken(&heard),
        [
            "registered events.classes.a events.classes.b",
            "registered events.classes.c",
            "removed events.classes.a",
            "removed events.classes.b",
            "removed events.classes.c",
        ]
    );
    drop(subscription);
}

#[test]
fn the_change_is_visible_to_subscribers() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let seeing = seen.clone();
    let here = thread::current().id();
    let subscription = subscribe("events.made", move |_, names| {
        assert_eq!(thread::current().id(), here);
        seeing.lock().unwrap().push(find(&names[0]).is_some());
    })
    .unwrap();
    register("events.made.f", one()).unwrap();
    remove("events.made.f").unwrap();
    assert_eq!(*seen.lock().unwrap(), [true, false]);
    drop(subscription);
}

#[test]
fn changes_by_a_subscriber_are_delivered_after_the_current_event() {
    // The first one removes each added name, and registers another one once.
    let first = subscribe("events.nested", |event, names| {
        if event == Event::Registered && names[0] == "events.nested.a" {
            remove("events.nested.a").unwrap();
            register("events.nested.b", one()).unwrap();
        }
    })
    .unwrap();
    let (second, heard) = listen("events.nested");
    register("events.nested.a", one()).unwrap();
    assert_eq!(
        taken(&heard),
        [
            "registered events.nested.a",
            "removed events.nested.a",
            "registered events.nested.b",
        ]
    );
    drop((first, second));
}

#[test]
fn a_subscriber_can_unsubscribe_itself_and_subscribe_others() {
    let own: Arc<OnceLock<i64>> = Arc::default();
    let calls = Arc::new(AtomicUsize::new(0));
    let made: Arc<Mutex<Option<(Subscription, Heard)>>> = Arc::default();
    let function = {
        let (own, calls, made) = (own.clone(), calls.clone(), made.clone());
        PackedFunc::typed("once", move |_: String, _: Vec<String>| -> Result<()> {
            calls.fetch_add(1, Ordering::Relaxed);
            *made.lock().unwrap() = Some(listen("events.once"));
            register("events.once.by_subscriber", one())?;
            unsubscribe(*own.get().unwrap())
        })
    };
    own.set(subscribe_function("events.once", function).unwrap())
        .unwrap();
    register("events.once.f", one()).unwrap();
    remove("events.once.f").unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    let (_, heard) = made.lock().unwrap().take().unwrap();
    // Not the change during which it subscribed, but all later ones.
    assert_eq!(
        taken(&heard),
        ["registered events.once.by_subscriber", "removed events.once.f"]
    );
    let error = unsubscribe(*own.get().unwrap()).unwrap_err();
    assert_eq!(error.kind(), "ValueError");
    assert!(
        error.message().starts_with("no subscription has the id "),
        "{error}"
    );
}

#[test]
fn a_failing_subscriber_does_not_affect_others() {
    let fails = PackedFunc::typed("fails", |_: String, _: Vec<String>| -> Result<()> {
        Err(Error::value_error("heard enough"))
    });
    let failing = subscribe_function("events.fails", fails).unwrap();
    let panicking = subscribe("events.fails", |_, _| panic!("heard too much")).unwrap();
    let (last, heard) = listen("events.fails");
    register("events.fails.f", one()).unwrap();
    assert!(find("events.fails.f").is_some());
    assert_eq!(taken(&heard), ["registered events.fails.f"]);
    unsubscribe(failing).unwrap();
    drop((panicking, last));
}

#[test]
fn ending_a_subscription_releases_its_function() {
    let function = PackedFunc::new(|_| Ok(Any::default()));
    let id = subscribe_function("events.gone", function.clone()).unwrap();
    assert!(function.as_object().strong_count() > 1);
    unsubscribe(id).unwrap();
    assert_eq!(function.as_object().strong_count(), 1);
}

#[test]
fn subscriptions_can_be_ended_by_their_functions() {
    let function = PackedFunc::new(|_| panic!("it is not to be called"));
    let id = subscribe_function("events.ended", function.clone()).unwrap();
    let (other, heard) = listen("events.ended");
    end_where(|subscriber| subscriber.as_object().same_as(function.as_object()));
    register("events.ended.f", one()).unwrap();
    assert_eq!(taken(&heard), ["registered events.ended.f"]);
    assert_eq!(unsubscribe(id).unwrap_err().kind(), "ValueError");
    drop(other);
}

#[test]
fn events_of_one_name_arrive_in_order_with_many_threads() {
    const ROUNDS: usize = 300;
    let log: Arc<Mutex<HashMap<String, Vec<Event>>>> = Arc::default();
    let writing = log.clone();
    let subscription = subscribe("events.many", move |event, names| {
        let mut log = writing.lock().unwrap();
        for name in names {
            log.entry(name.clone()).or_default().push(event);
        }
    })
    .unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|thread| {
                scope.spawn(move || {
                    let name = format!("events.many.f{thread}");
                    for _ in 0..ROUNDS {
                        register(&name, one()).unwrap();
                        replace(&name);
                        remove(&name).unwrap();
                    }
                })
            })
            .collect();
        // Other subscribers are added and removed meanwhile.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let (subscription, heard) = listen("events.many");
                thread::yield_now();
                drop((subscription, heard));
            }
        });
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        done.store(true, Ordering::Relaxed);
    });
    drop(subscription);
    let log = log.lock().unwrap();
    assert_eq!(log.len(), 4);
    for (name, events) in &*log {
        let round = [Event::Registered, Event::Overridden, Event::Removed];
        assert_eq!(events.len(), 3 * ROUNDS, "{name}");
        assert!(events.chunks(3).all(|chunk| chunk == round), "{name}");
    }
}
