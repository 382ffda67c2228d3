//! Debug information: the file, line and column of each instruction, as metadata.
//!
//! A function is a subprogram at its own location. An operation of another file is in a lexical block of that file, as in
//! MLIR; where its location names no file, its line is 0, which is the compiler's own code.

use std::collections::HashMap;
use std::fmt::Write as _;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Identifier, Location, LocationKind, Op};

use super::quoted;
use crate::program::Function;

/// A node of metadata, by its number.
type Node = usize;

/// The most frames of a location. Locations share parts, so a short text can have more frames than memory holds.
const MOST_FRAMES: usize = 1000;

/// The frames of call sites, the innermost one first.
fn frames(context: &Context, location: Location) -> Vec<Location> {
    let (mut pending, mut found) = (vec![location], Vec::new());
    while let Some(location) = pending.pop() {
        match location.kind(context) {
            LocationKind::CallSite { callee, caller } => pending.extend([caller, callee]),
            _ if found.len() < MOST_FRAMES => found.push(location),
            _ => break,
        }
    }
    found
}

/// The metadata of a module.
#[derive(Default)]
pub(crate) struct DebugInfo {
    nodes: Vec<String>,
    /// The nodes by their texts.
    known: HashMap<String, Node, FixedState>,
    /// The subprogram that is written, and its file.
    current: Option<(Node, Identifier)>,
    unit: Option<Node>,
}

impl DebugInfo {
    /// A node of its own.
    fn add(&mut self, text: String) -> Node {
        self.nodes.push(text);
        self.nodes.len() - 1
    }

    /// The node of a text.
    fn node(&mut self, text: String) -> Node {
        if let Some(known) = self.known.get(&text) {
            return *known;
        }
        let node = self.add(text.clone());
        self.known.insert(text, node);
        node
    }

    fn file(&mut self, context: &Context, file: Identifier) -> Node {
        let path = file.text(context);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        // LLVM wants a name.
        let (folder, name) = if name.is_empty() {
            ("", &*path)
        } else {
            (folder, name)
        };
        self.node(format!(
            "!DIFile(filename: {}, directory: {})",
            quoted(name),
            quoted(folder)
        ))
    }

    /// Begins a function. What is written behind its head.
    pub(crate) fn enter(&mut self, context: &Context, function: &Function) -> String {
        self.current = None;
        let Some(position) = function.op.location(context).file_position(context) else {
            return String::new();
        };
        let file = self.file(context, position.file);
        // That of the first function is the unit of all.
        let unit = self.unit.unwrap_or_else(|| {
            self.add(format!(
                "distinct !DICompileUnit(language: DW_LANG_C, file: !{file}, producer: \"tvmlike\", isOptimized: true, \
                 runtimeVersion: 0, emissionKind: LineTablesOnly)"
            ))
        });
        self.unit = Some(unit);
        let none = self.node("!{}".to_owned());
        let ty = self.node(format!("!DISubroutineType(cc: DW_CC_normal, types: !{none})"));
        let (name, line) = (quoted(&function.symbol), position.line);
        let node = self.add(format!(
            "distinct !DISubprogram(name: {name}, linkageName: {name}, scope: !{file}, file: !{file}, line: {line}, type: \
             !{ty}, scopeLine: {line}, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !{unit})"
        ));
        self.current = Some((node, position.file));
        format!(" !dbg !{node}")
    }

    /// What is written behind the instruction of an operation.
    pub(crate) fn at(&mut self, context: &Context, op: Op) -> String {
        match self.current {
            Some(current) => {
                let node = self.place(context, op.location(context), current);
                format!(", !dbg !{node}")
            }
            None => String::new(),
        }
    }

    /// The node of a location: that of its innermost frame, each inlined at the next one. `current` is the subprogram.
    fn place(&mut self, context: &Context, location: Location, current: (Node, Identifier)) -> Node {
        let mut around = None;
        for frame in frames(context, location).into_iter().rev() {
            around = Some(self.frame(context, frame, current, around));
        }
        around.unwrap_or(current.0)
    }

    fn frame(
        &mut self,
        context: &Context,
        location: Location,
        (subprogram, own): (Node, Identifier),
        around: Option<Node>,
    ) -> Node {
        let Some(position) = location.file_position(context) else {
            return self.node(format!("!DILocation(line: 0, scope: !{subprogram})"));
        };
        let scope = if position.file == own {
            subprogram
        } else {
            let file = self.file(context, position.file);
            self.node(format!(
                "!DILexicalBlockFile(scope: !{subprogram}, file: !{file}, discriminator: 0)"
            ))
        };
        let around = around.map_or_else(String::new, |around| format!(", inlinedAt: !{around}"));
        // LLVM keeps 16 bits of a column.
        let column = u16::try_from(position.column).unwrap_or(0);
        self.node(format!(
            "!DILocation(line: {}, column: {column}, scope: !{scope}{around})",
            position.line
        ))
    }

    /// Writes the metadata to the end of a module.
    pub(crate) fn finish(self, out: &mut String) {
        let Some(unit) = self.unit else { return };
        let version = self.nodes.len();
        let _ = writeln!(
            out,
            "!llvm.dbg.cu = !{{!{unit}}}\n!llvm.module.flags = !{{!{version}}}"
        );
        for (number, node) in self.nodes.iter().enumerate() {
            let _ = writeln!(out, "!{number} = {node}");
        }
        let _ = writeln!(out, "!{version} = !{{i32 2, !\"Debug Info Version\", i32 3}}");
    }
}
