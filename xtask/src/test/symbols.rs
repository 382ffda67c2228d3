//! What the built libraries show to the loader: their C ABI and nothing else, and the names by which it knows them.

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

/// Libraries that export the functions of a header: stem, header, SONAME.
fn of_headers() -> [(&'static str, &'static str, String); 3] {
    let major = VERSION.split('.').next().unwrap_or(VERSION);
    [
        ("tvmlike", "c_api.h", format!("libtvmlike.so.{major}")),
        // Front ends, and what is compiled of them, know these two by their plain names.
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
        let name = format!("symbols: lib{stem}'s own name");
        steps.push(Step::may_skip(name, &[BUILD], move || {
            on_linux_with("readelf", || named(stem, &soname))
        }));
    }
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

/// Whether a library's own name, by which the loader knows it, is this.
fn named(stem: &str, soname: &str) -> Result {
    let dynamic = Cmd::new("readelf")
        .args(["--dynamic", "--wide"])
        .arg(release_library(stem))
        .output()?;
    let named = dynamic.lines().find(|line| line.contains("(SONAME)"));
    if named.is_some_and(|line| line.contains(&format!("[{soname}]"))) {
        return Ok(());
    }
    Err(Error::new(format!(
        "the SONAME of lib{stem} is not {soname}: {}",
        named.unwrap_or("it has none").trim()
    )))
}
