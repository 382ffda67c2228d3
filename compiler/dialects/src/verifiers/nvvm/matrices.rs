//! Matrices that are loaded from shared memory and stored to it.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::{is_struct_of, keyword, numbers};

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [rows, columns] = numbers(instance, "shape");
    let count = instance.integer("num").unwrap_or_default() as u32;
    let (layout, element) = (keyword(instance, "layout", ""), keyword(instance, "eltType", ""));
    // The layout that is needed, and the elements, with their words.
    const PACKED: [&str; 3] = ["b8x16.b4x16_p64", "b8x16.b6x16_p32", "b8"];
    let (needed, elements, words): (_, &[&str], _) = match (rows, columns) {
        (8, 8) => ("", &["b16"], "b16"),
        (8, 16) => ("row", &PACKED[..2], "b8x16.b4x16_p64 or b8x16.b6x16_p32"),
        (16, 16) => ("col", &PACKED, "b8, b8x16.b4x16_p64 or b8x16.b6x16_p32"),
        _ => return instance.refuse("expected shape to be 8x8, 8x16 or 16x16"),
    };
    let shape = format!("{rows}x{columns}");
    let (counts, listed): (&[u32], _) = match shape == "16x16" {
        true => (&[1, 2], "1 or 2"),
        false => (&[1, 2, 4], "1, 2 or 4"),
    };
    if !counts.contains(&count) {
        return instance.refuse(format!(
            "expected num attribute to be {listed} for {shape} matrix"
        ));
    }
    if !needed.is_empty() && layout != needed {
        return instance.refuse(format!("expected layout to be {needed} for {shape} matrix"));
    }
    if !elements.contains(&element) {
        return instance.refuse(format!("expected element type to be {words} for {shape} matrix"));
    }
    // A register has four bytes of a matrix.
    let registers = if shape == "16x16" { 2 * count } else { count };
    let (result, register) = (instance.result_type("res"), context.i32());
    if registers == 1 {
        return match result == register {
            true => Ok(()),
            false => instance.refuse("expected destination type is i32"),
        };
    }
    match is_struct_of(context, result, registers as usize, register) {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected destination type is a structure of {registers} elements of type i32"
        )),
    }
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let [rows, columns] = numbers(instance, "shape");
    let element = keyword(instance, "eltType", "");
    if ![1, 2, 4].contains(&instance.operands("sources").len()) {
        return instance.refuse("expected num attribute to be 1, 2 or 4");
    }
    match (rows, columns) {
        (8, 8) if element != "b16" => instance.refuse("expected element type to be B16 for 8x8 matrix"),
        (8, 8) => Ok(()),
        (16, 8) if element != "b8" => instance.refuse("expected element type to be B8 for 16x8 matrix"),
        (16, 8) if keyword(instance, "layout", "") != "col" => {
            instance.refuse("expected layout to be col for 16x8 matrix")
        }
        (16, 8) => Ok(()),
        _ => instance.refuse("expected shape to be 8x8 or 16x8"),
    }
}
