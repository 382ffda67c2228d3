//! C and C++ tests: each is a program of one file (ffi/tests/README.md), compiled and run, and run again under valgrind.
//!
//! Two compilers with different standards compile each C program, so that both compilers and both standards are tested
//! without compiling everything four times. C++ programs compile slowly: the two compilers take turns, and clang++ does
//! not optimize. With `--long`, every pair of compiler and standard compiles each program with optimization.

use std::path::{Path, PathBuf};

use super::{Outcome, PREFIX, Step};
use crate::compiler::{Compile, Language, Output, default};
use crate::install::{FRONT_END_LIBRARIES, LOCAL_PREFIX};
use crate::process::{Cmd, Context, Error, Result, have};
use crate::workspace::{files, library_name, release_library, root};

const FOLDER: &str = "target/test";
const BAD_PLUGINS: &str = "target/test/bad_plugins";
/// Builds the plugins that the loader must refuse.
pub(super) const BUILD_BAD_PLUGINS: &str = "c: build the plugins that must be refused";
/// Plugins in C++, of `cpp/plugin.cpp` and of the example: source, library, and the environment variable that names the
/// library to a test program.
const CPP_PLUGINS: [(&str, &str, &str); 2] = [
    (
        "ffi/tests/cpp/life/life.cpp",
        "target/test/life.so",
        "TVMLIKE_LIFE_PLUGIN",
    ),
    (
        "examples/plugin_cpp/plugin_cpp.cpp",
        "target/test/plugin_cpp.so",
        "TVMLIKE_PLUGIN_CPP",
    ),
];
const BUILD_CPP_PLUGINS: &str = "c++: build the plugins";
/// Copies of libtvm_runtime and libdgl without libtvmlike beside them, for the programs `*_missing.c`.
const WITHOUT_LIBTVMLIKE: &str = "target/test/without_libtvmlike";
const COPY_WITHOUT_LIBTVMLIKE: &str = "c: copy the front ends' libraries without libtvmlike";
/// The libraries that `cpp/native.cpp`, `c/tvm_module.c` and `c/dgl_module.c` open; they are not plugins.
const KERNELS: [(&str, &str, &str); 2] = [
    (
        "ffi/tests/cpp/native/kernels.c",
        "target/test/native_kernels.so",
        "TVMLIKE_NATIVE_KERNELS",
    ),
    (
        "ffi/tests/c/module/functions.c",
        "target/test/tvm_module.so",
        "TVMLIKE_TVM_MODULE",
    ),
];
const BUILD_KERNELS: &str = "c, c++: build the libraries to open";
/// The steps that a test program may need.
const NEEDS: [&str; 5] = [
    PREFIX,
    BUILD_BAD_PLUGINS,
    BUILD_CPP_PLUGINS,
    BUILD_KERNELS,
    COPY_WITHOUT_LIBTVMLIKE,
];

/// The libraries that programs with this name prefix link; all others link libtvmlike.
const LINKED: [(&str, &[&str]); 2] = [("tvm_", &["tvm_runtime"]), ("dgl_", &["dgl"])];

/// The test programs of a language.
struct Kind {
    language: Language,
    label: &'static str,
    folder: &'static str,
    ending: &'static str,
    /// Pairs of compiler and standard; the last two for `--long` only.
    builds: [(&'static str, &'static str); 4],
    warnings: &'static [&'static str],
}

const KINDS: [Kind; 2] = [
    Kind {
        language: Language::C,
        label: "c",
        folder: "ffi/tests/c",
        ending: ".c",
        builds: [("gcc", "c99"), ("clang", "c11"), ("gcc", "c11"), ("clang", "c99")],
        warnings: &["-Wpedantic"],
    },
    Kind {
        language: Language::Cpp,
        label: "c++",
        folder: "ffi/tests/cpp",
        ending: ".cpp",
        builds: [
            ("g++", "c++17"),
            ("clang++", "c++20"),
            ("g++", "c++20"),
            ("clang++", "c++17"),
        ],
        warnings: &["-Wpedantic", "-Wconversion"],
    },
];

