//! The signatures of a library's functions as JSON, embedded in the library or supplied by the caller.
//!
//! ```json
//! {"namespace": "kernels",
//!  "handles": {"plan": "free_plan"},
//!  "functions": [{"name": "add", "signature": "f64(a: f64, b: f64)", "doc": "Adds."},
//!                {"name": "scale", "symbol": "scale_f32", "signature": "(memref<?xf32>, f32)", "convention": "ciface"}]}
//! ```
//!
//! Invariant: parsed text has unique function names and known keys only. An unknown key is an error, because ignoring it
//! could lead to wrong calls.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use tvmlike_runtime::{Error, PackedFunc, Result};

use super::Library;
use super::bind::{Binding, documented};
use crate::function_abi;
use crate::native::handle::HandleType;

/// The signatures of a library.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Signatures {
    /// The namespace to register the functions in.
    pub namespace: Option<String>,
    /// The types of handles, each with the symbol of the function that frees an object.
    pub handles: Vec<(String, Option<String>)>,
    /// The functions, in the order of the text.
    pub functions: Vec<Function>,
}

/// One function.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// The name within the namespace.
    pub name: String,
    /// The symbol.
    pub symbol: String,
    /// The signature: a C signature or an MLIR function type.
    pub signature: String,
    /// As in [`Binding::convention`].
    pub convention: Option<String>,
    /// As in [`Binding::results`].
    pub results: Option<String>,
    /// The documentation.
    pub doc: Option<String>,
    /// The record of the function ABI to attach, as JSON text.
    pub abi: Option<String>,
    /// Whether Python releases the GIL while the function runs. The text may say `false` for a function that returns
    /// soon and waits for no other thread.
    pub release_gil: bool,
}

const KEYS: [&str; 3] = ["namespace", "handles", "functions"];
const FUNCTION_KEYS: [&str; 9] = [
    "name",
    "symbol",
    "signature",
    "convention",
    "results",
    "doc",
    "abi",
    "release_gil",
    KEEPS_GIL,
];

/// The earlier spelling of `"release_gil": false`, which libraries that were built with it still carry.
const KEEPS_GIL: &str = "keeps_lock";

impl Signatures {
    /// Parses JSON text.
    ///
    /// # Errors
    /// ValueError that names the function and the key.
    pub fn parse(text: &str) -> Result<Self> {
        let value: Value = serde_json::from_str(text)
            .map_err(|why| Error::value_error(format!("signatures: invalid JSON: {why}")))?;
        let Value::Object(all) = &value else {
            return Err(Error::value_error(
                "signatures: expected a JSON object with the key \"functions\"",
            ));
        };
        known_keys("signatures", all, &KEYS)?;
        let namespace = text_at("signatures", all, "namespace")?;
        if let Some(namespace) = &namespace {
            reachable("signatures: \"namespace\"", namespace)?;
        }
        let handles = match all.get("handles") {
            None => Vec::new(),
            Some(Value::Object(entries)) => entries
                .iter()
                .map(|(name, free)| match free {
                    Value::Null => Ok((name.clone(), None)),
                    Value::String(free) => Ok((name.clone(), Some(free.clone()))),
                    other => Err(wrong("signatures: \"handles\"", name, "a symbol or null", other)),
                })
                .collect::<Result<_>>()?,
            Some(other) => return Err(wrong("signatures", "handles", "an object", other)),
        };
        let Some(Value::Array(entries)) = all.get("functions") else {
            return Err(Error::value_error("signatures: expected a list \"functions\""));
        };
        let functions = entries
            .iter()
            .enumerate()
            .map(|(position, entry)| function(position, entry))
            .collect::<Result<Vec<_>>>()?;
        let mut names = HashSet::new();
        if let Some(twice) = functions.iter().find(|function| !names.insert(&*function.name)) {
            return Err(Error::value_error(format!(
                "signatures: duplicate function name \"{}\"",
                twice.name
            )));
        }
        Ok(Self {
            namespace,
            handles,
            functions,
        })
    }
}

/// The name of an entry in errors.
fn place_of(position: usize, entry: &Map<String, Value>) -> String {
    let named = ["name", "symbol"]
        .iter()
        .find_map(|key| entry.get(*key)?.as_str());
    match named {
        Some(name) => format!("functions[{position}] `{name}`"),
        None => format!("functions[{position}]"),
    }
}

