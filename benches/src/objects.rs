//! Objects with their own allocation and objects in a pool: created and freed one by one, many at a time, and by another
//! thread.

use std::hint::black_box;
use std::sync::mpsc::sync_channel;

use tvmlike::object::Pool;
use tvmlike::prelude::*;

use crate::measure::{Row, table};

const OBJECTS: usize = 10_000;

/// A typical handle of a compiler: context, number, generation.
struct Handle {
    numbers: [u32; 6],
}
tvmlike::object_type!(Handle = "bench.Handle");

fn handle(at: usize) -> Handle {
    Handle {
        numbers: [at as u32; 6],
    }
}

pub(crate) fn run() -> Result<()> {
    let pool = Pool::new();
    let in_turn = |make: &dyn Fn(usize) -> ObjectPtr<Handle>| {
        for at in 0..OBJECTS {
            black_box(make(at));
        }
    };
    let own = |at| ObjectPtr::new(handle(at));
    let pooled = |at| ObjectPtr::new_in(&pool, handle(at));
    table(
        "Objects: made and freed one by one",
        OBJECTS,
        vec![
            Row::new("ObjectPtr::new", None, || in_turn(&own)),
            Row::new("ObjectPtr::new_in a pool", Some(1.0), || in_turn(&pooled)),
            Row::new("Box::new of the same size", None, || {
                for at in 0..OBJECTS {
                    black_box(Box::new(([0u64; 5], handle(at))));
                }
            }),
        ],
    );
    let together = |make: &dyn Fn(usize) -> ObjectPtr<Handle>| {
        let made: Vec<_> = (0..OBJECTS).map(make).collect();
        let sum: u64 = made.iter().map(|made| u64::from(made.numbers[5])).sum();
        black_box(sum);
    };
    table(
        "Objects: 10,000 made, read, then freed",
        OBJECTS,
        vec![
            Row::new("ObjectPtr::new", None, || together(&own)),
            Row::new("ObjectPtr::new_in a pool", Some(1.0), || together(&pooled)),
        ],
    );
    let (to_other, from_here) = sync_channel::<Vec<ObjectPtr<Handle>>>(1);
    let (done, is_done) = sync_channel(1);
    let other = std::thread::spawn(move || {
        for objects in from_here {
            drop(objects);
            if done.send(()).is_err() {
                break;
            }
        }
    });
    let sent = |make: &dyn Fn(usize) -> ObjectPtr<Handle>| {
        let _ = to_other.send((0..OBJECTS).map(make).collect());
        let _ = is_done.recv();
    };
    table(
        "Objects: made here, freed by another thread",
        OBJECTS,
        vec![
            Row::new("ObjectPtr::new", None, || sent(&own)),
            Row::new("ObjectPtr::new_in a pool", Some(1.0), || sent(&pooled)),
        ],
    );
    drop(to_other);
    let _ = other.join();
    Ok(())
}
