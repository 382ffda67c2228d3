//! Opening, finding and closing.

use std::ffi::c_int;
use std::mem::transmute;
use std::path::Path;

use tvmlike_conventions::library::{Export, Library, signatures_of};

use crate::compiled::{Folder, is_mapped, wait_until};

fn open(path: &Path) -> Library {
    // SAFETY: the libraries of these tests have no constructors that do harm.
    unsafe { Library::open(path, Vec::new()) }.unwrap()
}

fn refusal(path: impl AsRef<Path>) -> String {
    // SAFETY: as above; it is not opened.
    unsafe { Library::open(path, Vec::new()) }
        .unwrap_err()
        .to_string()
}

/// Calls a function without arguments.
fn call(library: &Library, symbol: &str) -> c_int {
    let address = library.function(symbol).unwrap();
    // SAFETY: the functions of these tests that it is called for are `int f(void)`.
    let function: extern "C" fn() -> c_int = unsafe { transmute(address.as_ptr()) };
    function()
}

const COUNTER: &str = "
    int table[4] = {1, 2, 3, 4};
    static int hidden(void) { return 7; }
    int count(void) { static int n; return ++n; }
    int answer(void) { return hidden() * 6; }
";

#[test]
fn exports_are_listed_and_found() {
    let folder = Folder::new();
    let library = open(&folder.compile("listed", COUNTER, &[]));
    let export = |name: &str, is_function| Export {
        name: name.to_owned(),
        is_function,
    };
    assert_eq!(
        library.exports().unwrap(),
        [
            export("answer", true),
            export("count", true),
            export("table", false)
        ]
    );
    assert_eq!(call(&library, "answer"), 42);
    // SAFETY: four ints stand there as long as the library is open.
    let table = unsafe { library.address("table").unwrap().cast::<[c_int; 4]>().read() };
    assert_eq!(table, [1, 2, 3, 4]);
}

#[test]
fn a_missing_symbol_error_suggests_similar_names() {
    let folder = Folder::new();
    let path = folder.compile("missing", COUNTER, &[]);
    let library = open(&path);
    let shown = path.display();
    let said = |symbol: &str| library.function(symbol).unwrap_err().to_string();
    assert_eq!(
        said("awnser"),
        format!("AttributeError: {shown} has no symbol `awnser`; close to it: `answer`")
    );
    assert_eq!(
        said("hidden"),
        format!("AttributeError: {shown} has no symbol `hidden`; it exports 3 others")
    );
    assert_eq!(
        said("table"),
        format!("TypeError: {shown}: the symbol `table` is data, not a function")
    );
    assert!(library.find("a\0b").is_none());
}

#[test]
fn the_code_is_unmapped_after_its_last_user() {
    let folder = Folder::new();
    let library = open(&folder.compile("goes", COUNTER, &[]));
    let second = library.clone();
    assert_eq!(call(&library, "count"), 1);
    drop(library);
    assert!(is_mapped("libgoes.so"));
    assert_eq!(call(&second, "count"), 2);
    drop(second);
    wait_until(|| !is_mapped("libgoes.so"));
}

