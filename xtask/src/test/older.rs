//! Compatibility with older minor versions of the ABI (tests/abi): a plugin built with older headers on this host, and
//! current plugins on a host with an older table.

use std::path::{Path, PathBuf};

use super::{Outcome, PREFIX, Step};
use crate::compiler::{Compile, Language, Output, default};
use crate::process::{Cmd, Result};
use crate::workspace::{release_library, root};

const FOLDER: &str = "target/test/abi";
const C: &str = "-std=c99";

/// The older versions: version, folder with its headers.
const OLDER: [(&str, &str); 2] = [("1.1", "tests/abi/v1_1"), ("1.2", "tests/abi/v1_2")];

pub(super) fn steps() -> Vec<Step> {
    let plugins = OLDER.map(|(version, folder)| {
        Step::new(
            format!("older tables: a plugin of ABI {version} on this host"),
            &[PREFIX],
            move || {
                let older = ["-I", folder, C, "-Wpedantic"];
                let plugin = compile("older_plugin.c", version, &older, Output::Plugin)?;
                let host = compile("present_host.c", version, &[C, "-Wpedantic"], Output::Program)?;
                Cmd::new(host).arg(plugin).limit_seconds(60).run()
            },
        )
    });
    let hosts = OLDER.map(|(version, folder)| {
        Step::may_skip(
            format!("older tables: current plugins on a host of ABI {version}"),
            &[PREFIX],
            move || {
                if !cfg!(target_os = "linux") {
                    return Ok(Outcome::Skipped("the test requires Linux".to_owned()));
                }
                let older = ["-I", folder, C, "-Wpedantic"];
                let host = compile("older_host.c", version, &older, Output::Program)?;
                let newer_c = compile("newer_plugin.c", version, &[C, "-Wpedantic"], Output::Plugin)?;
                let newer_cpp = compile("newer_plugin.cpp", version, &["-std=c++17"], Output::Plugin)?;
                Cmd::new(host)
                    .arg(newer_c)
                    .arg(newer_cpp)
                    .arg(root().join(release_library("tvmlike_testing")))
                    .limit_seconds(60)
                    .run()
                    .map(|()| Outcome::Passed)
            },
        )
    });
    plugins.into_iter().chain(hosts).collect()
}

/// Compiles a file of tests/abi for a version; include paths in `options` precede the current headers.
fn compile(name: &str, version: &str, options: &[&str], makes: Output) -> Result<PathBuf> {
    let language = if name.ends_with(".c") {
        Language::C
    } else {
        Language::Cpp
    };
    let to = root()
        .join(FOLDER)
        .join(format!("{version}_{}.so", name.replace('.', "_")));
    Compile {
        compiler: &default(language)?,
        options,
        source: &Path::new("tests/abi").join(name),
        makes,
        to: &to,
    }
    .run()?;
    Ok(to)
}