fn function(position: usize, entry: &Value) -> Result<Function> {
    let Value::Object(entry) = entry else {
        return Err(Error::value_error(format!(
            "functions[{position}] is not an object"
        )));
    };
    let place = &place_of(position, entry);
    known_keys(place, entry, &FUNCTION_KEYS)?;
    let text = |key| text_at(place, entry, key);
    let missing = |what: &str| Error::value_error(format!("{place} has no \"{what}\""));
    let (name, symbol) = (text("name")?, text("symbol")?);
    let abi = match entry.get("abi") {
        None | Some(Value::Null) => None,
        Some(Value::String(record)) => Some(record.clone()),
        Some(record @ Value::Object(_)) => Some(record.to_string()),
        Some(other) => return Err(wrong(place, "abi", "a record, as an object or as text", other)),
    };
    let flag = |key| match entry.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(set)) => Ok(Some(*set)),
        Some(other) => Err(wrong(place, key, "true or false", other)),
    };
    let keeps_gil = flag(KEEPS_GIL)?.unwrap_or(false);
    let release_gil = flag("release_gil")?.unwrap_or(!keeps_gil);
    let (symbol, name) = match (symbol, name) {
        (Some(symbol), Some(name)) => (symbol, name),
        (Some(one), None) | (None, Some(one)) => (one.clone(), one),
        (None, None) => return Err(missing("name")),
    };
    reachable(&format!("{place}: \"name\""), &name)?;
    Ok(Function {
        symbol,
        name,
        signature: text("signature")?.ok_or_else(|| missing("signature"))?,
        convention: text("convention")?,
        results: text("results")?,
        doc: text("doc")?,
        abi,
        release_gil,
    })
}

/// Fails for a name that a front end could not look up by its components, or not display.
///
/// # Errors
/// ValueError for a name with an empty component, white space or control characters. The error starts with `place`.
pub fn reachable(place: &str, name: &str) -> Result<()> {
    let odd = |letter: char| letter.is_whitespace() || letter.is_control();
    if name.split('.').any(str::is_empty) || name.contains(odd) {
        return Err(Error::value_error(format!(
            "{place} must be components separated by dots, none empty or with white space, got {name:?}"
        )));
    }
    Ok(())
}

fn known_keys(place: &str, entries: &Map<String, Value>, known: &[&str]) -> Result<()> {
    match entries.keys().find(|key| !known.contains(&&***key)) {
        None => Ok(()),
        Some(key) => Err(Error::value_error(format!(
            "{place}: unknown key \"{key}\"; supported: {}",
            known.join(", ")
        ))),
    }
}

/// The text of a key. Empty text is an error.
fn text_at(place: &str, entries: &Map<String, Value>, key: &str) -> Result<Option<String>> {
    match entries.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if !text.is_empty() => Ok(Some(text.clone())),
        Some(other) => Err(wrong(place, key, "text", other)),
    }
}

#[cold]
fn wrong(place: &str, key: &str, expected: &str, got: &Value) -> Error {
    Error::value_error(format!("{place}: \"{key}\" must be {expected}, got {got}"))
}

impl Library {
    /// The types of handles that the signatures declare.
    ///
    /// # Errors
    /// As [`Library::handle`].
    ///
    /// # Safety
    /// As [`Library::handle`], for each type.
    pub unsafe fn handles(&self, signatures: &Signatures) -> Result<Vec<Arc<HandleType>>> {
        let handles = signatures.handles.iter();
        handles
            // SAFETY: by contract.
            .map(|(name, free)| unsafe { self.handle(name, free.as_deref()) })
            .collect()
    }

    /// Makes a packed function from an entry. Errors use `full_name` for it.
    ///
    /// # Errors
    /// As [`Library::bind`], and if the entry's record of the function ABI does not match its signature.
    ///
    /// # Safety
    /// As [`Library::bind`], for the entry's symbol and signature.
    pub unsafe fn bind_entry(
        &self,
        entry: &Function,
        full_name: &str,
        handles: &[Arc<HandleType>],
    ) -> Result<PackedFunc> {
        let binding = Binding {
            name: Some(full_name),
            convention: entry.convention.as_deref(),
            results: entry.results.as_deref(),
            doc: entry.doc.as_deref(),
            handles,
        };
        // SAFETY: by contract.
        let function = unsafe { self.bind(&entry.symbol, &entry.signature, &binding) }?;
        let Some(record) = &entry.abi else {
            return Ok(function);
        };
        let record = match &entry.doc {
            None => record.clone(),
            Some(doc) => documented(record, doc)?,
        };
        let options = function_abi::Options {
            name: Some(full_name),
            ..function_abi::Options::default()
        };
        function_abi::attach(function, &record, &options)
    }
}
