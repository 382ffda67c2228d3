//! Builds the bodies of structured operations, which their custom forms do not show.

use tvmlike_ir::{Block, Context, Exclusive, NamedAttribute, OpState, Type, TypeKind, Value};
use tvmlike_text::quote_type;

use super::append::{Appender, append_op};
use super::cast::{self, Cast, is_complex, is_float, is_integer};

/// Builds one body.
pub(crate) struct Body<'e, 'c> {
    at: Appender<'e, 'c>,
    /// What the operation's attribute `cast` says.
    cast: Cast,
}

/// The computation of an elementwise function, and its number of inputs.
pub(crate) fn elementwise_computation(function: &str) -> (String, usize) {
    let inputs = match function {
        "select" => 3,
        _ if BINARY.contains(&function) => 2,
        _ => 1,
    };
    let arguments: Vec<String> = (0..inputs).map(|index| index.to_string()).collect();
    (format!("{function} {}", arguments.join(" ")), inputs)
}

/// The functions of two values.
const BINARY: &[&str] = &[
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max_signed",
    "min_signed",
    "max_unsigned",
    "min_unsigned",
    "powf",
];

impl<'e, 'c> Body<'e, 'c> {
    pub(crate) fn new(edit: &'e mut Exclusive<'c>, block: Block, cast: Cast) -> Self {
        let at = Appender { edit, block };
        Self { at, cast }
    }

    fn context(&self) -> &'c Context {
        self.at.context()
    }

    /// Appends a computation and what yields its value.
    ///
    /// # Errors
    /// The computation is not defined for the types of the arguments; in MLIR's words.
    pub(crate) fn build(&mut self, computation: &str) -> Result<(), String> {
        let value = self.term(&mut computation.split(' '))?;
        self.yields(value);
        Ok(())
    }

    /// Appends what yields a value.
    pub(crate) fn yields(&mut self, value: Value) {
        let name = self.context().identifier("linalg.yield");
        let state = OpState {
            operands: &[value],
            ..OpState::new(name, self.at.edit.unknown_location())
        };
        append_op(self.at.edit, self.at.block, &state, &[]);
    }

    fn argument(&self, index: usize) -> Value {
        let argument = self.at.block.argument(self.at.edit, index);
        argument.expect("the description has as many arguments as the block")
    }

    /// The value of the term that the words begin with.
    fn term<'w>(&mut self, words: &mut impl Iterator<Item = &'w str>) -> Result<Value, String> {
        let word = words.next().expect("each function has all its arguments");
        if let Ok(index) = word.parse() {
            return Ok(self.argument(index));
        }
        match word {
            "constant" => {
                let text = words.next().expect("a constant has a value");
                let value = tvmlike_text::parse_attribute(self.context(), text, None);
                Ok(self.at.constant(value.map_err(|error| error.to_string())?))
            }
            "index" => {
                let dim = words.next().and_then(|word| word.parse().ok());
                let context = self.context();
                let dim = context.i64_attribute(dim.expect("an index has a number"));
                let name = context.identifier("dim");
                let entry = NamedAttribute { name, value: dim };
                Ok(self.at.op("linalg.index", &[], context.index_type(), &[entry]))
            }
            "to" | "unsigned_to" | "cast" | "to_i32" | "to_f64" => {
                let operand = self.term(words)?;
                let last = self.at.block.num_arguments(self.at.edit) - 1;
                let context = self.context();
                let (ty, kind) = match word {
                    "to_i32" => (context.i32(), Cast::Signed),
                    "to_f64" => (context.f64(), Cast::Signed),
                    "to" => (self.argument(last).ty(context), Cast::Signed),
                    "unsigned_to" => (self.argument(last).ty(context), Cast::Unsigned),
                    _ => (self.argument(last).ty(context), self.cast),
                };
                Ok(cast::convert(&mut self.at, operand, ty, kind))
            }
            "select" => {
                let operands = [self.term(words)?, self.term(words)?, self.term(words)?];
                let ty = operands[2].ty(self.at.edit);
                Ok(self.at.op("arith.select", &operands, ty, &[]))
            }
            _ if BINARY.contains(&word) => {
                let (left, right) = (self.term(words)?, self.term(words)?);
                self.binary(word, left, right)
            }
            _ => {
                let operand = self.term(words)?;
                self.unary(word, operand)
            }
        }
    }

    fn unary(&mut self, function: &str, operand: Value) -> Result<Value, String> {
        let context = self.context();
        let ty = operand.ty(context);
        if !is_float(context, ty) {
            return Err("unsupported non numeric type".to_owned());
        }
        let name = match function {
            "abs" => "math.absf",
            "negf" => "arith.negf",
            "reciprocal" => {
                let one = context
                    .float_attribute(ty, 1.0)
                    .map_err(|error| error.to_string())?;
                let one = self.at.constant(one);
                return Ok(self.at.op("arith.divf", &[one, operand], ty, &[]));
            }
            "square" => return Ok(self.at.op("arith.mulf", &[operand, operand], ty, &[])),
            _ => return Ok(self.at.op(&format!("math.{function}"), &[operand], ty, &[])),
        };
        Ok(self.at.op(name, &[operand], ty, &[]))
    }

    fn binary(&mut self, function: &str, left: Value, right: Value) -> Result<Value, String> {
        let context = self.context();
        let types = [left.ty(context), right.ty(context)];
        let all = |test: fn(&Context, Type) -> bool| types.iter().all(|ty| test(context, *ty));
        let (complex, float, integer) = (all(is_complex), all(is_float), all(is_integer));
        let is_bool = |ty: &Type| matches!(ty.kind(context), TypeKind::Integer { width: 1, .. });
        let bool = integer && types.iter().all(is_bool);
        if !complex && !float && !integer {
            let [left, right] = types.map(|ty| quote_type(context, ty));
            return Err(format!(
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, \
                 got '{left}' and '{right}'"
            ));
        }
        let by_kind = |names: [&'static str; 3]| names[if complex { 0 } else { 2 - usize::from(float) }];
        let of_unsigned = |name: &'static str, what: &str| match integer && !bool {
            true => Ok(name),
            false => Err(format!("unsupported operation: unsigned {what} not on uint")),
        };
        let name = match function {
            "add" if bool => "arith.ori",
            "add" => by_kind(["complex.add", "arith.addf", "arith.addi"]),
            "mul" if bool => "arith.andi",
            "mul" => by_kind(["complex.mul", "arith.mulf", "arith.muli"]),
            "sub" | "div" if bool => return Err(format!("unsupported operation: {function} with bools")),
            "sub" => by_kind(["complex.sub", "arith.subf", "arith.subi"]),
            "div" => by_kind(["complex.div", "arith.divf", "arith.divsi"]),
            "max_signed" if float => "arith.maximumf",
            "max_signed" => "arith.maxsi",
            "min_signed" if float => "arith.minimumf",
            "min_signed" => "arith.minsi",
            "div_unsigned" => of_unsigned("arith.divui", "div")?,
            "max_unsigned" => of_unsigned("arith.maxui", "max")?,
            "min_unsigned" => of_unsigned("arith.minui", "min")?,
            _ => "math.powf",
        };
        Ok(self.at.op(name, &[left, right], types[0], &[]))
    }
}
