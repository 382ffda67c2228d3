//! Writes the 10,000 functions.

use std::fmt::Write;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut source = String::new();
    for i in 0..10_000 {
        let _ = writeln!(
            source,
            "#[packed_func(\"load10k.group_{}.f{i}\")]\nfn f{i}(x: i64) -> i64 {{ x + {i} }}",
            i % 100
        );
    }
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(format!("{folder}/functions.rs"), source).expect("the build folder can be written to");
}
