//! Machine code of one function, its relocations, and the places at which it can stop.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{self as clif, LibCall, TrapCode};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::{Context, FinalizedRelocTarget};
use foldhash::fast::FixedState;
use tvmlike_ir::{AttributeKind, Location, Op};

use super::state::{ABORT, INTERRUPTED, ModuleState, UNREACHABLE};
use crate::error::{EngineError, Result, location_text};
use crate::program::Program;
use crate::unit::{Code, Line, Relocation, RelocationKind, SymbolId, TrapKind, TrapSite};

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
                (state.unit.host_symbol(name), relocation.addend)
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
        part_of: part_of(program, op),
        bytes: buffer.data().to_vec(),
        align: u64::from(isa.function_alignment().minimum).max(16),
        relocations,
        traps: trap_sites(program, state, compiled),
        stack_words,
        lines: lines(program, state, compiled, op),
    })
}

/// The attribute of a function that was made of a part of another one: its name.
const PART_OF: &str = "part_of";

/// The function of the source that one is a part of, if its attribute tells it.
fn part_of(program: &Program<'_>, op: Op) -> Option<String> {
    let name = program.context.identifier(PART_OF);
    let around = op.discardable_attribute(program.context, name)?;
    match around.kind(program.context) {
        AttributeKind::String { bytes, .. } => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    }
}

/// The lines of the instructions of a function; none if its own location names no file.
fn lines(
    program: &Program<'_>,
    state: &mut ModuleState,
    compiled: &cranelift_codegen::CompiledCode,
    op: Op,
) -> Vec<Line> {
    let context = program.context;
    let position_of = |location: Location| location.file_position(context);
    let own = position_of(op.location(context)).filter(|_| state.has_lines());
    let Some(own) = own else {
        return Vec::new();
    };
    let mut lines = vec![state.line(context, 0, own)];
    let mut last = None;
    for place in compiled.buffer.get_srclocs_sorted() {
        // Instructions without a place, such as copies between registers, belong to those before.
        let Some((location, _)) = state.places.get(place.loc.bits() as usize) else {
            continue;
        };
        if last == Some(*location) {
            continue;
        }
        last = Some(*location);
        let mut line = match position_of(*location) {
            Some(position) => state.line(context, place.start, position),
            // Code of the compiler.
            None => Line {
                line: 0,
                column: 0,
                ..lines[0]
            },
        };
        line.offset = place.start;
        lines.push(line);
    }
    lines
}

fn trap_sites(
    program: &Program<'_>,
    state: &ModuleState,
    compiled: &cranelift_codegen::CompiledCode,
) -> Vec<TrapSite> {
    let places = compiled.buffer.get_srclocs_sorted();
    let mut texts: HashMap<Location, Arc<str>, FixedState> = HashMap::default();
    let mut place_of = |offset: u32| -> (Arc<str>, Option<Arc<str>>) {
        // The last range that starts at or before the instruction.
        let index = places.partition_point(|place| place.start <= offset);
        let place = index
            .checked_sub(1)
            .map(|index| places[index].loc.bits() as usize);
        match place.and_then(|place| state.places.get(place)) {
            Some((location, message)) => {
                let text = texts.entry(*location);
                let text = text.or_insert_with(|| location_text(program.context, *location).into());
                (Arc::clone(text), message.clone())
            }
            None => ("".into(), None),
        }
    };
    let sites = compiled.buffer.traps().iter().map(|trap| {
        let (place, message) = place_of(trap.offset);
        TrapSite {
            offset: trap.offset,
            kind: match trap.code {
                UNREACHABLE => TrapKind::Unreachable,
                ABORT => TrapKind::Abort,
                INTERRUPTED => TrapKind::Interrupted,
                TrapCode::INTEGER_DIVISION_BY_ZERO => TrapKind::DivisionByZero,
                TrapCode::INTEGER_OVERFLOW => TrapKind::Overflow,
                _ => TrapKind::Other,
            },
            place,
            message,
        }
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
