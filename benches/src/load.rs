//! Registering 10,000 functions when a library is loaded.

use std::time::Instant;

use tvmlike::prelude::*;

use crate::measure::median;

const FUNCTIONS: usize = 10_000;

pub(crate) fn run() -> Result<()> {
    let library = crate::libraries().join("libtvmlike_load10k.so");
    // A plugin is loaded once under one file: each turn loads a copy.
    let folder = std::env::temp_dir().join(format!("tvmlike-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut opened = Vec::new();
    let mut loaded = Vec::new();
    for turn in 0..7 {
        let copy = folder.join(format!("load10k_{turn}.so"));
        std::fs::copy(&library, &copy)?;
        // Mapped and relocated once beforehand: what the loader does of it is not registration.
        let start = Instant::now();
        // SAFETY: our own plugin, which does nothing when it is mapped.
        let mapped = unsafe { libloading::Library::new(&copy)? };
        opened.push(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        let plugin = tvmlike::plugin::load(&copy)?;
        loaded.push(start.elapsed().as_secs_f64() * 1e3);
        std::mem::forget(mapped);
        if plugin.functions.len() != FUNCTIONS {
            return Err(Error::runtime_error(format!(
                "{} has {} functions; build it with TVMLIKE_LOAD_FUNCTIONS={FUNCTIONS}",
                library.display(),
                plugin.functions.len()
            )));
        }
        for name in &plugin.functions {
            tvmlike::remove(name)?;
        }
    }
    std::fs::remove_dir_all(&folder)?;
    println!(
        "\n10,000 registrations at load time, in milliseconds (median of {})",
        loaded.len()
    );
    println!("| case | ms | goal |\n|---|---:|---:|");
    println!("| dlopen alone | {:.2} | |", median(opened));
    println!(
        "| plugin.load beyond it: 10,000 functions registered | {:.2} | ≤ 5 |",
        median(loaded)
    );
    Ok(())
}
