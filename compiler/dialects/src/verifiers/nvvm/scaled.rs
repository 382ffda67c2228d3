//! Products of matrices whose blocks have scales.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::{keyword, numbers, optional_keyword};

/// Checks a dense or a sparse product.
pub(super) fn verify(instance: &Instance<'_>, is_sparse: bool) -> Result<(), Failure> {
    if is_sparse && !instance.has("orderedMetadata") {
        return instance.refuse("'orderedMetadata' attribute is mandatory");
    }
    // A sparse matrix has twice the depth.
    let (four_bits, eight_bits) = if is_sparse { (128, 64) } else { (64, 32) };
    match numbers(instance, "shape") {
        [16, 8, depth] if depth == four_bits => verify_four_bits(instance, depth),
        [16, 8, depth] if depth == eight_bits => {
            let [kind, sizes, format] = attributes(instance);
            match (kind, sizes, format) {
                ("mxf8f6f4", "x1", "ue8m0") => Ok(()),
                _ => instance.refuse(format!(
                    "unsupported Kind, ScaleVecSize and BlockScaleFormat attributes for mma.m16n8k{depth}"
                )),
            }
        }
        _ if is_sparse => instance.refuse("unsupported Geom for sparse mma with block scaling"),
        _ => instance.refuse("unsupported Geom for mma with block scaling"),
    }
}

/// The kind of the product, the number of scales for a row, and the type of scales.
fn attributes<'a>(instance: &Instance<'a>) -> [&'a str; 3] {
    ["kind", "scaleVecSize", "blockScaleFormat"].map(|name| keyword(instance, name, ""))
}

fn verify_four_bits(instance: &Instance<'_>, depth: i64) -> Result<(), Failure> {
    let op = format!("mma.m16n8k{depth}");
    let is_small = |name| optional_keyword(instance, name) == Some("e2m1");
    if !is_small("multiplicandAPtxType") || !is_small("multiplicandBPtxType") {
        return instance.refuse(format!("unsupported MMATypes attribute for {op}.(mxf4nvf4|mxf4)"));
    }
    let [kind, sizes, format] = attributes(instance);
    match (kind, sizes, format) {
        ("mxf4", "x2", "ue8m0") | ("mxf4nvf4", "x2", "ue8m0") | ("mxf4nvf4", "x4", "ue4m3") => Ok(()),
        ("mxf4", "x2", _) => instance.refuse(format!("unsupported BlockScaleFormat attribute for {op}.mxf4")),
        ("mxf4", ..) => instance.refuse(format!("unsupported ScaleVecSize attribute for {op}.mxf4")),
        ("mxf4nvf4", ..) => instance.refuse(format!(
            "unsupported ScaleVecSize and BlockScaleFormat attributes for {op}.mxf4nvf4"
        )),
        _ => instance.refuse(format!("unsupported Kind attribute for {op}")),
    }
}
