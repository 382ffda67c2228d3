//! Types of the llvm dialect: making them, and their parts.

use tvmlike_ir::{Attribute, AttributeKind, Context, Type, TypeKind};

fn symbol(context: &Context, name: &str, parameters: &[Option<Attribute>]) -> Type {
    // The dialect is loaded with its first operation.
    let _ = context.load_op_info(context.identifier("llvm.func"));
    let info = context
        .type_info(context.identifier("llvm"), context.identifier(name))
        .unwrap_or_else(|| panic!("the llvm dialect has no type '{name}'"));
    context
        .dialect_type(info, parameters)
        .unwrap_or_else(|error| panic!("'!llvm.{name}': {error}"))
}

fn list(context: &Context, types: &[Type]) -> Attribute {
    let types: Vec<Attribute> = types.iter().map(|ty| context.type_attribute(*ty)).collect();
    context.array_attribute(&types)
}

/// `!llvm.ptr<space>`.
pub(crate) fn pointer(context: &Context, space: u32) -> Type {
    let _ = context.load_op_info(context.identifier("llvm.func"));
    let text = match space {
        0 => "!llvm.ptr".to_owned(),
        space => format!("!llvm.ptr<{space}>"),
    };
    let ty = tvmlike_text::parse_defined_type(context, text);
    ty.unwrap_or_else(|error| panic!("'!llvm.ptr': {error:?}"))
}

/// `!llvm.struct<(…)>`.
pub(crate) fn structure(context: &Context, fields: &[Type]) -> Type {
    let no = Some(context.bool_attribute(false));
    symbol(context, "struct", &[None, Some(list(context, fields)), no, no])
}

/// `!llvm.array<count x element>`.
pub(crate) fn array(context: &Context, element: Type, count: u64) -> Type {
    let _ = context.load_op_info(context.identifier("llvm.func"));
    let unsigned = context.integer_type(64, tvmlike_ir::Signedness::Unsigned).ok();
    let signless = Some(context.i64());
    // The type of numbers is a detail of how the dialect is defined.
    let made = [signless, unsigned].into_iter().flatten().find_map(|ty| {
        let count = context.integer_attribute(ty, count.cast_signed()).ok()?;
        let info = context.type_info(context.identifier("llvm"), context.identifier("array"))?;
        let element = context.type_attribute(element);
        context.dialect_type(info, &[Some(element), Some(count)]).ok()
    });
    made.unwrap_or_else(|| panic!("'!llvm.array': an element cannot be in memory"))
}

/// `!llvm.void`.
pub(crate) fn void(context: &Context) -> Type {
    symbol(context, "void", &[])
}

/// `!llvm.func<result (arguments)>`.
pub(crate) fn function(context: &Context, result: Type, arguments: &[Type]) -> Type {
    let no = Some(context.bool_attribute(false));
    let result = Some(context.type_attribute(result));
    symbol(context, "func", &[result, Some(list(context, arguments)), no])
}

fn parameters(context: &Context, ty: Type, name: &str) -> Option<Vec<Option<Attribute>>> {
    match ty.kind(context) {
        TypeKind::Dialect { info, parameters } if info.is_named(context, "llvm", name) => {
            Some(parameters.iter().collect())
        }
        _ => None,
    }
}

fn type_of(context: &Context, attribute: Option<Attribute>) -> Option<Type> {
    match attribute?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The element type and the number of elements of an array.
pub(crate) fn array_parts(context: &Context, ty: Type) -> Option<(Type, u64)> {
    let parameters = parameters(context, ty, "array")?;
    let count = match parameters.get(1).copied()??.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_u64()?,
        _ => return None,
    };
    Some((type_of(context, parameters.first().copied()?)?, count))
}

/// The types of the fields of a struct.
pub(crate) fn fields(context: &Context, ty: Type) -> Option<Vec<Type>> {
    let parameters = parameters(context, ty, "struct")?;
    match parameters.get(1).copied()??.kind(context) {
        AttributeKind::Array(types) => types.iter().map(|ty| type_of(context, Some(ty))).collect(),
        _ => None,
    }
}

/// Whether a type is `!llvm.ptr`.
pub(crate) fn is_pointer(context: &Context, ty: Type) -> bool {
    ty.is_symbol(context, "llvm", "ptr")
}

/// The result and the arguments of a function type.
pub(crate) fn function_parts(context: &Context, ty: Type) -> Option<(Type, Vec<Type>)> {
    let parameters = parameters(context, ty, "func")?;
    let result = type_of(context, parameters.first().copied()?)?;
    let arguments = match parameters.get(1).copied()??.kind(context) {
        AttributeKind::Array(types) => types.iter().map(|ty| type_of(context, Some(ty))).collect(),
        _ => None,
    };
    Some((result, arguments?))
}

/// The size of an element of a memref in bytes, as far as it is known without the target.
pub(crate) fn bytes_of(context: &Context, ty: Type) -> Option<i64> {
    Some(match ty.kind(context) {
        TypeKind::Index => 8,
        TypeKind::Complex(element) => 2 * bytes_of(context, element)?,
        TypeKind::Vector { shape, element, .. } => {
            let bits = i64::from(element.bit_width(context)?).checked_mul(shape.product()?)?;
            i64::try_from(u64::try_from(bits).ok()?.div_ceil(8).next_power_of_two()).ok()?
        }
        TypeKind::MemRef { shape, .. } => 24 + 2 * 8 * shape.len() as i64,
        TypeKind::UnrankedMemRef { .. } => 16,
        _ => i64::from(ty.bit_width(context)?.div_ceil(8)),
    })
}
