//! Passes the directory of libtvmlike to the linker, and to the loader as a run path.
//!
//! It is TVMLIKE_LIBRARY_PATH, such as the `lib` of `cargo xtask install --prefix PREFIX`; or, within this workspace,
//! the target directory of the program itself, where `cargo build -p tvmlike-ffi` places the library.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=TVMLIKE_LIBRARY_PATH");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let folder = match env::var_os("TVMLIKE_LIBRARY_PATH") {
        Some(folder) => PathBuf::from(folder),
        None => {
            // OUT_DIR is TARGET/PROFILE/build/PACKAGE-HASH/out.
            let built = out.ancestors().nth(3).map_or_else(|| out.clone(), Path::to_owned);
            versioned_link(&built, &out);
            println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{}", out.display());
            built
        }
    };
    println!("cargo::rustc-link-search=native={}", folder.display());
    println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{}", folder.display());
}

/// The loader looks for the library by its versioned name, which an installed library has and cargo does not create.
fn versioned_link(built: &Path, out: &Path) {
    let link = out.join("libtvmlike.so.0");
    let _ = std::fs::remove_file(&link);
    #[cfg(unix)]
    std::os::unix::fs::symlink(built.join("libtvmlike.so"), &link)
        .unwrap_or_else(|error| panic!("cannot make {}: {error}", link.display()));
    #[cfg(not(unix))]
    let _ = built;
}
