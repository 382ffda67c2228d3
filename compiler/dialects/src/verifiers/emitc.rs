//! `emitc`: pointers, symbols, control flow and what C++ can express.

mod control;
mod expression;
mod symbols;

use tvmlike_define::{Hook, Instance, is_emitc_type, type_parameter};
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type, TypeKind, Value, ValueOwner};
use tvmlike_text::op_for_note;

use super::function;

pub(super) const CHECKS: super::Table = &[
    ("emitc.add", Hook::Verify(add)),
    ("emitc.address_of", Hook::Implied),
    ("emitc.apply", Hook::Verify(apply)),
    ("emitc.assign", Hook::Verify(assign)),
    ("emitc.call", Hook::SymbolUses(symbols::call)),
    ("emitc.call_opaque", Hook::Verify(call_opaque)),
    ("emitc.cast", Hook::Interface("CastOpInterface", cast)),
    ("emitc.constant", Hook::Verify(constant)),
    ("emitc.declare_func", Hook::SymbolUses(symbols::declare_func)),
    ("emitc.dereference", Hook::Implied),
    ("emitc.do", Hook::Verify(control::r#do)),
    ("emitc.expression", Hook::Verify(expression::expression)),
    ("emitc.field", Hook::Verify(symbols::field)),
    ("emitc.for", Hook::VerifyRegions(control::induction)),
    (
        "emitc.func",
        Hook::Interface("FunctionOpInterface", |func| function::verify(func, false)),
    ),
    ("emitc.func", Hook::Verify(symbols::func)),
    ("emitc.get_field", Hook::Implied),
    ("emitc.get_field", Hook::SymbolUses(symbols::get_field)),
    ("emitc.get_global", Hook::SymbolUses(symbols::get_global)),
    ("emitc.global", Hook::Verify(symbols::global)),
    ("emitc.if", Hook::ImpliedInterface("RegionBranchOpInterface")),
    ("emitc.literal", Hook::Verify(literal)),
    ("emitc.return", Hook::Verify(symbols::returns)),
    ("emitc.sub", Hook::Verify(sub)),
    ("emitc.subscript", Hook::Verify(subscript)),
    ("emitc.switch", Hook::ImpliedInterface("RegionBranchOpInterface")),
    ("emitc.switch", Hook::Verify(control::switch)),
    ("emitc.variable", Hook::Verify(variable)),
    ("emitc.verbatim", Hook::Verify(verbatim)),
    ("emitc.yield", Hook::Verify(control::yields)),
];

fn is(context: &Context, ty: Type, names: &[&str]) -> bool {
    names.iter().any(|name| ty.is_symbol(context, "emitc", name))
}

fn is_integer_or(context: &Context, ty: Type, names: &[&str]) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { .. }) || is(context, ty, names)
}

/// Whether a type is that of integers that C++ code counts with.
fn is_index(context: &Context, ty: Type) -> bool {
    let is_number = matches!(ty.kind(context), TypeKind::Index | TypeKind::Integer { .. });
    is_number && is_emitc_type(context, ty) || is(context, ty, &["opaque", "size_t", "ssize_t", "ptrdiff_t"])
}

fn add(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [lhs, rhs] = ["lhs", "rhs"].map(|name| instance.operand_type(name));
    let is_pointer = |ty: Type| is(context, ty, &["ptr"]);
    if is_pointer(lhs) && is_pointer(rhs) {
        return instance.refuse("requires that at most one operand is a pointer");
    }
    let is_offset = |ty: Type| is_integer_or(context, ty, &["opaque"]);
    match is_pointer(lhs) && !is_offset(rhs) || is_pointer(rhs) && !is_offset(lhs) {
        true => instance
            .refuse("requires that one operand is an integer or of opaque type if the other is a pointer"),
        false => Ok(()),
    }
}

fn sub(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [lhs, rhs] = ["lhs", "rhs"].map(|name| instance.operand_type(name));
    let is_pointer = |ty: Type| is(context, ty, &["ptr"]);
    if is_pointer(rhs) && !is_pointer(lhs) {
        return instance.refuse("rhs can only be a pointer if lhs is a pointer");
    }
    if is_pointer(lhs) && !is_integer_or(context, rhs, &["opaque", "ptr"]) {
        return instance
            .refuse("requires that rhs is an integer, pointer or of opaque type if lhs is a pointer");
    }
    let difference = instance
        .op
        .results(context)
        .next()
        .map(|result| result.ty(context));
    let is_difference = |ty: Type| is_integer_or(context, ty, &["ptrdiff_t", "opaque"]);
    match is_pointer(lhs) && is_pointer(rhs) && !difference.is_some_and(is_difference) {
        true => instance.refuse(
            "requires that the result is an integer, ptrdiff_t or of opaque type if lhs and rhs are pointers",
        ),
        false => Ok(()),
    }
}

