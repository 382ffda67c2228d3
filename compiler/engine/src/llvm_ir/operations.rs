//! The text of operations other than branches and intrinsics.

use std::fmt::Write as _;

use tvmlike_ir::{Op, Type};

use super::{Writer, name};
use crate::address;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::program::Symbol;

const INTEGER_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];
const ORDERINGS: [&str; 8] = [
    "",
    "unordered",
    "monotonic",
    "",
    "acquire",
    "release",
    "acq_rel",
    "seq_cst",
];
const UPDATES: [&str; 21] = [
    "xchg",
    "add",
    "sub",
    "and",
    "nand",
    "or",
    "xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
    "fmaximum",
    "fminimum",
];
const FAST_MATH: [&str; 7] = ["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"];

/// The words of the flags that are set, with a blank before each.
fn words(flags: i64, names: &[&str]) -> String {
    let set = names.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 == 1);
    set.map(|(_, name)| format!(" {name}")).collect()
}

impl Writer<'_, '_> {
    /// Writes an operation.
    pub(crate) fn operation(&mut self, op: Op) -> Result<()> {
        let opcode = self.program.opcode(op)?;
        if opcode == Opcode::Call && self.fails_assertion(op) {
            return Ok(());
        }
        match opcode {
            // These stand where they are used.
            Opcode::Constant | Opcode::Zero | Opcode::Undef | Opcode::Poison | Opcode::AddressOf => Ok(()),
            Opcode::Br | Opcode::CondBr | Opcode::Switch => self.branch(op, opcode),
            _ => {
                let text = match self.plain(op, opcode)? {
                    Some(text) => text,
                    None => self.intrinsic(op, opcode)?,
                };
                let place = self.place(op);
                match op.result(self.program.context, 0) {
                    Some(result) => {
                        let _ = writeln!(self.out, "  {} = {text}{place}", name(result));
                    }
                    None => {
                        let _ = writeln!(self.out, "  {text}{place}");
                    }
                }
                Ok(())
            }
        }
    }

    /// ` fast`, and its parts.
    pub(crate) fn fast_math(&self, op: Op) -> String {
        match self.program.flags(op, self.program.keys.fastmath_flags) {
            127 => " fast".to_owned(),
            flags => words(flags, &FAST_MATH),
        }
    }

    fn integer_flags(&self, op: Op) -> String {
        let keys = &self.program.keys;
        let mut text = words(self.program.flags(op, keys.overflow_flags), &["nsw", "nuw"]);
        for (key, word) in [
            (keys.is_exact, " exact"),
            (keys.is_disjoint, " disjoint"),
            (keys.non_neg, " nneg"),
        ] {
            if self.program.has(op, key) {
                text.push_str(word);
            }
        }
        text
    }

    /// The text of an instruction; `None`: it is an intrinsic.
    fn plain(&mut self, op: Op, opcode: Opcode) -> Result<Option<String>> {
        let mnemonic = opcode.short_name();
        Ok(Some(match opcode {
            Opcode::Add
            | Opcode::Sub
            | Opcode::Mul
            | Opcode::SDiv
            | Opcode::UDiv
            | Opcode::SRem
            | Opcode::URem
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr => self.binary(op, mnemonic, &self.integer_flags(op))?,
            Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem => {
                self.binary(op, mnemonic, &self.fast_math(op))?
            }
            Opcode::ICmp => {
                let predicate = self.predicate(op, &INTEGER_PREDICATES)?;
                self.binary(op, "icmp", &format!(" {predicate}"))?
            }
            Opcode::FCmp => {
                let predicate = self.predicate(op, &FLOAT_PREDICATES)?;
                self.binary(op, "fcmp", &format!("{} {predicate}", self.fast_math(op)))?
            }
            Opcode::FNeg => format!(
                "fneg{} {}",
                self.fast_math(op),
                self.typed(op, self.operand(op, 0)?)?
            ),
            Opcode::Freeze => format!("freeze {}", self.typed(op, self.operand(op, 0)?)?),
            Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::FPExt
            | Opcode::FPTrunc
            | Opcode::FPToSI
            | Opcode::FPToUI
            | Opcode::SIToFP
            | Opcode::UIToFP
            | Opcode::PtrToInt
            | Opcode::IntToPtr
            | Opcode::BitCast
            | Opcode::AddrSpaceCast => {
                let ty = self.type_text(op, self.result(op)?)?;
                let value = self.typed(op, self.operand(op, 0)?)?;
                format!("{mnemonic}{} {value} to {ty}", self.integer_flags(op))
            }
            Opcode::Select
            | Opcode::ExtractValue
            | Opcode::InsertValue
            | Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector => self.parts(op, opcode)?,
            Opcode::Alloca
            | Opcode::Load
            | Opcode::Store
            | Opcode::Gep
            | Opcode::AtomicRmw
            | Opcode::CmpXchg
            | Opcode::Fence => self.memory(op, opcode)?,
            Opcode::Call => self.call(op)?,
            Opcode::Return => match op.num_operands(self.program.context) {
                0 => "ret void".to_owned(),
                _ => format!("ret {}", self.typed(op, self.operand(op, 0)?)?),
            },
            Opcode::Unreachable => "unreachable".to_owned(),
            _ => return Ok(None),
        }))
    }