#[test]
fn destructors_run_when_it_is_closed() {
    let folder = Folder::new();
    let file = folder.path("closed");
    let source = format!(
        "#include <stdio.h>
         __attribute__((destructor)) static void end(void) {{ fclose(fopen(\"{}\", \"w\")); }}
         int nothing(void) {{ return 0; }}",
        file.display()
    );
    let library = open(&folder.compile("destructor", &source, &[]));
    assert!(!file.exists());
    drop(library);
    wait_until(|| file.exists());
}

#[test]
fn one_file_is_one_library_until_it_changes() {
    let folder = Folder::new();
    let path = folder.compile("state", COUNTER, &[]);
    let first = open(&path);
    let again = open(&path);
    assert!(first.same_code(&again));
    assert_eq!((call(&first, "count"), call(&again, "count")), (1, 2));

    // Built anew in its place, while the old code runs.
    let changed = COUNTER.replace("* 6", "* 3");
    folder.compile("state", &changed, &[]);
    let newer = open(&path);
    assert!(!newer.same_code(&first));
    assert_eq!((call(&first, "answer"), call(&newer, "answer")), (42, 21));
    assert_eq!((call(&first, "count"), call(&newer, "count")), (3, 1));
}

#[test]
fn the_file_may_be_cut_short_while_its_code_runs() {
    let folder = Folder::new();
    let path = folder.compile("cut_later", COUNTER, &[]);
    let library = open(&path);
    std::fs::File::create(&path).unwrap();
    assert_eq!(call(&library, "answer"), 42);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(call(&library, "answer"), 42);
    assert!(library.function("anser").is_err());
}

#[test]
fn a_library_finds_others_relative_to_its_path() {
    let folder = Folder::new();
    folder.compile("beside", "int beside(void) { return 5; }", &[]);
    let at = folder.path("");
    let here = format!("-L{}", at.display());
    let path = folder.compile(
        "finds",
        "int beside(void); int twice(void) { return 2 * beside(); }",
        &[&here, "-lbeside", "-Wl,-rpath,$ORIGIN"],
    );
    let library = open(&path);
    assert_eq!(call(&library, "twice"), 10);
    drop(library);
    let is_hidden = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().file_name().to_string_lossy().starts_with('.')
    };
    wait_until(|| !std::fs::read_dir(&at).unwrap().any(is_hidden));
}

#[test]
fn errors_say_why_a_file_is_not_a_library() {
    let folder = Folder::new();
    let whole = std::fs::read(folder.compile("whole", COUNTER, &[])).unwrap();
    let cut = folder.path("cut.so");
    for size in (0..whole.len()).step_by(61) {
        std::fs::write(&cut, &whole[..size]).unwrap();
        let said = refusal(&cut);
        assert!(
            said.starts_with("OSError: native.open: cannot open "),
            "{size}: {said}"
        );
    }
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    assert!(refusal(&cut).contains("truncated file: it has only "));

    let mut other = whole.clone();
    other[18] = if whole[18] == 183 { 62 } else { 183 };
    std::fs::write(&cut, &other).unwrap();
    assert!(
        refusal(&cut).contains("wrong architecture: the library is for "),
        "{}",
        refusal(&cut)
    );

    std::fs::write(&cut, "int main() {}").unwrap();
    assert!(refusal(&cut).contains(&cut.display().to_string()));
    assert!(refusal(folder.path("absent.so")).contains("No such file or directory"));
    assert!(refusal(folder.path("")).starts_with("OSError: "));
    assert!(refusal("").starts_with("ValueError: native.open: \"\" is not a path"));
}

/// Only the file's own description is read, of any file; the loader need not accept such a file.
#[test]
fn damaged_files_are_errors() {
    let folder = Folder::new();
    let source = r#"const char tvmlike_signatures[] = "{}"; int f(void) { return 1; }"#;
    let whole = std::fs::read(folder.compile("damaged", source, &[])).unwrap();
    let path = folder.path("flipped.so");
    let (mut seed, mut answers) = (7_u64, [0, 0]);
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for round in 0..600 {
        let mut bytes = whole.clone();
        // The headers stand at both ends of the file.
        let (begin, len) = match round % 3 {
            0 => (0, 1024),
            1 => (whole.len() - 2048, 2048),
            _ => (0, whole.len()),
        };
        for _ in 0..=round % 7 {
            bytes[begin + next(len)] = next(256) as u8;
        }
        std::fs::write(&path, &bytes).unwrap();
        let read = signatures_of(&path);
        answers[usize::from(read.is_ok())] += 1;
    }
    assert!(answers[0] > 20 && answers[1] > 20, "{answers:?}");
}

/// A thread may hold a lock that a constructor waits for; it must not wait for the loader then.
#[test]
fn releasing_does_not_wait_for_other_threads_in_the_loader() {
    const SLOW: &str = r#"
        #include <unistd.h>
        #include <fcntl.h>
        __attribute__((constructor)) static void start(void) {
            close(creat(FOLDER "/inside", 0600));
            for (int i = 0; i < 20000 && access(FOLDER "/go", F_OK) != 0; i++) usleep(1000);
        }
    "#;
    let folder = Folder::new();
    let define = format!("-DFOLDER=\"{}\"", folder.path("").display());
    let (quiet, slow) = (
        folder.compile("quiet", COUNTER, &[]),
        folder.compile("slow", SLOW, &[&define]),
    );
    let quiet = open(&quiet);
    let opening = std::thread::spawn(move || open(&slow));
    while !folder.path("inside").exists() {
        std::thread::yield_now();
    }
    drop(quiet);
    assert!(is_mapped("libquiet"), "who waited for the loader found it free");
    std::fs::write(folder.path("go"), "").unwrap();
    drop(opening.join().unwrap());
    wait_until(|| !is_mapped("libquiet") && !is_mapped("libslow"));
}

#[test]
fn names_are_searched_by_the_loader() {
    let library = open(Path::new("libc.so.6"));
    assert!(library.find("strlen").is_some());
    assert!(
        library
            .exports()
            .unwrap()
            .iter()
            .any(|export| export.name == "qsort")
    );
    // The very C library of the process, not a copy of it.
    // SAFETY: nothing is loaded.
    let process = unsafe { Library::process() }.unwrap();
    // Not a function that sanitizers intercept.
    assert_eq!(library.find("div"), process.find("div"));
    let said = process.exports().unwrap_err().to_string();
    assert!(
        said.starts_with("NotImplementedError: the process: cannot list its symbols"),
        "{said}"
    );
    let said = process.function("no_such_symbol").unwrap_err().to_string();
    assert_eq!(said, "AttributeError: the process has no symbol `no_such_symbol`");
    assert!(refusal("libno_such_library.so").contains("libno_such_library.so"));
}

#[test]
fn loaded_libraries_are_reused() {
    let folder = Folder::new();
    let path = folder.compile("present", COUNTER, &[]);
    // SAFETY: the test's own library.
    let present = unsafe { libloading::Library::new(&path) }.unwrap();
    // SAFETY: it is `int count(void)`.
    let count = *unsafe { present.get::<extern "C" fn() -> c_int>("count") }.unwrap();
    assert_eq!(count(), 1);
    let library = open(&path);
    assert_eq!(call(&library, "count"), 2);
    assert!(library.exports().is_ok());
}

#[test]
fn signatures_that_a_library_carries() {
    const TEXT: &str = r#"{"functions": [{"name": "answer", "signature": "i32()"}]}"#;
    let folder = Folder::new();
    let literal = TEXT.replace('"', "\\\"");
    let sources = [
        (
            "array",
            format!("const char tvmlike_signatures[] = \"{literal}\";"),
        ),
        (
            "pointer",
            format!("const char *tvmlike_signatures = \"{literal}\";"),
        ),
        (
            "section",
            format!(
                "__attribute__((section(\".tvmlike.signatures\"), used)) static const char text[] = \"{literal}\";"
            ),
        ),
    ];
    for (name, source) in sources {
        let path = folder.compile(name, &format!("{COUNTER}\n{source}"), &[]);
        assert_eq!(
            signatures_of(&path).unwrap().as_deref(),
            Some(TEXT.as_bytes()),
            "{name}"
        );
        assert_eq!(open(&path).signatures().unwrap().as_deref(), Some(TEXT), "{name}");
    }
    let none = folder.compile("carries_none", COUNTER, &[]);
    assert_eq!(signatures_of(&none).unwrap(), None);
    let path = folder.compile(
        "no_text",
        "const char tvmlike_signatures[] = \"\\xff\\xfe{}{}\";",
        &[],
    );
    let said = open(&path).signatures().unwrap_err().to_string();
    assert!(
        said.starts_with("ValueError: ") && said.ends_with("are not valid UTF-8"),
        "{said}"
    );
}
