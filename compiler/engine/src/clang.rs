//! The back end of the system: LLVM IR as text, compiled by a clang of version 15 or newer.
//!
//! The program is `clang-22`, `clang-21`, … or `clang`, the first that is on the path and new enough; `TVMLIKE_CLANG` names
//! another one. Code is a shared library in a folder for this user alone, which is removed as soon as it is loaded. A call of
//! `abort`, to which a failed assertion leads, ends the call that entered the code; other traps end the process.
//!
//! # Layers
//!
//! - `library`: libraries that clang made, in memory
//! - `machine`: the processor, as the system describes it

mod library;
#[cfg_attr(target_os = "linux", path = "clang/machine/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "clang/machine/plain.rs")]
mod machine;

use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::backend::{Address, Backend, CompileOptions, Compiled, Resolver};
use crate::bytes::Decoder;
use crate::error::{EngineError, Result};
use crate::llvm_ir::{self, aborts::Aborts};
use crate::program::{Linkage, Program};
use crate::symbols::{process_symbol, undefined};
use library::{SharedObject, Stops};

/// Code by clang.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clang;

/// The oldest version that reads pointers without types.
const OLDEST: u32 = 15;

/// The version of a clang; `None` if there is no such program.
fn version(program: &OsString) -> Option<u32> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = text.split_once("clang version ")?;
    rest.split('.').next()?.parse().ok()
}

/// The clang of this machine.
///
/// # Errors
/// There is none that is new enough.
pub fn program() -> Result<OsString> {
    static FOUND: OnceLock<Option<OsString>> = OnceLock::new();
    if let Some(given) = std::env::var_os("TVMLIKE_CLANG").filter(|given| !given.is_empty()) {
        return Ok(given);
    }
    let found = FOUND.get_or_init(|| {
        let numbered = (OLDEST..=30).rev().map(|version| format!("clang-{version}"));
        let mut names = std::iter::once("clang".to_owned())
            .chain(numbered)
            .map(OsString::from);
        names.find(|name| version(name).is_some_and(|version| version >= OLDEST))
    });
    found.clone().ok_or_else(|| {
        EngineError::new(format!(
            "engine llvm: no clang of version {OLDEST} or newer is on the path; install one, name it by TVMLIKE_CLANG, or use \
             the engine cranelift"
        ))
    })
}

/// A folder for this user alone. What cannot be removed at the end stays in the folder for temporary files.
pub(super) fn folder() -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix("tvmlike-engine-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir()
        .map_err(|error| EngineError::new(format!("cannot make a folder for the compiler: {error}")))
}

/// Runs clang on a text.
fn run(text: &str, options: &CompileOptions, folder: &Path, output: &str, flags: &[&str]) -> Result<PathBuf> {
    let failed = |what: String| EngineError::new(format!("engine llvm: {what}"));
    let source = folder.join("module.ll");
    std::fs::write(&source, text).map_err(|error| failed(format!("cannot write the module: {error}")))?;
    let target = folder.join(output);
    let program = program()?;
    let mut command = Command::new(&program);
    command.arg(if options.optimize { "-O2" } else { "-O0" });
    if options.host_features {
        command.arg("-march=native");
    }
    // The module has no triple, and no pair of operations is fused that the program keeps apart.
    command.args(["-Wno-override-module", "-ffp-contract=off", "-fPIC", "-x", "ir"]);
    command.arg(&source).args(flags).arg("-o").arg(&target);
    let output = command
        .output()
        .map_err(|error| failed(format!("cannot run {}: {error}", program.display())))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(failed(format!(
            "{} refused the module: {}",
            program.display(),
            errors.trim()
        )));
    }
    Ok(target)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path)
        .map_err(|error| EngineError::new(format!("engine llvm: cannot read what clang wrote: {error}")))
}

/// The prefix of the variables through which code calls what the host supplies.
pub(super) const SLOT: &str = "__tvmlike_import.";

