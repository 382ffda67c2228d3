//! The signedness of integer types.

/// How the bits of an integer type are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Signedness {
    /// Operations decide: `i32`.
    Signless,
    /// Two's complement: `si32`.
    Signed,
    /// `ui32`.
    Unsigned,
}

impl Signedness {
    pub(crate) fn from_word(word: u32) -> Self {
        match word {
            0 => Self::Signless,
            1 => Self::Signed,
            _ => Self::Unsigned,
        }
    }
}
