//! What a module of the llvm dialect contains: functions and globals by symbol.
//!
//! Invariant: a [`Program`] exists only for a module that verifies and contains operations of the llvm dialect alone at its
//! top level. The operations in bodies are checked when they are translated.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{
    Attribute, AttributeKind, Block, Context, Element, Identifier, Op, Region, Type, Value, WalkOrder,
    WalkResult,
};

use crate::error::{EngineError, Result};
use crate::opcode::{Keys, Opcode, Opcodes};
use crate::refused;
use crate::types::{FunctionType, Types};

/// Who can see a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Everybody.
    External,
    /// Everybody, but another definition of the same name can take its place.
    Weak,
    /// The module alone.
    Internal,
}

/// A function of the module.
pub struct Function {
    /// The name.
    pub symbol: String,
    /// The operation.
    pub op: Op,
    /// The type.
    pub ty: FunctionType,
    /// The body; `None` for a declaration.
    pub body: Option<Region>,
    /// Who can see it.
    pub linkage: Linkage,
}

/// A global variable of the module.
pub struct Global {
    /// The name.
    pub symbol: String,
    /// The operation.
    pub op: Op,
    /// The type of the value.
    pub ty: Type,
    /// Whether the module defines it.
    pub defined: bool,
    /// Whether it is never written.
    pub constant: bool,
    /// The alignment that was asked for.
    pub alignment: Option<u64>,
    /// Who can see it.
    pub linkage: Linkage,
}

/// A symbol of the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// The number of a function.
    Function(usize),
    /// The number of a global.
    Global(usize),
}

/// A module of the llvm dialect, read for an engine.
pub struct Program<'c> {
    /// The context.
    pub context: &'c Context,
    /// The module.
    pub module: Op,
    /// The operations by name.
    pub opcodes: Opcodes,
    /// The names of properties.
    pub keys: Keys,
    /// The types.
    pub types: Types<'c>,
    /// The functions, in the order of the module.
    pub functions: Vec<Function>,
    /// The globals, in the order of the module.
    pub globals: Vec<Global>,
    /// What object files contain as their signatures, as JSON.
    pub signatures: Option<String>,
    symbols: HashMap<Vec<u8>, Symbol, FixedState>,
}

/// The symbol by which `native.open` finds the signatures of a library.
pub(crate) const SIGNATURES: &str = "tvmlike_signatures";

/// Operations at the top of a module that describe it and have no code.
const WITHOUT_CODE: [&[u8]; 3] = [b"llvm.module_flags", b"llvm.linker_options", b"llvm.comdat"];

impl<'c> Program<'c> {
    /// Reads a module.
    ///
    /// # Errors
    /// The module does not verify, or contains an operation that is not of the llvm dialect.
    pub fn read(context: &'c Context, module: Op) -> Result<Self> {
        let (verified, found) = context.capture_diagnostics(|| context.verify(module));
        if verified.is_err() {
            let first = found.into_iter().next();
            return Err(first.map_or_else(
                || EngineError::new("the module does not verify"),
                |diagnostic| EngineError {
                    location: Some(diagnostic.location),
                    message: format!("the module does not verify: {}", diagnostic.message),
                },
            ));
        }
        let mut program = Self {
            context,
            module,
            opcodes: Opcodes::new(context),
            keys: Keys::new(context),
            types: Types::new(context),
            functions: Vec::new(),
            globals: Vec::new(),
            signatures: None,
            symbols: HashMap::with_hasher(FixedState::default()),
        };
        program.check_dialects()?;
        let region = module.region(context, 0);
        let block = region.and_then(|region| region.first_block(context));
        let block = block.ok_or_else(|| program.about(module, "expected a module"))?;
        for op in block.operations(context) {
            program.add(op)?;
        }
        Ok(program)
    }

