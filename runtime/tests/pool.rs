//! Pools of objects.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

use tvmlike_runtime::object::Pool;
use tvmlike_runtime::{ObjectPtr, object_type};

/// Counts those that are alive.
struct Item {
    number: u64,
    alive: Arc<AtomicUsize>,
}
object_type!(Item = "pool.Item");

impl Drop for Item {
    fn drop(&mut self) {
        self.alive.fetch_sub(1, SeqCst);
    }
}

fn item(pool: &Pool<Item>, number: u64, alive: &Arc<AtomicUsize>) -> ObjectPtr<Item> {
    alive.fetch_add(1, SeqCst);
    ObjectPtr::new_in(
        pool,
        Item {
            number,
            alive: alive.clone(),
        },
    )
}

#[test]
fn pooled_objects_behave_like_others() {
    let (pool, alive) = (Pool::new(), Arc::default());
    let first = item(&pool, 7, &alive);
    let second = first.clone();
    assert_eq!((first.number, first.strong_count()), (7, 2));
    let back: ObjectPtr<Item> = second.into_object().downcast().unwrap();
    assert!(back.same_as(&first));
    let weak = first.downgrade();
    drop((first, back));
    assert_eq!(alive.load(SeqCst), 0);
    assert!(weak.upgrade().is_none());
    // The slot is not used again while something refers to it.
    let address = weak.clone();
    let next = item(&pool, 8, &alive);
    assert!(address.upgrade().is_none());
    assert_eq!(next.number, 8);
    drop((weak, address, next));
    assert_eq!(alive.load(SeqCst), 0);
}

#[test]
fn slots_are_reused() {
    let (pool, alive) = (Pool::new(), Arc::default());
    let first = item(&pool, 1, &alive).as_raw() as usize;
    assert_eq!(item(&pool, 2, &alive).as_raw() as usize, first);
    let many: Vec<_> = (0..10_000).map(|number| item(&pool, number, &alive)).collect();
    let mut addresses: Vec<_> = many.iter().map(|item| item.as_raw() as usize).collect();
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), 10_000);
    assert!(many.iter().enumerate().all(|(at, item)| item.number == at as u64));
    assert!(addresses.iter().all(|address| address % 16 == 0));
    drop(many);
    let again: Vec<_> = (0..10_000).map(|number| item(&pool, number, &alive)).collect();
    let new = again
        .iter()
        .filter(|item| addresses.binary_search(&(item.as_raw() as usize)).is_err());
    // But for some that the first round left over.
    assert!(new.count() < 100);
}

#[test]
fn objects_outlive_their_pool() {
    let alive = Arc::default();
    for threads in [false, true] {
        let pool = Pool::new();
        let kept: Vec<_> = (0..500).map(|number| item(&pool, number, &alive)).collect();
        drop(pool);
        assert_eq!(kept.iter().map(|item| item.number).sum::<u64>(), 499 * 250);
        if threads {
            thread::spawn(move || drop(kept)).join().unwrap();
        } else {
            drop(kept);
        }
        assert_eq!(alive.load(SeqCst), 0);
    }
    drop(Pool::<Item>::new());
}

#[test]
fn any_thread_creates_and_frees_objects() {
    let (pool, alive) = (Pool::new(), Arc::default());
    let shared = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for thread in 0..4u64 {
            let (pool, alive, shared) = (&pool, &alive, &shared);
            scope.spawn(move || {
                for round in 0..2_000u64 {
                    let made = item(pool, thread << 32 | round, alive);
                    let mut shared = shared.lock().unwrap();
                    shared.push((thread << 32 | round, made));
                    let taken = if shared.len() > 100 {
                        let at = (round as usize * 7) % shared.len();
                        Some(shared.swap_remove(at))
                    } else {
                        None
                    };
                    drop(shared);
                    if let Some((number, item)) = taken {
                        assert_eq!(item.number, number);
                    }
                }
            });
        }
    });
    let left = shared.into_inner().unwrap();
    assert!(left.iter().all(|(number, item)| item.number == *number));
    assert_eq!(alive.load(SeqCst), left.len());
    drop(pool);
    drop(left);
    assert_eq!(alive.load(SeqCst), 0);
}

