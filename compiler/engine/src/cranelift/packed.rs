//! Entries `_mlir_NAME(void **)`: each argument is read through a pointer of the array, and the result is written through the
//! one behind them, as MLIR's ExecutionEngine calls functions.

use cranelift_codegen::Context;
use cranelift_codegen::ir::{
    self as clif, AbiParam, InstBuilder, MemFlagsData, Signature, UserFuncName, Value, types,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use super::abi;
use super::emit::{emit, no_entry};
use super::state::ModuleState;
use crate::error::Result;
use crate::program::{Function, Linkage, Program};
use crate::types::{Leaf, Scalar};
use crate::unit::Definition;

/// Adds an entry for each function with a body.
pub(super) fn add_entries(
    program: &Program<'_>,
    state: &mut ModuleState,
    context: &mut Context,
    frontend: &mut FunctionBuilderContext,
    isa: &dyn TargetIsa,
) -> Result<()> {
    for function in &program.functions {
        if function.body.is_none() || function.linkage == Linkage::Internal {
            continue;
        }
        let name = format!("_mlir_{}", function.symbol);
        if state.unit.find(&name).is_some() {
            continue;
        }
        let definition = Definition::Code(state.unit.code.len());
        let symbol = state.unit.declare(&name, definition, Linkage::External);
        let mut signature = Signature::new(state.convention);
        signature.params.push(AbiParam::new(types::I64));
        context.clear();
        context.func = clif::Function::with_name_signature(UserFuncName::user(0, symbol as u32), signature);
        let mut builder = FunctionBuilder::new(&mut context.func, frontend);
        build(program, state, &mut builder, function).map_err(|error| program.at(function.op, error))?;
        builder.seal_all_blocks();
        builder.finalize(state.frontend);
        let code = emit(program, state, context, isa, (symbol, function.op), 0)?;
        state.unit.code.push(code);
    }
    Ok(())
}

fn load(builder: &mut FunctionBuilder<'_>, address: Value, leaf: &Leaf) -> Result<Value> {
    let ty = abi::register_type(leaf.scalar)?;
    let flags = MemFlagsData::new();
    let value = builder.ins().load(ty, flags, address, leaf.offset as i32);
    Ok(match leaf.scalar {
        Scalar::F16 | Scalar::BF16 => builder.ins().bitcast(types::F16, MemFlagsData::new(), value),
        _ => value,
    })
}

fn build(
    program: &Program<'_>,
    state: &mut ModuleState,
    builder: &mut FunctionBuilder<'_>,
    function: &Function,
) -> Result<()> {
    state.begin_function();
    let entry = abi::entry(program, &function.ty, state.convention)?;
    let block = builder.create_block();
    builder.append_block_params_for_function_params(block);
    builder.switch_to_block(block);
    let pointers = builder.block_params(block)[0];
    let flags = MemFlagsData::new();
    let count = function.ty.params.len();
    let pointer = |builder: &mut FunctionBuilder<'_>, index: usize| {
        builder
            .ins()
            .load(types::I64, flags, pointers, (index * 8) as i32)
    };
    let mut arguments = Vec::new();
    if entry.in_memory {
        arguments.push(pointer(builder, count));
    }
    for (index, param) in function.ty.params.iter().enumerate() {
        let address = pointer(builder, index);
        for leaf in program.types.leaves(*param)?.iter() {
            arguments.push(load(builder, address, leaf)?);
        }
    }
    let symbol = state
        .unit
        .find(&function.symbol)
        .ok_or_else(|| no_entry(&function.symbol))?;
    let callee = state.import_function(builder, symbol, entry.signature.clone());
    let call = builder.ins().call(callee, &arguments);
    if !entry.in_memory && !entry.result.is_empty() {
        let results = builder.inst_results(call).to_vec();
        let address = pointer(builder, count);
        for (leaf, value) in entry.result.iter().zip(results) {
            let value = match leaf.scalar {
                Scalar::Int(1) => {
                    let one = builder.ins().iconst(types::I8, 1);
                    builder.ins().band(value, one)
                }
                _ => value,
            };
            builder.ins().store(flags, value, address, leaf.offset as i32);
        }
    }
    builder.ins().return_(&[]);
    Ok(())
}
