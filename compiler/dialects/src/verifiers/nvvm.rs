//! `nvvm`: registers, barriers, copies, conversions, and products of matrices of NVIDIA's GPUs.

mod barriers;
mod conversions;
mod copies;
mod lanes;
mod matrices;
mod products;
mod registers;
mod scaled;
mod tensor_memory;
mod warpgroups;
mod warps;

use tvmlike_define::{Hook, Instance, enum_keyword};
use tvmlike_ir::{AttributeKind, Context, Type};

use crate::llvm::{keywords, type_in};
use conversions::{E8, F4, F6, F8};

pub(super) const CHECKS: super::Table = &[
    ("nvvm.barrier", Hook::Verify(barriers::barrier)),
    (
        "nvvm.clusterlaunchcontrol.query.cancel",
        Hook::Verify(lanes::query_cancel),
    ),
    (
        "nvvm.convert.bf16x2.to.f8x2",
        Hook::Verify(conversions::bf16x2_to_f8x2),
    ),
    (
        "nvvm.convert.f16x2.to.f8x2",
        Hook::Verify(|op| conversions::target(op, "f16x2", "f8x2", &F8)),
    ),
    (
        "nvvm.convert.f32x2.to.bf16x2",
        Hook::Verify(|op| conversions::rounded(op, "bf16x2")),
    ),
    (
        "nvvm.convert.f32x2.to.f16x2",
        Hook::Verify(|op| conversions::rounded(op, "f16x2")),
    ),
    (
        "nvvm.convert.f32x2.to.f4x2",
        Hook::Verify(|op| conversions::target(op, "f32x2", "f4x2", &F4)),
    ),
    (
        "nvvm.convert.f32x2.to.f6x2",
        Hook::Verify(|op| conversions::target(op, "f32x2", "f6x2", &F6)),
    ),
    (
        "nvvm.convert.f32x2.to.f8x2",
        Hook::Verify(conversions::f32x2_to_f8x2),
    ),
    (
        "nvvm.convert.f32x4.to.f4x4",
        Hook::Verify(|op| conversions::target(op, "f32x4", "f4x4", &F4)),
    ),
    (
        "nvvm.convert.f32x4.to.f6x4",
        Hook::Verify(|op| conversions::target(op, "f32x4", "f6x4", &F6)),
    ),
    (
        "nvvm.convert.f32x4.to.f8x4",
        Hook::Verify(|op| conversions::target(op, "f32x4", "f8x4", &F8)),
    ),
    (
        "nvvm.convert.f4x2.to.f16x2",
        Hook::Verify(|op| conversions::source(op, "f4x2", "f16x2", &F4)),
    ),
    (
        "nvvm.convert.f6x2.to.f16x2",
        Hook::Verify(|op| conversions::source(op, "f6x2", "f16x2", &F6)),
    ),
    (
        "nvvm.convert.f8x2.to.bf16x2",
        Hook::Verify(|op| conversions::source(op, "f8x2", "bf16x2", &E8)),
    ),
    (
        "nvvm.convert.f8x2.to.f16x2",
        Hook::Verify(|op| conversions::source(op, "f8x2", "f16x2", &F8)),
    ),
    (
        "nvvm.convert.float.to.tf32",
        Hook::Verify(conversions::float_to_tf32),
    ),
    (
        "nvvm.cp.async.bulk.shared.cluster.global",
        Hook::Verify(copies::bulk),
    ),
    (
        "nvvm.cp.async.bulk.tensor.global.shared.cta",
        Hook::Verify(copies::tensor_store),
    ),
    (
        "nvvm.cp.async.bulk.tensor.prefetch",
        Hook::Verify(copies::tensor_prefetch),
    ),
    (
        "nvvm.cp.async.bulk.tensor.reduce",
        Hook::Verify(copies::tensor_reduce),
    ),
    (
        "nvvm.cp.async.bulk.tensor.shared.cluster.global",
        Hook::Verify(copies::tensor_load),
    ),
    ("nvvm.cp.async.shared.global", Hook::Verify(copies::shared)),
    ("nvvm.fence.proxy", Hook::Verify(barriers::proxy)),
    ("nvvm.fence.proxy.acquire", Hook::Verify(barriers::one_way_proxy)),
    ("nvvm.fence.proxy.release", Hook::Verify(barriers::one_way_proxy)),
    (
        "nvvm.fence.proxy.sync_restrict",
        Hook::Verify(barriers::restricted_proxy),
    ),
    ("nvvm.fence.sync_restrict", Hook::Verify(barriers::restricted)),
    ("nvvm.ldmatrix", Hook::Verify(matrices::load)),
    ("nvvm.mapa", Hook::Interface("Unknown", copies::map_address)),
    ("nvvm.match.sync", Hook::Verify(lanes::matches)),
    ("nvvm.mbarrier.arrive", Hook::Verify(barriers::arrive)),
    (
        "nvvm.mbarrier.arrive.expect_tx",
        Hook::Verify(barriers::arrive_expecting),
    ),
    ("nvvm.mbarrier.arrive_drop", Hook::Verify(barriers::arrive)),
    (
        "nvvm.mbarrier.arrive_drop.expect_tx",
        Hook::Verify(barriers::arrive),
    ),
    ("nvvm.mbarrier.complete_tx", Hook::Verify(barriers::scope)),
    ("nvvm.mbarrier.expect_tx", Hook::Verify(barriers::scope)),
    ("nvvm.mbarrier.test.wait", Hook::Verify(barriers::scope)),
    ("nvvm.mbarrier.try_wait", Hook::Verify(barriers::scope)),
    (
        "nvvm.mma.block_scale",
        Hook::Verify(|op| scaled::verify(op, false)),
    ),
    (
        "nvvm.mma.sp.block_scale",
        Hook::Verify(|op| scaled::verify(op, true)),
    ),
    ("nvvm.mma.sp.sync", Hook::Verify(|op| products::verify(op, true))),
    ("nvvm.mma.sync", Hook::Verify(|op| products::verify(op, false))),
    ("nvvm.pmevent", Hook::Verify(registers::event)),
    ("nvvm.prefetch", Hook::Verify(copies::prefetch)),
    ("nvvm.prmt", Hook::Verify(lanes::permute)),
    (
        "nvvm.read.ptx.sreg.cluster.ctaid.x",
        Hook::Verify(registers::range),
    ),
    (
        "nvvm.read.ptx.sreg.cluster.ctaid.y",
        Hook::Verify(registers::range),
    ),
    (
        "nvvm.read.ptx.sreg.cluster.ctaid.z",
        Hook::Verify(registers::range),
    ),
    (
        "nvvm.read.ptx.sreg.cluster.ctarank",
        Hook::Verify(registers::range),
    ),
    (
        "nvvm.read.ptx.sreg.cluster.nctaid.x",
        Hook::Verify(registers::range),
    ),
    (
        "nvvm.read.ptx.sreg.cluster.nctaid.y",
        Hook::Verify(registers::range),
    ),
    (
        "nvvm.read.ptx.sreg.cluster.nctaid.z",
        Hook::Verify(registers::range),
    ),
    (
        "nvvm.read.ptx.sreg.cluster.nctarank",
        Hook::Verify(registers::range),
    ),
    ("nvvm.read.ptx.sreg.clusterid.x", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.clusterid.y", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.clusterid.z", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.ctaid.x", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.ctaid.y", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.ctaid.z", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.gridid", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.laneid", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nclusterid.x", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nclusterid.y", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nclusterid.z", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nctaid.x", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nctaid.y", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nctaid.z", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nsmid", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.ntid.x", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.ntid.y", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.ntid.z", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.nwarpid", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.smid", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.tid.x", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.tid.y", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.tid.z", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.warpid", Hook::Verify(registers::range)),
    ("nvvm.read.ptx.sreg.warpsize", Hook::Verify(registers::range)),
    ("nvvm.redux.sync", Hook::Verify(lanes::reduce)),
    ("nvvm.setmaxregister", Hook::Verify(registers::max_register)),
    ("nvvm.shfl.sync", Hook::Verify(lanes::shuffle)),
    ("nvvm.st.bulk", Hook::Verify(registers::bulk_store)),
    ("nvvm.stmatrix", Hook::Verify(matrices::store)),
    ("nvvm.tcgen05.cp", Hook::Verify(tensor_memory::copy)),
    ("nvvm.tcgen05.ld", Hook::Verify(tensor_memory::load)),
    ("nvvm.tcgen05.mma", Hook::Verify(tensor_memory::multiply)),
    (
        "nvvm.tcgen05.mma.block_scale",
        Hook::Verify(tensor_memory::scaled),
    ),
    ("nvvm.tcgen05.mma.sp", Hook::Verify(tensor_memory::multiply)),
    (
        "nvvm.tcgen05.mma.sp.block_scale",
        Hook::Verify(tensor_memory::scaled),
    ),
    ("nvvm.tcgen05.st", Hook::Verify(tensor_memory::store)),
    ("nvvm.vote.sync", Hook::Verify(lanes::vote)),
    (
        "nvvm.wgmma.mma_async",
        Hook::Interface("Unknown", warpgroups::same_struct),
    ),
    ("nvvm.wgmma.mma_async", Hook::Verify(warpgroups::verify)),
    ("nvvm.wmma.load", Hook::Verify(warps::load)),
    ("nvvm.wmma.mma", Hook::Verify(warps::multiply)),
    ("nvvm.wmma.store", Hook::Verify(warps::store)),
];

/// The memory that the blocks of a cluster share.
const SHARED_CLUSTER: u64 = 7;

/// The keyword of an inherent attribute that is a case of an enum, or that of its default.
fn keyword<'a>(instance: &Instance<'a>, name: &str, default: &'a str) -> &'a str {
    let value = instance.attribute(name);
    value
        .and_then(|value| enum_keyword(instance.context, value))
        .unwrap_or(default)
}

/// The keyword of an inherent attribute that can be absent.
fn optional_keyword<'a>(instance: &Instance<'a>, name: &str) -> Option<&'a str> {
    enum_keyword(instance.context, instance.attribute(name)?)
}

