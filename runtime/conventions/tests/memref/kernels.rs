//! The kernels: assembled or compiled by the C compiler, loaded, and bound with the types of their manifests.

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tvmlike_conventions::memref::call::{self, Convention, Entries, Options, Ownership};
use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_runtime::{PackedFunc, Result};

/// A loaded library; never closed.
pub(crate) struct Kernels(*mut c_void);

// SAFETY: a handle of the dynamic loader, which any thread may use.
unsafe impl Send for Kernels {}
// SAFETY: as above.
unsafe impl Sync for Kernels {}

pub(crate) static MATRIX: LazyLock<Kernels> = LazyLock::new(|| load("matrix", &["matrix.s"]));
pub(crate) static CALLS: LazyLock<Kernels> = LazyLock::new(|| load("calls", &["calls.s"]));
pub(crate) static BARE: LazyLock<Kernels> = LazyLock::new(|| load("bare", &["bare.s"]));
pub(crate) static RESULTS: LazyLock<Kernels> = LazyLock::new(|| load("results", &["results.s", "ciface.c"]));

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels")
}

fn load(name: &str, sources: &[&str]) -> Kernels {
    let library =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("memref-{name}-{}.so", std::process::id()));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let done = Command::new(&compiler)
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .args(sources.iter().map(|source| folder().join(source)))
        .status()
        .expect("the C compiler runs");
    assert!(done.success(), "{compiler} made no library of {sources:?}");
    let path = CString::new(library.to_str().unwrap()).unwrap();
    // SAFETY: our own library, without constructors.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
    assert!(!handle.is_null(), "{} does not load", library.display());
    std::fs::remove_file(library).unwrap();
    Kernels(handle)
}

/// The lines of a library's manifest, split into columns.
pub(crate) fn manifest(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap();
    text.lines()
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

impl Kernels {
    fn symbol(&self, name: &str) -> Option<*const c_void> {
        let name = CString::new(name).unwrap();
        // SAFETY: the library is loaded.
        let code = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        (!code.is_null()).then_some(code.cast_const())
    }

    pub(crate) fn entries(&self, name: &str) -> Entries {
        Entries {
            bare: self.symbol(name),
            ciface: self.symbol(&format!("_mlir_ciface_{name}")),
        }
    }

    pub(crate) fn try_bind(&self, name: &str, ty: &str, options: Options) -> Result<PackedFunc> {
        let ty = FunctionType::parse(ty)?;
        // SAFETY: the types are those that the kernels were made with, and their library stays.
        unsafe { call::bind(self.entries(name), &ty, options, name, ()) }
    }

    /// Binds the C interface with libffi, as on platforms without the register path.
    pub(crate) fn bind_by_libffi(&self, name: &str, ty: &str) -> PackedFunc {
        let ty = FunctionType::parse(ty).unwrap();
        // SAFETY: as in `try_bind`.
        unsafe { call::bind_by_libffi(self.entries(name), &ty, Options::default(), name, ()) }.unwrap()
    }

    pub(crate) fn bind_by(&self, convention: Convention, name: &str, ty: &str) -> PackedFunc {
        let options = Options {
            convention: Some(convention),
            ..Options::default()
        };
        self.try_bind(name, ty, options).unwrap()
    }

    pub(crate) fn bind(&self, name: &str, ty: &str) -> PackedFunc {
        self.try_bind(name, ty, Options::default()).unwrap()
    }

    pub(crate) fn bind_borrowed(&self, name: &str, ty: &str) -> PackedFunc {
        let options = Options {
            ownership: Ownership::Borrowed,
            ..Options::default()
        };
        self.try_bind(name, ty, options).unwrap()
    }
}

/// A kernel of results.mlir with the type in the manifest, bound at both of its entry points.
pub(crate) fn both(name: &str) -> [PackedFunc; 2] {
    let line = manifest("results").into_iter().find(|line| line[0] == name);
    let ty = &line.unwrap_or_else(|| panic!("no kernel {name}"))[1];
    [Convention::Ciface, Convention::Expanded].map(|convention| RESULTS.bind_by(convention, name, ty))
}
