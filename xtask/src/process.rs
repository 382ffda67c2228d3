//! Runs programs; prints each command line so that it can be pasted into a shell.
//!
//! Every program runs in the repository's root, without stdin and with a time limit. The error of a failed program
//! contains its command line.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::step_env::{self, log};

pub(crate) use crate::error::{Context, Error, Result};

/// A program to run: its arguments, environment variables and time limit.
pub(crate) struct Cmd {
    program: OsString,
    args: Vec<OsString>,
    env: Vec<(String, OsString)>,
    limit: Duration,
}

impl Cmd {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Cmd {
        Cmd {
            program: program.as_ref().to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            limit: Duration::from_secs(30 * 60),
        }
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Cmd {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Cmd {
        self.args
            .extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Cmd {
        self.env.push((name.to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Sets the time limit, after which the program is killed.
    pub(crate) fn limit_seconds(mut self, seconds: u64) -> Cmd {
        self.limit = Duration::from_secs(seconds);
        self
    }

    /// Returns the command line for a shell in the repository's root.
    pub(crate) fn line(&self) -> String {
        let mut words: Vec<String> = self
            .env
            .iter()
            .map(|(name, value)| format!("{name}={}", quoted(value)))
            .collect();
        words.push(quoted(&self.program));
        words.extend(self.args.iter().map(|arg| quoted(arg)));
        words.join(" ")
    }

    /// Runs the program; its output goes to the terminal or to the file of the test step.
    pub(crate) fn run(self) -> Result {
        log!("    $ {}", self.line());
        let (stdout, stderr) = step_env::streams()?;
        let mut child = self.spawn(stdout, stderr)?;
        let status = self.wait(&mut child)?;
        self.check(status, "")
    }

    /// Runs the program and returns its stdout. If it fails, the error contains stdout and stderr.
    pub(crate) fn output(self) -> Result<String> {
        let mut child = self.spawn(Stdio::piped(), Stdio::piped())?;
        // Both pipes are read while the program runs: a full pipe would block it.
        let stdout = read_all(child.stdout.take());
        let stderr = read_all(child.stderr.take());
        let status = self.wait(&mut child);
        let stdout = stdout.join().unwrap_or_default();
        let stderr = stderr.join().unwrap_or_default();
        self.check(status?, &format!("{stdout}{stderr}"))?;
        Ok(stdout)
    }

    fn spawn(&self, stdout: Stdio, stderr: Stdio) -> Result<Child> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.args)
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr);
        clean_environment(&mut command);
        step_env::apply(&mut command);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
            .spawn()
            .context(format_args!("cannot start `{}`", self.program.to_string_lossy()))
    }

    fn wait(&self, child: &mut Child) -> Result<ExitStatus> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = child.try_wait().context("cannot wait for a program")? {
                return Ok(status);
            }
            if start.elapsed() > self.limit {
                kill_tree(child);
                return Err(Error::new(format!(
                    "killed after {} s without a result\n  command, from the repository's root: {}",
                    self.limit.as_secs(),
                    self.line()
                )));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
    }

    fn check(&self, status: ExitStatus, output: &str) -> Result {
        if status.success() {
            return Ok(());
        }
        let output = output.trim_end();
        let separator = if output.is_empty() { "" } else { "\n" };
        Err(Error::new(format!(
            "{status}{separator}{output}\n  command, from the repository's root: {}",
            self.line()
        )))
    }
}

/// Whether `PROGRAM --version` succeeds.
pub(crate) fn have(program: &str) -> bool {
    Cmd::new(program)
        .arg("--version")
        .limit_seconds(30)
        .output()
        .is_ok()
}

/// Returns a path as text, for messages.
pub(crate) fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Removes the variables that `cargo run` sets for xtask itself, including the library path of target/debug: with it, a
/// program under test could load another build of the library.
fn clean_environment(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let of_this_package = ["CARGO_PKG_", "CARGO_MANIFEST", "CARGO_BIN_", "CARGO_CRATE_"];
        if of_this_package.iter().any(|prefix| name.starts_with(prefix)) {
            command.env_remove(name);
        }
    }
    // The package must use the libraries that this command has built, not those that the user's shell names.
    for name in ["TVMLIKE_LIBRARY", "TVMLIKE_LIBRARY_PATH", "TVMLIKE_ACCELERATOR"] {
        command.env_remove(name);
    }
    // All commands expect the build output in target/, whatever the user's setting is.
    command.env("CARGO_TARGET_DIR", crate::workspace::root().join("target"));
    for name in ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
        let Some(value) = std::env::var_os(name) else {
            continue;
        };
        let ours = crate::workspace::root().join("target");
        let kept: Vec<_> = std::env::split_paths(&value)
            .filter(|path| !path.starts_with(&ours) && !text(path).contains("/lib/rustlib/"))
            .collect();
        match std::env::join_paths(&kept) {
            Ok(joined) if !kept.is_empty() => command.env(name, joined),
            _ => command.env_remove(name),
        };
    }
}

fn read_all(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // If the pipe breaks, the text read so far is enough: the exit status decides.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Kills a program and its descendants, such as a test that cargo runs.
fn kill_tree(child: &mut Child) {
    fn collect(pid: u32, all: &mut Vec<String>) {
        let listed = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        for below in listed.split_whitespace().filter_map(|word| word.parse().ok()) {
            collect(below, all);
            all.push(below.to_string());
        }
    }
    let mut below = Vec::new();
    collect(child.id(), &mut below);
    let _ = child.kill();
    let _ = child.wait();
    if !below.is_empty() {
        let _ = Command::new("kill")
            .arg("-KILL")
            .args(below)
            .stderr(Stdio::null())
            .status();
    }
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_pasted() {
        let command = Cmd::new("sh").arg("-c").arg("echo 'a b'").env("X", "1 2");
        assert_eq!(command.line(), "X='1 2' sh -c 'echo '\\''a b'\\'''");
        assert_eq!(Cmd::new("printf").arg("").line(), "printf ''");
    }

    #[test]
    fn output_returns_stdout_and_errors_contain_stderr() {
        assert_eq!(
            Cmd::new("sh")
                .arg("-c")
                .arg("echo out; echo err >&2")
                .output()
                .unwrap(),
            "out\n"
        );
        let failure = Cmd::new("sh")
            .arg("-c")
            .arg("echo why >&2; exit 3")
            .output()
            .unwrap_err()
            .to_string();
        assert!(failure.contains("why") && failure.contains("exit 3"), "{failure}");
        let missing = Cmd::new("no-such-program-here").output().unwrap_err().to_string();
        assert!(missing.contains("no-such-program-here"), "{missing}");
    }

    #[test]
    fn the_time_limit_kills_a_program_and_its_children() {
        let start = Instant::now();
        let failure = Cmd::new("sh")
            .arg("-c")
            .arg("sleep 600; true")
            .limit_seconds(1)
            .output()
            .unwrap_err();
        assert!(failure.to_string().contains("killed after 1 s"), "{failure}");
        assert!(start.elapsed() < Duration::from_secs(300));
    }
}
