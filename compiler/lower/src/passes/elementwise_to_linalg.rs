//! `convert-elementwise-to-linalg`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, ConversionTarget, Legality, Pass, PassRecord, Run};

use crate::elementwise_to_linalg::{ToGeneric, is_elementwise};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-elementwise-to-linalg",
        "Convert ElementwiseMappable ops to linalg",
        |_| Ok(Box::new(ElementwiseToLinalg)),
    )
    .shown_as("ConvertElementwiseToLinalgPass")
    .with_dialects(&["linalg", "memref", "tensor"])
}

struct ElementwiseToLinalg;

impl Pass for ElementwiseToLinalg {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let root = run.op();
        let mut patterns = ConversionPatterns::new();
        patterns.add(ToGeneric, None);
        let mut target = ConversionTarget::new();
        target.others(Legality::when(|context, op| !is_elementwise(context, op)));
        run.convert_partial(root, &target, &patterns)
    }
}
