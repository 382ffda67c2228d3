use std::fmt;

use tvmlike::{Exception, packed_func};

macro_rules! errors {
    ($($name:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("failed")
            }
        }

        impl std::error::Error for $name {}
    )*};
}

#[derive(Debug, Exception)]
struct NoKey;

#[derive(Debug, Exception)]
#[exception("ui.Word", parent = "ValueError")]
struct UnknownWord;

#[derive(Debug, Exception)]
#[exception("ui.Generic")]
struct Generic<T>(T);

#[derive(Debug, Exception)]
#[exception("ui.Tuple")]
struct Tuple(#[field] i64);

#[derive(Debug, Exception)]
#[exception("ui.Variant")]
enum Variant {
    A {
        #[field]
        variant: i64,
    },
}

#[derive(Debug, Exception)]
#[exception("ui.Silent")]
struct Silent;

struct Foreign;

#[derive(Debug, Clone)]
struct Unknown;

#[derive(Debug, Exception)]
#[exception("ui.Field")]
struct Field {
    #[field]
    of: Unknown,
}

errors!(NoKey, UnknownWord, Tuple, Variant, Field);

#[packed_func("ui.fails")]
fn fails() -> Result<i64, Foreign> {
    Err(Foreign)
}

fn main() {}
