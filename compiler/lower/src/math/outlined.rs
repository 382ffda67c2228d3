//! Operations of math as calls of functions that a module gets: powers with integer exponents, and leading zeros.
//!
//! Invariant: the functions are those of MLIR, one for each type, in the order in which a walk meets the operations.

use tvmlike_ir::{Context, Exclusive, Failure, Location, Op, Type, TypeKind, Value, WalkOrder, WalkResult};
use tvmlike_transform::{ConversionPattern, ConversionRewriter, ConvertedOperands};

use crate::make::Make;
use crate::vector_positions::by_elements;

/// What is converted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlining {
    pub(crate) leading_zeros: bool,
    /// The width from which an exponent of a float power is converted.
    pub(crate) least_exponent: u32,
}

const POWER: &str = "func.func private @NAME(%arg0: TYPE, %arg1: TYPE) -> TYPE attributes {llvm.linkage = #llvm.linkage<linkonce_odr>} {
  %zero = arith.constant ZERO : TYPE
  %one = arith.constant ONE : TYPE
  %minus = arith.constant MINUS : TYPE
  %0 = arith.cmpi eq, %arg1, %zero : TYPE
  cf.cond_br %0, ^bb1, ^bb2
^bb1:
  return %one : TYPE
^bb2:
  %1 = arith.cmpi sle, %arg1, %zero : TYPE
  cf.cond_br %1, ^bb3, ^bb12(%one, %arg0, %arg1 : TYPE, TYPE, TYPE)
^bb3:
  %2 = arith.cmpi eq, %arg0, %zero : TYPE
  cf.cond_br %2, ^bb4, ^bb5
^bb4:
  %3 = arith.divsi %one, %zero : TYPE
  return %3 : TYPE
^bb5:
  %4 = arith.cmpi eq, %arg0, %one : TYPE
  cf.cond_br %4, ^bb6, ^bb7
^bb6:
  return %one : TYPE
^bb7:
  %5 = arith.cmpi eq, %arg0, %minus : TYPE
  cf.cond_br %5, ^bb8, ^bb11
^bb8:
  %6 = arith.andi %arg1, %one : TYPE
  %7 = arith.cmpi ne, %6, %zero : TYPE
  cf.cond_br %7, ^bb9, ^bb10
^bb9:
  return %minus : TYPE
^bb10:
  return %one : TYPE
^bb11:
  return %zero : TYPE
^bb12(%8: TYPE, %9: TYPE, %10: TYPE):
  %11 = arith.andi %10, %one : TYPE
  %12 = arith.cmpi ne, %11, %zero : TYPE
  cf.cond_br %12, ^bb13, ^bb14(%8 : TYPE)
^bb13:
  %13 = arith.muli %8, %9 : TYPE
  cf.br ^bb14(%13 : TYPE)
^bb14(%14: TYPE):
  %15 = arith.shrui %10, %one : TYPE
  %16 = arith.cmpi eq, %15, %zero : TYPE
  cf.cond_br %16, ^bb15, ^bb16
^bb15:
  return %14 : TYPE
^bb16:
  %17 = arith.muli %9, %9 : TYPE
  cf.br ^bb12(%14, %17, %15 : TYPE, TYPE, TYPE)
}";

const FLOAT_POWER: &str = "func.func private @NAME(%arg0: FLOAT, %arg1: TYPE) -> FLOAT attributes {llvm.linkage = #llvm.linkage<linkonce_odr>} {
  %cst = arith.constant 1.0 : FLOAT
  %zero = arith.constant ZERO : TYPE
  %one = arith.constant ONE : TYPE
  %least = arith.constant LEAST : TYPE
  %greatest = arith.constant GREATEST : TYPE
  %0 = arith.cmpi eq, %arg1, %zero : TYPE
  cf.cond_br %0, ^bb1, ^bb2
^bb1:
  return %cst : FLOAT
^bb2:
  %1 = arith.cmpi sle, %arg1, %zero : TYPE
  %2 = arith.cmpi eq, %arg1, %least : TYPE
  %3 = arith.subi %zero, %arg1 : TYPE
  %4 = arith.select %1, %3, %arg1 : TYPE
  %5 = arith.select %2, %greatest, %4 : TYPE
  cf.br ^bb3(%cst, %arg0, %5 : FLOAT, FLOAT, TYPE)
^bb3(%6: FLOAT, %7: FLOAT, %8: TYPE):
  %9 = arith.andi %8, %one : TYPE
  %10 = arith.cmpi ne, %9, %zero : TYPE
  cf.cond_br %10, ^bb4, ^bb5(%6 : FLOAT)
