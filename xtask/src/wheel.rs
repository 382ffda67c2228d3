//! `cargo xtask wheel`: builds the Python package and tests it as users install it.
//!
//! The wheel must install into an empty environment, load all its libraries and call on both call paths. The wheel from
//! the checkout, the one from the source distribution and an editable install all run the same program,
//! `xtask/smoke.py`.

mod elf;
mod platform;
mod portable;

pub(crate) use portable::TOOLS as PORTABLE_TOOLS;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::build;
use crate::invocation::{Invocation, unknown};
use crate::package::{prebuilt, with_prebuilt};
use crate::process::{Cmd, Context, Error, Result, text};
use crate::step_env::log;
use crate::venv::{VENV, Venv, interpreters};
use crate::workspace::{RELEASE, VERSION, create_dir, files, root};

pub(crate) const ABOUT: &str = "Build the Python wheel and test it under every installed Python";
pub(crate) const HELP: &str = "\
usage: cargo xtask wheel [--all] [--manylinux MAJOR_MINOR]

Builds target/wheels/tvmlike-VERSION-cp39-abi3-PLATFORM.whl, for CPython 3.9 and newer, and installs it into a fresh
environment under every installed python3 from 3.9 on, where both call paths must work. PLATFORM is the oldest that the libraries support. Prints the wheel's size and the time of the import.

  --all                    also test the source distribution, from which a wheel must build in an empty folder, and an
                           editable install
  --manylinux MAJOR_MINOR  build for this glibc or newer, such as 2_28: zig links the libraries (cargo-zigbuild, which pip
                           installs into .venv/)";

/// The folder of the wheel and the source distribution.
const FOLDER: &str = "target/wheels";
/// The folder of the fresh environments. They are kept for inspection.
const ENVIRONMENTS: &str = "target/wheel-environments";
/// The maximum size of the wheel that the project promises: 8 MB, of which the compiler and MLIR's dialects take about 4 MB,
/// and 2 MB for the engine, which adds up to 5 MB to the library before compression.
const LARGEST: u64 = 10_000_000;
/// The maximum size of a wheel with little optimization, which is a quarter larger.
const LARGEST_FOR_TESTS: u64 = 12_500_000;
/// The folders that the source distribution lacks.
const NOT_PACKED: [&str; 2] = [".ci/", ".github/"];
/// Pinned, so that a new release does not fail an old commit.
const BUILD_TOOL: &str = "build==1.5.0";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let (mut all, mut oldest) = (false, None);
    let mut args = invocation.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--all" => all = true,
            "--manylinux" => oldest = Some(platform::Glibc::parse(args.next().map_or("", String::as_str))?),
            _ => return Err(unknown(arg)),
        }
    }
    println!("Build the libraries");
    match oldest {
        Some(glibc) => {
            let folder = portable::build(glibc)?;
            println!("Build the wheel");
            make_for(&folder, Some(glibc))?;
        }
        None => {
            build::package()?;
            println!("Build the wheel");
            make()?;
        }
    }
    let found = interpreters("python3");
    if found.is_empty() {
        return Err(Error::new("no Python 3.9 or newer is installed"));
    }
    for (version, interpreter) in &found {
        println!("Install the wheel under Python {version}");
        try_wheel(version, interpreter)?;
    }
    if all {
        println!("Build the source distribution, and a wheel from it in an empty folder");
        sources(true)?;
        println!("Install the checkout itself (pip install --editable)");
        editable()?;
    }
    Ok(())
}

/// Installs what builds libraries for an older glibc.
pub(crate) fn portable_tools() -> Result {
    portable::tools().map(|_| ())
}

/// Builds the libraries for manylinux_2_28, and checks that they load there.
pub(crate) fn portable_libraries() -> Result {
    let folder = portable::build(platform::Glibc::parse("2_28")?)?;
    check_glibc(&prebuilt(&folder), "2_28")
}

