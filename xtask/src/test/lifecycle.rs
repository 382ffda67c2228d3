//! The plugin that tests reload (tests/plugins/lifecycle). Its variants are built once, for the tests of all languages.

use std::ffi::OsString;
use std::path::Path;

use super::Step;
use super::step::PLUGINS;
use crate::build;
use crate::process::{Cmd, Context, Result};
use crate::workspace::{create_dir, library_name, release_library, root};

/// Builds the variants.
pub(super) const BUILT: &str = "plugins: build the plugin that tests reload";
/// Each variant: the directory of its library, and its options for cargo. Tests refer to the variants in this order.
const VARIANTS: [(&str, &[&str]); 3] = [
    ("target/test/lifecycle_1", &[]),
    ("target/test/lifecycle_2", &["--features", "next"]),
    ("target/test/lifecycle_3", &["--features", "fails"]),
];

pub(super) fn steps() -> Vec<Step> {
    vec![Step::new(BUILT, &[], variants).locks(&[PLUGINS]).seconds(20)]
}

/// Adds the environment variable that names the libraries.
pub(super) fn with_variants(program: Cmd) -> Result<Cmd> {
    Ok(program.env("TVMLIKE_LIFECYCLE_PLUGINS", paths()?))
}

/// Sets the paths of the plugins that Rust tests load. Without them, the tests run cargo to build the plugins.
pub(super) fn with_plugins(test: Cmd) -> Result<Cmd> {
    let testing = root().join(release_library("tvmlike_testing"));
    with_variants(test.env("TVMLIKE_TEST_PLUGIN", testing))
}

fn paths() -> Result<OsString> {
    let libraries = VARIANTS.map(|(folder, _)| root().join(folder).join(library_name("tvmlike_lifecycle")));
    std::env::join_paths(libraries).context("the path of the checkout must not contain `:`")
}

/// Builds the variants one after the other into the same file, and copies each.
fn variants() -> Result {
    let library = library_name("tvmlike_lifecycle");
    for (folder, features) in VARIANTS {
        let cargo = Cmd::new("cargo").args(["build", "--release", "--package", "tvmlike-lifecycle"]);
        build::separate(cargo.args(features)).run()?;
        let built = Path::new(PLUGINS).join("release").join(&library);
        create_dir(Path::new(folder))?;
        std::fs::copy(&built, Path::new(folder).join(&library))
            .context(format_args!("cannot copy {}", built.display()))?;
    }
    Ok(())
}
