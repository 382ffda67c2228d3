//! Modules in layers: a module imports only from layers below its own, so that no two modules import each other.
//!
//! A crate declares its layers in the header of its `src/lib.rs`, or `src/main.rs`, under the heading `# Layers`: a list, the lowest layer
//! first, in which each item names the modules of one layer in backquotes before a colon:
//!
//! ```text
//! //! # Layers
//! //!
//! //! - `api`, `python`: libtvmlike and CPython
//! //! - `error`: native errors as exceptions
//! ```
//!
//! A module that the list does not name belongs to the entry of its nearest named parent. Modules of one entry must not
//! import each other in a ring, except a parent and its children. The crate root is above all layers.
//!
//! Modules whose types refer to each other are one layer: an item that begins with "a ring of" and says why. They may import
//! each other, as long as all of them are in the ring.
//!
//! Invariant: every `crate::`, `super::` and child path of every file is checked, in `use` lines and elsewhere, and also behind
//! a name that a `use` gives to a module. Comments, literals, exported macros and `#[cfg(test)]` modules are ignored.

mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Step;
use crate::process::{Context, Error, Result};
use crate::workspace::root;

/// The folders of the crates that declare their layers.
const CRATES: [&str; 26] = [
    "compiler/define",
    "compiler/dialects",
    "compiler/engine",
    "compiler/functions",
    "compiler/ir",
    "compiler/lower",
    "compiler/text",
    "compiler/tools",
    "compiler/transform",
    "ffi",
    "ffi/compat/classic",
    "ffi/compat/dgl",
    "ffi/compat/tvm_runtime",
    "ffi/compat/tvm_runtime/node",
    "python/native",
    "registry",
    "registry/builtin",
    "registry/client",
    "registry/macros",
    "registry/tvm_ffi",
    "runtime",
    "runtime/abi",
    "runtime/conventions",
    "syntax",
    "xtask",
    "xtask/c-header",
];

pub(super) fn steps() -> Vec<Step> {
    let check = || CRATES.iter().try_for_each(|name| check(&root().join(name), name));
    vec![Step::new(format!("layers: {}", CRATES.join(", ")), &[], check).seconds(1)]
}

/// The source files of a crate, by module path: `["pack", "map"]` is `src/pack/map.rs`, the crate root is `[]`.
type Sources = BTreeMap<Vec<String>, String>;

fn check(folder: &Path, name: &str) -> Result {
    let mut sources = Sources::new();
    read(&folder.join("src"), &mut Vec::new(), &mut sources)?;
    let problems = problems(&sources);
    if problems.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!(
        "{name}: {} imports or entries against the layers of its root:\n  {}",
        problems.len(),
        problems.join("\n  ")
    )))
}

/// Reads the files of a folder and of those in it. `src/bin` has programs, which are crates of their own.
fn read(folder: &Path, at: &mut Vec<String>, sources: &mut Sources) -> Result {
    let unreadable = || format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).context(unreadable())? {
        let path = entry.context(unreadable())?.path();
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if path.is_dir() {
            if at.is_empty() && stem == "bin" {
                continue;
            }
            at.push(stem.to_owned());
            read(&path, at, sources)?;
            at.pop();
        } else if is_source {
            let text =
                std::fs::read_to_string(&path).context(format_args!("cannot read {}", path.display()))?;
            let mut module = at.clone();
            let is_root = at.is_empty() && matches!(stem, "lib" | "main");
            if !is_root && stem != "mod" {
                module.push(stem.to_owned());
            }
            sources.insert(module, text);
        }
    }
    Ok(())
}

/// The layers that a crate root declares.
#[derive(Default)]
struct Layers {
    /// The number of each module's layer, by module path.
    numbers: BTreeMap<Vec<String>, usize>,
    /// The layers that are rings.
    rings: BTreeSet<usize>,
}

