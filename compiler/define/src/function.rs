//! The custom form of functions, which the operations with `FunctionOpInterface` share:
//! `func.func private @f(%a: i32 {x}) -> (f32 {y}) attributes {…} { … }`.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Identifier, NamedAttribute, Op, Region, Type, TypeKind, Types,
};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionArgument, RegionStyle, Result,
};

/// The names of a function's properties in one context.
struct Names {
    sym_name: Identifier,
    sym_visibility: Identifier,
    function_type: Identifier,
    arg_attrs: Identifier,
    res_attrs: Identifier,
}

/// The custom form of functions.
pub struct FunctionForm {
    names: Names,
    /// Whether the visibility is a property.
    has_visibility: bool,
}

impl FunctionForm {
    /// The form for a context.
    pub fn new(context: &Context) -> Self {
        let name = |text: &str| context.identifier(text);
        Self {
            names: Names {
                sym_name: name("sym_name"),
                sym_visibility: name("sym_visibility"),
                function_type: name("function_type"),
                arg_attrs: name("arg_attrs"),
                res_attrs: name("res_attrs"),
            },
            has_visibility: true,
        }
    }

    /// Keeps the visibility as a discardable attribute, for operations without a property `sym_visibility`.
    #[must_use]
    pub fn with_discardable_visibility(mut self) -> Self {
        self.has_visibility = false;
        self
    }
}

/// What stands between the name and the attributes.
#[derive(Default)]
pub struct FunctionSignature<'s> {
    /// The arguments.
    pub arguments: Vec<RegionArgument<'s>>,
    /// Whether `...` follows the arguments.
    pub is_variadic: bool,
    /// The types of the results.
    pub results: Vec<Type>,
    result_attributes: Vec<Vec<NamedAttribute>>,
}

impl OpSyntax for FunctionForm {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let names = &self.names;
        if let visibility @ ("public" | "private" | "nested") = parser.word() {
            let entry = NamedAttribute {
                name: names.sym_visibility,
                value: context.string_attribute(visibility),
            };
            match self.has_visibility {
                true => parts.properties.push(entry),
                false => parts.attributes.push(entry),
            }
            parser.advance();
        }
        let Some(symbol) = parser.parse_optional_symbol_name() else {
            let message = "expected valid '@'-identifier for symbol name";
            return Err(parser.op_error(parser.place(), message));
        };
        let mut add =
            |name: Identifier, value: Attribute| parts.properties.push(NamedAttribute { name, value });
        add(names.sym_name, context.string_attribute(symbol.bytes(context)));
        let signature = FunctionSignature::parse(parser, false)?;
        let inputs: Vec<Type> = signature.arguments.iter().map(|argument| argument.ty).collect();
        let ty = context.function_type(&inputs, &signature.results);
        add(names.function_type, context.type_attribute(ty));
        let place = parser.place();
        if parser.take_word("attributes") {
            let entries = parser.parse_attribute_dict()?;
            for inferred in [names.sym_visibility, names.sym_name, names.function_type] {
                if entries.iter().any(|entry| entry.name == inferred) {
                    let inferred = inferred.text(context);
                    let message = format!(
                        "'{inferred}' is an inferred attribute and should not be specified in the explicit attribute dictionary"
                    );
                    return Err(parser.op_error(place, message));
                }
            }
            parts.attributes.extend(entries);
        }
        self.set_attributes(context, parts, &signature);
        let place = parser.place();
        let region = match parser.is_at(TokenKind::LeftBrace) {
            true => {
                let region = parser.parse_region_with_arguments(&signature.arguments)?;
                if region.is_empty(context) {
                    return Err(parser.op_error(place, "expected non-empty function body"));
                }
                region
            }
            false => parser.create_open_region(),
        };
        parts.regions.push(region);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let names = &self.names;
        let string = |name: Identifier| match op.property(context, name).map(|value| value.kind(context)) {
            Some(AttributeKind::String { bytes, .. }) => Some(bytes),
            _ => None,
        };
        let Some((symbol, (inputs, results), region)) = string(names.sym_name)
            .zip(self.types(context, op))
            .zip(only_region(context, op))
            .map(|((symbol, types), region)| (symbol, types, region))
        else {
            return false;
        };
        let entry = region.first_block(context);
        if entry.is_some_and(|entry| entry.num_arguments(context) != inputs.len()) {
            return false;
        }
        printer.write(b" ");
        let of_property = string(names.sym_visibility);
        if let Some(visibility) = of_property.or_else(|| self.discardable_visibility(context, op)) {
            printer.write(visibility);
            printer.write(b" ");
        }
        printer.write_symbol_name(symbol);
        let (inputs, results): (Vec<Type>, Vec<Type>) = (inputs.iter().collect(), results.iter().collect());
        self.print_signature(printer, op, (&inputs, false), &results);
        let shown = [
            names.sym_name,
            names.sym_visibility,
            names.function_type,
            names.arg_attrs,
            names.res_attrs,
        ];
        let mut entries: Vec<NamedAttribute> = [op.attributes(context), op.properties(context)]
            .into_iter()
            .flatten()
            .filter_map(|all| all.entries(context))
            .flat_map(|all| all.iter())
            .filter(|entry| !shown.contains(&entry.name))
            .collect();
        entries.sort_by(|a, b| a.name.bytes(context).cmp(b.name.bytes(context)));
        printer.write_attr_dict_with_keyword(&entries);
        if entry.is_some() {
            printer.write(b" ");
            let style = RegionStyle {
                entry_arguments: false,
                ..RegionStyle::default()
            };
            printer.print_region(region, style);
        }
        true
    }
}

