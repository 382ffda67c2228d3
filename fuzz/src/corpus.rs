//! The cases of `compiler/tests/corpus` and texts of the dialects, as tokens, groups between brackets and lines, for splicing.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tvmlike_syntax::{Lexer, TokenKind};

/// A token of a text, with the space and comments in front of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    /// What stands before the token.
    pub gap: &'a [u8],
    /// The token itself.
    pub text: &'a [u8],
    /// Its kind.
    pub kind: TokenKind,
}

/// The tokens of a text.
pub fn pieces(text: &[u8]) -> Vec<Piece<'_>> {
    let mut lexer = Lexer::new(text);
    let mut pieces = Vec::new();
    let mut end = 0;
    loop {
        let token = lexer.next_token();
        let range = token.span.range();
        if token.kind == TokenKind::End {
            return pieces;
        }
        pieces.push(Piece {
            gap: &text[end..range.start],
            text: &text[range.clone()],
            kind: token.kind,
        });
        end = range.end;
    }
}

/// The first and last token of every pair of brackets.
pub fn groups(pieces: &[Piece<'_>]) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut groups = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece.text {
            b"(" | b"[" | b"{" | b"<" => open.push((index, piece.text[0])),
            b")" | b"]" | b"}" | b">" => {
                let wanted = match piece.text[0] {
                    b')' => b'(',
                    b']' => b'[',
                    b'}' => b'{',
                    _ => b'<',
                };
                if let Some(&(start, bracket)) = open.last()
                    && bracket == wanted
                {
                    open.pop();
                    groups.push((start, index));
                }
            }
            _ => {}
        }
    }
    groups
}

/// All cases.
#[derive(Debug)]
pub struct Corpus {
    /// The text of each case.
    pub cases: Vec<&'static [u8]>,
    /// The tokens of all cases.
    pub tokens: Vec<Piece<'static>>,
    /// The groups between brackets, as tokens.
    pub groups: Vec<Vec<Piece<'static>>>,
    /// The lines, as tokens.
    pub lines: Vec<Vec<Piece<'static>>>,
}

/// The folder with texts of every dialect, which `compiler/tests/custom_forms.py --write` makes.
const TEXTS: &str = "TVMLIKE_FUZZ_TEXTS";

/// The corpus of the IR, which is read once.
pub fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| read(&[folder(), folder().join("invalid")]))
}

/// The corpus of the dialects, which is read once: texts written by hand, and those in the folder that the environment
/// variable `TVMLIKE_FUZZ_TEXTS` names.
pub fn dialects() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let mut folders = vec![folder().join("dialects")];
        folders.extend(std::env::var_os(TEXTS).map(PathBuf::from));
        read(&folders)
    })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../compiler/tests/corpus")
}

fn read(folders: &[PathBuf]) -> Corpus {
    let mut corpus = Corpus {
        cases: Vec::new(),
        tokens: Vec::new(),
        groups: Vec::new(),
        lines: Vec::new(),
    };
    for folder in folders {
        add_folder(&mut corpus, folder);
    }
    corpus
}

fn add_folder(corpus: &mut Corpus, folder: &Path) {
    let entries = std::fs::read_dir(folder).expect("the folder of the corpus");
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.is_file()) {
        let text: &'static [u8] = std::fs::read(path).expect("a file of the corpus").leak();
        for case in split(text) {
            add_case(corpus, case);
        }
    }
}

/// The cases of a file, which lines that begin with `// -----` separate.
fn split(text: &[u8]) -> Vec<&[u8]> {
    const MARKER: &[u8] = b"// -----";
    let mut cases = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < text.len() {
        let end = text[at..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(text.len(), |length| at + length + 1);
        if text[at..end].starts_with(MARKER) {
            cases.push(&text[start..at]);
            start = end;
        }
        at = end;
    }
    cases.push(&text[start..]);
    cases
}

fn add_case(corpus: &mut Corpus, case: &'static [u8]) {
    let tokens = pieces(case);
    corpus.cases.push(case);
    for (start, end) in groups(&tokens) {
        if end - start <= 200 {
            corpus.groups.push(tokens[start..=end].to_vec());
        }
    }
    for line in case.split(|byte| *byte == b'\n') {
        let tokens = pieces(line);
        if !tokens.is_empty() {
            corpus.lines.push(tokens);
        }
    }
    corpus.tokens.extend(tokens);
}
