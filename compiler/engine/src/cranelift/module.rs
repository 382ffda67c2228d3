//! Compiles the functions and globals of a program into a unit.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{self as clif, LibCall, SourceLoc, TrapCode, UserExternalName, UserFuncName};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig, TargetIsa};
use cranelift_codegen::{Context, FinalizedRelocTarget};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use foldhash::fast::FixedState;
use tvmlike_ir::{Location, Op};

use super::function::Translator;
use super::loops::Loops;
use super::{abi, packed};
use crate::backend::CompileOptions;
use crate::constant;
use crate::error::{EngineError, Result, location_text};
use crate::program::{Linkage, Program, Symbol};
use crate::unit::{Code, Data, Definition, Relocation, RelocationKind, SymbolId, TrapKind, TrapSite, Unit};

/// The code of a trap for `llvm.unreachable`.
pub(super) const UNREACHABLE: TrapCode = TrapCode::unwrap_user(1);
/// The code of a trap for `llvm.intr.trap` and `abort`.
pub(super) const ABORT: TrapCode = TrapCode::unwrap_user(2);

/// What translations of functions share.
pub(super) struct ModuleState {
    pub(super) unit: Unit,
    pub(super) frontend: TargetFrontendConfig,
    pub(super) convention: CallConv,
    /// Whether the code is for a shared library.
    pub(super) position_independent: bool,
    /// The symbols of the program: of functions, then of globals.
    functions: Vec<SymbolId>,
    globals: Vec<SymbolId>,
    /// The places of operations, by the numbers that Cranelift carries.
    places: Vec<Location>,
    /// The functions that the current function refers to.
    imported: HashMap<(SymbolId, bool), clif::FuncRef, FixedState>,
}

impl ModuleState {
    /// Forgets what belongs to the previous function.
    pub(super) fn begin_function(&mut self) {
        self.imported.clear();
        self.places.clear();
    }

    /// The number of the place of an operation.
    pub(super) fn source_place(&mut self, location: Location) -> SourceLoc {
        if self.places.last() != Some(&location) {
            self.places.push(location);
        }
        SourceLoc::new(self.places.len() as u32 - 1)
    }

    /// The symbol of the unit for one of the program.
    pub(super) fn symbol_of(&self, symbol: Symbol) -> SymbolId {
        match symbol {
            Symbol::Function(index) => self.functions[index],
            Symbol::Global(index) => self.globals[index],
        }
    }

    fn is_defined(&self, symbol: SymbolId) -> bool {
        self.unit.symbols[symbol].definition != Definition::Import
    }

    /// A function to call.
    pub(super) fn import_function(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        symbol: SymbolId,
        signature: clif::Signature,
    ) -> clif::FuncRef {
        self.import(builder, symbol, signature, self.is_defined(symbol))
    }

    /// A function whose address is taken.
    pub(super) fn import_address(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        symbol: SymbolId,
        signature: clif::Signature,
    ) -> clif::FuncRef {
        let near = self.is_near(symbol);
        self.import(builder, symbol, signature, near)
    }

    /// Whether the address of a symbol is a fixed distance away: in a shared library, others can replace what they see.
    pub(super) fn is_near(&self, symbol: SymbolId) -> bool {
        self.is_defined(symbol)
            && (!self.position_independent || self.unit.symbols[symbol].linkage == Linkage::Internal)
    }

    fn import(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        symbol: SymbolId,
        signature: clif::Signature,
        colocated: bool,
    ) -> clif::FuncRef {
        if let Some(found) = self.imported.get(&(symbol, colocated)) {
            return *found;
        }
        let name = UserExternalName::new(0, symbol as u32);
        let name = builder.func.declare_imported_user_function(name);
        let signature = builder.import_signature(signature);
        let function = builder.import_function(clif::ExtFuncData {
            name: clif::ExternalName::user(name),
            signature,
            colocated,
            patchable: false,
        });
        self.imported.insert((symbol, colocated), function);
        function
    }
}

