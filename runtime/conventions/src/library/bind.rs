//! Binds symbols of a library to C signatures or MLIR function types.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;

use tvmlike_runtime::{Error, ErrorKind, PackedFunc, Result};

use super::Library;
use crate::memref::call::{Convention, Entries, Options, Ownership};
use crate::memref::signature::FunctionType;
use crate::native::call;
use crate::native::handle::HandleType;
use crate::native::signature::{Signature, check_handle_name};

/// MLIR's prefix for the C entry of a function.
const CIFACE: &str = "_mlir_ciface_";

/// The functions that MLIR calls for memory with `finalize-memref-to-llvm{use-generic-functions=1}`.
const GENERIC: [&str; 3] = [
    "_mlir_memref_to_llvm_alloc",
    "_mlir_memref_to_llvm_aligned_alloc",
    GENERIC_FREE,
];
const GENERIC_FREE: &str = "_mlir_memref_to_llvm_free";

/// The options of [`Library::bind`].
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Binding<'a> {
    /// The function's name in errors; by default the symbol.
    pub name: Option<&'a str>,
    /// `c`, or the calling convention of an MLIR function: `ciface`, `expanded`, `bare`. By default the signature decides
    /// between C and MLIR, and an MLIR function is called through its C entry if it has one.
    pub convention: Option<&'a str>,
    /// The ownership of arrays that an MLIR function returns: `owned`, which is MLIR's rule, or `borrowed`.
    pub results: Option<&'a str>,
    /// The function's documentation.
    pub doc: Option<&'a str>,
    /// The types of handles that may occur in a C signature, see [`Library::handle`].
    pub handles: &'a [Arc<HandleType>],
}

impl Library {
    /// A type of the library's objects for signatures. `free` is the symbol of the function that frees one.
    ///
    /// # Errors
    /// ValueError for a name that no type can have, and the errors of [`Library::function`].
    ///
    /// # Safety
    /// The function takes one argument, an object of the type, and is sound to call from any thread.
    pub unsafe fn handle(&self, name: &str, free: Option<&str>) -> Result<Arc<HandleType>> {
        check_handle_name(name)?;
        let destructor = free.map(|free| self.function(free)).transpose()?;
        // SAFETY: by contract; the library is kept.
        unsafe { HandleType::new(name, destructor, self.clone()) }
    }

    /// Makes a packed function from a symbol. The function keeps the library open.
    ///
    /// A signature that begins with `(` or `func.func` is an MLIR function type, any other a C signature.
    ///
    /// # Errors
    /// AttributeError if there is no such symbol, TypeError if it is data, and the errors of the signature.
    ///
    /// # Safety
    /// The function has this signature, and is sound to call with all values that the signature allows.
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
                "the convention \"c\" does not apply to the MLIR signature {signature:?}"
            ))),
            (false, word) => Err(Error::value_error(format!(
                "the convention {word:?} does not apply to the C signature {signature:?}; it requires an MLIR function \
                 type, which begins with `(` or `func.func`"
            ))),
        };
        bound.map_err(|error| self.placed(symbol, &error))
    }

    /// The error with the library and the symbol in front.
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
                "`results` applies to MLIR functions only: a C function returns no arrays",
            ));
        }
        let signature = Signature::parse_with(text, binding.handles)?;
        let code = self.function(symbol)?.as_ptr();
        let mut record = signature.record_entries();
        record.insert("name".to_owned(), name.into());
        let library = self.to_string();
        record.insert("library".to_owned(), library.clone().into());
        if let Some(doc) = binding.doc {
            record.insert("doc".to_owned(), doc.into());
        }
        let record = serde_json::Value::Object(record).to_string();
        // SAFETY: by contract; the library is kept.
        unsafe { call::bind_with_record(code, &signature, name, record, Some(&library), self.clone()) }
    }

    /// The function that frees what the library's functions allocate, if it uses MLIR's generic functions; `None` for C's
    /// `free`.
    fn free_of_results(&self) -> Option<NonNull<c_void>> {
        if let Some(import) = self.import(GENERIC_FREE) {
            return NonNull::new(import.cast_mut());
        }
        // Another library of the process may define it for its own use.
        GENERIC
            .iter()
            .any(|symbol| self.refers_to(symbol))
            .then(|| self.find(GENERIC_FREE))?
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
                "the signature names the symbol `{own}`; bind that symbol, or omit the name"
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
            library: Some(self.to_string()),
            free: self.free_of_results(),
        };
        // SAFETY: by contract; the library is kept.
        unsafe { crate::memref::call::bind(entries, &ty, options, name, self.clone()) }
    }
}

/// A record with documentation, unless it has its own.
pub(super) fn documented(record: &str, doc: &str) -> Result<String> {
    let mut record: serde_json::Value = serde_json::from_str(record)
        .map_err(|why| Error::value_error(format!("the record of the function ABI is not JSON: {why}")))?;
    if let Some(entries) = record.as_object_mut() {
        entries.entry("doc").or_insert_with(|| doc.into());
    }
    Ok(record.to_string())
}
