//! Compiled patterns as patterns of the drivers.

use tvmlike_ir::{Op, Pattern, Rewriter};

use super::bound::Bound;
use super::functions::{DriverRewriter, PdlRewriter};
use super::{matcher, rewrite};
use crate::conversion::{ConversionPattern, ConversionRewriter, ConvertedOperands};

impl Bound {
    /// Rewrites an operation if it matches. Whether it did.
    fn apply(&self, driver: DriverRewriter<'_, '_, '_>, op: Op) -> Result<bool, String> {
        let rewriter = &mut PdlRewriter::new(driver, op);
        let applied = matcher::find(self, rewriter, op).and_then(|found| match found {
            Some(mut bindings) => rewrite::run(self, rewriter, &mut bindings),
            None => Ok(false),
        });
        applied.map_err(|reason| format!("{}: {reason}", self.plan.title()))
    }

    fn name(&self) -> &str {
        &self.plan.name
    }

    fn root(&self) -> Option<&str> {
        self.plan.root.as_deref()
    }
}

/// A pattern for the greedy driver.
pub(super) struct PdlPattern(pub(super) Bound);

impl Pattern for PdlPattern {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn root(&self) -> Option<&str> {
        self.0.root()
    }

    fn benefit(&self) -> u16 {
        self.0.plan.benefit
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        match self.0.apply(DriverRewriter::Greedy(rewriter), op) {
            Ok(matched) => matched.then_some(()),
            Err(reason) => {
                rewriter.fail(reason);
                None
            }
        }
    }
}

/// A pattern for a conversion.
pub(super) struct PdlConversion(pub(super) Bound);

impl ConversionPattern for PdlConversion {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn root(&self) -> Option<&str> {
        self.0.root()
    }

    fn benefit(&self) -> u16 {
        self.0.plan.benefit
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        _operands: &ConvertedOperands,
    ) -> Option<()> {
        match self.0.apply(DriverRewriter::Conversion(rewriter), op) {
            Ok(matched) => matched.then_some(()),
            Err(reason) => {
                op.emit_error(rewriter.context(), reason).emit();
                None
            }
        }
    }
}
