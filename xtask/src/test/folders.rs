//! The files of a run: a temporary directory and an output file per step.
//!
//! Invariant: steps do not share a temporary directory. Processes of this project publish their call counts there and
//! remove the files of ended processes; parallel tests of that must not see each other's files.

use std::fs::{DirBuilder, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::process::{Context, Result};
use crate::step_env::StepEnv;
use crate::workspace::{create_dir, root};

/// Contains the output of each step until the next run.
const OUTPUT: &str = "target/test/output";

pub(super) struct Folders {
    temp: PathBuf,
    /// `None` if the output is not collected.
    output: Option<PathBuf>,
}

impl Folders {
    /// Creates the folders of this checkout.
    pub(super) fn of_checkout(collects: bool) -> Result<Folders> {
        let mut hasher = DefaultHasher::new();
        root().hash(&mut hasher);
        // Outside the checkout: cargo reads the settings in all parent directories, and a build in a temporary directory
        // must not find ours. The name is the same in every run, so that a run removes the leftovers of the last one.
        let temp = std::env::temp_dir().join(format!("tvmlike-test-{:016x}", hasher.finish()));
        Folders::create(temp, collects.then(|| root().join(OUTPUT)))
    }

    /// Replaces the folders by empty ones.
    pub(super) fn create(temp: PathBuf, output: Option<PathBuf>) -> Result<Folders> {
        remove(&temp);
        // Fails if the directory still exists: then it belongs to another user.
        create_private(&temp)?;
        if let Some(output) = &output {
            remove(output);
            create_dir(output)?;
        }
        Ok(Folders { temp, output })
    }

    /// Whether the output of the steps is collected.
    pub(super) fn collects(&self) -> bool {
        self.output.is_some()
    }

    /// Creates the environment of a step.
    pub(super) fn step_env(&self, index: usize) -> Result<StepEnv> {
        let temp = self.temp(index);
        create_private(&temp)?;
        let collected = |path: PathBuf| {
            // In append mode, programs do not overwrite each other's output.
            let file = OpenOptions::new().create(true).append(true).open(&path);
            file.context(format_args!("cannot write {}", path.display()))
        };
        Ok(StepEnv {
            output: self.output(index).map(collected).transpose()?,
            temp: Some(temp),
        })
    }

    /// Returns the collected output of a step.
    pub(super) fn output_of(&self, index: usize) -> Vec<u8> {
        let read = self.output(index).and_then(|path| std::fs::read(path).ok());
        read.unwrap_or_default()
    }

    /// Removes the temporary directory of a step. Those of failed steps stay, because they may show the cause.
    pub(super) fn remove_temp(&self, index: usize) {
        remove(&self.temp(index));
    }

    fn temp(&self, index: usize) -> PathBuf {
        self.temp.join(index.to_string())
    }

    fn output(&self, index: usize) -> Option<PathBuf> {
        let folder = self.output.as_ref()?;
        Some(folder.join(format!("{index}.txt")))
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        // Fails if a failed step's files are left.
        let _ = std::fs::remove_dir(&self.temp);
    }
}

/// Removes a folder. A failure matters only to the next run, which reports it.
fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}

/// Creates a directory that is private to the user.
fn create_private(folder: &Path) -> Result {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .context(format_args!("cannot create the directory {}", folder.display()))
}
