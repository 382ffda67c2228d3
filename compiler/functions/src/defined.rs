//! Dialects that plugins define, by registered functions with agreed names.
//!
//! `ir.dialect.NAME` returns the definition of a dialect as text. `ir.verify.OPERATION` and `ir.verify_regions.OPERATION` check
//! what no record can express: they take the operation, and raise an error or return a text if it is invalid.
//! `ir.infer.OPERATION` infers the types of results: it takes the types of the operands and a dictionary of the attributes, with
//! the properties, and returns the types. It gets no handle of IR, since it runs while the operation is made. A dialect thus
//! has the rules of functions: a plugin registers it with all else or not at all, two plugins cannot both register it, and it
//! goes with its plugin.
//!
//! Invariants: definitions are read without a lock, and once until the function of their name is replaced; what was read of a
//! function that was replaced meanwhile is not used. No handle of a function is kept, so a definition does not keep a plugin
//! in use. A check or an inference that is registered after the definition was read is a change of the definition.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use tvmlike::events::Event;
use tvmlike::{Subscription, packed_func};
use tvmlike_define::{DialectRecord, Phase, ResultTypes};
use tvmlike_dialects::{Defined, Registered};
use tvmlike_ir as ir;
use tvmlike_runtime::WeakPtr;
use tvmlike_runtime::current::{self, Scope};

use crate::api::*;
use crate::handles::{Attribute, Context, Location, Operation, OperationBase, Type};
use crate::{errors, interrupts};

/// The names of functions that define dialects.
const DEFINITIONS: &str = "ir.dialect";

/// What registered functions define.
#[derive(Default)]
struct Known {
    /// What was read of each dialect, or why it is refused.
    dialects: HashMap<String, std::result::Result<Arc<Defined>, String>>,
    /// How often the functions of each dialect were registered, replaced or removed.
    changes: HashMap<String, u64>,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// How often any definition was registered, replaced or removed.
static CHANGES: AtomicU64 = AtomicU64::new(0);

/// They last as long as the process.
static SUBSCRIPTIONS: OnceLock<Vec<Option<Subscription>>> = OnceLock::new();

thread_local! {
    /// The dialects whose definitions this thread reads.
    static READING: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// How many registered checks run on this thread, each called by the verification that the one before began.
    static CHECKS: Cell<usize> = const { Cell::new(0) };
}

/// The most registered checks of which each verifies an operation with the next one: a check that verifies its own operation
/// would not end.
const NESTED_CHECKS: usize = 16;

/// How often a definition that changes while it is read is read again.
const ATTEMPTS: usize = 100;

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of the function that defines a dialect.
fn function_name(dialect: &str) -> String {
    format!("{DEFINITIONS}.{dialect}")
}

/// Forgets the definition of a dialect, and withdraws it from all contexts.
fn forget(dialect: &str, what: &str) {
    CHANGES.fetch_add(1, Ordering::AcqRel);
    let mut known = known();
    *known.changes.entry(dialect.to_owned()).or_default() += 1;
    let removed = known.dialects.remove(dialect);
    drop(known);
    if let Some(Ok(defined)) = removed {
        defined.withdraw(&format!("dialect '{dialect}' {what}; use a new context"));
    }
}

/// Forgets the definitions of functions that were removed or replaced.
fn definitions_changed(event: Event, names: &[String]) {
    let what = match event {
        Event::Overridden => "was replaced by another definition",
        Event::Registered | Event::Removed => "was unloaded with what defined it",
    };
    for name in names {
        if let Some(dialect) = name
            .strip_prefix(DEFINITIONS)
            .and_then(|name| name.strip_prefix('.'))
        {
            forget(dialect, what);
        }
    }
}

/// Forgets the definitions to which a check or an inference was added after they were read. One that is replaced or removed
/// is noticed when it is called.
fn code_added(event: Event, names: &[String]) {
    if event != Event::Registered {
        return;
    }
    for name in names {
        let of = |prefix: &&'static str| Some((*prefix, name.strip_prefix(*prefix)?.strip_prefix('.')?));
        let Some((prefix, operation)) = CODE.iter().find_map(of) else {
            continue;
        };
        let dialect = operation.split('.').next().unwrap_or_default();
        let is_new = match known().dialects.get(dialect) {
            Some(Ok(defined)) => defined.has_code(operation, phase_of(prefix)) == Some(false),
            Some(Err(_)) => true,
            None => false,
        };
        if is_new {
            forget(
                dialect,
                &format!("is another one since \"{name}\" was registered"),
            );
        }
    }
}

/// The namespaces of functions that check operations and infer the types of their results.
const CODE: [&str; 3] = ["ir.verify", "ir.verify_regions", "ir.infer"];

/// When functions of a namespace check operations; `None`: they infer types.
fn phase_of(namespace: &str) -> Option<Phase> {
    match namespace {
        "ir.verify" => Some(Phase::Operation),
        "ir.verify_regions" => Some(Phase::Regions),
        _ => None,
    }
}

fn check_name(operation: &str, phase: Phase) -> String {
    match phase {
        Phase::Operation => format!("ir.verify.{operation}"),
        Phase::Regions => format!("ir.verify_regions.{operation}"),
    }
}

/// The name of the function that infers the types of an operation's results.
fn inference_name(operation: &str) -> String {
    format!("ir.infer.{operation}")
}

/// The registered functions of operations.
fn registered() -> Registered<'static> {
    Registered {
        has: &|operation, phase| tvmlike::find(&check_name(operation, phase)).is_some(),
        check: verify,
        infers: &|operation| tvmlike::find(&inference_name(operation)).is_some(),
        infer,
    }
}

