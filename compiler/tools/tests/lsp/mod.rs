//! The language server with a scripted client.

mod client;

use client::{Client, shown};
use serde_json::{Value, json};

const TEXT: &str = "\
#map = affine_map<(d0) -> (d0 + 1)>
!vec = vector<4xf32>
func.func private @sink(!vec)
func.func @f(%x: i32, %v: !vec) -> i32 {
  %a, %b = arith.addui_extended %x, %x : i32, i1
  %two:2 = \"app.pair\"(%a) {t = \"é😀\", map = #map} : (i32) -> (i32, f32)
  call @sink(%v) : (!vec) -> ()
  cf.br ^end(%two#0 : i32)
^end(%r: i32):
  return %r : i32
}
// -----
module @other {
  func.func @g() {
    return
  }
  func.func @h() {
    func.call @g() : () -> ()
    return
  }
}
";

fn places(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(shown).collect()
}

fn labels(value: &Value) -> Vec<&str> {
    let items = value.as_array().expect("a list");
    items.iter().filter_map(|item| item["label"].as_str()).collect()
}

#[test]
fn names_lead_to_definitions_and_uses() {
    let mut client = Client::open(&["--allow-unregistered-dialect"], TEXT);
    assert_eq!(client.diagnostics(), [""; 0]);
    // Where a name is asked about; its definition; definition and uses.
    let cases: [(_, _, &[&str]); 9] = [
        (("%x", 2, 1), "3:13-15", &["3:13-15", "4:32-34", "4:36-38"]),
        (("%a", 0, 0), "4:2-4", &["4:2-4", "5:22-24"]),
        // The number of a result belongs to its name.
        (("#0", 0, 1), "5:2-6", &["5:2-6", "7:13-19"]),
        (("^end", 0, 2), "8:0-4", &["7:8-12", "8:0-4"]),
        (("%r", 1, 0), "8:5-7", &["8:5-7", "9:9-11"]),
        (("@sink", 1, 5), "2:18-23", &["2:18-23", "6:7-12"]),
        // Aliases. Columns count UTF-16 units.
        (
            ("!vec", 2, 0),
            "1:0-4",
            &["1:0-4", "2:24-28", "3:26-30", "6:20-24"],
        ),
        (("#map", 1, 3), "0:0-4", &["0:0-4", "5:44-48"]),
        // Symbols are looked up in their table, in the part of the document.
        (("@g", 1, 1), "13:12-14", &["13:12-14", "17:14-16"]),
    ];
    for (at, definition, all) in cases {
        let found = client.ask("definition", at);
        assert_eq!(shown(&found), definition, "{at:?}");
        let mut found = places(&client.ask("references", at));
        found.sort_by_key(|place| place.split(':').next().and_then(|line| line.parse::<u32>().ok()));
        assert_eq!(found, all, "{at:?}");
    }
    for nothing in [("arith", 0, 2), ("-> i32", 0, 1), ("// -----", 0, 4)] {
        assert_eq!(client.ask("definition", nothing), Value::Null, "{nothing:?}");
    }
    client.close();
}

#[test]
fn hovering_shows_types_and_records() {
    let mut client = Client::open(&["--allow-unregistered-dialect"], TEXT);
    for (at, wanted) in [
        (
            ("%a", 1, 1),
            "```mlir\n%a : i32\n```\n\nresult of `arith.addui_extended`",
        ),
        (("%two#0", 0, 2), "```mlir\n%two#0 : i32\n```"),
        (("%two:2", 0, 2), "%two#0 : i32\n%two#1 : f32"),
        (
            ("%v:", 0, 1),
            "%v : vector<4xf32>\n```\n\nargument of a block of `func.func`",
        ),
        (("^end", 0, 1), "^end(%r: i32):"),
        (("@sink", 1, 1), "func.func private @sink(!vec)"),
        (("!vec", 2, 1), "!vec = vector<4xf32>"),
        (
            ("addui_extended", 0, 3),
            "**Operands**\n\n- `lhs`: signless-integer-like\n",
        ),
        (("addui_extended", 0, 3), "`Commutative`"),
        (("return", 0, 1), "func.return attr-dict"),
    ] {
        let shown = client.ask("hover", at);
        let text = shown["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.contains(wanted), "{at:?}: {text}");
    }
    client.close();
}

#[test]
fn diagnostics_follow_edits() {
    let mut client = Client::open(&[], "func.func @f(%a: i32) {\n  return\n}\n");
    assert_eq!(client.diagnostics(), [""; 0]);
    let end = client.text.find("  return").expect("it is there");
    client.edit(end..end, "  %c = arith.addi %a, %b {t = \"é😀\"} : i32\n");
    assert_eq!(client.diagnostics(), ["1:22-24 use of undeclared SSA value name"]);
    let at = client.text.find("%b").expect("it is there");
    client.edit(at..at + 2, "%a");
    assert_eq!(client.diagnostics(), [""; 0]);
    // Of a text that parses, the verifier speaks.
    let at = client.text.find("return").expect("it is there");
    client.edit(at..at, "return ");
    assert_eq!(
        client.diagnostics(),
        ["2:2-8 'func.return' op must be the last operation in the parent block"]
    );
    let whole = client.text.len();
    client.edit(
        0..whole,
        "func.func @f(%a: i32) {\n  return %a : i32\n}\n// -----\n\"a.b\"() : () -> ()\n",
    );
    let found = client.diagnostics();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0],
        "1:2-8 'func.return' op has 1 operands, but enclosing function (@f) returns 0"
    );
    assert!(
        found[1].starts_with("4:5-6 operation being parsed with an unregistered dialect"),
        "{found:?}"
    );
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": client::URI}}),
    );
    client.close();
}

