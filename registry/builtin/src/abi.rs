//! `abi.*`

use serde_json::Value;
use tvmlike::packed_func;
use tvmlike_conventions::function_abi::cconv::{self, Cconv};
use tvmlike_conventions::function_abi::{self, Form, Options};
use tvmlike_runtime::{Error, PackedFunc, Result};

/// A function that takes and returns what a record describes: the record of IREE's function ABI, as JSON text.
///
/// `form` says what the function gets for a container: "lists" the list of its members, "leaves" the members themselves, and
/// "" what agrees with its own record, which is `native_record` where it is given. `name` is what error messages call it.
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

/// A function that takes values as they come and hands them on without maps: a dict becomes the list of its values in the
/// order of its sorted keys. `results` is how many results the function returns, in an array where it is not one.
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

/// The record that a function was made with, as JSON text; None where it has none.
#[packed_func("abi.record_of")]
fn record_of(function: &PackedFunc) -> Option<String> {
    function.record().map(|record| record.as_ref().to_owned())
}

/// The record of a function of a calling convention of IREE's VM, `0iI_f`, as JSON text.
#[packed_func("abi.cconv_record")]
fn cconv_record(text: &str) -> Result<String> {
    Ok(Cconv::parse(text)?.record()?.to_string())
}

/// The calling convention of IREE's VM for a record.
#[packed_func("abi.cconv_of")]
fn cconv_of(record: &str) -> Result<String> {
    cconv::of_record(record)
}

/// What a calling convention says, as JSON text: the letters of `arguments` and `results`, whether it is `variadic`, and
/// how many there are as `counts`, which is null where their number differs from call to call.
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

/// How many bytes the values of a fragment of a calling convention take. `segments` says of each argument how often its tuple
/// repeats.
#[packed_func("abi.cconv_size")]
fn cconv_size(fragment: &str, #[default(Vec::<u32>::new())] segments: Vec<u32>) -> Result<usize> {
    cconv::size(fragment, &segments)
}
