//! The functions that a library exports with `tvmlike_classic::export!`, as Rust functions that cbindgen reads.

use std::path::{Path, PathBuf};

use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, Ident, Item, ItemFn, LitStr, ReturnType, Token, Type, parenthesized};

/// The table of all classic functions.
const TABLE: &str = "ffi/compat/classic/src/exports.rs";
/// The folder for the files with expanded macros.
const EXPANDED: &str = "target/xtask/expanded";

/// A row of the table: a C declaration with documentation, and the name of its body.
struct Declaration {
    docs: Vec<Attribute>,
    name: Ident,
    parameters: Punctuated<FnArg, Token![,]>,
    result: ReturnType,
}

impl Parse for Declaration {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let docs = input.call(Attribute::parse_outer)?;
        input.parse::<Token![fn]>()?;
        let name = input.parse()?;
        let parameters;
        parenthesized!(parameters in input);
        let parameters = Punctuated::parse_terminated(&parameters)?;
        let result = input.parse()?;
        input.parse::<Token![=]>()?;
        input.parse::<Ident>()?;
        input.parse::<Token![;]>()?;
        Ok(Self {
            docs,
            name,
            parameters,
            result,
        })
    }
}

impl Declaration {
    fn exported(&self, prefix: &str) -> ItemFn {
        let Self {
            docs,
            name,
            parameters,
            result,
        } = self;
        let name = format_ident!("{prefix}{name}");
        syn::parse_quote! {
            #(#docs)*
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn #name(#parameters) #result {}
        }
    }
}

/// The arguments of `classic_functions!`.
struct Table(Vec<Declaration>);

impl Parse for Table {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<Token![$]>()?;
        let mut declarations = Vec::new();
        while !input.is_empty() {
            declarations.push(input.parse()?);
        }
        Ok(Self(declarations))
    }
}

/// The arguments of `export!`.
struct Export {
    prefix: String,
    names: Vec<Ident>,
}

impl Parse for Export {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let prefix = input.parse::<LitStr>()?.value();
        input.parse::<Type>()?;
        input.parse::<Token![:]>()?;
        let mut names = Vec::new();
        while !input.is_empty() {
            names.push(input.parse()?);
        }
        Ok(Self { prefix, names })
    }
}

/// The file itself, or a copy with the functions in place of `export!`, if it calls that.
pub(crate) fn expanded(file: &Path) -> Result<PathBuf, String> {
    let mut source = parse(file)?;
    let mut found = false;
    let mut items = Vec::new();
    for item in source.items {
        match &item {
            Item::Macro(call) if is_export(call) => {
                found = true;
                items.extend(exported(call)?.into_iter().map(Item::Fn));
            }
            _ => items.push(item),
        }
    }
    if !found {
        return Ok(file.to_owned());
    }
    source.items = items;
    let copy = Path::new(EXPANDED).join(file);
    let unwritable = |error| format!("cannot write {}: {error}", copy.display());
    std::fs::create_dir_all(copy.parent().unwrap_or(Path::new(EXPANDED))).map_err(unwritable)?;
    std::fs::write(&copy, quote!(#source).to_string()).map_err(unwritable)?;
    Ok(copy)
}

fn is_export(call: &syn::ItemMacro) -> bool {
    call.mac
        .path
        .segments
        .last()
        .is_some_and(|name| name.ident == "export")
}

/// The functions that a call of `export!` defines.
fn exported(call: &syn::ItemMacro) -> Result<Vec<ItemFn>, String> {
    let unreadable = |error| format!("cannot parse a call of export!: {error}");
    let Export { prefix, names } = call.mac.parse_body().map_err(unreadable)?;
    let table = table()?;
    let function = |name: &Ident| {
        let declaration = table.iter().find(|declaration| declaration.name == *name);
        declaration
            .map(|declaration| declaration.exported(&prefix))
            .ok_or_else(|| format!("{TABLE} does not declare {name}"))
    };
    names.iter().map(function).collect()
}

fn table() -> Result<Vec<Declaration>, String> {
    let source = parse(Path::new(TABLE))?;
    let call = source.items.iter().find_map(|item| match item {
        Item::Macro(call) if call.mac.path.is_ident("classic_functions") => Some(&call.mac),
        _ => None,
    });
    let call = call.ok_or_else(|| format!("{TABLE} does not call classic_functions!"))?;
    let Table(declarations) = call
        .parse_body()
        .map_err(|error| format!("cannot parse {TABLE}: {error}"))?;
    Ok(declarations)
}

/// Parses a Rust file.
pub(crate) fn parse(file: &Path) -> Result<syn::File, String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    syn::parse_file(&text).map_err(|error| format!("cannot parse {}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{Declaration, Export};

    #[test]
    fn a_declaration_becomes_a_function_with_the_librarys_prefix() {
        let declaration: Declaration =
            syn::parse_str("/// Releases it.\nfn ArrayFree(handle: TVMArrayHandle) -> c_int = free;")
                .unwrap();
        let function = declaration.exported("DGL");
        assert_eq!(function.sig.ident, "DGLArrayFree");
        assert_eq!(function.attrs.len(), 2);
    }

    #[test]
    fn the_names_of_a_call_are_separated_by_spaces() {
        let export: Export = syn::parse_str("\"DGL\" Dgl: ArrayAlloc ArrayFree").unwrap();
        assert_eq!(export.prefix, "DGL");
        assert_eq!(export.names, ["ArrayAlloc", "ArrayFree"]);
    }
}