impl FunctionForm {
    /// The visibility that is no property.
    fn discardable_visibility<'c>(&self, context: &'c Context, op: Op) -> Option<&'c [u8]> {
        let entries = op.attributes(context)?.entries(context)?;
        match entries.get(context, self.names.sym_visibility)?.kind(context) {
            AttributeKind::String { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    /// The types of arguments and results.
    fn types<'c>(&self, context: &'c Context, op: Op) -> Option<(Types<'c>, Types<'c>)> {
        let AttributeKind::Type(ty) = op.property(context, self.names.function_type)?.kind(context) else {
            return None;
        };
        match ty.kind(context) {
            TypeKind::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    /// The attributes of an argument or a result.
    fn attributes_of(
        &self,
        context: &Context,
        op: Op,
        name: Identifier,
        index: usize,
    ) -> Vec<NamedAttribute> {
        let all = op.property(context, name).map(|value| value.kind(context));
        let Some(AttributeKind::Array(all)) = all else {
            return Vec::new();
        };
        let entries = all.get(index).and_then(|one| one.entries(context));
        entries.into_iter().flat_map(|entries| entries.iter()).collect()
    }

    /// Sets the properties with the attributes of arguments and results.
    pub fn set_attributes(&self, context: &Context, parts: &mut OpParts, signature: &FunctionSignature<'_>) {
        let all = signature.arguments.iter().map(|argument| &argument.attributes);
        let arguments = argument_dictionaries(context, all);
        let results = argument_dictionaries(context, signature.result_attributes.iter());
        let names = &self.names;
        for (name, value) in [(names.arg_attrs, arguments), (names.res_attrs, results)] {
            parts
                .properties
                .extend(value.map(|value| NamedAttribute { name, value }));
        }
    }

    /// Reads what follows the type in most dialects: `attributes {…}`, and the body, if there is one.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_rest<'s>(
        &self,
        parser: &mut OperationParser<'_, '_, 's>,
        parts: &mut OpParts,
        signature: &FunctionSignature<'s>,
    ) -> Result<()> {
        if parser.take_word("attributes") {
            parts.attributes.extend(parser.parse_attribute_dict()?);
        }
        self.set_attributes(parser.context(), parts, signature);
        let region = match parser.is_at(TokenKind::LeftBrace) {
            true => parser.parse_region_with_arguments(&signature.arguments)?,
            false => parser.create_open_region(),
        };
        parts.regions.push(region);
        Ok(())
    }

    /// Prints `(%a: i32 {x}, ...) -> f32`. The arguments have names if the function has a body. A flag tells whether the function
    /// is variadic.
    pub fn print_signature(
        &self,
        printer: &mut OperationPrinter<'_>,
        op: Op,
        (inputs, is_variadic): (&[Type], bool),
        results: &[Type],
    ) {
        let context = printer.context();
        let entry = op.region(context, 0).and_then(|body| body.first_block(context));
        printer.write(b"(");
        for (index, ty) in inputs.iter().enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            let attributes = self.attributes_of(context, op, self.names.arg_attrs, index);
            match entry.and_then(|entry| entry.argument(context, index)) {
                Some(argument) => printer.write_region_argument(argument, &attributes),
                None => {
                    printer.write_type(*ty);
                    printer.write_attr_dict(&attributes);
                }
            }
        }
        if is_variadic {
            printer.write(if inputs.is_empty() { b"..." } else { b", ..." });
        }
        printer.write(b")");
        self.print_results(printer, op, results);
    }

    fn print_results(&self, printer: &mut OperationPrinter<'_>, op: Op, results: &[Type]) {
        let context = printer.context();
        let Some(first) = results.first() else {
            return;
        };
        let attributes = |index| self.attributes_of(context, op, self.names.res_attrs, index);
        let parens = results.len() > 1
            || matches!(first.kind(context), TypeKind::Function { .. })
            || !attributes(0).is_empty();
        printer.write(if parens { b" -> (".as_slice() } else { b" -> " });
        for (index, ty) in results.iter().enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            printer.write_type(*ty);
            printer.write_attr_dict(&attributes(index));
        }
        if parens {
            printer.write(b")");
        }
    }
}

