//! Calls: a compiled function becomes a packed function.
//!
//! Binding lowers the type to a program: the conversion of each argument, the register of each word, the place of each
//! result. A call runs the program over words on the stack, and allocates only what its results need. Invariant: the code is
//! entered only with arguments that match its type.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;

use tvmlike_runtime::function::Argument;
use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result, TVMArgs};

use super::arguments::{self, Lowering, Op};
use super::copies::without_gaps;
use super::frame::{Frame, INTS, STACK};
use super::owner::{Context, Free, Keep, PassedArray};
use super::portable::Portable;
use super::record::record_of_bound;
use super::results::{Found, Plan};
use super::signature::FunctionType;
use super::types::{Scalar, Type};
use crate::native::pending;
use crate::native::registers;

pub use super::convention::{Convention, Entries, Options, Ownership};

/// Two arrays that must not overlap.
struct Apart {
    first: usize,
    second: usize,
}

/// A bound function, lowered for calls.
struct Program {
    name: Box<str>,
    code: usize,
    ops: Box<[Op]>,
    apart: Box<[Apart]>,
    plan: Plan,
    /// The number of words on the stack.
    stack: usize,
    /// The first word of the struct of results, if the function returns one in memory.
    memory: usize,
    /// The number of words, without those of unranked memrefs.
    words: usize,
    /// Whether a parameter is an unranked memref.
    unranked: bool,
    ownership: Ownership,
    free: Free,
    keep: Keep,
    ty: FunctionType,
    /// libffi's description, if calls use libffi.
    portable: Option<Portable>,
}

/// Makes a packed function from a compiled one. Errors use `name` for it. `keep` keeps the code mapped.
///
/// # Errors
/// ValueError if the convention requires an entry that does not exist, or static memrefs; also if no convention is chosen and
/// the registers of the only entry's results depend on the version of LLVM. NotImplementedError for results that libffi cannot
/// return, on platforms whose registers we do not fill.
///
/// # Safety
/// The entries are the code of a function of this type, compiled with these conventions, and valid as long as `keep` lives.
/// `options.free` is NULL or a function of one pointer, which frees what the code allocates, on any thread.
pub unsafe fn bind(
    entries: Entries,
    ty: &FunctionType,
    options: Options,
    name: &str,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    // SAFETY: by contract.
    unsafe { bind_on(entries, ty, options, name, Arc::new(keep), registers::AVAILABLE) }
}

/// As [`bind`], but always by libffi. For tests.
///
/// # Errors
/// As [`bind`], and NotImplementedError for results that libffi cannot return.
///
/// # Safety
/// As [`bind`].
#[doc(hidden)]
pub unsafe fn bind_by_libffi(
    entries: Entries,
    ty: &FunctionType,
    options: Options,
    name: &str,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    // SAFETY: by contract.
    unsafe { bind_on(entries, ty, options, name, Arc::new(keep), false) }
}

/// Binds with calls by registers or, if `registers` is false, by libffi.
///
/// # Safety
/// As [`bind`].
unsafe fn bind_on(
    entries: Entries,
    ty: &FunctionType,
    options: Options,
    name: &str,
    keep: Keep,
    registers: bool,
) -> Result<PackedFunc> {
    let (convention, code) = entry(entries, &options, name)?;
    if options.convention.is_none() && convention != Convention::Ciface {
        check_version(ty, name)?;
    }
    if convention == Convention::BarePointer {
        check_bare(ty, name)?;
    }
    let record = record_of_bound(ty, options.doc.as_deref(), name, options.library.as_deref());
    let program = Program::new(name, code, ty, convention, &options, keep, registers)?;
    let library = options.library;
    Ok(PackedFunc::with_record(record, move |args| {
        program.call(args).map_err(|mut error| {
            // The backtrace names the function and the library.
            if let Some(library) = &library {
                error.add_frame(library, 0, &program.name);
            }
            error
        })
    }))
}