fn text<'c>(instance: &Instance<'c>, name: &str) -> &'c [u8] {
    match instance.attribute(name).map(|value| value.kind(instance.context)) {
        Some(AttributeKind::String { bytes, .. }) => bytes,
        _ => b"",
    }
}

fn apply(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [operand, result] = [instance.operand_type("operand"), instance.result_type("result")];
    match text(instance, "applicableOperator") {
        b"" => instance.refuse("applicable operator must not be empty"),
        b"&" if !is(context, operand, &["lvalue"]) => {
            instance.refuse("operand type must be an lvalue when applying `&`")
        }
        b"&" if !is(context, result, &["ptr"]) => {
            instance.refuse("result type must be a pointer when applying `&`")
        }
        b"*" if !is(context, operand, &["ptr"]) => {
            instance.refuse("operand type must be a pointer when applying `*`")
        }
        b"&" | b"*" => Ok(()),
        _ => instance.refuse("applicable operator is illegal"),
    }
}

fn call_opaque(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    if text(instance, "callee").is_empty() {
        return instance.refuse("callee must not be empty");
    }
    for argument in instance.elements("args") {
        match argument.kind(context) {
            AttributeKind::Integer { value, ty } if ty == context.index_type() => {
                let index = value.to_i64().and_then(|index| usize::try_from(index).ok());
                if index.is_none_or(|index| index >= op.num_operands(context)) {
                    return instance.refuse("index argument is out of range");
                }
            }
            AttributeKind::Array(_) => return instance.refuse("array argument has no type"),
            _ => {}
        }
    }
    for argument in instance.elements("template_args") {
        use AttributeKind as A;
        let is_number = matches!(
            argument.kind(context),
            A::Type(_) | A::Integer { .. } | A::Float { .. }
        );
        if !is_number && !is_opaque(context, argument) {
            return instance.refuse("template argument has invalid type");
        }
    }
    match op
        .results(context)
        .any(|result| is(context, result.ty(context), &["array"]))
    {
        true => instance.refuse("cannot return array type"),
        false => Ok(()),
    }
}

fn is_opaque(context: &Context, value: Attribute) -> bool {
    value.is_symbol(context, "emitc", "opaque")
}

/// The numbers of elements along each dimension of an `!emitc.array`.
fn sizes(context: &Context, ty: Type) -> Vec<i64> {
    let shape = ty.parameter(context, context.identifier("shape"));
    let Some(AttributeKind::Array(sizes)) = shape.map(|shape| shape.kind(context)) else {
        return Vec::new();
    };
    let size = |size: Attribute| match size.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    sizes.iter().filter_map(size).collect()
}

fn cast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [input, output] = [instance.operand_type("source"), instance.result_type("dest")];
    let is_float = |ty: Type| matches!(ty.kind(context), TypeKind::Float(_)) && is_emitc_type(context, ty);
    let is_scalar = |ty: Type| is_index(context, ty) || is_float(ty) || is(context, ty, &["ptr"]);
    let is_compatible = match is(context, input, &["array"]) {
        true => {
            let same = type_parameter(context, input, 0) == type_parameter(context, output, 0);
            is(context, output, &["ptr"]) && same && matches!(sizes(context, input)[..], [size] if size >= 1)
        }
        false => is_scalar(input) && is_scalar(output),
    };
    let (input, output) = (instance.quote(input), instance.quote(output));
    match is_compatible {
        true => Ok(()),
        false => instance.refuse(format!(
            "operand type {input} and result type {output} are cast incompatible"
        )),
    }
}

/// Checks the value that a constant or a variable is initialized with.
fn initial(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (Some(value), Some(result)) = (instance.attribute("value"), instance.op.results(context).next())
    else {
        return Ok(());
    };
    if is_opaque(context, value) {
        return Ok(());
    }
    if matches!(value.kind(context), AttributeKind::String { .. }) {
        return instance.refuse("string attributes are not supported, use #emitc.opaque instead");
    }
    let ty = result.ty(context);
    let ty = match is(context, ty, &["lvalue"]) {
        true => type_parameter(context, ty, 0).unwrap_or(ty),
        false => ty,
    };
    let given = value.ty(context);
    match given == ty {
        true => Ok(()),
        false => instance.refuse(format!(
            "requires attribute to either be an #emitc.opaque attribute or it's type ({}) to match the op's result \
             type ({})",
            instance.quote(given),
            instance.quote(ty)
        )),
    }
}

