//! `spirv.func`, `@f(%a: i32) -> i32 "Inline|Pure" attributes {…} { … }`, and `spirv.ARM.Graph`, the same without control.

use tvmlike_define::{FunctionForm, FunctionSignature};
use tvmlike_ir::{AttributeKind, Context, NamedAttribute, Op, Type, TypeKind};
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;
use super::{enums, parse_name};

/// A function, or a graph of operations on tensors.
pub(super) struct Function {
    form: FunctionForm,
    is_graph: bool,
}

const TYPE: &str = "function_type";
const CONTROL: &str = "function_control";

impl Function {
    /// The form of functions for a context.
    pub(super) fn new(context: &Context) -> Self {
        let form = FunctionForm::new(context);
        Self {
            form,
            is_graph: false,
        }
    }

    /// The form of graphs.
    pub(super) fn graph(context: &Context) -> Self {
        let form = FunctionForm::new(context);
        Self { form, is_graph: true }
    }
}

impl OpSyntax for Function {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parse_name(parser, parts)?;
        let signature = FunctionSignature::parse(parser, false)?;
        let inputs: Vec<Type> = signature.arguments.iter().map(|argument| argument.ty).collect();
        let ty = match self.is_graph {
            true => context.graph_type(&inputs, &signature.results),
            false => context.function_type(&inputs, &signature.results),
        };
        parts.properties.push(NamedAttribute {
            name: context.identifier(TYPE),
            value: context.type_attribute(ty),
        });
        if !self.is_graph {
            enums::parse_string(parser, parts, CONTROL)?;
        }
        self.form.parse_rest(parser, parts, &signature)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        const SHOWN: &[&str] = &["sym_name", TYPE, "arg_attrs", "res_attrs", CONTROL];
        let context = printer.context();
        let property = |name: &str| {
            let value = op.property(context, context.identifier(name));
            value.map(|value| value.kind(context))
        };
        let (Some(AttributeKind::Type(ty)), Some(AttributeKind::String { bytes, .. }), control, Some(body)) = (
            property(TYPE),
            property("sym_name"),
            enums::text_of(context, op, CONTROL),
            lists::only_region(context, op),
        ) else {
            return false;
        };
        let (inputs, results) = match (ty.kind(context), self.is_graph) {
            (TypeKind::Function { inputs, results }, false) if control.is_some() => (inputs, results),
            (TypeKind::Graph { inputs, results }, true) => (inputs, results),
            _ => return false,
        };
        let (inputs, results): (Vec<Type>, Vec<Type>) = (inputs.iter().collect(), results.iter().collect());
        let entry = body.first_block(context);
        let fits = entry.is_none_or(|entry| entry.num_arguments(context) == inputs.len())
            && op.num_operands(context) + op.num_results(context) == 0;
        if !fits {
            return false;
        }
        printer.write(b" ");
        printer.write_symbol_name(bytes);
        self.form.print_signature(printer, op, (&inputs, false), &results);
        let mut shown = SHOWN;
        match control.filter(|_| !self.is_graph) {
            Some(control) => printer.write(format!(" \"{control}\"").as_bytes()),
            None => shown = &shown[..shown.len() - 1],
        }
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, shown));
        if entry.is_some() {
            printer.write(b" ");
            let style = RegionStyle {
                entry_arguments: false,
                ..RegionStyle::default()
            };
            printer.print_region(body, style);
        }
        true
    }
}
