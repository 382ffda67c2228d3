//! `canonicalize`: applies folds and canonicalization patterns until nothing changes.

use tvmlike_ir::{Context, Failure};

use crate::applicator::FrozenPatterns;
use crate::greedy::{GreedyConfig, RegionSimplification, rewrite_greedily};
use crate::options::{OptionKind, OptionRecord, Options};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("canonicalize", "Canonicalize operations", |options| {
        Ok(Box::new(Canonicalize::new(options)?))
    })
    .shown_as("Canonicalizer")
    .with_options(vec![
        OptionRecord::bool("top-down", true, "Seed the worklist in general top-down order"),
        OptionRecord::choice(
            "region-simplify",
            &[
                ("disabled", "Don't run any control-flow simplification."),
                (
                    "normal",
                    "Perform simple control-flow simplifications (e.g. dead args elimination).",
                ),
                (
                    "aggressive",
                    "Perform aggressive control-flow simplification (e.g. block merging).",
                ),
            ],
            "normal",
            "Perform control flow optimizations to the region tree",
        ),
        OptionRecord::int(
            "max-iterations",
            10,
            "Max. iterations between applying patterns / simplifying regions",
        ),
        OptionRecord::int(
            "max-num-rewrites",
            -1,
            "Max. number of pattern rewrites within an iteration",
        ),
        OptionRecord::bool(
            "test-convergence",
            false,
            "Test only: Fail pass on non-convergence to detect cyclic pattern",
        ),
        OptionRecord::list(
            "disable-patterns",
            OptionKind::Text,
            "Labels of patterns that should be filtered out during application",
        ),
        OptionRecord::list(
            "enable-patterns",
            OptionKind::Text,
            "Labels of patterns that should be used during application, all other patterns are filtered out",
        ),
    ])
}

struct Canonicalize {
    config: GreedyConfig,
    test_convergence: bool,
    disabled: Vec<String>,
    enabled: Vec<String>,
    patterns: Option<FrozenPatterns>,
}

impl Canonicalize {
    fn new(options: &Options) -> Result<Self, String> {
        // A negative limit is none.
        let limit = |name| usize::try_from(options.int(name)).ok();
        let region_simplification = match options.text("region-simplify") {
            "disabled" => RegionSimplification::Disabled,
            "aggressive" => RegionSimplification::Aggressive,
            _ => RegionSimplification::Normal,
        };
        Ok(Self {
            config: GreedyConfig {
                top_down: options.bool("top-down"),
                max_iterations: limit("max-iterations"),
                max_rewrites: limit("max-num-rewrites"),
                region_simplification,
                ..GreedyConfig::default()
            },
            test_convergence: options.bool("test-convergence"),
            disabled: options.texts("disable-patterns"),
            enabled: options.texts("enable-patterns"),
            patterns: None,
        })
    }
}

impl Pass for Canonicalize {
    fn prepare(&mut self, context: &Context) -> Result<(), String> {
        let patterns = context.canonicalization_patterns();
        self.patterns = Some(FrozenPatterns::filtered(
            context,
            &patterns,
            &self.disabled,
            &self.enabled,
        ));
        Ok(())
    }

    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let Some(patterns) = &self.patterns else {
            return Err(run.fail("canonicalize was not prepared"));
        };
        let config = GreedyConfig {
            interrupt: run.interrupt().cloned(),
            ..self.config.clone()
        };
        let op = run.op();
        match rewrite_greedily(run.edit(), op, patterns, &config) {
            Ok(outcome) if self.test_convergence && !outcome.converged => {
                Err(run.fail("canonicalize did not converge"))
            }
            Ok(outcome) => {
                if !outcome.changed {
                    run.preserved().all();
                }
                Ok(())
            }
            Err(error) => Err(run.fail(error.to_string())),
        }
    }
}
