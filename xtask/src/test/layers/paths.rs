//! The modules that the paths of a source file lead to.
//!
//! Invariant: a path is resolved as the compiler resolves it, as far as modules go: from the crate root, from the module
//! that `super` names, or from a child of the module itself; names that other crates provide are none of these.

use super::Sources;

/// The lines and the targets of all paths to modules of the crate in a file.
pub(super) fn imports(module: &[String], text: &str, sources: &Sources) -> Vec<(usize, Vec<String>)> {
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
        module,
        inline: Vec::new(),
        sources,
        found: Vec::new(),
    };
    reader.read();
    reader.found
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
                        self.path(place);
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

    fn place(&self) -> Vec<String> {
        self.module.iter().chain(&self.inline).cloned().collect()
    }

    fn is_module(&self, path: &[String]) -> bool {
        self.sources.contains_key(path)
    }

    /// Whether a path begins here that may lead to a module of the crate.
    fn begins_path(&self) -> bool {
        let before = |back| self.at.checked_sub(back).map_or("", |at| self.tokens[at].text);
        let is_first = (before(1), before(2)) != (":", ":") && self.text(1) == ":" && self.text(2) == ":";
        is_first && {
            let mut child = self.place();
            child.push(self.text(0).to_owned());
            matches!(self.text(0), "crate" | "super" | "self") || self.is_module(&child)
        }
    }

    /// Reads a path, or the rest of one that has led to `place`, and records the modules that it leads to.
    fn path(&mut self, mut place: Vec<String>) {
        let line = self.tokens[self.at].line;
        loop {
            match self.text(0) {
                "{" => return self.group(&place),
                "crate" => place.clear(),
                "super" => {
                    place.pop();
                }
                "self" | "*" => {}
                name => place.push(name.to_owned()),
            }
            self.at += 1;
            if self.text(0) != ":" || self.text(1) != ":" {
                break;
            }
            self.at += 2;
        }
        let is_macro = self.text(0) == "!" && self.text(1) != "=";
        let end = (0..=place.len()).rev().find(|&end| self.is_module(&place[..end]));
        let target = place[..end.unwrap_or(0)].to_vec();
        if target != self.module && !(is_macro && target.is_empty()) {
            self.found.push((line, target));
        }
    }

    /// Reads `{a, b::{c, d}}` behind a path.
    fn group(&mut self, place: &[String]) {
        self.at += 1;
        while self.at < self.tokens.len() && self.text(0) != "}" {
            if self.text(0) == "," {
                self.at += 1;
            } else if self.text(0) == "as" {
                self.at += 2;
            } else {
                self.path(place.to_vec());
            }
        }
        self.at += 1;
    }
}
