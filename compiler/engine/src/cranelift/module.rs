//! Compiles the functions and globals of a program into a unit.

use cranelift_codegen::Context;
use cranelift_codegen::ir::{self as clif, UserFuncName};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use super::emit::emit;
use super::function::Translator;
use super::loops::Loops;
use super::state::ModuleState;
use super::{abi, packed};
use crate::backend::CompileOptions;
use crate::constant;
use crate::error::Result;
use crate::program::{Linkage, Program, SIGNATURES};
use crate::unit::{Data, Definition, Relocation, RelocationKind, Unit};

/// Compiles a program.
///
/// # Errors
/// An operation or a type that is not supported, with its location.
pub(super) fn compile(program: &Program<'_>, isa: &dyn TargetIsa, options: &CompileOptions) -> Result<Unit> {
    let mut state = ModuleState::new(isa, options);
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
