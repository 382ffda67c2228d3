//! The types in signatures: aliases that stand for others, and the names that the contract crate has.

use std::collections::HashMap;
use std::path::Path;

use quote::ToTokens;
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{Fields, Item, Signature, Type};

use crate::declaration::{parse, rust_files, stem};
use crate::header::words;

/// What the sources define, at the left margin.
pub(crate) struct Types {
    /// The contract's own items, and the module of each.
    contract: HashMap<String, String>,
    /// Aliases and what they stand for.
    aliases: HashMap<String, Type>,
    /// The fields of structs: name and type.
    structs: HashMap<String, Vec<(String, Type)>>,
}

impl Types {
    /// `contract` is the folder of the contract crate; `classic` the file with the classic values.
    pub(crate) fn read(contract: &Path, classic: &Path) -> Result<Self, String> {
        let mut types = Self {
            contract: HashMap::new(),
            aliases: HashMap::new(),
            structs: HashMap::new(),
        };
        for file in rust_files(contract)? {
            for item in parse(&file)?.items {
                let name = types.add(item);
                types
                    .contract
                    .extend(name.map(|name| (name, stem(&file).to_owned())));
            }
        }
        types
            .contract
            .insert("TVMLikeHost".to_owned(), "host_table".to_owned());
        for item in parse(classic)?.items {
            types.add(item);
        }
        Ok(types)
    }

    /// Records an item and returns its name.
    fn add(&mut self, item: Item) -> Option<String> {
        match item {
            Item::Type(item) => {
                self.aliases.insert(item.ident.to_string(), *item.ty);
                Some(item.ident.to_string())
            }
            Item::Struct(item) => {
                if let Fields::Named(fields) = item.fields {
                    let field =
                        |field: syn::Field| Some((field.ident.map(|name| name.to_string())?, field.ty));
                    let fields = fields.named.into_iter().filter_map(field).collect();
                    self.structs.insert(item.ident.to_string(), fields);
                }
                Some(item.ident.to_string())
            }
            Item::Union(item) => Some(item.ident.to_string()),
            _ => None,
        }
    }

    /// A signature with the classic aliases replaced; those of the contract stay.
    pub(crate) fn resolved(&self, signature: &Signature) -> Signature {
        let mut signature = signature.clone();
        Resolve {
            types: self,
            all: false,
        }
        .visit_signature_mut(&mut signature);
        signature
    }

    /// A type with all aliases replaced.
    pub(crate) fn underlying(&self, mut kind: Type) -> Type {
        Resolve {
            types: self,
            all: true,
        }
        .visit_type_mut(&mut kind);
        kind
    }

    /// Whether the contract crate has all types of a signature.
    pub(crate) fn knows_all_of(&self, signature: &Signature) -> bool {
        let text = format!(
            "{} {}",
            signature.inputs.to_token_stream(),
            signature.output.to_token_stream()
        );
        words(&text)
            .filter(|word| word.starts_with("TVM"))
            .all(|word| self.contract.contains_key(word))
    }

    /// The module of the contract crate that defines a type.
    pub(crate) fn module_of(&self, name: &str) -> Result<&str, String> {
        let module = self.contract.get(name).map(String::as_str);
        module.ok_or_else(|| format!("the contract does not define {name}"))
    }

    /// The fields of a struct.
    pub(crate) fn fields(&self, name: &str) -> Result<&[(String, Type)], String> {
        self.structs
            .get(name)
            .map(Vec::as_slice)
            .ok_or_else(|| format!("no struct {name} in the contract"))
    }
}

struct Resolve<'a> {
    types: &'a Types,
    all: bool,
}

impl VisitMut for Resolve<'_> {
    fn visit_type_mut(&mut self, kind: &mut Type) {
        if let Some(name) = name_of(kind)
            && let Some(target) = self.types.aliases.get(&name)
            && (self.all || !self.types.contract.contains_key(&name))
        {
            *kind = target.clone();
        }
        visit_type_mut(self, kind);
    }
}

/// The last word of a type that is a path.
pub(crate) fn name_of(kind: &Type) -> Option<String> {
    match kind {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}
