//! Compresses the data files and writes the table of them that `src/lib.rs` includes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The best compression that miniz_oxide has; the whole takes a fraction of a second.
const LEVEL: u8 = 10;

fn main() {
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).join("data");
    let out = PathBuf::from(variable("OUT_DIR"));
    println!("cargo:rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the folder of data files can be read");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder of data files can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut table = format!("static ALL: [Embedded; {}] = [\n", files.len());
    for path in files {
        println!("cargo:rerun-if-changed={}", path.display());
        let text = fs::read(&path).expect("a data file can be read");
        let name = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a dialect's name");
        let compressed = out.join(format!("{name}.z"));
        fs::write(&compressed, miniz_oxide::deflate::compress_to_vec(&text, LEVEL))
            .expect("the folder of the build can be written");
        let (path, length) = (compressed.display().to_string(), text.len());
        writeln!(
            table,
            "    Embedded::new({name:?}, {length}, include_bytes!({path:?})),"
        )
        .expect("a string");
    }
    table.push_str("];\n");
    fs::write(out.join("table.rs"), table).expect("the folder of the build can be written");
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}
