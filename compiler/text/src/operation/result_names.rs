//! Names that a dialect gives to the results of its operations, and to arguments of their regions, in printed text.

use std::fmt;

use tvmlike_ir::{Context, Op, Region};

/// Appends names of results, without `%`.
type Namer = dyn Fn(&Context, Op, &mut Vec<Vec<u8>>) + Send + Sync;

/// The names of the results of an operation in printed text: an extension of its record.
pub struct ResultNames(Box<Namer>);

impl ResultNames {
    /// Results that `name` names: it appends none for numbers, or the name of the first result, and those of later
    /// results. A result with an empty name belongs to the results before it: `%sizes:2`.
    pub fn new(name: impl Fn(&Context, Op, &mut Vec<Vec<u8>>) + Send + Sync + 'static) -> Self {
        Self(Box::new(name))
    }

    /// Appends the names of an operation's results.
    pub(super) fn append(&self, context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
        (self.0)(context, op, names);
    }
}

impl fmt::Debug for ResultNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResultNames").finish_non_exhaustive()
    }
}

/// Appends names of arguments, without `%`.
type ArgumentNamer = dyn Fn(&Context, Op, Region, &mut Vec<Vec<u8>>) + Send + Sync;

/// The names of the arguments of an operation's regions in printed text: an extension of its record.
pub struct ArgumentNames(Box<ArgumentNamer>);

impl ArgumentNames {
    /// Arguments that `name` names: it appends the names of the first arguments of a region's first block.
    pub fn new(name: impl Fn(&Context, Op, Region, &mut Vec<Vec<u8>>) + Send + Sync + 'static) -> Self {
        Self(Box::new(name))
    }

    /// Appends the names of a region's arguments.
    pub(super) fn append(&self, context: &Context, op: Op, region: Region, names: &mut Vec<Vec<u8>>) {
        (self.0)(context, op, region, names);
    }
}

impl fmt::Debug for ArgumentNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArgumentNames").finish_non_exhaustive()
    }
}
