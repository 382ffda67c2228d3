//! Compiles the C++ peers (TVM's kind of name table, and calls through our C++ header) and a C plugin of 1,000 functions.

use std::fmt::Write;
use std::path::Path;

const FUNCTIONS: usize = 1_000;

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    for file in ["build.rs", "cpp/peers.cpp", "../ffi/include/tvmlike"] {
        println!("cargo:rerun-if-changed={file}");
    }
    let include = format!("{here}/../ffi/include");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .include(&include)
        .file("cpp/peers.cpp")
        .compile("peers");
    plugin(
        Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")),
        &include,
    );
}

/// Writes and compiles the plugin that the load benchmark loads.
fn plugin(out: &Path, include: &str) {
    let mut source = String::from("#include <tvmlike/plugin.h>\n");
    let mut table = String::new();
    for i in 1..=FUNCTIONS {
        let _ = writeln!(
            source,
            "static int f{i}(const TVMLikeCall *call) {{ return tvmlike_return_int(call, {i}); }}"
        );
        let _ = writeln!(
            table,
            "{{\"load1k.group_{}.f{i}\", f{i}, \"{{}}\", \"Gives {i}.\", 0}},",
            i % 10
        );
    }
    let _ = write!(
        source,
        "static const TVMLikePluginFunction table[] = {{{table}}};\nTVMLIKE_PLUGIN(\"load1k\", \"1.0\", table)\n"
    );
    let file = out.join("load1k.c");
    std::fs::write(&file, source).expect("the build folder can be written to");
    let compiled = cc::Build::new()
        .opt_level(1)
        .get_compiler()
        .to_command()
        .args(["-shared", "-fPIC", "-I", include])
        .arg(&file)
        .arg("-o")
        .arg(out.join("load1k.so"))
        .status();
    assert!(
        compiled.is_ok_and(|status| status.success()),
        "the plugin of {FUNCTIONS} functions cannot be compiled"
    );
}
