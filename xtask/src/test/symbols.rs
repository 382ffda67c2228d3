//! The exported symbols of the built libraries, which must be their C ABI alone, and their SONAMEs.

use super::{BUILD, Outcome, Step};
use crate::process::{Cmd, Error, Result, have};
use crate::workspace::{VERSION, release_library};

/// Libraries that export one symbol: plugins their entry point, the accelerator its module initialization.
const EXPORTS: [(&str, &str); 3] = [
    ("tvmlike_plugin_rust", PLUGIN_ENTRY),
    ("tvmlike_testing", PLUGIN_ENTRY),
    ("tvmlike_native", "PyInit__native"),
];
const PLUGIN_ENTRY: &str = "tvmlike_plugin_init_v1";

/// Returns the libraries that export the functions of a header: stem, header, SONAME.
fn of_headers() -> [(&'static str, &'static str, String); 3] {
    let major = VERSION.split('.').next().unwrap_or(VERSION);
    [
        ("tvmlike", "c_api.h", format!("libtvmlike.so.{major}")),
        // Front ends and their extension modules load these two by names without a version.
        ("tvm_runtime", "tvm_runtime.h", "libtvm_runtime.so".to_owned()),
        ("dgl", "dgl.h", "libdgl.so".to_owned()),
    ]
}

pub(super) fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    for (stem, header, soname) in of_headers() {
        let name = format!("symbols: lib{stem} exports what {header} declares");
        steps.push(Step::may_skip(name, &[BUILD], move || {
            on_linux_with("nm", || {
                Cmd::new("python3")
                    .arg("ffi/tests/exported_symbols.py")
                    .arg(release_library(stem))
                    .arg(format!("ffi/include/tvmlike/{header}"))
                    .run()
            })
        }));
        let name = format!("symbols: the SONAME of lib{stem}");
        steps.push(Step::may_skip(name, &[BUILD], move || {
            on_linux_with("readelf", || has_soname(stem, &soname))
        }));
    }
    for (stem, entry) in EXPORTS {
        let name = format!("symbols: {stem} exports only {entry}");
        steps.push(Step::may_skip(name, &[BUILD], move || {
            on_linux_with("readelf", || exports_only(stem, entry))
        }));
    }
    steps
}

fn on_linux_with(program: &str, check: impl Fn() -> Result) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("the check requires Linux".to_owned()));
    }
    if !have(program) {
        return Ok(Outcome::Skipped(format!("{program} is not installed (binutils)")));
    }
    check().map(|()| Outcome::Passed)
}

/// Checks that a library exports one symbol. The linker's marks around a plugin's table of registrations are allowed if
/// they are protected: then the loader never resolves them to another plugin's marks of the same name.
fn exports_only(stem: &str, entry: &str) -> Result {
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
        "{} exports {}, expected {entry} only",
        library.display(),
        if found.is_empty() {
            "nothing".to_owned()
        } else {
            found.join(" ")
        }
    )))
}

/// Checks the SONAME of a library.
fn has_soname(stem: &str, soname: &str) -> Result {
    let dynamic = Cmd::new("readelf")
        .args(["--dynamic", "--wide"])
        .arg(release_library(stem))
        .output()?;
    let found = dynamic.lines().find(|line| line.contains("(SONAME)"));
    if found.is_some_and(|line| line.contains(&format!("[{soname}]"))) {
        return Ok(());
    }
    Err(Error::new(format!(
        "lib{stem}: expected SONAME {soname}, got {}",
        found.unwrap_or("none").trim()
    )))
}
