//! Programs as LLVM IR text, for the tools of LLVM 22.
//!
//! Values are named by their numbers, constants stand where they are used, arguments of blocks become phi nodes. Two branches
//! of one operation to the same block go through blocks of their own, as phi nodes require.
//!
//! # Layers
//!
//! - `debug`: files and lines of instructions
//! - `types`, `constants`: the text of types and of constants
//! - `intrinsics`, `aborts`, `operations`, `blocks`: the text of operations, as methods of one type

#[cfg_attr(
    not(feature = "run"),
    expect(dead_code, reason = "code that runs in the process has more uses")
)]
pub(crate) mod aborts;
mod blocks;
mod constants;
mod debug;
mod intrinsics;
mod operations;
mod types;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tvmlike_ir::{AttributeKind, Op, Type, Value};

use crate::constant;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::program::{Function, Global, Linkage, Program, SIGNATURES};
use aborts::Aborts;
use debug::DebugInfo;

/// Writes LLVM IR.
pub(crate) struct Writer<'a, 'c> {
    pub(crate) program: &'a Program<'c>,
    pub(crate) out: String,
    /// The declarations of intrinsics that the text uses.
    pub(crate) declared: BTreeSet<String>,
    /// What calls of `abort` become.
    pub(crate) aborts: Aborts,
    /// Debug information, if it is asked for.
    pub(crate) debug: Option<DebugInfo>,
}

/// The text of a program; with `debug`, files and lines are in it.
///
/// # Errors
/// An operation, a type or a constant that the translation does not support, with its location.
pub fn translate(program: &Program<'_>, debug: bool) -> Result<String> {
    Ok(translate_with(program, Aborts::Called, debug)?.0)
}

/// The text of a program, and what became of its calls of `abort`.
pub(crate) fn translate_with(program: &Program<'_>, aborts: Aborts, debug: bool) -> Result<(String, Aborts)> {
    let mut writer = Writer {
        program,
        out: "source_filename = \"LLVMDialectModule\"\n\n".to_owned(),
        declared: BTreeSet::new(),
        aborts,
        debug: debug.then(DebugInfo::default),
    };
    for global in &program.globals {
        writer.global(global)?;
    }
    for function in &program.functions {
        writer.function(function)?;
    }
    writer.signatures();
    writer.guards()?;
    for declaration in &writer.declared {
        let known = program
            .functions
            .iter()
            .any(|function| declaration.contains(&format!("@{}(", symbol(&function.symbol))));
        if !known {
            let _ = writeln!(writer.out, "declare {declaration}");
        }
    }
    if let Some(debug) = writer.debug {
        debug.finish(&mut writer.out);
    }
    Ok((writer.out, writer.aborts))
}

/// A symbol, in quotes if it needs them.
pub(crate) fn symbol(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-');
    if !name.starts_with(|first: char| first.is_ascii_digit()) && name.bytes().all(is_plain) {
        return name.to_owned();
    }
    quoted(name)
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
    out
}

fn linkage(linkage: Linkage, is_declaration: bool) -> &'static str {
    match linkage {
        _ if is_declaration => "",
        Linkage::External => "",
        Linkage::Weak => "weak ",
        Linkage::Internal => "internal ",
    }
}

impl Writer<'_, '_> {
    /// Writes the signatures of the functions, unless the program has something of this name.
    fn signatures(&mut self) {
        let program = self.program;
        let functions = program.functions.iter().map(|function| &function.symbol);
        let mut symbols = functions.chain(program.globals.iter().map(|global| &global.symbol));
        let Some(text) = program.signatures.as_deref() else {
            return;
        };
        if symbols.any(|symbol| symbol == SIGNATURES) {
            return;
        }
        let size = text.len() + 1;
        let text = quoted(&format!("{text}\0"));
        let _ = writeln!(
            self.out,
            "@{SIGNATURES} = constant [{size} x i8] c{text}, align 1\n"
        );
    }

    fn global(&mut self, global: &Global) -> Result<()> {
        let program = self.program;
        let ty = self.type_text(global.op, global.ty)?;
        let kind = if global.constant { "constant" } else { "global" };
        let value = match global.defined {
            true => {
                let image = constant::global_image(program, global.op, global.ty)?;
                self.constant_text(global.op, global.ty, &image, 0)?
            }
            false => String::new(),
        };
        let linkage = if global.defined {
            linkage(global.linkage, false)
        } else {
            "external "
        };
        let name = symbol(&global.symbol);
        let _ = write!(self.out, "@{name} = {linkage}{kind} {ty} {value}");
        if let Some(alignment) = global.alignment {
            let _ = write!(self.out, ", align {alignment}");
        }
        self.out.push('\n');
        Ok(())
    }

