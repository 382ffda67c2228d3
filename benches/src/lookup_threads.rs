//! Looking names up among 10,000 on two threads at once, beside a map that nobody can change.
//!
//! Both look-ups take a reference to the function and give it back, on the same function objects, so what is left
//! between them is what the table pays for being changeable.

use std::collections::HashMap;
use std::hint::black_box;

use foldhash::fast::FixedState;
use tvmlike::prelude::*;

use crate::measure::{SharedRow, table_on_threads};

const NAMES: usize = 10_000;

pub(crate) fn run() -> Result<()> {
    let names: Vec<std::string::String> = (0..NAMES)
        .map(|i| format!("frozen_{}.function_{i}", i % 50))
        .collect();
    // The hasher of the table.
    let mut frozen = HashMap::with_hasher(FixedState::with_seed(0x7476_6d6c));
    for name in &names {
        let function = PackedFunc::new(|_| Ok(Any::default()));
        tvmlike::register(name, function.clone())?;
        frozen.insert(name.clone().into_bytes().into_boxed_slice(), function);
    }
    // Each thread begins elsewhere, in an order that is not that of insertion.
    let order = |thread: usize| (0..NAMES).map(move |i| (i + thread * NAMES / 2) * 7_919 % NAMES);
    table_on_threads(
        "A look-up by name among 10,000, on one thread and on two at once",
        NAMES,
        &[
            SharedRow::new(
                "frozen HashMap, reference taken and given back",
                None,
                &|thread| {
                    for at in order(thread) {
                        black_box(frozen.get(black_box(names[at].as_bytes())).cloned());
                    }
                },
            ),
            SharedRow::new("tvmlike::find", Some(1.5), &|thread| {
                for at in order(thread) {
                    black_box(tvmlike::find(black_box(&names[at])));
                }
            }),
        ],
    );
    for name in &names {
        tvmlike::remove(name)?;
    }
    Ok(())
}
