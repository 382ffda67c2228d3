//! Both directions of the handshake with another minor version (tests/abi): a plugin that was built with older headers
//! on this host, and present plugins on a table that is really older.

use std::path::{Path, PathBuf};

use super::{Outcome, PREFIX, Step};
use crate::compiler::{Compile, Language, Output, default};
use crate::process::{Cmd, Result};
use crate::workspace::{release_library, root};

const FOLDER: &str = "target/test/abi";
const C: &str = "-std=c99";

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::new(
            "older tables: a plugin of ABI 1.1 on this host",
            &[PREFIX],
            || {
                let older = ["-I", "tests/abi/v1_1", C, "-Wpedantic"];
                let plugin = compile("older_plugin.c", &older, Output::Plugin)?;
                let host = compile("present_host.c", &[C, "-Wpedantic"], Output::Program)?;
                Cmd::new(host).arg(plugin).limit_seconds(60).run()
            },
        ),
        Step::may_skip(
            "older tables: present plugins on a host of ABI 1.1",
            &[PREFIX],
            || {
                if !cfg!(target_os = "linux") {
                    return Ok(Outcome::Skipped("it is set up for Linux only".to_owned()));
                }
                let older = ["-I", "tests/abi/v1_1", C, "-Wpedantic"];
                let host = compile("older_host.c", &older, Output::Program)?;
                Cmd::new(host)
                    .arg(compile("newer_plugin.c", &[C, "-Wpedantic"], Output::Plugin)?)
                    .arg(compile("newer_plugin.cpp", &["-std=c++17"], Output::Plugin)?)
                    .arg(root().join(release_library("tvmlike_testing")))
                    .limit_seconds(60)
                    .run()
                    .map(|()| Outcome::Passed)
            },
        ),
    ]
}

/// Compiles a file of tests/abi; what `options` include comes before the present headers.
fn compile(name: &str, options: &[&str], makes: Output) -> Result<PathBuf> {
    let language = if name.ends_with(".c") {
        Language::C
    } else {
        Language::Cpp
    };
    let to = root().join(FOLDER).join(name.replace('.', "_") + ".so");
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
