//! `sparse_tensor`: how tensors are stored and changed, and what regions compute of their elements.

mod iterate;
mod regions;
mod storage;
mod tensors;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Type, TypeKind};

use crate::symbols::sparse_tensor::Encoding;

pub(super) const CHECKS: super::Table = &[
    ("sparse_tensor.assemble", Hook::Verify(storage::assemble)),
    ("sparse_tensor.binary", Hook::Verify(regions::binary)),
    ("sparse_tensor.coiterate", Hook::Verify(iterate::coiterate)),
    (
        "sparse_tensor.coiterate",
        Hook::VerifyRegions(iterate::coiterate_regions),
    ),
    ("sparse_tensor.compress", Hook::Verify(tensors::compress)),
    ("sparse_tensor.concatenate", Hook::Verify(tensors::concatenate)),
    ("sparse_tensor.convert", Hook::Verify(tensors::convert)),
    ("sparse_tensor.coordinates", Hook::Verify(storage::coordinates)),
    (
        "sparse_tensor.coordinates_buffer",
        Hook::Verify(storage::coordinates_buffer),
    ),
    (
        "sparse_tensor.crd_translate",
        Hook::Verify(tensors::crd_translate),
    ),
    ("sparse_tensor.disassemble", Hook::Verify(storage::disassemble)),
    (
        "sparse_tensor.extract_iteration_space",
        Hook::Verify(iterate::extract_space),
    ),
    (
        "sparse_tensor.extract_value",
        Hook::Verify(iterate::extract_value),
    ),
    ("sparse_tensor.foreach", Hook::Verify(regions::foreach)),
    (
        "sparse_tensor.iterate",
        Hook::InterfaceRegions("LoopLikeOpInterface", iterate::carried),
    ),
    (
        "sparse_tensor.iterate",
        Hook::InterfaceRegions("RegionBranchOpInterface", iterate::edges),
    ),
    ("sparse_tensor.iterate", Hook::Verify(iterate::iterate)),
    (
        "sparse_tensor.iterate",
        Hook::VerifyRegions(iterate::iterate_region),
    ),
    ("sparse_tensor.lvl", Hook::Verify(tensors::lvl)),
    ("sparse_tensor.positions", Hook::Verify(storage::positions)),
    ("sparse_tensor.push_back", Hook::Verify(tensors::push_back)),
    ("sparse_tensor.reduce", Hook::Verify(regions::reduce)),
    (
        "sparse_tensor.reinterpret_map",
        Hook::Verify(tensors::reinterpret_map),
    ),
    ("sparse_tensor.reorder_coo", Hook::Verify(tensors::reorder_coo)),
    ("sparse_tensor.select", Hook::Verify(regions::select)),
    ("sparse_tensor.slice.offset", Hook::Verify(tensors::slice_part)),
    ("sparse_tensor.slice.stride", Hook::Verify(tensors::slice_part)),
    ("sparse_tensor.sort", Hook::Verify(tensors::sort)),
    (
        "sparse_tensor.storage_specifier.get",
        Hook::Verify(storage::specifier),
    ),
    (
        "sparse_tensor.storage_specifier.set",
        Hook::Verify(storage::specifier),
    ),
    ("sparse_tensor.unary", Hook::Verify(regions::unary)),
    ("sparse_tensor.values", Hook::Verify(storage::values)),
];

/// A tensor with a rank, and its encoding if it has one.
struct Tensor<'a> {
    shape: Vec<i64>,
    element: Type,
    encoding: Option<Encoding<'a>>,
}

impl<'a> Tensor<'a> {
    /// The parts of a type, which constraints require to be a tensor with a rank.
    fn of(instance: &Instance<'a>, ty: Type) -> Self {
        let context = instance.context;
        let (shape, element) = match ty.kind(context) {
            TypeKind::RankedTensor { shape, element, .. } => (shape.to_vec(), element),
            _ => (Vec::new(), ty),
        };
        Self {
            shape,
            element,
            encoding: Encoding::of_tensor(context, ty),
        }
    }

    /// The tensor that an operand of a name is.
    fn operand(instance: &Instance<'a>, name: &str) -> Self {
        Self::of(instance, instance.operand_type(name))
    }

    /// The tensor that a result of a name is.
    fn result(instance: &Instance<'a>, name: &str) -> Self {
        Self::of(instance, instance.result_type(name))
    }

    /// The number of levels.
    fn level_rank(&self) -> usize {
        let encoding = self.encoding.as_ref();
        encoding.map_or(self.shape.len(), |encoding| encoding.levels.len())
    }

    /// The sizes of the levels.
    fn level_shape(&self) -> Vec<i64> {
        match &self.encoding {
            Some(encoding) => encoding.level_shape(&self.shape),
            None => self.shape.clone(),
        }
    }
}

/// The value of an attribute that MLIR reads as a number without a sign.
fn unsigned(instance: &Instance<'_>, name: &str) -> Option<u64> {
    instance.integer(name).map(i64::cast_unsigned)
}
