//! The operations of the llvm dialect that engines know, and the names of their properties.
//!
//! A module is read by numbers: the name of an operation is looked up once per module, so a dispatch is one look-up by id.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Identifier};

macro_rules! opcodes {
    ($($name:ident = $text:literal,)*) => {
        /// An operation of the llvm dialect.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Opcode {
            $(#[doc = $text] $name,)*
        }

        const ALL: &[(Opcode, &str)] = &[$((Opcode::$name, $text),)*];
    };
}

opcodes! {
    Func = "llvm.func",
    Global = "llvm.mlir.global",
    Constant = "llvm.mlir.constant",
    Zero = "llvm.mlir.zero",
    Undef = "llvm.mlir.undef",
    Poison = "llvm.mlir.poison",
    AddressOf = "llvm.mlir.addressof",
    Add = "llvm.add",
    Sub = "llvm.sub",
    Mul = "llvm.mul",
    SDiv = "llvm.sdiv",
    UDiv = "llvm.udiv",
    SRem = "llvm.srem",
    URem = "llvm.urem",
    And = "llvm.and",
    Or = "llvm.or",
    Xor = "llvm.xor",
    Shl = "llvm.shl",
    LShr = "llvm.lshr",
    AShr = "llvm.ashr",
    ICmp = "llvm.icmp",
    FAdd = "llvm.fadd",
    FSub = "llvm.fsub",
    FMul = "llvm.fmul",
    FDiv = "llvm.fdiv",
    FRem = "llvm.frem",
    FNeg = "llvm.fneg",
    FCmp = "llvm.fcmp",
    Select = "llvm.select",
    Trunc = "llvm.trunc",
    ZExt = "llvm.zext",
    SExt = "llvm.sext",
    FPExt = "llvm.fpext",
    FPTrunc = "llvm.fptrunc",
    FPToSI = "llvm.fptosi",
    FPToUI = "llvm.fptoui",
    SIToFP = "llvm.sitofp",
    UIToFP = "llvm.uitofp",
    PtrToInt = "llvm.ptrtoint",
    IntToPtr = "llvm.inttoptr",
    BitCast = "llvm.bitcast",
    AddrSpaceCast = "llvm.addrspacecast",
    Freeze = "llvm.freeze",
    ExtractValue = "llvm.extractvalue",
    InsertValue = "llvm.insertvalue",
    ExtractElement = "llvm.extractelement",
    InsertElement = "llvm.insertelement",
    ShuffleVector = "llvm.shufflevector",
    Alloca = "llvm.alloca",
    Load = "llvm.load",
    Store = "llvm.store",
    Gep = "llvm.getelementptr",
    AtomicRmw = "llvm.atomicrmw",
    CmpXchg = "llvm.cmpxchg",
    Fence = "llvm.fence",
    Call = "llvm.call",
    Return = "llvm.return",
    Br = "llvm.br",
    CondBr = "llvm.cond_br",
    Switch = "llvm.switch",
    Unreachable = "llvm.unreachable",
    StackSave = "llvm.intr.stacksave",
    StackRestore = "llvm.intr.stackrestore",
    MemCpy = "llvm.intr.memcpy",
    MemMove = "llvm.intr.memmove",
    MemSet = "llvm.intr.memset",
    LifetimeStart = "llvm.intr.lifetime.start",
    LifetimeEnd = "llvm.intr.lifetime.end",
    Prefetch = "llvm.intr.prefetch",
    Assume = "llvm.intr.assume",
    Expect = "llvm.intr.expect",
    Trap = "llvm.intr.trap",
    Abs = "llvm.intr.abs",
    SMax = "llvm.intr.smax",
    SMin = "llvm.intr.smin",
    UMax = "llvm.intr.umax",
    UMin = "llvm.intr.umin",
    Ctlz = "llvm.intr.ctlz",
    Cttz = "llvm.intr.cttz",
    CtPop = "llvm.intr.ctpop",
    BSwap = "llvm.intr.bswap",
    BitReverse = "llvm.intr.bitreverse",
    FShl = "llvm.intr.fshl",
    FShr = "llvm.intr.fshr",
    SAddOverflow = "llvm.intr.sadd.with.overflow",
    UAddOverflow = "llvm.intr.uadd.with.overflow",
    SSubOverflow = "llvm.intr.ssub.with.overflow",
    USubOverflow = "llvm.intr.usub.with.overflow",
    SMulOverflow = "llvm.intr.smul.with.overflow",
    UMulOverflow = "llvm.intr.umul.with.overflow",
    SAddSat = "llvm.intr.sadd.sat",
    UAddSat = "llvm.intr.uadd.sat",
    SSubSat = "llvm.intr.ssub.sat",
    USubSat = "llvm.intr.usub.sat",
    FAbs = "llvm.intr.fabs",
    Sqrt = "llvm.intr.sqrt",
    Fma = "llvm.intr.fma",
    FMulAdd = "llvm.intr.fmuladd",
    CopySign = "llvm.intr.copysign",
    MinNum = "llvm.intr.minnum",
    MaxNum = "llvm.intr.maxnum",
    Minimum = "llvm.intr.minimum",
    Maximum = "llvm.intr.maximum",
    Floor = "llvm.intr.floor",
    Ceil = "llvm.intr.ceil",
    FTrunc = "llvm.intr.trunc",
    Round = "llvm.intr.round",
    RoundEven = "llvm.intr.roundeven",
    Rint = "llvm.intr.rint",
    NearbyInt = "llvm.intr.nearbyint",
    Exp = "llvm.intr.exp",
    Exp2 = "llvm.intr.exp2",
    Exp10 = "llvm.intr.exp10",
    Log = "llvm.intr.log",
    Log2 = "llvm.intr.log2",
    Log10 = "llvm.intr.log10",
    Sin = "llvm.intr.sin",
    Cos = "llvm.intr.cos",
    Tan = "llvm.intr.tan",
    ASin = "llvm.intr.asin",
    ACos = "llvm.intr.acos",
    ATan = "llvm.intr.atan",
    ATan2 = "llvm.intr.atan2",
    Sinh = "llvm.intr.sinh",
    Cosh = "llvm.intr.cosh",
    Tanh = "llvm.intr.tanh",
    Pow = "llvm.intr.pow",
    PowI = "llvm.intr.powi",
    SinCos = "llvm.intr.sincos",
    IsFpClass = "llvm.intr.is.fpclass",
    ReduceAdd = "llvm.intr.vector.reduce.add",
    ReduceMul = "llvm.intr.vector.reduce.mul",
    ReduceAnd = "llvm.intr.vector.reduce.and",
    ReduceOr = "llvm.intr.vector.reduce.or",
    ReduceXor = "llvm.intr.vector.reduce.xor",
    ReduceSMax = "llvm.intr.vector.reduce.smax",
    ReduceSMin = "llvm.intr.vector.reduce.smin",
    ReduceUMax = "llvm.intr.vector.reduce.umax",
    ReduceUMin = "llvm.intr.vector.reduce.umin",
    ReduceFAdd = "llvm.intr.vector.reduce.fadd",
    ReduceFMul = "llvm.intr.vector.reduce.fmul",
    ReduceFMax = "llvm.intr.vector.reduce.fmax",
    ReduceFMin = "llvm.intr.vector.reduce.fmin",
    ReduceFMaximum = "llvm.intr.vector.reduce.fmaximum",
    ReduceFMinimum = "llvm.intr.vector.reduce.fminimum",
    MaskedLoad = "llvm.intr.masked.load",
    MaskedStore = "llvm.intr.masked.store",
}

