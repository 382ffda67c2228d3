//! The modules that the paths of a source file lead to.
//!
//! Invariant: a path is resolved as the compiler resolves it, as far as modules go: from the crate root, from the module
//! that `super` names, or from a child of the module itself; names that other crates provide are none of these. A name that
//! a `use` gives to a module, such as `x` in `use crate as x`, leads where the module does.

use std::collections::BTreeMap;

use super::Sources;

/// The lines and the targets of all paths to modules of the crate in a file.
pub(super) fn imports(module: &[String], text: &str, sources: &Sources) -> Vec<(usize, Vec<String>)> {
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
        module,
        inline: Vec::new(),
        in_use: false,
        names: BTreeMap::new(),
        sources,
        found: Vec::new(),
    };
    loop {
        let known = reader.names.len();
        reader.read();
        // A `use` may come after the names that it defines, and may refer to names of another one.
        if reader.names.len() == known {
            return reader.found;
        }
    }
}

struct Token<'a> {
    line: usize,
    text: &'a str,
}

/// Words and single characters, without comments, literals and white space.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let size = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(size) = literal(rest) {
            size
        } else if word > 0 {
            found.push(Token {
                line,
                text: &rest[..word],
            });
            word
        } else {
            if !first.is_whitespace() {
                found.push(Token {
                    line,
                    text: &rest[..first.len_utf8()],
                });
            }
            first.len_utf8()
        };
        line += rest[..size].matches('\n').count();
        at += size;
    }
    found
}

/// The size of the block comment that a text begins with; comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = &text[at..];
        let Some(next) = rest.find("/*").into_iter().chain(rest.find("*/")).min() else {
            return text.len();
        };
        depth = if rest[next..].starts_with("/*") {
            depth + 1
        } else {
            depth - 1
        };
        at += next + 2;
        if depth == 0 {
            return at;
        }
    }
}

/// The size of the string or character literal that a text begins with; `None` if it begins with another token.
fn literal(text: &str) -> Option<usize> {
    let quoted = |start: usize, quote: char| {
        let mut escaped = false;
        for (at, c) in text[start..].char_indices() {
            if c == quote && !escaped {
                return start + at + 1;
            }
            escaped = c == '\\' && !escaped;
        }
        text.len()
    };
    let unprefixed = text.strip_prefix(['b', 'c']).unwrap_or(text);
    let prefix = text.len() - unprefixed.len();
    if unprefixed.starts_with('"') {
        return Some(quoted(prefix + 1, '"'));
    }
    if let Some(raw) = unprefixed.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let body = prefix + 1 + hashes + 1;
            return Some(
                text[body..]
                    .find(&end)
                    .map_or(text.len(), |at| body + at + end.len()),
            );
        }
    }
    // A lifetime has no closing quote behind its first character.
    let inner = unprefixed.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    (first == '\\' || inner[first.len_utf8()..].starts_with('\'')).then(|| quoted(prefix + 1, '\''))
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    module: &'a [String],
    /// The modules around the present place that the file itself has, with the depth of braces at each one's start.
    inline: Vec<String>,
    /// Whether the present place is in a `use`.
    in_use: bool,
    /// The modules that `use` gives names to, by the path of the name: that of the module around it, and the name itself.
    names: BTreeMap<Vec<String>, Vec<String>>,
    sources: &'a Sources,
    found: Vec<(usize, Vec<String>)>,
}