    fn function(&mut self, function: &Function) -> Result<()> {
        let context = self.program.context;
        let op = function.op;
        let result = match function.ty.result {
            Some(result) => self.type_text(op, result)?,
            None => "void".to_owned(),
        };
        let mut params = Vec::new();
        let entry = function.body.and_then(|body| body.first_block(context));
        for (index, ty) in function.ty.params.iter().enumerate() {
            let mut text = self.type_text(op, *ty)?;
            if let Some(argument) = entry.and_then(|entry| entry.argument(context, index)) {
                let _ = write!(text, "{} {}", self.param_attributes(op, index), name(argument));
            }
            params.push(text);
        }
        if function.ty.variadic {
            params.push("...".to_owned());
        }
        let word = if function.body.is_some() {
            "define"
        } else {
            "declare"
        };
        let linkage = linkage(function.linkage, function.body.is_none());
        let head = format!(
            "{word} {linkage}{result} @{}({})",
            symbol(&function.symbol),
            params.join(", ")
        );
        self.out.push_str(&head);
        match function.body {
            None => self.out.push_str("\n\n"),
            Some(body) => {
                if let Some(debug) = &mut self.debug {
                    self.out.push_str(&debug.enter(context, function));
                }
                self.out.push_str(" {\n");
                self.blocks(body)?;
                self.out.push_str("}\n\n");
            }
        }
        Ok(())
    }

    /// What is written behind the instruction of an operation: where it comes from.
    pub(crate) fn place(&mut self, op: Op) -> String {
        let context = self.program.context;
        self.debug
            .as_mut()
            .map_or_else(String::new, |debug| debug.at(context, op))
    }

    /// What an argument promises: ` noalias`.
    pub(crate) fn param_attributes(&self, op: Op, index: usize) -> String {
        let context = self.program.context;
        let attributes = op.property(context, context.identifier("arg_attrs"));
        let Some(AttributeKind::Array(all)) = attributes.map(|all| all.kind(context)) else {
            return String::new();
        };
        let Some(entries) = all.get(index).and_then(|each| each.entries(context)) else {
            return String::new();
        };
        let known = [
            "noalias",
            "nocapture",
            "nonnull",
            "noundef",
            "readonly",
            "signext",
            "zeroext",
        ];
        let present = known.iter().filter(|word| {
            **word != "nocapture"
                && entries
                    .get_by_bytes(context, format!("llvm.{word}").as_bytes())
                    .is_some()
        });
        present.map(|word| format!(" {word}")).collect()
    }

    /// The text of a value: its name, or the constant that it is.
    pub(crate) fn value(&self, value: Value) -> Result<String> {
        let program = self.program;
        let Some(op) = value.defining_op(program.context) else {
            return Ok(name(value));
        };
        let ty = value.ty(program.context);
        match program.opcode(op)? {
            Opcode::Constant => {
                let attribute = op.property(program.context, program.keys.value);
                let attribute = attribute.ok_or_else(|| program.about(op, "has no value"))?;
                let image = constant::image_of(program, op, attribute, ty)?;
                self.constant_text(op, ty, &image, 0)
            }
            Opcode::Zero => Ok("zeroinitializer".to_owned()),
            Opcode::Undef => Ok("undef".to_owned()),
            Opcode::Poison => Ok("poison".to_owned()),
            Opcode::AddressOf => {
                let symbol = program.reference(op, program.keys.global_name)?;
                let symbol = symbol.ok_or_else(|| program.about(op, "refers to no symbol"))?;
                Ok(format!("@{}", self.symbol_name(symbol)))
            }
            _ => Ok(name(value)),
        }
    }

    /// A value with its type before it.
    pub(crate) fn typed(&self, op: Op, value: Value) -> Result<String> {
        let ty = self.type_text(op, value.ty(self.program.context))?;
        Ok(format!("{ty} {}", self.value(value)?))
    }

    /// The name of a symbol of the program.
    pub(crate) fn symbol_name(&self, found: crate::program::Symbol) -> String {
        match found {
            crate::program::Symbol::Function(index) => symbol(&self.program.functions[index].symbol),
            crate::program::Symbol::Global(index) => symbol(&self.program.globals[index].symbol),
        }
    }

    /// The type of an operand.
    pub(crate) fn operand_type(&self, op: Op, index: usize) -> Result<Type> {
        Ok(self.operand(op, index)?.ty(self.program.context))
    }

    /// An operand.
    pub(crate) fn operand(&self, op: Op, index: usize) -> Result<Value> {
        let value = op.operand(self.program.context, index);
        value.ok_or_else(|| self.program.about(op, format!("has no operand {index}")))
    }
}

/// The name of a value.
pub(crate) fn name(value: Value) -> String {
    format!("%v{}", value.raw())
}
