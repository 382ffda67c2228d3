//! Products of matrices by groups of warps.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::{Struct, keyword, numbers, optional_keyword};

/// The rows of a product.
const ROWS: i64 = 64;

/// The elements of a product: of the sum, and of the factors.
struct Kinds<'a> {
    sum: &'a str,
    one: &'a str,
    other: &'a str,
}

impl<'a> Kinds<'a> {
    fn of(instance: &Instance<'a>) -> Self {
        let [sum, one, other] = ["typeD", "typeA", "typeB"].map(|name| keyword(instance, name, ""));
        Self { sum, one, other }
    }

    /// Whether factors of these elements have a sum of these.
    fn are_known(&self) -> bool {
        let is_half = ["f32", "f16"].contains(&self.sum);
        match (self.one, self.other) {
            ("f16", "f16") | ("e4m3" | "e5m2", "e4m3" | "e5m2") => is_half,
            ("tf32", "tf32") | ("bf16", "bf16") => self.sum == "f32",
            ("u8" | "s8", "u8" | "s8") | ("b1", "b1") => self.sum == "s32",
            _ => false,
        }
    }

    /// How many elements of the first factor a row has.
    fn depth(&self) -> i64 {
        match self.one {
            "tf32" => 8,
            "f16" | "bf16" => 16,
            "b1" => 256,
            _ => 32,
        }
    }

    /// Whether a product can have a number of columns: a multiple of eight, with integers of sixteen from 48 on.
    fn has_columns(&self, columns: i64) -> bool {
        let is_float = !["u8", "s8", "b1"].contains(&self.one);
        (8..=256).contains(&columns) && columns % 8 == 0 && (is_float || columns % 16 == 0 || columns <= 24)
    }
}

fn verify_kinds(instance: &Instance<'_>, kinds: &Kinds<'_>) -> Result<(), Failure> {
    let sum = kinds.sum;
    if !["f32", "f16", "s32"].contains(&sum) {
        return instance.refuse(format!("does not support the given output type {sum}"));
    }
    let is_negated = ["scaleA", "scaleB"]
        .iter()
        .any(|name| keyword(instance, name, "") == "neg");
    if sum == "s32" && is_negated {
        return instance.refuse("has s32 output, scaleA and scaleB cannot be neg");
    }
    match kinds.are_known() {
        true => Ok(()),
        false => instance.refuse(format!(
            "{sum} += {} * {}, it is not supported.",
            kinds.one, kinds.other
        )),
    }
}

fn verify_shape(instance: &Instance<'_>, kinds: &Kinds<'_>) -> Result<(), Failure> {
    let [rows, columns, depth] = numbers(instance, "shape");
    let one = kinds.one;
    if rows != ROWS {
        return instance.refuse(format!("shape 'm' must be {ROWS}"));
    }
    if depth != kinds.depth() {
        return instance.refuse(format!(
            "shape 'k' must be {} for input type {one}",
            kinds.depth()
        ));
    }
    match kinds.has_columns(columns) {
        true => Ok(()),
        false => instance.refuse(format!(
            "has input type {one} n is set to {columns}, it is not supported."
        )),
    }
}

pub(super) fn verify(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(parts) = Struct::of(instance.context, instance.result_type("results")) else {
        return instance.refuse("expected results to be struct");
    };
    let mut elements = parts.elements.iter();
    if let Some(other) = elements.find(|ty| **ty != parts.elements[0]) {
        let other = instance.quote(*other);
        return instance.refuse(format!(
            "all elements in struct must be same type but there is {other}"
        ));
    }
    let kinds = Kinds::of(instance);
    verify_kinds(instance, &kinds)?;
    verify_shape(instance, &kinds)?;
    let [one_layout, other_layout] = ["layoutA", "layoutB"].map(|name| keyword(instance, name, ""));
    let is_transposed = one_layout == "col" || other_layout == "row";
    if is_transposed && !["f16", "bf16"].contains(&kinds.one) {
        return instance.refuse(format!(
            "given layouts layout_a = {one_layout} and layout_b = {other_layout} for input types {} and {} requires \
             transpose. However, this is only supported for: f16 and bf16",
            kinds.one, kinds.other
        ));
    }
    let [_, columns, _] = numbers(instance, "shape");
    let (expected, found) = match kinds.sum {
        "f16" => (columns / 4, parts.elements.len()),
        _ => (columns / 2, parts.elements.len()),
    };
    if found as i64 != expected {
        return instance.refuse(format!(
            "results {expected}, however output struct has {found} elements"
        ));
    }
    match kinds.sum != "s32" && optional_keyword(instance, "satfinite") == Some("satfinite") {
        true => instance.refuse(format!(
            " `satfinite` can be only used with s32 accumulator, however the current accumulator is {}",
            kinds.sum
        )),
        false => Ok(()),
    }
}

/// Checks that a product has the registers that it adds to.
pub(super) fn same_struct(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.operand_type("inouts") == instance.result_type("results") {
        true => Ok(()),
        false => {
            instance.refuse("failed to verify that input struct and result struct must be the same type")
        }
    }
}
