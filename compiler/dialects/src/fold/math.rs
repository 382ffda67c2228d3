//! `math`: constants.
//!
//! What MLIR calculates by functions of C's library is calculated by the same functions here, so that results are the same where
//! the library is.

mod functions;
mod integers;
mod rounding;

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("math.absf", rounding::absf),
        ("math.absi", integers::absi),
        ("math.acos", functions::acos),
        ("math.acosh", functions::acosh),
        ("math.asin", functions::asin),
        ("math.asinh", functions::asinh),
        ("math.atan", functions::atan),
        ("math.atan2", functions::atan2),
        ("math.atanh", functions::atanh),
        ("math.ceil", rounding::ceil),
        ("math.copysign", rounding::copysign),
        ("math.cos", functions::cos),
        ("math.cosh", functions::cosh),
        ("math.ctlz", integers::ctlz),
        ("math.ctpop", integers::ctpop),
        ("math.cttz", integers::cttz),
        ("math.erf", functions::erf),
        ("math.erfc", functions::erfc),
        ("math.exp", functions::exp),
        ("math.exp2", functions::exp2),
        ("math.expm1", functions::expm1),
        ("math.floor", rounding::floor),
        ("math.ipowi", integers::ipowi),
        ("math.isfinite", rounding::isfinite),
        ("math.isinf", rounding::isinf),
        ("math.isnan", rounding::isnan),
        ("math.isnormal", rounding::isnormal),
        ("math.log", functions::log),
        ("math.log10", functions::log10),
        ("math.log1p", functions::log1p),
        ("math.log2", functions::log2),
        ("math.powf", functions::powf),
        ("math.round", functions::round),
        ("math.roundeven", rounding::roundeven),
        ("math.sin", functions::sin),
        ("math.sinh", functions::sinh),
        ("math.sqrt", functions::sqrt),
        ("math.tan", functions::tan),
        ("math.tanh", functions::tanh),
        ("math.trunc", functions::trunc),
    ],
    patterns: &[],
    materialize: Some(super::arith::materialize),
    scope: None,
};
