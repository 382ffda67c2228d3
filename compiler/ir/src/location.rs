//! Locations: where operations come from.
//!
//! Invariant: a location is an attribute, so its number is that of a node; numbers with the top bit set are lazy
//! locations, which name a place in a source text that the context keeps.

mod lazy;

pub use lazy::SourceText;

use crate::attributes::AttributeKind;
use std::collections::HashSet;

use foldhash::fast::FixedState;

use crate::context::Context;
use crate::id::{Attribute, Identifier, Location, raw};
use crate::list::{Locations, Words};
use crate::source::LAZY;
use crate::unique::Kind;

/// The kind of a location with its parts, borrowed from its context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocationKind<'a> {
    /// `loc(unknown)`.
    Unknown,
    /// `loc("file":1:2)`, `loc("file":1:2 to 3:4)`.
    FileRange {
        /// The name of the file.
        file: Identifier,
        /// The first line, from 1.
        start_line: u32,
        /// The first column, from 1.
        start_col: u32,
        /// The last line.
        end_line: u32,
        /// The last column.
        end_col: u32,
    },
    /// `loc("name"(child))`.
    Name {
        /// The name.
        name: Identifier,
        /// Where the named thing is; unknown if the text gives nothing.
        child: Location,
    },
    /// `loc(callsite(callee at caller))`.
    CallSite {
        /// The place in the called function.
        callee: Location,
        /// The place of the call.
        caller: Location,
    },
    /// `loc(fused<metadata>[locations])`.
    Fused {
        /// The locations.
        locations: Locations<'a>,
        /// Why they were fused.
        metadata: Option<Attribute>,
    },
    /// A number of a front end's own; printed as its fallback.
    Opaque {
        /// The number.
        data: u64,
        /// The location for those that do not know the number.
        fallback: Location,
    },
}

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FilePosition {
    /// The name of the file.
    pub file: Identifier,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

impl Location {
    #[inline]
    pub(crate) const fn is_lazy(raw: u32) -> bool {
        raw & LAZY != 0
    }

    /// The location as an attribute: a lazy one becomes file, line and column. Locations are the same if and only if their
    /// canonical ones are equal.
    #[inline]
    pub fn canonical(self, context: &Context) -> Self {
        if Self::is_lazy(self.raw()) {
            return context.materialize(self);
        }
        self
    }

    /// The kind of a location that is not lazy.
    fn node_kind(self, context: &Context) -> LocationKind<'_> {
        let node = context.uniquer.node(self.raw());
        let words = node.words();
        match node.kind() {
            Kind::UnknownLocation => LocationKind::Unknown,
            Kind::FileRangeLocation => {
                let (start_line, start_col, end_line, end_col) = match words[1..] {
                    [line] => (line, 0, line, 0),
                    [line, column] => (line, column, line, column),
                    [line, start, end] => (line, start, line, end),
                    _ => (words[1], words[2], words[3], words[4]),
                };
                LocationKind::FileRange {
                    file: Identifier::new(words[0]),
                    start_line,
                    start_col,
                    end_line,
                    end_col,
                }
            }
            Kind::NameLocation => LocationKind::Name {
                name: Identifier::new(words[0]),
                child: Location::new(words[1]),
            },
            Kind::CallSiteLocation => LocationKind::CallSite {
                callee: Location::new(words[0]),
                caller: Location::new(words[1]),
            },
            Kind::FusedLocation => LocationKind::Fused {
                locations: Locations::new(&words[1..]),
                metadata: Attribute::from_raw(words[0]),
            },
            Kind::OpaqueLocation => LocationKind::Opaque {
                data: u64::from(words[0]) | u64::from(words[1]) << 32,
                fallback: Location::new(words[2]),
            },
            other => {
                panic!("the location is of another context: here its number is a node of kind {other:?}")
            }
        }
    }

    /// What the location is.
    ///
    /// # Panics
    /// Can panic if the location is of another context.
    pub fn kind(self, context: &Context) -> LocationKind<'_> {
        self.canonical(context).node_kind(context)
    }

    /// The place in a file to show for the location: that of the callee before that of the caller for a call site,
    /// the first one for a fused location. `None` if it contains no place in a file.
    pub fn file_position(self, context: &Context) -> Option<FilePosition> {
        let mut pending = vec![self];
        // Locations share parts: each is looked at once.
        let mut seen = HashSet::with_hasher(FixedState::default());
        while let Some(location) = pending.pop() {
            if !pending.is_empty() && !seen.insert(location) {
                continue;
            }
            match location.kind(context) {
                LocationKind::Unknown => {}
                LocationKind::FileRange {
                    file,
                    start_line: line,
                    start_col: column,
                    ..
                } => return Some(FilePosition { file, line, column }),
                LocationKind::Name { child, .. } => pending.push(child),
                LocationKind::CallSite { callee, caller } => pending.extend([caller, callee]),
                LocationKind::Fused { locations, .. } => pending.extend(locations.iter().rev()),
                LocationKind::Opaque { fallback, .. } => pending.push(fallback),
            }
        }
        None
    }

    /// The location that an attribute is.
    pub fn from_attribute(context: &Context, attribute: Attribute) -> Option<Self> {
        match attribute.kind(context) {
            AttributeKind::Location(location) => Some(location),
            _ => None,
        }
    }
}

