//! The text of types.

use tvmlike_ir::{Op, Type};

use super::Writer;
use crate::error::Result;
use crate::types::{Scalar, Shape};

impl Writer<'_, '_> {
    /// The text of a type. An identified struct is written as a literal one, which has the same values.
    pub(crate) fn type_text(&self, op: Op, ty: Type) -> Result<String> {
        let shape = self.program.types.shape(ty);
        let shape = shape.map_err(|error| self.program.at(op, error))?;
        Ok(match &*shape {
            Shape::Scalar(scalar) => match scalar {
                Scalar::Ptr => self.pointer_text(ty),
                other => scalar_text(*other),
            },
            Shape::Void => "void".to_owned(),
            Shape::OtherFloat(name) => (*name).to_owned(),
            Shape::Array { element, count } => format!("[{count} x {}]", self.type_text(op, *element)?),
            Shape::Vector { element, count } => format!("<{count} x {}>", self.type_text(op, *element)?),
            Shape::Struct { fields, packed, .. } => {
                let fields = fields.iter().map(|field| self.type_text(op, *field));
                let fields = fields.collect::<Result<Vec<_>>>()?.join(", ");
                match packed {
                    true => format!("<{{ {fields} }}>"),
                    false => format!("{{ {fields} }}"),
                }
            }
            Shape::Function(function) => {
                let mut params = function
                    .params
                    .iter()
                    .map(|param| self.type_text(op, *param))
                    .collect::<Result<Vec<_>>>()?;
                if function.variadic {
                    params.push("...".to_owned());
                }
                let result = match function.result {
                    Some(result) => self.type_text(op, result)?,
                    None => "void".to_owned(),
                };
                format!("{result} ({})", params.join(", "))
            }
        })
    }

    fn pointer_text(&self, ty: Type) -> String {
        match self.address_space(ty) {
            0 => "ptr".to_owned(),
            space => format!("ptr addrspace({space})"),
        }
    }

    fn address_space(&self, ty: Type) -> u64 {
        let context = self.program.context;
        let space = ty.symbol(context).and_then(|(_, parameters)| parameters.get(0));
        match space.map(|space| space.kind(context)) {
            Some(tvmlike_ir::AttributeKind::Integer { value, .. }) => value.to_u64().unwrap_or(0),
            _ => 0,
        }
    }

    /// The part of the name of an intrinsic that tells a type: `v4f32`.
    pub(crate) fn suffix(&self, op: Op, ty: Type) -> Result<String> {
        let shape = self.program.types.shape(ty);
        let shape = shape.map_err(|error| self.program.at(op, error))?;
        Ok(match &*shape {
            Shape::Scalar(Scalar::Ptr) => format!("p{}", self.address_space(ty)),
            Shape::Scalar(Scalar::Int(width)) => format!("i{width}"),
            Shape::Scalar(Scalar::F16) => "f16".to_owned(),
            Shape::Scalar(Scalar::BF16) => "bf16".to_owned(),
            Shape::Scalar(Scalar::F32) => "f32".to_owned(),
            Shape::Scalar(Scalar::F64) => "f64".to_owned(),
            Shape::OtherFloat("x86_fp80") => "f80".to_owned(),
            Shape::OtherFloat(_) => "f128".to_owned(),
            Shape::Vector { element, count } => format!("v{count}{}", self.suffix(op, *element)?),
            _ => {
                return Err(self
                    .program
                    .about(op, "an intrinsic on this type is not supported"));
            }
        })
    }
}

/// The text of a scalar that is not a pointer.
fn scalar_text(scalar: Scalar) -> String {
    match scalar {
        Scalar::Int(width) => format!("i{width}"),
        Scalar::F16 => "half".to_owned(),
        Scalar::BF16 => "bfloat".to_owned(),
        Scalar::F32 => "float".to_owned(),
        Scalar::F64 => "double".to_owned(),
        Scalar::Ptr => "ptr".to_owned(),
    }
}
