//! The C functions as the Rust sources declare them: each once, in the file of its concept.
//!
//! `registry/src/host_api/` has those that plugins can call, marked with `#[c_function(…)]`; `ffi/src/` those of
//! libtvmlike alone, marked with `#[unsafe(no_mangle)]` or listed for `export!`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Item, ItemFn, Lit, Meta, Signature, Token};

use crate::classic;

pub(crate) const HOST_API: &str = "registry/src/host_api";
pub(crate) const LIBRARY: &str = "ffi/src";
/// Files that are generated themselves.
const GENERATED: [&str; 3] = ["exports", "host_table", "table"];

/// One C function.
pub(crate) struct Function {
    /// The Rust function, whose name is also that of the slot in the host's table.
    pub(crate) signature: Signature,
    /// The lines of its documentation, with rustdoc's links.
    docs: Vec<String>,
    pub(crate) export: Option<String>,
    pub(crate) slot: Option<Slot>,
    /// The file that declares it.
    pub(crate) file: PathBuf,
}

/// A place in the host's table.
pub(crate) struct Slot {
    pub(crate) index: usize,
    /// The minor version of the ABI that added it.
    pub(crate) since: u16,
    /// The slot holds what the function returns, not its address.
    pub(crate) is_value: bool,
}

/// The declarations of both folders.
pub(crate) struct Declarations {
    /// In the host's table, exported, or both.
    pub(crate) shared: Vec<Function>,
    /// Exported by libtvmlike alone.
    pub(crate) own: Vec<Function>,
}

impl Declarations {
    pub(crate) fn read() -> Result<Self, String> {
        let mut shared = Vec::new();
        for file in rust_files(Path::new(HOST_API))? {
            for function in functions(&file)? {
                shared.extend(Function::of_host_api(&function, &file)?);
            }
        }
        let mut own = Vec::new();
        for file in rust_files(Path::new(LIBRARY))? {
            let expanded = classic::expanded(&file)?;
            for function in functions(&expanded)? {
                own.extend(Function::of_library(&function, &file));
            }
        }
        Ok(Self { shared, own })
    }

    #[cfg(test)]
    pub(crate) fn of(shared: impl Iterator<Item = ItemFn>) -> Self {
        let declared = |function| {
            Function::of_host_api(&function, Path::new("test.rs"))
                .ok()
                .flatten()
        };
        Self {
            shared: shared.filter_map(declared).collect(),
            own: Vec::new(),
        }
    }

    /// The exported functions, by the names of their exports.
    pub(crate) fn exports(&self) -> impl Iterator<Item = (&str, &Function)> {
        self.shared
            .iter()
            .chain(&self.own)
            .filter_map(|function| Some((function.export.as_deref()?, function)))
    }

    /// A function's documentation for readers who know functions by their exports.
    pub(crate) fn docs_of_export(&self, function: &Function) -> Vec<String> {
        let exports: HashMap<String, &str> = self
            .exports()
            .map(|(export, function)| (function.signature.ident.to_string(), export))
            .collect();
        function.docs_with(|name| exports.get(name).map_or(name, |export| export).to_owned())
    }
}

impl Function {
    fn of_host_api(function: &ItemFn, file: &Path) -> Result<Option<Self>, String> {
        let is_mark = |attribute: &&Attribute| attribute.path().is_ident("c_function");
        let Some(mark) = function.attrs.iter().find(is_mark) else {
            return Ok(None);
        };
        let name = &function.sig.ident;
        let (export, slot) =
            marked(mark).map_err(|error| format!("{}: `{name}`: c_function: {error}", file.display()))?;
        if function.sig.abi.is_none() {
            return Err(format!("{}: `{name}` is not `extern \"C\"`", file.display()));
        }
        Ok(Some(Self {
            signature: function.sig.clone(),
            docs: docs(&function.attrs),
            export,
            slot,
            file: file.to_owned(),
        }))
    }

    fn of_library(function: &ItemFn, file: &Path) -> Option<Self> {
        let is_exported = function
            .attrs
            .iter()
            .any(|attribute| matches!(&attribute.meta, Meta::List(list) if list.path.is_ident("unsafe")));
        is_exported.then(|| Self {
            signature: function.sig.clone(),
            docs: docs(&function.attrs),
            export: Some(function.sig.ident.to_string()),
            slot: None,
            file: file.to_owned(),
        })
    }

    /// The documentation with each intra-doc link replaced by what `shown` makes of its name.
    pub(crate) fn docs_with(&self, shown: impl Fn(&str) -> String) -> Vec<String> {
        let replaced = |line: &String| {
            let mut rest = line.as_str();
            let mut text = String::new();
            while let Some((before, name, after)) = split_link(rest) {
                // A path is for rustdoc, which resolves names from the module of the function.
                let name = name.rsplit("::").next().unwrap_or(name);
                text += &format!("{before}`{}`", shown(name));
                rest = after;
            }
            text + rest
        };
        self.docs.iter().map(replaced).collect()
    }
}

/// The text before the first link, the link's name, and the text after it.
fn split_link(text: &str) -> Option<(&str, &str, &str)> {
    let (before, link) = text.split_once("[`")?;
    let (name, after) = link.split_once("`]")?;
    Some((before, name, after))
}

