//! Generates what follows from the declarations of the C functions: `tvmlike-c-header FOLDER`, from the repository's root.
//!
//! The files are written into FOLDER, each at its place in the repository:
//! - the exports of libtvmlike that forward to `registry/src/host_api`, and the types of all exports;
//! - the host's table, as a struct and as its one instance;
//! - the C headers;
//! - the declarations for ctypes;
//! - the contract's names and constants, for Python and C++.
//!
//! The same sources give the same bytes: files are read in a fixed order, and items keep the order of the sources.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `classic`: the functions that compatibility libraries export
//! - `constants`, `declaration`, `header`: the contract's constants; the C functions as declared; one header
//! - `concepts`, `dgl`, `slots`, `tvm_runtime`, `types`: headers by concept and library; the host's table; types in signatures
//! - `ctypes`, `own`, `rust`: the declarations for ctypes, the headers of libtvmlike, the generated Rust files

mod classic;
mod concepts;
mod constants;
mod ctypes;
mod declaration;
mod dgl;
mod header;
mod own;
mod rust;
mod slots;
mod tvm_runtime;
mod types;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use declaration::Declarations;
use header::CLASSIC_VALUES;
use slots::Slots;
use types::Types;

const HEADERS: &str = "ffi/include/tvmlike";

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
    let declarations = Declarations::read()?;
    let types = Types::read(Path::new(own::CONTRACT), Path::new(CLASSIC_VALUES))?;
    let slots = Slots::of(&declarations)?;
    let write = |path: &str, text: &str| -> Result<PathBuf, String> {
        let to = folder.join(path);
        let unwritable = |error| format!("cannot write {}: {error}", to.display());
        std::fs::create_dir_all(to.parent().unwrap_or(folder)).map_err(unwritable)?;
        std::fs::write(&to, text).map_err(unwritable)?;
        Ok(to)
    };
    let table = write(
        "runtime/abi/src/host_table.rs",
        &rust::host_table(&slots, &types)?,
    )?;
    let exports = write("ffi/src/exports.rs", &rust::exports(&declarations)?)?;
    write("registry/src/host_api/table.rs", &rust::instance(&slots)?)?;
    let aliases = rust::types_of_exports(&declarations, &types)?;
    write("runtime/abi/src/exports.rs", &aliases)?;
    write(
        "python/tvmlike/_c_functions.py",
        &ctypes::text(&declarations, &types)?,
    )?;

    write("python/tvmlike/_abi.py", &constants::python()?)?;

    let own = own::whole(&[table, exports])?;
    slots::check_released(&own)?;
    let mut headers = own::headers(&own, &declarations)?;
    headers.push(("tvm_runtime.h".to_owned(), tvm_runtime::text(&own)?));
    headers.push(("dgl.h".to_owned(), dgl::text()?));
    headers.push(("names.hpp".to_owned(), constants::cpp()));
    for (name, text) in headers {
        write(&format!("{HEADERS}/{name}"), &text)?;
    }
    Ok(())
}
