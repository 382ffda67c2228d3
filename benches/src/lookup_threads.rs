//! Lookups among 10,000 names on two threads at once: in the registry, in an immutable map, and in dashmap, whose shards the
//! registry uses.
//!
//! All lookups take and release a reference to the function, on the same function objects. So the difference is the cost of
//! a mutable table.

use std::collections::HashMap;
use std::hint::black_box;

use dashmap::DashMap;
use foldhash::fast::FixedState;
use tvmlike::prelude::*;

use crate::measure::{Row, SharedRow, table, table_on_threads};

const NAMES: usize = 10_000;

pub(crate) fn run() -> Result<()> {
    let names: Vec<std::string::String> = (0..NAMES)
        .map(|i| format!("frozen_{}.function_{i}", i % 50))
        .collect();
    // The hasher of the table.
    let hasher = || FixedState::with_seed(0x7476_6d6c);
    let mut frozen = HashMap::with_hasher(hasher());
    let sharded = DashMap::with_hasher(hasher());
    for name in &names {
        let function = PackedFunc::new(|_| Ok(Any::default()));
        tvmlike::register(name, function.clone())?;
        let key = name.clone().into_bytes().into_boxed_slice();
        frozen.insert(key.clone(), function.clone());
        sharded.insert(key, function);
    }
    // Each thread begins at another name; the order of lookups differs from that of insertion.
    let order = |thread: usize| (0..NAMES).map(move |i| (i + thread * NAMES / 2) * 7_919 % NAMES);
    table_on_threads(
        "A look-up by name among 10,000, on one thread and on two at once",
        NAMES,
        &[
            SharedRow::new("frozen HashMap, reference taken and released", None, &|thread| {
                for at in order(thread) {
                    black_box(frozen.get(black_box(names[at].as_bytes())).cloned());
                }
            }),
            SharedRow::new("dashmap with the same hasher", None, &|thread| {
                for at in order(thread) {
                    let found = sharded.get(black_box(names[at].as_bytes()));
                    black_box(found.map(|entry| entry.value().clone()));
                }
            }),
            SharedRow::new("tvmlike::find", Some(1.5), &|thread| {
                for at in order(thread) {
                    black_box(tvmlike::find(black_box(&names[at])));
                }
            }),
        ],
    );
    changes(&sharded)?;
    for name in &names {
        tvmlike::remove(name)?;
    }
    Ok(())
}

/// Measures registering and removing one name among the 10,000, and listing the names under a prefix.
fn changes(sharded: &DashMap<Box<[u8]>, PackedFunc, FixedState>) -> Result<()> {
    const TIMES: usize = 100;
    let function = PackedFunc::new(|_| Ok(Any::default()));
    table(
        "Registering a name among 10,000 and removing it",
        TIMES,
        vec![
            Row::new("dashmap with the same hasher", None, || {
                for _ in 0..TIMES {
                    let key = b"frozen_0.one_more".to_vec().into_boxed_slice();
                    sharded.insert(black_box(key), function.clone());
                    black_box(sharded.remove(b"frozen_0.one_more".as_slice()));
                }
            }),
            Row::new("tvmlike::register, tvmlike::remove", None, || {
                for _ in 0..TIMES {
                    let done = tvmlike::register(black_box("frozen_0.one_more"), function.clone())
                        .and_then(|()| tvmlike::remove("frozen_0.one_more"));
                    black_box(done.is_ok());
                }
            }),
        ],
    );
    table(
        "Listing 200 of 10,000 names by their prefix",
        1,
        vec![
            Row::new("dashmap with the same hasher", None, || {
                let mut names: Vec<_> = sharded
                    .iter()
                    .filter(|entry| entry.key().starts_with(b"frozen_7."))
                    .map(|entry| std::string::String::from_utf8_lossy(entry.key()).into_owned())
                    .collect();
                names.sort_unstable();
                black_box(names);
            }),
            Row::new("tvmlike::list", None, || {
                black_box(tvmlike::list("frozen_7").map(|names| names.len()).ok());
            }),
        ],
    );
    Ok(())
}
