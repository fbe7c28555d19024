//! Replays a script and measures it.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::editor::{Editor, uri};
use super::process;
use super::script::{Question, Step};

/// Times in milliseconds, in the order in which they were measured.
#[derive(Debug, Default)]
pub struct Times(pub Vec<f64>);

impl Times {
    fn add(&mut self, time: Duration) {
        self.0.push(time.as_secs_f64() * 1000.0);
    }

    /// As many of a hundred took no longer.
    pub fn at(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let index = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        sorted.get(index).copied().unwrap_or_default()
    }
}

/// Times of typing into one file.
#[derive(Debug, Default)]
pub struct Keystrokes {
    pub bytes: usize,
    /// Until the first findings of the new text, those of the first fact set.
    pub first: Times,
    /// Until all findings were there.
    pub all: Times,
    /// Processor time of the server until then.
    pub processor: Times,
}

/// Times of a whole script.
#[derive(Debug, Default)]
pub struct Measured {
    /// By the path below the workspace.
    pub files: BTreeMap<String, Keystrokes>,
    /// The same of single characters anywhere in a file.
    pub anywhere: BTreeMap<String, Keystrokes>,
    pub completion: Times,
    pub questions: BTreeMap<Question, Times>,
    /// Questions that had no answer.
    pub unanswered: usize,
    /// Whether the server completes anything.
    pub completes: bool,
}

/// An open document and the cursor in it.
pub struct Document {
    pub path: PathBuf,
    uri: String,
    pub text: String,
    version: i64,
    at: usize,
}

impl Document {
    /// Opens a file.
    pub fn open(editor: &mut Editor, path: &Path) -> Result<Document, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Document::of_text(editor, path, text)
    }

    /// Opens a text as if a file held it.
    pub fn of_text(editor: &mut Editor, path: &Path, text: String) -> Result<Document, String> {
        let uri = uri(path);
        let language = if path.extension().is_some_and(|it| it == "sls") { "sls" } else { "puppet" };
        let item = json!({ "uri": uri, "languageId": language, "version": 0, "text": text });
        editor.notify("textDocument/didOpen", json!({ "textDocument": item }))?;
        Ok(Document { path: path.to_owned(), uri, text, version: 0, at: 0 })
    }

    /// Waits for the first findings of the text as it is.
    pub fn first_findings(&self, editor: &mut Editor) -> Result<Instant, String> {
        editor.published(&self.uri, self.version)
    }

    /// Waits for the findings of the text as it is: the first that come, and all.
    pub fn findings(&self, editor: &mut Editor) -> Result<(Instant, Instant, Vec<Value>), String> {
        let first = self.first_findings(editor)?;
        let (all, report) = editor.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": self.uri } }))?;
        Ok((first, all, report["items"].as_array().cloned().unwrap_or_default()))
    }

    /// Findings that the editor shows last.
    pub fn shown(&self, editor: &Editor) -> Vec<Value> {
        editor.shown.get(&self.uri).map(|it| it.1.clone()).unwrap_or_default()
    }

    pub fn go_behind(&mut self, text: &str) -> Result<(), String> {
        let at = self.text.find(text).ok_or_else(|| format!("{}: no {text:?}", self.path.display()))?;
        self.at = at + text.len();
        Ok(())
    }

    /// Puts the cursor at the beginning of the line in the middle.
    pub fn go_to_the_middle(&mut self) {
        let lines = self.text.split_inclusive('\n').count();
        self.at = self.text.split_inclusive('\n').take(lines / 2).map(str::len).sum();
    }

    /// Replaces characters before the cursor by a text.
    pub fn edit(&mut self, editor: &mut Editor, back: usize, text: &str) -> Result<(), String> {
        let start = self.at.saturating_sub(back);
        let range = json!({ "start": self.position(start), "end": self.position(self.at) });
        self.text.replace_range(start..self.at, text);
        self.at = start + text.len();
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": text }] });
        editor.notify("textDocument/didChange", params)
    }

    /// The parameters of a question about a place.
    pub fn place(&self, at: usize) -> Value {
        json!({ "textDocument": { "uri": self.uri }, "position": self.position(at) })
    }

    fn position(&self, at: usize) -> Value {
        let before = &self.text[..at];
        let line = before.rfind('\n').map_or(0, |it| it + 1);
        json!({ "line": before.matches('\n').count(), "character": before[line..].encode_utf16().count() })
    }

    /// Inserts a character or takes one away, and undoes that: two keystrokes.
    fn edit_and_undo(&mut self, editor: &mut Editor, (at, inserted): Edit, into: &mut Keystrokes) -> Result<(), String> {
        let there = self.text[at..].chars().next().map(String::from).unwrap_or_default();
        let cursor = self.at;
        match inserted {
            Some(text) => {
                self.at = at;
                self.keystroke(editor, 0, text, into)?;
                self.keystroke(editor, text.len(), "", into)?;
            }
            None => {
                self.at = at + there.len();
                self.keystroke(editor, there.len(), "", into)?;
                self.keystroke(editor, 0, &there, into)?;
            }
        }
        self.at = cursor;
        Ok(())
    }

    pub fn keystroke(&mut self, editor: &mut Editor, back: usize, text: &str, into: &mut Keystrokes) -> Result<(), String> {
        let before = process::processor_time(editor.process());
        let start = Instant::now();
        self.edit(editor, back, text)?;
        let (first, all, _) = self.findings(editor)?;
        into.first.add(first.duration_since(start));
        into.all.add(all.duration_since(start));
        into.processor.0.push(process::processor_time(editor.process()) - before);
        // As fast as nobody types, and slow enough that each keystroke is one of its own.
        std::thread::sleep(Duration::from_millis(2));
        Ok(())
    }
}

