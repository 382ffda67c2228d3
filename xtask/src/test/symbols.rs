//! What the built libraries show to the loader: the C ABI and nothing else, under a versioned name.

use super::{BUILD, Outcome, Step};
use crate::process::{Cmd, Error, Result, have};
use crate::workspace::{VERSION, release_library};

/// Libraries that export one thing: plugins their entry, the accelerator what CPython calls to make its module.
const EXPORTS: [(&str, &str); 3] = [
    ("tvmlike_plugin_rust", PLUGIN_ENTRY),
    ("tvmlike_testing", PLUGIN_ENTRY),
    ("tvmlike_native", "PyInit__native"),
];
const PLUGIN_ENTRY: &str = "tvmlike_plugin_init_v1";

pub(super) fn steps() -> Vec<Step> {
    let mut steps = vec![
        Step::may_skip(
            "symbols: libtvmlike exports what the header declares",
            &[BUILD],
            || {
                on_linux_with("nm", || {
                    Cmd::new("python3")
                        .arg("ffi/tests/exported_symbols.py")
                        .arg(release_library("tvmlike"))
                        .arg("ffi/include/tvmlike/c_api.h")
                        .run()
                })
            },
        ),
        Step::may_skip("symbols: the library's name is versioned", &[BUILD], || {
            on_linux_with("readelf", soname)
        }),
    ];
    for (stem, entry) in EXPORTS {
        let name = format!("symbols: {stem} exports its entry alone");
        steps.push(Step::may_skip(name, &[BUILD], move || {
            on_linux_with("readelf", || entry_alone(stem, entry))
        }));
    }
    steps
}

fn on_linux_with(program: &str, check: impl Fn() -> Result) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("symbols are read on Linux only".to_owned()));
    }
    if !have(program) {
        return Ok(Outcome::Skipped(format!("{program} is not installed (binutils)")));
    }
    check().map(|()| Outcome::Passed)
}

/// A plugin's table of registrations lies between marks that the linker makes. They may be seen, if they are
/// protected: another plugin's marks of the same name are then never taken for them.
fn entry_alone(stem: &str, entry: &str) -> Result {
    let library = release_library(stem);
    let listing = Cmd::new("readelf")
        .args(["--dyn-syms", "--wide"])
        .arg(&library)
        .output()?;
    let mut found = Vec::new();
    for line in listing.lines() {
        let [_, _, _, _, _, visibility, section, name] = line.split_whitespace().collect::<Vec<_>>()[..]
        else {
            continue;
        };
        let is_mark = name.starts_with("__start_link") || name.starts_with("__stop_link");
        if section.parse::<u32>().is_ok() && !(is_mark && visibility == "PROTECTED") {
            found.push(name);
        }
    }
    if found == [entry] {
        return Ok(());
    }
    Err(Error::new(format!(
        "{} exports {}, not {entry} alone",
        library.display(),
        if found.is_empty() {
            "nothing".to_owned()
        } else {
            found.join(" ")
        }
    )))
}

fn soname() -> Result {
    let dynamic = Cmd::new("readelf")
        .args(["--dynamic", "--wide"])
        .arg(release_library("tvmlike"))
        .output()?;
    let wanted = format!("[libtvmlike.so.{}]", VERSION.split('.').next().unwrap_or(VERSION));
    let named = dynamic.lines().find(|line| line.contains("(SONAME)"));
    if named.is_some_and(|line| line.contains(&wanted)) {
        return Ok(());
    }
    Err(Error::new(format!(
        "the library's SONAME is not {wanted}: {}",
        named.unwrap_or("it has none").trim()
    )))
}