/// The convention, and the entry with it.
fn entry(entries: Entries, options: &Options, name: &str) -> Result<(Convention, *const c_void)> {
    let convention = options.convention.unwrap_or(match entries.ciface {
        Some(_) => Convention::Ciface,
        None => Convention::Expanded,
    });
    let code = match convention {
        Convention::Ciface => entries.ciface,
        Convention::Expanded | Convention::BarePointer => entries.bare,
    };
    let code = code.filter(|code| !code.is_null()).ok_or_else(|| {
        Error::value_error(match convention {
            Convention::Ciface => format!(
                "{name}: no _mlir_ciface_ entry; compile with llvm.emit_c_interface or \
                 func.func(llvm-request-c-wrappers), or bind it with another convention"
            ),
            _ => format!("{name}: no entry but the _mlir_ciface_ one; bind it with the convention ciface"),
        })
    })?;
    Ok((convention, code))
}

/// Fails if the registers of the results depend on the version of LLVM: LLVM 16 returns a bf16 among several results in others.
fn check_version(ty: &FunctionType, name: &str) -> Result<()> {
    let is_bf16 = |ty: &Type| matches!(ty, Type::Scalar(Scalar::BF16));
    if ty.results.len() < 2 || !ty.results.iter().any(is_bf16) {
        return Ok(());
    }
    Err(Error::value_error(format!(
        "{name}: the registers of a bf16 among several results depend on the version of LLVM, which the library does not tell; \
         compile it with llvm.emit_c_interface, or, if LLVM 17 or later has compiled it, bind it with the convention expanded"
    )))
}

/// Fails unless the types fix everything but the addresses.
fn check_bare(ty: &FunctionType, name: &str) -> Result<()> {
    let types = ty.params.iter().map(|param| &param.ty).chain(&ty.results);
    for ty in types {
        let fits = match ty {
            Type::Scalar(_) => true,
            Type::MemRef(memref) => memref.is_static(),
            Type::Unranked(_) => false,
        };
        if !fits {
            return Err(Error::value_error(format!(
                "{name}: the bare-pointer convention requires types with static sizes, strides and offset, got {ty}"
            )));
        }
    }
    Ok(())
}

impl Program {
    fn new(
        name: &str,
        code: *const c_void,
        ty: &FunctionType,
        convention: Convention,
        options: &Options,
        keep: Keep,
        registers: bool,
    ) -> Result<Self> {
        let plan = Plan::new(&ty.results, convention);
        let mut lowering = Lowering::new(convention);
        if plan.memory.is_some() {
            // The address of the struct comes before all arguments, in RDI, which is the first word.
            lowering.assign.word();
        }
        let mut ops: Box<[Op]> = ty
            .params
            .iter()
            .map(|param| lowering.op(&param.ty, param.read_only))
            .collect();
        let stack = lowering.assign.stack;
        let start = STACK + stack;
        for op in &mut ops {
            op.shift(start);
        }
        let memory = start + lowering.descriptors;
        let portable = if registers {
            None
        } else {
            Some(plan.portable(&lowering.assign.order, name)?)
        };
        Ok(Self {
            portable,
            name: name.into(),
            code: code as usize,
            apart: apart(ty),
            words: memory + plan.memory.unwrap_or(0).div_ceil(8),
            unranked: ty
                .params
                .iter()
                .any(|param| matches!(param.ty, Type::Unranked(_))),
            ty: ty.clone(),
            ops,
            plan,
            stack,
            memory,
            ownership: options.ownership,
            free: match options.free {
                // SAFETY: by the contract of `bind`.
                Some(free) => unsafe { std::mem::transmute::<NonNull<c_void>, Free>(free) },
                None => libc::free,
            },
            keep,
        })
    }

    #[inline]
    fn call(&self, args: TVMArgs<'_>) -> Result<Any> {
        if args.len() != self.ops.len() {
            return Err(self.wrong_count(args.len()));
        }
        let mut words = self.words;
        if self.unranked {
            words += self
                .ops
                .iter()
                .zip(args.iter())
                .map(|(op, value)| op.extra_words(value))
                .sum::<usize>();
        }
        Frame::with(words, |frame| self.enter(args.as_slice(), frame))
    }

