//! `arith`.
//!
//! What MLIR's `foldCommutative` does, sorting constants behind other operands, follows from the trait.

mod bits;
mod casts;
mod compare;
mod compare_converted;
mod floats;
mod integers;
mod select;
mod sums;

use tvmlike_ir::{Attribute, AttributeKind, Context, Location, Op, RewriteFn, Rewriter, Type, TypeKind};

pub(super) use compare::inverse as inverse_predicate;

use super::Rules;
use super::rewrite::materialize_as;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("arith.addf", floats::addf),
        ("arith.addi", integers::addi),
        ("arith.addui_extended", integers::addui_extended),
        ("arith.andi", bits::andi),
        ("arith.bitcast", casts::bitcast),
        ("arith.ceildivsi", integers::ceildivsi),
        ("arith.ceildivui", integers::ceildivui),
        ("arith.cmpf", compare::cmpf),
        ("arith.cmpi", compare::cmpi),
        ("arith.divf", floats::divf),
        ("arith.divsi", integers::divsi),
        ("arith.divui", integers::divui),
        ("arith.extf", casts::extf),
        ("arith.extsi", casts::extsi),
        ("arith.extui", casts::extui),
        ("arith.floordivsi", integers::floordivsi),
        ("arith.fptosi", casts::fptosi),
        ("arith.fptoui", casts::fptoui),
        ("arith.index_cast", casts::index_cast),
        ("arith.index_castui", casts::index_castui),
        ("arith.maximumf", floats::maximumf),
        ("arith.maxnumf", floats::maxnumf),
        ("arith.maxsi", integers::maxsi),
        ("arith.maxui", integers::maxui),
        ("arith.minimumf", floats::minimumf),
        ("arith.minnumf", floats::minnumf),
        ("arith.minsi", integers::minsi),
        ("arith.minui", integers::minui),
        ("arith.mulf", floats::mulf),
        ("arith.muli", integers::muli),
        ("arith.mulsi_extended", integers::mulsi_extended),
        ("arith.mului_extended", integers::mului_extended),
        ("arith.negf", floats::negf),
        ("arith.ori", bits::ori),
        ("arith.remf", floats::remf),
        ("arith.remsi", integers::remsi),
        ("arith.remui", integers::remui),
        ("arith.select", select::select),
        ("arith.shli", bits::shli),
        ("arith.shrsi", bits::shrsi),
        ("arith.shrui", bits::shrui),
        ("arith.sitofp", casts::sitofp),
        ("arith.subf", floats::subf),
        ("arith.subi", integers::subi),
        ("arith.truncf", casts::truncf),
        ("arith.trunci", casts::trunci),
        ("arith.uitofp", casts::uitofp),
        ("arith.xori", bits::xori),
    ],
    patterns: &[
        ("arith.addi", ADDI),
        ("arith.addui_extended", ADDUI_EXTENDED),
        ("arith.andi", ANDI),
        ("arith.bitcast", BITCAST),
        ("arith.cmpf", CMPF),
        ("arith.cmpi", CMPI),
        ("arith.divf", DIVF),
        ("arith.extsi", EXTSI),
        ("arith.index_cast", INDEX_CAST),
        ("arith.index_castui", INDEX_CASTUI),
        ("arith.mulf", MULF),
        ("arith.muli", MULI),
        ("arith.mulsi_extended", MULSI_EXTENDED),
        ("arith.mului_extended", MULUI_EXTENDED),
        ("arith.ori", ORI),
        ("arith.select", SELECT),
        ("arith.subi", SUBI),
        ("arith.truncf", TRUNCF),
        ("arith.trunci", TRUNCI),
        ("arith.xori", XORI),
    ],
    materialize: Some(materialize),
    scope: None,
};

const ADDI: &[RewriteFn] = &[
    RewriteFn::new("AddIAddConstant", "arith.addi", sums::add_to_sum).with_definition(0, "arith.addi"),
    RewriteFn::new("AddISubConstantRHS", "arith.addi", sums::add_to_difference)
        .with_definition(0, "arith.subi"),
    RewriteFn::new(
        "AddISubConstantLHS",
        "arith.addi",
        sums::add_to_reverse_difference,
    )
    .with_definition(0, "arith.subi"),
    RewriteFn::new("AddIMulNegativeOneRhs", "arith.addi", sums::add_negative_right)
        .with_definition(1, "arith.muli"),
    RewriteFn::new("AddIMulNegativeOneLhs", "arith.addi", sums::add_negative_left)
        .with_definition(0, "arith.muli"),
];

