//! The template of plugins: what `cargo xtask new-plugin` makes is built, tested, installed and imported, as its README
//! tells a user to.

use std::path::Path;

use super::{Outcome, Step, wheel};
use crate::new_plugin::{self, Dependency};
use crate::process::{Cmd, Explain, Result};
use crate::venv::Venv;
use crate::wheel::install_into;
use crate::workspace::root;

/// The plugin that is made.
const NAME: &str = "template-trial";
const FOLDER: &str = "target/test/template";
/// Kept from run to run: what a plugin depends on takes most of the time.
const BUILT: &str = "target/test/template-built";

pub(super) fn steps() -> Vec<Step> {
    let name = "template: a new plugin, its tests and its wheel";
    vec![Step::may_skip(name, &[wheel::WHEEL], new_plugin).takes(60)]
}

fn new_plugin() -> Result<Outcome> {
    let folder = root().join(FOLDER);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).explain(format_args!("cannot remove {FOLDER}"))?;
    }
    new_plugin::make(NAME, &folder, &Dependency::Checkout)?;
    let built = root().join(BUILT);
    let manifest = folder.join("Cargo.toml");
    let cargo = |command: &str| {
        Cmd::new("cargo")
            .args([command, "--quiet", "--manifest-path"])
            .arg(&manifest)
            .env("CARGO_TARGET_DIR", &built)
    };
    // As rustfmt has it where no folder above says otherwise, as this checkout does.
    cargo("fmt")
        .args(["--", "--check", "--config", "max_width=100"])
        .run()?;
    // In the profile of the wheel, so that what both depend on is built once.
    cargo("test").arg("--release").run()?;

    let venv = Venv::fresh(&format!("{FOLDER}/venv"), "python3")?;
    install_into(&venv)?;
    if let Err(error) = venv.need(&["pytest", "hatchling"]) {
        return Ok(Outcome::PassedWithout(vec![format!(
            "the wheel: what builds it cannot be installed: {error}"
        )]));
    }
    // Without an environment of its own for the build: what builds it was installed above.
    venv.pip()
        .args(["--no-build-isolation", "--no-deps"])
        .arg(&folder)
        .env("CARGO_TARGET_DIR", &built)
        .run()?;
    for path in super::python::CALL_PATHS {
        venv.python_cmd()
            .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"])
            .arg(Path::new(FOLDER).join("tests"))
            .env("TVMLIKE_FFI", path)
            .limit_seconds(120)
            .run()?;
    }
    // The plugin is found by its entry point, can be loaded, and nothing is wrong.
    let doctor = venv.script("tvmlike").arg("doctor").limit_seconds(120).output()?;
    if !doctor.contains(NAME) {
        return Err(crate::process::Error::new(format!(
            "tvmlike doctor does not show the plugin:\n{doctor}"
        )));
    }
    Ok(Outcome::Passed)
}
