//! How a conversion works.

use crate::greedy::Interrupt;

/// When a conversion folds operations that its target does not find legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ConversionFolding {
    /// Never.
    Never,
    /// Before it tries patterns.
    #[default]
    BeforePatterns,
    /// Where no pattern makes the operation legal.
    AfterPatterns,
}

/// How a conversion works.
#[derive(Clone)]
pub struct ConversionConfig {
    /// When operations are folded.
    pub folding: ConversionFolding,
    /// Whether converters make the casts that are left. Otherwise `builtin.unrealized_conversion_cast`s stay.
    pub materialize: bool,
    /// Whether the conversion has to end, because of Ctrl-C or because foreign code failed; it fails then.
    pub interrupt: Option<Interrupt>,
}

impl Default for ConversionConfig {
    fn default() -> Self {
        Self {
            folding: ConversionFolding::default(),
            materialize: true,
            interrupt: None,
        }
    }
}

impl std::fmt::Debug for ConversionConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConversionConfig")
            .field("folding", &self.folding)
            .field("materialize", &self.materialize)
            .finish_non_exhaustive()
    }
}

impl ConversionConfig {
    /// Whether the conversion has to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }
}
