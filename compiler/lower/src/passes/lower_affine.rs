//! `lower-affine`, and the same with shifts for divisions by powers of two.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, ConversionTarget, Legality, Pass, PassRecord, Run};

/// The dialects of what the passes make.
const MADE: [&str; 3] = ["memref", "scf", "vector"];

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "lower-affine",
        "Lower Affine operations to a combination of Arith and SCF operations",
        |_| Ok(Box::new(LowerAffine { by_shifts: false })),
    )
    .shown_as("LowerAffinePass")
    .with_dialects(&MADE)
}

pub(super) fn by_shifts() -> PassRecord {
    PassRecord::new(
        "lower-affine-by-shifts",
        "Lower Affine operations, with shifts and masks for divisions by powers of two",
        |_| Ok(Box::new(LowerAffine { by_shifts: true })),
    )
    .with_dialects(&MADE)
}

struct LowerAffine {
    by_shifts: bool,
}

impl Pass for LowerAffine {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        crate::affine::add_patterns(&mut patterns);
        if self.by_shifts {
            crate::affine::add_shifts(&mut patterns);
        }
        let mut target = ConversionTarget::new();
        target.dialects(context, &["arith", "memref", "scf", "vector"], &Legality::Legal);
        run.convert_partial(root, &target, &patterns)
    }
}
