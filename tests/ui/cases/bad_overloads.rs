//! Overloads that cannot be distinguished, and a name with a single one.

use tvmlike::prelude::*;

#[packed_module("ui.overloads")]
mod alike {
    use super::*;

    #[packed_func("alike", overload)]
    fn of_ints(_x: i64) {}

    #[packed_func("alike", overload)]
    fn of_small_ints(_y: u8, #[default(1)] _z: u8) {}
}

#[packed_module("ui.alone")]
mod alone {
    use super::*;

    #[packed_func(overload)]
    fn alone() {}
}

#[packed_func("ui.outside", overload)]
fn outside() {}

#[derive(Object)]
#[object(key = "ui.Overloaded")]
struct Overloaded;

#[methods]
impl Overloaded {
    #[overload]
    #[name("x")]
    fn on_object(&self) {}

    #[overload]
    #[name("x")]
    fn on_class(_x: i64) {}
}

#[methods]
impl Overloaded {
    #[overload]
    #[getter]
    fn field(&self) -> i64 {
        1
    }
}

fn main() {}
