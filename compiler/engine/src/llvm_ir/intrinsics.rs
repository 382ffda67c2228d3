//! The text of intrinsics: calls of functions whose names tell the types.

use tvmlike_ir::Op;

use super::Writer;
use crate::error::Result;
use crate::opcode::Opcode;

impl Writer<'_, '_> {
    /// The text of an intrinsic.
    pub(crate) fn intrinsic(&mut self, op: Op, opcode: Opcode) -> Result<String> {
        let context = self.program.context;
        let keys = &self.program.keys;
        let mut arguments = Vec::new();
        let mut types = Vec::new();
        // What the bundles of an assumption promise is left out.
        let count = if opcode == Opcode::Assume { 1 } else { usize::MAX };
        for value in op.operands(context).take(count) {
            types.push(self.type_text(op, value.ty(context))?);
            arguments.push(self.typed(op, value)?);
        }
        let flag = |key| {
            if self.program.flag(op, key) {
                "i1 true"
            } else {
                "i1 false"
            }
        };
        let mut extra = |text: String| {
            types.push(text.split(' ').next().unwrap_or_default().to_owned());
            arguments.push(text);
        };
        match opcode {
            Opcode::Ctlz | Opcode::Cttz => extra(flag(keys.is_zero_poison).to_owned()),
            Opcode::Abs => extra(flag(keys.is_int_min_poison).to_owned()),
            Opcode::MemCpy | Opcode::MemMove | Opcode::MemSet => extra(flag(keys.is_volatile).to_owned()),
            // The form of LLVM 15 to 21, which newer versions read, too: the alignment comes after the pointer.
            Opcode::MaskedLoad | Opcode::MaskedStore => {
                let at = if opcode == Opcode::MaskedLoad { 1 } else { 2 };
                let alignment = self.program.integer(op, keys.alignment).unwrap_or(1);
                types.insert(at, "i32".to_owned());
                arguments.insert(at, format!("i32 {alignment}"));
            }
            Opcode::IsFpClass => {
                let mask = self.program.integer(op, keys.bit).unwrap_or(0);
                extra(format!("i32 {mask}"));
            }
            Opcode::Prefetch => {
                for key in [keys.rw, keys.hint, keys.cache] {
                    extra(format!("i32 {}", self.program.integer(op, key).unwrap_or(0)));
                }
            }
            _ => {}
        }
        let name = self.intrinsic_name(op, opcode)?;
        let result = match op.num_results(context) {
            0 => "void".to_owned(),
            _ => self.type_text(op, self.result(op)?)?,
        };
        self.declared
            .insert(format!("{result} @{name}({})", types.join(", ")));
        Ok(format!(
            "call{} {result} @{name}({})",
            self.fast_math(op),
            arguments.join(", ")
        ))
    }

    /// The name with the types that it tells.
    fn intrinsic_name(&self, op: Op, opcode: Opcode) -> Result<String> {
        let mut name = format!("llvm.{}", opcode.short_name());
        let operands: &[usize] = match opcode {
            Opcode::Trap | Opcode::Assume => &[],
            Opcode::MemCpy | Opcode::MemMove => &[0, 1, 2],
            Opcode::MemSet => &[0, 2],
            Opcode::PowI => &[0, 1],
            Opcode::ReduceFAdd | Opcode::ReduceFMul => &[1],
            Opcode::MaskedLoad => {
                let (value, pointer) = (self.result(op)?, self.operand_type(op, 0)?);
                return Ok(format!(
                    "{name}.{}.{}",
                    self.suffix(op, value)?,
                    self.suffix(op, pointer)?
                ));
            }
            Opcode::MaskedStore => &[0, 1],
            Opcode::StackSave => {
                let suffix = self.suffix(op, self.result(op)?)?;
                return Ok(format!("{name}.{suffix}"));
            }
            _ => &[0],
        };
        for index in operands {
            name.push('.');
            name.push_str(&self.suffix(op, self.operand_type(op, *index)?)?);
        }
        Ok(name)
    }
}
