//! Calls: a compiled function becomes a packed function.
//!
//! Binding lowers the type to a program: what each argument becomes, which words go into which registers, where results
//! are found. A call walks the program over words on the stack, and allocates only what results need. Invariant: the code
//! is entered only with arguments that its type describes.

use std::ffi::c_void;
use std::sync::Arc;

use tvmlike_runtime::{Any, AnyView, Error, PackedFunc, Result, TVMArgs};

use super::arguments::{self, Lowering, Op};
use super::frame::{Frame, INTS, STACK};
use super::owner::{Given, Keep};
use super::portable::Portable;
use super::record::record;
use super::results::{Context, Found, Plan};
use super::signature::FunctionType;
use super::types::Type;
use crate::native::pending;
use crate::native::registers;

pub use super::convention::{Convention, Entries, Options, Ownership};

/// Two arrays that must not share memory.
struct Apart {
    first: usize,
    second: usize,
}

/// A function as a call sees it.
struct Program {
    name: Box<str>,
    code: usize,
    ops: Box<[Op]>,
    apart: Box<[Apart]>,
    plan: Plan,
    /// Words on the stack.
    stack: usize,
    /// The word where the struct of the results starts, if the function writes one.
    memory: usize,
    /// All words that are known of before a call.
    words: usize,
    /// Whether some argument has a rank of its own.
    unranked: bool,
    ownership: Ownership,
    keep: Keep,
    ty: FunctionType,
    /// What libffi needs, where calls go by it.
    portable: Option<Portable>,
}

/// Makes a packed function of a compiled one. `name` is what errors call it, `keep` is what keeps its code.
///
/// # Errors
/// ValueError where the convention asks for an entry that is not there or for static memrefs; NotImplementedError on
/// platforms whose registers cannot be filled in one by one.
///
/// # Safety
/// The entries are the code of a function of this type, compiled under these conventions, and stay as long as `keep`.
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

/// As [`bind`], by libffi even where calls go by registers otherwise. For tests.
///
/// # Errors
/// As [`bind`], and NotImplementedError for results that libffi cannot find.
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

unsafe fn bind_on(
    entries: Entries,
    ty: &FunctionType,
    options: Options,
    name: &str,
    keep: Keep,
    registers: bool,
) -> Result<PackedFunc> {
    let (convention, code) = entry(entries, &options, name)?;
    if convention == Convention::BarePointer {
        check_bare(ty, name)?;
    }
    let record = record(ty, options.doc.as_deref());
    let program = Program::new(name, code, ty, convention, options.ownership, keep, registers)?;
    Ok(PackedFunc::with_record(record, move |args| program.call(args)))
}

/// The convention, and the code that has it.
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
                "{name}: there is no _mlir_ciface_ entry; compile with llvm.emit_c_interface or \
                 func.func(llvm-request-c-wrappers), or bind it with another convention"
            ),
            _ => format!("{name}: there is no entry but the _mlir_ciface_ one"),
        })
    })?;
    Ok((convention, code))
}

/// Fails unless all memrefs say everything but their address.
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
                "{name}: the bare-pointer convention passes addresses only, so all sizes, strides and offsets must be \
                 in the types; {ty} leaves some open"
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
        ownership: Ownership,
        keep: Keep,
        registers: bool,
    ) -> Result<Self> {
        let plan = Plan::new(&ty.results, convention);
        let mut lowering = Lowering::new(convention);
        if plan.memory.is_some() {
            // The address of the struct is in front of all arguments, in RDI, which is the first word.
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
            ownership,
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
                return Err(self.refused(refusal, position));
            }
        }
        for apart in &self.apart {
            self.check_apart(apart, args)?;
        }
        if let Some(bytes) = self.plan.memory {
            frame.clear(self.memory, bytes.div_ceil(8));
            let address = frame.address(self.memory) as u64;
            frame.set(INTS, address);
        }
        let code = self.code as *const c_void;
        let call = pending::enter_call();
        // SAFETY: the code is a function of this type, by the contract of `bind`; the words are those of arguments that
        // passed the checks of their types, and stand where LLVM's convention wants them.
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
        // The error of a callback comes first: what is wrong with the results may be for its sake. They have been taken
        // over, so nothing is lost with them.
        call.finish(outcome)?
    }

    /// The results, where there are arrays among them or several.
    #[inline(never)]
    fn results(&self, found: Found<'_>, args: &[AnyView<'_>]) -> Result<Any> {
        let mut given = Vec::new();
        if self.plan.arrays {
            for (position, (op, value)) in self.ops.iter().zip(args).enumerate() {
                if let Some(allocated) = op.allocated(value) {
                    given.push(Given {
                        value,
                        allocated,
                        position,
                    });
                }
            }
        }
        let context = Context {
            name: &self.name,
            given: &given,
            ownership: self.ownership,
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

/// The pairs of arrays that a function relies on not sharing memory: one of them is marked so, and one is written to.
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
