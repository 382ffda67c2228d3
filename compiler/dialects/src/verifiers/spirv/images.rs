//! Operations with images: what kind of image they take, and the operands that bits announce.

use tvmlike_define::{Instance, enum_keyword, enum_number};
use tvmlike_ir::{AttributeKind, Context, Failure, Type, TypeKind, Value};

use super::super::types::element_or_self;
use crate::spirv::is;

const BIAS: u64 = 1;
const LOD: u64 = 2;
const GRAD: u64 = 4;

/// The image behind an operand.
#[derive(Clone, Copy)]
struct Image(Type);

impl Image {
    /// The image of the operand, which can be one with a sampler.
    fn of(instance: &Instance<'_>) -> Option<Self> {
        let context = instance.context;
        let has = |name: &str| instance.record().operands.iter().any(|each| *each.name == *name);
        let operand = if has("image") { "image" } else { "sampled_image" };
        let ty = instance.operand_type(operand);
        match is(context, ty, "sampled_image") {
            true => tvmlike_define::type_parameter(context, ty, 0).map(Self),
            false => Some(Self(ty)),
        }
    }

    fn keyword<'c>(self, context: &'c Context, name: &str) -> &'c str {
        let value = self.0.parameter(context, context.identifier(name));
        value
            .and_then(|value| enum_keyword(context, value))
            .unwrap_or_default()
    }

    fn dim(self, context: &Context) -> &str {
        self.keyword(context, "dim")
    }

    fn is_single(self, context: &Context) -> bool {
        self.keyword(context, "image_sampling_info") == "SingleSampled"
    }

    fn element(self, context: &Context) -> Option<Type> {
        let element = self.0.parameter(context, context.identifier("elementType"));
        match element?.kind(context) {
            AttributeKind::Type(ty) => Some(ty),
            _ => None,
        }
    }

    fn is_arrayed(self, context: &Context) -> bool {
        self.keyword(context, "image_arrayed_info") == "Arrayed"
    }
}

fn require(instance: &Instance<'_>, passes: bool, words: &str) -> Result<(), Failure> {
    match passes {
        true => Ok(()),
        false => instance.refuse(format!("failed to verify that {words}")),
    }
}

/// The elements of a value must be those of the image, unless these are void.
fn same_element(instance: &Instance<'_>, image: Image, ty: Type, name: &str) -> Result<(), Failure> {
    let context = instance.context;
    let element = image.element(context);
    let is_void = element.is_some_and(|element| matches!(element.kind(context), TypeKind::None));
    let passes = is_void || element == Some(element_or_self(context, ty));
    let words = format!("the {name} component type must match the image sampled type");
    require(instance, passes, &words)
}

fn single(instance: &Instance<'_>, image: Image) -> Result<(), Failure> {
    let words = "the MS operand of the underlying image type must be SingleSampled";
    require(instance, image.is_single(instance.context), words)
}

fn dim_is_not(instance: &Instance<'_>, image: Image, dim: &str) -> Result<(), Failure> {
    let words = format!("the Dim operand of the underlying image must not be {dim}");
    require(instance, image.dim(instance.context) != dim, &words)
}

fn sampled_is(instance: &Instance<'_>, image: Image, allowed: &[&str]) -> Result<(), Failure> {
    let info = image.keyword(instance.context, "image_sampler_use_info");
    let words = format!(
        "the sampled operand of the underlying image must be {}",
        allowed.join(" or ")
    );
    require(instance, allowed.contains(&info), &words)
}

pub(super) fn gathered(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    let allowed = ["Dim2D", "Cube", "Rect"].contains(&image.dim(instance.context));
    let words = "the Dim operand of the underlying image must be Dim2D or Cube or Rect";
    require(instance, allowed, words)?;
    single(instance, image)?;
    same_element(instance, image, instance.result_type("result"), "result")
}

pub(super) fn fetched(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    dim_is_not(instance, image, "Cube")?;
    sampled_is(instance, image, &["NeedSampler"])?;
    same_element(instance, image, instance.result_type("result"), "result")
}

pub(super) fn read(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    sampled_is(instance, image, &["SamplerUnknown", "NoSampler"])?;
    same_element(instance, image, instance.result_type("result"), "result")
}

pub(super) fn written(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    sampled_is(instance, image, &["SamplerUnknown", "NoSampler"])?;
    dim_is_not(instance, image, "SubpassData")?;
    same_element(instance, image, instance.operand_type("texel"), "texel")
}

pub(super) fn projected(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    dim_is_not(instance, image, "Buffer")?;
    single(instance, image)
}

pub(super) fn implicit(instance: &Instance<'_>) -> Result<(), Failure> {
    projected(instance)?;
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    same_element(instance, image, instance.result_type("result"), "result")
}

pub(super) fn explicit(instance: &Instance<'_>) -> Result<(), Failure> {
    implicit(instance)?;
    let words = "either Lod or Grad image operands must be present";
    require(instance, bits(instance) & (LOD | GRAD) != 0, words)
}

fn bits(instance: &Instance<'_>) -> u64 {
    let operands = instance.attribute("image_operands");
    operands
        .and_then(|operands| enum_number(instance.context, operands))
        .unwrap_or_default()
}

fn is_float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_))
}

/// Checks that an operand is for an image of a dimension, without several samples.
fn plain_image(instance: &Instance<'_>, image: Image, name: &str) -> Result<(), Failure> {
    let context = instance.context;
    if !["Dim1D", "Dim2D", "Dim3D", "Cube"].contains(&image.dim(context)) {
        return instance.refuse_plainly(format!(
            "{name} must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube"
        ));
    }
    single_sampled(instance, image, name)
}