#[test]
fn more_pools_than_thread_local_stores() {
    let alive = Arc::default();
    let pools: Vec<Pool<Item>> = (0..20).map(|_| Pool::new()).collect();
    let mut kept = Vec::new();
    for round in 0..200 {
        for (at, pool) in pools.iter().enumerate() {
            let made = item(pool, at as u64, &alive);
            if round % 3 == 0 {
                kept.push((at, made));
            }
        }
    }
    for (at, pool) in pools.into_iter().enumerate() {
        drop(pool);
        kept.retain(|(of, item)| {
            assert_eq!(item.number, *of as u64);
            *of != at
        });
    }
    assert_eq!(alive.load(SeqCst), 0);
}

#[test]
fn an_ending_thread_returns_its_slots() {
    let (pool, alive) = (Pool::new(), Arc::default());
    let mut addresses = Vec::new();
    for _ in 0..50 {
        let address = thread::scope(|scope| {
            let of_thread = scope.spawn(|| item(&pool, 1, &alive).as_raw() as usize);
            of_thread.join().unwrap()
        });
        addresses.push(address);
    }
    addresses.sort_unstable();
    addresses.dedup();
    // Without that each thread would have taken a batch of its own.
    assert!(addresses.len() <= 2, "{addresses:?}");
}

/// Frees an object while its thread ends, before or after the pool's own thread-local.
struct AtTheEnd(Mutex<Option<ObjectPtr<Item>>>);

thread_local! {
    static AT_THE_END: AtTheEnd = const { AtTheEnd(Mutex::new(None)) };
}

#[test]
fn objects_can_be_freed_in_thread_local_destructors() {
    let alive: Arc<AtomicUsize> = Arc::default();
    let pool = Arc::new(Pool::new());
    for before in [false, true] {
        let (pool, of_thread) = (pool.clone(), alive.clone());
        thread::spawn(move || {
            if before {
                AT_THE_END.with(|_| ());
            }
            let made = item(&pool, 1, &of_thread);
            AT_THE_END.with(|place| *place.0.lock().unwrap() = Some(made));
        })
        .join()
        .unwrap();
        assert_eq!(alive.load(SeqCst), 0);
    }
}

struct Bad;
object_type!(Bad = "pool.Bad");

impl Drop for Bad {
    fn drop(&mut self) {
        panic!("it does not go quietly");
    }
}

struct Large([u64; 1_000]);
object_type!(Large = "pool.Large");

#[test]
fn bodies_of_all_sizes_and_alignments() {
    let pool = Pool::new();
    drop(ObjectPtr::new_in(&pool, Bad));
    drop(ObjectPtr::new_in(&pool, Bad));
    let large = Pool::default();
    let kept: Vec<_> = (0..100)
        .map(|at| ObjectPtr::new_in(&large, Large([at; 1_000])))
        .collect();
    drop(large);
    assert!(
        kept.iter()
            .enumerate()
            .all(|(at, large)| large.0 == [at as u64; 1_000])
    );
}

struct Small(u64);
object_type!(Small = "pool.Small");

#[test]
#[cfg(unix)]
fn the_lock_is_free_in_a_forked_child() {
    let pool = Arc::new(Pool::new());
    let over = AtomicUsize::new(0);
    let small = |at| ObjectPtr::new_in(&pool, Small(at));
    // Without the registry, nothing releases the locks of the type table in a child: the type is registered before.
    drop(small(0));
    thread::scope(|scope| {
        for _ in 0..2 {
            // More than the thread's cache holds, so that blocks move to the shared pool and back all the time.
            scope.spawn(|| {
                while over.load(SeqCst) == 0 {
                    drop((0..200).map(small).collect::<Vec<_>>());
                }
            });
        }
        let mut failed = 0;
        for _ in 0..300 {
            // SAFETY: the child makes and frees objects, and ends.
            match unsafe { libc::fork() } {
                0 => {
                    // SAFETY: kills a child that never ends.
                    unsafe { libc::alarm(5) };
                    let made: Vec<_> = (0..200).map(small).collect();
                    let whole = made.iter().enumerate().all(|(at, small)| small.0 == at as u64);
                    drop(made);
                    // SAFETY: ends the child alone.
                    unsafe { libc::_exit(i32::from(!whole)) };
                }
                child => {
                    assert!(child > 0);
                    let mut status = 0;
                    // SAFETY: the child of this thread, and a place for its status.
                    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
                    failed = status;
                    if failed != 0 {
                        break;
                    }
                }
            }
        }
        over.store(1, SeqCst);
        assert_eq!(failed, 0, "the status of a child");
    });
}
