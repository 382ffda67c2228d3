//! Code in memory: places for the bytes of a unit, addresses, guards, protection.
//!
//! One mapping has three parts: code with the guards of its functions, constants, and variables. It is written first and
//! protected afterwards. Invariant: it is unmapped when the [`Image`] is dropped, whose owner sees that no thread runs the code then.
//!
//! # Layers
//!
//! - `mapping`, `guard`: pages with protection; the entries of functions
//! - `elf`, `debugger`, `jitdump`: images for debuggers; what debuggers and perf read
//! - `enter`: calls of functions by their addresses

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod debugger;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod elf;
mod enter;
mod guard;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod jitdump;
mod mapping;

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::backend::{Address, Loaded, Resolver};
use crate::error::{EngineError, Result};
use crate::program::Linkage;
use crate::symbols::{process_symbol, undefined};
use crate::trap::{Registered, Trap, TrapTable};
use crate::unit::{Code, Definition, Relocation, RelocationKind, TrapKind, Unit};
pub use enter::{RangeFunction, enter_range};
use mapping::{Mapping, Protection};

/// Code in memory.
pub(crate) struct Image {
    /// The address of each symbol that can be looked up.
    entries: HashMap<String, usize, FixedState>,
    /// Removed before the mapping, which comes next.
    _registered: Registered,
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    _announced: Option<debugger::Announced>,
    _mapping: Mapping,
}

/// Where the parts of a unit lie in the mapping.
struct Places {
    code: Vec<usize>,
    guards: Vec<Option<usize>>,
    data: Vec<usize>,
    /// The ends of code, constants and variables.
    ends: [usize; 3],
}

fn place(unit: &Unit, page: usize) -> Places {
    let mut at = 0usize;
    let mut take = |size: usize, align: u64| {
        let start = at.next_multiple_of(align as usize);
        at = start + size;
        start
    };
    let code = unit.code.iter().map(|code| take(code.bytes.len(), code.align));
    let code: Vec<usize> = code.collect();
    let guards = unit.code.iter().map(|code| {
        let is_seen = unit.symbols[code.symbol].linkage != Linkage::Internal;
        (guard::AVAILABLE && is_seen).then(|| take(guard::size(code.stack_words), 16))
    });
    let guards: Vec<Option<usize>> = guards.collect();
    let mut ends = [take(0, page as u64); 3];
    let mut data = vec![0; unit.data.len()];
    for (part, constant) in [(1, true), (2, false)] {
        for (index, each) in unit.data.iter().enumerate() {
            if each.constant == constant {
                data[index] = take(each.bytes.len().max(1), each.align);
            }
        }
        ends[part] = take(0, page as u64);
    }
    Places {
        code,
        guards,
        data,
        ends,
    }
}

impl Image {
    /// Puts a unit into memory.
    ///
    /// # Errors
    /// A symbol that neither the resolver nor the process has; no memory.
    pub(crate) fn load(unit: &Unit, resolve: Resolver<'_>) -> Result<Self> {
        let imports = imports(unit, resolve)?;
        let places = place(unit, mapping::page_size());
        let mut mapping = Mapping::new(places.ends[2].max(1))?;
        let base = mapping.address();
        let address_of = |symbol: usize| match unit.symbols[symbol].definition {
            Definition::Code(index) => Some(base + places.code[index]),
            Definition::Data(index) => Some(base + places.data[index]),
            Definition::Import => imports.get(&symbol).copied(),
        };
        let bytes = mapping.bytes();
        for (code, at) in unit.code.iter().zip(&places.code) {
            bytes[*at..*at + code.bytes.len()].copy_from_slice(&code.bytes);
            relocate(bytes, base, *at, &code.relocations, &address_of)?;
        }
        for (data, at) in unit.data.iter().zip(&places.data) {
            bytes[*at..*at + data.bytes.len()].copy_from_slice(&data.bytes);
            relocate(bytes, base, *at, &data.relocations, &address_of)?;
        }
        let mut landings = Vec::new();
        for ((code, at), guard) in unit.code.iter().zip(&places.code).zip(&places.guards) {
            if let Some(guard) = *guard {
                landings.push(guard::write(bytes, guard, *at, code.stack_words) as u32);
            }
        }
        let [code_end, constants_end, _] = places.ends;
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        let announced = {
            jitdump::write(unit, base, &places.code, bytes)?;
            let functions = functions(unit, &places, base);
            elf::image(unit, (base, code_end), &functions, &address_of)?.map(debugger::Announced::new)
        };
        mapping.protect(0..code_end, Protection::Execute)?;
        mapping.protect(code_end..constants_end, Protection::Read)?;
        let table = TrapTable {
            sites: sites(unit, &places),
            overflows: overflows(unit, &places),
            landings,
        };
        let registered = Registered::new(base, base + code_end, table);
        Ok(Self {
            entries: entries(unit, &places, base),
            _registered: registered,
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            _announced: announced,
            _mapping: mapping,
        })
    }
}

