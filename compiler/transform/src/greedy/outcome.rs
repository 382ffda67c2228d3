//! How a greedy rewrite ends.

/// How a greedy rewrite ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GreedyOutcome {
    /// Whether something changed.
    pub changed: bool,
    /// Whether nothing is left to be changed; else a limit ended the rewrite.
    pub converged: bool,
}

/// Why a greedy rewrite ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GreedyError {
    /// The interrupt of the configuration asked for it.
    Interrupted,
    /// A pattern failed, for a reason.
    Pattern(Box<str>),
    /// One iteration made so many rewrites, without a limit of its own, that the patterns seem to have no end.
    Endless {
        /// How many there were.
        rewrites: usize,
        /// The name of the operation that was rewritten last.
        op: Box<str>,
    },
}

impl std::fmt::Display for GreedyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Interrupted => f.write_str("the rewrite was interrupted"),
            Self::Pattern(reason) => f.write_str(reason),
            Self::Endless { rewrites, op } => write!(
                f,
                "pattern application failed to converge: {rewrites} rewrites in one iteration, the last one of '{op}'; \
                 if the patterns have an end, set a larger limit of rewrites"
            ),
        }
    }
}

impl std::error::Error for GreedyError {}
