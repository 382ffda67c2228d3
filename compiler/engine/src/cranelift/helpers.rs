//! Small steps that several operations take.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, MemFlagsData, Value, types};

use super::function::Translator;

impl Translator<'_, '_, '_> {
    /// An integer of a type; only the low bits of the number count.
    pub(super) fn constant(&mut self, ty: clif::Type, value: u128) -> Value {
        if ty == types::I128 {
            let low = self.builder.ins().iconst(types::I64, value as i64);
            let high = self.builder.ins().iconst(types::I64, (value >> 64) as i64);
            return self.builder.ins().iconcat(low, high);
        }
        let unused = 64 - ty.bits();
        let bits = (value as u64) << unused >> unused;
        self.builder.ins().iconst(ty, bits as i64)
    }

    /// The type of a value.
    pub(super) fn ty(&self, value: Value) -> clif::Type {
        self.builder.func.dfg.value_type(value)
    }

    /// `value & bits`
    pub(super) fn and_constant(&mut self, value: Value, bits: u128) -> Value {
        let mask = self.constant(self.ty(value), bits);
        self.builder.ins().band(value, mask)
    }

    /// `value + number`
    pub(super) fn add_constant(&mut self, value: Value, number: i64) -> Value {
        if number == 0 {
            return value;
        }
        let number = self.constant(self.ty(value), i128::from(number) as u128);
        self.builder.ins().iadd(value, number)
    }

    /// `value << count`
    pub(super) fn shift_left(&mut self, value: Value, count: u32) -> Value {
        let count = self.constant(types::I8, u128::from(count));
        self.builder.ins().ishl(value, count)
    }

    /// `value >> count` with zeros
    pub(super) fn shift_right(&mut self, value: Value, count: u32) -> Value {
        let count = self.constant(types::I8, u128::from(count));
        self.builder.ins().ushr(value, count)
    }

    /// `value >> count` with copies of the sign
    pub(super) fn shift_right_signed(&mut self, value: Value, count: u32) -> Value {
        let count = self.constant(types::I8, u128::from(count));
        self.builder.ins().sshr(value, count)
    }

    /// Compares with a number.
    pub(super) fn compare(&mut self, condition: IntCC, value: Value, number: u128) -> Value {
        let number = self.constant(self.ty(value), number);
        self.builder.ins().icmp(condition, value, number)
    }

    /// The same bits as another type.
    pub(super) fn bitcast(&mut self, ty: clif::Type, value: Value) -> Value {
        match self.ty(value) == ty {
            true => value,
            false => self.builder.ins().bitcast(ty, MemFlagsData::new(), value),
        }
    }

    /// An integer in another width: the low bits, or with zeros above.
    pub(super) fn zero_extend(&mut self, ty: clif::Type, value: Value) -> Value {
        let from = self.ty(value).bits();
        match from.cmp(&ty.bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.builder.ins().uextend(ty, value),
            std::cmp::Ordering::Greater => self.builder.ins().ireduce(ty, value),
        }
    }

    /// An integer in another width: the low bits, or with copies of the sign above.
    pub(super) fn sign_extend(&mut self, ty: clif::Type, value: Value) -> Value {
        let from = self.ty(value).bits();
        match from.cmp(&ty.bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.builder.ins().sextend(ty, value),
            std::cmp::Ordering::Greater => self.builder.ins().ireduce(ty, value),
        }
    }

    /// `condition ? a : b`, by a mask lane by lane. Numbers of 128 bits are chosen by masks, because Cranelift makes of a comparison and a choice a
    /// minimum that it does not have for them.
    pub(super) fn choose(&mut self, condition: Value, a: Value, b: Value) -> Value {
        if self.ty(condition).is_vector() {
            let mask = self.vector_cast(self.ty(a), condition);
            return self.builder.ins().bitselect(mask, a, b);
        }
        if self.ty(a) != types::I128 {
            return self.builder.ins().select(condition, a, b);
        }
        let wide = self.builder.ins().uextend(types::I64, condition);
        let mask = self.builder.ins().ineg(wide);
        let (a_low, a_high) = self.builder.ins().isplit(a);
        let (b_low, b_high) = self.builder.ins().isplit(b);
        let low = self.builder.ins().bitselect(mask, a_low, b_low);
        let high = self.builder.ins().bitselect(mask, a_high, b_high);
        self.builder.ins().iconcat(low, high)
    }

    /// Calls a function outside of the module that takes and returns scalars.
    pub(super) fn call_import(
        &mut self,
        name: &str,
        arguments: &[Value],
        result: Option<clif::Type>,
    ) -> Option<Value> {
        let mut signature = clif::Signature::new(self.module.convention);
        for argument in arguments {
            signature.params.push(clif::AbiParam::new(self.ty(*argument)));
        }
        if let Some(ty) = result {
            signature.returns.push(clif::AbiParam::new(ty));
        }
        let symbol = self.module.unit.host_symbol(name);
        let callee = self.module.import_function(&mut self.builder, symbol, signature);
        let call = self.builder.ins().call(callee, arguments);
        self.builder.inst_results(call).first().copied()
    }
}