const ADDUI_EXTENDED: &[RewriteFn] = &[RewriteFn::new(
    "AddUIExtendedToAddI",
    "arith.addui_extended",
    sums::addui_extended_to_addi,
)];

const ANDI: &[RewriteFn] = &[
    RewriteFn::new("AndOfExtUI", "arith.andi", bits::combine_extui).with_definition(0, "arith.extui"),
    RewriteFn::new("AndOfExtSI", "arith.andi", bits::combine_extsi).with_definition(0, "arith.extsi"),
];

const BITCAST: &[RewriteFn] = &[RewriteFn::new(
    "BitcastOfBitcast",
    "arith.bitcast",
    casts::drop_inverse,
)];

const CMPF: &[RewriteFn] = &[RewriteFn::new(
    "CmpFIntToFPConst",
    "arith.cmpf",
    compare_converted::compare_integer,
)];

const CMPI: &[RewriteFn] = &[
    RewriteFn::new("CmpIExtSI", "arith.cmpi", compare::compare_extsi).with_definition(0, "arith.extsi"),
    RewriteFn::new("CmpIExtUI", "arith.cmpi", compare::compare_extui).with_definition(0, "arith.extui"),
];

const DIVF: &[RewriteFn] =
    &[RewriteFn::new("DivFOfNegF", "arith.divf", floats::drop_negations).with_definition(0, "arith.negf")];

const EXTSI: &[RewriteFn] = &[
    RewriteFn::new("ExtSIOfExtUI", "arith.extsi", casts::extsi_of_extui).with_definition(0, "arith.extui"),
];

const INDEX_CAST: &[RewriteFn] = &[
    RewriteFn::new("IndexCastOfIndexCast", "arith.index_cast", casts::drop_inverse),
    RewriteFn::new("IndexCastOfExtSI", "arith.index_cast", casts::index_cast_of_extsi)
        .with_definition(0, "arith.extsi"),
];

const INDEX_CASTUI: &[RewriteFn] = &[
    RewriteFn::new(
        "IndexCastUIOfIndexCastUI",
        "arith.index_castui",
        casts::drop_inverse,
    ),
    RewriteFn::new(
        "IndexCastUIOfExtUI",
        "arith.index_castui",
        casts::index_castui_of_extui,
    )
    .with_definition(0, "arith.extui"),
];

const MULF: &[RewriteFn] =
    &[RewriteFn::new("MulFOfNegF", "arith.mulf", floats::drop_negations).with_definition(0, "arith.negf")];

const MULI: &[RewriteFn] = &[
    RewriteFn::new("MulIMulIConstant", "arith.muli", sums::multiply_product).with_definition(0, "arith.muli"),
];

const MULSI_EXTENDED: &[RewriteFn] = &[
    RewriteFn::new(
        "MulSIExtendedToMulI",
        "arith.mulsi_extended",
        sums::extended_product_to_muli,
    ),
    RewriteFn::new(
        "MulSIExtendedRHSOne",
        "arith.mulsi_extended",
        sums::mulsi_extended_by_one,
    ),
];

const MULUI_EXTENDED: &[RewriteFn] = &[RewriteFn::new(
    "MulUIExtendedToMulI",
    "arith.mului_extended",
    sums::extended_product_to_muli,
)];

const ORI: &[RewriteFn] = &[
    RewriteFn::new("OrOfExtUI", "arith.ori", bits::combine_extui).with_definition(0, "arith.extui"),
    RewriteFn::new("OrOfExtSI", "arith.ori", bits::combine_extsi).with_definition(0, "arith.extsi"),
];

const SELECT: &[RewriteFn] = &[
    RewriteFn::new("RedundantSelectFalse", "arith.select", select::skip_false)
        .with_definition(2, "arith.select"),
    RewriteFn::new("RedundantSelectTrue", "arith.select", select::skip_true)
        .with_definition(1, "arith.select"),
    RewriteFn::new("SelectNotCond", "arith.select", select::swap_inverted).with_definition(0, "arith.xori"),
    RewriteFn::new("SelectI1ToNot", "arith.select", select::to_not),
    RewriteFn::new("SelectToExtUI", "arith.select", select::to_extui),
];