    /// The text of an instruction on the parts of values.
    fn parts(&self, op: Op, opcode: Opcode) -> Result<String> {
        let mnemonic = opcode.short_name();
        Ok(match opcode {
            Opcode::Select => format!("select{} {}", self.fast_math(op), self.all(op)?),
            Opcode::ExtractValue | Opcode::InsertValue => {
                let position = self.program.integers(op, self.program.keys.position);
                let position: Vec<String> = position.iter().map(i64::to_string).collect();
                format!(
                    "{mnemonic} {}, {}",
                    self.whole_first(op, opcode)?,
                    position.join(", ")
                )
            }
            Opcode::ExtractElement | Opcode::InsertElement => format!("{mnemonic} {}", self.all(op)?),
            _ => {
                let mask = self.program.integers(op, self.program.keys.mask);
                let lanes: Vec<String> = mask
                    .iter()
                    .map(|lane| match *lane {
                        ..0 => "i32 poison".to_owned(),
                        lane => format!("i32 {lane}"),
                    })
                    .collect();
                let count = mask.len();
                format!(
                    "shufflevector {}, <{count} x i32> <{}>",
                    self.all(op)?,
                    lanes.join(", ")
                )
            }
        })
    }

    /// The type of the result.
    pub(crate) fn result(&self, op: Op) -> Result<Type> {
        let result = op.result(self.program.context, 0);
        let result = result.ok_or_else(|| self.program.about(op, "has no result"))?;
        Ok(result.ty(self.program.context))
    }

    /// All operands with their types.
    fn all(&self, op: Op) -> Result<String> {
        let operands = op.operands(self.program.context);
        let texts = operands.map(|value| self.typed(op, value));
        Ok(texts.collect::<Result<Vec<_>>>()?.join(", "))
    }

    fn whole_first(&self, op: Op, opcode: Opcode) -> Result<String> {
        match opcode {
            Opcode::ExtractValue => self.typed(op, self.operand(op, 0)?),
            _ => self.all(op),
        }
    }

    fn binary(&self, op: Op, mnemonic: &str, flags: &str) -> Result<String> {
        let (left, right) = (self.operand(op, 0)?, self.operand(op, 1)?);
        Ok(format!(
            "{mnemonic}{flags} {}, {}",
            self.typed(op, left)?,
            self.value(right)?
        ))
    }

