//! The two directions of a conversion.

/// The direction of a conversion.
///
/// ```
/// use tvmlike::ToAny;
/// use tvmlike::bridge::{Direction, convert};
///
/// let number = 42.to_any();
/// let theirs = convert(number.view(), Direction::ToTvmFfi)?;
/// assert_eq!(convert(theirs.view(), Direction::FromTvmFfi)?.cast::<i64>()?, 42);
/// # Ok::<(), tvmlike::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From tvm-ffi to tvmlike.
    FromTvmFfi,
    /// From tvmlike to tvm-ffi.
    ToTvmFfi,
}

impl Direction {
    /// The direction, as messages show it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FromTvmFfi => "from tvm-ffi",
            Self::ToTvmFfi => "to tvm-ffi",
        }
    }
}
