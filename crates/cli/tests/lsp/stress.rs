//! Order under load: 20,000 edits with 2,000 reads between them, none of which waits for another.
//!
//! Every version of the text says which one it is, in three ways that three features can see: the name of the class, its length, and the
//! number of lines. So each answer shows from which version it was made.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::client::Client;

const EDITS: i64 = 20_000;
const EDITS_BETWEEN_READS: i64 = 10;
const URI: &str = "file:///stress.pp";
const CONTENT_MODIFIED: i64 = -32801;

/// A version of the text. Versions that follow one another differ in all three respects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Version(i64);

impl Version {
    fn name(self) -> String {
        let Version(number) = self;
        format!("v{number}_{}", "x".repeat(usize::try_from(number % 61).unwrap()))
    }

    fn empty_lines(self) -> i64 {
        self.0 % 13
    }

    fn text(self) -> String {
        let filler: String = (0..40).map(|number| format!("  file {{ '/tmp/{number}': mode => '0644' }} # é😀\n")).collect();
        format!("class {} {{\n{filler}{}}}\n", self.name(), "\n".repeat(usize::try_from(self.empty_lines()).unwrap()))
    }

    /// The line of the class's closing bracket.
    fn last_line(self) -> i64 {
        41 + self.empty_lines()
    }

    /// Edits from the previous version to this one: two changes of which the second depends on the first.
    fn changes(self) -> Value {
        let before = Version(self.0 - 1);
        let range = |l1: i64, c1: usize, l2: i64, c2: usize| json!({ "start": { "line": l1, "character": c1 }, "end": { "line": l2, "character": c2 } });
        let lines = "\n".repeat(usize::try_from(self.empty_lines()).unwrap());
        json!([
            { "range": range(0, 6, 0, 6 + before.name().len()), "text": self.name() },
            { "range": range(41, 0, before.last_line(), 0), "text": lines },
        ])
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
enum Read {
    Symbols,
    Folding,
    Tokens,
    Selection,
}

impl Read {
    const ALL: [Read; 4] = [Read::Symbols, Read::Folding, Read::Tokens, Read::Selection];

    fn send(self, client: &mut Client, uri: &str) -> i64 {
        let document = json!({ "uri": uri });
        match self {
            Read::Symbols => client.ask("textDocument/documentSymbol", json!({ "textDocument": document })),
            Read::Folding => client.ask("textDocument/foldingRange", json!({ "textDocument": document })),
            Read::Tokens => client.ask("textDocument/semanticTokens/full", json!({ "textDocument": document })),
            Read::Selection => {
                let positions = json!([{ "line": 0, "character": 7 }]);
                client.ask("textDocument/selectionRange", json!({ "textDocument": document, "positions": positions }))
            }
        }
    }

    /// Whether a result was made from a version.
    fn is_of(self, result: &Value, version: Version) -> bool {
        let length = json!(version.name().len());
        match self {
            Read::Symbols => result[0]["name"] == json!(version.name()),
            Read::Folding => result[0]["endLine"] == json!(version.last_line() - 1),
            Read::Tokens => result["data"][7] == length,
            Read::Selection => result[0]["range"]["end"]["character"] == json!(6 + version.name().len()),
        }
    }
}

#[test]
fn no_read_is_stale_and_no_edit_is_lost() {
    let mut client = Client::start();
    client.open(URI, &Version(0).text());

    let mut sent: HashMap<i64, (Read, Version)> = HashMap::new();
    for number in 1..=EDITS {
        let version = Version(number);
        client.change(URI, number + 1, version.changes());
        if number % EDITS_BETWEEN_READS == 0 {
            let read = Read::ALL[usize::try_from(number / EDITS_BETWEEN_READS).unwrap() % Read::ALL.len()];
            sent.insert(read.send(&mut client, URI), (read, version));
        }
    }
    assert_eq!(sent.len(), 2_000);

    let mut refused: HashMap<Read, usize> = HashMap::new();
    let mut stale = Vec::new();
    for (id, (read, version)) in &sent {
        let answer = client.answer(*id);
        match answer["error"]["code"].as_i64() {
            Some(CONTENT_MODIFIED) => *refused.entry(*read).or_default() += 1,
            Some(_) => panic!("{read:?} of {version:?}: {answer}"),
            None if read.is_of(&answer["result"], *version) => {}
            None => stale.push((*read, *version)),
        }
    }
    assert_eq!(stale, [], "{} of 2,000 answers are of another version than was asked about", stale.len());
    for read in [Read::Symbols, Read::Folding, Read::Tokens] {
        assert_eq!(refused.get(&read), None, "{read:?} refused");
    }
    let others = refused.get(&Read::Selection).copied().unwrap_or_default();
    assert!(others * 20 <= 500, "{others} of 500 others refused as modified");

    // Findings were published in the order of the versions, and those of the last version are there.
    let is_last = |message: &Value| message["params"]["uri"] == URI && message["params"]["version"] == json!(EDITS + 1);
    let mut versions: Vec<Value> = vec![client.wait("the last findings", is_last)["params"]["version"].clone()];
    let others = client.rest().into_iter().filter(|message| message["method"] == "textDocument/publishDiagnostics");
    versions.splice(0..0, others.map(|message| message["params"]["version"].clone()));
    assert!(versions.is_sorted_by_key(|version| version.as_i64()), "{versions:?}");

    // After the last edit everything is answered, and the text is what the edits say: everything in it lies where it
    // lies in a document that was opened with the same text.
    let last = Version(EDITS);
    client.open("file:///fresh.pp", &last.text());
    for read in Read::ALL {
        let results: Vec<Value> =
            [URI, "file:///fresh.pp"].map(|uri| read.send(&mut client, uri)).map(|id| client.answer(id)["result"].clone()).into();
        assert!(read.is_of(&results[0], last), "{read:?}: {}", results[0]);
        let without_id = |result: &Value| if read == Read::Tokens { result["data"].clone() } else { result.clone() };
        assert_eq!(without_id(&results[0]), without_id(&results[1]), "{read:?}");
    }
    client.finish();
}
