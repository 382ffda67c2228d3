//! `memref.*`: MLIR's calling convention, implemented by `tvmlike_conventions::memref`.

use std::ffi::c_void;

use tvmlike::packed_func;
use tvmlike_conventions::memref::call::{self, Convention, Entries, Options, Ownership};
use tvmlike_conventions::memref::export::{Arrays, export as export_function};
use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_conventions::native::closure::OnError;
use tvmlike_runtime::{Error, PackedFunc, Result};

use crate::native::Closure;

/// Creates a C function pointer that calls a function, with the `_mlir_ciface_` signature of an MLIR function type.
///
/// `signature` is MLIR's text: `"(%a: memref<?xf32>, i32) -> f64"`. Arrays become tensors over the caller's memory, which are
/// valid during the call only: if the function keeps one, the call fails. With `copy`, they are copies, which are written
/// back after the call and which the function may keep. Returned arrays are copied to buffers that the compiled code frees.
/// `on_error` works as in `native.closure`.
#[packed_func("memref.export")]
fn export(
    function: PackedFunc,
    signature: &str,
    #[default("raise")] on_error: &str,
    #[default(false)] copy: bool,
) -> Result<Closure> {
    let ty = FunctionType::parse(signature)?;
    let arrays = if copy { Arrays::Copied } else { Arrays::Lent };
    let closure = export_function(function, &ty, arrays, OnError::from_name(on_error)?)?;
    Ok(Closure::new(closure, ty.to_string()))
}

/// Creates a function from the address of one that MLIR compiled.
///
/// `convention` is the kind of entry: `ciface`, `expanded` or `bare`. `results` is the ownership of returned arrays: `owned`
/// by the caller, which frees them unless they alias an argument or a global, or `borrowed`. The function does not keep the
/// code loaded: the code must exist as long as the function.
#[packed_func("memref.bind")]
fn bind(
    pointer: *mut c_void,
    signature: &str,
    #[default("ciface")] convention: &str,
    #[default("owned")] results: &str,
    #[default("")] name: &str,
) -> Result<PackedFunc> {
    if pointer.is_null() {
        return Err(Error::value_error("memref.bind: the address is NULL"));
    }
    let ty = FunctionType::parse(signature)?;
    let convention = Convention::from_word(convention)?.unwrap_or(Convention::Ciface);
    let options = Options {
        convention: Some(convention),
        ownership: Ownership::from_word(results)?,
        ..Options::default()
    };
    let code = Some(pointer.cast_const());
    let entries = match convention {
        Convention::Ciface => Entries {
            bare: None,
            ciface: code,
        },
        Convention::Expanded | Convention::BarePointer => Entries {
            bare: code,
            ciface: None,
        },
    };
    let address = format!("the function at {pointer:p}");
    let name = match (name, &ty.symbol) {
        ("", Some(symbol)) => symbol,
        ("", None) => &address,
        (name, _) => name,
    };
    // SAFETY: the caller promises that the address is that of a function of this type and convention.
    unsafe { call::bind(entries, &ty, options, name, ()) }
}

/// Returns the signature record of an MLIR function type, as JSON text.
#[packed_func("memref.record")]
fn record(signature: &str) -> Result<String> {
    Ok(tvmlike_conventions::memref::record(
        &FunctionType::parse(signature)?,
        None,
    ))
}
