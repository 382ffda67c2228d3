//! What a greedy rewrite does beside applying patterns, and when it ends.

use std::sync::Arc;

use tvmlike_ir::Region;

/// Which operations a greedy rewrite can change.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Strictness {
    /// All in the scope.
    #[default]
    AnyOp,
    /// Those that were given, and those that patterns make.
    ExistingAndNew,
    /// Those that were given.
    Existing,
}

/// How far blocks are simplified after the patterns were applied.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum RegionSimplification {
    /// Not at all.
    Disabled,
    /// Blocks that are not reached and what is dead are erased.
    Normal,
    /// Also, blocks that are the same are merged, and arguments that are the same on every path are dropped.
    #[default]
    Aggressive,
}

/// The rewrites after which an iteration over one operation seems endless, and how many more each further operation adds.
/// Patterns that unroll a loop step by step make as many as the loop has iterations.
const ENDLESS: (usize, usize) = (1 << 18, 64);

/// Asks whether a rewrite should end early.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// What a greedy rewrite does, with MLIR's defaults.
#[derive(Clone)]
pub struct GreedyConfig {
    /// Whether operations are visited before those that use them.
    pub top_down: bool,
    /// How often the whole region is visited; `None`: until nothing changes.
    pub max_iterations: Option<usize>,
    /// How many rewrites one iteration makes; `None`: any number that does not seem endless, else
    /// [`GreedyError::Endless`](super::GreedyError::Endless).
    pub max_rewrites: Option<usize>,
    /// Which operations can be changed.
    pub strictness: Strictness,
    /// How far blocks are simplified.
    pub region_simplification: RegionSimplification,
    /// Whether operations are folded.
    pub fold: bool,
    /// Whether constants are shared.
    pub share_constants: bool,
    /// Changes in this region only are followed; `None`: in the region that is rewritten.
    pub scope: Option<Region>,
    /// Asked now and then; the rewrite ends when it answers yes.
    pub interrupt: Option<Interrupt>,
}

impl GreedyConfig {
    /// How many rewrites one iteration over a number of operations makes at most.
    pub(super) fn rewrite_limit(&self, operations: usize) -> usize {
        let (base, each) = ENDLESS;
        self.max_rewrites
            .unwrap_or_else(|| base.saturating_add(operations.saturating_mul(each)))
    }
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self {
            top_down: false,
            max_iterations: Some(10),
            max_rewrites: None,
            strictness: Strictness::AnyOp,
            region_simplification: RegionSimplification::Aggressive,
            fold: true,
            share_constants: true,
            scope: None,
            interrupt: None,
        }
    }
}

impl std::fmt::Debug for GreedyConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GreedyConfig")
            .field("top_down", &self.top_down)
            .field("max_iterations", &self.max_iterations)
            .field("max_rewrites", &self.max_rewrites)
            .field("strictness", &self.strictness)
            .field("region_simplification", &self.region_simplification)
            .finish_non_exhaustive()
    }
}