fn read(dialect: &str, function: &PackedFunc) -> std::result::Result<Defined, String> {
    let name = function_name(dialect);
    let text = function
        .call_as::<String>(())
        .map_err(|error| format!("{name}: {}", error.message()))?;
    let defined = Defined::read(&text, Some(registered())).map_err(|message| format!("{name}: {message}"))?;
    match defined.name() == dialect {
        true => Ok(defined),
        false => Err(format!(
            "{name}: the text defines the dialect '{}'",
            defined.name()
        )),
    }
}

/// While it exists, this thread reads a definition.
struct Reading;

impl Reading {
    /// Begins to read a definition; `None` if this thread is reading it.
    fn begin(dialect: &str) -> Option<Self> {
        READING.with_borrow_mut(|reading| {
            let is_new = !reading.iter().any(|other| other == dialect);
            is_new.then(|| reading.push(dialect.to_owned()))
        })?;
        Some(Self)
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        READING.with_borrow_mut(Vec::pop);
    }
}

/// The dialect that a function defines; `None` if there is no function of the name.
///
/// # Errors
/// The definition is wrong, or needs itself.
pub(crate) fn find(dialect: &str) -> std::result::Result<Option<Arc<Defined>>, String> {
    if let Some(known) = known().dialects.get(dialect) {
        return known.clone().map(Some);
    }
    let name = function_name(dialect);
    if tvmlike::find(&name).is_none() {
        return Ok(None);
    }
    let Some(_reading) = Reading::begin(dialect) else {
        return Err(format!(
            "{name}: the definition of dialect '{dialect}' needs the dialect itself"
        ));
    };
    // Before a definition is read, or its end would be missed.
    SUBSCRIPTIONS.get_or_init(|| {
        let definitions = tvmlike::subscribe(DEFINITIONS, definitions_changed);
        let code = CODE.iter().map(|prefix| tvmlike::subscribe(prefix, code_added));
        [definitions]
            .into_iter()
            .chain(code)
            .map(std::result::Result::ok)
            .collect()
    });
    let changes = |known: &Known| known.changes.get(dialect).copied();
    for _ in 0..ATTEMPTS {
        let before = changes(&known());
        let Some(function) = tvmlike::find(&name) else {
            return Ok(None);
        };
        let read = read(dialect, &function).map(Arc::new);
        drop(function);
        let mut known = known();
        if changes(&known) == before {
            return known
                .dialects
                .entry(dialect.to_owned())
                .or_insert(read)
                .clone()
                .map(Some);
        }
    }
    Err(format!(
        "{name}: it was replaced {ATTEMPTS} times while it was read"
    ))
}

