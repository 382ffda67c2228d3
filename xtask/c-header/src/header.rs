//! One header: what is at its head, and the sources that it is made of.

use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config, Language, Style};

use crate::classic::expanded;

/// The values that all three libraries have.
pub(crate) const CLASSIC_VALUES: &str = "ffi/compat/classic/src/value.rs";

/// A place with sources.
pub(crate) enum Sources<'a> {
    File(&'a Path),
    /// A folder's files but for lib.rs: those with these names first, in the order in which a reader wants them; any
    /// others follow by name.
    Folder(&'a str, &'a [&'a str]),
}

pub(crate) struct Header<'a> {
    /// The comment at the head, and the guard's name.
    pub(crate) head: &'a str,
    pub(crate) guard: &'a str,
    /// Headers of our own that it includes.
    pub(crate) includes: &'a [&'a str],
    /// The text after these, verbatim.
    pub(crate) behind_includes: &'a str,
    pub(crate) sources: &'a [Sources<'a>],
    /// Items that no exported function mentions, and that callers need all the same.
    pub(crate) also: &'a [&'a str],
    /// Items that are left out.
    pub(crate) without: &'a [String],
}

impl Header<'_> {
    pub(crate) fn text(&self) -> Result<String, String> {
        let mut config = Config {
            usize_is_size_t: true,
            ..Config::default()
        };
        config.export.include = self.also.iter().map(|name| (*name).to_owned()).collect();
        config.export.exclude = self.without.to_vec();
        if !self.behind_includes.is_empty() {
            config.after_includes = Some(self.behind_includes.to_owned());
        }
        let mut builder = Builder::new()
            .with_config(config)
            .with_language(Language::C)
            .with_style(Style::Both)
            .with_cpp_compat(true)
            .with_documentation(true)
            .with_header(self.head)
            .with_include_guard(self.guard)
            .with_no_includes()
            .with_sys_include("stdbool.h")
            .with_sys_include("stddef.h")
            .with_sys_include("stdint.h")
            // C has no atomic type that C++17 can read; the layout is the number's.
            .rename_item("AtomicU64", "uint64_t");
        for include in self.includes {
            builder = builder.with_include(include);
        }
        for place in self.sources {
            for source in place.files()? {
                builder = builder.with_src(expanded(&source)?);
            }
        }
        let bindings = builder.generate().map_err(|error| format!("cbindgen: {error}"))?;
        let mut text = Vec::new();
        bindings.write(&mut text);
        // Links of rustdoc mean nothing in C.
        Ok(String::from_utf8_lossy(&text)
            .replace("[`", "`")
            .replace("`]", "`"))
    }
}

impl Sources<'_> {
    /// The files in reading order. cbindgen follows `mod` itself, so lib.rs and the files below would bring everything
    /// a second time.
    fn files(&self) -> Result<Vec<PathBuf>, String> {
        let (folder, first) = match *self {
            Sources::File(file) => return Ok(vec![file.to_owned()]),
            Sources::Folder(folder, first) => (Path::new(folder), first),
        };
        let unreadable = |error| format!("cannot read {}: {error}", folder.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("lib.rs") {
                found.push(path);
            }
        }
        let place = |path: &PathBuf| {
            let stem = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .unwrap_or_default();
            first.iter().position(|name| *name == stem).unwrap_or(first.len())
        };
        found.sort_by_key(|path| (place(path), path.clone()));
        Ok(found)
    }
}

/// The words of a text that are names: letters, digits and underscores.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// The names of the public items that a Rust source defines at the left margin.
pub(crate) fn items(file: &str) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let name = |line: &str| {
        let mut words = words(line.strip_prefix("pub ")?);
        let kind = words.next()?;
        let name = words.next()?;
        matches!(kind, "type" | "const" | "struct" | "union").then(|| name.to_owned())
    };
    Ok(text.lines().filter_map(name).collect())
}
