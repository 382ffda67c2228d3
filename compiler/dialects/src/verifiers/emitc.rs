//! `emitc`: pointers, globals, functions and what C++ can express.

use tvmlike_define::{Hook, Instance, is_emitc_type, type_parameter};
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, SymbolTables, Type, TypeKind};
use tvmlike_text::quote_attribute;

use super::function;

pub(super) const CHECKS: super::Table = &[
    ("emitc.add", Hook::Verify(add)),
    ("emitc.address_of", Hook::Implied),
    ("emitc.apply", Hook::Verify(apply)),
    ("emitc.call", Hook::SymbolUses(call)),
    ("emitc.call_opaque", Hook::Verify(call_opaque)),
    ("emitc.cast", Hook::Interface("CastOpInterface", cast)),
    ("emitc.constant", Hook::Verify(constant)),
    ("emitc.declare_func", Hook::SymbolUses(declare_func)),
    ("emitc.dereference", Hook::Implied),
    ("emitc.for", Hook::VerifyRegions(induction)),
    (
        "emitc.func",
        Hook::Interface("FunctionOpInterface", |func| function::verify(func, false)),
    ),
    ("emitc.func", Hook::Verify(func)),
    ("emitc.get_global", Hook::SymbolUses(get_global)),
    ("emitc.global", Hook::Verify(global)),
    ("emitc.if", Hook::ImpliedInterface("RegionBranchOpInterface")),
    ("emitc.literal", Hook::Verify(literal)),
    ("emitc.return", Hook::Verify(returns)),
    ("emitc.sub", Hook::Verify(sub)),
    ("emitc.subscript", Hook::Verify(subscript)),
    ("emitc.switch", Hook::ImpliedInterface("RegionBranchOpInterface")),
    ("emitc.switch", Hook::Verify(switch)),
    ("emitc.variable", Hook::Verify(variable)),
    ("emitc.yield", Hook::Verify(yields)),
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

fn call(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    function::verify_call(instance, tables, "emitc.func", "function")
}

fn declare_func(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    match function::callee(instance, "sym_name", tables, "emitc.func") {
        (Some(_), _) => Ok(()),
        (None, name) => instance.refuse(format!("'{name}' does not reference a valid function")),
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

fn induction(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(body) = instance
        .regions("region")
        .next()
        .and_then(|region| region.first_block(context))
    else {
        return Ok(());
    };
    let argument = body
        .argument(context, 0)
        .filter(|_| body.num_arguments(context) == 1);
    let Some(argument) = argument else {
        return instance.refuse("expected body to have a single block argument for the induction variable");
    };
    match argument.ty(context) == instance.operand_type("lowerBound") {
        true => Ok(()),
        false => instance.refuse("expected induction variable to be same type as bounds and step"),
    }
}

fn func(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((inputs, results)) = function::signature(context, instance.op) else {
        return Ok(());
    };
    if inputs.iter().any(|ty| is(context, ty, &["lvalue"])) {
        return instance.refuse("cannot have lvalue type as argument");
    }
    if results.len() > 1 {
        let message = format!("requires zero or exactly one result, but has {}", results.len());
        return instance.refuse(message);
    }
    match results.iter().any(|ty| is(context, ty, &["array"])) {
        true => instance.refuse("cannot return array type"),
        false => Ok(()),
    }
}

fn get_global(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let (global, name) = function::callee(instance, "name", tables, "emitc.global");
    let Some(global) = global else {
        return instance.refuse(format!("'{name}' does not reference a valid emitc.global"));
    };
    let ty = global
        .property(context, context.identifier("type"))
        .map(|ty| ty.kind(context));
    let Some(AttributeKind::Type(ty)) = ty else {
        return Ok(());
    };
    let result = instance.result_type("result");
    let (is_array, inner) = match is(context, ty, &["array"]) {
        true => (true, Some(result)),
        false => (
            false,
            type_parameter(context, result, 0).filter(|_| is(context, result, &["lvalue"])),
        ),
    };
    if inner == Some(ty) {
        return Ok(());
    }
    let (ty, inner) = (instance.quote(ty), inner.map(|inner| instance.quote(inner)));
    let inner = inner.unwrap_or_else(|| "<<NULL TYPE>>".to_owned());
    instance.refuse(match is_array {
        true => format!("on array type expects result type {inner} to match type {ty} of the global @{name}"),
        false => {
            format!(
                "on non-array type expects result inner type {inner} to match type {ty} of the global @{name}"
            )
        }
    })
}

fn global(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(ty) = instance.type_in("type") else {
        return Ok(());
    };
    if !is_emitc_type(context, ty) {
        return instance.refuse("expected valid emitc type");
    }
    if let Some(value) = instance.attribute("initial_value") {
        use AttributeKind as A;
        let wanted = match value.kind(context) {
            A::Integer { .. } | A::Float { .. } => Some(ty),
            A::DenseElements(_) | A::DenseStrings(_) | A::DenseResource { .. } | A::Sparse { .. } => {
                if !is(context, ty, &["array"]) {
                    return instance.refuse(format!("expected array type, but got {}", instance.quote(ty)));
                }
                let element = type_parameter(context, ty, 0);
                element.and_then(|element| {
                    context
                        .ranked_tensor_type(&sizes(context, ty), element, None)
                        .ok()
                })
            }
            _ if is_opaque(context, value) => Some(value.ty(context)),
            _ => {
                let value = quote_attribute(context, value);
                return instance.refuse(format!(
                    "initial value should be a integer, float, elements or opaque attribute, but got {value}"
                ));
            }
        };
        let given = value.ty(context);
        if wanted != Some(given) {
            let (ty, given) = (instance.quote(ty), instance.quote(given));
            return instance.refuse(format!(
                "initial value expected to be of type {ty}, but was of type {given}"
            ));
        }
    }
    match instance.has("static_specifier") && instance.has("extern_specifier") {
        true => instance.refuse("cannot have both static and extern specifiers"),
        false => Ok(()),
    }
}

fn literal(instance: &Instance<'_>) -> Result<(), Failure> {
    match text(instance, "value") {
        b"" => instance.refuse("value must not be empty"),
        _ => Ok(()),
    }
}

fn returns(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(function) = op.parent_op(context) else {
        return Ok(());
    };
    let Some((_, results)) = function::signature(context, function) else {
        return Ok(());
    };
    let name = String::from_utf8_lossy(function.symbol_name(context).unwrap_or_default());
    let given = op.num_operands(context);
    if given != results.len() {
        return instance.refuse(format!(
            "has {given} operands, but enclosing function (@{name}) returns {}",
            results.len()
        ));
    }
    let operand = op.operand(context, 0).map(|operand| operand.ty(context));
    match (operand, results.get(0)) {
        (Some(operand), Some(result)) if operand != result => instance.refuse_plainly(format!(
            "type of the return operand ({}) doesn't match function result type ({}) in function @{name}",
            instance.quote(operand),
            instance.quote(result)
        )),
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

fn switch(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let cases = instance.integers("cases");
    let regions: Vec<_> = instance.regions("caseRegions").collect();
    if cases.len() != regions.len() {
        return instance.refuse(format!(
            "has {} case regions but {} case values",
            regions.len(),
            cases.len()
        ));
    }
    let mut seen = std::collections::HashSet::new();
    if let Some(case) = cases.iter().find(|case| !seen.insert(**case)) {
        return instance.refuse(format!("has duplicate case value: {case}"));
    }
    let named = regions
        .iter()
        .enumerate()
        .map(|(index, region)| (format!("case region #{index}"), *region));
    let default = instance
        .regions("defaultRegion")
        .map(|region| ("default region".to_owned(), region));
    for (name, region) in default.chain(named) {
        let Some(last) = region
            .first_block(context)
            .and_then(|block| block.last_op(context))
        else {
            continue;
        };
        if last.name(context).bytes(context) != b"emitc.yield" {
            let last = last.name(context).text(context);
            return instance.refuse(format!("expected region to end with emitc.yield, but got {last}"));
        }
        let count = last.num_operands(context);
        if count > 0 {
            let message = format!("expected each region to return 0 values, but {name} returns {count}");
            let error = instance.op.emit_op_error(context, message);
            return Err(error
                .note(last.location(context), "see yield operation here")
                .emit());
        }
    }
    Ok(())
}

fn yields(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(parent) = op.parent_op(context) else {
        return Ok(());
    };
    if parent.name(context).bytes(context) == b"emitc.do" {
        return Ok(());
    }
    match (op.num_operands(context), parent.num_results(context)) {
        (0, 0) | (1, 1) => Ok(()),
        (0, _) => instance.refuse("does not yield a value to be returned by parent"),
        _ => instance.refuse("yields a value not returned by parent"),
    }
}
