//! `lower-affine`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, ConversionTarget, Legality, Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "lower-affine",
        "Lower Affine operations to a combination of Arith and SCF operations",
        |_| Ok(Box::new(LowerAffine)),
    )
    .shown_as("LowerAffinePass")
    .with_dialects(&["memref", "scf", "vector"])
}

struct LowerAffine;

impl Pass for LowerAffine {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        crate::affine::add_patterns(&mut patterns);
        let mut target = ConversionTarget::new();
        target.dialects(context, &["arith", "memref", "scf", "vector"], &Legality::Legal);
        run.convert_partial(root, &target, &patterns)
    }
}
