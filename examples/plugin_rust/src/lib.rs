//! Example: a plugin in Rust.
//!
//! It is a library of its own. One line makes it a plugin, and the attribute is the same as in code that is linked into
//! the host. Build it with `cargo build --release -p tvmlike-plugin-rust`, load it with
//! `tvmlike.load_plugin("target/release/libtvmlike_plugin_rust.so")`.

mod dialect;

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use tvmlike::prelude::*;

tvmlike::plugin!(name = "plugin_rust", version = "0.1.0");

/// The scalar product of two vectors of float64.
#[packed_func("plugin_rust.dot")]
fn dot(a: TensorView<'_>, b: TensorView<'_>) -> Result<f64> {
    if a.shape() != b.shape() {
        return Err(Error::value_error(format!(
            "the shapes {:?} and {:?} differ",
            a.shape(),
            b.shape()
        )));
    }
    let (a, b) = (a.to_vec::<f64>()?, b.to_vec::<f64>()?);
    Ok(a.iter().zip(&b).map(|(a, b)| a * b).sum())
}

/// Greets a person.
#[packed_func("plugin_rust.greet")]
fn greet(#[default("world")] name: &str) -> String {
    format!("hello, {name}")
}

/// Multiplies a tensor of float64 by a factor, in place, in the caller's own memory.
#[packed_func("plugin_rust.scale")]
fn scale(t: &Tensor, factor: f64) -> Result<()> {
    // SAFETY: the tensor is borrowed for this call; the caller must not write to it meanwhile.
    for element in unsafe { t.view().as_mut_slice::<f64>()? } {
        *element *= factor;
    }
    Ok(())
}

/// An account that money goes in and out of.
#[derive(Object)]
#[object(key = "plugin_rust.Account")]
struct Account {
    /// Whose account it is.
    #[field]
    owner: String,
    /// How much is on it, in cents.
    #[field]
    cents: AtomicI64,
    /// Is called with the account and the new sum after each change.
    #[field(set)]
    on_change: Mutex<Option<PackedFunc>>,
}

#[methods]
impl Account {
    /// Opens an account.
    #[init]
    fn new(owner: String, #[default(0)] cents: i64) -> Self {
        Self {
            owner,
            cents: AtomicI64::new(cents),
            on_change: Mutex::new(None),
        }
    }

    /// Puts money on the account, or takes some from it; says how much there is then.
    fn add(this: &ObjectPtr<Self>, cents: i64) -> Result<i64> {
        let add = |now: i64| now.checked_add(cents).filter(|sum| *sum >= 0);
        let before = this.cents.fetch_update(Relaxed, Relaxed, add).map_err(|now| {
            Error::value_error(format!(
                "{} has {now} cents, which {cents} cannot be added to",
                this.owner
            ))
        })?;
        // Cloned out of the lock first: the function may want to set the field.
        let on_change = this
            .on_change
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some(on_change) = on_change {
            on_change.call((this, before + cents))?;
        }
        Ok(before + cents)
    }

    /// The account with more on it.
    fn richer(a: ObjectPtr<Self>, b: ObjectPtr<Self>) -> ObjectPtr<Self> {
        if a.cents.load(Relaxed) < b.cents.load(Relaxed) {
            b
        } else {
            a
        }
    }
}