/// The arguments of `#[c_function(export = "…", slot = 1, since = "1.1", value)]`.
fn marked(mark: &Attribute) -> syn::Result<(Option<String>, Option<Slot>)> {
    let list = mark.meta.require_list()?.tokens.clone();
    let (mut export, mut index, mut since, mut is_value) = (None, None, 0, false);
    for argument in Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list)? {
        let path = argument.path().clone();
        let wrong = || syn::Error::new_spanned(&path, "unknown argument, or a value of the wrong kind");
        let literal = match &argument {
            Meta::NameValue(pair) => match &pair.value {
                Expr::Lit(literal) => Some(&literal.lit),
                _ => None,
            },
            _ => None,
        };
        match (path.get_ident().map(ToString::to_string).as_deref(), literal) {
            (Some("export"), Some(Lit::Str(name))) => export = Some(name.value()),
            (Some("slot"), Some(Lit::Int(number))) => index = Some(number.base10_parse()?),
            (Some("since"), Some(Lit::Str(version))) => {
                since = version
                    .value()
                    .strip_prefix("1.")
                    .and_then(|minor| minor.parse().ok())
                    .ok_or_else(wrong)?;
            }
            (Some("value"), None) => is_value = true,
            _ => return Err(wrong()),
        }
    }
    let slot = index.map(|index| Slot {
        index,
        since,
        is_value,
    });
    if export.is_none() && slot.is_none() {
        return Err(syn::Error::new_spanned(mark, "neither `export` nor `slot`"));
    }
    Ok((export, slot))
}

fn docs(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        let Expr::Lit(literal) = &pair.value else {
            return None;
        };
        match &literal.lit {
            Lit::Str(text) if pair.path.is_ident("doc") => {
                let text = text.value();
                Some(text.strip_prefix(' ').unwrap_or(&text).to_owned())
            }
            _ => None,
        }
    };
    attributes.iter().filter_map(line).collect()
}

/// The functions of a file. One that a module or a macro contains would be missed, so that is an error.
fn functions(file: &Path) -> Result<Vec<ItemFn>, String> {
    functions_of(parse(file)?.items).map_err(|error| format!("{}: {error}", file.display()))
}

fn functions_of(items: Vec<Item>) -> Result<Vec<ItemFn>, String> {
    let mut functions = Vec::new();
    for item in items {
        match item {
            Item::Fn(function) => functions.push(function),
            Item::Mod(_) | Item::Macro(_) if declares_c_function(&item) => {
                return Err("a C function must be at the top level of its file".to_owned());
            }
            _ => {}
        }
    }
    Ok(functions)
}

/// Whether an item contains the mark of a C function.
fn declares_c_function(item: &Item) -> bool {
    let text = item.to_token_stream().to_string();
    text.contains("c_function (") || text.contains("no_mangle")
}

pub(crate) fn parse(file: &Path) -> Result<syn::File, String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    syn::parse_file(&text).map_err(|error| format!("cannot parse {}: {error}", file.display()))
}

/// The Rust files of a folder and of the folders in it, in the order of their names, without generated ones.
pub(crate) fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("cannot read {}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let is_generated = GENERATED.iter().any(|name| stem(&path) == *name);
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_generated {
            files.push(path);
        }
    }
    Ok(files)
}

/// A file's name without its extension.
pub(crate) fn stem(file: &Path) -> &str {
    file.file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use syn::parse_quote;

    use super::{Function, functions_of};

    fn function(mark: &str) -> Result<Option<Function>, String> {
        let text = format!(
            "/// As [`one`], see [`super::two`].\n#[c_function({mark})]\npub extern \"C\" fn three() -> c_int {{ 0 }}"
        );
        Function::of_host_api(&syn::parse_str(&text).unwrap(), Path::new("a.rs"))
    }

    #[test]
    fn a_function_in_a_module_or_macro_is_refused() {
        let read = |text: &str| functions_of(syn::parse_file(text).unwrap().items);
        assert_eq!(
            read("#[c_function(slot = 1)] fn a() {} mod b { fn c() {} }")
                .unwrap()
                .len(),
            1
        );
        for hidden in [
            "mod a { #[c_function(slot = 1)] fn b() {} }",
            "mod a { #[unsafe(no_mangle)] extern \"C\" fn b() {} }",
            "declare! { #[c_function(slot = 1)] fn b() {} }",
        ] {
            let error = read(hidden).err().unwrap();
            assert_eq!(error, "a C function must be at the top level of its file");
        }
    }

    #[test]
    fn a_mark_says_where_a_function_appears() {
        let three = function(r#"export = "TVMLikeThree", slot = 7, since = "1.2""#)
            .unwrap()
            .unwrap();
        let slot = three.slot.as_ref().unwrap();
        assert_eq!(
            (slot.index, slot.since, three.export.as_deref()),
            (7, 2, Some("TVMLikeThree"))
        );
        assert_eq!(three.docs_with(str::to_uppercase), ["As `ONE`, see `TWO`."]);
    }

    #[test]
    fn a_mark_that_says_nothing_or_something_unknown_is_an_error() {
        assert!(
            function("since = \"1.1\"").is_err_and(|error| error.ends_with("neither `export` nor `slot`"))
        );
        assert!(function("place = 1").is_err());
        assert!(function("slot = \"1\"").is_err());
        let not_c = parse_quote!(
            #[c_function(slot = 1)]
            pub fn three() {}
        );
        assert_eq!(
            Function::of_host_api(&not_c, Path::new("a.rs")).err().unwrap(),
            "a.rs: `three` is not `extern \"C\"`"
        );
    }
}