    /// Refuses operations of other dialects, by name and place. Of several it names the one that no lowering takes, rather
    /// than the function around it, which is not lowered for that reason.
    fn check_dialects(&self) -> Result<()> {
        let (mut first, mut cause) = (None, None);
        self.module.walk(self.context, WalkOrder::PreOrder, |op| {
            let dialect = op.name(self.context).dialect_namespace(self.context);
            if op == self.module || dialect == Some(b"llvm") {
                return WalkResult::Advance;
            }
            first = first.or(Some(op));
            let follows = matches!(dialect, Some(b"func" | b"builtin"));
            if follows && refused::tensor_of(self.context, op).is_none() {
                return WalkResult::Advance;
            }
            cause = Some(op);
            WalkResult::Interrupt
        });
        match cause.or(first) {
            None => Ok(()),
            Some(op) => Err(self.about(op, refused::reason(self.context, op))),
        }
    }

    fn add(&mut self, op: Op) -> Result<()> {
        let name = op.name(self.context);
        match self.opcodes.get(name) {
            Some(Opcode::Func) => self.add_function(op),
            Some(Opcode::Global) => self.add_global(op),
            _ if WITHOUT_CODE.contains(&name.bytes(self.context)) => Ok(()),
            _ => Err(self.about(op, "is not supported at the top of a module")),
        }
    }

    fn add_function(&mut self, op: Op) -> Result<()> {
        let symbol = self.symbol_of(op)?;
        let ty = self.type_property(op, self.keys.function_type)?;
        let ty = self.types.function(ty).map_err(|error| self.at(op, error))?;
        let body = op.region(self.context, 0);
        let linkage = self.linkage(op)?;
        let added = Symbol::Function(self.functions.len());
        self.symbols.insert(symbol.clone().into_bytes(), added);
        self.functions.push(Function {
            symbol,
            op,
            ty,
            body: body.filter(|body| !body.is_empty(self.context)),
            linkage,
        });
        Ok(())
    }

    fn add_global(&mut self, op: Op) -> Result<()> {
        if self.has(op, self.keys.thread_local) {
            return Err(self.about(op, "thread-local globals are not supported"));
        }
        let symbol = self.symbol_of(op)?;
        let body = op.region(self.context, 0);
        let has_body = body.is_some_and(|body| !body.is_empty(self.context));
        let linkage = self.linkage(op)?;
        let added = Symbol::Global(self.globals.len());
        self.symbols.insert(symbol.clone().into_bytes(), added);
        self.globals.push(Global {
            symbol,
            op,
            ty: self.type_property(op, self.keys.global_type)?,
            defined: has_body
                || op.property(self.context, self.keys.value).is_some()
                || linkage == Linkage::Internal,
            constant: self.has(op, self.keys.constant),
            alignment: self.integer(op, self.keys.alignment).map(|value| value as u64),
            linkage,
        });
        Ok(())
    }

    fn symbol_of(&self, op: Op) -> Result<String> {
        let bytes = op.symbol_name(self.context).unwrap_or_default();
        if bytes.is_empty() || bytes.contains(&0) {
            return Err(self.about(op, "a symbol must not be empty or contain NUL"));
        }
        String::from_utf8(bytes.to_vec()).map_err(|_| self.about(op, "a symbol must be UTF-8"))
    }

    fn linkage(&self, op: Op) -> Result<Linkage> {
        let Some(attribute) = op.property(self.context, self.keys.linkage) else {
            return Ok(Linkage::External);
        };
        let number = attribute
            .symbol(self.context)
            .and_then(|(_, parameters)| self.number(parameters.get(0)?));
        match number {
            Some(0 | 9) => Ok(Linkage::External),
            Some(2..=5 | 10) => Ok(Linkage::Weak),
            Some(7 | 8) => Ok(Linkage::Internal),
            _ => Err(self.about(op, "this linkage is not supported")),
        }
    }

    /// The symbol with a name.
    pub fn lookup(&self, name: &[u8]) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// The symbol that a property of an operation refers to.
    ///
    /// # Errors
    /// The module has no such symbol.
    pub fn reference(&self, op: Op, key: Identifier) -> Result<Option<Symbol>> {
        let Some(attribute) = op.property(self.context, key) else {
            return Ok(None);
        };
        let AttributeKind::SymbolRef { root, .. } = attribute.kind(self.context) else {
            return Ok(None);
        };
        let found = self.lookup(root.bytes(self.context));
        let missing = || format!("the module has no symbol '{}'", root.text(self.context));
        found.map(Some).ok_or_else(|| self.about(op, missing()))
    }

