//! Discardable attributes that dialects check wherever they are: `dlti.dl_spec`, `llvm.noalias`.

mod launches;
mod recursion;

use tvmlike_ir::{
    Attribute, AttributeKind, AttributeOwner, AttributeVerifier, Context, Dialect, Failure, FloatKind,
    NamedAttribute, Op, Signedness, Traits, Type, TypeKind,
};

use crate::data_layout;

/// An attribute with what has it.
struct Discardable<'a> {
    context: &'a Context,
    op: Op,
    owner: AttributeOwner,
    /// The name, with the dialect.
    name: &'a str,
    value: Attribute,
}

/// What is wrong with an attribute: a message that follows the name of the operation or not.
enum Wrong {
    Plain(String),
    OfOp(String),
    /// An error about another operation, which was emitted.
    Emitted(Failure),
}

type Check = fn(&Discardable<'_>) -> Result<(), Wrong>;

/// The checks by dialect.
const DIALECTS: &[(&str, Check)] = &[
    ("bufferization", bufferization),
    ("dlti", dlti),
    ("gpu", gpu),
    ("linalg", linalg),
    ("llvm", llvm),
    ("nvvm", nvvm),
    ("rocdl", rocdl),
    ("shape", shape),
    ("spirv", spirv),
    ("transform", transform),
];

/// Lets a dialect check attributes.
pub(crate) fn attach(dialect: &Dialect, name: &str) {
    let Some((_, check)) = DIALECTS.iter().find(|(each, _)| *each == name) else {
        return;
    };
    dialect.extensions().get_or_insert_with(|| {
        AttributeVerifier::new(move |context, op, owner, entry| verify(context, op, owner, entry, *check))
    });
}

fn verify(
    context: &Context,
    op: Op,
    owner: AttributeOwner,
    entry: NamedAttribute,
    check: Check,
) -> Result<(), Failure> {
    let name = entry.name.text(context);
    let attribute = Discardable {
        context,
        op,
        owner,
        name: &name,
        value: entry.value,
    };
    check(&attribute).map_err(|wrong| match wrong {
        Wrong::Plain(message) => op.emit_error(context, message).emit(),
        Wrong::OfOp(message) => op.emit_op_error(context, message).emit(),
        Wrong::Emitted(failure) => failure,
    })
}

impl Discardable<'_> {
    fn is_on(&self, op: &str) -> bool {
        self.op.is_named(self.context, op)
    }

    fn is_on_op(&self) -> bool {
        self.owner == AttributeOwner::Operation
    }

    fn kind(&self) -> AttributeKind<'_> {
        self.value.kind(self.context)
    }
}

/// Refuses an attribute unless a condition holds.
fn require(condition: bool, message: impl FnOnce() -> String) -> Result<(), Wrong> {
    match condition {
        true => Ok(()),
        false => Err(Wrong::Plain(message())),
    }
}

fn bufferization(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    let name = attribute.name;
    if attribute.is_on_op() {
        // What `manual_deallocation` can be on, effects of operations decide.
        return require(name == "bufferization.manual_deallocation", || {
            format!("attribute '\"{name}\"' not supported as an op attribute by the bufferization dialect")
        });
    }
    match (name, attribute.kind()) {
        ("bufferization.writable", AttributeKind::Integer { ty, .. }) if ty == attribute.context.i1() => {
            Ok(())
        }
        ("bufferization.writable", _) => Err(Wrong::Plain(format!(
            "'{name}' is expected to be a boolean attribute"
        ))),
        ("bufferization.access", AttributeKind::String { bytes, .. }) => {
            let allowed = [&b"none"[..], b"read", b"write", b"read-write"];
            require(allowed.contains(&bytes), || format!("invalid value for '{name}'"))
        }
        ("bufferization.access", _) => Err(Wrong::Plain(format!(
            "'{name}' is expected to be a string attribute"
        ))),
        (
            "bufferization.buffer_layout",
            AttributeKind::AffineMap(_) | AttributeKind::StridedLayout { .. },
        ) => Ok(()),
        ("bufferization.buffer_layout", _) => {
            let message = format!("'{name}' is expected to be a memref layout attribute");
            Err(Wrong::Plain(message))
        }
        _ => Err(Wrong::Plain(format!(
            "attribute '{name}' not supported as a region arg attribute by the bufferization dialect"
        ))),
    }
}

fn dlti(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    if !attribute.is_on_op() {
        return Ok(());
    }
    let name = attribute.name;
    let Some(kind @ ("dl_spec" | "map" | "target_system_spec")) = name.strip_prefix("dlti.") else {
        return Err(Wrong::Plain(format!(
            "attribute '{name}' not supported by dialect"
        )));
    };
    require(attribute.value.is_symbol(attribute.context, "dlti", kind), || {
        format!("'{name}' is expected to be a #{name} attribute")
    })?;
    match kind == "dl_spec" && attribute.is_on("builtin.module") {
        true => data_layout::verify(attribute.context, attribute.op).map_err(Wrong::Emitted),
        false => Ok(()),
    }
}

