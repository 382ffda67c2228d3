//! A Rust program that hosts packed functions.
//!
//! It links libtvmlike as a C++ program would, so that it shares one registry with everything that is loaded into the
//! process, such as plugins or a Python interpreter. The only difference to a program that contains the crates itself
//! is `tvmlike::link_host!`: the attributes and the calls are the same.
//!
//! ```sh
//! cargo build --release -p tvmlike-ffi    # libtvmlike.so
//! cargo run --release -p tvmlike-rust-host -- [libplugin_c.so …]
//! ```
//!
//! Outside this workspace, set TVMLIKE_LIBRARY_PATH to the directory of the library (see build.rs).

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use tvmlike::ToAny;
use tvmlike::prelude::*;

tvmlike::link_host!(name = "rust_host", version = env!("CARGO_PKG_VERSION"));

/// Joins words.
#[packed_func("rust_host.join")]
fn join(words: Vec<String>, #[default(" ")] between: &str) -> String {
    words.join(between)
}

/// Fails if the number is odd.
#[packed_func("rust_host.half")]
fn half(number: i64) -> Result<i64> {
    if number % 2 == 0 {
        Ok(number / 2)
    } else {
        Err(Error::value_error(format!("rust_host.half: {number} is odd")))
    }
}

/// A counter.
#[derive(Object)]
#[object(key = "rust_host.Counter")]
struct Counter {
    /// Its current value.
    #[field]
    value: AtomicI64,
}

#[methods]
impl Counter {
    /// Makes a counter at 0.
    #[init]
    fn new() -> Self {
        Self {
            value: AtomicI64::new(0),
        }
    }

    /// Adds to the counter; returns its new value.
    fn add(&self, #[default(1)] by: i64) -> i64 {
        self.value.fetch_add(by, Relaxed) + by
    }
}

fn names() -> Result<()> {
    println!(
        "names: {} functions are registered, under rust_host {:?}",
        tvmlike::list("")?.len(),
        tvmlike::list("rust_host")?
    );
    Ok(())
}

/// Calls the library's own functions by name.
fn tensors() -> Result<()> {
    let ones = Tensor::from_vec(vec![1.0_f32; 6], &[2, 3])?;
    let twos: Tensor = tvmlike::get("tensor.add")?.call_as((ones.clone(), ones))?;
    let sum: f64 = tvmlike::get("tensor.sum")?.call_as((twos.clone(),))?;
    println!("tensors: tensor.add gives {:?}, in all {sum}", twos.shape());
    Ok(())
}

/// Calls the program's own functions by name, as Python or a plugin would.
fn own_functions() -> Result<()> {
    let join = tvmlike::get("rust_host.join")?;
    let text: String = join.call_as((vec!["packed", "functions"].to_any(),))?;
    println!("own: rust_host.join gives {text:?}");
    Ok(())
}

/// Passes a closure to the library, which calls it back.
fn callback() -> Result<()> {
    let square = PackedFunc::typed("square", |x: i64| x * x);
    let squares: Vec<i64> = tvmlike::get("array.map")?.call_as((square, vec![1, 2, 3].to_any()))?;
    println!("callback: array.map gives {squares:?}");
    Ok(())
}

/// An error passes through the library unchanged. Errors of the library itself, such as the one for a second entry of
/// the program, have the same form.
fn errors() {
    let failed = tvmlike::get("array.map")
        .and_then(|map| map.call((tvmlike::get("rust_host.half")?, vec![2, 3].to_any())))
        .expect_err("3 is odd");
    println!("error: {failed}");
    let wrong = tvmlike::get("tensor.sum").and_then(|sum| sum.call(("no tensor",)));
    println!("error: {}", wrong.expect_err("a text is no tensor"));
    println!("error: {}", attach().expect_err("the program is attached"));
}

fn objects() -> Result<()> {
    let counter = ObjectPtr::new(Counter::new());
    counter.add(40);
    // The library knows the type: a plugin or Python could call its methods too.
    let sums: Vec<i64> = tvmlike::get("array.map")?.call_as((
        PackedFunc::typed("count", |counter: ObjectPtr<Counter>| counter.add(1)),
        vec![counter.clone(), counter.clone()].to_any(),
    ))?;
    println!("objects: {sums:?}, the counter stands at {}", counter.add(0));
    Ok(())
}

fn plugins(paths: impl Iterator<Item = String>) -> Result<()> {
    for path in paths {
        let plugin = tvmlike::plugin::load(path)?;
        println!("plugin: {} brought {:?}", plugin.name, plugin.functions);
    }
    let names = tvmlike::plugin::list()?.into_iter().map(|plugin| plugin.name);
    println!("plugin: {:?} are loaded", names.collect::<Vec<_>>());
    Ok(())
}

fn main() -> Result<()> {
    attach()?;
    println!(
        "tvmlike {}",
        tvmlike::get("runtime.version")?.call_as::<String>(())?
    );
    names()?;
    tensors()?;
    own_functions()?;
    callback()?;
    errors();
    objects()?;
    plugins(std::env::args().skip(1))
}