fn layers(root: &str) -> Layers {
    let mut items: Vec<String> = Vec::new();
    let header = root.lines().map_while(|line| line.strip_prefix("//!"));
    let section = header.skip_while(|line| line.trim() != "# Layers").skip(1);
    for line in section.map(str::trim).take_while(|line| !line.starts_with('#')) {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(item), _) => items.push(item.to_owned()),
            (None, Some(item)) if !line.is_empty() => *item += line,
            (None, Some(_)) => break,
            (None, None) => {}
        }
    }
    let names = |item: &str| -> Vec<Vec<String>> {
        // A colon of a path has another beside it.
        let named = item.replace("::", "/");
        let named = named.split(':').next().unwrap_or_default();
        let quoted = named.split('`').skip(1).step_by(2);
        quoted
            .map(|name| name.split('/').map(str::to_owned).collect())
            .collect()
    };
    let mut layers = Layers::default();
    for (number, item) in items.iter().enumerate() {
        layers
            .numbers
            .extend(names(item).into_iter().map(|name| (name, number)));
        if item.starts_with("a ring of ") {
            layers.rings.insert(number);
        }
    }
    layers
}

/// What contradicts the layers, one line each.
fn problems(sources: &Sources) -> Vec<String> {
    let root = sources.get(&Vec::new()).map_or("", String::as_str);
    let Layers {
        numbers: layers,
        rings,
    } = layers(root);
    if root.lines().any(|line| line.starts_with("extern crate self as ")) {
        return vec![
            "src/lib.rs names the crate by `extern crate self`; modules must use `crate`".to_owned(),
        ];
    }
    if layers.is_empty() {
        return vec!["src/lib.rs declares no layers under the heading `# Layers`".to_owned()];
    }
    let absent = layers.keys().filter(|module| !sources.contains_key(*module));
    let mut problems: Vec<String> = absent
        .map(|module| format!("the list names {}, which is not a file", module.join("::")))
        .collect();
    let mut inside = Imports::new();
    let mut in_rings = Imports::new();
    for (module, text) in sources.iter().filter(|(module, _)| !module.is_empty()) {
        let Some(from) = entry(&layers, module) else {
            problems.push(format!("the list lacks {}", module.join("::")));
            continue;
        };
        let mut reported = Vec::new();
        let is_kin = |other: &[String]| other.starts_with(module) || module.starts_with(other);
        for (line, target) in paths::imports(module, text, sources) {
            let Some(to) = entry(&layers, &target).map(<[String]>::to_vec) else {
                // Another problem is that the list lacks a module.
                if target.is_empty() {
                    problems.push(format!(
                        "{} line {line}: imports from the crate root",
                        module.join("::")
                    ));
                }
                continue;
            };
            if from == to && !is_kin(&target) {
                inside.entry(module.clone()).or_default().insert(target);
            } else if from != to && layers[&to] == layers[from] && rings.contains(&layers[&to]) {
                in_rings.entry(from.to_vec()).or_default().insert(to);
            } else if from != to && layers[&to] >= layers[from] && !reported.contains(&to) {
                let place = if layers[&to] == layers[from] {
                    "of its own layer"
                } else {
                    "of a layer above"
                };
                problems.push(format!(
                    "{} line {line}: imports {}, {place}",
                    module.join("::"),
                    to.join("::")
                ));
                reported.push(to);
            }
        }
    }
    if let Some(ring) = ring(inside) {
        problems.push(format!("{ring} import each other in a ring"));
    }
    for (module, _) in layers.iter().filter(|(_, layer)| rings.contains(*layer)) {
        if !reaches_itself(module, &in_rings) {
            problems.push(format!(
                "{} is not in the ring that the list declares",
                module.join("::")
            ));
        }
    }
    problems
}

/// The modules that each module imports.
type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

fn reaches_itself(module: &Vec<String>, imports: &Imports) -> bool {
    let mut reached = BTreeSet::new();
    let mut left = vec![module];
    while let Some(next) = left.pop() {
        left.extend(
            imports
                .get(next)
                .into_iter()
                .flatten()
                .filter(|to| reached.insert(*to)),
        );
    }
    reached.contains(module)
}