fn gpu(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    if !attribute.is_on_op() {
        return Ok(());
    }
    match attribute.name {
        "gpu.container_module" if attribute.value != attribute.context.unit_attribute() => Ok(()),
        "gpu.container_module" => {
            require(attribute.is_on("builtin.module"), || {
                "expected 'gpu.container_module' attribute to be attached to 'builtin.module'".to_owned()
            })?;
            launches::verify(attribute.context, attribute.op).map_err(Wrong::Emitted)
        }
        name @ ("gpu.known_block_size" | "gpu.known_grid_size" | "gpu.known_cluster_size") => {
            let AttributeKind::DenseArray(array) = attribute.kind() else {
                return Err(Wrong::OfOp(format!("{name} must be a dense i32 array")));
            };
            if array.element_type() != attribute.context.i32() {
                return Err(Wrong::OfOp(format!("{name} must be a dense i32 array")));
            }
            match array.len() {
                3 => Ok(()),
                _ => Err(Wrong::OfOp(format!("{name} must contain exactly 3 elements"))),
            }
        }
        _ => Ok(()),
    }
}

fn linalg(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    let name = attribute.name;
    let is_known = name == "linalg.memoized_indexing_maps" || !attribute.is_on_op();
    require(is_known, || {
        format!("attribute '\"{name}\"' not supported by the linalg dialect")
    })
}

/// Attributes of pointers that have no value, a type or a number.
const OF_POINTERS: &[&str] = &[
    "noalias",
    "readonly",
    "readnone",
    "writeonly",
    "nest",
    "nocapture",
    "nofree",
    "nonnull",
];
const TYPED: &[&str] = &[
    "sret",
    "byval",
    "byref",
    "inalloca",
    "elementtype",
    "preallocated",
];
const NUMBERS: &[&str] = &["align", "dereferenceable", "dereferenceable_or_null"];

/// Attributes that only arguments have.
const ONLY_ARGUMENTS: &[&str] = &[
    "allocalign",
    "allocptr",
    "byval",
    "byref",
    "inalloca",
    "nest",
    "nocapture",
    "nofree",
    "preallocated",
    "readnone",
    "readonly",
    "returned",
    "sret",
    "writeonly",
];

fn llvm(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    let (full, context) = (attribute.name, attribute.context);
    let name = full.strip_prefix("llvm.").unwrap_or(full);
    let ty = match attribute.owner {
        AttributeOwner::Operation => {
            let is_string = matches!(attribute.kind(), AttributeKind::String { .. });
            return match name == "data_layout" && !is_string {
                true => Err(Wrong::OfOp(format!(
                    "expected '{full}' to be a string attributes"
                ))),
                false => Ok(()),
            };
        }
        AttributeOwner::Argument(ty) => ty,
        AttributeOwner::Result(ty) => {
            require(!ONLY_ARGUMENTS.contains(&name), || {
                format!("\"{full}\" is not a valid result attribute")
            })?;
            ty
        }
    };
    let is_unit = matches!(attribute.kind(), AttributeKind::Unit);
    let unit = || require(is_unit, || format!("\"{full}\" should be a unit attribute"));
    let pointer = || {
        require(
            !is_llvm(context, ty) || ty.is_symbol(context, "llvm", "ptr"),
            || format!("\"{full}\" attribute attached to non-pointer LLVM type"),
        )
    };
    if OF_POINTERS.contains(&name) {
        unit()?;
        return pointer();
    }
    if TYPED.contains(&name) {
        require(matches!(attribute.kind(), AttributeKind::Type(_)), || {
            format!("\"{full}\" should be a type attribute")
        })?;
        return pointer();
    }
    if NUMBERS.contains(&name) {
        require(matches!(attribute.kind(), AttributeKind::Integer { .. }), || {
            format!("\"{full}\" should be an integer attribute")
        })?;
        return pointer();
    }
    match name {
        "signext" | "zeroext" => {
            unit()?;
            let is_integer = matches!(ty.kind(context), TypeKind::Integer { .. });
            require(!is_llvm(context, ty) || is_integer, || {
                format!("\"{full}\" attribute attached to non-integer LLVM type")
            })
        }
        "noundef" | "inreg" => unit(),
        _ => Ok(()),
    }
}

