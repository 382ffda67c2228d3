//! TVM's and DGL's front ends: wheels downloaded from PyPI and unpacked.
//!
//! They are used in tests and benchmarks only; the repository contains no part of them. Invariant: an unpacked wheel
//! has the SHA-256 listed here.

use std::path::{Path, PathBuf};

use crate::process::{Context, Error, Result};
use crate::step_env::log;
use crate::venv::Venv;
use crate::workspace::{create_dir, files, write};

/// Contains a directory per unpacked wheel.
const FOLDER: &str = "target/front_ends";

/// A wheel that contains a front end.
pub(crate) struct FrontEnd {
    /// The requirement for pip, `NAME==VERSION`.
    requirement: &'static str,
    sha256: &'static str,
    /// The Python version of its extension modules, such as `3.11`.
    pub(crate) python: &'static str,
    platform: &'static str,
}

/// DGL, with its Cython and its ctypes front end.
pub(crate) const DGL: FrontEnd = FrontEnd {
    requirement: "dgl==2.1.0",
    sha256: "050af2b3d54f158be67ae222dbf786b2b35e5d5d6a29fbf2a81b854e99f13adf",
    python: "3.11",
    platform: "manylinux1_x86_64",
};

/// TVM's Cython and ctypes front ends from shortly before 0.11.
pub(crate) const TVM_0_11: FrontEnd = FrontEnd {
    requirement: "mera-tvm-runtime==1.6.0",
    sha256: "7d524d1cdbce87362ae23d536388addc1eaf6328bd441b35466647efa5ddf6a7",
    python: "3.10",
    platform: "manylinux_2_27_x86_64",
};

/// TVM's Cython and ctypes front ends from shortly before 0.16; a download of 64 MB.
pub(crate) const TVM_0_16: FrontEnd = FrontEnd {
    requirement: "hhb-tvm==3.2.3",
    sha256: "b0ca0e3ecb7d15c3df15d59492a41f41c5a78d470fcbd17b8a493fabf2387148",
    python: "3.10",
    platform: "manylinux1_x86_64",
};

impl std::fmt::Display for FrontEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.requirement.replace("==", " "))
    }
}

impl FrontEnd {
    /// Returns the directory of the unpacked wheel; downloads it first if it is absent. `tools` is any environment with
    /// pip.
    pub(crate) fn folder(&self, tools: &Venv) -> Result<PathBuf> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err(Error::new(format!(
                "{}: the wheel requires x86-64 Linux",
                self.requirement
            )));
        }
        let folder = Path::new(FOLDER).join(self.requirement.replace("==", "-"));
        let stamp = folder.join("sha256");
        let is_unpacked = || std::fs::read_to_string(&stamp).is_ok_and(|found| found == self.sha256);
        if is_unpacked() {
            return Ok(folder);
        }
        let _lock = tools.lock()?;
        if is_unpacked() {
            return Ok(folder);
        }
        log!("    downloading {} to {}", self.requirement, folder.display());
        if folder.exists() {
            std::fs::remove_dir_all(&folder).context(format_args!("cannot remove {}", folder.display()))?;
        }
        let wheel = self.download(tools, &folder)?;
        tools
            .python_cmd()
            .args(["-m", "zipfile", "-e"])
            .arg(&wheel)
            .arg(&folder)
            .limit_seconds(300)
            .run()?;
        std::fs::remove_file(&wheel).context(format_args!("cannot remove {}", wheel.display()))?;
        write(&stamp, self.sha256)?;
        Ok(folder)
    }

    /// Downloads the wheel; pip checks the hash.
    fn download(&self, tools: &Venv, folder: &Path) -> Result<PathBuf> {
        create_dir(folder)?;
        let requirements = folder.join("requirements.txt");
        write(
            &requirements,
            &format!("{} --hash=sha256:{}\n", self.requirement, self.sha256),
        )?;
        tools
            .pip_with("download")
            .args(["--no-deps", "--require-hashes", "--only-binary=:all:"])
            .args(["--implementation", "cp", "--python-version", self.python])
            .arg(format!("--abi=cp{}", self.python.replace('.', "")))
            .args(["--platform", self.platform, "--dest"])
            .arg(folder)
            .arg("--requirement")
            .arg(&requirements)
            .run()?;
        let found = files(&folder.to_string_lossy(), ".whl").into_iter().next();
        found.ok_or_else(|| Error::new(format!("{}: pip downloaded no wheel", self.requirement)))
    }
}