/// Makes calls of what the host supplies go through variables, which [`fill`] sets.
fn with_slots(text: &str, supplied: &[(String, Address)]) -> String {
    let mut text = text.to_owned();
    for (name, _) in supplied {
        let symbol = llvm_ir::symbol(name);
        let slot = llvm_ir::symbol(&format!("{SLOT}{name}"));
        let mut made = String::with_capacity(text.len() + 256);
        for line in text.lines() {
            let declares = line.starts_with("declare ") && line.contains(&format!("@{symbol}("));
            if declares && let Some(body) = forwarding(line, &symbol, &slot) {
                made.push_str(&body);
            } else {
                made.push_str(line);
                made.push('\n');
            }
        }
        made.push_str(&format!("@{slot} = global ptr null\n"));
        text = made;
    }
    text
}

/// A function that calls the one whose address is in a variable, instead of a declaration.
fn forwarding(line: &str, symbol: &str, slot: &str) -> Option<String> {
    let head = line.strip_prefix("declare ")?;
    let (result, rest) = head.split_once(&format!(" @{symbol}("))?;
    let params = rest.strip_suffix(')')?;
    if params.ends_with("...") {
        return None;
    }
    let mut depth = 0;
    let mut types = vec![String::new()];
    for character in params.chars() {
        match character {
            '{' | '[' | '<' | '(' => depth += 1,
            '}' | ']' | '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                types.push(String::new());
                continue;
            }
            _ => {}
        }
        types.last_mut()?.push(character);
    }
    let arguments: Vec<String> = types
        .iter()
        .map(|ty| ty.trim())
        .filter(|ty| !ty.is_empty())
        .enumerate()
        .map(|(index, ty)| format!("{ty} %a{index}"))
        .collect();
    let arguments = arguments.join(", ");
    let call = format!("call {result} %f({arguments})");
    let end = match result {
        "void" => format!("  {call}\n  ret void\n"),
        _ => format!("  %r = {call}\n  ret {result} %r\n"),
    };
    Some(format!(
        "define internal {result} @{symbol}({arguments}) {{\n  %f = load ptr, ptr @{slot}\n{end}}}\n"
    ))
}

/// Conversions that clang calls for 16-bit floats, with the types of their results and arguments.
const CONVERSIONS: [(&str, &str, &str); 6] = [
    ("__truncsfbf2", "bfloat", "float"),
    ("__truncdfbf2", "bfloat", "double"),
    ("__extendbfsf2", "float", "bfloat"),
    ("__truncsfhf2", "half", "float"),
    ("__truncdfhf2", "half", "double"),
    ("__extendhfsf2", "float", "half"),
];

/// Defines the conversions that the process does not have, but the host supplies.
fn add_conversions(text: &mut String, supplied: &mut Vec<(String, Address)>, resolve: Resolver<'_>) {
    if !(text.contains("half") || text.contains("bfloat")) {
        return;
    }
    for (name, result, argument) in CONVERSIONS {
        let is_missing = process_symbol(name).is_none() && !text.contains(&format!("@{name}("));
        let Some(address) = resolve(name).filter(|_| is_missing) else {
            continue;
        };
        text.push_str(&format!(
            "@\"{SLOT}{name}\" = global ptr null\ndefine hidden {result} @{name}({argument} %a0) {{\n  \
             %f = load ptr, ptr @\"{SLOT}{name}\"\n  %r = call {result} %f({argument} %a0)\n  ret {result} %r\n}}\n"
        ));
        supplied.push((name.to_owned(), address));
    }
}

/// The functions that the program declares and the host supplies; what neither it nor the process has is an error.
fn supplied(program: &Program<'_>, resolve: Resolver<'_>) -> Result<Vec<(String, Address)>> {
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for function in program
        .functions
        .iter()
        .filter(|function| function.body.is_none())
    {
        match resolve(&function.symbol) {
            Some(address) => found.push((function.symbol.clone(), address)),
            None if process_symbol(&function.symbol).is_some() => {}
            None if is_used(program, function.op) => missing.push(&*function.symbol),
            None => {}
        }
    }
    match missing.as_slice() {
        [] => Ok(found),
        names => Err(undefined(names)),
    }
}

