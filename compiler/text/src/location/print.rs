//! Printing locations.

use tvmlike_ir::{Location, LocationKind};

use crate::attributes::print_string;
use crate::integer::push_decimal;
use crate::printer::{Elision, Printer};

impl Printer<'_> {
    /// Writes `loc(…)`, or the location alone in the pretty form. `alias` allows an alias for the location itself.
    pub fn print_location(&mut self, out: &mut Vec<u8>, location: Location, alias: bool) {
        let pretty = self.options().pretty_debug_info;
        if pretty {
            return self.print_location_body(out, location, true, alias);
        }
        out.extend_from_slice(b"loc(");
        self.print_location_body(out, location, false, alias);
        out.push(b')');
    }

    /// Writes a location that is part of another one.
    fn print_part(&mut self, out: &mut Vec<u8>, location: Location, pretty: bool) {
        self.print_compound_part(out, |printer, out| {
            printer.print_location_body(out, location, pretty, true);
        });
    }

    /// Writes a location without `loc()`, or its alias if `alias` is set.
    fn print_location_body(&mut self, out: &mut Vec<u8>, location: Location, pretty: bool, alias: bool) {
        let context = self.context();
        if alias && let Some(alias) = self.aliases.of_location(context, location) {
            out.extend_from_slice(alias);
            return;
        }
        match location.kind(context) {
            LocationKind::Unknown => {
                let text: &[u8] = if pretty { b"[unknown]" } else { b"unknown" };
                out.extend_from_slice(text);
            }
            LocationKind::FileRange {
                file,
                start_line,
                start_col,
                end_line,
                end_col,
            } => {
                match pretty {
                    true => out.extend_from_slice(file.bytes(context)),
                    false => print_string(out, file.bytes(context)),
                }
                print_place(out, start_line, start_col);
                if end_line != start_line {
                    out.extend_from_slice(b" to ");
                    push_decimal(out, end_line);
                    out.push(b':');
                    push_decimal(out, end_col);
                } else if end_col != start_col {
                    out.extend_from_slice(b" to :");
                    push_decimal(out, end_col);
                }
            }
            LocationKind::Name { name, child } => {
                print_string(out, name.bytes(context));
                if child != context.unknown_location() {
                    out.push(b'(');
                    self.print_part(out, child, pretty);
                    out.push(b')');
                }
            }
            LocationKind::CallSite { callee, caller } => {
                self.print_call_site(out, callee, caller, pretty);
            }
            LocationKind::Fused { locations, metadata } => {
                if !pretty {
                    out.extend_from_slice(b"fused");
                }
                if let Some(metadata) = metadata {
                    out.push(b'<');
                    self.print_attribute(out, metadata, Elision::Never);
                    out.push(b'>');
                }
                out.push(b'[');
                for (index, part) in locations.iter().enumerate() {
                    if index > 0 {
                        out.extend_from_slice(b", ");
                    }
                    self.print_part(out, part, pretty);
                }
                out.push(b']');
            }
            LocationKind::Opaque { fallback, .. } => self.print_part(out, fallback, pretty),
        }
    }

    fn print_call_site(&mut self, out: &mut Vec<u8>, callee: Location, caller: Location, pretty: bool) {
        if !pretty {
            out.extend_from_slice(b"callsite(");
            self.print_part(out, callee, false);
            out.extend_from_slice(b" at ");
            self.print_part(out, caller, false);
            out.push(b')');
            return;
        }
        self.print_part(out, callee, true);
        let context = self.context();
        let on_one_line = matches!(callee.kind(context), LocationKind::Name { .. })
            && matches!(caller.kind(context), LocationKind::FileRange { .. });
        if !on_one_line {
            out.push(b'\n');
        }
        out.extend_from_slice(b" at ");
        self.print_part(out, caller, true);
    }
}

fn print_place(out: &mut Vec<u8>, line: u32, column: u32) {
    out.push(b':');
    push_decimal(out, line);
    out.push(b':');
    push_decimal(out, column);
}