    /// The opcode of an operation.
    ///
    /// # Errors
    /// No engine knows the operation.
    pub fn opcode(&self, op: Op) -> Result<Opcode> {
        let found = self.opcodes.get(op.name(self.context));
        found.ok_or_else(|| self.about(op, "this operation is not supported by the engine"))
    }

    /// An error about an operation.
    pub fn about(&self, op: Op, message: impl std::fmt::Display) -> EngineError {
        EngineError::about(self.context, op, message)
    }

    /// An error that gets the place of an operation if it has none.
    pub fn at(&self, op: Op, error: EngineError) -> EngineError {
        match error.location {
            Some(_) => error,
            None => self.about(op, error.message),
        }
    }

    /// Whether an operation has a property.
    pub fn has(&self, op: Op, key: Identifier) -> bool {
        op.property(self.context, key).is_some()
    }

    fn number(&self, attribute: Attribute) -> Option<i64> {
        match attribute.kind(self.context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    }

    /// The value of a property that is an integer.
    pub fn integer(&self, op: Op, key: Identifier) -> Option<i64> {
        self.number(op.property(self.context, key)?)
    }

    /// The value of a property that is `true` or `false`.
    pub fn flag(&self, op: Op, key: Identifier) -> bool {
        op.property(self.context, key) == Some(self.context.bool_attribute(true))
    }

    /// The number in the only parameter of a property such as `#llvm.fastmath<…>`.
    pub fn flags(&self, op: Op, key: Identifier) -> i64 {
        let attribute = op.property(self.context, key);
        attribute
            .and_then(|attribute| match attribute.symbol(self.context) {
                Some((_, parameters)) => self.number(parameters.get(0)?),
                None => self.number(attribute),
            })
            .unwrap_or(0)
    }

    /// The values of a property that is a list of integers; none if it is absent.
    pub fn integers(&self, op: Op, key: Identifier) -> Vec<i64> {
        let Some(attribute) = op.property(self.context, key) else {
            return Vec::new();
        };
        let number = |element| match element {
            Element::Integer(value) => value.to_i64().unwrap_or(0),
            _ => 0,
        };
        match attribute.kind(self.context) {
            AttributeKind::DenseArray(array) => array.iter(self.context).map(number).collect(),
            AttributeKind::DenseElements(elements) => (0..elements.len())
                .filter_map(|index| elements.get(self.context, index))
                .map(number)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The type in a property.
    ///
    /// # Errors
    /// There is none.
    pub fn type_property(&self, op: Op, key: Identifier) -> Result<Type> {
        match op
            .property(self.context, key)
            .map(|value| value.kind(self.context))
        {
            Some(AttributeKind::Type(ty)) => Ok(ty),
            _ => Err(self.about(op, format!("expected a type `{}`", key.text(self.context)))),
        }
    }

    /// The operands of a terminator that each successor gets, and the number of operands before them.
    ///
    /// # Errors
    /// The operation is not a branch of the llvm dialect.
    pub fn branches(&self, op: Op) -> Result<Vec<(Block, Vec<Value>)>> {
        let operands: Vec<Value> = op.operands(self.context).collect();
        let successors: Vec<Block> = op.successors(self.context).collect();
        let counts: Vec<usize> = match self.opcode(op)? {
            Opcode::Br => vec![operands.len()],
            Opcode::CondBr => {
                let sizes = self.integers(op, self.keys.operand_segments);
                sizes.iter().skip(1).map(|size| *size as usize).collect()
            }
            Opcode::Switch => {
                let sizes = self.integers(op, self.keys.operand_segments);
                let first = sizes.get(1).map_or(0, |size| *size as usize);
                let cases = self.integers(op, self.keys.case_operand_segments);
                std::iter::once(first)
                    .chain(cases.iter().map(|size| *size as usize))
                    .collect()
            }
            _ => return Ok(Vec::new()),
        };
        let mut at = operands.len() - counts.iter().sum::<usize>().min(operands.len());
        let mut branches = Vec::with_capacity(successors.len());
        for (block, count) in successors.into_iter().zip(counts) {
            branches.push((block, operands[at..at + count].to_vec()));
            at += count;
        }
        Ok(branches)
    }
}