/// The module of the list that a module belongs to.
fn entry<'a>(layers: &BTreeMap<Vec<String>, usize>, module: &'a [String]) -> Option<&'a [String]> {
    let parents = (0..=module.len()).rev().map(|end| &module[..end]);
    parents.into_iter().find(|path| layers.contains_key(*path))
}

/// The names of modules that import each other in a ring, or that import from such a ring.
fn ring(mut imports: Imports) -> Option<String> {
    // A module without imports is in no ring; without it, others may be left without imports.
    let mut before = usize::MAX;
    while imports.len() < before {
        before = imports.len();
        let left: BTreeSet<Vec<String>> = imports.keys().cloned().collect();
        imports.retain(|_, targets| {
            targets.retain(|target| left.contains(target));
            !targets.is_empty()
        });
    }
    let names: Vec<String> = imports.keys().map(|module| module.join("::")).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "//! A crate.\n//!\n//! # Layers\n//!\n//! - `low`, `side`: at the bottom: for all\n//! - `high`,\n//!   `high::part`: above\n\nmod low;";

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let mut sources = Sources::from([(Vec::new(), ROOT.to_owned())]);
        for module in ["low", "side", "high", "high::part"] {
            let text = files
                .iter()
                .find(|(name, _)| *name == module)
                .map_or("", |(_, text)| *text);
            sources.insert(module.split("::").map(str::to_owned).collect(), text.to_owned());
        }
        problems(&sources)
    }

    #[test]
    fn imports_from_below_are_right() {
        let high = "use crate::{low::{self, f}, side};\nstruct S { field: crate::low::T }";
        assert!(found(&[("high", high), ("side", "use super::side::Own;")]).is_empty());
    }

    #[test]
    fn imports_from_above_and_beside_are_reported_once_each() {
        let low = "use crate::high::g;\nfn f() { crate::high::g(); super::side::h() }";
        assert_eq!(
            found(&[("low", low)]),
            [
                "low line 1: imports high, of a layer above",
                "low line 2: imports side, of its own layer"
            ]
        );
    }

    #[test]
    fn parents_and_children_are_checked_if_the_list_names_both() {
        let (parent, child) = ("mod part;\nfn f() { part::g() }", "use super::f;");
        assert_eq!(
            found(&[("high", parent), ("high::part", child)]),
            [
                "high line 2: imports high::part, of its own layer",
                "high::part line 1: imports high, of its own layer"
            ]
        );
    }

    #[test]
    fn modules_of_one_entry_import_each_other_in_no_ring() {
        let import = |from: &str, to: &str| {
            (
                [from.to_owned()].to_vec(),
                BTreeSet::from([[to.to_owned()].to_vec()]),
            )
        };
        let chain = [import("a", "b"), import("b", "c"), import("d", "b")];
        assert_eq!(ring(BTreeMap::from(chain.clone())), None);
        let closed = chain.into_iter().chain([import("c", "a")]).collect();
        assert_eq!(ring(closed).as_deref(), Some("a, b, c, d"));
    }

    #[test]
    fn a_declared_ring_is_allowed_if_it_is_one() {
        let found = |side: &str| {
            let root =
                "//! # Layers\n//!\n//! - a ring of `low`, `side`: they need each other\n//! - `high`: above";
            let files = [
                ("", root),
                ("low", "use crate::side::T;"),
                ("side", side),
                ("high", ""),
            ];
            let path = |name: &str| {
                let segments = name.split("::").filter(|segment| !segment.is_empty());
                segments.map(str::to_owned).collect::<Vec<_>>()
            };
            problems(&Sources::from(
                files.map(|(name, text)| (path(name), text.to_owned())),
            ))
        };
        assert!(found("use crate::low::T;").is_empty());
        assert_eq!(
            found("use crate::{high::T, low::T};"),
            ["side line 1: imports high, of a layer above"]
        );
        assert_eq!(
            found(""),
            [
                "low is not in the ring that the list declares",
                "side is not in the ring that the list declares"
            ]
        );
    }

    #[test]
    fn the_crate_root_is_above_everything_but_for_macros() {
        let low = "use crate::Reexported;\nfn f() { crate::exported!(); }";
        assert_eq!(
            found(&[("low", low)]),
            ["low line 1: imports from the crate root"]
        );
    }

    #[test]
    fn names_that_a_use_gives_to_modules_are_resolved() {
        let above = "low line 2: imports high, of a layer above";
        let root = "low line 1: imports from the crate root";
        for (low, problems) in [
            (
                "use crate as x;\nfn f() { x::high::g() }",
                [root, above].as_slice(),
            ),
            ("use crate::{self as x};\nfn f() { x::high::g() }", &[root, above]),
            ("use super::*;\nfn f() { high::g() }", &[root, above]),
            ("use super::low as x;\nuse x::super::high;", &[above]),
            (
                "mod inner { use super::super::side as x;\nfn f() { x::g() } }",
                &["low line 1: imports side, of its own layer"],
            ),
        ] {
            assert_eq!(found(&[("low", low)]), problems, "{low}");
        }
        // An import of the parent leads to a child that the list names.
        let side = "use crate::low;\nfn f() { low::part::g() }";
        let root = "//! # Layers\n//!\n//! - `low`: a\n//! - `side`: b\n//! - `low::part`: c";
        let sources = [("", root), ("low", ""), ("low::part", ""), ("side", side)];
        let path = |name: &str| {
            let segments = name.split("::").filter(|segment| !segment.is_empty());
            segments.map(str::to_owned).collect::<Vec<_>>()
        };
        let sources = sources.map(|(name, text)| (path(name), text.to_owned()));
        assert_eq!(
            problems(&Sources::from(sources)),
            ["side line 2: imports low::part, of a layer above"]
        );
    }

    #[test]
    fn another_name_of_the_crate_is_refused() {
        let root = format!("{ROOT}\nextern crate self as x;");
        let low = (vec!["low".to_owned()], "fn f() { x::high::g() }".to_owned());
        assert_eq!(
            problems(&Sources::from([(Vec::new(), root), low])),
            ["src/lib.rs names the crate by `extern crate self`; modules must use `crate`"]
        );
    }

    #[test]
    fn other_crates_may_use_the_names_of_modules() {
        let low = "use std::{high, side::T as S};\nuse ::high::f;\nfn g() -> impl T + use<'_> { high::f() }";
        assert!(found(&[("low", low)]).is_empty());
    }

    #[test]
    fn a_macro_may_name_the_crate_root() {
        let low = "macro_rules! m { () => { $crate::f(); $crate::high::f() } }";
        assert_eq!(
            found(&[("low", low)]),
            ["low line 1: imports high, of a layer above"]
        );
    }

    #[test]
    fn comments_literals_and_tests_are_left_out() {
        let low = "// crate::high\n/* crate::high /* crate::high */ */\nconst A: &str = \"crate::high \\\" crate::high\";\n\
                   const B: &str = r#\"crate::high\"#;\nfn f<'a>(c: char) -> bool { c == '\"' }\n\
                   #[cfg(test)]\nmod tests { use crate::high::g; fn t() { if true {} } }";
        assert_eq!(found(&[("low", low)]), [""; 0]);
    }

    #[test]
    fn an_inline_module_is_resolved_from_its_own_place() {
        assert!(
            found(&[(
                "low",
                "mod inner { use super::f; use super::super::low::f as g; }"
            )])
            .is_empty()
        );
        assert_eq!(
            found(&[("low", "mod inner { use super::super::side; }")]),
            ["low line 1: imports side, of its own layer"]
        );
    }

    #[test]
    fn the_list_and_the_files_agree() {
        let mut sources = Sources::from([(Vec::new(), ROOT.to_owned())]);
        sources.insert(vec!["other".to_owned()], String::new());
        let problems = problems(&sources);
        assert!(problems.contains(&"the list lacks other".to_owned()));
        assert!(problems.contains(&"the list names low, which is not a file".to_owned()));
    }
}
