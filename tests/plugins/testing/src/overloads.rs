//! Functions that share a name: `#[packed_func(overload)]` and `#[overload]`.

use std::path::PathBuf;

use tvmlike::prelude::*;

/// A color, for overloads that take an enumeration.
#[derive(Enum, Clone, Copy)]
#[enum_type("testing_overloads.Tone")]
enum Tone {
    Low = 1,
    High = 2,
}

#[packed_module("testing_overloads")]
mod functions {
    use super::*;

    /// The sum of two numbers.
    #[packed_func("add", overload)]
    fn add_ints(x: i64, #[default(1)] y: i64) -> i64 {
        x + y
    }

    /// Concatenates two texts.
    #[packed_func("add", overload)]
    fn add_texts(x: &str, y: &str) -> String {
        format!("{x}{y}")
    }

    #[packed_func("add", overload)]
    fn add_floats(x: f64, y: f64) -> f64 {
        x + y
    }

    #[packed_func("kind", overload)]
    fn of_bool(_x: bool) -> &'static str {
        "bool"
    }

    #[packed_func("kind", overload)]
    fn of_float(_x: f64) -> &'static str {
        "float"
    }

    #[packed_func("kind", overload)]
    fn of_small(_x: u8) -> &'static str {
        "u8"
    }

    #[packed_func("kind", overload)]
    fn of_file(_x: PathBuf) -> &'static str {
        "path"
    }

    #[packed_func("kind", overload)]
    fn of_list(_x: Vec<f64>) -> &'static str {
        "floats"
    }

    #[packed_func("kind", overload)]
    fn of_texts(_x: Vec<String>) -> &'static str {
        "texts"
    }

    #[packed_func("kind", overload)]
    fn of_derived(_x: &Derived) -> &'static str {
        "derived"
    }

    #[packed_func("kind", overload)]
    fn of_base(_x: &Base) -> &'static str {
        "base"
    }

    /// A place in a file.
    #[packed_func("place", overload)]
    fn at(
        file: &str,
        line: i64,
        #[keyword_only]
        #[default("here")]
        note: &str,
    ) -> String {
        format!("{file}:{line} {note}")
    }

    /// A span in a file.
    #[packed_func("place", overload)]
    fn span(
        file: &str,
        from: i64,
        to: i64,
        #[keyword_only]
        #[default("there")]
        note: &str,
    ) -> String {
        format!("{file}:{from}-{to} {note}")
    }

    /// Parameters by the same names in another order.
    #[packed_func("turned", overload)]
    fn first(a: i64, b: f64) -> String {
        format!("first {a} {b:?}")
    }

    #[packed_func("turned", overload)]
    fn second(b: f64, a: i64) -> String {
        format!("second {b:?} {a}")
    }

    #[packed_func("tone", overload)]
    fn tone(tone: Tone) -> Tone {
        match tone {
            Tone::Low => Tone::High,
            Tone::High => Tone::Low,
        }
    }

    #[packed_func("tone", overload)]
    fn tone_of(file: PathBuf, #[default(Tone::Low)] tone: Tone) -> PathBuf {
        file.join(if matches!(tone, Tone::Low) { "low" } else { "high" })
    }

    #[packed_func("fails", overload)]
    fn fails(x: i64) -> Result<i64> {
        Err(Error::value_error(format!("{x} is refused")))
    }

    #[packed_func("fails", overload)]
    fn panics(x: &str) -> i64 {
        panic!("{x} panics")
    }
}

#[derive(Object)]
#[object(key = "testing_overloads.Base")]
struct Base {
    /// How it was made.
    #[field]
    made_of: String,
}

#[methods]
impl Base {
    /// From a text.
    #[init]
    #[overload]
    fn of_text(text: &str) -> Self {
        Self {
            made_of: text.to_owned(),
        }
    }

    /// From numbers.
    #[init]
    #[overload]
    fn of_numbers(x: i64, #[default(0)] y: i64) -> Self {
        Self {
            made_of: format!("{x}, {y}"),
        }
    }

    /// The text in a place.
    #[overload]
    #[name("part")]
    fn part_at(&self, position: usize) -> Result<String> {
        let found = self.made_of.chars().nth(position).map(String::from);
        found.ok_or_else(|| Error::index_error("behind the end"))
    }

    /// A part of the text.
    #[overload]
    #[name("part")]
    fn part_of(&self, from: usize, to: usize) -> Result<String> {
        let part = self.made_of.get(from..to).map(str::to_owned);
        part.ok_or_else(|| Error::index_error("behind the end"))
    }

    /// The object itself.
    #[overload]
    fn part(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }

    #[overload]
    #[name("named")]
    fn named_by_text(name: &str) -> String {
        format!("text {name}")
    }

    #[overload]
    #[name("named")]
    fn named_by_number(number: i64) -> String {
        format!("number {number}")
    }
}

#[derive(Object)]
#[object(key = "testing_overloads.Derived", parent = base: Base)]
struct Derived {
    base: Base,
}

#[methods]
impl Derived {
    #[init]
    fn new() -> Self {
        Self {
            base: Base::of_text("derived"),
        }
    }
}