impl Reader<'_> {
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    fn starts_with(&self, words: &[&str]) -> bool {
        words
            .iter()
            .enumerate()
            .all(|(ahead, word)| self.text(ahead) == *word)
    }

    fn read(&mut self) {
        let (mut depth, mut starts) = (0_usize, Vec::new());
        self.at = 0;
        self.found.clear();
        while self.at < self.tokens.len() {
            if self.starts_with(&["#", "[", "cfg", "(", "test", ")", "]", "mod"]) {
                self.skip_block();
                continue;
            }
            if self.text(0) == "mod" && self.text(2) == "{" {
                self.inline.push(self.text(1).to_owned());
                starts.push(depth);
                self.at += 2;
            }
            match self.text(0) {
                // In `impl Trait + use<'a>` it imports nothing.
                "use" if self.text(1) != "<" => {
                    self.in_use = true;
                    self.at += 1;
                    self.pass_foreign_use();
                    continue;
                }
                ";" => self.in_use = false,
                "{" => depth += 1,
                "}" => {
                    depth = depth.saturating_sub(1);
                    if starts.last() == Some(&depth) {
                        starts.pop();
                        self.inline.pop();
                    }
                }
                _ => {
                    if self.begins_path() {
                        let place = self.place();
                        self.path(place, true);
                        continue;
                    }
                }
            }
            self.at += 1;
        }
    }

    /// Passes the item that ends with the next block, or with a semicolon before it.
    fn skip_block(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.text(0) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            let ends = depth == 0 && matches!(self.text(0), "}" | ";");
            self.at += 1;
            if ends {
                return;
            }
        }
    }

    /// Passes the rest of a `use` of another crate, whose groups may contain names that modules of this crate have, too.
    fn pass_foreign_use(&mut self) {
        while matches!(self.text(0), "$" | ":") {
            self.at += 1;
        }
        while self.at < self.tokens.len() && !self.begins_path() && !matches!(self.text(0), "{" | ";") {
            self.at += 1;
            while self.text(0) != ";" && self.at < self.tokens.len() {
                self.at += 1;
            }
        }
    }

    fn place(&self) -> Vec<String> {
        self.module.iter().chain(&self.inline).cloned().collect()
    }

    fn is_module(&self, path: &[String]) -> bool {
        self.sources.contains_key(path)
    }

    /// The module that a first segment refers to, if it is one.
    fn named(&self, name: &str) -> Option<Vec<String>> {
        let mut path = self.place();
        path.push(name.to_owned());
        let target = self.names.get(&path).cloned();
        target.or_else(|| self.is_module(&path).then_some(path))
    }

    /// Whether a path begins here that may lead to a module of the crate.
    fn begins_path(&self) -> bool {
        let before = |back| self.at.checked_sub(back).map_or("", |at| self.tokens[at].text);
        let is_first = before(1) != "as" && (before(1), before(2)) != (":", ":");
        let has_next = self.text(1) == ":" && self.text(2) == ":";
        is_first
            && (has_next || self.in_use)
            && (matches!(self.text(0), "crate" | "super" | "self") || self.named(self.text(0)).is_some())
    }

    /// Reads a path, or the rest of one that has led to `place`, and records the modules that it leads to.
    fn path(&mut self, mut place: Vec<String>, mut is_first: bool) {
        let line = self.tokens[self.at].line;
        let is_in_macro = self.at > 0 && self.tokens[self.at - 1].text == "$";
        let name = loop {
            match self.text(0) {
                "{" => return self.group(&place),
                "crate" => place.clear(),
                "super" => {
                    place.pop();
                }
                "self" | "*" => {}
                name => {
                    let named = if is_first { self.named(name) } else { None };
                    match named {
                        Some(target) => place = target,
                        None => place.push(name.to_owned()),
                    }
                }
            }
            is_first = false;
            self.at += 1;
            if self.text(0) != ":" || self.text(1) != ":" {
                break self.tokens[self.at - 1].text;
            }
            self.at += 2;
        };
        if self.in_use {
            self.bind(name, &place);
        }
        let is_macro = self.text(0) == "!" && self.text(1) != "=";
        let end = (0..=place.len()).rev().find(|&end| self.is_module(&place[..end]));
        let target = place[..end.unwrap_or(0)].to_vec();
        // What a macro expands to finds the names of the crate root wherever it is called.
        let is_exported = target.is_empty() && (is_macro || is_in_macro);
        if target != self.module && !is_exported {
            self.found.push((line, target));
        }
    }

    /// Records the names that the end of a path in a `use` gives to modules; `name` is the last word of the path.
    fn bind(&mut self, name: &str, path: &[String]) {
        let around = self.place();
        let own = |name: &str| around.iter().cloned().chain([name.to_owned()]).collect();
        if name == "*" {
            let children = self
                .sources
                .keys()
                .filter(|module| module.split_last().is_some_and(|(_, parent)| parent == path));
            let bound = children.map(|child| (own(&child[path.len()]), child.clone()));
            self.names.extend(bound);
            return;
        }
        let name = match self.text(0) {
            "as" => Some(self.text(1).to_owned()),
            _ => path.last().cloned(),
        };
        if let Some(name) = name.filter(|_| self.is_module(path)) {
            self.names.insert(own(&name), path.to_vec());
        }
        if self.text(0) == "as" {
            self.at += 2;
        }
    }

    /// Reads `{a, b::{c, d}}` behind a path.
    fn group(&mut self, place: &[String]) {
        self.at += 1;
        while self.at < self.tokens.len() && self.text(0) != "}" {
            if self.text(0) == "," {
                self.at += 1;
            } else {
                self.path(place.to_vec(), false);
            }
        }
        self.at += 1;
    }
}
