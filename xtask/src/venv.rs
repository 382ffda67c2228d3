//! A project-local virtual environment: made when it is missing or broken, otherwise reused.
//!
//! What pip has installed is remembered in stamp files inside the environment, so that a second run does not
//! start pip at all; when the environment goes, the stamps go with it. Invariant: one at a time makes an environment or
//! installs into it, whichever step, thread or command it is; another waits, and then finds it done.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::process::{Cmd, Context, Error, Result, text};
use crate::step_env::log;

/// The oldest Python that the package supports.
const OLDEST: (u32, u32) = (3, 9);

/// A virtual environment that works.
pub(crate) struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// Opens the environment in `folder`, made with `interpreter` when there is none that works.
    pub(crate) fn open(folder: &str, interpreter: &str) -> Result<Venv> {
        let venv = Venv {
            folder: PathBuf::from(folder),
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
            log!("    {folder} does not work; making it anew");
            std::fs::remove_dir_all(&venv.folder).context(format_args!("cannot remove {folder}"))?;
        }
        Cmd::new(interpreter)
            .args(["-m", "venv", folder])
            .limit_seconds(300)
            .run()?;
        Ok(venv)
    }

    fn works(&self) -> bool {
        let ask = self.python_cmd().args(["-c", "import pip"]).limit_seconds(60);
        ask.output().is_ok()
    }

    /// Nobody else installs until what it gives is dropped.
    pub(crate) fn lock(&self) -> Result<File> {
        let name = self.folder.to_string_lossy().replace('/', "-");
        let path = Path::new("target/xtask/locks").join(name);
        crate::workspace::write(&path, "")?;
        let open = File::open(&path).and_then(|file| file.lock().map(|()| file));
        open.context(format_args!("cannot lock {}", path.display()))
    }

    /// Makes an environment in `folder` in which nothing is installed, whatever was there before.
    pub(crate) fn fresh(folder: &str, interpreter: &str) -> Result<Venv> {
        if Path::new(folder).exists() {
            std::fs::remove_dir_all(folder).context(format_args!("cannot remove {folder}"))?;
        }
        Venv::open(folder, interpreter)
    }

    /// The environment's interpreter.
    pub(crate) fn python(&self) -> PathBuf {
        self.folder.join("bin/python")
    }

    /// A command that begins with the environment's interpreter.
    pub(crate) fn python_cmd(&self) -> Cmd {
        Cmd::new(self.python())
    }

    /// A command that begins with a program that a package has installed.
    pub(crate) fn script(&self, name: &str) -> Cmd {
        Cmd::new(self.folder.join("bin").join(name))
    }

    /// Installs packages, unless that was done before.
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
        self.pip().args(&missing).run()?;
        missing
            .iter()
            .try_for_each(|package| self.stamp(package, package))
    }

    /// `pip install --quiet`, to be completed.
    pub(crate) fn pip(&self) -> Cmd {
        self.pip_with("install")
    }

    /// `pip COMMAND --quiet`, to be completed.
    pub(crate) fn pip_with(&self, command: &str) -> Cmd {
        self.python_cmd()
            .args(["-m", "pip", command, "--quiet", "--disable-pip-version-check"])
            .limit_seconds(1800)
    }

    /// Whether this very content was remembered under the name.
    pub(crate) fn stamped(&self, name: &str, content: &str) -> bool {
        std::fs::read_to_string(self.stamp_path(name)).is_ok_and(|found| found == content)
    }

    /// Remembers content under a name.
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

/// Whether an interpreter runs, is new enough and can make environments; the error says what to install.
pub(crate) fn check_interpreter(interpreter: &str) -> Result {
    let version = Cmd::new(interpreter)
        .args([
            "-c",
            "import sys; print(sys.version_info[0], sys.version_info[1])",
        ])
        .limit_seconds(60)
        .output()
        .map_err(|_| {
            Error::new(format!(
                "`{interpreter}` does not run: install Python 3.9 or newer"
            ))
        })?;
    let mut numbers = version
        .split_whitespace()
        .filter_map(|word| word.parse::<u32>().ok());
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST {
        return Err(Error::new(format!(
            "`{interpreter}` is Python {}.{}; {}.{} or newer is needed",
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
            "`{interpreter}` cannot make virtual environments: it lacks ensurepip\n  \
             on Debian and Ubuntu: apt-get install python3-venv (or python{}.{}-venv)\n  \
             on Fedora: dnf install python3-pip",
            found.0, found.1
        )));
    }
    Ok(())
}

/// The interpreters on this machine that the package supports, by version: `3.12` and its path. One per minor
/// version; `default` stands for its own.
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

/// As [`interpreters`], without the version that `default` itself is.
pub(crate) fn other_interpreters(default: &str) -> Vec<(String, String)> {
    let found = interpreters(default).into_iter();
    found.filter(|(_, program)| program != default).collect()
}

/// The version of an interpreter, if it runs and the package supports it: `(12, "3.12")`.
fn supported_version(program: &str) -> Option<(u32, String)> {
    let say = "import sys; print('%d.%d' % sys.version_info[:2])";
    let output = Cmd::new(program)
        .args(["-c", say])
        .limit_seconds(60)
        .output()
        .ok()?;
    let version = output.trim().to_owned();
    let minor = version.strip_prefix("3.")?.parse::<u32>().ok()?;
    (minor >= OLDEST.1).then_some((minor, version))
}
