//! The front ends of others that run on our libraries: wheels of the package index, fetched and unpacked.
//!
//! They are test clients, and nothing of them is kept in the repository. Invariant: what is unpacked is the very file
//! whose hash stands here.

use std::path::{Path, PathBuf};

use crate::process::{Error, Explain, Result};
use crate::surroundings::say;
use crate::venv::Venv;
use crate::workspace::{create_dir, files, write};

/// Where they are unpacked, a folder each.
const FOLDER: &str = "target/clients";

/// A wheel with a front end in it.
pub(crate) struct Client {
    /// As pip takes it, `NAME==VERSION`.
    requirement: &'static str,
    sha256: &'static str,
    /// The Python that its compiled part is for, `3.11`.
    pub(crate) python: &'static str,
    platform: &'static str,
}

/// DGL, with both of its front ends.
pub(crate) const DGL: Client = Client {
    requirement: "dgl==2.1.0",
    sha256: "050af2b3d54f158be67ae222dbf786b2b35e5d5d6a29fbf2a81b854e99f13adf",
    python: "3.11",
    platform: "manylinux1_x86_64",
};

/// TVM's front ends, both, as they were shortly before 0.11.
pub(crate) const TVM_0_11: Client = Client {
    requirement: "mera-tvm-runtime==1.6.0",
    sha256: "7d524d1cdbce87362ae23d536388addc1eaf6328bd441b35466647efa5ddf6a7",
    python: "3.10",
    platform: "manylinux_2_27_x86_64",
};

/// TVM's front ends, both, as they were shortly before 0.16; 64 MB to fetch.
pub(crate) const TVM_0_16: Client = Client {
    requirement: "hhb-tvm==3.2.3",
    sha256: "b0ca0e3ecb7d15c3df15d59492a41f41c5a78d470fcbd17b8a493fabf2387148",
    python: "3.10",
    platform: "manylinux1_x86_64",
};

impl std::fmt::Display for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.requirement.replace("==", " "))
    }
}

impl Client {
    /// The folder in which the wheel is unpacked; fetched unless it is there. `tools` is any environment with pip.
    pub(crate) fn folder(&self, tools: &Venv) -> Result<PathBuf> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err(Error::new(format!(
                "the wheel of {} is for x86-64 Linux",
                self.requirement
            )));
        }
        let folder = Path::new(FOLDER).join(self.requirement.replace("==", "-"));
        let done = folder.join("sha256");
        let is_done = || std::fs::read_to_string(&done).is_ok_and(|found| found == self.sha256);
        if is_done() {
            return Ok(folder);
        }
        let _lock = tools.lock()?;
        if is_done() {
            return Ok(folder);
        }
        say!("    fetching {} to {}", self.requirement, folder.display());
        if folder.exists() {
            std::fs::remove_dir_all(&folder).explain(format_args!("cannot remove {}", folder.display()))?;
        }
        let wheel = self.fetch(tools, &folder)?;
        tools
            .python_cmd()
            .args(["-m", "zipfile", "-e"])
            .arg(&wheel)
            .arg(&folder)
            .limit_seconds(300)
            .run()?;
        std::fs::remove_file(&wheel).explain(format_args!("cannot remove {}", wheel.display()))?;
        write(&done, self.sha256)?;
        Ok(folder)
    }

    /// pip compares the hash.
    fn fetch(&self, tools: &Venv, folder: &Path) -> Result<PathBuf> {
        create_dir(folder)?;
        let wanted = folder.join("requirements.txt");
        write(
            &wanted,
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
            .arg(&wanted)
            .run()?;
        let found = files(&folder.to_string_lossy(), ".whl").into_iter().next();
        found.ok_or_else(|| Error::new(format!("pip fetched no wheel of {}", self.requirement)))
    }
}
