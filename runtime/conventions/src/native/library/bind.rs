//! Binding symbols of a library to signatures, of C or of MLIR.

use tvmlike_runtime::{Error, ErrorKind, PackedFunc, Result};

use super::Library;
use crate::memref::call::{Convention, Entries, Options, Ownership};
use crate::memref::signature::FunctionType;
use crate::native::call;
use crate::native::signature::Signature;

/// What MLIR puts in front of the C form of a function's entry.
const CIFACE: &str = "_mlir_ciface_";

/// How a symbol is bound, beyond its signature.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Binding<'a> {
    /// What errors call the function; the symbol where there is none.
    pub name: Option<&'a str>,
    /// `c`, or how MLIR's function is entered: `ciface`, `expanded`, `bare`. Without a word the signature says which
    /// language's it is, and MLIR's C form is taken where it is there.
    pub convention: Option<&'a str>,
    /// Whose the arrays are that an MLIR function returns: `owned`, which is MLIR's rule, or `borrowed`.
    pub results: Option<&'a str>,
    /// What the function says of itself.
    pub doc: Option<&'a str>,
}

impl Library {
    /// Makes a packed function of a symbol. The library stays open as long as the function is there.
    ///
    /// A signature that begins with `(` or `func.func` is a function type of MLIR, any other is one of C.
    ///
    /// # Errors
    /// AttributeError where there is no such symbol, TypeError where it is data, and what is wrong with the signature.
    ///
    /// # Safety
    /// The function has this signature, and is sound to call with all values that the signature admits.
    pub unsafe fn bind(&self, symbol: &str, signature: &str, binding: &Binding<'_>) -> Result<PackedFunc> {
        let name = binding.name.unwrap_or(symbol);
        let is_mlir = FunctionType::is_text_of(signature);
        let convention = binding.convention.unwrap_or(if is_mlir { "auto" } else { "c" });
        let bound = match (is_mlir, convention) {
            // SAFETY: by contract.
            (false, "c" | "auto") => unsafe { self.bind_c(symbol, signature, name, binding) },
            // SAFETY: by contract.
            (true, word) if word != "c" => unsafe { self.bind_mlir(symbol, signature, name, word, binding) },
            (true, _) => Err(Error::value_error(format!(
                "the signature {signature:?} is MLIR's, and the convention c is not"
            ))),
            (false, word) => Err(Error::value_error(format!(
                "the signature {signature:?} is C's, and the convention {word:?} is not: the others are for MLIR's \
                 function types, which begin with a parenthesis"
            ))),
        };
        bound.map_err(|error| self.placed(symbol, &error))
    }

    /// An error that says which symbol of which library it is about.
    #[cold]
    fn placed(&self, symbol: &str, error: &Error) -> Error {
        let (message, library) = (error.message(), self.to_string());
        if message.starts_with(&library) {
            return error.clone();
        }
        let message = format!("{library}: `{symbol}`: {message}");
        Error::new(ErrorKind::new(&error.kind()), message)
    }

    /// # Safety
    /// As [`Library::bind`].
    unsafe fn bind_c(
        &self,
        symbol: &str,
        text: &str,
        name: &str,
        binding: &Binding<'_>,
    ) -> Result<PackedFunc> {
        if binding.results.is_some_and(|word| word != "owned") {
            return Err(Error::value_error(
                "whose the results are is said of MLIR's functions only: a C function returns no arrays",
            ));
        }
        let signature = Signature::parse(text)?;
        let code = self.function(symbol)?.as_ptr();
        let record = match binding.doc {
            None => signature.record(),
            Some(doc) => documented(&signature.record(), doc)?,
        };
        // SAFETY: by contract; the library is kept.
        unsafe { call::bind_with_record(code, &signature, name, record, self.clone()) }
    }

    /// # Safety
    /// As [`Library::bind`].
    unsafe fn bind_mlir(
        &self,
        symbol: &str,
        text: &str,
        name: &str,
        convention: &str,
        binding: &Binding<'_>,
    ) -> Result<PackedFunc> {
        let ty = FunctionType::parse(text)?;
        if let Some(own) = ty.symbol.as_deref().filter(|own| *own != symbol) {
            return Err(Error::value_error(format!(
                "the signature is that of `{own}`: bind that symbol, or write the type alone"
            )));
        }
        let (bare, ciface) = if symbol.starts_with(CIFACE) {
            (None, Some(self.function(symbol)?))
        } else {
            match self.find(&format!("{CIFACE}{symbol}")) {
                None => (Some(self.function(symbol)?), None),
                ciface => (self.find(symbol), ciface),
            }
        };
        let entries = Entries {
            bare: bare.map(|code| code.as_ptr().cast_const()),
            ciface: ciface.map(|code| code.as_ptr().cast_const()),
        };
        let options = Options {
            convention: Convention::from_word(convention)?,
            ownership: binding
                .results
                .map_or(Ok(Ownership::default()), Ownership::from_word)?,
            doc: binding.doc.map(str::to_owned),
        };
        // SAFETY: by contract; the library is kept.
        unsafe { crate::memref::call::bind(entries, &ty, options, name, self.clone()) }
    }
}

/// A record with a doc, where it has none of its own.
pub(in crate::native) fn documented(record: &str, doc: &str) -> Result<String> {
    let mut record: serde_json::Value = serde_json::from_str(record)
        .map_err(|why| Error::value_error(format!("the record of the function ABI is not JSON: {why}")))?;
    if let Some(entries) = record.as_object_mut() {
        entries.entry("doc").or_insert_with(|| doc.into());
    }
    Ok(record.to_string())
}
