//! Objects that hold others: which references they report, and when they drop them.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, RwLock};

use tvmlike::prelude::*;
use tvmlike::{ObjectType, ToAny};

use crate::inherited::{Empty, Point3};
use crate::members::Counter;
use crate::seen::set;

/// A handwritten `Object` that visits no references and can still be a parent.
#[repr(C)]
struct Plain {
    number: i64,
}

tvmlike::object_type!(Plain = "derive.Plain");

#[derive(Object)]
#[object(key = "derive.Node", parent = base: Plain)]
#[repr(C)]
struct Node {
    base: Plain,
    on_change: Mutex<Option<PackedFunc>>,
    #[field(set)]
    children: RwLock<Vec<ObjectPtr<Node>>>,
    by_name: HashMap<String, Any>,
    numbers: Vec<i64>,
    boxed: Box<[Any; 2]>,
    error: Option<Error>,
}

fn node_without() -> Node {
    Node {
        base: Plain { number: 0 },
        on_change: Mutex::default(),
        children: RwLock::default(),
        by_name: HashMap::new(),
        numbers: Vec::new(),
        boxed: Box::default(),
        error: None,
    }
}

/// Adds the address of a child to the list.
///
/// # Safety
/// `context` is a `Vec<usize>`.
unsafe extern "C" fn collect(child: *mut tvmlike::__private::TVMLikeObject, context: *mut c_void) {
    // SAFETY: by contract.
    unsafe { (*context.cast::<Vec<usize>>()).push(child as usize) }
}

/// The addresses of the objects that an object's `Traverse` visits.
fn held<T>(object: &ObjectPtr<T>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    if let Some(traverse) = tvmlike::host_api::type_traverse(object.type_index().0) {
        // SAFETY: a living object of the type, and a list to write to.
        unsafe { traverse(object.as_raw(), Some(collect), (&raw mut found).cast()) };
    }
    found
}

#[test]
fn traverse_visits_held_objects() {
    let node = |children| {
        ObjectPtr::new(Node {
            base: Plain { number: 1 },
            on_change: Mutex::new(None),
            children: RwLock::new(children),
            by_name: HashMap::new(),
            numbers: vec![1, 2],
            boxed: Box::new([Any::default(), 1_i64.to_any()]),
            error: None,
        })
    };
    let (first, second) = (node(Vec::new()), node(Vec::new()));
    let parent = node(vec![first.clone(), second.clone(), first.clone()]);
    let address = |object: &ObjectPtr<Node>| object.as_raw() as usize;
    assert_eq!(
        held(&parent),
        [address(&first), address(&second), address(&first)]
    );
    assert_eq!(held(&first), Vec::<usize>::new());
    assert_eq!((parent.strong_count(), first.strong_count()), (1, 3));
    let callback = PackedFunc::typed("a callback", || 1);
    *parent.on_change.lock().unwrap() = Some(callback.clone());
    let function = callback.as_object().as_raw() as usize;
    assert_eq!(held(&parent)[0], function);
    // A locked field is omitted.
    let working = parent.children.write().unwrap();
    assert_eq!(held(&parent), [function]);
    drop(working);
    assert_eq!(parent.numbers.len() + parent.base.number as usize, 3);

    let list = Array::new(vec![1_i64.to_any()]);
    let rest = ObjectPtr::new(Node {
        by_name: [("list".to_owned(), list.clone().to_any())].into(),
        boxed: Box::new([Any::from("short"), callback.clone().to_any()]),
        error: Some(Error::value_error("kept")),
        base: Plain { number: 2 },
        on_change: Mutex::default(),
        children: RwLock::default(),
        numbers: Vec::new(),
    });
    let error = rest.error.as_ref().unwrap().as_object().as_raw() as usize;
    assert_eq!(held(&rest), [list.as_object().as_raw() as usize, function, error]);

    for index in [
        Counter::type_index(),
        Point3::type_index(),
        Plain::type_index(),
        Empty::type_index(),
    ] {
        assert!(
            tvmlike::host_api::type_traverse(index.0).is_none(),
            "{index:?} holds nothing"
        );
    }
    assert!(tvmlike::host_api::type_traverse(-1).is_none());
}

#[test]
fn a_written_value_is_dropped_outside_the_lock() {
    /// Looks, when it is dropped, whether the field that it was taken from is locked.
    struct Witness {
        parent: ObjectPtr<Node>,
        was_free: Arc<Mutex<Option<bool>>>,
    }
    impl Drop for Witness {
        fn drop(&mut self) {
            *self.was_free.lock().unwrap() = Some(self.parent.children.try_read().is_ok());
        }
    }
    let was_free = Arc::new(Mutex::new(None));
    let (parent, child) = (ObjectPtr::new(node_without()), ObjectPtr::new(node_without()));
    let witness = Witness {
        parent: parent.clone(),
        was_free: was_free.clone(),
    };
    let callback = PackedFunc::new(move |_| Ok(witness.parent.strong_count().to_any()));
    *child.on_change.lock().unwrap() = Some(callback);
    set::<Node>("children", (&parent, Array::new(vec![child.to_any()]))).unwrap();
    assert_eq!(*was_free.lock().unwrap(), None);
    set::<Node>("children", (&parent, Array::new(Vec::new()))).unwrap();
    assert_eq!(*was_free.lock().unwrap(), Some(true));
    assert_eq!(parent.strong_count(), 1);
}
