//! The C++ host of examples/, built in every way that its folder offers, and the C plugin that it loads.

use std::path::{Path, PathBuf};

use super::{Outcome, PREFIX, Step};
use crate::compiler::{Compile, Language, Output};
use crate::examples::{c_plugin, cpp_host, cpp_host_path, run_cpp_host};
use crate::install::LOCAL_PREFIX;
use crate::process::{Cmd, Explain, Result, have};
use crate::venv::Venv;
use crate::workspace::root;

/// The step that builds what the others run.
pub(super) const BUILT: &str = "examples: build the C plugin and the C++ host";

pub(super) fn steps() -> Vec<Step> {
    let mut steps = vec![
        Step::new(BUILT, &[PREFIX], || {
            c_plugin()?;
            cpp_host()
        }),
        Step::new("examples: C++ host", &[BUILT], || run_cpp_host(&cpp_host_path())),
        Step::may_skip("examples: C++ host with CMake", &[BUILT], cmake),
        Step::may_skip("examples: C++ host with make and pkg-config", &[BUILT], make),
    ];
    for (compiler, language) in [
        ("gcc", Language::C),
        ("clang", Language::C),
        ("g++", Language::Cpp),
        ("clang++", Language::Cpp),
    ] {
        steps.push(Step::may_skip(
            format!("examples: compile with {compiler}"),
            &[PREFIX],
            move || compile_with(compiler, language),
        ));
    }
    steps
}

/// The C plugin and the C++ host under a compiler that need not be the default.
fn compile_with(compiler: &'static str, language: Language) -> Result<Outcome> {
    if !have(compiler) {
        return Ok(Outcome::Skipped(format!("{compiler} is not installed")));
    }
    let jobs: &[(&str, &str, Output)] = match language {
        Language::C => &[("-std=c99", "examples/plugin_c/plugin_c.c", Output::Plugin)],
        Language::Cpp => &[
            ("-std=c++17", "examples/cpp_host/main.cpp", Output::Program),
            (
                "-std=c++17",
                "examples/cpp_host/cpp_host_run.cpp",
                Output::Library,
            ),
        ],
    };
    for (standard, source, makes) in jobs {
        let source = Path::new(source);
        let name = source.file_name().unwrap_or_default().to_string_lossy();
        let to = PathBuf::from(format!("target/test/{name}.{compiler}"));
        Compile {
            compiler,
            options: &[standard, "-Wpedantic"],
            source,
            makes: *makes,
            to: &to,
        }
        .run()?;
    }
    Ok(Outcome::Passed)
}

fn cmake() -> Result<Outcome> {
    let cmake = if have("cmake") {
        PathBuf::from("cmake")
    } else {
        let venv = Venv::open(crate::package::VENV, "python3")?;
        if let Err(error) = venv.need(&["cmake"]) {
            return Ok(Outcome::Skipped(format!(
                "cmake is not installed and cannot be had from PyPI: {error}"
            )));
        }
        venv.python().with_file_name("cmake")
    };
    let build = fresh("target/test/cmake")?;
    Cmd::new(&cmake)
        .args(["-S", "examples/cpp_host", "-B"])
        .arg(&build)
        .arg("-DCMAKE_BUILD_TYPE=Release")
        .arg(format!(
            "-DCMAKE_PREFIX_PATH={}",
            root().join(LOCAL_PREFIX).display()
        ))
        .run()?;
    Cmd::new(&cmake).arg("--build").arg(&build).run()?;
    run_cpp_host(&build.join("cpp_host")).map(|()| Outcome::Passed)
}

fn make() -> Result<Outcome> {
    for program in ["make", "pkg-config"] {
        if !have(program) {
            return Ok(Outcome::Skipped(format!("{program} is not installed")));
        }
    }
    let build = fresh("target/test/make")?;
    let packages = root().join(LOCAL_PREFIX).join("lib/pkgconfig");
    Cmd::new("make")
        .args(["-C", "examples/cpp_host"])
        .arg(format!("PKG_CONFIG_PATH={}", packages.display()))
        .arg(format!("BUILD={}", build.display()))
        .run()?;
    run_cpp_host(&build.join("cpp_host")).map(|()| Outcome::Passed)
}

/// An empty build folder: what an earlier run left there may name a compiler or a prefix that is gone.
fn fresh(folder: &str) -> Result<PathBuf> {
    let folder = root().join(folder);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).explain(format_args!("cannot remove {}", folder.display()))?;
    }
    crate::workspace::create_dir(&folder)?;
    Ok(folder)
}
