//! Example: a plugin in Rust.
//!
//! It is a library of its own. One line makes it a plugin, and the attribute is the same as in code that is linked
//! into the host. Build it with `cargo build --release -p tvmlike-plugin-rust`, load it with
//! `tvmlike.load_plugin("target/release/libtvmlike_plugin_rust.so")`.

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

/// Greets somebody.
#[packed_func("plugin_rust.greet")]
fn greet(#[default("world")] name: &str) -> String {
    format!("hello, {name}")
}

/// Multiplies a tensor of float64 by a factor, in place, in the caller's own memory.
#[packed_func("plugin_rust.scale")]
fn scale(t: &Tensor, factor: f64) -> Result<()> {
    // SAFETY: the caller lends the tensor for this call; that nobody writes to it meanwhile is the caller's part.
    for element in unsafe { t.view().as_mut_slice::<f64>()? } {
        *element *= factor;
    }
    Ok(())
}