fn single_sampled(instance: &Instance<'_>, image: Image, name: &str) -> Result<(), Failure> {
    match image.is_single(instance.context) {
        true => Ok(()),
        false => instance.refuse_plainly(format!(
            "{name} must only be used with an image type that has a MS operand of 0"
        )),
    }
}

/// Checks the operands that the bits announce, those of lower bits first.
pub(super) fn operands(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let arguments: Vec<Value> = instance.operands("operand_arguments").collect();
    if !instance.has("image_operands") {
        return match arguments.is_empty() {
            true => Ok(()),
            false => instance.refuse_plainly(
                "the Image Operands should encode what operands follow, as per Image Operands",
            ),
        };
    }
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    let bits = bits(instance);
    if bits & LOD != 0 && bits & GRAD != 0 {
        return instance.refuse_plainly("it is invalid to set both the Lod and Grad bits");
    }
    let name = instance.op.name(context).text(context);
    let (is_implicit, is_explicit) = (name.ends_with("ImplicitLod"), name.ends_with("ExplicitLod"));
    let mut rest = arguments.iter().map(|value| value.ty(context));
    if bits & BIAS != 0 {
        if !is_implicit {
            return instance.refuse_plainly("Bias is only valid with implicit-lod instructions");
        }
        match rest.next() {
            None => return instance.refuse_plainly("Bias operand requires 1 argument"),
            Some(bias) if !is_float(context, bias) => {
                return instance.refuse_plainly("Bias must be a floating-point type scalar");
            }
            Some(_) => plain_image(instance, image, "Bias")?,
        }
    }
    if bits & LOD != 0 {
        let is_fetch = name.ends_with("Fetch");
        if !is_explicit && !is_fetch {
            return instance.refuse_plainly("Lod is only valid with explicit-lod and fetch instructions");
        }
        let Some(lod) = rest.next() else {
            return instance.refuse_plainly("Lod operand requires 1 argument");
        };
        if !is_fetch && !is_float(context, lod) {
            return instance
                .refuse_plainly("for sampling operations, Lod must be a floating-point type scalar");
        }
        if is_fetch && !matches!(lod.kind(context), TypeKind::Integer { .. }) {
            return instance.refuse_plainly("for fetch operations, Lod must be an integer type scalar");
        }
        plain_image(instance, image, "Lod")?;
    }
    if bits & GRAD != 0 {
        if !is_explicit {
            return instance.refuse_plainly("Grad is only valid with explicit-lod instructions");
        }
        let (Some(x), Some(y)) = (rest.next(), rest.next()) else {
            return instance.refuse_plainly("Grad operand requires 2 arguments (scalars or vectors)");
        };
        single_sampled(instance, image, "Grad")?;
        gradient(instance, image, x, y)?;
    }
    match rest.next() {
        Some(_) => instance.refuse_plainly("too many image operand arguments have been provided"),
        None => Ok(()),
    }
}

/// Checks the two derivatives of a coordinate.
fn gradient(instance: &Instance<'_>, image: Image, x: Type, y: Type) -> Result<(), Failure> {
    let context = instance.context;
    let count = |ty: Type| match ty.kind(context) {
        TypeKind::Vector { shape, .. } => Some(shape.iter().product::<i64>()),
        _ => None,
    };
    let expected = match count(instance.operand_type("coordinate")) {
        Some(count) => count - i64::from(image.is_arrayed(context)),
        None => 1,
    };
    let wrong_count = "number of components of each Grad argument must equal the number of components in coordinate, \
                       minus the array layer component, if present";
    match (count(x), count(y)) {
        (Some(one), Some(other)) if one != other || one != expected => instance.refuse_plainly(wrong_count),
        (Some(_), Some(_)) => {
            let has_floats = [x, y]
                .iter()
                .all(|ty| is_float(context, element_or_self(context, *ty)));
            match has_floats {
                true => Ok(()),
                false => instance.refuse_plainly("Grad arguments must be a vector of floating-point type"),
            }
        }
        _ if is_float(context, x) && is_float(context, y) => match expected {
            1 => Ok(()),
            _ => instance.refuse_plainly(wrong_count),
        },
        _ => instance.refuse_plainly("Grad arguments must be a scalar or vector of floating-point type"),
    }
}

pub(super) fn size(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(image) = Image::of(instance) else {
        return Ok(());
    };
    let components = match image.dim(context) {
        "Dim1D" | "Buffer" => 1,
        "Dim2D" | "Cube" | "Rect" => 2,
        "Dim3D" => 3,
        _ => {
            return instance.refuse_plainly(
                "the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect",
            );
        }
    };
    let is_sized = !matches!(image.dim(context), "Buffer" | "Rect");
    let needs_sampler = image.keyword(context, "image_sampler_use_info") == "NeedSampler";
    if is_sized && image.is_single(context) && needs_sampler {
        return instance.refuse_plainly(
            "if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2",
        );
    }
    let expected = components + i64::from(image.is_arrayed(context));
    let found = match instance.result_type("result").kind(context) {
        TypeKind::Vector { shape, .. } => shape.iter().product(),
        _ => 1,
    };
    match expected == found {
        true => Ok(()),
        false => instance.refuse_plainly(format!(
            "expected the result to have {expected} component(s), but found {found} component(s)"
        )),
    }
}
