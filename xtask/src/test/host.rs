//! The hosts of examples/: built with each compiler and each build system that they support, and run with plugins.
//!
//! The C and C++ hosts also run under AddressSanitizer, which finds leaks too, and UndefinedBehaviorSanitizer: built by
//! one compiler, with `--long` by all. Optimization takes most of the time of a build, so without `--long` only the
//! programs of the default compilers are optimized.

use std::path::{Path, PathBuf};

use super::step::{RELEASE, SANITIZED};
use super::{BUILD, Outcome, PACKAGE, PREFIX, Step, sanitizer};
use crate::compiler::{Compile, Output};
use crate::examples::{self, C_HOST, CPP_HOST, Host, IR_C, IR_CPP, host_path};
use crate::install::LOCAL_PREFIX;
use crate::process::{Cmd, Context, Error, Result, have};
use crate::venv::{VENV, Venv};
use crate::workspace::{files, release_library, root};

/// Builds the plugin and the programs that other steps run.
pub(super) const BUILT: &str = "examples: build the C plugin and the hosts in C and C++";
const IR_BUILT: &str = "examples: build the programs with the compiler's IR";
/// The generated headers of the C++ host.
const WRAPPERS: &str = "examples/cpp_host/wrappers";

/// The hosts, and the steps that build them with the default compilers.
static HOSTS: [(Host, &str); 4] = [
    (C_HOST, BUILT),
    (CPP_HOST, BUILT),
    (IR_C, IR_BUILT),
    (IR_CPP, IR_BUILT),
];

pub(super) fn steps(long: bool) -> Vec<Step> {
    let built = Step::new(BUILT, &[PREFIX], || {
        examples::c_plugin()?;
        examples::c_host()?;
        examples::cpp_host()
    });
    let ir_built = Step::new(IR_BUILT, &[PREFIX, PACKAGE], || {
        examples::ir_hosts(&Venv::open(VENV, "python3")?)
    });
    let mut steps = vec![built.seconds(12), ir_built.seconds(8)];
    for (host, built) in &HOSTS {
        steps.extend(of_host(host, built, long));
    }
    // The default compilers, usually the first of each language, have built these in the step above.
    let libraries = [
        (
            "gcc",
            "C",
            "-std=c99",
            "examples/plugin_c/plugin_c.c",
            Output::Plugin,
        ),
        (
            "clang",
            "C",
            "-std=c99",
            "examples/plugin_c/plugin_c.c",
            Output::Plugin,
        ),
        (
            "g++",
            "C++",
            "-std=c++17",
            "examples/cpp_host/cpp_host_run.cpp",
            Output::Library,
        ),
        (
            "clang++",
            "C++",
            "-std=c++17",
            "examples/cpp_host/cpp_host_run.cpp",
            Output::Library,
        ),
    ];
    let is_default = |compiler: &str| ["gcc", "g++"].contains(&compiler);
    let chosen = libraries
        .into_iter()
        .filter(|(compiler, ..)| long || !is_default(compiler));
    for (compiler, language, standard, source, makes) in chosen {
        let kind = if makes == Output::Plugin {
            "plugin"
        } else {
            "library"
        };
        steps.push(Step::may_skip(
            format!("examples: {language} {kind} with {compiler}"),
            &[PREFIX],
            move || compile_library(compiler, &[standard, level(long)], Path::new(source), makes),
        ));
    }
    steps.push(Step::new(
        "examples: wrappers of the C++ host",
        &[PACKAGE],
        wrappers_are_current,
    ));
    let host = Step::new(
        "examples: Rust host",
        &[BUILD, PREFIX, BUILT],
        examples::rust_host,
    );
    steps.push(host.locks(&[RELEASE]).seconds(10));
    let sanitized = Step::may_skip(
        "examples: Rust host under AddressSanitizer",
        &[BUILD, BUILT],
        sanitizer::rust_host,
    );
    steps.push(sanitized.locks(&[SANITIZED]).seconds(20));
    steps
}

fn of_host(host: &'static Host, built: &'static str, long: bool) -> Vec<Step> {
    let name = host.name;
    let mut steps = vec![Step::new(format!("examples: {name}"), &[built], move || {
        host.run(&host_path(host))
    })];
    // The programs with the IR are built as the other two.
    if long || built == BUILT {
        steps.push(Step::may_skip(
            format!("examples: {name} with CMake"),
            &[built],
            move || cmake(host, long),
        ));
        steps.push(Step::may_skip(
            format!("examples: {name} with make and pkg-config"),
            &[built],
            move || make(host, long),
        ));
        for &compiler in &host.compilers[usize::from(!long)..] {
            steps.push(Step::may_skip(
                format!("examples: {name} with {compiler}"),
                &[built],
                move || compile_and_run(host, compiler, level(long), &[]),
            ));
        }
    }
    let sanitized = if long {
        &host.compilers[..]
    } else {
        &host.compilers[..1]
    };
    for &compiler in sanitized {
        steps.push(Step::may_skip(
            format!("examples: {name} under sanitizers ({compiler})"),
            &[built],
            move || {
                let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
                compile_and_run(host, compiler, level(long), &options)
            },
        ));
    }
    steps
}

