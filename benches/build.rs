//! Compiles the C++ peers: the table that TVM uses, and calls through our C++ header.

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    for file in ["cpp/peers.cpp", "../ffi/include/tvmlike"] {
        println!("cargo:rerun-if-changed={file}");
    }
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .include(format!("{here}/../ffi/include"))
        .file("cpp/peers.cpp")
        .compile("peers");
}
