//! Options of a binding besides the function's type: the form of the entry and the ownership of results.

use std::ffi::c_void;
use std::ptr::NonNull;

use tvmlike_runtime::{Error, Result};

/// The form of a function's entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Convention {
    /// `_mlir_ciface_f`: a memref is passed as the address of its descriptor, and a struct is returned in memory.
    Ciface,
    /// `f` itself: a memref is passed as the words of its descriptor.
    Expanded,
    /// `f`, compiled with `use-bare-ptr-memref-call-conv=1`: a memref is passed as an address, and its type fixes all else.
    BarePointer,
}

/// Who owns the buffers of the arrays that a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ownership {
    /// The caller owns them, unless they belong to an argument or a global: MLIR's rule.
    #[default]
    Owned,
    /// The library owns them: nothing is freed.
    Borrowed,
}

/// The addresses of a function's entries.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entries {
    /// `f`
    pub bare: Option<*const c_void>,
    /// `_mlir_ciface_f`
    pub ciface: Option<*const c_void>,
}

/// The options of a binding.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The form of the entry; by default `ciface` if the function has such an entry, else expanded.
    pub convention: Option<Convention>,
    /// The owner of the results.
    pub ownership: Ownership,
    /// The function's documentation.
    pub doc: Option<String>,
    /// The library that the function is from, for its record.
    pub library: Option<String>,
    /// The function that frees the memory of owned results; by default C's `free`.
    pub free: Option<NonNull<c_void>>,
}

impl Convention {
    /// The convention with a name: `ciface`, `expanded`, `bare`; `None` for `auto`.
    ///
    /// # Errors
    /// ValueError for any other name.
    pub fn from_word(word: &str) -> Result<Option<Self>> {
        Ok(match word {
            "auto" => None,
            "ciface" => Some(Self::Ciface),
            "expanded" => Some(Self::Expanded),
            "bare" => Some(Self::BarePointer),
            _ => {
                return Err(Error::value_error(format!(
                    "unknown memref convention {word:?}; supported: auto, ciface, expanded and bare"
                )));
            }
        })
    }
}

impl Ownership {
    /// The ownership with a name: `owned` or `borrowed`.
    ///
    /// # Errors
    /// ValueError for any other name.
    pub fn from_word(word: &str) -> Result<Self> {
        match word {
            "owned" => Ok(Self::Owned),
            "borrowed" => Ok(Self::Borrowed),
            _ => Err(Error::value_error(format!(
                "unknown ownership of results {word:?}; supported: owned and borrowed"
            ))),
        }
    }
}