/// The programs that take long under valgrind, with seconds.
const LONG: [(&str, u32); 5] = [
    ("plugin.c", 90),
    ("stress.cpp", 90),
    ("fork.c", 30),
    ("plugin_end.c", 40),
    ("plugin.cpp", 40),
];

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::new("c: headers alone, twice, together", &[PREFIX], move || {
            let include = Path::new(LOCAL_PREFIX).join("include");
            Cmd::new("python3")
                .args(["ffi/tests/headers.py", "--include"])
                .arg(include)
                .args(long.then_some("--all"))
                .run()
        })
        .seconds(60),
        Step::new(BUILD_BAD_PLUGINS, &[PREFIX], bad_plugins).seconds(5),
        Step::new(BUILD_CPP_PLUGINS, &[PREFIX], cpp_plugins).seconds(10),
        Step::new(BUILD_KERNELS, &[PREFIX], kernels).seconds(1),
        Step::new(COPY_WITHOUT_LIBTVMLIKE, &[PREFIX], copy_without_libtvmlike).seconds(1),
        Step::new(
            "c++: wrong use, options, what a plugin exports, the guide",
            &[PREFIX],
            move || {
                let include = Path::new(LOCAL_PREFIX).join("include");
                Cmd::new("python3")
                    .args(["ffi/tests/cpp/compile.py", "--include"])
                    .arg(include)
                    .args(long.then_some("--all"))
                    .run()
            },
        )
        .seconds(60),
    ];
    for kind in &KINDS {
        for (at, source) in files(kind.folder, kind.ending).into_iter().enumerate() {
            let mut builds = if long { &kind.builds[..] } else { &kind.builds[..2] };
            if !long
                && matches!(kind.language, Language::Cpp)
                && builds.iter().all(|(compiler, _)| have(compiler))
            {
                builds = &builds[at % 2..][..1];
            }
            steps.extend(of_one_file(kind, builds, &source, long));
        }
    }
    steps
}

fn of_one_file(
    kind: &'static Kind,
    builds: &[(&'static str, &'static str)],
    source: &Path,
    long: bool,
) -> Vec<Step> {
    let name = source
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let label = format!("{}: {name}", kind.label);
    let seconds = LONG.iter().find(|(long, _)| *long == name);
    let seconds = seconds.map_or(3, |(_, seconds)| *seconds);
    let mut steps = Vec::new();
    for &(compiler, standard) in builds {
        let (source, to) = (source.to_owned(), program(&name, compiler, standard));
        steps.push(Step::may_skip(
            format!("{label} ({compiler}, {standard})"),
            &NEEDS,
            move || {
                if !have(compiler) {
                    return Ok(Outcome::Skipped(format!("{compiler} is not installed")));
                }
                // clang++ optimizes these programs for most of the time of the build.
                let options: &[&str] = if compiler == "clang++" && !long {
                    &["-O0"]
                } else {
                    &[]
                };
                compile(kind, compiler, standard, options, &source, &to)?;
                test_program(Cmd::new(&to), &to)
                    .limit_seconds(120)
                    .run()
                    .map(|()| Outcome::Passed)
            },
        ));
    }
    // Valgrind runs the first program that a compiler produced.
    let compiled: Vec<String> = steps.iter().map(|step| step.name.clone()).collect();
    let built: Vec<PathBuf> = builds
        .iter()
        .map(|(compiler, standard)| program(&name, compiler, standard))
        .collect();
    let valgrind = Step::may_skip(format!("{label} under valgrind"), &NEEDS, move || {
        if !have("valgrind") {
            return Ok(Outcome::Skipped("valgrind is not installed".to_owned()));
        }
        match built.iter().find(|program| program.exists()) {
            Some(program) => test_program(valgrind().arg(program), program)
                .env("TVMLIKE_TEST_FORKS", "2")
                .limit_seconds(900)
                .run()
                .map(|()| Outcome::Passed),
            None => Ok(Outcome::Skipped("no compiler produced the program".to_owned())),
        }
    });
    steps.push(valgrind.after(compiled).seconds(seconds));
    if long {
        let (source, to) = (source.to_owned(), program(&name, "sanitized", ""));
        let standard = builds[0].1;
        steps.push(Step::new(
            format!("{label} under sanitizers"),
            &NEEDS,
            move || {
                let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
                compile(kind, &default(kind.language)?, standard, &options, &source, &to)?;
                test_program(Cmd::new(&to), &to)
                    // The tests expect NULL for an impossible size, as without the sanitizer.
                    .env("ASAN_OPTIONS", "allocator_may_return_null=1")
                    .limit_seconds(300)
                    .run()
            },
        ));
    }
    steps
}

fn compile(
    kind: &Kind,
    compiler: &str,
    standard: &str,
    options: &[&str],
    source: &Path,
    to: &Path,
) -> Result {
    // If compiling fails, the program of an earlier run must not be used.
    let _ = std::fs::remove_file(to);
    let standard = format!("-std={standard}");
    let options = [&[standard.as_str()], kind.warnings, options].concat();
    Compile {
        compiler,
        options: &options,
        source,
        makes: output_of(source),
        to,
    }
    .run()
}