/// Whether an inherent attribute is `true`.
fn is_set(instance: &Instance<'_>, name: &str) -> bool {
    instance.attribute(name) == Some(instance.context.bool_attribute(true))
}

/// The numbers in an inherent attribute.
fn numbers<const N: usize>(instance: &Instance<'_>, name: &str) -> [i64; N] {
    let parameters = instance
        .attribute(name)
        .and_then(|value| value.symbol(instance.context))
        .map(|(_, parameters)| parameters);
    std::array::from_fn(|index| {
        let number = parameters.and_then(|parameters| parameters.get(index));
        match number.map(|number| number.kind(instance.context)) {
            Some(AttributeKind::Integer { value, .. }) => value.to_i64().unwrap_or_default(),
            _ => 0,
        }
    })
}

/// The address space of a pointer.
fn space(instance: &Instance<'_>, operand: &str) -> u64 {
    let (context, ty) = (instance.context, instance.operand_type(operand));
    let space = ty.symbol(context).and_then(|(_, parameters)| parameters.get(0));
    let space = space.and_then(|space| keywords::integer(context, space));
    space.unwrap_or_default()
}

/// A struct of LLVM.
struct Struct {
    elements: Vec<Type>,
    /// Whether it has no name, and its elements have their alignment.
    is_plain: bool,
}

