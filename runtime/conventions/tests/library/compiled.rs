//! Libraries that a test compiles for itself.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A folder that is removed when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Compiles C, or assembly if the source's name ends in `.s`.
    pub(crate) fn compile(&self, name: &str, source: &str, options: &[&str]) -> PathBuf {
        let (file, source_name) = match name.strip_suffix(".s") {
            Some(stem) => (format!("lib{stem}.so"), name.to_owned()),
            None => (format!("lib{name}.so"), format!("{name}.c")),
        };
        let (source_path, library) = (self.path(&source_name), self.path(&file));
        std::fs::write(&source_path, source).unwrap();
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
        let done = Command::new(compiler)
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .args([&library, &source_path])
            .args(options)
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        library
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether anything of a file is mapped, whichever copy of it.
pub(crate) fn is_mapped(file: &str) -> bool {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    maps.lines().any(|line| line.contains(file))
}

/// Waits for the effect of closing a library. The thread that is in the loader closes it, and that may be another
/// test's thread: it happens soon, not immediately.
#[track_caller]
pub(crate) fn wait_until(closed: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !closed() {
        assert!(Instant::now() < end, "the library is not closed");
        std::thread::sleep(Duration::from_millis(1));
    }
}
