//! `rewrite.GreedyRewriteConfig`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tvmlike_transform::{GreedyConfig, RegionSimplification, Strictness};

use crate::api::*;
use crate::pass_manager::is_interrupted;

/// Which operations a greedy rewrite can change.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("rewrite.GreedyRewriteStrictness")]
pub(crate) enum GreedyRewriteStrictness {
    /// All in the region.
    AnyOp = 0,
    /// Those that were there, and those that patterns make.
    ExistingAndNewOps = 1,
    /// Those that were there.
    ExistingOps = 2,
}

/// How far blocks are simplified.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("rewrite.GreedySimplifyRegionLevel")]
pub(crate) enum GreedySimplifyRegionLevel {
    /// Not at all.
    Disabled = 0,
    /// What is not reached or dead is erased.
    Normal = 1,
    /// Also, the same blocks are merged, and arguments that are the same on every path are dropped.
    Aggressive = 2,
}

/// How a greedy rewrite works.
#[derive(Object)]
#[object(key = "rewrite.GreedyRewriteConfig")]
pub(crate) struct GreedyRewriteConfig {
    config: Mutex<GreedyConfig>,
}

/// A limit as MLIR has it: -1 for none.
fn limit(value: i64) -> Option<usize> {
    usize::try_from(value).ok()
}

fn number(limit: Option<usize>) -> i64 {
    limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1)
}

impl GreedyRewriteConfig {
    fn config(&self) -> MutexGuard<'_, GreedyConfig> {
        self.config.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The configuration of a rewrite without one.
    pub(crate) fn defaults() -> GreedyConfig {
        GreedyConfig {
            interrupt: Some(Arc::new(is_interrupted)),
            ..GreedyConfig::default()
        }
    }

    /// The configuration as it is now.
    pub(crate) fn current(&self) -> GreedyConfig {
        self.config().clone()
    }
}

#[methods]
impl GreedyRewriteConfig {
    /// MLIR's defaults.
    #[init]
    fn new() -> Self {
        Self {
            config: Mutex::new(Self::defaults()),
        }
    }

    /// How often the whole region is visited; -1: until nothing changes.
    #[getter]
    fn max_iterations(&self) -> i64 {
        number(self.config().max_iterations)
    }

    #[setter]
    fn set_max_iterations(&self, value: i64) {
        self.config().max_iterations = limit(value);
    }

    /// How many rewrites one iteration makes; -1: any number.
    #[getter]
    fn max_num_rewrites(&self) -> i64 {
        number(self.config().max_rewrites)
    }

    #[setter]
    fn set_max_num_rewrites(&self, value: i64) {
        self.config().max_rewrites = limit(value);
    }

    /// Whether operations are visited before those that use them.
    #[getter]
    fn use_top_down_traversal(&self) -> bool {
        self.config().top_down
    }

    #[setter]
    fn set_use_top_down_traversal(&self, value: bool) {
        self.config().top_down = value;
    }

    /// Whether operations are folded.
    #[getter]
    fn enable_folding(&self) -> bool {
        self.config().fold
    }

    #[setter]
    fn set_enable_folding(&self, value: bool) {
        self.config().fold = value;
    }

    /// Whether constants are shared.
    #[getter]
    fn enable_constant_cse(&self) -> bool {
        self.config().share_constants
    }

    #[setter]
    fn set_enable_constant_cse(&self, value: bool) {
        self.config().share_constants = value;
    }

    /// Which operations can be changed.
    #[getter]
    fn strictness(&self) -> GreedyRewriteStrictness {
        match self.config().strictness {
            Strictness::AnyOp => GreedyRewriteStrictness::AnyOp,
            Strictness::ExistingAndNew => GreedyRewriteStrictness::ExistingAndNewOps,
            Strictness::Existing => GreedyRewriteStrictness::ExistingOps,
        }
    }

    #[setter]
    fn set_strictness(&self, value: GreedyRewriteStrictness) {
        self.config().strictness = match value {
            GreedyRewriteStrictness::AnyOp => Strictness::AnyOp,
            GreedyRewriteStrictness::ExistingAndNewOps => Strictness::ExistingAndNew,
            GreedyRewriteStrictness::ExistingOps => Strictness::Existing,
        };
    }

    /// How far blocks are simplified.
    #[getter]
    fn region_simplification_level(&self) -> GreedySimplifyRegionLevel {
        match self.config().region_simplification {
            RegionSimplification::Disabled => GreedySimplifyRegionLevel::Disabled,
            RegionSimplification::Normal => GreedySimplifyRegionLevel::Normal,
            RegionSimplification::Aggressive => GreedySimplifyRegionLevel::Aggressive,
        }
    }

    #[setter]
    fn set_region_simplification_level(&self, value: GreedySimplifyRegionLevel) {
        self.config().region_simplification = match value {
            GreedySimplifyRegionLevel::Disabled => RegionSimplification::Disabled,
            GreedySimplifyRegionLevel::Normal => RegionSimplification::Normal,
            GreedySimplifyRegionLevel::Aggressive => RegionSimplification::Aggressive,
        };
    }
}