/// Checks that libraries load with a version of glibc.
pub(crate) fn check_glibc(libraries: &[PathBuf], version: &str) -> Result {
    let glibc = platform::Glibc::parse(version)?;
    platform::tag(libraries, Some(glibc)).map(|_| ())
}

/// Builds the wheel with the libraries that are built already.
pub(crate) fn make() -> Result {
    make_for(Path::new(RELEASE), None)
}

/// Builds the wheel with the libraries in a folder, which must support this glibc.
fn make_for(folder: &Path, oldest: Option<platform::Glibc>) -> Result {
    let platform = platform::tag(&prebuilt(folder), oldest)?;
    for old in files(FOLDER, ".whl") {
        std::fs::remove_file(&old).context(format_args!("cannot remove {}", old.display()))?;
    }
    let pip = Venv::open(VENV, "python3")?.pip_with("wheel");
    let mut pip = with_prebuilt(pip.args(["--no-deps", "--wheel-dir", FOLDER, "."]), folder);
    if !build::optimizes_little() {
        log!("    compressing takes a minute or two");
        pip = pip.env("TVMLIKE_WHEEL_SMALLEST", "1");
    }
    if let Some(platform) = &platform {
        pip = pip.env("TVMLIKE_WHEEL_PLATFORM", platform);
    }
    pip.run()?;
    let wheel = made()?;
    let size = std::fs::metadata(&wheel)
        .context(format_args!("cannot read {}", wheel.display()))?
        .len();
    log!("    {}: {:.2} MB", text(&wheel), mega(size));
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    let tag = format!("-cp39-abi3-{}", platform.unwrap_or_default());
    if !name.contains(&tag) {
        return Err(Error::new(format!("the wheel is {name}, expected …{tag}…")));
    }
    let limit = if build::optimizes_little() {
        LARGEST_FOR_TESTS
    } else {
        LARGEST
    };
    if size >= limit {
        return Err(Error::new(format!(
            "the wheel has {:.2} MB; the limit is {:.1} MB",
            mega(size),
            mega(limit)
        )));
    }
    Ok(())
}

fn mega(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// Returns the path of the wheel that [`make`] built.
fn made() -> Result<PathBuf> {
    files(FOLDER, ".whl")
        .into_iter()
        .next()
        .ok_or_else(|| Error::new(format!("no wheel in {FOLDER}")))
}

/// Installs the wheel into an empty environment of an interpreter and tests it.
pub(crate) fn try_wheel(version: &str, interpreter: &str) -> Result {
    let venv = fresh(version, interpreter)?;
    install_into(&venv)?;
    works(&venv, "wheel")
}

/// Links programs in C++ with the installed wheel, as `tvmlike config` says.
pub(crate) fn links() -> Result {
    let venv = fresh("linked", "python3")?;
    install_into(&venv)?;
    venv.python_cmd()
        .args(["-I", "xtask/link_wheel.py", "target/test/linked"])
        .limit_seconds(120)
        .run()
}

/// Installs the wheel without access to a package index, so that it cannot depend on other packages.
pub(crate) fn install_into(venv: &Venv) -> Result {
    venv.pip().args(["--no-index"]).arg(made()?).run()
}

/// Builds the source distribution, builds a wheel from it in an empty folder, and tests that wheel. If not `with_libraries`,
/// the wheel has the libraries that are built already, and the distribution must have all files of the checkout instead.
pub(crate) fn sources(with_libraries: bool) -> Result {
    // Without git, the files of the checkout are not known.
    let with_libraries = with_libraries || !Path::new(".git").exists();
    let tools = Venv::open(VENV, "python3")?;
    tools.need(&[BUILD_TOOL])?;
    tools
        .python_cmd()
        .args(["-m", "build", "--sdist", "--outdir", FOLDER, "."])
        .limit_seconds(300)
        .run()?;
    let archive = root().join(FOLDER).join(format!("tvmlike-{VERSION}.tar.gz"));
    if !with_libraries {
        has_all_sources(&archive)?;
    }
    // Outside the checkout: cargo reads the settings in all parent directories.
    let empty = std::env::temp_dir().join(format!("tvmlike-sources-{}", std::process::id()));
    create_dir(&empty)?;
    let tried = build_and_try(&tools, &archive, &empty, with_libraries);
    let removed = std::fs::remove_dir_all(&empty).context(format_args!("cannot remove {}", empty.display()));
    tried.and(removed)
}

/// Checks that the source distribution contains each file that git tracks, except those of CI.
fn has_all_sources(archive: &Path) -> Result {
    let packed = Cmd::new("tar")
        .arg("--list")
        .arg("--file")
        .arg(archive)
        .output()?;
    let root = format!("tvmlike-{VERSION}/");
    let packed: HashSet<&str> = packed
        .lines()
        .filter_map(|path| path.strip_prefix(&root))
        .collect();
    let tracked = Cmd::new("git").args(["ls-files", "-z"]).output()?;
    let missing: Vec<&str> = tracked
        .split('\0')
        .filter(|path| !path.is_empty() && !packed.contains(path))
        .filter(|path| !NOT_PACKED.iter().any(|folder| path.starts_with(folder)))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "the source distribution lacks {} files of the checkout (see the list in pyproject.toml): {}",
        missing.len(),
        missing.join(", ")
    )))
}