fn only_region(context: &Context, op: Op) -> Option<Region> {
    let plain = op.num_regions(context) == 1
        && op.num_operands(context) == 0
        && op.num_results(context) == 0
        && op.num_successors(context) == 0;
    op.region(context, 0).filter(|_| plain)
}

/// The dictionaries of arguments or results as an array; `None` if all are empty.
pub fn argument_dictionaries<'a>(
    context: &Context,
    all: impl Iterator<Item = &'a Vec<NamedAttribute>> + Clone,
) -> Option<Attribute> {
    if all.clone().all(Vec::is_empty) {
        return None;
    }
    let dictionary = |entries: &Vec<NamedAttribute>| {
        let dictionary = context.dictionary_attribute(entries);
        dictionary.unwrap_or_else(|_| context.empty_dictionary())
    };
    let all: Vec<Attribute> = all.map(dictionary).collect();
    Some(context.array_attribute(&all))
}

impl<'s> FunctionSignature<'s> {
    /// Reads `(%a: i32 {x}, …) -> (f32 {y})`. With `allow_variadic`, `...` can be the last argument.
    ///
    /// # Errors
    /// The text is not that, or only some of the arguments have names.
    pub fn parse(parser: &mut OperationParser<'_, '_, 's>, allow_variadic: bool) -> Result<Self> {
        let mut signature = Self::default();
        let mut more = parser.open_list(Delimiter::Paren, "")?;
        while more {
            let place = parser.place();
            if signature.is_variadic {
                let message = "variadic arguments must be in the end of the argument list";
                return Err(parser.op_error(place, message));
            }
            if allow_variadic && parser.take(TokenKind::Ellipsis) {
                signature.is_variadic = true;
            } else {
                signature.parse_argument(parser)?;
            }
            more = parser.next_in_list(Delimiter::Paren, "")?;
        }
        if parser.take(TokenKind::Arrow) {
            signature.parse_results(parser)?;
        }
        Ok(signature)
    }

    fn parse_argument(&mut self, parser: &mut OperationParser<'_, '_, 's>) -> Result<()> {
        let place = parser.place();
        let is_named = parser.is_at(TokenKind::PercentId);
        let after_named = self.arguments.last().map(|last| last.name.is_some());
        if after_named == Some(true) && !is_named {
            return Err(parser.op_error(place, "expected SSA identifier"));
        }
        self.arguments.push(parser.parse_region_argument()?);
        if after_named == Some(false) && is_named {
            return Err(parser.op_error(place, "expected type instead of SSA identifier"));
        }
        Ok(())
    }

    fn parse_results(&mut self, parser: &mut OperationParser<'_, '_, 's>) -> Result<()> {
        if !parser.is_at(TokenKind::LeftParen) {
            self.results.push(parser.parse_type()?);
            self.result_attributes.push(Vec::new());
            return Ok(());
        }
        let mut more = parser.open_list(Delimiter::Paren, "")?;
        while more {
            self.results.push(parser.parse_type()?);
            let mut attributes = Vec::new();
            parser.parse_optional_attr_dict(&mut attributes)?;
            self.result_attributes.push(attributes);
            more = parser.next_in_list(Delimiter::Paren, "")?;
        }
        Ok(())
    }
}
