//! The conversion of types to those of the llvm dialect.
//!
//! Invariant: a type of the llvm dialect becomes itself, and every type becomes one type.

use tvmlike_define::is_llvm_type;
use tvmlike_ir::{Context, FloatKind, Op, OpState, Rewriter, Type, TypeKind, Value};
use tvmlike_transform::{Materialization, TypeConverter};

use crate::descriptor;
use crate::options::{self, LlvmOptions, integer_type};
use crate::types;

/// A converter to types of the llvm dialect.
pub(crate) fn llvm_converter(options: LlvmOptions) -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.set_options(options);
    converter.add(|converter, context, ty| match ty.kind(context) {
        TypeKind::Complex(element) => Some(
            converter
                .convert_one(context, element)
                .map(|element| types::structure(context, &[element, element])),
        ),
        TypeKind::Float(kind) => Some(float(context, ty, kind)),
        TypeKind::Function { .. } => Some(Some(types::pointer(context, 0))),
        TypeKind::Index => Some(Some(integer_type(context, options::of(converter).index_width))),
        TypeKind::Integer { width, .. } => Some(Some(integer_type(context, width))),
        TypeKind::Vector { .. } => Some(vector(converter, context, ty)),
        TypeKind::MemRef { .. } => Some(descriptor::ranked_type(converter, context, ty)),
        TypeKind::UnrankedMemRef { .. } => Some(descriptor::unranked_type(converter, context, ty)),
        _ => None,
    });
    converter.add(|_, context, ty| is_llvm_type(context, ty).then_some(Some(ty)));
    converter.add(|converter, context, ty| {
        let (element, count) = types::array_parts(context, ty)?;
        let element = converter.convert_one(context, element);
        Some(element.map(|element| types::array(context, element, count)))
    });
    converter.add_source(cast);
    converter.add_target(|rewriter, request| {
        let values: Vec<Value> = cast_op(rewriter, request).results(rewriter.context()).collect();
        Some(values.into_iter().collect())
    });
    converter.add_source(move |rewriter, request| {
        let [ty] = request.results else { return None };
        let value = descriptor::pack(rewriter, *ty, request.inputs, request.location, options)?;
        let request = Materialization {
            results: request.results,
            inputs: &[value],
            original: None,
            location: request.location,
        };
        cast(rewriter, &request)
    });
    converter.add_target(move |rewriter, request| {
        let ty = request.original?;
        let value = descriptor::pack(rewriter, ty, request.inputs, request.location, options)?;
        Some([value].into_iter().collect())
    });
    converter
}

fn cast_op(rewriter: &mut Rewriter<'_, '_>, request: &Materialization<'_>) -> Op {
    let name = rewriter
        .context()
        .identifier("builtin.unrealized_conversion_cast");
    rewriter.create(&OpState {
        operands: request.inputs,
        results: request.results,
        ..OpState::new(name, request.location)
    })
}

fn cast(rewriter: &mut Rewriter<'_, '_>, request: &Materialization<'_>) -> Option<Value> {
    cast_op(rewriter, request).result(rewriter.context(), 0)
}

/// Small floats that LLVM does not have become integers.
fn float(context: &Context, ty: Type, kind: FloatKind) -> Option<Type> {
    match kind {
        _ if is_llvm_type(context, ty) => Some(ty),
        _ if kind.width() <= 8 => Some(integer_type(context, kind.width())),
        _ => None,
    }
}

/// A vector of one dimension stays a vector; others become arrays of vectors.
fn vector(converter: &TypeConverter, context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = ty.kind(context)
    else {
        return None;
    };
    let element = converter.convert_one(context, element)?;
    let sizes = shape.to_vec();
    let Some((last, outer)) = sizes.split_last() else {
        return context.vector_type(&[1], element, &[]).ok();
    };
    let is_scalable = scalable.get(outer.len());
    if scalable.count() > usize::from(is_scalable) {
        return None;
    }
    let inner = context.vector_type(&[*last], element, &[is_scalable]).ok()?;
    let wrap = |inner, size: &i64| types::array(context, inner, size.cast_unsigned());
    Some(outer.iter().rev().fold(inner, wrap))
}
