//! `convert-vector-to-llvm`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{ConversionPatterns, Legality, OptionRecord, Pass, PassRecord, Run};

use super::greedy;
use super::lowering::{converter, llvm_target};
use crate::options::LlvmOptions;
use crate::vector::{Contractions, Reductions};

/// Options that this version does not have: those of other targets, and other lowerings.
const ABSENT: [(&str, &str); 7] = [
    (
        "enable-amx",
        "Enables the use of AMX dialect while lowering the vector dialect.",
    ),
    (
        "enable-arm-bf16",
        "Enables the use of Arm FEAT_BF16 instructions while lowering the vector dialect.",
    ),
    (
        "enable-arm-i8mm",
        "Enables the use of Arm FEAT_I8MM instructions while lowering the vector dialect.",
    ),
    (
        "enable-arm-neon",
        "Enables the use of ArmNeon dialect while lowering the vector dialect.",
    ),
    (
        "enable-arm-sve",
        "Enables the use of ArmSVE dialect while lowering the vector dialect.",
    ),
    (
        "enable-x86vector",
        "Enables the use of X86Vector dialect while lowering the vector dialect.",
    ),
    (
        "use-vector-alignment",
        "Uses the alignment of vectors instead of that of their elements.",
    ),
];

pub(super) fn record() -> PassRecord {
    let absent = ABSENT.map(|(name, help)| OptionRecord::bool(name, false, help));
    PassRecord::new(
        "convert-vector-to-llvm",
        "Lower the operations from the vector dialect into the LLVM dialect",
        |options| {
            if let Some((name, _)) = ABSENT.iter().find(|(name, _)| options.bool(name)) {
                return Err(format!("'{name}' is not supported"));
            }
            if !options.bool("force-32bit-vector-indices") {
                return Err(
                    "'force-32bit-vector-indices' must be true: masks are compared in 32 bits".to_owned(),
                );
            }
            if options.text("vector-transpose-lowering") != "eltwise" {
                return Err("'vector-transpose-lowering' has 'eltwise' only in this version".to_owned());
            }
            let contractions = match options.text("vector-contract-lowering") {
                "dot" => Contractions::Dot,
                "outerproduct" => Contractions::OuterProduct,
                "parallelarith" => Contractions::Elementwise,
                other => return Err(format!("'vector-contract-lowering' does not have '{other}' in this version")),
            };
            Ok(Box::new(VectorToLlvm {
                contractions,
                reductions: Reductions {
                    reassociates: options.bool("reassociate-fp-reductions"),
                },
            }))
        },
    )
    .shown_as("ConvertVectorToLLVMPass")
    .with_dialects(&["arith", "llvm", "memref", "ub"])
    .with_options(
        [OptionRecord::bool(
            "reassociate-fp-reductions",
            false,
            "Allows llvm to reassociate floating-point reductions for speed",
        )]
        .into_iter()
        .chain(absent)
        .chain([
            OptionRecord::bool(
                "force-32bit-vector-indices",
                true,
                "Allows compiler to assume vector indices fit in 32-bit if that yields faster code",
            ),
            OptionRecord::choice(
                "vector-contract-lowering",
                &[
                    (
                        "dot",
                        "Progressively lower to finer grained `vector.contract` and dot-products. (default)",
                    ),
                    ("llvmintr", "Lower directly to `llvm.intr.matrix.multiply`."),
                    ("outerproduct", "Lower to `vector.outerproduct`."),
                    (
                        "parallelarith",
                        "Lower contract with all reduction dimensions unrolled to 1 to a vector elementwise operations.",
                    ),
                ],
                "dot",
                "control the lowering of `vector.contract` operations.",
            ),
            OptionRecord::text(
                "vector-transpose-lowering",
                "eltwise",
                "control the lowering of `vector.transpose` operations.",
            ),
        ])
        .collect(),
    )
}

struct VectorToLlvm {
    contractions: Contractions,
    reductions: Reductions,
}

impl Pass for VectorToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut rewrites = PatternSet::new();
        crate::vector::add_rewrites(&mut rewrites, self.contractions);
        greedy::apply(run, &rewrites)?;
        let converter = converter(LlvmOptions::default());
        let mut patterns = ConversionPatterns::new();
        crate::vector::add_patterns(&mut patterns, &converter, self.reductions);
        let mut target = llvm_target(context);
        target.dialects(context, &["arith", "memref", "ub"], &Legality::Legal);
        run.convert_partial(root, &target, &patterns)
    }
}
