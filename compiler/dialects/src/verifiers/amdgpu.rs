//! `amdgpu`: accesses to buffers, copies to shared memory, and products of matrices.

mod matrices;
mod memory;

use tvmlike_define::{Hook, Instance, enum_keyword, enum_number};
use tvmlike_ir::{AttributeKind, Failure};

pub(super) const CHECKS: super::Table = &[
    ("amdgpu.dpp", Hook::Verify(dpp)),
    (
        "amdgpu.fat_raw_buffer_cast",
        Hook::Verify(memory::fat_raw_buffer_cast),
    ),
    ("amdgpu.gather_to_lds", Hook::Verify(memory::gather_to_lds)),
    ("amdgpu.make_dma_base", Hook::Verify(memory::dma_base)),
    ("amdgpu.make_dma_descriptor", Hook::Verify(memory::dma_descriptor)),
    ("amdgpu.make_gather_dma_base", Hook::Verify(memory::dma_base)),
    (
        "amdgpu.make_gather_dma_descriptor",
        Hook::Verify(memory::gather_dma_descriptor),
    ),
    ("amdgpu.mfma", Hook::Verify(matrices::mfma)),
    ("amdgpu.packed_scaled_trunc", Hook::Verify(existing)),
    ("amdgpu.packed_stoch_round_fp8", Hook::Verify(existing)),
    ("amdgpu.packed_trunc_2xfp8", Hook::Verify(existing)),
    ("amdgpu.permlane_swap", Hook::Verify(permlane_swap)),
    (
        "amdgpu.raw_buffer_atomic_cmpswap",
        Hook::Verify(memory::raw_buffer),
    ),
    ("amdgpu.raw_buffer_atomic_fadd", Hook::Verify(memory::raw_buffer)),
    ("amdgpu.raw_buffer_atomic_fmax", Hook::Verify(memory::raw_buffer)),
    ("amdgpu.raw_buffer_atomic_smax", Hook::Verify(memory::raw_buffer)),
    ("amdgpu.raw_buffer_atomic_umin", Hook::Verify(memory::raw_buffer)),
    ("amdgpu.raw_buffer_load", Hook::Verify(memory::raw_buffer)),
    ("amdgpu.raw_buffer_store", Hook::Verify(memory::raw_buffer)),
    (
        "amdgpu.scaled_ext_packed_matrix",
        Hook::Verify(matrices::scaled_extension),
    ),
    ("amdgpu.scaled_wmma", Hook::Verify(matrices::scaled_wmma)),
    ("amdgpu.sparse_mfma", Hook::Verify(matrices::sparse_mfma)),
    ("amdgpu.transpose_load", Hook::Verify(memory::transpose_load)),
    ("amdgpu.wmma", Hook::Verify(matrices::wmma)),
];

/// Checks the value into which a result is packed.
fn existing(instance: &Instance<'_>) -> Result<(), Failure> {
    let existing = instance.optional_operand("existing");
    match existing.is_none_or(|value| value.ty(instance.context) == instance.result_type("res")) {
        true => Ok(()),
        false => instance.refuse("existing values must have same type as result"),
    }
}

fn permlane_swap(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.integer("row_length") {
        Some(16 | 32) => Ok(()),
        _ => instance.refuse("row_length attribute must either be 16 or 32."),
    }
}

/// Checks how lanes are permuted.
fn dpp(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance
        .operand_type("src")
        .bit_width(context)
        .is_some_and(|width| width > 64)
    {
        return instance.refuse("integer and floating point types larger than 64 bits are not supported");
    }
    let Some(kind) = instance.attribute("kind") else {
        return Ok(());
    };
    let argument = instance
        .attribute("permArgument")
        .map(|argument| argument.kind(context));
    match enum_number(context, kind) {
        // `quad_perm`.
        Some(0) => {
            let lanes = match argument {
                Some(AttributeKind::Array(lanes)) if lanes.iter().len() == 4 => lanes,
                _ => return instance.refuse("quad_perm attribute must have exactly 4 elements"),
            };
            let is_valid = |lane: AttributeKind<'_>| match lane {
                AttributeKind::Integer { value, .. } => {
                    value.to_i64().is_some_and(|lane| (0..=3).contains(&lane))
                }
                _ => true,
            };
            match lanes.iter().all(|lane| is_valid(lane.kind(context))) {
                true => Ok(()),
                false => instance.refuse("Each element of quad_perm must be in the range [0, 3]"),
            }
        }
        // Shifts and rotations of rows.
        Some(1..=3) => match argument {
            None => {
                let name = enum_keyword(context, kind).unwrap_or_default();
                instance.refuse(format!("Attribute '{name}' value not specified"))
            }
            Some(AttributeKind::Integer { value, .. }) if !matches!(value.to_i64(), Some(1..=15)) => {
                instance.refuse("Attribute value must be between 1 and 15")
            }
            Some(_) => Ok(()),
        },
        _ => match argument {
            None | Some(AttributeKind::Unit) => Ok(()),
            Some(_) => {
                instance.refuse("Expected unit attribute for permArgument, but found non-trivial argument")
            }
        },
    }
}
