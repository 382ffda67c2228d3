//! The installed C and C++ compilers, and the options for our programs.

use std::path::Path;

use crate::install::LOCAL_PREFIX;
use crate::process::{Cmd, Error, Result, have};
use crate::workspace::root;

/// A language of the headers.
#[derive(Clone, Copy)]
pub(crate) enum Language {
    C,
    Cpp,
}

/// Returns the default compiler of this machine.
pub(crate) fn default(language: Language) -> Result<String> {
    let (variable, names): (_, &[&str]) = match language {
        Language::C => ("CC", &["cc", "gcc", "clang"]),
        Language::Cpp => ("CXX", &["c++", "g++", "clang++"]),
    };
    if let Ok(chosen) = std::env::var(variable)
        && !chosen.trim().is_empty()
    {
        return Ok(chosen);
    }
    names.iter().find(|name| have(name)).map(|name| (*name).to_owned()).ok_or_else(|| {
        Error::new(format!(
            "found no compiler ({}): install one (on Debian and Ubuntu: apt-get install g++) or set {variable}",
            names.join(", ")
        ))
    })
}

/// The result of compiling a source file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// A program that links libtvmlike.
    Program,
    /// A program that links these libraries, by their stems, instead of libtvmlike.
    ProgramOf(&'static [&'static str]),
    /// A shared library that links libtvmlike.
    Library,
    /// A shared library that links none: a plugin gets everything from its host.
    Plugin,
}

/// One source file to compile with the headers and libraries in target/prefix; every warning is an error.
pub(crate) struct Compile<'a> {
    /// May contain options, as in make: `ccache gcc`.
    pub(crate) compiler: &'a str,
    /// The language standard and other options; they override the default ones.
    pub(crate) options: &'a [&'a str],
    pub(crate) source: &'a Path,
    pub(crate) makes: Output,
    pub(crate) to: &'a Path,
}

impl Compile<'_> {
    pub(crate) fn run(&self) -> Result {
        if let Some(folder) = self.to.parent() {
            crate::workspace::create_dir(folder)?;
        }
        let mut words = self.compiler.split_whitespace();
        let mut command = Cmd::new(words.next().unwrap_or(self.compiler))
            .args(words)
            .args(["-O2", "-g1", "-Wall", "-Wextra", "-Werror"])
            .args(self.options)
            .arg("-I")
            .arg(Path::new(LOCAL_PREFIX).join("include"));
        if matches!(self.makes, Output::Library | Output::Plugin) {
            command = command.args(["-shared", "-fPIC"]);
        }
        command = command.arg(self.source).arg("-o").arg(self.to);
        let linked: &[&str] = match self.makes {
            Output::Program | Output::Library => &["tvmlike"],
            Output::ProgramOf(libraries) => libraries,
            Output::Plugin => &[],
        };
        if !linked.is_empty() {
            let libraries = root().join(LOCAL_PREFIX).join("lib");
            command = command
                .arg("-L")
                .arg(&libraries)
                .arg(format!("-Wl,-rpath,{}", libraries.display()))
                .args(linked.iter().map(|stem| format!("-l{stem}")))
                .arg("-lpthread");
        }
        command = command.arg("-lm");
        if cfg!(target_os = "linux") {
            command = command.arg("-ldl");
        }
        command.limit_seconds(600).run()
    }
}