    #[inline]
    fn enter(&self, args: &[AnyView<'_>], mut frame: Frame<'_>) -> Result<Any> {
        let mut free = self.words;
        for (position, (op, value)) in self.ops.iter().zip(args).enumerate() {
            if let Err(refusal) = op.write(value, &mut frame, &mut free) {
                return self.call_with_copies(args, refusal, position);
            }
        }
        for apart in &self.apart {
            self.check_apart(apart, args)?;
        }
        if let Some(bytes) = self.plan.memory {
            frame.fill(self.memory, bytes.div_ceil(8), self.plan.before_call);
            let address = frame.address(self.memory) as u64;
            frame.set(INTS, address);
        }
        let code = self.code as *const c_void;
        let call = pending::enter_call();
        // SAFETY: by the contract of `bind` the code is a function of this type; the words are those of checked arguments,
        // in the places of LLVM's convention.
        let outcome = unsafe {
            match &self.portable {
                None => frame.enter(code, self.stack, self.plan.x87_count),
                Some(portable) => portable.call(code, &mut frame),
            }
        };
        let outcome = outcome.map(|()| {
            let found = Found {
                frame,
                memory: self.memory,
            };
            self.plan
                .value(&self.name, found, |found| self.results(found, args))
        });
        // A callback's error takes precedence, because it may be the cause of bad results. The results are owned by now, so
        // nothing leaks.
        call.finish(outcome)?
    }

    /// Calls with copies of the arrays that are passed by value, if that is why an argument was refused.
    #[cold]
    fn call_with_copies(
        &self,
        args: &[AnyView<'_>],
        refusal: arguments::Refusal,
        position: usize,
    ) -> Result<Any> {
        let mut copies = Vec::new();
        for (param, value) in self.ty.params.iter().zip(args) {
            copies.push(match param.by_value {
                true => without_gaps(value)?,
                false => None,
            });
        }
        // A copy is not refused for its strides, so this happens once.
        if copies[position].is_none() {
            return Err(self.refused(refusal, position));
        }
        let args: Vec<AnyView<'_>> = copies
            .iter()
            .zip(args)
            .map(|(copy, value)| copy.as_ref().map_or(*value, |copy| Argument::view(copy, &())))
            .collect();
        self.call(TVMArgs::new(&args))
    }

    /// The results, if there are several or any is an array.
    #[inline(never)]
    fn results(&self, found: Found<'_>, args: &[AnyView<'_>]) -> Result<Any> {
        let mut passed = Vec::new();
        if self.plan.arrays {
            for (position, (op, value)) in self.ops.iter().zip(args).enumerate() {
                if let Some(allocated) = op.allocated(value) {
                    passed.push(PassedArray {
                        value,
                        allocated,
                        position,
                    });
                }
            }
        }
        let context = Context {
            name: &self.name,
            passed: &passed,
            ownership: self.ownership,
            free: self.free,
            code: &self.keep,
        };
        self.plan.values(found, &context)
    }

    fn check_apart(&self, apart: &Apart, args: &[AnyView<'_>]) -> Result<()> {
        let view = |position: usize| arguments::view_of(&args[position]);
        let (Some(first), Some(second)) = (view(apart.first), view(apart.second)) else {
            return Ok(());
        };
        if !arguments::overlap(first, second) {
            return Ok(());
        }
        let other = match &self.ty.params[apart.second].name {
            Some(name) => format!("argument {} `{name}`", apart.second + 1),
            None => format!("argument {}", apart.second + 1),
        };
        let refusal = arguments::shared(&self.ty.params[apart.first].ty, &other);
        Err(self.refused(refusal, apart.first))
    }

    #[cold]
    fn refused(&self, refusal: arguments::Refusal, position: usize) -> Error {
        refusal.into_error(&self.name, position, self.ty.params[position].name.as_deref())
    }

    #[cold]
    fn wrong_count(&self, got: usize) -> Error {
        let expected = self.ops.len();
        let s = if expected == 1 { "" } else { "s" };
        Error::type_error(format!(
            "{}: expected {expected} argument{s}, got {got}",
            self.name
        ))
    }
}

/// The pairs of arrays that must not overlap: at least one is marked `llvm.noalias`, and at least one is written to.
fn apart(ty: &FunctionType) -> Box<[Apart]> {
    let arrays = || {
        ty.params
            .iter()
            .enumerate()
            .filter(|(_, param)| !matches!(param.ty, Type::Scalar(_)))
    };
    let mut pairs = Vec::new();
    for (first, marked) in arrays().filter(|(_, param)| param.no_alias) {
        for (second, other) in arrays().filter(|&(second, _)| second != first) {
            let seen = other.no_alias && second < first;
            let only_read = marked.read_only && other.read_only;
            if !seen && !only_read {
                pairs.push(Apart { first, second });
            }
        }
    }
    pairs.into()
}
