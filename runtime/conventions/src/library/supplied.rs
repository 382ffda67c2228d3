//! The symbols supplied to a library that is being opened.
//!
//! Invariant: an import takes precedence over our support functions for compiled code, and an import that the library does
//! not need is refused.

use std::ffi::c_void;
use std::path::Path;

use tvmlike_runtime::{Error, Result};

use super::close_names;
use super::elf::Need;
use super::imports::{self, Import};
use super::support;

/// A symbol that the library needs, with the address supplied for it.
pub(super) struct Supplied<'a> {
    pub(super) need: &'a Need,
    pub(super) address: *const c_void,
    /// Whether a symbol that the loader finds takes precedence.
    pub(super) only_missing: bool,
}

/// Matches the library's needs with the imports and with our support functions for compiled code.
pub(super) fn matched<'a>(
    path: &Path,
    needs: &'a [Need],
    given: &[Import],
    is_copy: bool,
) -> Result<Vec<Supplied<'a>>> {
    let refused = |import: &Import, why: &str| {
        Error::value_error(format!(
            "native.open: {}: `{}` cannot be supplied: {why}",
            path.display(),
            import.symbol
        ))
    };
    let mut supplied = Vec::new();
    for import in given {
        if !imports::AVAILABLE {
            return Err(refused(import, "not supported on this platform"));
        }
        if !is_copy {
            return Err(refused(import, "no private copy of the file could be made"));
        }
        let Some(need) = needs.iter().find(|need| need.name == import.symbol) else {
            let names = needs.iter().map(|need| &*need.name);
            let hint = match close_names::hint(&import.symbol, names.clone()) {
                hint if !hint.is_empty() => hint,
                _ => format!("; it needs {}", close_names::some_of(names)),
            };
            return Err(refused(import, &format!("the library does not need it{hint}")));
        };
        if let Some(obstacle) = need.obstacle {
            return Err(refused(import, obstacle));
        }
        supplied.push(Supplied {
            need,
            address: import.address,
            only_missing: false,
        });
    }
    if imports::AVAILABLE && is_copy {
        let by_hand = given.iter().map(|import| &*import.symbol).collect::<Vec<_>>();
        let of_compilers = needs.iter().filter_map(|need| {
            let free = !need.is_weak && need.obstacle.is_none() && !by_hand.contains(&&*need.name);
            Some(Supplied {
                need,
                address: free.then(|| support::address(&need.name))??,
                only_missing: true,
            })
        });
        supplied.extend(of_compilers);
    }
    Ok(supplied)
}