impl Context {
    /// `loc(unknown)`.
    #[inline]
    pub fn unknown_location(&self) -> Location {
        self.common.unknown_location
    }

    /// `loc("file":line)`: the column is 0.
    pub fn file_line_location(&self, file: Identifier, line: u32) -> Location {
        self.file_location(file, &[line])
    }

    /// `loc("file":line:column)`.
    ///
    /// As in MLIR, the file `-` stands for an empty name here, but not in a range.
    pub fn file_line_col_location(&self, file: Identifier, line: u32, column: u32) -> Location {
        let file = match file.bytes(self) {
            b"" => self.identifier("-"),
            _ => file,
        };
        self.file_location(file, &[line, column])
    }

    /// `loc("file":line:start to :end)`.
    pub fn file_columns_location(&self, file: Identifier, line: u32, start: u32, end: u32) -> Location {
        self.file_location(file, &[line, start, end])
    }

    /// `loc("file":line:column to line:column)`.
    pub fn file_range_location(&self, file: Identifier, start: [u32; 2], end: [u32; 2]) -> Location {
        self.file_location(file, &[start[0], start[1], end[0], end[1]])
    }

    /// A place in a file, by one to four numbers.
    ///
    /// As in MLIR, the same place by fewer numbers is another location, although both print alike.
    fn file_location(&self, file: Identifier, numbers: &[u32]) -> Location {
        let words = Words::new().word(file.raw()).words(numbers.iter().copied());
        self.make_location(Kind::FileRangeLocation, words.as_slice())
    }

    /// `loc("name"(child))`.
    pub fn name_location(&self, name: Identifier, child: Location) -> Location {
        self.make_location(Kind::NameLocation, &[name.raw(), child.canonical(self).raw()])
    }

    /// `loc(callsite(callee at caller))`.
    pub fn call_site_location(&self, callee: Location, caller: Location) -> Location {
        let [callee, caller] = [callee, caller].map(|location| location.canonical(self).raw());
        self.make_location(Kind::CallSiteLocation, &[callee, caller])
    }

    /// `loc(fused<metadata>[locations])`.
    ///
    /// Unknown and repeated locations are left out, and fused ones with the same metadata give their parts. Without
    /// metadata one location stands for itself, and none is the unknown one.
    pub fn fused_location(&self, locations: &[Location], metadata: Option<Attribute>) -> Location {
        /// Up to so many locations, a search is faster than a set.
        const FEW: usize = 16;
        let mut parts: Vec<Location> = Vec::with_capacity(locations.len());
        let mut many: HashSet<Location, FixedState> = HashSet::default();
        let mut add = |location: Location| {
            if parts.len() == FEW && many.is_empty() {
                many.extend(&parts);
            }
            let is_new = match parts.len() {
                ..FEW => !parts.contains(&location),
                _ => many.insert(location),
            };
            if is_new && location != self.unknown_location() {
                parts.push(location);
            }
        };
        for location in locations {
            let location = location.canonical(self);
            match location.kind(self) {
                LocationKind::Fused {
                    locations,
                    metadata: inner,
                } if inner == metadata => locations.iter().for_each(&mut add),
                _ => add(location),
            }
        }
        match (parts.as_slice(), metadata) {
            ([], None) => return self.unknown_location(),
            ([only], None) => return *only,
            ([], Some(_)) => parts.push(self.unknown_location()),
            _ => {}
        }
        let words = Words::new()
            .word(raw(metadata))
            .words(parts.iter().map(|location| location.raw()));
        self.make_location(Kind::FusedLocation, words.as_slice())
    }

    /// A location that only a front end understands, by a number of its own.
    pub fn opaque_location(&self, data: u64, fallback: Location) -> Location {
        let words = [data as u32, (data >> 32) as u32, fallback.canonical(self).raw()];
        self.make_location(Kind::OpaqueLocation, &words)
    }

    fn make_location(&self, kind: Kind, words: &[u32]) -> Location {
        Location::new(self.uniquer.intern(kind, words, &[]))
    }
}
