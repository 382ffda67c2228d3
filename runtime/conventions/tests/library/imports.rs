//! What a library uses and does not have.

use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::path::Path;
use std::sync::Arc;

use tvmlike_conventions::library::{IMPORTS_AVAILABLE, Import, Library};

use crate::compiled::{Folder, is_mapped, wait_until};

extern "C" fn ten_times(value: c_int) -> c_int {
    10 * value
}

extern "C" fn negative(value: c_int) -> c_int {
    -value
}

fn import(symbol: &str, function: extern "C" fn(c_int) -> c_int, keep: &Arc<()>) -> Import {
    Import {
        symbol: symbol.to_owned(),
        address: function as *const c_void,
        keep: Box::new(keep.clone()),
    }
}

fn open(path: &Path, imports: Vec<Import>) -> tvmlike_runtime::Result<Library> {
    // SAFETY: the constructors of these libraries do no harm, and the supplied symbols have the declared types.
    unsafe { Library::open(path, imports) }
}

fn call(library: &Library, symbol: &str, value: c_int) -> c_int {
    let address = library.function(symbol).unwrap();
    // SAFETY: the functions that it is called for are `int f(int)`.
    let function: extern "C" fn(c_int) -> c_int = unsafe { transmute(address.as_ptr()) };
    function(value)
}

/// Refers to undefined symbols in every way that compilers generate.
const USER: &str = "
    int supplied(int);
    int (*kept)(int) = supplied;
    int direct(int x) { return supplied(x) + 1; }
    int by_pointer(int x) { return kept(x) + 2; }
    int (*address(void))(int) { return supplied; }
    int by_address(int x) { return address()(x) + 3; }
";

#[test]
fn every_use_of_a_symbol_reaches_the_import() {
    const { assert!(IMPORTS_AVAILABLE) };
    let ways: [(&str, &[&str]); 6] = [
        ("lazy", &["-Wl,-z,lazy"]),
        ("now", &["-Wl,-z,now", "-Wl,-z,relro"]),
        ("no_relro", &["-Wl,-z,norelro"]),
        ("no_plt", &["-fno-plt"]),
        ("symbolic", &["-Wl,-Bsymbolic"]),
        ("gnu_hash", &["-Wl,--hash-style=gnu"]),
    ];
    let folder = Folder::new();
    for (name, options) in ways {
        let path = folder.compile(name, USER, options);
        let keep = Arc::new(());
        let library = open(&path, vec![import("supplied", ten_times, &keep)]).unwrap();
        assert_eq!(call(&library, "direct", 4), 41, "{name}");
        assert_eq!(call(&library, "by_pointer", 4), 42, "{name}");
        assert_eq!(call(&library, "by_address", 4), 43, "{name}");

        // For this one only: the same file again, with another definition.
        let other = open(&path, vec![import("supplied", negative, &keep)]).unwrap();
        assert!(!other.same_code(&library));
        assert_eq!(
            (call(&other, "direct", 4), call(&library, "direct", 4)),
            (-3, 41),
            "{name}"
        );

        drop(other);
        wait_until(|| Arc::strong_count(&keep) < 3);
        assert_eq!(
            Arc::strong_count(&keep),
            2,
            "what was supplied is kept as long as the library"
        );
        drop(library);
        wait_until(|| Arc::strong_count(&keep) == 1 && !is_mapped(&format!("lib{name}.so")));
    }
}

#[test]
fn read_only_segments_stay_read_only() {
    let folder = Folder::new();
    let path = folder.compile("protected", USER, &["-Wl,-z,now", "-Wl,-z,relro"]);
    let keep = Arc::new(());
    let count = |writable: bool| {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let of_library = maps.lines().filter(|line| line.contains("libprotected.so"));
        of_library.filter(|line| line.contains(" rw") == writable).count()
    };
    // SAFETY: the test's own library, which finds the symbol nowhere.
    assert!(unsafe { libloading::Library::new(&path) }.is_err());
    let library = open(&path, vec![import("supplied", ten_times, &keep)]).unwrap();
    let supplied = (count(true), count(false));
    drop(library);
    wait_until(|| !is_mapped("libprotected.so"));
    let defined = USER.replace("int supplied(int);", "int supplied(int x) { return x; }");
    let path = folder.compile("protected", &defined, &["-Wl,-z,now", "-Wl,-z,relro"]);
    let library = open(&path, Vec::new()).unwrap();
    assert_eq!(
        supplied,
        (count(true), count(false)),
        "as many writable and other mappings as without"
    );
    drop(library);
}

#[test]
fn imports_take_precedence_over_the_loader() {
    let folder = Folder::new();
    let path = folder.compile(
        "shadowed",
        "int abs(int); int f(int x) { return abs(x); }",
        &["-fno-builtin"],
    );
    let library = open(&path, Vec::new()).unwrap();
    assert_eq!(call(&library, "f", -4), 4);
    let keep = Arc::new(());
    let supplied = open(&path, vec![import("abs", ten_times, &keep)]).unwrap();
    assert_eq!(call(&supplied, "f", -4), -40);
    assert_eq!(call(&library, "f", -4), 4);
}

