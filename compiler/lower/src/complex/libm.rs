//! Calls of the functions of C on complex numbers.

use tvmlike_ir::{FloatKind, Op, TypeKind};
use tvmlike_transform::{ConversionPattern, ConversionRewriter, ConvertedOperands};

use crate::math::call_libm;

/// An operation, and the function for parts of `f64`; that for `f32` has an `f` behind its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToLibm {
    pub(crate) root: &'static str,
    function: &'static str,
}

const fn to(root: &'static str, function: &'static str) -> ToLibm {
    ToLibm { root, function }
}

/// The operations with a function.
pub(crate) const TO_LIBM: [ToLibm; 10] = [
    to("complex.abs", "cabs"),
    to("complex.angle", "carg"),
    to("complex.conj", "conj"),
    to("complex.cos", "ccos"),
    to("complex.log", "clog"),
    to("complex.pow", "cpow"),
    to("complex.sin", "csin"),
    to("complex.sqrt", "csqrt"),
    to("complex.tan", "ctan"),
    to("complex.tanh", "ctanh"),
];

impl ConversionPattern for ToLibm {
    fn name(&self) -> &str {
        self.root
    }

    fn root(&self) -> Option<&str> {
        Some(self.root)
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        let TypeKind::Complex(element) = op.operand(context, 0)?.ty(context).kind(context) else {
            return None;
        };
        let suffix = match element.float_kind(context)? {
            FloatKind::F32 => "f",
            FloatKind::F64 => "",
            _ => return None,
        };
        let name = format!("{}{suffix}", self.function);
        let value = call_libm(rewriter, op, &name, &operands.each()?, false)?;
        rewriter.replace_op(op, &[value]);
        Some(())
    }
}