impl Struct {
    /// The parts of a type, if it is a struct.
    fn of(context: &Context, ty: Type) -> Option<Self> {
        let (_, parameters) = ty
            .symbol(context)
            .filter(|(info, _)| info.is_named(context, "llvm", "struct"))?;
        let elements = match parameters.get(1).map(|body| body.kind(context)) {
            Some(AttributeKind::Array(body)) => {
                body.iter().filter_map(|ty| type_in(context, Some(ty))).collect()
            }
            _ => Vec::new(),
        };
        let is_set = |index| parameters.get(index) == Some(context.bool_attribute(true));
        Some(Self {
            elements,
            is_plain: parameters.get(0).is_none() && !is_set(2) && !is_set(3),
        })
    }
}

/// Whether a type is a struct without a name of a number of elements of one type.
fn is_struct_of(context: &Context, ty: Type, count: usize, element: Type) -> bool {
    let parts = Struct::of(context, ty).filter(|parts| parts.is_plain);
    parts.is_some_and(|parts| {
        parts.elements.len() == count && parts.elements.iter().all(|each| *each == element)
    })
}

/// The type `vector<2xf16>`, of which a register holds one.
fn half_pair(context: &Context) -> Option<Type> {
    tvmlike_text::parse_defined_type(context, "vector<2xf16>").ok()
}
