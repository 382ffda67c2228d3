//! The time of loading plugins with many functions, beyond dlopen.
//!
//! Each turn opens a copy of the file with dlopen, then loads another copy as a plugin. The system's loader has the same work
//! in both; the difference is tvmlike's: a private copy of the file, the plugin's init, and the registrations.

use std::path::{Path, PathBuf};
use std::time::Instant;

use tvmlike::prelude::*;

use crate::measure::{median, verdict};

const TURNS: usize = 15;

/// A plugin to load.
struct Measured {
    name: &'static str,
    library: PathBuf,
    functions: usize,
    goal: Option<f64>,
}

pub(crate) fn run() -> Result<()> {
    let measured = [
        Measured {
            name: "a plugin of 1,000 functions in C",
            // Built by the build script.
            library: Path::new(env!("OUT_DIR")).join("load1k.so"),
            functions: 1_000,
            goal: Some(5.0),
        },
        Measured {
            name: "a plugin of 10,000 functions in Rust",
            library: crate::libraries().join("libtvmlike_load10k.so"),
            functions: 10_000,
            goal: None,
        },
    ];
    println!("\nLoading a plugin, in milliseconds (median of {TURNS})");
    println!("| case | dlopen alone | plugin.load | beyond dlopen | goal |\n|---|---:|---:|---:|---:|");
    for plugin in measured {
        one(&plugin)?;
    }
    Ok(())
}

fn one(measured: &Measured) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("tvmlike-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (mut opened, mut loaded, mut beyond) = (Vec::new(), Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let copy = |what: &str| -> Result<PathBuf> {
            // A new path each time: the system's loader identifies libraries by path.
            let to = folder.join(format!("{what}{turn}_{}.so", measured.functions));
            std::fs::copy(&measured.library, &to)?;
            Ok(to)
        };
        let (mapped, plugin) = (copy("mapped")?, copy("plugin")?);
        let start = Instant::now();
        // SAFETY: our own plugin, which does nothing when it is mapped.
        let library = unsafe { libloading::Library::new(&mapped)? };
        let open = start.elapsed().as_secs_f64() * 1e3;
        std::mem::forget(library);
        let start = Instant::now();
        let plugin = tvmlike::plugin::load(&plugin)?;
        let load = start.elapsed().as_secs_f64() * 1e3;
        if plugin.functions.len() != measured.functions {
            return Err(Error::runtime_error(format!(
                "{} has {} functions, not {}; `cargo xtask bench` builds it",
                measured.library.display(),
                plugin.functions.len(),
                measured.functions
            )));
        }
        tvmlike::plugin::unload(&plugin.name, false)?;
        opened.push(open);
        loaded.push(load);
        beyond.push(load - open);
    }
    std::fs::remove_dir_all(&folder)?;
    let beyond = median(beyond);
    println!(
        "| {} | {:.2} | {:.2} | {beyond:.2} | {} |",
        measured.name,
        median(opened),
        median(loaded),
        verdict(measured.goal, beyond)
    );
    Ok(())
}