fn build_and_try(tools: &Venv, archive: &Path, empty: &Path, with_libraries: bool) -> Result {
    let pip = tools.pip_with("wheel").args(["--no-deps", "--wheel-dir"]);
    let pip = pip.args([empty, archive]);
    if with_libraries {
        // In an empty target directory: files in archives have fixed times, so cargo would consider an old build current.
        build::unoptimized(pip.env("CARGO_TARGET_DIR", empty.join("target"))).run()?;
    } else {
        with_prebuilt(pip, Path::new(RELEASE)).run()?;
    }
    let wheel = files(&empty.to_string_lossy(), ".whl")
        .into_iter()
        .next()
        .ok_or_else(|| Error::new(format!("pip built no wheel from {}", text(archive))))?;
    let venv = fresh("sources", "python3")?;
    venv.pip().args(["--no-index"]).arg(wheel).run()?;
    works(&venv, "wheel")
}

/// Installs the checkout in editable mode and tests it.
pub(crate) fn editable() -> Result {
    let venv = fresh("editable", "python3")?;
    let pip = venv.pip().args(["--editable", "."]);
    build::release_profile(pip).run()?;
    works(&venv, "checkout")
}

/// Creates an empty environment.
fn fresh(name: &str, interpreter: &str) -> Result<Venv> {
    Venv::fresh(&format!("{ENVIRONMENTS}/{name}"), interpreter)
}

/// Tests the installed package on both call paths and on the default one, and runs its doctor.
fn works(venv: &Venv, place: &str) -> Result {
    for (wanted, taken) in [("native", "native"), ("ctypes", "ctypes"), ("auto", "native")] {
        venv.python_cmd()
            .args(["-I", "xtask/smoke.py", taken, place])
            .env("TVMLIKE_FFI", wanted)
            .limit_seconds(120)
            .run()?;
    }
    let doctor = ["doctor", "--json"];
    let limit = 60;
    let by_module = venv.python_cmd().args(["-I", "-m", "tvmlike"]).args(doctor);
    by_module.limit_seconds(limit).output()?;
    venv.script("tvmlike")
        .args(doctor)
        .limit_seconds(limit)
        .output()?;
    for program in ["tvmlike-opt", "tvmlike-lsp", "tvmlike-compile"] {
        let version = venv
            .script(program)
            .arg("--version")
            .limit_seconds(limit)
            .output()?;
        if version.trim() != format!("{program} {VERSION}") {
            return Err(Error::new(format!("{program} --version printed {version}")));
        }
    }
    Ok(())
}
