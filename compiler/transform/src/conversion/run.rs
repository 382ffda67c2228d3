//! Conversions by passes.

use tvmlike_ir::{Failure, Op};

use super::config::ConversionConfig;
use super::driver::{ConversionMode, convert};
use super::pattern::ConversionPatterns;
use super::target::ConversionTarget;
use crate::pass::Run;

impl Run<'_, '_> {
    /// Converts what a target does not find legal in a tree, as [`convert_partial`](crate::convert_partial), until the pipeline is
    /// interrupted.
    ///
    /// # Errors
    /// An operation that the target calls illegal cannot be converted, or the pipeline was interrupted. The IR is what it was.
    pub fn convert_partial(
        &mut self,
        root: Op,
        target: &ConversionTarget,
        patterns: &ConversionPatterns,
    ) -> Result<(), Failure> {
        let config = ConversionConfig {
            interrupt: self.interrupt().cloned(),
            ..ConversionConfig::default()
        };
        convert(
            self.edit(),
            root,
            target,
            patterns,
            ConversionMode::Partial,
            &config,
        )
    }
}