/// The functions and their guards, by whose first instructions debuggers find the callers.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn functions(unit: &Unit, places: &Places, base: usize) -> Vec<elf::Place> {
    let mut found = Vec::new();
    for ((code, at), guard) in unit.code.iter().zip(&places.code).zip(&places.guards) {
        let name = &unit.symbols[code.symbol].name;
        found.push(elf::Place {
            name: name.clone(),
            address: base + at,
            size: code.bytes.len(),
        });
        found.extend(guard.map(|guard| elf::Place {
            name: format!("entry of {name}"),
            address: base + guard,
            size: guard::size(code.stack_words),
        }));
    }
    found
}

/// The addresses of the imports that the unit uses.
fn imports(unit: &Unit, resolve: Resolver<'_>) -> Result<HashMap<usize, usize, FixedState>> {
    let mut found = HashMap::default();
    let mut missing = Vec::new();
    let code = unit.code.iter().flat_map(|code| &code.relocations);
    let data = unit.data.iter().flat_map(|data| &data.relocations);
    for relocation in code.chain(data) {
        let symbol = relocation.symbol;
        let entry = &unit.symbols[symbol];
        if entry.definition != Definition::Import || found.contains_key(&symbol) {
            continue;
        }
        match resolve(&entry.name).or_else(|| process_symbol(&entry.name)) {
            Some(address) => {
                found.insert(symbol, address.0 as usize);
            }
            None if missing.contains(&&*entry.name) => {}
            None => missing.push(&*entry.name),
        }
    }
    match missing.as_slice() {
        [] => Ok(found),
        names => Err(undefined(names)),
    }
}

fn relocate(
    bytes: &mut [u8],
    base: usize,
    at: usize,
    relocations: &[Relocation],
    address_of: &dyn Fn(usize) -> Option<usize>,
) -> Result<()> {
    for relocation in relocations {
        let missing = || EngineError::new("a symbol of the code has no address");
        let target = address_of(relocation.symbol).ok_or_else(missing)?;
        let target = target.wrapping_add_signed(relocation.addend as isize);
        let place = at + relocation.offset as usize;
        match relocation.kind {
            RelocationKind::Absolute => {
                bytes[place..place + 8].copy_from_slice(&(target as u64).to_le_bytes());
            }
            RelocationKind::Relative | RelocationKind::Call => {
                let distance = target.wrapping_sub(base + place) as isize;
                let distance = i32::try_from(distance)
                    .map_err(|_| EngineError::new("the code is larger than 2 GiB: compile it in parts"))?;
                bytes[place..place + 4].copy_from_slice(&distance.to_le_bytes());
            }
            RelocationKind::Got => {
                return Err(EngineError::new(
                    "position-independent code cannot be put into memory directly",
                ));
            }
        }
    }
    Ok(())
}

/// The name by which errors call the function of some code.
fn reported(unit: &Unit, code: &Code) -> Arc<str> {
    let name = code.part_of.as_ref();
    name.unwrap_or(&unit.symbols[code.symbol].name).as_str().into()
}

/// What can stop, by the offset in the mapping.
fn sites(unit: &Unit, places: &Places) -> Vec<(u32, Trap)> {
    let mut sites = Vec::new();
    for (code, at) in unit.code.iter().zip(&places.code) {
        if code.traps.is_empty() {
            continue;
        }
        let function = reported(unit, code);
        sites.extend(code.traps.iter().map(|site| {
            let trap = Trap {
                function: Arc::clone(&function),
                kind: site.kind,
                place: Arc::clone(&site.place),
                message: site.message.clone(),
            };
            (*at as u32 + site.offset, trap)
        }));
    }
    sites.sort_by_key(|site| site.0);
    sites
}

/// The ends of the stack, one for each function, by its offset in the mapping.
fn overflows(unit: &Unit, places: &Places) -> Vec<(u32, Trap)> {
    let each = unit.code.iter().zip(&places.code).map(|(code, at)| {
        let trap = Trap {
            function: reported(unit, code),
            kind: TrapKind::StackOverflow,
            place: "".into(),
            message: None,
        };
        (*at as u32, trap)
    });
    let mut overflows: Vec<(u32, Trap)> = each.collect();
    overflows.sort_by_key(|overflow| overflow.0);
    overflows
}

fn entries(unit: &Unit, places: &Places, base: usize) -> HashMap<String, usize, FixedState> {
    let mut entries = HashMap::default();
    for symbol in &unit.symbols {
        if symbol.linkage == Linkage::Internal {
            continue;
        }
        let at = match symbol.definition {
            Definition::Code(index) => places.guards[index].unwrap_or(places.code[index]),
            Definition::Data(index) => places.data[index],
            Definition::Import => continue,
        };
        entries.insert(symbol.name.clone(), base + at);
    }
    entries
}

impl Loaded for Image {
    fn lookup(&self, symbol: &str) -> Option<Address> {
        let found = self.entries.get(symbol).copied();
        found.map(|address| Address(address as *const std::ffi::c_void))
    }

    fn symbols(&self) -> Vec<String> {
        let mut names: Vec<String> = self.entries.keys().cloned().collect();
        names.sort();
        names
    }
}