^bb4:
  %11 = arith.mulf %6, %7 : FLOAT
  cf.br ^bb5(%11 : FLOAT)
^bb5(%12: FLOAT):
  %13 = arith.shrui %8, %one : TYPE
  %14 = arith.cmpi eq, %13, %zero : TYPE
  cf.cond_br %14, ^bb7(%12 : FLOAT), ^bb6
^bb6:
  %15 = arith.mulf %7, %7 : FLOAT
  cf.br ^bb3(%12, %15, %13 : FLOAT, FLOAT, TYPE)
^bb7(%16: FLOAT):
  cf.cond_br %2, ^bb8, ^bb9(%16 : FLOAT)
^bb8:
  %17 = arith.mulf %16, %arg0 : FLOAT
  cf.br ^bb9(%17 : FLOAT)
^bb9(%18: FLOAT):
  cf.cond_br %1, ^bb10, ^bb11(%18 : FLOAT)
^bb10:
  %19 = arith.divf %cst, %18 : FLOAT
  cf.br ^bb11(%19 : FLOAT)
^bb11(%20: FLOAT):
  return %20 : FLOAT
}";

const LEADING_ZEROS: &str =
    "func.func private @NAME(%arg0: TYPE) -> TYPE attributes {llvm.linkage = #llvm.linkage<linkonce_odr>} {
  %width = arith.constant WIDTH : TYPE
  %zero = arith.constant ZERO : TYPE
  %0 = arith.cmpi eq, %arg0, %zero : TYPE
  %1 = scf.if %0 -> (TYPE) {
    scf.yield %width : TYPE
  } else {
    %c1 = arith.constant 1 : index
    %one = arith.constant ONE : TYPE
    %end = arith.constant WIDTH : index
    %none = arith.constant ZERO : TYPE
    %2:2 = scf.for %arg1 = %c1 to %end step %c1 iter_args(%arg2 = %arg0, %arg3 = %none) -> (TYPE, TYPE) {
      %3 = arith.cmpi slt, %arg2, %zero : TYPE
      %4:2 = scf.if %3 -> (TYPE, TYPE) {
        scf.yield %arg2, %arg3 : TYPE, TYPE
      } else {
        %5 = arith.addi %arg3, %one : TYPE
        %6 = arith.shli %arg2, %one : TYPE
        scf.yield %6, %5 : TYPE, TYPE
      }
      scf.yield %4#0, %4#1 : TYPE, TYPE
    }
    scf.yield %2#1 : TYPE
  }
  return %1 : TYPE
}";

fn element(context: &Context, ty: Type) -> Type {
    match ty.kind(context) {
        TypeKind::Vector { element, .. } => element,
        _ => ty,
    }
}

fn width(context: &Context, ty: Type) -> Option<u32> {
    match element(context, ty).kind(context) {
        TypeKind::Integer { width, .. } => Some(width),
        _ => None,
    }
}

/// A function for an operation.
struct Outlined {
    name: String,
    template: &'static str,
    float: Option<Type>,
    ty: Type,
    width: u32,
}

impl Outlining {
    /// Whether an operation is converted.
    pub(crate) fn converts(self, context: &Context, op: Op) -> bool {
        let last = op.operands(context).last().map(|value| value.ty(context));
        let width = last.and_then(|ty| match ty.kind(context) {
            // Of tensors, too: they are refused.
            TypeKind::RankedTensor { element, .. } | TypeKind::UnrankedTensor(element) => {
                width(context, element)
            }
            _ => width(context, ty),
        });
        match (op.name(context).bytes(context), width) {
            (_, None) => false,
            (b"math.ipowi", _) => true,
            (b"math.fpowi", Some(width)) => width >= self.least_exponent,
            (b"math.ctlz", _) => self.leading_zeros,
            _ => false,
        }
    }
}

impl Outlined {
    /// The function that an operation calls.
    fn of(context: &Context, op: Op) -> Option<Self> {
        let ty = element(context, op.operands(context).last()?.ty(context));
        let width = width(context, ty)?;
        let text = |ty| tvmlike_text::quote_type(context, ty);
        let (template, name, float) = match op.name(context).bytes(context) {
            b"math.ipowi" => (POWER, format!("ipowi_{}", text(ty)), None),
            b"math.fpowi" => {
                let float = element(context, op.operand(context, 0)?.ty(context));
                float.float_kind(context)?;
                let name = format!("fpowi_{}_{}", text(float), text(ty));
                (FLOAT_POWER, name, Some(float))
            }
            _ => (LEADING_ZEROS, format!("ctlz_{}", text(ty)), None),
        };
        Some(Self {
            name: format!("__mlir_math_{name}"),
            template,
            float,
            ty,
            width,
        })
    }

