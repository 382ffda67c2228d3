//! `registry.*` and `runtime.*`

use serde_json::{Value, json};
use tvmlike::packed_func;
use tvmlike_runtime::{PackedFunc, Result};

/// Returns the names under a dotted prefix, sorted; all names without one. The prefix `ir` includes `ir.f`, not `irx.f`.
#[packed_func("registry.list")]
fn list(#[default("")] prefix: &str) -> Result<Vec<String>> {
    tvmlike::list(prefix)
}

/// Describes a function, as JSON text: `name`, `owner`, `file`, `line`, and its signature record if it has one.
///
/// In the record, `a` contains the parameters and `r` the result; `defaults` and `doc` are optional.
#[packed_func("registry.info")]
fn info(name: &str) -> Result<String> {
    let info = tvmlike::info(name)?;
    let mut record = json!({ "name": info.name, "owner": info.owner });
    if let Some(place) = info.place {
        record["file"] = Value::from(&*place.file);
        record["line"] = Value::from(place.line);
    }
    let text = info.record.unwrap_or_default();
    match serde_json::from_str(&text) {
        Ok(Value::Object(fields)) => {
            for (key, value) in fields {
                record[key] = value;
            }
        }
        // A record that is not a JSON object is included as text, so that its author can see the mistake.
        _ if !text.is_empty() => record["record"] = Value::from(text),
        _ => {}
    }
    Ok(record.to_string())
}

/// Returns the end of an error about a missing name: similar names as in `; close to it: tensor.add`, otherwise names in
/// the same namespace, or nothing.
#[packed_func("registry.close_names")]
fn close_names(name: &str) -> String {
    tvmlike::close_names(name)
}

/// Calls a function after each change of names under a prefix; of any name if the prefix is empty.
///
/// The call is `callback(event, names)`: `event` is "registered", "overridden" or "removed", `names` an array of the names
/// that changed together. It runs on the thread that made the change, and cannot undo the change. Returns the number of the
/// subscription.
#[packed_func("registry.subscribe")]
fn subscribe(prefix: &str, callback: &PackedFunc) -> Result<i64> {
    tvmlike::events::subscribe_function(prefix, callback.clone())
}

/// Ends a subscription. A call that has begun on another thread may still be running afterwards.
#[packed_func("registry.unsubscribe")]
fn unsubscribe(id: i64) -> Result<()> {
    tvmlike::events::unsubscribe(id)
}

/// Returns how often types have left the registry or have returned to it, with plugins: while the number is the same, what is
/// cached of registered types is current.
#[packed_func("registry.type_changes")]
fn type_changes() -> i64 {
    i64::try_from(tvmlike_runtime::type_table::changes()).unwrap_or(i64::MAX)
}

/// Returns the version of the library.
#[packed_func("runtime.version")]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
