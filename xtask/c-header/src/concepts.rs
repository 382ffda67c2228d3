//! Splits the text of all that libtvmlike has into headers, one for each concept.
//!
//! cbindgen knows which items there are and how C spells them, but writes them into one file. An item goes to the header
//! of the concept that the Rust file which defines it is about. A header includes only those before it in the list.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::Item;

use crate::declaration::{self, Declarations, parse, rust_files, stem};
use crate::header::words;

/// A header: its name, the Rust files it is made from, what is in it.
struct Concept(&'static str, &'static [&'static str], &'static str);

const CONCEPTS: [Concept; 13] = [
    Concept(
        "value",
        &["value", "type_index"],
        "values, their type indices, and making them",
    ),
    Concept(
        "object",
        &["object", "cell", "type_info"],
        "objects, their memory, and their types",
    ),
    Concept(
        "error",
        &["error"],
        "error objects, and the error raised on a thread",
    ),
    Concept("function", &["function"], "function objects"),
    Concept("registry", &["registry"], "functions by name"),
    Concept("tensor", &["tensor"], "tensors, and DLPack"),
    Concept(
        "member",
        &["member", "class"],
        "members of types, classes made at run time, and refinements",
    ),
    Concept("current", &["current"], "the current objects of a thread"),
    Concept(
        "interrupt",
        &["interrupt"],
        "interrupting functions that run long",
    ),
    Concept("stack", &["stack"], "the room that is left on a thread's stack"),
    Concept("frame", &["frame"], "calls through one block of memory"),
    Concept(
        "host",
        &["host", "host_table", "plugin"],
        "the library, its plugins, and the host's table",
    ),
    Concept(
        CLASSIC,
        &["last_error"],
        "TVM's classic functions, whose values are 8 bytes with a type code beside them",
    ),
];

/// The concept of everything in folders of this name.
const CLASSIC: &str = "classic";

/// The names that each header defines.
pub(crate) struct Concepts(BTreeMap<String, usize>);

impl Concepts {
    /// `sources` are files and folders with the types and constants.
    pub(crate) fn of(declarations: &Declarations, sources: &[&Path]) -> Result<Self, String> {
        let mut homes = BTreeMap::new();
        for (export, function) in declarations.exports() {
            homes.insert(export.to_owned(), home(&function.file)?);
        }
        for source in sources {
            let files = if source.is_dir() {
                rust_files(source)?
            } else {
                vec![source.to_path_buf()]
            };
            for file in files {
                for item in parse(&file)?.items {
                    let name = match item {
                        Item::Const(item) => item.ident,
                        Item::Struct(item) => item.ident,
                        Item::Type(item) => item.ident,
                        Item::Union(item) => item.ident,
                        _ => continue,
                    };
                    if let Ok(at) = home(&file) {
                        homes.insert(name.to_string(), at);
                    }
                }
            }
        }
        homes.insert("TVMLikeHost".to_owned(), home(Path::new("host_table.rs"))?);
        Ok(Self(homes))
    }

    /// The headers: name and text. `whole` is the text of them all, as cbindgen wrote it.
    pub(crate) fn split(&self, whole: &str) -> Result<Vec<(String, String)>, String> {
        let mut headers: Vec<Parts> = CONCEPTS.iter().map(|_| Parts::default()).collect();
        for block in whole.split("\n\n").map(|block| block.trim_matches('\n')) {
            let code = without_comments(block);
            let Some(name) = defined(&code) else {
                continue;
            };
            let at = *self
                .0
                .get(name)
                .ok_or_else(|| format!("no Rust file of a concept defines {name}"))?;
            let header = &mut headers[at];
            for word in words(&code) {
                match self.0.get(word) {
                    Some(home) if *home < at => {
                        header.includes.insert(*home);
                    }
                    Some(home) if *home > at => {
                        if code.matches(word).count() != code.matches(&format!("struct {word} *")).count() {
                            let (from, to) = (CONCEPTS[at].0, CONCEPTS[*home].0);
                            return Err(format!(
                                "{from}.h: {name} needs {word} of {to}.h, which comes later"
                            ));
                        }
                        header.forward.insert(word.to_owned());
                    }
                    _ => {}
                }
                header.dlpack |= word.starts_with("DL");
                header.bool |= word == "bool";
            }
            let is_function = !code.starts_with("typedef") && !code.starts_with('#');
            let part = if is_function {
                &mut header.functions
            } else {
                &mut header.types
            };
            part.push(block.to_owned());
        }
        let texts = CONCEPTS.iter().zip(headers);
        let mut all: Vec<_> = texts
            .map(|(concept, parts)| (format!("{}.h", concept.0), parts.text(concept)))
            .collect();
        all.push(("c_api.h".to_owned(), umbrella()));
        Ok(all)
    }
}

/// The concept that a file is about.
fn home(file: &Path) -> Result<usize, String> {
    let is_classic = file.components().any(|part| part.as_os_str() == CLASSIC);
    let name = if is_classic { CLASSIC } else { stem(file) };
    CONCEPTS
        .iter()
        .position(|concept| concept.0 == name || concept.1.contains(&name))
        .ok_or_else(|| {
            format!(
                "{}: no C header is about this concept; add it to CONCEPTS in xtask/c-header/src/concepts.rs",
                file.display()
            )
        })
}

#[derive(Default)]
struct Parts {
    includes: BTreeSet<usize>,
    dlpack: bool,
    bool: bool,
    /// Structs of later headers that this one has pointers to.
    forward: BTreeSet<String>,
    types: Vec<String>,
    functions: Vec<String>,
}

impl Parts {
    fn text(&self, Concept(name, _, about): &Concept) -> String {
        let guard = format!("TVMLIKE_{}_H_", name.to_uppercase());
        let mut text = format!("{}\n#ifndef {guard}\n#define {guard}\n\n", head(about));
        if self.bool {
            text += "#include <stdbool.h>\n";
        }
        text += "#include <stddef.h>\n#include <stdint.h>\n\n";
        if self.dlpack {
            text += "#include \"tvmlike/dlpack.h\"\n";
        }
        for include in &self.includes {
            text += &format!("#include \"tvmlike/{}.h\"\n", CONCEPTS[*include].0);
        }
        for name in &self.forward {
            text += &format!("\nstruct {name};\n");
        }
        for part in &self.types {
            text += &format!("\n{part}\n");
        }
        if !self.functions.is_empty() {
            text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
            for part in &self.functions {
                text += &format!("\n{part}\n");
            }
            text += "\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n";
        }
        text = text.replace("\n\n\n", "\n\n");
        text + &format!("\n#endif /* {guard} */\n")
    }
}

/// c_api.h, which includes the others.
fn umbrella() -> String {
    let mut text = head("everything that libtvmlike exports")
        + "\n#ifndef TVMLIKE_C_API_H_\n#define TVMLIKE_C_API_H_\n\n";
    for Concept(name, _, about) in &CONCEPTS {
        text += &format!("/* {about} */\n#include \"tvmlike/{name}.h\"\n");
    }
    text + "\n#endif /* TVMLIKE_C_API_H_ */\n"
}

fn head(about: &str) -> String {
    format!(
        "/* tvmlike's C ABI: {about}.
 *
 * Generated by `cargo xtask header` from {}, {} and runtime/abi/src; do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
",
        declaration::HOST_API,
        declaration::LIBRARY
    )
}

fn without_comments(block: &str) -> String {
    let mut code = String::new();
    let mut rest = block;
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    (code + rest).trim().to_owned()
}

/// The name that an item defines; None for what is around the items.
fn defined(code: &str) -> Option<&str> {
    if let Some(constant) = code.strip_prefix("#define ") {
        let (name, value) = constant.split_once(' ')?;
        return (!value.is_empty()).then_some(name);
    }
    if code.is_empty() || code.starts_with(['#', '}']) || code.starts_with("extern") {
        return None;
    }
    let Some(named) = code.strip_prefix("typedef ") else {
        return words(code.split_once('(')?.0).last();
    };
    match named.split_once("(*") {
        Some((before, pointer)) if !before.contains('{') => words(pointer).next(),
        _ => words(named).last(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Concepts, defined};

    #[test]
    fn the_name_that_an_item_defines() {
        for (code, name) in [
            ("#define A_B 12", Some("A_B")),
            ("#define GUARD", None),
            ("typedef void (*Finalizer)(void *context);", Some("Finalizer")),
            (
                "typedef struct Cell {\n  void (*release)(void *x);\n} Cell;",
                Some("Cell"),
            ),
            ("typedef struct Object *Handle;", Some("Handle")),
            ("const struct A *F(const B *b,\n  int c);", Some("F")),
            ("#ifdef __cplusplus\nextern \"C\" {\n#endif", None),
            ("}  // extern \"C\"", None),
        ] {
            assert_eq!(defined(code), name, "{code}");
        }
    }

    fn split(later: &str) -> Result<Vec<(String, String)>, String> {
        let homes = [
            ("TVMLikeValue", 0),
            ("TVMLikeObject", 1),
            ("TVMLikeUse", 0),
            ("f", 1),
        ];
        let concepts = Concepts(BTreeMap::from(homes.map(|(name, at)| (name.to_owned(), at))));
        concepts.split(&format!(
            "/**\n * A TVMLikeObject is elsewhere.\n */\ntypedef struct TVMLikeValue {{\n  {later};\n}} TVMLikeValue;\n\n\
             typedef struct TVMLikeObject {{\n  int x;\n}} TVMLikeObject;\n\nvoid f(TVMLikeValue v);\n"
        ))
    }

    #[test]
    fn headers_include_those_before_them() {
        let headers = split("struct TVMLikeObject *object").unwrap();
        let text = |name: &str| &headers.iter().find(|(header, _)| header == name).unwrap().1;
        assert!(text("value.h").contains("\nstruct TVMLikeObject;\n\n/**\n * A TVMLikeObject"));
        assert!(!text("value.h").contains("extern"));
        assert!(text("object.h").contains("#include \"tvmlike/value.h\"\n\ntypedef struct TVMLikeObject"));
        assert!(text("object.h").contains("extern \"C\" {\n#endif\n\nvoid f(TVMLikeValue v);\n\n#ifdef"));
        assert!(text("c_api.h").contains("#include \"tvmlike/object.h\""));
        assert_eq!(
            split("TVMLikeObject object").err().unwrap(),
            "value.h: TVMLikeValue needs TVMLikeObject of object.h, which comes later"
        );
    }
}