/// Characters to insert: each may leave the text as it was to Puppet, or tear it apart.
const CHARACTERS: [&str; 12] = ["a", "e", "x", "1", " ", "_", "$", "'", "\"", "{", "}", ","];

/// A place of a text, and the character that is inserted there; none to take the one away that stands there.
type Edit = (usize, Option<&'static str>);

/// A number of pseudo-random places of a text, the same ones each time.
fn places(text: &str, count: usize) -> Vec<Edit> {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or_default()
    };
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    (0..count)
        .map(|number| {
            let at = starts.get(next(starts.len())).copied().unwrap_or_default();
            (at, (number % 2 == 0).then(|| CHARACTERS[next(CHARACTERS.len())]))
        })
        .collect()
}

/// Replays a script in a workspace. What is left open is handed back.
pub fn replay(editor: &mut Editor, workspace: &Path, steps: &[Step]) -> Result<(Measured, Vec<Document>), String> {
    let mut measured = Measured { completes: !editor.capabilities["completionProvider"].is_null(), ..Measured::default() };
    let mut documents: HashMap<String, Document> = HashMap::new();
    let mut current = String::new();
    for step in steps {
        if let Step::Open(path) = step {
            current.clone_from(path);
            if !documents.contains_key(path) {
                let document = Document::open(editor, &workspace.join(path))?;
                document.findings(editor)?;
                measured.files.entry(path.clone()).or_default().bytes = document.text.len();
                documents.insert(path.clone(), document);
            }
            continue;
        }
        let document = documents.get_mut(&current).ok_or("no file is open")?;
        let keystrokes = measured.files.entry(current.clone()).or_default();
        match step {
            Step::Open(_) => {}
            Step::After(text) => document.go_behind(text)?,
            Step::Type(text) => {
                for c in text.chars() {
                    document.keystroke(editor, 0, c.encode_utf8(&mut [0; 4]), keystrokes)?;
                }
            }
            Step::Back(count) => {
                for _ in 0..*count {
                    document.keystroke(editor, 1, "", keystrokes)?;
                }
            }
            Step::Anywhere(count) => {
                let keystrokes = measured.anywhere.entry(current.clone()).or_default();
                keystrokes.bytes = document.text.len();
                for place in places(&document.text, *count) {
                    document.edit_and_undo(editor, place, keystrokes)?;
                }
            }
            Step::Complete if measured.completes => {
                let start = Instant::now();
                let (at, _) = editor.ask("textDocument/completion", document.place(document.at))?;
                measured.completion.add(at.duration_since(start));
            }
            Step::Complete => {}
            Step::Ask(question, text) => {
                let at = document.text.find(text.as_str()).ok_or_else(|| format!("{current}: no {text:?}"))?;
                let (method, mut params) = (method(*question), document.place(at + text.len().saturating_sub(1)));
                params["context"] = json!({ "includeDeclaration": true });
                let start = Instant::now();
                let (at, answer) = editor.ask(method, params)?;
                measured.questions.entry(*question).or_default().add(at.duration_since(start));
                measured.unanswered += usize::from(answer.is_null());
            }
        }
    }
    Ok((measured, documents.into_values().collect()))
}

fn method(question: Question) -> &'static str {
    match question {
        Question::Hover => "textDocument/hover",
        Question::Definition => "textDocument/definition",
        Question::References => "textDocument/references",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_each_time_and_lie_in_the_text() {
        let text = "class a { é }\n".repeat(50);
        let all = places(&text, 40);
        assert_eq!(all, places(&text, 40));
        assert!(all.iter().all(|(at, _)| text.is_char_boundary(*at) && *at < text.len()));
        assert_eq!(all.iter().filter(|(_, inserted)| inserted.is_some()).count(), 20);
        let different: std::collections::BTreeSet<usize> = all.iter().map(|it| it.0).collect();
        assert!(different.len() > 30);
    }
}