/// Compiles a program.
///
/// # Errors
/// An operation or a type that is not supported, with its location.
pub(super) fn compile(program: &Program<'_>, isa: &dyn TargetIsa, options: &CompileOptions) -> Result<Unit> {
    let mut state = ModuleState {
        unit: Unit::default(),
        frontend: isa.frontend_config(),
        convention: isa.default_call_conv(),
        position_independent: options.position_independent,
        functions: Vec::new(),
        globals: Vec::new(),
        places: Vec::new(),
        imported: HashMap::default(),
    };
    declare(program, &mut state);
    let mut frontend = FunctionBuilderContext::new();
    let mut context = Context::new();
    for (index, function) in program.functions.iter().enumerate() {
        let Some(body) = function.body else { continue };
        let symbol = state.functions[index];
        state.begin_function();
        context.clear();
        let entry = abi::entry(program, &function.ty, state.convention);
        let entry = entry.map_err(|error| program.at(function.op, error))?;
        let stack_words = entry.stack_words;
        let name = UserFuncName::user(0, symbol as u32);
        context.func = clif::Function::with_name_signature(name, entry.signature.clone());
        let first = body.first_block(program.context);
        let first = first.ok_or_else(|| program.about(function.op, "has no block"))?;
        let loops = Loops::of(program, body, first);
        let builder = FunctionBuilder::new(&mut context.func, &mut frontend);
        Translator::new(program, &mut state, builder, entry, loops).translate(function)?;
        let code = emit(
            program,
            &mut state,
            &mut context,
            isa,
            (symbol, function.op),
            stack_words,
        )?;
        state.unit.code.push(code);
    }
    if options.packed_entries {
        packed::add_entries(program, &mut state, &mut context, &mut frontend, isa)?;
    }
    globals(program, &mut state)?;
    if let Some(text) = program
        .signatures
        .as_deref()
        .filter(|_| state.unit.find(SIGNATURES).is_none())
    {
        add_signatures(&mut state.unit, text);
    }
    Ok(state.unit)
}

/// The symbol by which `native.open` finds the signatures of a library.
const SIGNATURES: &str = "tvmlike_signatures";

fn add_signatures(unit: &mut Unit, text: &str) {
    let definition = Definition::Data(unit.data.len());
    let symbol = unit.declare(SIGNATURES, definition, Linkage::External);
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    unit.data.push(Data {
        symbol,
        bytes,
        align: 1,
        constant: true,
        relocations: Vec::new(),
    });
}

/// Gives the symbols of the program numbers. Code and data get theirs in the order in which they are compiled.
fn declare(program: &Program<'_>, state: &mut ModuleState) {
    let mut count = 0;
    for function in &program.functions {
        let definition = match function.body {
            Some(_) => {
                count += 1;
                Definition::Code(count - 1)
            }
            None => Definition::Import,
        };
        let id = state.unit.declare(&function.symbol, definition, function.linkage);
        state.functions.push(id);
    }
    let mut count = 0;
    for global in &program.globals {
        let definition = match global.defined {
            true => {
                count += 1;
                Definition::Data(count - 1)
            }
            false => Definition::Import,
        };
        let id = state.unit.declare(&global.symbol, definition, global.linkage);
        state.globals.push(id);
    }
}

fn globals(program: &Program<'_>, state: &mut ModuleState) -> Result<()> {
    for (index, global) in program.globals.iter().enumerate() {
        if !global.defined {
            continue;
        }
        let layout = program.types.layout(global.ty);
        let layout = layout.map_err(|error| program.at(global.op, error))?;
        let image = constant::global_image(program, global.op, global.ty)?;
        let relocations = image.addresses.iter().map(|(offset, symbol, addend)| Relocation {
            offset: *offset as u32,
            kind: RelocationKind::Absolute,
            symbol: state.symbol_of(*symbol),
            addend: *addend,
        });
        let relocations = relocations.collect();
        state.unit.data.push(Data {
            symbol: state.globals[index],
            bytes: image.bytes,
            align: layout.align.max(global.alignment.unwrap_or(1)).max(1),
            constant: global.constant,
            relocations,
        });
    }
    Ok(())
}