impl Opcode {
    /// The name without `llvm.`, and for intrinsics without `intr.`: the name in LLVM IR.
    pub fn short_name(self) -> &'static str {
        let name = ALL[self as usize].1;
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        name.strip_prefix("intr.").unwrap_or(name)
    }
}

/// The opcodes by the ids of their names in one context.
pub struct Opcodes(HashMap<Identifier, Opcode, FixedState>);

impl Opcodes {
    /// Looks up the names.
    pub fn new(context: &Context) -> Self {
        let mut table = HashMap::with_capacity_and_hasher(ALL.len(), FixedState::default());
        for (opcode, name) in ALL {
            table.insert(context.identifier(name), *opcode);
        }
        Self(table)
    }

    /// The opcode of a name; `None` for an operation that engines do not know.
    pub fn get(&self, name: Identifier) -> Option<Opcode> {
        self.0.get(&name).copied()
    }
}

macro_rules! keys {
    ($($name:ident = $text:literal,)*) => {
        /// The names of properties in one context.
        pub struct Keys {
            $(#[doc = $text] pub $name: Identifier,)*
        }

        impl Keys {
            /// Looks up the names.
            pub fn new(context: &Context) -> Self {
                Self { $($name: context.identifier($text),)* }
            }
        }
    };
}

keys! {
    sym_name = "sym_name",
    function_type = "function_type",
    linkage = "linkage",
    global_type = "global_type",
    constant = "constant",
    value = "value",
    alignment = "alignment",
    thread_local = "thread_local_",
    visibility = "visibility_",
    unnamed_addr = "unnamed_addr",
    global_name = "global_name",
    position = "position",
    mask = "mask",
    elem_type = "elem_type",
    raw_constant_indices = "rawConstantIndices",
    no_wrap_flags = "noWrapFlags",
    overflow_flags = "overflowFlags",
    fastmath_flags = "fastmathFlags",
    is_exact = "isExact",
    is_disjoint = "isDisjoint",
    non_neg = "nonNeg",
    predicate = "predicate",
    ordering = "ordering",
    success_ordering = "success_ordering",
    failure_ordering = "failure_ordering",
    weak = "weak",
    bin_op = "bin_op",
    volatile = "volatile_",
    callee = "callee",
    var_callee_type = "var_callee_type",
    op_bundle_sizes = "op_bundle_sizes",
    case_values = "case_values",
    case_operand_segments = "case_operand_segments",
    operand_segments = "operandSegmentSizes",
    is_zero_poison = "is_zero_poison",
    is_int_min_poison = "is_int_min_poison",
    is_volatile = "isVolatile",
    rw = "rw",
    hint = "hint",
    cache = "cache",
    bit = "bit",
}
