//! The names of the aliases of types and attributes of dialects.

/// The name of the aliases that types or attributes of a definition get, an extension of its
/// [`SymbolInfo`](tvmlike_ir::SymbolInfo).
#[derive(Debug, Clone, Copy)]
pub struct SymbolAlias(pub &'static str);

/// The parameters of a definition that have no aliases, because they are not printed as attributes: affine maps without
/// `affine_map<>`. An extension of its [`SymbolInfo`](tvmlike_ir::SymbolInfo).
#[derive(Debug, Clone)]
pub struct BareParameters(pub Box<[usize]>);