/// Makes machine code of the function in a context.
pub(super) fn emit(
    program: &Program<'_>,
    state: &mut ModuleState,
    context: &mut Context,
    isa: &dyn TargetIsa,
    (symbol, op): (SymbolId, Op),
    stack_words: usize,
) -> Result<Code> {
    let compiled = catch_unwind(AssertUnwindSafe(|| {
        let compiled = context.compile(isa, &mut ControlPlane::default());
        compiled.map(|_| ()).map_err(|error| format!("{:?}", error.inner))
    }));
    match compiled {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            return Err(program.about(op, format!("Cranelift cannot compile the function: {error}")));
        }
        Err(_) => {
            return Err(program.about(op, "Cranelift failed on the function; please report this module"));
        }
    }
    let unsupported = || program.about(op, "Cranelift made a relocation that is not supported");
    let compiled = context.compiled_code().ok_or_else(unsupported)?;
    let buffer = &compiled.buffer;
    let mut relocations = Vec::new();
    for relocation in buffer.relocs() {
        let kind = match relocation.kind {
            Reloc::Abs8 => RelocationKind::Absolute,
            Reloc::X86PCRel4 => RelocationKind::Relative,
            Reloc::X86CallPCRel4 | Reloc::X86CallPLTRel4 => RelocationKind::Call,
            Reloc::X86GOTPCRel4 => RelocationKind::Got,
            _ => return Err(unsupported()),
        };
        let (target, addend) = match &relocation.target {
            FinalizedRelocTarget::ExternalName(clif::ExternalName::User(name)) => {
                let name = &context.func.params.user_named_funcs()[*name];
                (name.index as usize, relocation.addend)
            }
            FinalizedRelocTarget::ExternalName(clif::ExternalName::LibCall(call)) => {
                let name = library_name(*call).ok_or_else(unsupported)?;
                (state.unit.symbol(name), relocation.addend)
            }
            FinalizedRelocTarget::Func(offset) => (symbol, relocation.addend + i64::from(*offset)),
            FinalizedRelocTarget::ExternalName(_) => return Err(unsupported()),
        };
        relocations.push(Relocation {
            offset: relocation.offset,
            kind,
            symbol: target,
            addend,
        });
    }
    Ok(Code {
        symbol,
        bytes: buffer.data().to_vec(),
        align: u64::from(isa.function_alignment().minimum).max(16),
        relocations,
        traps: trap_sites(program, state, compiled),
        stack_words,
    })
}

fn trap_sites(
    program: &Program<'_>,
    state: &ModuleState,
    compiled: &cranelift_codegen::CompiledCode,
) -> Vec<TrapSite> {
    let places = compiled.buffer.get_srclocs_sorted();
    let mut texts: HashMap<Location, Arc<str>, FixedState> = HashMap::default();
    let mut place_of = |offset: u32| -> Arc<str> {
        // The last range that starts at or before the instruction.
        let index = places.partition_point(|place| place.start <= offset);
        let place = index
            .checked_sub(1)
            .map(|index| places[index].loc.bits() as usize);
        match place.and_then(|place| state.places.get(place)) {
            Some(location) => Arc::clone(
                texts
                    .entry(*location)
                    .or_insert_with(|| location_text(program.context, *location).into()),
            ),
            None => "".into(),
        }
    };
    let sites = compiled.buffer.traps().iter().map(|trap| TrapSite {
        offset: trap.offset,
        kind: match trap.code {
            UNREACHABLE => TrapKind::Unreachable,
            ABORT => TrapKind::Abort,
            TrapCode::INTEGER_DIVISION_BY_ZERO => TrapKind::DivisionByZero,
            TrapCode::INTEGER_OVERFLOW => TrapKind::Overflow,
            _ => TrapKind::Other,
        },
        place: place_of(trap.offset),
    });
    sites.collect()
}

/// The C function that does what Cranelift asks for.
fn library_name(call: LibCall) -> Option<&'static str> {
    Some(match call {
        LibCall::CeilF32 => "ceilf",
        LibCall::CeilF64 => "ceil",
        LibCall::FloorF32 => "floorf",
        LibCall::FloorF64 => "floor",
        LibCall::TruncF32 => "truncf",
        LibCall::TruncF64 => "trunc",
        LibCall::NearestF32 => "nearbyintf",
        LibCall::NearestF64 => "nearbyint",
        LibCall::FmaF32 => "fmaf",
        LibCall::FmaF64 => "fma",
        LibCall::Memcpy => "memcpy",
        LibCall::Memset => "memset",
        LibCall::Memmove => "memmove",
        LibCall::Memcmp => "memcmp",
        _ => return None,
    })
}

/// The error for a function that cannot be entered.
pub(super) fn no_entry(name: &str) -> EngineError {
    EngineError::new(format!("{name}: has no entry"))
}
