//! The plugin template: builds, tests, installs and imports the output of `cargo xtask new-plugin`, as its README
//! describes.

use std::path::Path;

use super::step::PLUGINS;
use super::{Outcome, Step, wheel};
use crate::build;
use crate::new_plugin::{self, Dependency};
use crate::process::{Cmd, Context, Result};
use crate::venv::Venv;
use crate::wheel::install_into;
use crate::workspace::root;

/// The name of the new plugin.
const NAME: &str = "template-trial";
const FOLDER: &str = "target/test/template";

pub(super) fn steps() -> Vec<Step> {
    let name = "template: a new plugin, its tests and its wheel";
    vec![
        Step::may_skip(name, &[wheel::WHEEL], new_plugin)
            .locks(&[PLUGINS])
            .seconds(30),
    ]
}

fn new_plugin() -> Result<Outcome> {
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
        return Err(crate::process::Error::new(format!(
            "tvmlike doctor does not list {NAME}:\n{doctor}"
        )));
    }
    Ok(Outcome::Passed)
}
