//! Where libtvmlike is: in the folder that the environment names, beside the program, or in the Python package that the program belongs to.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names of the library: in a package, and where cargo builds it.
const NAMES: &[&str] = if cfg!(target_os = "macos") {
    &["libtvmlike.dylib"]
} else {
    &["libtvmlike.so.0", "libtvmlike.so"]
};
/// A folder, as the Python package reads it.
const VARIABLE: &str = "TVMLIKE_LIBRARY_PATH";
/// The package's libraries, in a folder of Python packages.
const IN_PACKAGES: &str = "tvmlike/lib";

/// The path of the library.
pub(crate) fn library() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return inside(&named)
            .ok_or_else(|| format!("{VARIABLE}: there is no libtvmlike in {}", named.display()));
    }
    let program = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    // Of a link, such as those of pipx, the place of the file counts.
    let program = program.canonicalize().unwrap_or(program);
    let folder = program.parent().unwrap_or(Path::new("."));
    let found = inside(folder).or_else(|| packages(folder).iter().find_map(|each| inside(each)));
    found.or_else(|| ask_python(folder)).ok_or_else(|| {
        format!(
            "cannot find libtvmlike, which has the compiler: it is neither beside {} nor in a Python package of its \
             environment; install the package, or set {VARIABLE} to the library's folder",
            program.display()
        )
    })
}

/// The library in a folder.
fn inside(folder: &Path) -> Option<PathBuf> {
    let paths = NAMES.iter().map(|name| folder.join(name));
    paths.into_iter().find(|path| path.is_file())
}

/// The folders with the libraries of Python packages for a folder of programs: PREFIX/bin, PREFIX/lib/python3.X. Newer
/// versions of Python come first.
fn packages(programs: &Path) -> Vec<PathBuf> {
    let Some(prefix) = programs.parent() else {
        return Vec::new();
    };
    let mut versions = Vec::new();
    for lib in ["lib", "lib64"] {
        let Ok(entries) = prefix.join(lib).read_dir() else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let minor = name.to_str().and_then(|name| name.strip_prefix("python3."));
            if let Some(minor) = minor {
                // The `t` of a free-threaded build.
                let minor: u32 = minor.trim_end_matches('t').parse().unwrap_or(0);
                versions.push((minor, entry.path()));
            }
        }
    }
    versions.sort_by_key(|(minor, _)| std::cmp::Reverse(*minor));
    let folders = versions.into_iter().flat_map(|(_, version)| {
        ["site-packages", "dist-packages"].map(|packages| version.join(packages).join(IN_PACKAGES))
    });
    folders.collect()
}

/// Asks the Python beside the program, which knows packages in other places, such as those of an editable install.
fn ask_python(programs: &Path) -> Option<PathBuf> {
    let python = ["python3", "python"].map(|name| programs.join(name));
    let python = python.into_iter().find(|path| path.exists())?;
    let program = "from tvmlike._loader import library_path; print(library_path())";
    let asked = Command::new(python).args(["-c", program]).output().ok()?;
    let path = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    (asked.status.success() && path.is_file()).then_some(path)
}