fn constant(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    initial(instance)?;
    let opaque = instance
        .attribute("value")
        .filter(|value| is_opaque(context, *value));
    let text = opaque.and_then(|value| value.parameter(context, context.identifier("value")));
    match text.map(|text| text.kind(context)) {
        Some(AttributeKind::String { bytes: b"", .. }) => instance.refuse("value must not be empty"),
        _ => Ok(()),
    }
}

fn variable(instance: &Instance<'_>) -> Result<(), Failure> {
    initial(instance)
}

fn literal(instance: &Instance<'_>) -> Result<(), Failure> {
    match text(instance, "value") {
        b"" => instance.refuse("value must not be empty"),
        _ => Ok(()),
    }
}

fn subscript(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let value = instance.operand_type("value");
    let indices: Vec<Type> = instance
        .operands("indices")
        .map(|index| index.ty(context))
        .collect();
    let result = type_parameter(context, instance.result_type("result"), 0);
    let (Some(element), Some(result)) = (type_parameter(context, value, 0), result) else {
        return Ok(());
    };
    let is_array = is(context, value, &["array"]);
    let rank = sizes(context, value).len();
    if is_array && indices.len() != rank {
        return instance.refuse(format!(
            "on array operand requires number of indices ({}) to match the rank of the array type ({rank})",
            indices.len()
        ));
    }
    if !is_array && indices.len() != 1 {
        let message = format!(
            "on pointer operand requires one index operand, but got {}",
            indices.len()
        );
        return instance.refuse(message);
    }
    if let Some(index) = indices.iter().position(|ty| !is_index(context, *ty)) {
        let ty = instance.quote(indices[index]);
        return instance.refuse(match is_array {
            true => {
                format!("on array operand requires index operand {index} to be integer-like, but got {ty}")
            }
            false => format!("on pointer operand requires index operand to be integer-like, but got {ty}"),
        });
    }
    if element == result {
        return Ok(());
    }
    let (operand, kind) = if is_array {
        ("array", "element")
    } else {
        ("pointer", "pointee")
    };
    instance.refuse(format!(
        "on {operand} operand requires {kind} type ({}) and result type ({}) to match",
        instance.quote(element),
        instance.quote(result)
    ))
}

/// A value in the words of MLIR's messages: its operation, or which argument of a block it is.
fn describe(instance: &Instance<'_>, value: Value) -> String {
    match value.owner(instance.context) {
        ValueOwner::Result { op, .. } => op_for_note(instance.context, op).trim_start().to_owned(),
        ValueOwner::Argument { index, .. } => {
            let ty = instance.quote(value.ty(instance.context));
            format!("<block argument> of type {ty} at index: {index}")
        }
    }
}

fn assign(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [variable, value] = ["var", "value"].map(|name| instance.operand(name));
    if matches!(variable.owner(context), ValueOwner::Argument { .. }) {
        return instance.refuse("cannot assign to block argument");
    }
    let given = value.ty(context);
    match type_parameter(context, variable.ty(context), 0) {
        Some(wanted) if wanted != given => instance.refuse(format!(
            "requires value's type ({}) to match variable's type ({})\n  variable: {}\n  value: {}\n",
            instance.quote(given),
            instance.quote(wanted),
            describe(instance, variable),
            describe(instance, value)
        )),
        _ => Ok(()),
    }
}

/// Checks that a text has a placeholder `{}` for each operand; `{{` is a brace.
fn verbatim(instance: &Instance<'_>) -> Result<(), Failure> {
    let count = instance.operands("fmtArgs").len();
    if count == 0 {
        return Ok(());
    }
    let mut rest = text(instance, "value");
    let mut placeholders = 0;
    while let Some(brace) = rest.iter().position(|byte| *byte == b'{') {
        match rest.get(brace + 1) {
            None => return instance.refuse("expected '}' after unescaped '{' at end of string"),
            Some(b'{') => {}
            Some(b'}') => placeholders += 1,
            Some(_) => return instance.refuse("expected '}' after unescaped '{'"),
        }
        rest = &rest[brace + 2..];
    }
    match placeholders == count {
        true => Ok(()),
        false => instance.refuse("requires operands for each placeholder in the format string"),
    }
}
