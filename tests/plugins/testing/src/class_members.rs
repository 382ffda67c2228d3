//! Keyword-only parameters, and attributes of classes.

use std::sync::atomic::{AtomicI64, Ordering};

use tvmlike::prelude::*;

/// The arguments, in their order.
#[packed_func("testing.keyword_only")]
fn keyword_only(
    a: i64,
    #[default(2)] b: i64,
    #[keyword_only] c: i64,
    #[keyword_only]
    #[default(4)]
    d: i64,
) -> Vec<i64> {
    vec![a, b, c, d]
}

/// The one argument, which is left to its default.
#[packed_func("testing.only_by_name")]
fn only_by_name(
    #[keyword_only]
    #[default("here")]
    place: &str,
) -> String {
    place.to_owned()
}

/// A box whose size is given by names.
#[derive(Object)]
#[object(key = "testing.Box")]
struct Sized {
    /// How wide it is.
    #[field]
    width: i64,
    /// How high it is.
    #[field]
    height: i64,
}

/// How often the standard box was created, plus 100 for each read of `asked`.
static ASKED: AtomicI64 = AtomicI64::new(0);

#[methods]
impl Sized {
    /// Makes a box.
    #[init]
    fn new(
        width: i64,
        #[keyword_only]
        #[default(1)]
        height: i64,
    ) -> Self {
        Self { width, height }
    }

    /// A box that is larger by a factor.
    fn scaled(&self, by: i64, #[keyword_only] deep: bool) -> Self {
        let height = if deep { self.height * by } else { self.height };
        Self {
            width: self.width * by,
            height,
        }
    }

    /// What boxes are made of.
    #[constant]
    #[name("material")]
    const MATERIAL: &str = "cardboard";

    /// How many sides a box has.
    #[constant]
    const SIDES: i64 = 6;

    /// Other languages do not see it.
    const HIDDEN: i64 = 1;

    /// The standard box, created on first use.
    #[constant]
    fn standard() -> Self {
        ASKED.fetch_add(Self::HIDDEN, Ordering::Relaxed);
        Self { width: 1, height: 1 }
    }

    /// Has no value.
    #[constant]
    fn broken() -> Result<i64> {
        Err(Error::value_error("there is no such box"))
    }

    /// How often the standard box was created, plus 100 for each read of this attribute.
    #[getter]
    fn asked() -> i64 {
        ASKED.fetch_add(100, Ordering::Relaxed)
    }

    /// Panics.
    #[getter]
    fn panicking() -> i64 {
        panic!("a property panics")
    }

    /// A box as wide as high.
    fn square(#[keyword_only] side: i64) -> Self {
        Self {
            width: side,
            height: side,
        }
    }
}