#[test]
fn completion_knows_what_is_in_scope() {
    let text = "\
func.func @callee(%far: i32) {
  return
}
func.func @f(%near: i32) {
  scf.if %c {
    %inner = arith.constant 1 : i32
  }
  %p:2 = func.call @
  ari
  arith.addu
  !vec
}
#map = 1
";
    let mut client = Client::open(&[], text);
    let found = client.ask("completion", ("func.call @", 0, 11));
    assert_eq!(labels(&found), ["@callee", "@f"]);
    // The operation is not complete, and nothing behind it was read.
    let found = client.ask("completion", ("scf.if %", 0, 8));
    assert_eq!(labels(&found), ["%near"]);
    assert_eq!(found[0]["detail"], "i32");
    let found = client.ask("completion", ("  ari", 0, 5));
    let names = labels(&found);
    assert!(names.contains(&"arith") && names.contains(&"return"), "{names:?}");
    let found = client.ask("completion", ("arith.addu", 0, 10));
    let names = labels(&found);
    assert!(names.contains(&"arith.addui_extended"), "{names:?}");
    assert_eq!(found[0]["textEdit"]["range"]["start"]["character"], 2);
    let found = client.ask("completion", ("!vec", 0, 4));
    let names = labels(&found);
    assert!(
        names.contains(&"!llvm") && !names.contains(&"!arith"),
        "{names:?}"
    );
    client.close();
}

#[test]
fn dialects_of_a_file_are_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("app.mlir");
    let dialect = "irdl.dialect @app {\n  irdl.operation @op {\n    %0 = irdl.is i32\n    irdl.operands(value: %0)\n  }\n}\n";
    std::fs::write(&file, dialect).expect("the folder is new");
    let option = format!("--irdl-file={}", file.display());
    let mut client = Client::open(
        &[&option],
        "func.func @f(%a: f32) {\n  \"app.op\"(%a) : (f32) -> ()\n  return\n}\n",
    );
    let found = client.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("1:2-10 "), "{found:?}");
    let found = client.ask("completion", ("\"app.", 0, 5));
    assert_eq!(labels(&found), ["app.op"]);
    let found = client.ask("hover", ("app.op", 0, 1));
    let text = found["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("- `value`: "), "{text}");
    client.close();
}

#[test]
fn every_prefix_of_a_text_is_answered() {
    let mut client = Client::open(&["--allow-unregistered-dialect"], "");
    let ends: Vec<usize> = TEXT.char_indices().map(|(at, _)| at).step_by(3).collect();
    for end in ends {
        let whole = client.text.len();
        client.edit(0..whole, &TEXT[..end]);
        let position = client.position(end);
        for method in ["definition", "references", "hover", "completion"] {
            let params = json!({
                "textDocument": {"uri": client::URI},
                "position": position,
                "context": {"includeDeclaration": false, "triggerKind": 1},
            });
            let response = client.request(&format!("textDocument/{method}"), params);
            assert!(response["error"].is_null(), "{response}");
        }
    }
    client.close();
}

