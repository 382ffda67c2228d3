//! The table's lock, and a handle that is got from a slot while it is removed.

#[path = "../../../registry/src/table/brlock.rs"]
mod brlock;

/// What [`brlock`] is made of.
///
/// Loom takes an access that is `SeqCst` for one that is `AcqRel`, but it knows fences. So each such write is followed by
/// one here: as on a processor whose loads need no more, it stands between the write and the thread's next read.
mod atomic {
    use std::cell::Cell;

    pub(super) use loom::cell::UnsafeCell;
    pub(super) use loom::sync::atomic::Ordering;
    use loom::sync::atomic::{self, fence};
    pub(super) use loom::sync::{RwLock, RwLockWriteGuard};

    pub(super) const PLACES: usize = 2;

    loom::thread_local! {
        static PLACE: Cell<usize> = Cell::new(0);
    }

    /// Says which place this thread has.
    pub(super) fn take_place(place: usize) {
        PLACE.with(|own| own.set(place));
    }

    pub(super) fn place_of_thread() -> usize {
        PLACE.with(Cell::get)
    }

    pub(super) fn pause(_: &mut u32) {
        loom::thread::yield_now();
    }

    fn fence_for(order: Ordering) {
        if order == Ordering::SeqCst {
            fence(Ordering::SeqCst);
        }
    }

    pub(super) struct AtomicBool(atomic::AtomicBool);

    impl AtomicBool {
        pub(super) fn new(value: bool) -> Self {
            Self(atomic::AtomicBool::new(value))
        }

        pub(super) fn load(&self, order: Ordering) -> bool {
            self.0.load(order)
        }

        pub(super) fn store(&self, value: bool, order: Ordering) {
            self.0.store(value, order);
            fence_for(order);
        }
    }

    pub(super) struct AtomicU32(atomic::AtomicU32);

    impl AtomicU32 {
        pub(super) fn new(value: u32) -> Self {
            Self(atomic::AtomicU32::new(value))
        }

        pub(super) fn load(&self, order: Ordering) -> u32 {
            self.0.load(order)
        }

        pub(super) fn store(&self, value: u32, order: Ordering) {
            self.0.store(value, order);
            fence_for(order);
        }

        pub(super) fn compare_exchange(
            &self,
            current: u32,
            new: u32,
            success: Ordering,
            failure: Ordering,
        ) -> Result<u32, u32> {
            let exchanged = self.0.compare_exchange(current, new, success, failure);
            if exchanged.is_ok() {
                fence_for(success);
            }
            exchanged
        }
    }
}

use loom::sync::Arc;
use loom::thread;

use crate::object::Object;
use atomic::take_place;
use brlock::BrLock;

/// Two words that are equal whenever nobody writes.
type Pair = [u32; 2];

fn look(lock: &BrLock<Pair>, place: usize) {
    take_place(place);
    lock.glance(|pair| assert_eq!(pair[0], pair[1]));
}

fn change(lock: &BrLock<Pair>) {
    lock.write(|pair| {
        pair[0] += 1;
        pair[1] += 1;
    });
}

#[test]
fn a_reader_meets_a_writer() {
    loom::model(|| {
        let lock = Arc::new(BrLock::new(Pair::default()));
        let shared = lock.clone();
        let reader = thread::spawn(move || {
            look(&shared, 0);
            look(&shared, 0);
        });
        change(&lock);
        reader.join().unwrap();
        assert_eq!(lock.read(|pair| *pair), [1, 1]);
    });
}

/// With two readers all interleavings are too many to wait for; this many switches show each pair of moments.
fn bounded(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(model);
}

#[test]
fn two_readers_share_a_place_and_meet_a_writer() {
    bounded(|| {
        let lock = Arc::new(BrLock::new(Pair::default()));
        let readers = [0, 0].map(|place| {
            let lock = lock.clone();
            thread::spawn(move || look(&lock, place))
        });
        change(&lock);
        for reader in readers {
            reader.join().unwrap();
        }
    });
}

#[test]
fn two_writers_and_a_reader() {
    bounded(|| {
        let lock = Arc::new(BrLock::new(Pair::default()));
        let shared = lock.clone();
        let writer = thread::spawn(move || change(&shared));
        let shared = lock.clone();
        let reader = thread::spawn(move || look(&shared, 1));
        change(&lock);
        writer.join().unwrap();
        reader.join().unwrap();
        assert_eq!(lock.read(|pair| *pair), [2, 2]);
    });
}

#[test]
fn a_handle_is_got_while_its_name_is_removed() {
    loom::model(|| {
        let object = Object::new();
        let table = Arc::new(BrLock::new(Some(object.clone())));
        let shared = table.clone();
        let caller = thread::spawn(move || {
            take_place(0);
            let found = shared.glance(|slot| slot.as_ref().inspect(|object| object.retain()).cloned());
            if let Some(object) = found {
                object.call();
                object.release();
            }
        });
        // What is removed is given back behind the lock.
        let removed = table.write(Option::take);
        if let Some(object) = removed {
            object.release();
        }
        caller.join().unwrap();
        assert!(object.is_gone());
    });
}
