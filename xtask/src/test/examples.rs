//! The Python programs of examples/, on both call paths.

use super::python::{CALL_PATHS, programs};
use super::step::PLUGINS;
use super::{PACKAGE, Step, host};
use crate::examples::run_quickstart;
use crate::venv::{VENV, Venv};

pub(super) fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    for (program, name) in programs("examples", "") {
        if name == "dask_map.py" {
            continue; // it needs a package that only the tests with Dask install
        }
        // The quickstart loads the C++ host.
        let is_quickstart = name == "quickstart.py";
        let needs = &[PACKAGE, host::BUILT][..if is_quickstart { 2 } else { 1 }];
        for path in CALL_PATHS {
            let program = program.clone();
            let step = Step::new(format!("examples: {name} ({path})"), needs, move || {
                let venv = Venv::open(VENV, "python3")?;
                if is_quickstart {
                    return run_quickstart(&venv, Some(path));
                }
                venv.python_cmd()
                    .arg(&program)
                    .env("TVMLIKE_FFI", path)
                    .limit_seconds(600)
                    .run()
            });
            // The example builds a plugin.
            let locks: &[&str] = if name == "reload.py" { &[PLUGINS] } else { &[] };
            steps.push(step.locks(locks));
        }
    }
    steps
}
