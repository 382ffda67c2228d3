//! `registry.*` and `runtime.*`

use serde_json::{Value, json};
use tvmlike::packed_func;
use tvmlike_runtime::{PackedFunc, Result};

/// The names under a dotted prefix, sorted; all names without one. `ir` covers `ir.f`, not `irx.f`.
#[packed_func("registry.list")]
fn list(#[default("")] prefix: &str) -> Result<Vec<String>> {
    tvmlike::list(prefix)
}

/// What is known of a function, as JSON text: `name`, `owner`, `file`, `line`, and its signature record.
///
/// The record is there for functions that have one: `a` holds the parameters, `r` the result, `defaults` and `doc`
/// where there are any.
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
        // A record that is no JSON object is shown as it is: its author will want to see it.
        _ if !text.is_empty() => record["record"] = Value::from(text),
        _ => {}
    }
    Ok(record.to_string())
}

/// What an error about a missing name ends with: `; close to it: tensor.add`, or what there is beside it, or nothing.
#[packed_func("registry.close_names")]
fn close_names(name: &str) -> String {
    tvmlike::close_names(name)
}

/// Has a function called after each change to names under a prefix; to any name for the empty one.
///
/// It is called as `callback(event, names)`: `event` is "registered", "overridden" or "removed", `names` an array of the
/// names that changed together. That happens on the thread that made the change, which stands whatever the callback
/// does. Returns the number of the subscription.
#[packed_func("registry.subscribe")]
fn subscribe(prefix: &str, callback: &PackedFunc) -> Result<i64> {
    tvmlike::events::subscribe_function(prefix, callback.clone())
}

/// Ends a subscription. A call that has begun on another thread may still be running afterwards.
#[packed_func("registry.unsubscribe")]
fn unsubscribe(id: i64) -> Result<()> {
    tvmlike::events::unsubscribe(id)
}

/// The version of the library.
#[packed_func("runtime.version")]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
