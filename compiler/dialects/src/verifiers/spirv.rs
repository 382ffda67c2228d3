//! `spirv`: conversions, composites, memory, groups of invocations, and where operations can be.

mod arithmetic;
mod casts;
mod composites;
mod constants;
mod cooperative;
mod functions;
mod graphs;
mod groups;
mod images;
mod memory;
mod regions;
mod replicated;
mod scopes;

use tvmlike_define::Hook;

use super::branch;

pub(super) const CHECKS: super::Table = &[
    ("spirv.ARM.Graph", Hook::Interface("Unknown", scopes::in_module)),
    (
        "spirv.ARM.Graph",
        Hook::Interface("FunctionOpInterface", graphs::interface),
    ),
    (
        "spirv.ARM.GraphConstant",
        Hook::Interface("Unknown", graphs::in_graph),
    ),
    (
        "spirv.ARM.GraphEntryPoint",
        Hook::Interface("Unknown", scopes::in_module),
    ),
    (
        "spirv.ARM.GraphOutputs",
        Hook::Interface("Unknown", graphs::in_graph),
    ),
    ("spirv.ARM.GraphOutputs", Hook::Verify(graphs::outputs)),
    ("spirv.AccessChain", Hook::Verify(memory::access_chain)),
    ("spirv.AtomicAnd", Hook::Verify(groups::atomic)),
    ("spirv.AtomicIAdd", Hook::Verify(groups::atomic)),
    ("spirv.AtomicIDecrement", Hook::Verify(groups::atomic)),
    ("spirv.AtomicIIncrement", Hook::Verify(groups::atomic)),
    ("spirv.AtomicISub", Hook::Verify(groups::atomic)),
    ("spirv.AtomicOr", Hook::Verify(groups::atomic)),
    ("spirv.AtomicSMax", Hook::Verify(groups::atomic)),
    ("spirv.AtomicSMin", Hook::Verify(groups::atomic)),
    ("spirv.AtomicUMax", Hook::Verify(groups::atomic)),
    ("spirv.AtomicUMin", Hook::Verify(groups::atomic)),
    ("spirv.AtomicXor", Hook::Verify(groups::atomic)),
    ("spirv.Bitcast", Hook::Verify(casts::bitcast)),
    ("spirv.Branch", Hook::Interface("Unknown", scopes::in_function)),
    (
        "spirv.Branch",
        Hook::Interface("BranchOpInterface", |op| {
            branch::verify_named(op, &["targetOperands"])
        }),
    ),
    (
        "spirv.BranchConditional",
        Hook::Interface("Unknown", scopes::in_function),
    ),
    (
        "spirv.BranchConditional",
        Hook::Interface("BranchOpInterface", |op| {
            branch::verify_named(op, &["trueTargetOperands", "falseTargetOperands"])
        }),
    ),
    ("spirv.BranchConditional", Hook::Verify(constants::weights)),
    ("spirv.CompositeConstruct", Hook::Verify(composites::construct)),
    ("spirv.CompositeExtract", Hook::Verify(composites::extract)),
    ("spirv.CompositeInsert", Hook::Verify(composites::insert)),
    ("spirv.Constant", Hook::Verify(constants::constant)),
    ("spirv.ControlBarrier", Hook::Verify(groups::barrier)),
    ("spirv.ConvertFToS", Hook::Implied),
    ("spirv.ConvertFToU", Hook::Implied),
    ("spirv.ConvertPtrToU", Hook::Verify(casts::from_pointer)),
    ("spirv.ConvertSToF", Hook::Implied),
    ("spirv.ConvertUToF", Hook::Implied),
    ("spirv.ConvertUToPtr", Hook::Verify(casts::to_pointer)),
    ("spirv.CopyMemory", Hook::Verify(memory::copy)),
    ("spirv.EXT.AtomicFAdd", Hook::Verify(groups::atomic)),
    (
        "spirv.EXT.ConstantCompositeReplicate",
        Hook::Verify(replicated::replicated),
    ),
    ("spirv.EXT.EmitMeshTasks", Hook::Verify(regions::emit_tasks)),
    (
        "spirv.EXT.SpecConstantCompositeReplicate",
        Hook::Interface("Unknown", scopes::in_module),
    ),
    (
        "spirv.EXT.SpecConstantCompositeReplicate",
        Hook::Verify(replicated::spec_replicated),
    ),
    ("spirv.EntryPoint", Hook::Interface("Unknown", scopes::in_module)),
    ("spirv.EntryPoint", Hook::Implied),
    (
        "spirv.ExecutionMode",
        Hook::Interface("Unknown", scopes::in_module),
    ),
    ("spirv.FConvert", Hook::Verify(casts::resize)),
    (
        "spirv.FunctionCall",
        Hook::Interface("Unknown", scopes::in_function),
    ),
    ("spirv.FunctionCall", Hook::Implied),
    ("spirv.FunctionCall", Hook::SymbolUses(regions::call)),
    ("spirv.GL.FrexpStruct", Hook::Verify(composites::frexp)),
    ("spirv.GL.Ldexp", Hook::Verify(arithmetic::ldexp)),
    ("spirv.GenericCastToPtr", Hook::Verify(casts::from_generic)),
    (
        "spirv.GenericCastToPtrExplicit",
        Hook::Verify(casts::from_generic),
    ),
    (
        "spirv.GlobalVariable",
        Hook::Interface("Unknown", scopes::in_module),
    ),
    ("spirv.GlobalVariable", Hook::Verify(constants::global_variable)),
    ("spirv.GroupBroadcast", Hook::Verify(groups::broadcast)),
    ("spirv.GroupFAdd", Hook::Verify(groups::scope)),
    ("spirv.GroupFMax", Hook::Verify(groups::scope)),
    ("spirv.GroupFMin", Hook::Verify(groups::scope)),
    ("spirv.GroupIAdd", Hook::Verify(groups::scope)),
    (
        "spirv.GroupNonUniformAll",
        Hook::Interface("Unknown", groups::subgroup),
    ),
    (
        "spirv.GroupNonUniformAllEqual",
        Hook::Interface("Unknown", groups::subgroup),
    ),
    (
        "spirv.GroupNonUniformAny",
        Hook::Interface("Unknown", groups::subgroup),
    ),
    ("spirv.GroupNonUniformBallot", Hook::Verify(groups::scope)),
    (
        "spirv.GroupNonUniformBallotBitCount",
        Hook::Interface("Unknown", groups::subgroup),
    ),
    ("spirv.GroupNonUniformBallotFindLSB", Hook::Verify(groups::scope)),
    ("spirv.GroupNonUniformBallotFindMSB", Hook::Verify(groups::scope)),
    (
        "spirv.GroupNonUniformBitwiseAnd",
        Hook::Verify(groups::arithmetic),
    ),
    ("spirv.GroupNonUniformBitwiseOr", Hook::Verify(groups::arithmetic)),
    (
        "spirv.GroupNonUniformBitwiseXor",
        Hook::Verify(groups::arithmetic),
    ),
    (
        "spirv.GroupNonUniformBroadcast",
        Hook::Verify(groups::uniform_broadcast),
    ),
    ("spirv.GroupNonUniformElect", Hook::Verify(groups::scope)),
    ("spirv.GroupNonUniformFAdd", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformFMax", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformFMin", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformFMul", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformIAdd", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformIMul", Hook::Verify(groups::arithmetic)),
    (
        "spirv.GroupNonUniformLogicalAnd",
        Hook::Verify(groups::arithmetic),
    ),
    ("spirv.GroupNonUniformLogicalOr", Hook::Verify(groups::arithmetic)),
    (
        "spirv.GroupNonUniformLogicalXor",
        Hook::Verify(groups::arithmetic),
    ),
    (
        "spirv.GroupNonUniformQuadSwap",
        Hook::Interface("Unknown", groups::subgroup),
    ),
    ("spirv.GroupNonUniformRotateKHR", Hook::Verify(groups::rotate)),
    ("spirv.GroupNonUniformSMax", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformSMin", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformShuffle", Hook::Verify(groups::shuffle)),
    ("spirv.GroupNonUniformShuffleDown", Hook::Verify(groups::shuffle)),
    ("spirv.GroupNonUniformShuffleUp", Hook::Verify(groups::shuffle)),
    ("spirv.GroupNonUniformShuffleXor", Hook::Verify(groups::shuffle)),
    ("spirv.GroupNonUniformUMax", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupNonUniformUMin", Hook::Verify(groups::arithmetic)),
    ("spirv.GroupSMax", Hook::Verify(groups::scope)),
    ("spirv.GroupSMin", Hook::Verify(groups::scope)),
    ("spirv.GroupUMax", Hook::Verify(groups::scope)),
    ("spirv.GroupUMin", Hook::Verify(groups::scope)),
    ("spirv.IAddCarry", Hook::Verify(composites::extended)),
    ("spirv.INTEL.SubgroupBlockRead", Hook::Verify(regions::block_read)),
    (
        "spirv.INTEL.SubgroupBlockWrite",
        Hook::Verify(regions::block_write),
    ),
    ("spirv.ISubBorrow", Hook::Verify(composites::extended)),
    (
        "spirv.ImageDrefGather",
        Hook::Interface("Unknown", images::gathered),
    ),
    ("spirv.ImageDrefGather", Hook::Verify(images::operands)),
    ("spirv.ImageFetch", Hook::Interface("Unknown", images::fetched)),
    ("spirv.ImageFetch", Hook::Verify(images::operands)),
    ("spirv.ImageQuerySize", Hook::Verify(images::size)),
    ("spirv.ImageRead", Hook::Interface("Unknown", images::read)),
    ("spirv.ImageRead", Hook::Verify(images::operands)),
    (
        "spirv.ImageSampleExplicitLod",
        Hook::Interface("Unknown", images::explicit),
    ),
    ("spirv.ImageSampleExplicitLod", Hook::Verify(images::operands)),
    (
        "spirv.ImageSampleImplicitLod",
        Hook::Interface("Unknown", images::implicit),
    ),
    ("spirv.ImageSampleImplicitLod", Hook::Verify(images::operands)),
    (
        "spirv.ImageSampleProjDrefImplicitLod",
        Hook::Interface("Unknown", images::projected),
    ),
    (
        "spirv.ImageSampleProjDrefImplicitLod",
        Hook::Verify(images::operands),
    ),
    ("spirv.ImageWrite", Hook::Interface("Unknown", images::written)),
    ("spirv.ImageWrite", Hook::Verify(images::operands)),
    (
        "spirv.InBoundsPtrAccessChain",
        Hook::Verify(memory::pointer_access_chain),
    ),
    ("spirv.KHR.CooperativeMatrixLoad", Hook::Verify(cooperative::load)),
    (
        "spirv.KHR.CooperativeMatrixMulAdd",
        Hook::Verify(cooperative::multiply),
    ),
    (
        "spirv.KHR.CooperativeMatrixStore",
        Hook::Verify(cooperative::store),
    ),
    ("spirv.KHR.GroupFMul", Hook::Verify(groups::scope)),
    ("spirv.KHR.GroupIMul", Hook::Verify(groups::scope)),
    ("spirv.Load", Hook::Verify(memory::load)),
    (
        "spirv.MatrixTimesMatrix",
        Hook::Verify(arithmetic::matrix_times_matrix),
    ),
    (
        "spirv.MatrixTimesScalar",
        Hook::Verify(arithmetic::matrix_times_scalar),
    ),
    (
        "spirv.MatrixTimesVector",
        Hook::Verify(arithmetic::matrix_times_vector),
    ),
    ("spirv.MemoryBarrier", Hook::Verify(groups::barrier)),
    ("spirv.PtrAccessChain", Hook::Verify(memory::pointer_access_chain)),
    ("spirv.PtrCastToGeneric", Hook::Verify(casts::to_generic)),
    ("spirv.Return", Hook::Interface("Unknown", scopes::in_function)),
    ("spirv.Return", Hook::Verify(scopes::return_nothing)),
    (
        "spirv.ReturnValue",
        Hook::Interface("Unknown", scopes::in_function),
    ),
    ("spirv.ReturnValue", Hook::Verify(scopes::return_value)),
    ("spirv.SConvert", Hook::Verify(casts::resize)),
    ("spirv.SDot", Hook::Verify(arithmetic::dot)),
    ("spirv.SDotAccSat", Hook::Verify(arithmetic::dot)),
    ("spirv.SMulExtended", Hook::Verify(composites::extended)),
    ("spirv.SUDot", Hook::Verify(arithmetic::dot)),
    ("spirv.SUDotAccSat", Hook::Verify(arithmetic::dot)),
    ("spirv.Select", Hook::Verify(arithmetic::select)),
    ("spirv.ShiftLeftLogical", Hook::Implied),
    ("spirv.ShiftRightArithmetic", Hook::Implied),
    ("spirv.ShiftRightLogical", Hook::Implied),
    (
        "spirv.SpecConstant",
        Hook::Interface("Unknown", scopes::in_module),
    ),
    ("spirv.SpecConstant", Hook::Verify(constants::spec_constant)),
    (
        "spirv.SpecConstantComposite",
        Hook::Interface("Unknown", scopes::in_module),
    ),
    (
        "spirv.SpecConstantComposite",
        Hook::Verify(replicated::spec_composite),
    ),
    (
        "spirv.SpecConstantOperation",
        Hook::Interface("Unknown", scopes::in_function),
    ),
    (
        "spirv.SpecConstantOperation",
        Hook::VerifyRegions(regions::specialization),
    ),
    ("spirv.Store", Hook::Verify(memory::store)),
    ("spirv.Switch", Hook::Interface("Unknown", scopes::in_function)),
    (
        "spirv.Switch",
        Hook::Interface("BranchOpInterface", regions::switch_targets),
    ),
    ("spirv.Switch", Hook::Verify(regions::switch)),
    ("spirv.Transpose", Hook::Verify(arithmetic::transpose)),
    ("spirv.UConvert", Hook::Verify(casts::resize)),
    ("spirv.UDot", Hook::Verify(arithmetic::dot)),
    ("spirv.UDotAccSat", Hook::Verify(arithmetic::dot)),
    ("spirv.UMulExtended", Hook::Verify(composites::extended)),
    (
        "spirv.Unreachable",
        Hook::Interface("Unknown", scopes::in_function),
    ),
    ("spirv.Unreachable", Hook::Verify(constants::unreachable)),
    ("spirv.Variable", Hook::Verify(memory::variable)),
    ("spirv.VectorShuffle", Hook::Verify(composites::shuffle)),
    (
        "spirv.VectorTimesMatrix",
        Hook::Verify(arithmetic::vector_times_matrix),
    ),
    (
        "spirv.VectorTimesScalar",
        Hook::Verify(arithmetic::vector_times_scalar),
    ),
    ("spirv.func", Hook::Interface("Unknown", scopes::in_module)),
    (
        "spirv.func",
        Hook::Interface("FunctionOpInterface", functions::interface),
    ),
    (
        "spirv.mlir.addressof",
        Hook::Interface("Unknown", scopes::in_function),
    ),
    ("spirv.mlir.addressof", Hook::Verify(constants::address)),
    ("spirv.mlir.loop", Hook::Interface("Unknown", scopes::in_function)),
    ("spirv.mlir.loop", Hook::VerifyRegions(regions::repetition)),
    ("spirv.mlir.referenceof", Hook::Verify(constants::reference)),
    (
        "spirv.mlir.selection",
        Hook::Interface("Unknown", scopes::in_function),
    ),
    ("spirv.mlir.selection", Hook::VerifyRegions(regions::selection)),
    ("spirv.module", Hook::VerifyRegions(regions::module)),
];
