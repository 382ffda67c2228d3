//! Types that follow from other types: the transformations of `TypesMatchWith`, by name.

use tvmlike_ir::{Context, Type, TypeKind};

/// How a type follows from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transform {
    /// It is the same.
    Same,
    /// The type of its elements.
    Element,
    /// The type of its elements, or itself if it has none.
    ElementOrSelf,
    /// `i1`, or a vector or tensor of `i1` with its shape.
    BoolsOfShape,
    /// The inputs of a function.
    Inputs,
    /// The results of a function.
    Results,
}

impl Transform {
    /// The transformation with a name: of ours, or the expression of MLIR's definition.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        let compact: String = name.chars().filter(|c| !c.is_whitespace()).collect();
        let compact = compact.replace("::mlir::", "").replace("mlir::", "");
        let plain = compact.replace("::llvm::", "").replace("llvm::", "");
        Some(match plain.as_str() {
            "" | "same" | "$_self" => Self::Same,
            "element_or_self" | "getElementTypeOrSelf($_self)" => Self::ElementOrSelf,
            "i1_same_shape"
            | "::getI1SameShape($_self)"
            | "getI1SameShape($_self)"
            | "getUnaryOpResultType($_self)"
            | "cast<VectorType>($_self).cloneWith({},IntegerType::get($_ctxt,1))"
            | "cast<ShapedType>($_self).clone(IntegerType::get($_self.getContext(),1))" => Self::BoolsOfShape,
            "function_inputs" | "cast<FunctionType>($_self).getInputs()" => Self::Inputs,
            "function_results" | "cast<FunctionType>($_self).getResults()" => Self::Results,
            "element"
            | "cast<ComplexType>($_self).getElementType()"
            | "cast<MemRefType>($_self).getElementType()"
            | "cast<TensorType>($_self).getElementType()"
            | "cast<VectorType>($_self).getElementType()"
            | "cast<ShapedType>($_self).getElementType()" => Self::Element,
            _ => return None,
        })
    }

    /// The types that follow from one; `None` if it is not of the right kind.
    pub(crate) fn apply(self, context: &Context, ty: Type, out: &mut Vec<Type>) -> Option<()> {
        match self {
            Self::Same => out.push(ty),
            Self::Element => out.push(ty.element_type(context)?),
            Self::ElementOrSelf => out.push(ty.element_type(context).unwrap_or(ty)),
            Self::BoolsOfShape => out.push(bools_of_shape(context, ty)?),
            Self::Inputs | Self::Results => match ty.kind(context) {
                TypeKind::Function { inputs, results } => match self {
                    Self::Inputs => out.extend(inputs.iter()),
                    _ => out.extend(results.iter()),
                },
                _ => return None,
            },
        }
        Some(())
    }
}

fn bools_of_shape(context: &Context, ty: Type) -> Option<Type> {
    let bool = context.i1();
    match ty.kind(context) {
        TypeKind::Vector { shape, scalable, .. } => {
            let sizes: Vec<i64> = shape.iter().collect();
            let scalable: Vec<bool> = (0..sizes.len()).map(|index| scalable.get(index)).collect();
            context.vector_type(&sizes, bool, &scalable).ok()
        }
        TypeKind::RankedTensor { shape, encoding, .. } => {
            let sizes: Vec<i64> = shape.iter().collect();
            context.ranked_tensor_type(&sizes, bool, encoding).ok()
        }
        TypeKind::UnrankedTensor(_) => context.unranked_tensor_type(bool).ok(),
        _ => Some(bool),
    }
}
