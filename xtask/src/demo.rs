//! `cargo xtask demo`: builds a fresh clone and runs the examples. It needs cargo, python3 and a C++ compiler only.

use std::path::Path;
use std::time::Instant;

use crate::compiler::{Language, default};
use crate::install::LOCAL_PREFIX;
use crate::invocation::{Invocation, unknown};
use crate::process::Result;
use crate::venv::{VENV, Venv};
use crate::{build, examples, install, package};

pub(crate) const ABOUT: &str = "Build everything and run the examples, in minutes";
pub(crate) const HELP: &str = "\
usage: cargo xtask demo

Needs cargo, python3 (3.9 or newer, with venv) and a C++ compiler. Builds the library, its accelerator for Python and the
example plugins, creates .venv/ and installs the package into it, runs examples/quickstart.py, ir.py,
compile_kernel.py, compile_tensors.py, linalg_kernel.py and the C++ host.
The results stay in target/ and .venv/; a second run takes seconds.";

pub(crate) fn run(invocation: &Invocation) -> Result {
    if let Some(arg) = invocation.args.first() {
        return Err(unknown(arg));
    }
    let start = Instant::now();
    let step = |text: &str| println!("[{:>4.0} s] {text}", start.elapsed().as_secs_f64());

    // Missing tools are reported before the build, which takes minutes.
    step("Look for python3 and a C++ compiler");
    default(Language::C)?;
    default(Language::Cpp)?;
    let venv = Venv::open(VENV, "python3")?;
    step("Build libtvmlike, the accelerator for Python, tvmlike-opt and the Rust plugin");
    build::package_and_example()?;
    step("Install headers and library into target/prefix");
    install::into(Path::new(LOCAL_PREFIX))?;
    step("Build the C plugin and the C++ host");
    examples::c_plugin()?;
    examples::cpp_host()?;
    step("Install NumPy and the tvmlike package into .venv");
    venv.need(&["numpy"])?;
    package::install(&venv)?;
    package::print_call_path(&venv)?;
    step("Run examples/quickstart.py");
    examples::run_quickstart(&venv, None)?;
    step("Run examples/ir.py");
    examples::run_ir(&venv)?;
    step("Run examples/compile_kernel.py");
    examples::run_compile_kernel(&venv)?;
    step("Run examples/compile_tensors.py");
    examples::run_compile_tensors(&venv)?;
    step("Run examples/linalg_kernel.py");
    examples::run_linalg_kernel(&venv)?;
    step("Run the C++ host");
    examples::run_cpp_host(&examples::cpp_host_path())?;
    step("Demo completed");
    Ok(())
}
