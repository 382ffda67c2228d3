//! Generates the functions. TVMLIKE_LOAD_FUNCTIONS is their number, 10,000 in the benchmark. The default is small, so that
//! checks of the whole workspace stay fast.

use std::fmt::Write;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=TVMLIKE_LOAD_FUNCTIONS");
    let count = std::env::var("TVMLIKE_LOAD_FUNCTIONS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(10);
    let mut source = String::new();
    for i in 1..=count {
        let name = format!("load10k.group_{}.f{i}", i % 100);
        let _ = writeln!(
            source,
            "#[packed_func(\"{name}\")]\nfn f{i}(x: i64) -> i64 {{ x + {i} }}"
        );
    }
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(format!("{folder}/functions.rs"), source).expect("the build folder can be written to");
}
