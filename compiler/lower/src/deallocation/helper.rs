//! The function that finds out which memory of a list is to be freed.
//!
//! It gets addresses of what may be freed and of what is retained, and the conditions; it writes which of the first are to be
//! freed, and which of the second have an owner. Of equal addresses, the first is freed.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{DYNAMIC, Exclusive, Failure, InsertionPoint, Location, Op, Rewriter, SymbolTable, Value};

use super::lower::{Lowering, list_type};
use crate::make::build;

const EQUAL: i64 = 0;
const DIFFERENT: i64 = 1;

/// Makes the function at the end of a symbol table, with a name that is not taken.
///
/// # Errors
/// The table cannot get the function.
pub(super) fn make_helper(edit: &mut Exclusive<'_>, table: Op, location: Location) -> Result<Op, Failure> {
    let context = edit.context();
    let refuse = |error: tvmlike_ir::Error| table.emit_error(context, error.to_string()).emit();
    let mut symbols = SymbolTable::new(context, table).map_err(refuse)?;
    let [index, flag] =
        [context.index_type(), context.i1()].map(|element| list_type(context, DYNAMIC, element));
    let inputs = [index, index, flag, flag, flag];
    let ty = context.type_attribute(context.function_type(&inputs, &[]));
    let body = edit.create_region();
    let mut rewriter = Rewriter::new(edit);
    let op = OpBuilder::new("func.func")
        .attribute("sym_name", context.string_attribute("dealloc_helper"))
        .attribute("function_type", ty)
        .attribute("sym_visibility", context.string_attribute("private"))
        .region("body", [body]);
    let function = build(&mut rewriter, op, location);
    let region = function.region(context, 0);
    let arguments = inputs.map(|ty| (ty, location));
    if let Some(region) = region {
        let block = rewriter.create_block(region, None, &arguments);
        let values: Vec<Value> = block.arguments(context).collect();
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
        let mut lowering = Lowering { rewriter, location };
        if let [memrefs, retained, conditions, are_freed, owners] = values[..] {
            lowering.find_freed(memrefs, retained, conditions, are_freed, owners);
        }
        lowering.make("func.return", &[], &[]);
    }
    symbols.insert(edit, function, None).map_err(refuse)?;
    Ok(function)
}

impl Lowering<'_, '_> {
    fn load(&mut self, list: Value, at: Value) -> Value {
        let context = self.context();
        let element = list.ty(context).element_type(context);
        self.value("memref.load", &[list, at], element.unwrap_or(context.i1()))
    }

    fn find_freed(
        &mut self,
        memrefs: Value,
        retained: Value,
        conditions: Value,
        are_freed: Value,
        owners: Value,
    ) {
        let context = self.context();
        let index = context.index_type();
        let (zero, one) = (self.index(0), self.index(1));
        let (yes, no) = (self.constant(true), self.constant(false));
        let count = self.value("memref.dim", &[memrefs, zero], index);
        let kept = self.value("memref.dim", &[retained, zero], index);
        self.count([zero, kept, one], &[], |lowering, at, _| {
            lowering.make("memref.store", &[no, owners, at], &[]);
            Vec::new()
        });
        self.count([zero, count, one], &[], |lowering, at, _| {
            let memref = lowering.load(memrefs, at);
            let condition = lowering.load(conditions, at);
            let is_lost = lowering.count([zero, kept, one], &[yes], |lowering, other, passed| {
                let address = lowering.load(retained, other);
                let is_kept = lowering.compare(EQUAL, address, memref);
                lowering.when(is_kept, |lowering| {
                    let owner = lowering.load(owners, other);
                    let owner = lowering.bool_value("arith.ori", owner, condition);
                    lowering.make("memref.store", &[owner, owners, other], &[]);
                });
                let is_other = lowering.compare(DIFFERENT, address, memref);
                vec![lowering.bool_value("arith.andi", passed[0], is_other)]
            });
            let is_first = lowering.count([zero, at, one], &is_lost, |lowering, other, passed| {
                let address = lowering.load(memrefs, other);
                let is_other = lowering.compare(DIFFERENT, address, memref);
                vec![lowering.bool_value("arith.andi", passed[0], is_other)]
            });
            let is_freed = lowering.bool_value("arith.andi", is_first[0], condition);
            lowering.make("memref.store", &[is_freed, are_freed, at], &[]);
            Vec::new()
        });
    }
}