    fn predicate(&self, op: Op, names: &[&'static str]) -> Result<&'static str> {
        let number = self
            .program
            .integer(op, self.program.keys.predicate)
            .unwrap_or(-1);
        let found = usize::try_from(number).ok().and_then(|number| names.get(number));
        found
            .copied()
            .ok_or_else(|| self.program.about(op, "has no predicate"))
    }

    fn ordering(&self, op: Op, key: tvmlike_ir::Identifier) -> &'static str {
        let number = self.program.flags(op, key) as usize;
        ORDERINGS.get(number).copied().unwrap_or("")
    }

    fn alignment(&self, op: Op) -> String {
        match self.program.integer(op, self.program.keys.alignment) {
            Some(alignment) => format!(", align {alignment}"),
            None => String::new(),
        }
    }

    /// ` atomic`, with the ordering and an alignment, which atomic accesses need; or nothing.
    fn atomic(&self, op: Op, ty: Type) -> Result<(&'static str, String)> {
        let ordering = self.ordering(op, self.program.keys.ordering);
        if ordering.is_empty() {
            return Ok(("", self.alignment(op)));
        }
        let layout = self.program.types.layout(ty);
        let align = match self.program.integer(op, self.program.keys.alignment) {
            Some(align) => align as u64,
            None => layout.map_err(|error| self.program.at(op, error))?.align,
        };
        Ok((" atomic", format!(" {ordering}, align {align}")))
    }

    fn memory(&self, op: Op, opcode: Opcode) -> Result<String> {
        let keys = &self.program.keys;
        let volatile = if self.program.has(op, keys.volatile) {
            " volatile"
        } else {
            ""
        };
        Ok(match opcode {
            Opcode::Alloca => {
                let elem = self.type_text(op, self.program.type_property(op, keys.elem_type)?)?;
                let count = self.typed(op, self.operand(op, 0)?)?;
                format!("alloca {elem}, {count}{}", self.alignment(op))
            }
            Opcode::Load => {
                let ty = self.result(op)?;
                let (atomic, rest) = self.atomic(op, ty)?;
                let address = self.typed(op, self.operand(op, 0)?)?;
                format!(
                    "load{atomic}{volatile} {}, {address}{rest}",
                    self.type_text(op, ty)?
                )
            }
            Opcode::Store => {
                let (atomic, rest) = self.atomic(op, self.operand_type(op, 0)?)?;
                let (value, address) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (value, address) = (self.typed(op, value)?, self.typed(op, address)?);
                format!("store{atomic}{volatile} {value}, {address}{rest}")
            }
            Opcode::Gep => self.gep(op)?,
            Opcode::AtomicRmw => {
                let update = UPDATES.get(self.program.flags(op, keys.bin_op) as usize);
                let update = update.ok_or_else(|| self.program.about(op, "has no operation"))?;
                let ordering = self.ordering(op, keys.ordering);
                format!(
                    "atomicrmw{volatile} {update} {} {ordering}{}",
                    self.all(op)?,
                    self.alignment(op)
                )
            }
            Opcode::CmpXchg => {
                let weak = if self.program.has(op, keys.weak) {
                    " weak"
                } else {
                    ""
                };
                let success = self.ordering(op, keys.success_ordering);
                let failure = self.ordering(op, keys.failure_ordering);
                format!("cmpxchg{weak}{volatile} {} {success} {failure}", self.all(op)?)
            }
            _ => format!("fence {}", self.ordering(op, keys.ordering)),
        })
    }

    fn gep(&self, op: Op) -> Result<String> {
        // Checks the indices.
        address::offset_of(self.program, op)?;
        let keys = &self.program.keys;
        let elem = self.type_text(op, self.program.type_property(op, keys.elem_type)?)?;
        let mut operands = op.operands(self.program.context);
        let base = operands.next();
        let base = base.ok_or_else(|| self.program.about(op, "has no base"))?;
        let mut text = self.typed(op, base)?;
        for index in self.program.integers(op, keys.raw_constant_indices) {
            if index != i64::from(i32::MIN) {
                let _ = write!(text, ", i32 {index}");
            } else if let Some(value) = operands.next() {
                let _ = write!(text, ", {}", self.typed(op, value)?);
            }
        }
        let flags = self.program.flags(op, keys.no_wrap_flags);
        let flags = match flags & 1 {
            1 => format!(" inbounds{}", words(flags & !3, &["", "", "nuw"])),
            _ => words(flags, &["", "nusw", "nuw"]),
        };
        Ok(format!("getelementptr{flags} {elem}, {text}"))
    }

    fn call(&self, op: Op) -> Result<String> {
        let context = self.program.context;
        let keys = &self.program.keys;
        if self
            .program
            .integers(op, keys.op_bundle_sizes)
            .iter()
            .any(|size| *size != 0)
        {
            return Err(self.program.about(op, "operand bundles are not supported"));
        }
        let callee = self.program.reference(op, keys.callee)?;
        let skipped = usize::from(callee.is_none());
        let arguments = op
            .operands(context)
            .skip(skipped)
            .map(|value| self.typed(op, value));
        let arguments = arguments.collect::<Result<Vec<_>>>()?.join(", ");
        let result = match op.num_results(context) {
            0 => "void".to_owned(),
            _ => self.type_text(op, self.result(op)?)?,
        };
        let ty = match self.program.has(op, keys.var_callee_type) {
            true => self.type_text(op, self.program.type_property(op, keys.var_callee_type)?)?,
            false => result,
        };
        let target = match callee {
            Some(found @ Symbol::Function(_)) => format!("@{}", self.symbol_name(found)),
            Some(Symbol::Global(_)) => return Err(self.program.about(op, "calls a global")),
            None => self.value(self.operand(op, 0)?)?,
        };
        Ok(format!("call{} {ty} {target}({arguments})", self.fast_math(op)))
    }
}
