//! Symbols that operations of `transform` refer to: named sequences that they include, match with, or apply.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, Context, Failure, Op, SymbolTables, Type};
use tvmlike_text::quote_attribute;

use super::effects::{CONSUMED, READONLY, is_marked, verify_marks};
use super::kinds::{agree, is_handle};
use crate::verifiers::function::signature;

/// The named sequence with a name, if there is one.
fn lookup(instance: &Instance<'_>, tables: &mut SymbolTables, name: Attribute) -> Option<Op> {
    let context = instance.context;
    let found = tables.lookup_nearest(context, instance.op, name);
    found.filter(|found| found.is_named(context, "transform.named_sequence"))
}

/// The argument and result types of a named sequence.
fn types(context: &Context, sequence: Op) -> (Vec<Type>, Vec<Type>) {
    signature(context, sequence).map_or_else(Default::default, |(inputs, results)| {
        (inputs.iter().collect(), results.iter().collect())
    })
}

/// The number of the first pair of types that do not have the same interface.
fn mismatch(context: &Context, given: &[Type], wanted: &[Type]) -> Option<usize> {
    let mut pairs = given.iter().zip(wanted);
    pairs.position(|(given, wanted)| !agree(context, *given, *wanted))
}

/// Checks `transform.include`.
pub(super) fn include(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let target = instance.attribute("target");
    let Some(sequence) = target.and_then(|target| lookup(instance, tables, target)) else {
        return instance.refuse("does not reference a named transform sequence");
    };
    let (inputs, results) = types(context, sequence);
    if op.num_operands(context) != inputs.len() {
        return instance.refuse_plainly("incorrect number of operands for callee");
    }
    for (index, (operand, input)) in op.operands(context).zip(inputs).enumerate() {
        let operand = operand.ty(context);
        if operand != input {
            let (operand, input) = (instance.quote(operand), instance.quote(input));
            return instance.refuse(format!(
                "operand type mismatch: expected operand type {input}, but provided {operand} for operand number \
                 {index}"
            ));
        }
    }
    if op.num_results(context) != results.len() {
        return instance.refuse_plainly("incorrect number of results for callee");
    }
    let given: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    if let Some(index) = mismatch(context, &given, &results) {
        return instance.refuse(format!(
            "type of result #{index} must implement the same transform dialect interface as the corresponding callee \
             result"
        ));
    }
    verify_marks(context, sequence, true)
}

/// Checks `transform.collect_matching`.
pub(super) fn collect_matching(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(name) = instance.attribute("matcher") else {
        return Ok(());
    };
    let Some(matcher) = lookup(instance, tables, name) else {
        let name = quote_attribute(context, name);
        return instance.refuse_plainly(format!("unresolved matcher symbol {name}"));
    };
    let (inputs, results) = types(context, matcher);
    if !matches!(inputs[..], [input] if is_handle(context, input)) {
        return instance.refuse_plainly("expected the matcher to take one operation handle argument");
    }
    if !is_marked(context, matcher, 0, READONLY) {
        return instance.refuse_plainly("expected the matcher argument to be marked readonly");
    }
    let given: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    if given.len() != results.len() {
        return instance.refuse_plainly(format!(
            "expected the matcher to yield as many values as op has results ({}), got {}",
            given.len(),
            results.len()
        ));
    }
    match mismatch(context, &results, &given) {
        None => Ok(()),
        Some(index) => instance.refuse_plainly(format!(
            "mismatching type interfaces for matcher result and op result #{index}"
        )),
    }
}

/// Checks the symbols of `transform.foreach_match`.
pub(super) fn foreach_match(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let matchers = instance.elements("matchers");
    let pairs = matchers.into_iter().zip(instance.elements("actions"));
    for (matcher, action) in pairs {
        match_pair(instance, tables, matcher, action)?;
    }
    Ok(())
}

/// Checks a matcher and the action for what it matches: the operands go to the matcher, what it yields to the action, and
/// what that yields becomes results.
fn match_pair(
    instance: &Instance<'_>,
    tables: &mut SymbolTables,
    matcher: Attribute,
    action: Attribute,
) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let (matching, acting) = (
        lookup(instance, tables, matcher),
        lookup(instance, tables, action),
    );
    let [matcher, action] = [matcher, action].map(|name| quote_attribute(context, name));
    let Some(matching) = matching else {
        return instance.refuse_plainly(format!("unresolved matcher symbol {matcher}"));
    };
    let Some(acting) = acting else {
        return instance.refuse_plainly(format!("unresolved action symbol {action}"));
    };
    verify_marks(context, matching, true)?;
    verify_marks(context, acting, true)?;
    let refuse = |message: String, at: Op| {
        let error = op.emit_error(context, message);
        Err(error.note(at.location(context), "symbol declaration").emit())
    };
    let operands: Vec<Type> = op.operands(context).map(|value| value.ty(context)).collect();
    let outputs = op.results(context).skip(1).map(|value| value.ty(context));
    let outputs: Vec<Type> = outputs.collect();
    let (matched, yielded) = types(context, matching);
    let (taken, returned) = types(context, acting);
    if operands.len() != matched.len() {
        let message = format!(
            "the number of operands ({}) doesn't match the number of matcher arguments ({}) for {matcher}",
            operands.len(),
            matched.len()
        );
        return refuse(message, matching);
    }
    for (index, (operand, argument)) in operands.iter().zip(&matched).enumerate() {
        if is_marked(context, matching, index, CONSUMED) {
            let message = format!("does not expect matcher symbol to consume its operand #{index}");
            let error = op.emit_op_error(context, message);
            let place = matching.location(context);
            return Err(error.note(place, "symbol declaration").emit());
        }
        if !agree(context, *operand, *argument) {
            let message = format!(
                "mismatching type interfaces for operand and matcher argument #{index} of matcher {matcher}"
            );
            return refuse(message, matching);
        }
    }
    if yielded.len() != taken.len() {
        return instance.refuse_plainly(format!(
            "mismatching number of matcher results and action arguments between {matcher} ({}) and {action} ({})",
            yielded.len(),
            taken.len()
        ));
    }
    if let Some(index) = mismatch(context, &yielded, &taken) {
        // There is no space behind the number in MLIR's message.
        return instance.refuse_plainly(format!(
            "mismatching type interfaces for matcher result and action argument #{index}of matcher {matcher} and action \
             {action}"
        ));
    }
    if returned.len() != outputs.len() {
        let message = format!(
            "the number of action results ({}) for {action} doesn't match the number of extra op results ({})",
            returned.len(),
            outputs.len()
        );
        return refuse(message, acting);
    }
    match mismatch(context, &outputs, &returned) {
        None => Ok(()),
        Some(index) => {
            let message = format!(
                "mismatching type interfaces for action result #{index} of action {action} and op result"
            );
            refuse(message, acting)
        }
    }
}

/// Checks that `transform.foreach_match` has an action for each matcher.
pub(super) fn pairs(instance: &Instance<'_>) -> Result<(), Failure> {
    let matchers = instance.elements("matchers").len();
    if matchers != instance.elements("actions").len() {
        return instance.refuse("expected the same number of matchers and actions");
    }
    match matchers {
        0 => instance.refuse("expected at least one match/action pair"),
        _ => Ok(()),
    }
}
