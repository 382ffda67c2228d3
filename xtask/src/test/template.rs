//! The plugin template: builds, tests, installs and imports the output of `cargo xtask new-plugin`, as its README
//! describes.

use std::path::{Path, PathBuf};

use super::step::PLUGINS;
use super::{Outcome, Step, wheel};
use crate::build;
use crate::new_plugin::{self, Dependency};
use crate::process::{Cmd, Context, Error, Result};
use crate::venv::{VENV, Venv};
use crate::wheel::{PORTABLE_TOOLS, check_glibc, install_into};
use crate::workspace::{files, library_name, root, write};

/// The name of the new plugin.
const NAME: &str = "template-trial";
const FOLDER: &str = "target/test/template";

/// The package of the new plugin.
const PACKAGE: &str = "template_trial";
/// A program of a user, for a type checker. The last line is wrong.
const TYPED: &str = "\
import template_trial

total: int = template_trial.add(40, b=2)
counter = template_trial.Counter(total)
value: int = counter.add() + counter.value
path: str = template_trial.library()
template_trial.add(\"40\")
";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let name = "template: a new plugin, its tests and its wheel";
    vec![
        Step::may_skip(name, &[wheel::WHEEL], move || new_plugin(long))
            .locks(&[PLUGINS])
            .seconds(30),
    ]
}

fn new_plugin(long: bool) -> Result<Outcome> {
    let folder = root().join(FOLDER);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).context(format_args!("cannot remove {FOLDER}"))?;
    }
    new_plugin::make(NAME, &folder, &Dependency::Checkout)?;
    let manifest = folder.join("Cargo.toml");
    let cargo = |command: &str| {
        let cargo = Cmd::new("cargo").args([command, "--quiet", "--manifest-path"]);
        build::separate(cargo.arg(&manifest))
    };
    // rustfmt's default width; otherwise rustfmt uses the settings of this checkout.
    cargo("fmt")
        .args(["--", "--check", "--config", "max_width=100"])
        .run()?;
    // In the profile of the wheel, so that the dependencies are built once.
    cargo("test").arg("--release").run()?;

    let venv = Venv::fresh(&format!("{FOLDER}/venv"), "python3")?;
    install_into(&venv)?;
    if let Err(error) = venv.need(&["pytest", "hatchling"]) {
        return Ok(Outcome::PassedWithout(vec![format!(
            "the wheel: its build tools cannot be installed: {error}"
        )]));
    }
    // Without build isolation: the build tools were installed above.
    let install = venv.pip().args(["--no-build-isolation", "--no-deps"]);
    build::separate(install.arg(&folder)).run()?;
    for path in super::python::CALL_PATHS {
        venv.python_cmd()
            .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"])
            .arg(Path::new(FOLDER).join("tests"))
            .env("TVMLIKE_FFI", path)
            .limit_seconds(120)
            .run()?;
    }
    // `doctor` finds the plugin by its entry point, loads it and reports no problem.
    let doctor = venv.script("tvmlike").arg("doctor").limit_seconds(120).output()?;
    if !doctor.contains(NAME) {
        return Err(Error::new(format!(
            "tvmlike doctor does not list {NAME}:\n{doctor}"
        )));
    }
    let mut left_out = Vec::new();
    left_out.extend(types(&venv)?);
    if long {
        left_out.extend(for_older_glibc(&venv, &folder)?);
    }
    Ok(if left_out.is_empty() {
        Outcome::Passed
    } else {
        Outcome::PassedWithout(left_out)
    })
}

/// Checks that a type checker knows the functions and classes of the installed plugin. Returns what was left out.
fn types(venv: &Venv) -> Result<Option<String>> {
    let program = Path::new(FOLDER).join("typed.py");
    write(&program, TYPED)?;
    let tools = Venv::open(VENV, "python3")?;
    if let Err(error) = tools.need(&[super::python::MYPY]) {
        return Ok(Some(format!("the type stubs: mypy cannot be installed: {error}")));
    }
    let check = |file: &Path| {
        let mypy = tools.python_cmd().args(["-m", "mypy", "--strict"]);
        let mypy = mypy.args(["--config-file=", "--python-executable"]);
        mypy.arg(root().join(venv.python()))
            .arg(file)
            .limit_seconds(120)
            .output()
    };
    let said = check(&program).map_or_else(|error| error.to_string(), |_| "no error".to_owned());
    if said.matches("error:").count() != 1 || !said.contains("typed.py:7: error: Argument 1 to \"add\"") {
        return Err(Error::new(format!(
            "mypy --strict: expected one error, in line 7 of {FOLDER}/typed.py, got:\n{said}"
        )));
    }
    Ok(None)
}

/// Builds the wheel as the README's section on publishing says. Returns what was left out.
fn for_older_glibc(venv: &Venv, folder: &Path) -> Result<Option<String>> {
    if let Err(error) = venv.need(&PORTABLE_TOOLS) {
        return Ok(Some(format!("the wheel for manylinux_2_28: {error}")));
    }
    let dist = folder.join("dist");
    let programs = root().join(FOLDER).join("venv/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path)))
        .context("cannot extend PATH")?;
    let wheel = venv
        .pip_with("wheel")
        .args(["--no-build-isolation", "--no-deps", "--wheel-dir"])
        .args([&dist, folder])
        .env("PLUGIN_MANYLINUX", "2_28")
        .env("PATH", path);
    build::separate(wheel).run()?;
    let built = files(&dist.to_string_lossy(), ".whl");
    let tag = format!("-py3-none-manylinux_2_28_{}.whl", std::env::consts::ARCH);
    if !built.iter().any(|wheel| wheel.to_string_lossy().ends_with(&tag)) {
        return Err(Error::new(format!("expected a wheel …{tag}, got {built:?}")));
    }
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let library: PathBuf = [build::PLUGINS, &target, "release", &library_name(PACKAGE)]
        .iter()
        .collect();
    check_glibc(&[root().join(library)], "2_28")?;
    Ok(None)
}