/// What a dialect of the library or of a plugin has.
pub(crate) fn record(dialect: &str) -> Result<Arc<DialectRecord>> {
    if let Some(record) = tvmlike_dialects::record(dialect) {
        return Ok(Arc::clone(record));
    }
    match find(dialect).map_err(errors::value_error)? {
        Some(defined) => Ok(Arc::clone(defined.record())),
        None => Err(errors::value_error(format!("Dialect '{dialect}' not found"))),
    }
}

/// How often any definition was registered, replaced or removed: a context that was made before may have other dialects.
#[cfg(feature = "engine")]
pub(crate) fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// The names of the dialects of plugins.
pub(crate) fn names() -> Vec<String> {
    let all = tvmlike::list(DEFINITIONS).unwrap_or_default();
    let dialect = |name: String| Some(name.strip_prefix(DEFINITIONS)?.strip_prefix('.')?.to_owned());
    all.into_iter().filter_map(dialect).collect()
}

/// The context object of a context, for checks that are called with operations.
struct OfObject(WeakPtr<Context>);

/// The context object of a context; `None` if no program can reach it.
pub(crate) fn object_of(core: &ir::Context) -> Option<ObjectPtr<Context>> {
    core.extensions().get::<OfObject>()?.0.upgrade()
}

/// At a fork, no other thread loads a dialect, and none holds the lock of what is known.
fn lock_for_fork() -> Box<dyn Any> {
    let loading = tvmlike_dialects::lock_for_fork();
    Box::new((known(), loading))
}

/// Lets a context load the dialects of the library and of plugins when it meets their names.
pub(crate) fn make_available(context: &ObjectPtr<Context>) {
    tvmlike::set_outer_lock(lock_for_fork);
    let core = &context.core;
    core.extensions()
        .get_or_insert_with(|| OfObject(context.downgrade()));
    core.set_dialect_source(ir::DialectSource {
        namespaces: || {
            let mut all: Vec<String> = tvmlike_dialects::names().map(str::to_owned).collect();
            all.extend(names());
            all.sort();
            all
        },
        load: |core, namespace| {
            let Ok(name) = std::str::from_utf8(namespace) else {
                return Ok(false);
            };
            if tvmlike_dialects::load(core, name).is_ok() {
                return Ok(true);
            }
            match find(name)? {
                Some(defined) => defined
                    .load(core)
                    .map(|()| true)
                    .map_err(|error| error.to_string()),
                None => Ok(false),
            }
        },
    });
}

/// Makes a context and a location the current ones while a registered function runs.
pub(crate) fn enter(context: &ObjectPtr<Context>, location: ir::Location) -> Result<[Scope; 2]> {
    let outer = current::enter(context)?;
    // The first one ends first.
    Ok([current::enter(&Location::make(context, location))?, outer])
}

