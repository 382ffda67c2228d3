//! The custom form of `gpu.func`: `@f(%a: i32) -> f32 workgroup(%b : memref<4xf32, 3>) kernel attributes {…} { … }`.

use tvmlike_define::{FunctionForm, FunctionSignature};
use tvmlike_ir::{Context, NamedAttribute, Op, Type, TypeKind, Value};
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::attributions;
use crate::llvm::{set, string, type_in};

/// A function of a device.
pub(super) struct Func {
    form: FunctionForm,
}

const NAME: &str = "sym_name";
const TYPE: &str = "function_type";
const KERNEL: &str = "gpu.kernel";
const SHOWN: [&str; 8] = [
    NAME,
    TYPE,
    KERNEL,
    attributions::COUNT,
    "arg_attrs",
    "res_attrs",
    "workgroup_attrib_attrs",
    "private_attrib_attrs",
];

impl Func {
    /// The form for a context.
    pub(super) fn new(context: &Context) -> Self {
        let form = FunctionForm::new(context);
        Self { form }
    }
}

impl OpSyntax for Func {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let entry = |name: &str, value| NamedAttribute {
            name: context.identifier(name),
            value,
        };
        parts.attributes.push(entry(NAME, lists::symbol_name(parser)?));
        let place = parser.place();
        let mut signature = FunctionSignature::parse(parser, false)?;
        if signature.arguments.iter().any(|argument| argument.name.is_none()) {
            return Err(parser.op_error(place, "gpu.func requires named arguments"));
        }
        let inputs: Vec<Type> = signature.arguments.iter().map(|argument| argument.ty).collect();
        let ty = context.function_type(&inputs, &signature.results);
        set(context, parts, TYPE, context.type_attribute(ty));
        self.form.set_attributes(context, parts, &signature);
        attributions::parse(parser, parts, &mut signature.arguments, true)?;
        if parser.take_word("kernel") {
            parts.attributes.push(entry(KERNEL, context.unit_attribute()));
        }
        if parser.take_word("attributes") {
            parts.attributes.extend(parser.parse_attribute_dict()?);
        }
        let region = parser.parse_region_with_arguments(&signature.arguments)?;
        parts.regions.push(region);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let ty = type_in(context, op.property(context, context.identifier(TYPE)));
        let name = string(context, attributions::discardable(context, op, NAME));
        let body = op.region(context, 0);
        let entry = body.and_then(|body| body.first_block(context));
        let (Some(name), Some(body), Some(entry)) = (name, body, entry) else {
            return false;
        };
        let Some(TypeKind::Function { inputs, results }) = ty.map(|ty| ty.kind(context)) else {
            return false;
        };
        let (inputs, results): (Vec<Type>, Vec<Type>) = (inputs.iter().collect(), results.iter().collect());
        let values: Vec<Value> = entry.arguments(context).skip(inputs.len()).collect();
        let workgroup = attributions::num_workgroup(context, op, values.len());
        let Some(workgroup) = workgroup.filter(|_| entry.num_arguments(context) >= inputs.len()) else {
            return false;
        };
        if !lists::has_only_regions(context, op, 1) || op.num_operands(context) + op.num_results(context) > 0
        {
            return false;
        }
        printer.write(b" ");
        printer.write_symbol_name(name);
        self.form.print_signature(printer, op, (&inputs, false), &results);
        attributions::print(printer, op, &values, workgroup);
        let kernel = attributions::discardable(context, op, KERNEL);
        if kernel == Some(context.unit_attribute()) {
            printer.write(b" kernel");
        }
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, &SHOWN));
        printer.write(b" ");
        lists::print_region(printer, body, true);
        true
    }
}
