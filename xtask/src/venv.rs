//! A virtual environment in the checkout: created if it is missing or broken, otherwise reused.
//!
//! Stamp files inside the environment record what pip has installed, so that a second run does not start pip. Invariant:
//! only one thread or process at a time creates an environment or installs into it; the others wait for the lock, and
//! then find the work done.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::process::{Cmd, Context, Error, Result, text};
use crate::step_env::log;

/// The package with MLIR's own Python bindings, which tests and benchmarks compare with.
pub(crate) const MLIR_BINDINGS: &str = "iree-base-compiler==3.13.0";
/// The environment that demo and test share.
pub(crate) const VENV: &str = ".venv";

/// The oldest Python that the package supports.
const OLDEST: (u32, u32) = (3, 9);

/// A virtual environment that works.
pub(crate) struct Venv {
    folder: PathBuf,
    /// The interpreter that runs pip for this environment; `None` if the environment contains pip.
    pip_python: Option<PathBuf>,
}

impl Venv {
    /// Opens the environment in `folder`; creates it with `interpreter` if none works there.
    pub(crate) fn open(folder: &str, interpreter: &str) -> Result<Venv> {
        let venv = Venv {
            folder: PathBuf::from(folder),
            pip_python: None,
        };
        if venv.works() {
            return Ok(venv);
        }
        let _lock = venv.lock()?;
        if venv.works() {
            return Ok(venv);
        }
        check_interpreter(interpreter)?;
        if venv.folder.exists() {
            log!("    {folder} does not work; creating it again");
            std::fs::remove_dir_all(&venv.folder).context(format_args!("cannot remove {folder}"))?;
        }
        Cmd::new(interpreter)
            .args(["-m", "venv", folder])
            .limit_seconds(300)
            .run()?;
        Ok(venv)
    }

    fn works(&self) -> bool {
        let import = self.python_cmd().args(["-c", "import pip"]).limit_seconds(60);
        import.output().is_ok()
    }

    /// Locks the environment until the result is dropped.
    pub(crate) fn lock(&self) -> Result<File> {
        let name = self.folder.to_string_lossy().replace('/', "-");
        let path = Path::new("target/xtask/locks").join(name);
        crate::workspace::write(&path, "")?;
        let open = File::open(&path).and_then(|file| file.lock().map(|()| file));
        open.context(format_args!("cannot lock {}", path.display()))
    }

    /// Creates an environment in `folder` without any package, replacing an existing one. The pip of the package's
    /// environment installs into it, because installing pip takes longer than everything else; an older pip cannot do
    /// that, and then the environment gets its own.
    pub(crate) fn fresh(folder: &str, interpreter: &str) -> Result<Venv> {
        if Path::new(folder).exists() {
            std::fs::remove_dir_all(folder).context(format_args!("cannot remove {folder}"))?;
        }
        check_interpreter(interpreter)?;
        let tools = Venv::open(VENV, "python3")?;
        Cmd::new(interpreter)
            .args(["-m", "venv", "--without-pip", folder])
            .limit_seconds(300)
            .run()?;
        let mut venv = Venv {
            folder: PathBuf::from(folder),
            pip_python: Some(tools.python()),
        };
        if venv.pip_with("list").output().is_err() {
            venv.pip_python = None;
            venv.python_cmd()
                .args(["-m", "ensurepip"])
                .limit_seconds(300)
                .run()?;
        }
        Ok(venv)
    }

    /// Returns the path of the environment's interpreter.
    pub(crate) fn python(&self) -> PathBuf {
        self.folder.join("bin/python")
    }

    /// Returns a command that runs the environment's interpreter.
    pub(crate) fn python_cmd(&self) -> Cmd {
        Cmd::new(self.python())
    }

    /// Returns a command that runs a program of an installed package.
    pub(crate) fn script(&self, name: &str) -> Cmd {
        Cmd::new(self.folder.join("bin").join(name))
    }

    /// Installs packages unless a stamp shows that they are installed.
    pub(crate) fn need(&self, packages: &[&str]) -> Result {
        let missing = || -> Vec<&str> {
            let packages = packages.iter().copied();
            packages
                .filter(|package| !self.stamped(package, package))
                .collect()
        };
        if missing().is_empty() {
            return Ok(());
        }
        let _lock = self.lock()?;
        let missing = missing();
        if missing.is_empty() {
            return Ok(());
        }
        // Most modules are never imported: compiling all of them takes longer than the tests save.
        self.pip().arg("--no-compile").args(&missing).run()?;
        missing
            .iter()
            .try_for_each(|package| self.stamp(package, package))
    }