const SUBI: &[RewriteFn] = &[
    RewriteFn::new("SubIRHSAddConstant", "arith.subi", sums::subtract_from_sum)
        .with_definition(0, "arith.addi"),
    RewriteFn::new("SubILHSAddConstant", "arith.subi", sums::subtract_sum).with_definition(1, "arith.addi"),
    RewriteFn::new(
        "SubIRHSSubConstantRHS",
        "arith.subi",
        sums::subtract_from_difference,
    )
    .with_definition(0, "arith.subi"),
    RewriteFn::new(
        "SubIRHSSubConstantLHS",
        "arith.subi",
        sums::subtract_from_reverse_difference,
    )
    .with_definition(0, "arith.subi"),
    RewriteFn::new("SubILHSSubConstantRHS", "arith.subi", sums::subtract_difference)
        .with_definition(1, "arith.subi"),
    RewriteFn::new(
        "SubILHSSubConstantLHS",
        "arith.subi",
        sums::subtract_reverse_difference,
    )
    .with_definition(1, "arith.subi"),
    RewriteFn::new(
        "SubISubILHSRHSLHS",
        "arith.subi",
        sums::subtract_from_own_difference,
    )
    .with_definition(0, "arith.subi"),
];

const TRUNCF: &[RewriteFn] = &[RewriteFn::new(
    "TruncFSIToFPToSIToFP",
    "arith.truncf",
    casts::truncf_of_integer,
)];

const TRUNCI: &[RewriteFn] = &[
    RewriteFn::new("TruncIExtSIToExtSI", "arith.trunci", casts::trunci_of_extsi)
        .with_definition(0, "arith.extsi"),
    RewriteFn::new("TruncIExtUIToExtUI", "arith.trunci", casts::trunci_of_extui)
        .with_definition(0, "arith.extui"),
    RewriteFn::new("TruncIShrSIToTrunciShrUI", "arith.trunci", casts::trunci_of_shrsi)
        .with_definition(0, "arith.shrsi"),
];

const XORI: &[RewriteFn] = &[
    RewriteFn::new("XOrINotCmpI", "arith.xori", compare::invert_comparison).with_definition(0, "arith.cmpi"),
    RewriteFn::new("XOrIOfExtUI", "arith.xori", bits::combine_extui).with_definition(0, "arith.extui"),
    RewriteFn::new("XOrIOfExtSI", "arith.xori", bits::combine_extsi).with_definition(0, "arith.extsi"),
];

/// The type of the comparison of two values of a type: `i1`, or bits in its shape.
fn bits_like(context: &Context, ty: Type) -> Option<Type> {
    let bit = context.i1();
    match ty.kind(context) {
        TypeKind::Vector { shape, scalable, .. } => {
            let shape: Vec<i64> = shape.iter().collect();
            let scalable: Vec<bool> = (0..shape.len()).map(|index| scalable.get(index)).collect();
            context.vector_type(&shape, bit, &scalable).ok()
        }
        TypeKind::RankedTensor { shape, encoding, .. } => {
            let shape: Vec<i64> = shape.iter().collect();
            context.ranked_tensor_type(&shape, bit, encoding).ok()
        }
        TypeKind::UnrankedTensor(_) => context.unranked_tensor_type(bit).ok(),
        _ => Some(bit),
    }
}

/// Makes `arith.constant`, or `ub.poison` for poison.
pub(super) fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    let name = match super::elementwise::is_poison(context, value) {
        true => "ub.poison",
        false => "arith.constant",
    };
    if name == "arith.constant" && (value.ty(context) != ty || !is_buildable(context, value)) {
        return None;
    }
    materialize_as(rewriter, name, value, ty, location)
}

/// Whether `arith.constant` can have a value.
fn is_buildable(context: &Context, value: Attribute) -> bool {
    matches!(
        value.kind(context),
        AttributeKind::Integer { .. }
            | AttributeKind::Float { .. }
            | AttributeKind::DenseElements(_)
            | AttributeKind::DenseStrings(_)
            | AttributeKind::DenseResource { .. }
            | AttributeKind::Sparse { .. }
    )
}
