//! What a binding says beyond the function's type: how it is entered, and whose its results are.

use std::ffi::c_void;

use tvmlike_runtime::{Error, Result};

/// How a function is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Convention {
    /// `_mlir_ciface_f`: each memref is the address of its descriptor, a result that is a struct is written to memory.
    Ciface,
    /// `f` itself: each memref is the words of its descriptor.
    Expanded,
    /// `f`, compiled with `use-bare-ptr-memref-call-conv=1`: each memref is an address, and its type says all else.
    BarePointer,
}

/// Who owns the buffers of the arrays that a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ownership {
    /// The caller, unless they are those of an argument or of a global: MLIR's rule.
    #[default]
    Owned,
    /// The library: nothing is ever freed.
    Borrowed,
}

/// Where a function's code is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entries {
    /// `f`
    pub bare: Option<*const c_void>,
    /// `_mlir_ciface_f`
    pub ciface: Option<*const c_void>,
}

/// What a binding says beyond the type.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// How the function is entered; by `ciface` where it is there and nothing is said, else expanded.
    pub convention: Option<Convention>,
    /// Who owns what is returned.
    pub ownership: Ownership,
    /// What the function says of itself.
    pub doc: Option<String>,
}

impl Convention {
    /// The convention of a word: `ciface`, `expanded`, `bare`, and nothing for `auto`.
    ///
    /// # Errors
    /// ValueError for another word.
    pub fn from_word(word: &str) -> Result<Option<Self>> {
        Ok(match word {
            "auto" => None,
            "ciface" => Some(Self::Ciface),
            "expanded" => Some(Self::Expanded),
            "bare" => Some(Self::BarePointer),
            _ => {
                return Err(Error::value_error(format!(
                    "{word:?} is not a convention of memrefs; these are auto, ciface, expanded and bare"
                )));
            }
        })
    }
}

impl Ownership {
    /// What a word says: `owned` or `borrowed`.
    ///
    /// # Errors
    /// ValueError for another word.
    pub fn from_word(word: &str) -> Result<Self> {
        match word {
            "owned" => Ok(Self::Owned),
            "borrowed" => Ok(Self::Borrowed),
            _ => Err(Error::value_error(format!(
                "{word:?} does not say whose the results are; owned and borrowed do"
            ))),
        }
    }
}
