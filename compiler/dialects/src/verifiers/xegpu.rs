//! `xegpu`: descriptors of tensors, loads and stores of blocks, of scattered elements and of matrices in shared memory.

mod blocks;
mod descriptors;
mod matrices;
mod products;
mod scattered;

use std::fmt::Display;

use tvmlike_define::{Hook, Instance, enum_keyword};
use tvmlike_ir::{Context, Failure, Type};
use tvmlike_text::quote_attribute;

use crate::xegpu::Descriptor;

pub(super) const CHECKS: super::Table = &[
    ("xegpu.convert_layout", Hook::Verify(products::convert_layout)),
    (
        "xegpu.create_mem_desc",
        Hook::Interface("Unknown", matrices::create),
    ),
    ("xegpu.create_nd_tdesc", Hook::Verify(descriptors::create_block)),
    ("xegpu.create_tdesc", Hook::Verify(descriptors::create_scattered)),
    ("xegpu.dpas", Hook::Verify(products::multiply)),
    ("xegpu.load", Hook::Verify(scattered::load)),
    ("xegpu.load_matrix", Hook::Verify(matrices::load)),
    ("xegpu.load_nd", Hook::Verify(blocks::load)),
    ("xegpu.prefetch", Hook::Verify(scattered::prefetch)),
    ("xegpu.prefetch_nd", Hook::Verify(blocks::prefetch)),
    ("xegpu.store", Hook::Verify(scattered::store)),
    ("xegpu.store_matrix", Hook::Verify(matrices::store)),
    ("xegpu.store_nd", Hook::Verify(blocks::store)),
    ("xegpu.update_nd_offset", Hook::Verify(descriptors::update_block)),
    ("xegpu.update_offset", Hook::Verify(descriptors::update_scattered)),
];

const SCATTERED: &str = "Expects a scattered TensorDesc.";
const NOT_SCATTERED: &str = "Expects a non-scattered TensorDesc.";
const NO_LAYOUT: &str = "TensorDesc doesn't need LayoutAttr for SIMT code";

/// The descriptor that an operand is. Its type was checked before.
fn descriptor(instance: &Instance<'_>, operand: &str) -> Option<Descriptor> {
    Descriptor::of(instance.context, instance.operand_type(operand))
}

/// What caches may do when memory is read, and when it is written.
const READ: [&str; 4] = ["cached", "uncached", "streaming", "read_invalidate"];
const WRITE: [&str; 4] = ["cached", "uncached", "write_back", "write_through"];

/// Checks what an operation asks of the caches.
fn hints(instance: &Instance<'_>, allowed: [&str; 4]) -> Result<(), Failure> {
    let context = instance.context;
    for name in ["l1_hint", "l2_hint", "l3_hint"] {
        let Some(hint) = instance.attribute(name) else {
            continue;
        };
        if enum_keyword(context, hint).is_none_or(|keyword| !allowed.contains(&keyword)) {
            let hint = quote_attribute(context, hint);
            return instance.refuse(format!("invalid {name}: {hint}"));
        }
    }
    Ok(())
}

/// The sizes of a vector; those of another type are `[1]`.
fn sizes(context: &Context, ty: Type) -> Vec<i64> {
    match ty.shape(context) {
        Some(shape) => shape.iter().collect(),
        None => vec![1],
    }
}

/// A list as messages show it.
fn bracketed<T: Display>(list: &[T]) -> String {
    let items: Vec<String> = list.iter().map(T::to_string).collect();
    format!("[{}]", items.join(", "))
}
