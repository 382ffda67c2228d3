//! `gpu`: allocation and copies of memory of a device.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::Failure;

use super::memref::{num_symbols, verify_dynamic_sizes};
use super::types::{MemRef, is_compatible};

pub(super) const CHECKS: super::Table = &[
    ("gpu.alloc", Hook::Verify(alloc)),
    ("gpu.memcpy", Hook::Verify(memcpy)),
];

fn alloc(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(memref) = MemRef::of(context, instance.result_type("memref")) else {
        return Ok(());
    };
    verify_dynamic_sizes(instance, &memref, instance.operands("dynamicSizes").len())?;
    let expected = match memref.is_identity(context) {
        true => 0,
        false => num_symbols(context, memref.layout),
    };
    match instance.operands("symbolOperands").len() == expected {
        true => Ok(()),
        false => instance.refuse("symbol operand count does not equal memref symbol count"),
    }
}

fn memcpy(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, target) = (instance.operand_type("src"), instance.operand_type("dst"));
    if source.element_type(context) != target.element_type(context) {
        return instance.refuse("arguments have incompatible element type");
    }
    match is_compatible(context, source, target) {
        true => Ok(()),
        false => instance.refuse("arguments have incompatible shape"),
    }
}
