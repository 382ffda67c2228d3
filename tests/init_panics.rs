//! A plugin in Rust whose entry point panics with nothing of ours around it: the panic of another copy of the standard
//! library must become the error of loading.

use std::path::Path;
use std::process::Command;

use tvmlike::plugin;

/// Set in the process that loads the plugin.
const LIBRARY: &str = "INIT_PANICS_LIBRARY";

/// The body of the child process; it does nothing in an ordinary run of the tests.
#[test]
fn child() {
    let Some(library) = std::env::var_os(LIBRARY) else {
        return;
    };
    let before = tvmlike::list("").unwrap();
    for _ in 0..2 {
        let error = plugin::load(&library).unwrap_err();
        assert!(error.message().contains("init-panic"), "{error}");
        assert!(error.message().contains("thrown out of"), "{error}");
    }
    assert_eq!(tvmlike::list("").unwrap(), before);
    assert!(plugin::list().unwrap().is_empty());
    println!("refused twice");
}

#[test]
fn a_panicking_entry_point_is_an_error() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plugins/bad_init_panic/init_panic.rs");
    let library =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("init-panic-{}.so", std::process::id()));
    let compiled = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--edition", "2024", "--crate-type", "cdylib", "-o"])
        .args([&library, &source])
        .status();
    assert!(
        compiled.is_ok_and(|status| status.success()),
        "the plugin cannot be compiled"
    );
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(LIBRARY, &library)
        // The panic itself leaks: only the copy that it belongs to could free it, and would end the process.
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .unwrap();
    std::fs::remove_file(library).unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("refused twice"),
        "{}: {said}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}
