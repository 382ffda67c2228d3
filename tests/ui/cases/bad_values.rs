use tvmlike::prelude::*;

#[packed_func("ui.default")]
fn wrong_default(#[default("one")] x: i64, #[default(0.5)] y: u64) {}

#[packed_func("ui.writes")]
fn writes(x: &mut [f64]) {}

#[packed_func("ui.items")]
fn items(x: &[String]) {}

#[derive(Union)]
enum Ambiguous {
    Wide(i64),
    Narrow(u8),
}

#[packed_func("ui.ambiguous")]
fn ambiguous(x: Ambiguous) {}

#[derive(Union)]
enum TwoFields {
    Both(i64, i64),
    One(i64),
}

#[derive(Union)]
enum Generic<T> {
    One(T),
    Other(i64),
}

#[derive(Record)]
struct Nameless {
    x: i64,
}

#[derive(Record)]
#[record("ui.Tuple")]
struct Tuple(i64);

struct Mine;

#[derive(Record)]
#[record("ui.Holder")]
struct Holder {
    mine: Mine,
}

#[derive(Enum, Clone, Copy)]
enum Keyless {
    One,
}

#[derive(Enum, Clone, Copy)]
#[enum_type("ui.Filled")]
enum Filled {
    One(i64),
}

#[derive(Enum, Clone, Copy)]
#[enum_type("ui.Negative", flags)]
enum Negative {
    One = -1,
}

#[derive(Enum, Clone, Copy)]
#[enum_type("ui.Same")]
enum Same {
    One,
    #[name("ONE")]
    Two,
}

#[derive(Enum)]
#[enum_type("ui.Struct", flag)]
struct Struct;

#[derive(Enum, Clone, Copy)]
#[enum_type("ui.Wide")]
#[repr(u64)]
enum Wide {
    One = 1 << 63,
}

#[derive(Object)]
#[object(key = "ui.Class")]
struct Class;

#[derive(Union)]
enum Twice {
    Class(ObjectPtr<Class>),
    Again(ObjectPtr<Class>),
}

#[packed_func("ui.twice")]
fn twice(_x: Twice) {}

fn main() {}