    /// The text of the function; `None`: its integers are too wide.
    fn text(&self, context: &Context) -> Option<String> {
        let least = (-1_i128).checked_shl(self.width.checked_sub(1)?)?.to_string();
        let greatest = (i128::MAX >> 128_u32.checked_sub(self.width)?).to_string();
        let quote = |ty| tvmlike_text::quote_type(context, ty);
        let float = self.float.map(quote).unwrap_or_default();
        let words = [
            ("NAME", &*self.name),
            ("TYPE", &quote(self.ty)),
            ("FLOAT", &float),
            ("ZERO", "0"),
            ("ONE", "1"),
            ("MINUS", "-1"),
            ("LEAST", &least),
            ("GREATEST", &greatest),
            ("WIDTH", &self.width.to_string()),
        ];
        let text = words.iter().fold(self.template.to_owned(), |text, (word, by)| {
            text.replace(word, by)
        });
        Some(text)
    }

    /// Adds the function to the end of a module.
    fn add(&self, edit: &mut Exclusive<'_>, module: Op, location: Location) -> Result<(), Failure> {
        let context = edit.context();
        let Some(text) = self.text(context) else {
            return Ok(());
        };
        let parsed = tvmlike_text::parse_module(edit, "", text.as_bytes())?;
        let body = |module: Op| module.region(context, 0)?.first_block(context);
        if let (Some(from), Some(to)) = (body(parsed), body(module))
            && let Some(function) = from.first_op(context)
        {
            function.walk(context, WalkOrder::PreOrder, |op| {
                op.set_location(edit, location);
                WalkResult::Advance
            });
            function.detach(edit);
            let refuse = |error: tvmlike_ir::Error| module.emit_error(context, error.to_string()).emit();
            to.append(edit, function).map_err(refuse)?;
        }
        let refuse = |error: tvmlike_ir::Error| module.emit_error(context, error.to_string()).emit();
        parsed.erase(edit).map_err(refuse)
    }
}

/// Adds the functions that the operations of a module call.
///
/// # Errors
/// The module has something else with the name of one; the error was emitted.
pub(crate) fn add_functions(edit: &mut Exclusive<'_>, module: Op, what: Outlining) -> Result<(), Failure> {
    let context = edit.context();
    let mut found: Vec<(Outlined, Location)> = Vec::new();
    module.walk(context, WalkOrder::PostOrder, |op| {
        if what.converts(context, op)
            && let Some(new) = Outlined::of(context, op)
            && found.iter().all(|(known, _)| known.name != new.name)
        {
            found.push((new, op.location(context)));
        }
        WalkResult::Advance
    });
    for (outlined, location) in found {
        if module.lookup_symbol(context, &outlined.name).is_some() {
            let message = format!("redefinition of symbol named '{}'", outlined.name);
            return Err(module.emit_error(context, message).emit());
        }
        outlined.add(edit, module, location)?;
    }
    Ok(())
}

/// Calls the functions.
pub(crate) struct CallOutlined {
    pub(crate) root: &'static str,
    pub(crate) what: Outlining,
}

impl ConversionPattern for CallOutlined {
    fn name(&self) -> &str {
        self.root
    }

    fn root(&self) -> Option<&str> {
        Some(self.root)
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        if !self.what.converts(context, op) {
            return None;
        }
        let ty = op.result(context, 0)?.ty(context);
        let operands = operands.each()?;
        let location = op.location(context);
        let outlined = Outlined::of(context, op)?;
        outlined.text(context)?;
        let value = match ty.kind(context) {
            TypeKind::Vector { scalable, .. } if scalable.count() > 0 => return None,
            TypeKind::Vector { .. } => {
                let zero = |ty: Type| match ty.float_kind(context) {
                    Some(_) => context.float_attribute(ty, 0.0).ok(),
                    None => context.integer_attribute(ty, 0).ok(),
                };
                by_elements(
                    rewriter,
                    location,
                    ty,
                    &operands,
                    zero,
                    |rewriter, elements, ty| Some(call(rewriter, location, &outlined.name, ty, elements)),
                )?
            }
            _ => call(rewriter, location, &outlined.name, ty, &operands),
        };
        rewriter.replace_op(op, &[value]);
        Some(())
    }
}

fn call(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    name: &str,
    ty: Type,
    operands: &[Value],
) -> Value {
    let context = rewriter.context();
    let callee = context.symbol_ref_attribute(context.identifier(name), &[]);
    Make::new("func.call", operands, &[ty])
        .with(&[("callee", callee)])
        .value(rewriter, location)
}
