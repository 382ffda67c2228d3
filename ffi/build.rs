//! Two things that only the linker can do.
//!
//! libtvmlike gets a soname with the major version of the C ABI, so that a loader never takes another for it. And the
//! symbols that mark the beginning and the end of the load-time table stay inside: the library exports nothing but
//! the C ABI.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libtvmlike.so.0");
        // zig, which links wheels for an older glibc, lacks the option: there the marks are protected symbols, so that the
        // library's own references still bind to them.
        if !std::env::var("RUSTC_LINKER").is_ok_and(|linker| linker.contains("zigcc")) {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-z,start-stop-visibility=hidden");
        }
    }
}