    /// Returns a command that begins with `pip install --quiet`.
    pub(crate) fn pip(&self) -> Cmd {
        self.pip_with("install")
    }

    /// Returns a command that begins with `pip COMMAND --quiet`.
    pub(crate) fn pip_with(&self, command: &str) -> Cmd {
        let pip = match &self.pip_python {
            Some(python) => Cmd::new(python)
                .args(["-m", "pip", "--python"])
                .arg(self.python()),
            None => self.python_cmd().args(["-m", "pip"]),
        };
        pip.args([command, "--quiet", "--disable-pip-version-check"])
            .limit_seconds(1800)
    }

    /// Whether the stamp of this name has this content.
    pub(crate) fn stamped(&self, name: &str, content: &str) -> bool {
        std::fs::read_to_string(self.stamp_path(name)).is_ok_and(|found| found == content)
    }

    /// Writes a stamp.
    pub(crate) fn stamp(&self, name: &str, content: &str) -> Result {
        crate::workspace::write(&self.stamp_path(name), content)
    }

    fn stamp_path(&self, name: &str) -> PathBuf {
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        self.folder.join("xtask").join(plain)
    }
}

/// Checks that an interpreter runs, is new enough and can create environments; the error names what to install.
pub(crate) fn check_interpreter(interpreter: &str) -> Result {
    let version = Cmd::new(interpreter)
        .args([
            "-c",
            "import sys; print(sys.version_info[0], sys.version_info[1])",
        ])
        .limit_seconds(60)
        .output()
        .map_err(|_| Error::new(format!("cannot run `{interpreter}`: install Python 3.9 or newer")))?;
    let mut numbers = version
        .split_whitespace()
        .filter_map(|word| word.parse::<u32>().ok());
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST {
        return Err(Error::new(format!(
            "`{interpreter}`: expected Python {2}.{3} or newer, got {0}.{1}",
            found.0, found.1, OLDEST.0, OLDEST.1
        )));
    }
    if Cmd::new(interpreter)
        .args(["-c", "import ensurepip, venv"])
        .limit_seconds(60)
        .output()
        .is_err()
    {
        return Err(Error::new(format!(
            "`{interpreter}` cannot create virtual environments: it lacks ensurepip\n  \
             on Debian and Ubuntu: apt-get install python3-venv (or python{}.{}-venv)\n  \
             on Fedora: dnf install python3-pip",
            found.0, found.1
        )));
    }
    Ok(())
}

/// Returns the installed interpreters that the package supports: version such as `3.12`, and path. One per minor
/// version; `default` is used for its version.
pub(crate) fn interpreters(default: &str) -> Vec<(String, String)> {
    let mut candidates = vec![PathBuf::from(default)];
    if let Some(home) = std::env::var_os("HOME") {
        let versions = Path::new(&home).join(".pyenv/versions");
        if let Ok(entries) = std::fs::read_dir(versions) {
            let mut below: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            below.sort();
            candidates.extend(below.into_iter().map(|folder| folder.join("bin/python3")));
        }
    }
    candidates.extend((OLDEST.1..=16).map(|minor| PathBuf::from(format!("python3.{minor}"))));
    let mut found: Vec<(u32, String, String)> = Vec::new();
    for candidate in candidates {
        let program = text(&candidate);
        if let Some((minor, version)) = supported_version(&program)
            && found.iter().all(|(other, ..)| *other != minor)
        {
            found.push((minor, version, program));
        }
    }
    found.sort();
    found
        .into_iter()
        .map(|(_, version, program)| (version, program))
        .collect()
}

/// Returns [`interpreters`] without `default`.
pub(crate) fn other_interpreters(default: &str) -> Vec<(String, String)> {
    let found = interpreters(default).into_iter();
    found.filter(|(_, program)| program != default).collect()
}

/// Returns the version of an interpreter, such as `(12, "3.12")`, if it runs and the package supports it.
fn supported_version(program: &str) -> Option<(u32, String)> {
    let query = "import sys; print('%d.%d' % sys.version_info[:2])";
    let output = Cmd::new(program)
        .args(["-c", query])
        .limit_seconds(60)
        .output()
        .ok()?;
    let version = output.trim().to_owned();
    let minor = version.strip_prefix("3.")?.parse::<u32>().ok()?;
    (minor >= OLDEST.1).then_some((minor, version))
}