/// The optimization level of the programs that repeat a test with another compiler or build system.
fn level(long: bool) -> &'static str {
    if long { "-O2" } else { "-O0" }
}

/// Compiles a host with a given compiler and runs it.
fn compile_and_run(host: &Host, compiler: &str, level: &str, options: &[&str]) -> Result<Outcome> {
    if !have(compiler) {
        return Ok(Outcome::Skipped(format!("{compiler} is not installed")));
    }
    let how = if options.is_empty() { "plain" } else { "sanitized" };
    let to = PathBuf::from(format!("target/test/{}.{compiler}.{how}", host.program));
    host.compile(compiler, &[&["-Wpedantic", level], options].concat(), &to)?;
    host.run(&to).map(|()| Outcome::Passed)
}

fn compile_library(compiler: &str, options: &[&str], source: &Path, makes: Output) -> Result<Outcome> {
    if !have(compiler) {
        return Ok(Outcome::Skipped(format!("{compiler} is not installed")));
    }
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let to = PathBuf::from(format!("target/test/{name}.{compiler}"));
    Compile {
        compiler,
        options: &[options, &["-Wpedantic"]].concat(),
        source,
        makes,
        to: &to,
    }
    .run()
    .map(|()| Outcome::Passed)
}

/// Generates the wrappers and compares them with the checked-in ones.
fn wrappers_are_current() -> Result {
    let shipped = files(WRAPPERS, ".hpp");
    let namespaces: Vec<_> = shipped.iter().filter_map(|path| path.file_stem()).collect();
    let fresh = fresh("target/test/wrappers")?;
    let venv = Venv::open(VENV, "python3")?;
    venv.python_cmd()
        .args(["-m", "tvmlike", "stubs", "--lang", "cpp"])
        .args(&namespaces)
        .arg("--plugin")
        .arg(root().join(release_library("tvmlike_plugin_rust")))
        .arg("-o")
        .arg(&fresh)
        .limit_seconds(120)
        .run()?;
    for path in &shipped {
        let name = path.file_name().unwrap_or_default();
        let read = |path: &Path| std::fs::read(path).context(format_args!("cannot read {}", path.display()));
        if read(path)? != read(&fresh.join(name))? {
            return Err(Error::new(format!(
                "{} is stale; copy {} over it",
                path.display(),
                fresh.join(name).display()
            )));
        }
    }
    if shipped.is_empty() {
        return Err(Error::new(format!("no wrappers in {WRAPPERS}")));
    }
    Ok(())
}

fn cmake(host: &Host, long: bool) -> Result<Outcome> {
    let cmake = if have("cmake") {
        PathBuf::from("cmake")
    } else {
        let venv = Venv::open(VENV, "python3")?;
        if let Err(error) = venv.need(&["cmake"]) {
            return Ok(Outcome::Skipped(format!(
                "cmake is not installed and cannot be installed from PyPI: {error}"
            )));
        }
        venv.python().with_file_name("cmake")
    };
    let build = fresh(&format!("target/test/{}.cmake", host.program))?;
    Cmd::new(&cmake)
        .args(["-S", host.folder, "-B"])
        .arg(&build)
        .arg(if long {
            "-DCMAKE_BUILD_TYPE=Release"
        } else {
            "-DCMAKE_BUILD_TYPE=Debug"
        })
        .args(tvmlike_command(host, "-DTVMLIKE=")?)
        .arg(format!(
            "-DCMAKE_PREFIX_PATH={}",
            root().join(LOCAL_PREFIX).display()
        ))
        .run()?;
    Cmd::new(&cmake).arg("--build").arg(&build).run()?;
    host.run(&build.join(host.program)).map(|()| Outcome::Passed)
}

fn make(host: &Host, long: bool) -> Result<Outcome> {
    for program in ["make", "pkg-config"] {
        if !have(program) {
            return Ok(Outcome::Skipped(format!("{program} is not installed")));
        }
    }
    let build = fresh(&format!("target/test/{}.make", host.program))?;
    let packages = root().join(LOCAL_PREFIX).join("lib/pkgconfig");
    Cmd::new("make")
        .args(["-C", host.folder])
        .arg(format!("PKG_CONFIG_PATH={}", packages.display()))
        .arg(format!("BUILD={}", build.display()))
        .args(tvmlike_command(host, "TVMLIKE=")?)
        // As variables of the environment, because those on the command line replace all flags.
        .env("CFLAGS", level(long))
        .env("CXXFLAGS", level(long))
        .run()?;
    host.run(&build.join(host.program)).map(|()| Outcome::Passed)
}

/// Returns the option for the command that generates headers, for a host that includes some.
fn tvmlike_command(host: &Host, option: &str) -> Result<Option<String>> {
    if host.namespaces.is_empty() {
        return Ok(None);
    }
    let venv = Venv::open(VENV, "python3")?;
    let command = root().join(venv.python()).with_file_name("tvmlike");
    Ok(Some(format!("{option}{}", command.display())))
}

/// Creates an empty build folder. The files of an earlier run may refer to a compiler or a prefix that is gone.
fn fresh(folder: &str) -> Result<PathBuf> {
    let folder = root().join(folder);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).context(format_args!("cannot remove {}", folder.display()))?;
    }
    crate::workspace::create_dir(&folder)?;
    Ok(folder)
}