#[test]
fn wrong_messages_do_not_end_the_session() {
    let mut client = Client::open(&[], "module {}\n");
    assert_eq!(client.diagnostics(), [""; 0]);
    client.notify("textDocument/didChange", json!({"textDocument": 1}));
    let log = client.receive();
    assert_eq!(log["method"], "window/logMessage");
    let text = log["params"]["message"].as_str().unwrap_or_default();
    assert!(text.starts_with("textDocument/didChange is ignored: "), "{text}");
    client.notify("$/unknown", Value::Null);
    for (body, id, code) in [
        ("{", Value::Null, -32700),
        ("[]", Value::Null, -32600),
        (r#"{"id": {}, "method": "shutdown"}"#, Value::Null, -32600),
        (r#"{"id": "a", "method": 1}"#, json!("a"), -32600),
        (r#"{"id": "a", "method": "initialize"}"#, json!("a"), -32600),
        (
            r#"{"id": 1e99, "method": "textDocument/rename"}"#,
            json!(1e99),
            -32601,
        ),
        (r#"{"id": -1, "method": "textDocument/hover"}"#, json!(-1), -32602),
    ] {
        client.send(&[body]);
        let answer = client.receive();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &json!(code)),
            "{body}"
        );
    }
    for (uri, line, character) in [
        ("file:///other", 9, 9),
        (client::URI, u32::MAX, u32::MAX),
        (client::URI, 0, 7),
    ] {
        let place = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
        let answer = client.request("textDocument/definition", place);
        assert_eq!(answer["result"], Value::Null);
    }
    client.close();
}

#[test]
fn a_session_has_a_beginning_and_an_end() {
    let mut client = Client::start(&[], "");
    let hover = json!({"textDocument": {"uri": client::URI}, "position": {"line": 0, "character": 0}});
    client.notify("initialized", json!({}));
    let answer = client.request("textDocument/hover", hover.clone());
    assert_eq!(answer["error"]["code"], -32002);
    let answer = client.request("initialize", Value::Null);
    assert_eq!(answer["result"]["capabilities"]["textDocumentSync"], 2);
    // `initialized` has no effect: clients send it late.
    let answer = client.request("textDocument/hover", hover.clone());
    assert_eq!(answer["result"], Value::Null);
    assert_eq!(client.request("shutdown", Value::Null)["result"], Value::Null);
    client.notify("$/setTrace", json!({"value": "off"}));
    let answer = client.request("textDocument/hover", hover);
    assert_eq!(answer["error"]["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), 0);
    // `exit` without `shutdown`, the end of the input, and what is no message.
    let mut client = Client::open(&[], "");
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), 1);
    assert_eq!(Client::open(&[], "").end(), 1);
}

#[test]
fn messages_that_wait_are_seen_together() {
    let mut client = Client::open(&[], "module {}\n");
    assert_eq!(client.diagnostics(), [""; 0]);
    let edit = |version: u32, text: &str| {
        let params = json!({
            "textDocument": {"uri": client::URI, "version": version},
            "contentChanges": [{ "text": text }],
        });
        json!({"method": "textDocument/didChange", "params": params}).to_string()
    };
    let big = "func.func private @f()\n".repeat(20_000);
    let hover = json!({
        "id": 7,
        "method": "textDocument/hover",
        "params": {"textDocument": {"uri": client::URI}, "position": {"line": 0, "character": 0}},
    });
    let hover = hover.to_string();
    let cancel = r#"{"method": "$/cancelRequest", "params": {"id": 7}}"#;
    client.send(&[
        &edit(2, &big),
        &edit(3, &big),
        &edit(4, "module {\n"),
        &hover,
        cancel,
    ]);
    let mut answer = client.receive();
    // On a busy machine an edit may be read alone, before the next one is written.
    while answer["params"]["version"]
        .as_u64()
        .is_some_and(|version| version < 4)
    {
        answer = client.receive();
    }
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(7), &json!(-32800)),
        "{answer}"
    );
    let shown = client.receive();
    assert_eq!(shown["params"]["version"], 4, "{shown}");
    client.close();
}

#[test]
fn long_documents_take_linear_time() {
    // A search of the whole text for each diagnostic or edit would take minutes.
    let count = 2000;
    let function = |index| format!("func.func @f{index}(%a: i32) -> i32 {{\n  return\n}}\n");
    let text: String = (0..count).map(function).collect();
    let mut client = Client::open(&[], &text);
    assert_eq!(client.diagnostics().len(), count);
    let at = json!({"line": 1, "character": 0});
    let change = json!({"range": {"start": at, "end": at}, "text": " "});
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": client::URI, "version": 1}, "contentChanges": vec![change; count]}),
    );
    assert_eq!(client.diagnostics().len(), count);
    client.close();
}
