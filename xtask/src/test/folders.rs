//! The files of a run: for each step a folder of temporary files, and one for what it says.
//!
//! Invariant: no step finds in the folder of temporary files what another has put there. Processes of this project tell
//! one another there what they count, and tidy up what ended ones have left; tests of that must not meet in it.

use std::fs::{DirBuilder, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::process::{Explain, Result};
use crate::surroundings::Surroundings;
use crate::workspace::{create_dir, root};

/// What steps say while they run; it stays until the next run.
const OUTPUT: &str = "target/test/output";

pub(super) struct Folders {
    temp: PathBuf,
    /// None where the output is not collected.
    output: Option<PathBuf>,
}

impl Folders {
    /// Those of this checkout.
    pub(super) fn of_checkout(collects: bool) -> Result<Folders> {
        let mut hasher = DefaultHasher::new();
        root().hash(&mut hasher);
        // Beyond the checkout: what is built in a folder of temporary files must not find the settings that cargo reads
        // in the folders above. The name is the same in every run, so that what an ended one has left goes.
        let temp = std::env::temp_dir().join(format!("tvmlike-test-{:016x}", hasher.finish()));
        Folders::make(temp, collects.then(|| root().join(OUTPUT)))
    }

    /// Makes them anew.
    pub(super) fn make(temp: PathBuf, output: Option<PathBuf>) -> Result<Folders> {
        remove(&temp);
        // Not if it is there: then it is somebody else's.
        make_own(&temp)?;
        if let Some(output) = &output {
            remove(output);
            create_dir(output)?;
        }
        Ok(Folders { temp, output })
    }

    /// Whether the output of steps is collected.
    pub(super) fn collects(&self) -> bool {
        self.output.is_some()
    }

    /// What a step works in.
    pub(super) fn surroundings(&self, at: usize) -> Result<Surroundings> {
        let temp = self.temp(at);
        make_own(&temp)?;
        let collected = |path: PathBuf| {
            // Every program writes at the end, whatever the others have written meanwhile.
            let file = OpenOptions::new().create(true).append(true).open(&path);
            file.explain(format_args!("cannot write {}", path.display()))
        };
        Ok(Surroundings {
            output: self.output(at).map(collected).transpose()?,
            temp: Some(temp),
        })
    }

    /// What a step has said.
    pub(super) fn said(&self, at: usize) -> Vec<u8> {
        let read = self.output(at).and_then(|path| std::fs::read(path).ok());
        read.unwrap_or_default()
    }

    /// Removes the temporary files of a step that did not fail; those of one that did may tell why.
    pub(super) fn done_with(&self, at: usize) {
        remove(&self.temp(at));
    }

    fn temp(&self, at: usize) -> PathBuf {
        self.temp.join(at.to_string())
    }

    fn output(&self, at: usize) -> Option<PathBuf> {
        let folder = self.output.as_ref()?;
        Some(folder.join(format!("{at}.txt")))
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        // Only where nothing is left in it.
        let _ = std::fs::remove_dir(&self.temp);
    }
}

/// What cannot be removed lies in the way of nobody but the next run, which says so.
fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}

/// Makes a folder that no other user can write to.
fn make_own(folder: &Path) -> Result {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .explain(format_args!("cannot make the folder {}", folder.display()))
}