/// Calls the registered check of an operation.
fn verify(core: &ir::Context, op: ir::Op, phase: Phase) -> std::result::Result<(), ir::Failure> {
    let name = op.name(core).text(core);
    let refuse = |message: String| Err(op.emit_op_error(core, message).emit());
    let check = check_name(&name, phase);
    let Some(function) = tvmlike::find(&check) else {
        return refuse(format!(
            "cannot be verified: the function \"{check}\" was removed"
        ));
    };
    // Only a context that no program can reach has no object; it has no operations to verify.
    let Some(context) = object_of(core) else {
        return Ok(());
    };
    let operation: ObjectPtr<Operation> = OperationBase::lent(&context, op).into_operation(&context);
    let depth = CHECKS.get();
    if depth == NESTED_CHECKS {
        return refuse(format!(
            "cannot be verified: more than {NESTED_CHECKS} checks verify operations within each other"
        ));
    }
    CHECKS.set(depth + 1);
    let answer = enter(&context, op.location(core)).and_then(|_scopes| function.call((operation,)));
    CHECKS.set(depth);
    match answer.and_then(|answer| answer.view().convert::<Option<String>>()) {
        Ok(None) => Ok(()),
        Ok(Some(message)) => refuse(message),
        Err(error) => refuse(interrupts::keep(error)),
    }
}

/// Calls the registered function that infers the types of an operation's results.
fn infer(core: &ir::Context, state: &ir::OpState<'_>) -> std::result::Result<ResultTypes, String> {
    let operation = state.name.text(core);
    let name = inference_name(&operation);
    let Some(function) = tvmlike::find(&name) else {
        return Err(format!(
            "'{operation}' op cannot infer result types: the function \"{name}\" was removed"
        ));
    };
    let refused = |why: &str| format!("'{operation}' op cannot infer result types: {name}: {why}");
    let context = object_of(core);
    // Only a context that no program can reach has no object; it has no operations of the dialect.
    let context = context.ok_or_else(|| refused("the context is not in use"))?;
    let operands: Vec<_> = state
        .operands
        .iter()
        .map(|operand| Type::make(&context, operand.ty(core)))
        .collect();
    let given = [state.properties, state.attributes].into_iter().flatten();
    let mut entries: Vec<ir::NamedAttribute> = given
        .filter_map(|all| all.entries(core))
        .flat_map(|all| all.iter())
        .collect();
    let info = core.op_info(state.name);
    for default in info.map_or(&[][..], ir::OpInfo::default_properties) {
        if !entries.iter().any(|entry| entry.name == default.0) {
            entries.push(ir::NamedAttribute {
                name: default.0,
                value: default.1,
            });
        }
    }
    let dictionary = core.dictionary_attribute(&entries);
    let dictionary = dictionary.map_err(|error| refused(error.message()))?;
    let dictionary = Attribute::make(&context, dictionary);
    let answer = enter(&context, state.location)
        .and_then(|_scopes| function.call((operands, dictionary)))
        .and_then(|answer| answer.view().convert::<Vec<ObjectPtr<Type>>>());
    let types = answer.map_err(|error| refused(&interrupts::keep(error)))?;
    let types: Result<ResultTypes> = types.iter().map(|ty| ty.in_context(&context)).collect();
    let types = types.map_err(|error| refused(&error.message()))?;
    let wrong = |count: u32, more: &str| {
        Err(refused(&format!(
            "expected {count} types{more}, got {}",
            types.len()
        )))
    };
    match info.map_or(ir::Count::Any, ir::OpInfo::results) {
        ir::Count::Exactly(count) if types.len() != count as usize => wrong(count, ""),
        ir::Count::AtLeast(count) if types.len() < count as usize => wrong(count, " or more"),
        _ => Ok(types),
    }
}

/// Checks the definition of a dialect, as data or in IRDL, without registering it. Returns the name of the dialect. `inferred`
/// names the operations whose types of results a function `ir.infer.OPERATION` infers that is not registered yet, such as one
/// of a plugin in its init.
#[packed_func("ir.check_dialect")]
fn check_dialect(text: &str, #[default(Vec::new())] inferred: Vec<String>) -> Result<String> {
    let registered = registered();
    let infers =
        |operation: &str| inferred.iter().any(|name| name == operation) || (registered.infers)(operation);
    let registered = Registered {
        infers: &infers,
        ..registered
    };
    let defined = Defined::read(text, Some(registered)).map_err(errors::value_error)?;
    Ok(defined.name().to_owned())
}