/// Whether a type is one of LLVM's.
fn is_llvm(context: &Context, ty: Type) -> bool {
    use FloatKind::{BF16, F16, F32, F64, F80, F128};
    match ty.kind(context) {
        TypeKind::Integer { signedness, .. } => signedness == Signedness::Signless,
        TypeKind::Float(kind) => matches!(kind, BF16 | F16 | F32 | F64 | F80 | F128),
        TypeKind::Vector { shape, element, .. } => shape.len() == 1 && is_llvm(context, element),
        _ => ty
            .symbol(context)
            .is_some_and(|(info, _)| info.dialect().bytes(context) == b"llvm"),
    }
}

fn nvvm(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    let is_kernel = attribute.is_on_op() && attribute.name == "nvvm.kernel";
    require(!is_kernel || attribute.is_on("llvm.func"), || {
        "'nvvm.kernel' attribute attached to unexpected op".to_owned()
    })
}

fn rocdl(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    let is_kernel = attribute.is_on_op() && attribute.name == "rocdl.kernel";
    require(!is_kernel || attribute.is_on("llvm.func"), || {
        "'\"rocdl.kernel\"' attribute attached to unexpected op".to_owned()
    })
}

fn shape(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    if !attribute.is_on_op() || attribute.name != "shape.lib" {
        return Ok(());
    }
    require(
        attribute.op.has_trait(attribute.context, Traits::SYMBOL_TABLE),
        || "shape.lib attribute may only be on op implementing SymbolTable".to_owned(),
    )?;
    let is_reference =
        |value: Attribute| matches!(value.kind(attribute.context), AttributeKind::SymbolRef { .. });
    let is_right = match attribute.kind() {
        AttributeKind::Array(all) => all.iter().all(is_reference),
        _ => is_reference(attribute.value),
    };
    require(is_right, || {
        "only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute".to_owned()
    })
}

fn spirv(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    let context = attribute.context;
    match attribute.owner {
        AttributeOwner::Operation => {}
        AttributeOwner::Argument(ty) => return spirv_argument(attribute, ty),
        AttributeOwner::Result(ty) => {
            if attribute.op.is_named(context, "spirv.ARM.Graph") {
                return spirv_argument(attribute, ty);
            }
            return Err(Wrong::Plain(
                "cannot attach SPIR-V attributes to region result which is not part of a spirv::GraphARMOp type"
                    .to_owned(),
            ));
        }
    }
    let is = |name: &str| attribute.value.is_symbol(attribute.context, "spirv", name);
    match attribute.name {
        "spirv.entry_point_abi" => require(is("entry_point_abi"), || {
            "'spirv.entry_point_abi' attribute must be an entry point ABI attribute".to_owned()
        }),
        "spirv.target_env" => require(is("target_env"), || {
            "'spirv.target_env' must be a spirv::TargetEnvAttr".to_owned()
        }),
        name => Err(Wrong::Plain(format!(
            "found unsupported '{name}' attribute on operation"
        ))),
    }
}

/// Checks an attribute of an argument, or of a result of a graph.
fn spirv_argument(attribute: &Discardable<'_>, ty: Type) -> Result<(), Wrong> {
    const STORAGE_CLASS: &str = "storageClass";
    let (context, name) = (attribute.context, attribute.name);
    let is = |symbol: &str| attribute.value.is_symbol(context, "spirv", symbol);
    match name {
        "spirv.interface_var_abi" => {
            require(is("interface_var_abi"), || {
                format!("'{name}' must be a spirv::InterfaceVarABIAttr")
            })?;
            let class = attribute
                .value
                .parameter(context, context.identifier(STORAGE_CLASS));
            let is_scalar = matches!(
                ty.kind(context),
                TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_)
            );
            require(class.is_none() || is_scalar, || {
                format!(
                    "'{name}' attribute cannot specify storage class when attaching to a non-scalar value"
                )
            })
        }
        "spirv.decoration" => require(is("decoration"), || {
            format!("'{name}' must be a spirv::DecorationAttr")
        }),
        _ => Err(Wrong::Plain(format!(
            "found unsupported '{name}' attribute on region argument"
        ))),
    }
}

fn transform(attribute: &Discardable<'_>) -> Result<(), Wrong> {
    let name = attribute.name;
    match name {
        _ if !attribute.is_on_op() => Ok(()),
        "transform.with_named_sequence" => {
            require(
                attribute.op.has_trait(attribute.context, Traits::SYMBOL_TABLE),
                || format!("\"{name}\" attribute can only be attached to operations with symbol tables"),
            )?;
            recursion::verify(attribute.context, attribute.op).map_err(Wrong::Emitted)
        }
        "transform.target_tag" => require(matches!(attribute.kind(), AttributeKind::String { .. }), || {
            format!("\"{name}\" attribute must be a string")
        }),
        _ => Err(Wrong::Plain(format!("unknown attribute: \"{name}\""))),
    }
}