#[test]
fn missing_and_unneeded_imports_are_errors() {
    let folder = Folder::new();
    let path = folder.compile("needy", USER, &["-Wl,-z,now"]);
    let said = open(&path, Vec::new()).unwrap_err().to_string();
    assert!(said.starts_with("OSError: native.open: cannot open "), "{said}");
    assert!(
        said.ends_with("link the library that has it, or supply it: imports={\"supplied\": ...}"),
        "{said}"
    );
    assert!(said.contains(&path.display().to_string()), "{said}");

    let keep = Arc::new(());
    let said = open(&path, vec![import("suplied", ten_times, &keep)])
        .unwrap_err()
        .to_string();
    assert!(
        said.ends_with("`suplied` cannot be supplied: the library does not need it; close to it: `supplied`"),
        "{said}"
    );
    let said = open(Path::new("libc.so.6"), vec![import("f", ten_times, &keep)])
        .unwrap_err()
        .to_string();
    assert!(said.ends_with("pass its path"), "{said}");
    assert_eq!(Arc::strong_count(&keep), 1);

    let path = folder.compile(
        "of_threads",
        "extern __thread int t; int f(int x) { return x + t; }",
        &[],
    );
    let said = open(&path, vec![import("t", ten_times, &keep)])
        .unwrap_err()
        .to_string();
    assert!(
        said.ends_with("`t` cannot be supplied: it is thread-local"),
        "{said}"
    );
}

#[test]
fn runtime_functions_of_compilers_are_supplied() {
    // Declared as compilers call them: the short formats in the low half of a floating-point register.
    let source = "
        float __truncsfbf2(float); float __truncdfhf2(double); float __extendhfsf2(float);
        struct unranked { long rank; void *descriptor; };
        void memrefCopy(long, struct unranked *, struct unranked *);
        void *_mlir_memref_to_llvm_alloc(unsigned long); void _mlir_memref_to_llvm_free(void *);
        static int bits(float value) { union { float f; unsigned u; } both; both.f = value; return both.u & 0xffff; }
        int bfloat16(int x) { return bits(__truncsfbf2((float)x)); }
        int float16(int x) { return bits(__truncdfhf2(x / 3.0)); }
        int and_back(int x) { return (int)__extendhfsf2(__truncdfhf2((double)x)); }
        int copied(int x) {
            int from[6] = {x, x + 1, x + 2, x + 3, x + 4, x + 5}, to[3] = {0};
            struct { void *allocated, *aligned; long offset, size, stride; }
                a = {from, from, 1, 3, 2}, b = {to, to, 2, 3, -1};
            struct unranked ua = {1, &a}, ub = {1, &b};
            memrefCopy(4, &ua, &ub);
            return to[0] * 100 + to[1] * 10 + to[2];
        }
        int allocated(int x) {
            int *made = _mlir_memref_to_llvm_alloc(sizeof(int));
            *made = x;
            x = *made;
            _mlir_memref_to_llvm_free(made);
            return x;
        }
    ";
    let folder = Folder::new();
    let library = open(&folder.compile("counts_on", source, &[]), Vec::new()).unwrap();
    assert_eq!(call(&library, "bfloat16", 1), 0x3f80);
    assert_eq!(call(&library, "float16", 1), 0x3555);
    assert_eq!(call(&library, "and_back", -2048), -2048);
    assert_eq!(call(&library, "copied", 1), 642);
    assert_eq!(call(&library, "allocated", 77), 77);
}

extern "C" fn not_here(_: i64, _: *const c_void, _: *const c_void) {}

#[test]
fn imports_take_precedence_over_built_in_functions() {
    let source = "void memrefCopy(long, void *, void *);
                  int f(int x) { memrefCopy(4, 0, 0); return x; }";
    let folder = Folder::new();
    let path = folder.compile("own_copy", source, &[]);
    let copy = Import {
        symbol: "memrefCopy".to_owned(),
        address: not_here as *const c_void,
        keep: Box::new(()),
    };
    // The one that is here would follow the null pointers.
    assert_eq!(call(&open(&path, vec![copy]).unwrap(), "f", 3), 3);
}

#[test]
fn linked_libraries_take_precedence_over_built_in_functions() {
    let folder = Folder::new();
    folder.compile("runtime", "void memrefCopy(long n, void *a, void *b) {}", &[]);
    let here = format!("-L{}", folder.path("").display());
    let source = "void memrefCopy(long, void *, void *);
                  int f(int x) { memrefCopy(4, 0, 0); return x; }";
    let path = folder.compile("linked", source, &[&here, "-lruntime", "-Wl,-rpath,$ORIGIN"]);
    assert_eq!(call(&open(&path, Vec::new()).unwrap(), "f", 3), 3);
}