/// Returns the kind of program for a source: the prefix of its name selects the linked libraries.
fn output_of(source: &Path) -> Output {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let linked = LINKED.iter().find(|(prefix, _)| name.starts_with(prefix));
    linked.map_or(Output::Program, |(_, libraries)| Output::ProgramOf(libraries))
}

fn program(name: &str, compiler: &str, standard: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{name}.{compiler}.{standard}"))
}

/// Adds the environment variables of the test programs.
fn test_program(command: Cmd, program: &Path) -> Cmd {
    let is_missing_test = program
        .file_name()
        .is_some_and(|name| name.to_string_lossy().contains("_missing.c"));
    let folder = if is_missing_test {
        root().join(WITHOUT_LIBTVMLIKE)
    } else {
        // A sanitizer intercepts dlopen and ignores the program's run path.
        root().join(LOCAL_PREFIX).join("lib")
    };
    let command = command.env("LD_LIBRARY_PATH", folder);
    let libraries = CPP_PLUGINS.iter().chain(&KERNELS);
    let command = libraries.fold(command, |command, (_, built, variable)| {
        command.env(variable, root().join(built))
    });
    command
        .env(
            "TVMLIKE_TEST_PLUGIN",
            root().join(release_library("tvmlike_testing")),
        )
        .env("TVMLIKE_BAD_PLUGINS", root().join(BAD_PLUGINS))
}

/// Valgrind's memcheck: memory errors and definite leaks fail the run.
fn valgrind() -> Cmd {
    Cmd::new("valgrind").args([
        // Fair scheduling: otherwise a thread in a busy loop starves the others.
        "--fair-sched=try",
        "--quiet",
        "--error-exitcode=99",
        "--leak-check=full",
        "--show-leak-kinds=definite",
        "--errors-for-leak-kinds=definite",
        "--num-callers=30",
        "--suppressions=ffi/tests/loader.supp",
    ])
}

/// Compiles the C++ plugins with the options that an author would use.
fn cpp_plugins() -> Result {
    let compiler = default(Language::Cpp)?;
    CPP_PLUGINS.iter().try_for_each(|(source, to, _)| {
        Compile {
            compiler: &compiler,
            options: &["-std=c++17", "-fvisibility=hidden", "-Wpedantic", "-Wconversion"],
            source: Path::new(source),
            makes: Output::Plugin,
            to: Path::new(to),
        }
        .run()
    })
}

/// Copies libtvm_runtime and libdgl into a folder without libtvmlike.
fn copy_without_libtvmlike() -> Result {
    let folder = Path::new(WITHOUT_LIBTVMLIKE);
    crate::workspace::create_dir(folder)?;
    FRONT_END_LIBRARIES.iter().try_for_each(|stem| {
        let library = library_name(stem);
        let installed = Path::new(LOCAL_PREFIX).join("lib").join(&library);
        std::fs::copy(&installed, folder.join(&library))
            .map(drop)
            .context(format_args!("cannot copy {}", installed.display()))
    })
}

/// Compiles the libraries that tests open by path.
fn kernels() -> Result {
    let compiler = default(Language::C)?;
    KERNELS.iter().try_for_each(|(source, built, _)| {
        Compile {
            compiler: &compiler,
            options: &["-std=c99", "-fvisibility=hidden", "-Wpedantic"],
            source: Path::new(source),
            makes: Output::Plugin,
            to: Path::new(built),
        }
        .run()
    })
}

/// Compiles tests/plugins/bad_*, one source file each.
fn bad_plugins() -> Result {
    let mut built = 0;
    for folder in crate::workspace::folders("tests/plugins") {
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !name.starts_with("bad_") {
            continue;
        }
        for (ending, language, standard) in [
            ("c", Language::C, "-std=c99"),
            ("cpp", Language::Cpp, "-std=c++17"),
        ] {
            let source = folder.join(format!("{name}.{ending}"));
            if source.exists() {
                let to = Path::new(BAD_PLUGINS).join(format!("{name}.so"));
                let (compiler, options) = (&default(language)?, &[standard]);
                Compile {
                    compiler,
                    options,
                    source: &source,
                    makes: Output::Plugin,
                    to: &to,
                }
                .run()?;
                built += 1;
            }
        }
    }
    if built == 0 {
        Err(Error::new("no file matches tests/plugins/bad_*/bad_*.c"))
    } else {
        Ok(())
    }
}
