//! The C and C++ code of the tests, as a shared library.

use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libloading::Library;

use tvmlike_conventions::native::call;
use tvmlike_conventions::native::signature::Signature;
use tvmlike_runtime::{AnyView, Array, FromArg, Map, PackedFunc};

fn compile(source: &str, compiler: &str, standard: &str) -> Library {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/native")
        .join(source);
    compile_at(&source, compiler, standard)
}

/// Compiles C that a test has put together.
pub(crate) fn compile_text(name: &str, text: &str) -> Library {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    std::fs::write(&source, text).expect("the source is written");
    let library = compile_at(&source, &variable("CC", "cc"), "-std=c11");
    let _ = std::fs::remove_file(&source);
    library
}

fn compile_at(source: &Path, compiler: &str, standard: &str) -> Library {
    // Test programs may run at the same time: each has a file of its own.
    let name = format!(
        "{}-{}.so",
        source.file_stem().expect("a source has a name").display(),
        std::process::id()
    );
    let library: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let status = Command::new(compiler)
        .args([
            standard, "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-pthread",
        ])
        .arg(source)
        .arg("-o")
        .arg(&library)
        .status()
        .unwrap_or_else(|error| panic!("{compiler} cannot be run: {error}"));
    assert!(status.success(), "{} does not compile", source.display());
    // SAFETY: a library without constructors that do anything.
    let loaded = unsafe { Library::new(&library) }.expect("the library loads");
    let _ = std::fs::remove_file(&library);
    loaded
}

fn variable(name: &str, otherwise: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| otherwise.to_owned())
}

/// The address of a function of `kernels.c`.
pub(crate) fn address(symbol: &str) -> *const c_void {
    static KERNELS: OnceLock<Library> = OnceLock::new();
    let library = KERNELS.get_or_init(|| compile("kernels.c", &variable("CC", "cc"), "-std=c11"));
    address_in(library, symbol)
}

/// The address of a function of `throws.cpp`.
pub(crate) fn throwing(symbol: &str) -> *const c_void {
    static THROWS: OnceLock<Library> = OnceLock::new();
    let library = THROWS.get_or_init(|| compile("throws.cpp", &variable("CXX", "c++"), "-std=c++17"));
    address_in(library, symbol)
}

/// The address of a function of a library.
pub(crate) fn address_in(library: &Library, symbol: &str) -> *const c_void {
    // SAFETY: the symbol is a function, of which only the address is taken.
    unsafe { *library.get::<*const c_void>(symbol).expect(symbol) }
}

/// How a function is bound.
pub(crate) type Bind = fn(&str, &str) -> PackedFunc;

/// Binds a function of `kernels.c` as users do.
pub(crate) fn bound(symbol: &str, signature: &str) -> PackedFunc {
    bound_at(address(symbol), symbol, signature)
}

pub(crate) fn bound_at(address: *const c_void, name: &str, signature: &str) -> PackedFunc {
    let signature = Signature::parse(signature).expect(signature);
    // SAFETY: the tests pass the signatures of the C source; the library stays loaded.
    unsafe { call::bind(address, &signature, name, ()) }.expect("the library defines the function")
}

/// Binds a function of `kernels.c` by libffi, whatever its signature is.
pub(crate) fn by_libffi(symbol: &str, signature: &str) -> PackedFunc {
    let signature = Signature::parse(signature).expect(signature);
    // SAFETY: as above.
    unsafe { call::bind_by_libffi(address(symbol), &signature, symbol, ()) }
        .expect("a function that is there")
}

/// Both ways of calling; a platform may have one.
pub(crate) const BOTH: [Bind; 2] = [bound, by_libffi];

/// The message of an error that a call must end with, kind in front.
pub(crate) fn error<T: std::fmt::Debug>(result: tvmlike_runtime::Result<T>) -> String {
    result.expect_err("the call is refused").to_string()
}

/// A value as text, with everything in it.
pub(crate) fn shown(value: &AnyView<'_>) -> String {
    let list = |items: Vec<String>| items.join(", ");
    if let Ok(map) = Map::from_arg(value) {
        let pairs = map
            .iter()
            .map(|(key, value)| format!("{}: {}", shown(key), shown(value)));
        return format!("{{{}}}", list(pairs.collect()));
    }
    match Array::from_arg(value) {
        Ok(array) => format!("[{}]", list(array.iter().map(shown).collect())),
        Err(_) => format!("{value:?}"),
    }
}
