//! `cargo xtask bench compat`: DGL's own front end on our libdgl, compared with the library of its wheel.

use std::fmt::Write as _;
use std::path::Path;

use crate::build;
use crate::front_ends::DGL;
use crate::process::Result;
use crate::venv::{Venv, interpreters};
use crate::workspace::{VERSION, create_dir, root, write};

const VENV: &str = "target/bench/compat-venv";
const BUILT: &str = "target/bench/compat";
const PROGRAM: &str = "benches/compat/dgl.py";
/// A NumPy version that this front end supports.
const NUMPY: &str = "numpy==1.26.4";
/// The forms of the front end. With Cython, our library must not be slower; the other form spends its time in ctypes.
const FRONT_ENDS: [&str; 2] = ["cython", "ctypes"];

pub(super) fn run(options: &[String]) -> Result {
    let step = |text: &str| println!("[bench compat] {text}");
    let Some((_, interpreter)) = interpreters("python3")
        .into_iter()
        .find(|(version, _)| version == DGL.python)
    else {
        step(&format!(
            "Omitted: DGL's Cython front end requires Python {}, which is not installed",
            DGL.python
        ));
        return Ok(());
    };
    step("Build the libraries");
    build::libraries()?;
    step("Download DGL into target/front_ends, install NumPy into target/bench/compat-venv");
    let venv = Venv::open(VENV, &interpreter)?;
    venv.need(&[NUMPY])?;
    let wheel = DGL.folder(&venv)?;

    let quick = !options.is_empty();
    let results = if quick {
        "target/bench/results/compat.md"
    } else {
        "benches/results/compat.md"
    };
    let mut text = String::from(
        "# DGL's own front end, on libdgl and on the library of its wheel\n\n\
         Nanoseconds per call from Python. Each library runs in separate processes, measured in turns; `÷` is the median\n\
         of the turns' ratios, ours divided by DGL's own. docs/benchmarks.md has the details.\n",
    );
    for front_end in FRONT_ENDS {
        step(&format!("Measure ({front_end})"));
        let table = Path::new(BUILT).join(format!("{front_end}.md"));
        create_dir(Path::new(BUILT))?;
        let _ = std::fs::remove_file(&table);
        let mut measure = venv
            .python_cmd()
            .arg(PROGRAM)
            .arg("--wheel")
            .arg(root().join(&wheel))
            .arg("--library")
            .arg(root().join("target/release"))
            .args(["--front-end", front_end, "--output"])
            .arg(&table);
        if quick {
            measure = measure.args(["--pairs", "2", "--repeats", "3"]);
        }
        // If a row is slower, the program writes the table and then fails.
        let measured = measure.run();
        let Ok(rows) = std::fs::read_to_string(&table) else {
            return measured;
        };
        let _ = write!(text, "\n{rows}");
    }
    let _ = write!(text, "\n- tvmlike {VERSION}\n- {DGL}, Python {}\n", DGL.python);
    write(Path::new(results), &text)?;
    println!("[bench compat] Written: {results}");
    Ok(())
}
