//! Cycles of native references: which of them a collector frees, and what keeps the others.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use tvmlike::host_api;
use tvmlike::prelude::*;
use tvmlike::{ToAny, WeakPtr};

/// An object that can refer to others, for ever or until it is told otherwise, and that counts its ends.
#[derive(Object)]
#[object(key = "derive.Link")]
struct Link {
    ends: Arc<AtomicUsize>,
    below: Vec<ObjectPtr<Link>>,
    other: Mutex<Option<ObjectPtr<Link>>>,
    many: RwLock<Vec<ObjectPtr<Link>>>,
    anything: Mutex<Any>,
    /// Not reported to collectors.
    hidden: Mutex<Hidden>,
}

#[derive(Default)]
struct Hidden(Option<ObjectPtr<Link>>);

impl Drop for Link {
    fn drop(&mut self) {
        // Takes every lock: a collector that held one would wait for ever.
        drop(self.other.lock().unwrap().take());
        self.many.write().unwrap().clear();
        *self.anything.lock().unwrap() = Any::default();
        self.ends.fetch_add(1, Ordering::Relaxed);
    }
}

/// Makes links and counts those that are gone.
#[derive(Default)]
struct Maker(Arc<AtomicUsize>);

impl Maker {
    fn link(&self) -> ObjectPtr<Link> {
        self.above(Vec::new())
    }

    fn above(&self, below: Vec<ObjectPtr<Link>>) -> ObjectPtr<Link> {
        ObjectPtr::new(Link {
            ends: self.0.clone(),
            below,
            other: Mutex::default(),
            many: RwLock::default(),
            anything: Mutex::default(),
            hidden: Mutex::default(),
        })
    }

    fn ends(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

fn refer(from: &ObjectPtr<Link>, to: &ObjectPtr<Link>) {
    *from.other.lock().unwrap() = Some(to.clone());
}

/// Lets go of an object as a front end does, and collects.
fn let_go<const N: usize>(objects: [ObjectPtr<Link>; N]) {
    collect(&objects.map(|object| Suspect::new(&object)));
}

/// A weak reference, and the object's address.
struct Suspect(WeakPtr<Link>, usize);

impl Suspect {
    fn new(object: &ObjectPtr<Link>) -> Self {
        Self(object.downgrade(), object.as_raw() as usize)
    }
}

fn collect(suspects: &[Suspect]) {
    let handles: Vec<_> = suspects.iter().map(|suspect| suspect.1 as *mut _).collect();
    // SAFETY: a weak reference to each is owned.
    let status = unsafe { host_api::collect_cycles(handles.as_ptr(), handles.len()) };
    assert_eq!(status, 0);
}

#[test]
fn an_object_that_refers_to_itself_is_freed() {
    let made = Maker::default();
    let link = made.link();
    refer(&link, &link);
    let_go([link]);
    assert_eq!(made.ends(), 1);
}

#[test]
fn a_tree_whose_leaves_refer_to_its_root_is_freed() {
    let made = Maker::default();
    let leaves: Vec<_> = (0..3).map(|_| made.link()).collect();
    let root = made.above(leaves.clone());
    for leaf in &leaves {
        refer(leaf, &root);
    }
    root.many.write().unwrap().extend(leaves);
    let_go([root]);
    assert_eq!(made.ends(), 4);
}

#[test]
fn cycles_through_containers_are_freed() {
    let made = Maker::default();
    let (first, second) = (made.link(), made.link());
    let list = Array::new(vec![1_i64.to_any(), second.clone().to_any()]);
    *first.anything.lock().unwrap() = Map::new([(Any::from("list"), list.to_any())]).to_any();
    *second.anything.lock().unwrap() = Array::new(vec![first.clone().to_any()]).to_any();
    drop(second);
    let_go([first]);
    assert_eq!(made.ends(), 2);
}

#[test]
fn a_cycle_is_freed_with_what_it_alone_refers_to() {
    let made = Maker::default();
    let (shared, own) = (made.link(), made.link());
    let link = made.above(vec![shared.clone(), own]);
    refer(&link, &link);
    let_go([link]);
    assert_eq!(made.ends(), 2);
    assert_eq!(shared.strong_count(), 1);
}

#[test]
fn what_is_referred_to_from_outside_stays() {
    let made = Maker::default();
    let (first, second) = (made.link(), made.link());
    refer(&first, &second);
    refer(&second, &first);
    let kept = second.clone();
    let_go([first, second]);
    assert_eq!(made.ends(), 0);
    assert!(kept.other.lock().unwrap().is_some());
    // By a weak reference, which may become a strong one.
    let weak = kept.downgrade();
    let first = kept.other.lock().unwrap().clone().unwrap();
    drop(kept);
    let_go([first]);
    assert_eq!(made.ends(), 0);
    let kept = weak.upgrade().unwrap();
    drop(weak);
    // By a field that collectors do not see, even of an object in the cycle.
    kept.hidden.lock().unwrap().0 = Some(kept.clone());
    let suspects = [Suspect::new(&kept)];
    drop(kept);
    collect(&suspects);
    assert_eq!(made.ends(), 0);
    let kept = suspects[0].0.upgrade().unwrap();
    kept.hidden.lock().unwrap().0 = None;
    drop(kept);
    collect(&suspects);
    assert_eq!(made.ends(), 2);
}

#[test]
fn a_locked_object_stays_until_it_is_unlocked() {
    let made = Maker::default();
    let link = made.link();
    refer(&link, &link);
    let suspects = [Suspect::new(&link)];
    let body = &raw const *link;
    // SAFETY: nothing frees the object while a field is locked, which is what is tested.
    let lent: &'static Link = unsafe { &*body };
    let held = lent.anything.lock().unwrap();
    drop(link);
    collect(&suspects);
    assert_eq!(made.ends(), 0);
    drop(held);
    collect(&suspects);
    assert_eq!(made.ends(), 1);
}

/// A thread's only reference moves round a ring: down references that never change, and up one that can.
#[test]
fn a_moving_reference_keeps_what_it_can_reach() {
    let made = Maker::default();
    let lowest = made.link();
    let middle = made.above(vec![lowest.clone()]);
    let top = made.above(vec![middle.clone()]);
    refer(&lowest, &top);
    let suspects = [&top, &middle, &lowest].map(Suspect::new);
    drop((middle, lowest));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut held = top;
            while !done.load(Ordering::Relaxed) {
                let next = held.below.first().cloned();
                held = next.unwrap_or_else(|| {
                    held.other
                        .lock()
                        .unwrap()
                        .clone()
                        .expect("taken from a living object")
                });
            }
        });
        for _ in 0..20_000 {
            collect(&suspects);
        }
        assert_eq!(made.ends(), 0);
        done.store(true, Ordering::Relaxed);
    });
    collect(&suspects);
    assert_eq!(made.ends(), 3);
}

#[test]
fn what_is_dead_is_no_suspect() {
    let made = Maker::default();
    let link = made.link();
    let suspects = [Suspect::new(&link)];
    drop(link);
    assert_eq!(made.ends(), 1);
    collect(&suspects);
    for (count, status) in [(0, 0), (1, -1)] {
        // SAFETY: no suspects; NULL is an error.
        let found = unsafe { host_api::collect_cycles(std::ptr::null(), count) };
        assert_eq!(found, status);
    }
    let error = tvmlike::error::take_raised().unwrap();
    assert_eq!(error.message(), "the suspects must not be NULL");
}