fn is_used(program: &Program<'_>, function: tvmlike_ir::Op) -> bool {
    let name = function.symbol_name(program.context).unwrap_or_default();
    let mut used = false;
    program
        .module
        .walk(program.context, tvmlike_ir::WalkOrder::PreOrder, |op| {
            for key in [program.keys.callee, program.keys.global_name] {
                if let Some(attribute) = op.property(program.context, key)
                    && let tvmlike_ir::AttributeKind::SymbolRef { root, .. } = attribute.kind(program.context)
                {
                    used |= root.bytes(program.context) == name;
                }
            }
            if used {
                tvmlike_ir::WalkResult::Interrupt
            } else {
                tvmlike_ir::WalkResult::Advance
            }
        });
    used
}

impl Backend for Clang {
    fn name(&self) -> &'static str {
        "llvm"
    }

    fn target(&self, _options: &CompileOptions) -> Result<String> {
        let program = program()?;
        // A program that is named without a folder is looked up on the path, where it can be replaced.
        let found = std::env::var_os("PATH")
            .iter()
            .flat_map(std::env::split_paths)
            .map(|folder| folder.join(&program))
            .find_map(|path| Some((path.metadata().ok()?, path)));
        let (changed, len) = found
            .map(|(found, _)| (found.modified().ok(), found.len()))
            .unwrap_or_default();
        // Clang makes code for what this processor can do.
        let Some(machine) = machine::description() else {
            return Err(EngineError::new(
                "engine llvm: the cache needs a description of the processor, which this system does not give; pass \
                 cache=False",
            ));
        };
        Ok(format!("{} {len} {changed:?} {machine}", program.display()))
    }

    fn compile(
        &self,
        program: &Program<'_>,
        options: &CompileOptions,
        resolve: Resolver<'_>,
    ) -> Result<Box<dyn Compiled>> {
        if options.packed_entries {
            return Err(EngineError::new(
                "engine llvm: entries that take an array of pointers are made by cranelift only",
            ));
        }
        if options.interruptible {
            return Err(EngineError::new(
                "engine llvm: loops that can be interrupted are made by cranelift only",
            ));
        }
        let mut supplied = supplied(program, resolve)?;
        let (text, aborts) = llvm_ir::translate_with(program, Aborts::Reported(Vec::new()), options.debug)?;
        let mut text = with_slots(&text, &supplied);
        add_conversions(&mut text, &mut supplied, resolve);
        let folder = folder()?;
        // Without the last flag, a call within the module would find a function of the process that has the same name.
        let flags = ["-shared", "-lm", "-Wl,-Bsymbolic"];
        let path = run(&text, options, folder.path(), "module.so", &flags)?;
        let functions = program
            .functions
            .iter()
            .filter(|function| function.body.is_some());
        let functions = functions.map(|function| (&function.symbol, function.linkage));
        let globals = program.globals.iter().filter(|global| global.defined);
        let globals = globals.map(|global| (&global.symbol, global.linkage));
        let seen = functions
            .chain(globals)
            .filter(|(_, linkage)| *linkage != Linkage::Internal);
        Ok(Box::new(SharedObject {
            bytes: read(&path)?,
            symbols: seen.map(|(symbol, _)| symbol.clone()).collect(),
            supplied: supplied.into_iter().map(|(symbol, _)| symbol).collect(),
            stops: Stops::of(aborts),
        }))
    }

    fn decode(&self, bytes: &mut Decoder<'_>) -> Option<Box<dyn Compiled>> {
        Some(Box::new(SharedObject::decode(bytes)?))
    }

    fn object(&self, program: &Program<'_>, options: &CompileOptions) -> Result<Vec<u8>> {
        let (text, _) = llvm_ir::translate_with(program, Aborts::Flushed, options.debug)?;
        let folder = folder()?;
        let path = run(&text, options, folder.path(), "module.o", &["-c"])?;
        read(&path)
    }
}
