//! Three things that only the linker can do: the name by which front ends and their compiled parts know the library,
//! its staying once it is loaded, and the marks around the load-time table staying inside.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libtvm_runtime.so");
        // Its registrations outlive the code that loaded it.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
        // zig, which links wheels for an older glibc, lacks the option: there the marks are protected symbols, so that the
        // library's own references still bind to them.
        if !std::env::var("RUSTC_LINKER").is_ok_and(|linker| linker.contains("zigcc")) {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-z,start-stop-visibility=hidden");
        }
    }
}
