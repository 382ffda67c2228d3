//! Writes the C headers from the Rust sources: `tvmlike-c-header FOLDER`, from the repository's root.
//!
//! The same sources give the same bytes: files are read in a fixed order, and items keep the order of the
//! sources.

mod classic;
mod constants;
mod dgl;
mod header;
mod own;
mod tvm_runtime;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: tvmlike-c-header FOLDER");
        return ExitCode::from(2);
    };
    match write_all(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn write_all(folder: &Path) -> Result<(), String> {
    let own = own::text()?;
    let tvm_runtime = tvm_runtime::text(&own)?;
    let dgl = dgl::text()?;
    let files = [
        ("c_api.h", own),
        ("tvm_runtime.h", tvm_runtime),
        ("dgl.h", dgl),
        ("names.hpp", constants::cpp()),
        ("_abi.py", constants::python()?),
    ];
    for (name, text) in files {
        let to = folder.join(name);
        std::fs::write(&to, text).map_err(|error| format!("cannot write {}: {error}", to.display()))?;
    }
    Ok(())
}
