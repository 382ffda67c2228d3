//! The states of a plugin. Invariant: a state only goes forward, except that a failed reload returns to `Loaded`.

/// How far a plugin has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Its init runs.
    Loading = 0,
    /// Its functions are registered.
    Loaded = 1,
    /// Its names are withdrawn; something of it is still out there.
    Unloaded = 2,
    /// Nothing of it is out there, and its finish function has run or runs.
    Finished = 3,
    /// It could not be loaded.
    Failed = 4,
    /// It is loaded, and new code is being loaded in its place.
    Replacing = 5,
}

impl State {
    pub(super) fn from_number(number: u8) -> Self {
        match number {
            0 => Self::Loading,
            1 => Self::Loaded,
            2 => Self::Unloaded,
            3 => Self::Finished,
            5 => Self::Replacing,
            _ => Self::Failed,
        }
    }

    /// As it stands in `plugin.info`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Loading => "loading",
            Self::Loaded | Self::Replacing => "loaded",
            Self::Unloaded => "unloaded",
            Self::Finished => "finished",
            Self::Failed => "failed",
        }
    }

    /// Whether its names are in the table, as far as it is known from outside.
    pub(crate) fn is_loaded(self) -> bool {
        matches!(self, Self::Loaded | Self::Replacing)
    }

    /// Whether it may register names and types.
    pub(super) fn is_there(self) -> bool {
        matches!(self, Self::Loading | Self::Loaded | Self::Replacing)
    }
}
