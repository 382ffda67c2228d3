//! `abi.*`

use serde_json::Value;
use tvmlike::packed_func;
use tvmlike_conventions::function_abi::cconv::{self, Cconv};
use tvmlike_conventions::function_abi::{self, Form, Options};
use tvmlike_runtime::{Error, PackedFunc, Result};

/// Wraps a function so that it takes and returns the values that a record of IREE's function ABI (JSON text) describes.
///
/// `form` is the form in which the function receives a container: "lists" as the list of its members, "leaves" as the
/// members themselves, and "" according to the function's own record, or `native_record` if it is passed. Error messages
/// contain `name`.
#[packed_func("abi.attach")]
fn attach(
    function: &PackedFunc,
    record: &str,
    #[default("")] form: &str,
    #[default("")] native_record: &str,
    #[default("")] name: &str,
) -> Result<PackedFunc> {
    let form = match form {
        "" => None,
        "lists" => Some(Form::Lists),
        "leaves" => Some(Form::Leaves),
        other => {
            return Err(Error::value_error(format!(
                "abi.attach: argument 3 `form`: expected \"lists\", \"leaves\" or \"\", got {other:?}"
            )));
        }
    };
    let options = Options {
        name: Some(name),
        form,
        native_record: (!native_record.is_empty()).then_some(native_record),
    };
    function_abi::attach(function.clone(), record, &options)
}

/// Wraps a function so that it receives lists instead of dicts: a dict becomes the list of its values, sorted by key.
/// `results` is the number of results of the function, which it returns in an array unless it is 1.
#[packed_func("abi.attach_dynamic")]
fn attach_dynamic(
    function: &PackedFunc,
    #[default(1)] results: u32,
    #[default("")] name: &str,
) -> Result<PackedFunc> {
    let options = Options {
        name: Some(name),
        ..Options::default()
    };
    function_abi::attach_dynamic(function.clone(), Some(results as usize), &options)
}

/// Returns the signature record of a function, as JSON text; None if it has none.
#[packed_func("abi.record_of")]
fn record_of(function: &PackedFunc) -> Option<String> {
    function.record().map(|record| record.as_ref().to_owned())
}

/// Returns the record for a calling convention of IREE's VM, such as `0iI_f`, as JSON text.
#[packed_func("abi.cconv_record")]
fn cconv_record(text: &str) -> Result<String> {
    Ok(Cconv::parse(text)?.record()?.to_string())
}

/// Returns the calling convention of IREE's VM for a record.
#[packed_func("abi.cconv_of")]
fn cconv_of(record: &str) -> Result<String> {
    cconv::of_record(record)
}

/// Parses a calling convention; returns JSON text: the letters of `arguments` and `results`, whether it is `variadic`, and
/// `counts`, the numbers of both, which is null if they vary from call to call.
#[packed_func("abi.cconv_parts")]
fn cconv_parts(text: &str) -> Result<String> {
    let parts = Cconv::parse(text)?;
    let counts = match parts.is_variadic() {
        true => Value::Null,
        false => {
            let (arguments, results) = parts.count()?;
            serde_json::json!([arguments, results])
        }
    };
    Ok(serde_json::json!({
        "arguments": parts.arguments,
        "results": parts.results,
        "variadic": parts.is_variadic(),
        "counts": counts,
    })
    .to_string())
}

/// Returns the size in bytes of the values of a part of a calling convention. `segments` contains, for each argument, the
/// number of repetitions of its tuple.
#[packed_func("abi.cconv_size")]
fn cconv_size(fragment: &str, #[default(Vec::<u32>::new())] segments: Vec<u32>) -> Result<usize> {
    cconv::size(fragment, &segments)
}
