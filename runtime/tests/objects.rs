//! Reference counts, weak references, inheritance, and destruction.

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::Duration;

use tvmlike_runtime::object::{claim_type_key, kept_type_index};
use tvmlike_runtime::{
    Any, Array, Error, Map, ObjectPtr, ObjectType, PackedFunc, Result, ToAny, TypeIndex, object_type, opaque,
    type_table,
};

static ALIVE: AtomicUsize = AtomicUsize::new(0);

#[repr(C)]
struct Counted {
    number: i64,
}

impl Counted {
    fn new(number: i64) -> ObjectPtr<Self> {
        ALIVE.fetch_add(1, Ordering::SeqCst);
        ObjectPtr::new(Self { number })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

object_type!(Counted = "test.Counted");

#[repr(C)]
struct Child {
    base: Counted,
    name: String,
}

object_type!(Child = "test.Child", parent = base: Counted);

#[repr(C)]
struct Other;

object_type!(Other = "test.Other");

/// The tests of this file count living objects in one place: they take turns.
fn alone() -> std::sync::MutexGuard<'static, ()> {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[test]
fn the_last_reference_frees_the_object() {
    let _turn = alone();
    let before = ALIVE.load(Ordering::SeqCst);
    let first = Counted::new(7);
    let second = first.clone();
    assert_eq!(first.strong_count(), 2);
    drop(first);
    assert_eq!(second.number, 7);
    assert_eq!(ALIVE.load(Ordering::SeqCst), before + 1);
    drop(second);
    assert_eq!(ALIVE.load(Ordering::SeqCst), before);
}

#[test]
fn containers_and_closures_own_what_they_hold() {
    let _turn = alone();
    let before = ALIVE.load(Ordering::SeqCst);
    let object = Counted::new(1);
    let array: Array = vec![object.clone().to_any(), object.clone().to_any()]
        .into_iter()
        .collect();
    let map: Map = [(Any::from("k"), array.clone().to_any())].into_iter().collect();
    let held = object.clone();
    let function = PackedFunc::new(move |_| Ok(held.clone().to_any()));
    assert_eq!(object.strong_count(), 4);
    let result = function.call(()).unwrap();
    assert_eq!(object.strong_count(), 5);
    drop((result, function, array, map));
    assert_eq!(object.strong_count(), 1);
    drop(object);
    assert_eq!(ALIVE.load(Ordering::SeqCst), before);
}

#[test]
fn a_weak_reference_keeps_memory_not_contents() {
    let _turn = alone();
    let before = ALIVE.load(Ordering::SeqCst);
    let object = Counted::new(3);
    let weak = object.downgrade();
    let again = weak.clone();
    assert_eq!(weak.upgrade().unwrap().number, 3);
    drop(object);
    assert_eq!(ALIVE.load(Ordering::SeqCst), before);
    assert!(weak.upgrade().is_none());
    drop(weak);
    assert!(again.upgrade().is_none());
}

#[test]
fn threads_share_an_object() {
    let _turn = alone();
    let before = ALIVE.load(Ordering::SeqCst);
    let object = Counted::new(5);
    let weak = object.downgrade();
    let start = Arc::new(Barrier::new(8));
    let workers: Vec<_> = (0..8)
        .map(|_| {
            let (object, weak, start) = (object.clone(), weak.clone(), start.clone());
            thread::spawn(move || {
                start.wait();
                for _ in 0..10_000 {
                    let copy = object.clone();
                    assert_eq!(weak.upgrade().map(|upgraded| upgraded.number), Some(copy.number));
                }
            })
        })
        .collect();
    drop(object);
    for worker in workers {
        worker.join().unwrap();
    }
    assert!(weak.upgrade().is_none());
    assert_eq!(ALIVE.load(Ordering::SeqCst), before);
}

#[test]
fn a_child_type_converts_to_its_parent() {
    let _turn = alone();
    let child = ObjectPtr::new(Child {
        base: Counted { number: 9 },
        name: "nine".to_owned(),
    });
    ALIVE.fetch_add(1, Ordering::SeqCst);
    let value = child.to_any();
    let parent = value.cast::<ObjectPtr<Counted>>().unwrap();
    assert_eq!(parent.number, 9);
    assert_eq!(parent.into_object().downcast::<Child>().unwrap().name, "nine");
    let error = value.cast::<ObjectPtr<Other>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "TypeError: value: expected test.Other, got test.Child"
    );
    assert!(Counted::new(1).into_object().downcast::<Child>().is_err());
}

#[test]
fn the_type_table_knows_ancestors() {
    let root = TypeIndex::OBJECT;
    let a = type_table::register("test.table.A", root).unwrap();
    let b = type_table::register("test.table.B", a).unwrap();
    let c = type_table::register("test.table.C", b).unwrap();
    let d = type_table::register("test.table.D", a).unwrap();
    assert!(a.0 >= 128);
    for (child, ancestor, expected) in [
        (c, a, true),
        (c, b, true),
        (c, c, true),
        (c, root, true),
        (d, b, false),
        (a, c, false),
        (root, a, false),
    ] {
        assert_eq!(
            type_table::is_a(child, ancestor),
            expected,
            "{child:?} {ancestor:?}"
        );
    }
    assert!(!type_table::is_a(TypeIndex::INT, root));
    assert!(type_table::is_a(TypeIndex::TENSOR, root));
    assert!(!type_table::is_a(TypeIndex(1 << 30), root));
    assert!(!type_table::is_a(TypeIndex(-5), root));
    assert_eq!(type_table::key_of(c), Some("test.table.C"));
    assert_eq!(type_table::index_of("test.table.C"), Some(c));
    assert_eq!(type_table::index_of("test.table.absent"), None);
    // The same key under the same parent is the same type; under another it is refused.
    assert_eq!(type_table::register("test.table.B", a).unwrap(), b);
    let error = type_table::register("test.table.B", root).unwrap_err();
    assert_eq!(
        error.message(),
        "type test.table.B is already registered with parent test.table.A, not runtime.Object"
    );
    for bad in ["", "a\0b", &"x".repeat(2_000)] {
        assert_eq!(type_table::register(bad, root).unwrap_err().kind(), "ValueError");
    }
    assert_eq!(
        type_table::register("test.table.E", TypeIndex(1 << 20))
            .unwrap_err()
            .kind(),
        "ValueError"
    );
    assert_eq!(
        type_table::register("test.table.E", TypeIndex::INT)
            .unwrap_err()
            .kind(),
        "ValueError"
    );
}

#[test]
fn threads_register_types_concurrently() {
    let workers: Vec<_> = (0..4)
        .map(|_| {
            thread::spawn(|| {
                (0..2_000)
                    .map(|i| {
                        let index =
                            type_table::register(&format!("test.many.T{i}"), TypeIndex::OBJECT).unwrap();
                        assert!(type_table::is_a(index, TypeIndex::OBJECT));
                        index
                    })
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    let seen: Vec<Vec<TypeIndex>> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn no_thread_waits_for_another_that_registers_the_same_type() {
    static PLACE: AtomicI32 = AtomicI32::new(0);
    fn claim(place: &'static AtomicI32) -> Result<TypeIndex> {
        claim_type_key("test.Together", TypeIndex::OBJECT, place)
    }
    let register = |place| {
        let (sender, other) = mpsc::channel();
        thread::spawn(move || sender.send(kept_type_index(&PLACE, claim)));
        let other = other.recv_timeout(Duration::from_secs(20));
        let index = claim(place)?;
        assert_eq!(
            other.expect("the index, while this thread registers the type")?,
            index
        );
        Ok(index)
    };
    let index = kept_type_index(&PLACE, register).unwrap();
    assert_eq!(type_table::index_of("test.Together"), Some(index));
}

#[test]
fn a_panicking_destructor_does_not_abort() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("a destructor that panics");
        }
    }
    object_type!(Bomb = "test.Bomb");
    drop(ObjectPtr::new(Bomb));
}

#[test]
fn a_type_key_belongs_to_one_rust_type() {
    struct First;
    object_type!(First = "test.twice");
    struct Second;
    object_type!(Second = "test.twice");
    struct BuiltIn;
    object_type!(BuiltIn = "runtime.String");
    First::type_index();
    let panicked = |index: fn() -> TypeIndex| {
        *std::panic::catch_unwind(index)
            .unwrap_err()
            .downcast::<String>()
            .unwrap()
    };
    assert!(
        panicked(Second::type_index)
            .ends_with("duplicate type key: two Rust types of this library use test.twice")
    );
    assert!(
        panicked(BuiltIn::type_index).ends_with("type key runtime.String is reserved for a built-in type")
    );
}

#[test]
fn an_opaque_object_is_not_an_instance_of_a_rust_type() {
    let make = |index| {
        // SAFETY: the handle is never used.
        unsafe { opaque::create(std::ptr::null_mut(), index, None) }
    };
    assert_eq!(make(Counted::type_index()).unwrap_err().kind(), "ValueError");
    assert_eq!(make(TypeIndex::STR).unwrap_err().kind(), "ValueError");
    let below = type_table::register("test.Opaque", TypeIndex::OPAQUE_PY_OBJECT).unwrap();
    assert_eq!(make(below).unwrap().type_index(), below);
}

#[test]
fn deep_structures_are_freed_without_recursion() {
    let worker = thread::Builder::new().stack_size(256 << 10).spawn(|| {
        let mut array = Array::new(Vec::new());
        let mut map: Map = Map::new(Vec::new());
        let mut error = Error::value_error("the innermost");
        for _ in 0..100_000 {
            array = Array::new(vec![array.to_any()]);
            map = [(Any::from("k"), map.to_any())].into_iter().collect();
            error = Error::value_error("around it").with_cause(error);
        }
    });
    worker.unwrap().join().unwrap();
}

#[test]
fn reading_an_error_adds_no_frames() {
    let mut error = Error::value_error("text");
    let weak = error.as_object().downgrade();
    let before = error.backtrace().into_owned();
    error.add_frame("file.rs", 1, "f");
    assert_eq!(
        error.backtrace(),
        before,
        "the weak reference could still be upgraded"
    );
    drop(weak);
    error.add_frame("file.rs", 1, "f");
    assert!(error.backtrace().ends_with("  File \"file.rs\", line 1, in f\n"));
}
