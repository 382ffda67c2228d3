//! Types that other languages have classes for: enumerations, plain structs, paths, durations, sets, unions.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use tvmlike::prelude::*;

/// What a light shows.
#[derive(Enum, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[enum_type("testing.Color")]
enum Color {
    /// Stop.
    Red = 1,
    Green,
    DarkBlue = -4,
}

/// What may be done with a file.
#[derive(Enum, Debug, Clone, Copy)]
#[enum_type("testing.Access", flags)]
enum Access {
    /// Looking.
    Read = 1,
    Write = 2,
    Execute = 4,
}

/// Another enumeration, with numbers that are colors too.
#[derive(Enum, Clone, Copy)]
#[enum_type("testing.Shade")]
enum Shade {
    Light = 1,
    #[name("None")]
    Nothing = 2,
}

/// Where something is.
#[derive(Record, Clone)]
#[record("testing.Place")]
struct Place {
    x: f64,
    #[default(0.5)]
    y: f64,
    #[default]
    color: Option<Color>,
    #[default]
    file: Option<PathBuf>,
}

/// A path from place to place.
#[derive(Record)]
#[record("testing.Route")]
struct Route {
    name: String,
    places: Vec<Place>,
}

/// A number, a name or a color of a chart.
#[derive(Union)]
enum Mark {
    Color(Color),
    File(PathBuf),
    Many(Vec<Color>),
    At(Place),
    Share(f64),
}

/// The color after a color.
#[packed_func("testing.next_color")]
fn next_color(color: Color, #[default(Color::Green)] last: Color) -> Color {
    match color {
        Color::Red => Color::Green,
        Color::Green => Color::DarkBlue,
        Color::DarkBlue => last,
    }
}

/// Every color, in a list.
#[packed_func("testing.colors")]
fn colors(#[default(None)] first: Option<Color>) -> Vec<Color> {
    first.into_iter().chain([Color::Red, Color::Green]).collect()
}

/// How often each color occurs.
#[packed_func("testing.count_colors")]
fn count_colors(colors: Vec<Color>) -> BTreeMap<Color, i64> {
    let mut counts = BTreeMap::new();
    for color in colors {
        *counts.entry(color).or_default() += 1;
    }
    counts
}

/// The shade of a color.
#[packed_func("testing.shade")]
fn shade(shade: Shade) -> Option<Shade> {
    match shade {
        Shade::Light => Some(Shade::Nothing),
        Shade::Nothing => None,
    }
}

/// Both accesses.
#[packed_func("testing.allow")]
fn allow(
    access: Flags<Access>,
    #[default(Access::Read | Access::Write)] more: Flags<Access>,
) -> Flags<Access> {
    access | more
}

/// A route the other way.
#[packed_func("testing.back")]
fn back(route: Route) -> Route {
    Route {
        places: route.places.into_iter().rev().collect(),
        ..route
    }
}

/// The mark itself.
#[packed_func("testing.mark")]
fn mark(mark: Mark) -> Mark {
    mark
}

/// The folder of a file, or the path of `name` in it.
#[packed_func("testing.sibling")]
fn sibling(file: &Path, #[default(None)] name: Option<PathBuf>) -> PathBuf {
    let folder = file.parent().unwrap_or(file);
    name.map_or_else(|| folder.to_owned(), |name| folder.join(name))
}

/// Twice the time.
#[packed_func("testing.twice")]
fn twice(time: Duration) -> Duration {
    time * 2
}

/// The nanoseconds of a time.
#[packed_func("testing.nanoseconds")]
fn nanoseconds(time: Duration) -> Result<u64> {
    Ok(u64::try_from(time.as_nanos())?)
}

/// What is in both sets.
#[packed_func("testing.common")]
fn common(a: HashSet<i64>, b: BTreeSet<i64>) -> HashSet<i64> {
    b.into_iter().filter(|item| a.contains(item)).collect()
}

/// The next character.
#[packed_func("testing.next_char")]
fn next_char(c: char) -> Option<char> {
    char::from_u32(u32::from(c) + 1)
}

/// The sum of numbers, weighted.
#[packed_func("testing.weighted")]
fn weighted(x: &[f64], #[default(&[])] weights: &[i64]) -> f64 {
    let weight = |at| weights.get(at).map_or(1.0, |&weight| weight as f64);
    x.iter().enumerate().map(|(at, x)| x * weight(at)).sum()
}

/// A pair the other way, and three numbers twice.
#[packed_func("testing.pairs")]
fn pairs(pair: (i64, Color), #[default([1, 2, 3])] three: [i64; 3]) -> ((Color, i64), [i64; 3]) {
    ((pair.1, pair.0), three.map(|one| one * 2))
}

/// Colors in their order.
#[derive(Object)]
#[object(key = "testing.Palette")]
struct Palette {
    colors: Vec<Color>,
}

#[methods(sequence)]
impl Palette {
    #[init]
    fn new(colors: Vec<Color>) -> Self {
        Self { colors }
    }

    fn len(&self) -> usize {
        self.colors.len()
    }

    fn get(&self, index: usize) -> Option<Color> {
        self.colors.get(index).copied()
    }
}

/// A lamp.
#[derive(Object)]
#[object(key = "testing.Lamp")]
struct Lamp {
    /// What it shows.
    #[field(set)]
    color: Mutex<Color>,
}

#[methods]
impl Lamp {
    #[init]
    fn new(#[default(Color::Red)] color: Color) -> Self {
        Self {
            color: Mutex::new(color),
        }
    }

    /// Shows another color; returns the one before.
    fn show(&self, color: Color) -> Result<Color> {
        let mut shown = self.color.lock().map_err(|_| Error::runtime_error("poisoned"))?;
        Ok(std::mem::replace(&mut shown, color))
    }

    /// The color of a lamp that is broken.
    #[constant]
    const BROKEN: Color = Color::DarkBlue;

    /// The color that lamps have now.
    #[getter]
    fn usual() -> Color {
        Color::Green
    }

    /// The color of lamps in a folder.
    fn color_of(folder: &Path) -> Color {
        if folder.ends_with("red") {
            Color::Red
        } else {
            Color::Green
        }
    }
}
