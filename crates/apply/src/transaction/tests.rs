mod improved;
mod jobs;
mod merged;
mod order;
mod owed;
mod planned;
mod puppet;
mod ruby;
mod secrets;
mod types;

use catalog::puppet::{NoTypes, from_json, relationship_graph};
use machine::FileKind;
use machine::memory::Memory;
use machine::memory::shared::Shared;
use providers::OfPuppet;
use serde_json::{Value as Json, json};

use super::*;

/// Keeps all messages as the console shows them.
struct CapturedLines {
    least: Level,
    lines: Vec<String>,
}

impl Sink for CapturedLines {
    fn least(&self) -> Level {
        self.least
    }

    fn record(&mut self, record: Record) {
        let source = if record.source == "Puppet" { String::new() } else { format!("{}: ", record.source) };
        self.lines.push(format!("{}: {source}{}\n", record.level.title(), record.message));
    }
}

impl Observer for CapturedLines {}

/// Test run: resources of the class Main as `(type, title, parameters)`.
pub(crate) struct Run {
    pub options: Options,
    least: Level,
    pub memory: Memory,
    state: State,
}

impl Run {
    pub fn new() -> Run {
        let mut memory = Memory::default();
        memory.put("/t", FileKind::Directory, 0o755, b"");
        for program in ["/bin", "/bin/true", "/bin/false", "/bin/echo", "/bin/touch", "/bin/meet"] {
            memory.put(program, if program == "/bin" { FileKind::Directory } else { FileKind::File }, 0o755, b"");
        }
        let common =
            providers::Options { checksum: "sha256".to_owned(), environment: "production".to_owned(), ..providers::Options::default() };
        let options = Options { common, ..Options::default() };
        Run { options, least: Level::Info, memory, state: State::default() }
    }

    pub fn apply(&mut self, resources: &[(&str, &str, Json)]) -> (String, Outcome) {
        let mut all = vec![
            json!({"type": "Stage", "title": "main", "tags": ["stage", "main"]}),
            json!({"type": "Class", "title": "main", "tags": ["class", "main"]}),
        ];
        let mut edges = vec![json!({"source": "Stage[main]", "target": "Class[main]"})];
        for (type_name, title, parameters) in resources {
            let mut resource =
                json!({"type": type_name, "title": title, "tags": [type_name.to_lowercase(), "class"], "parameters": parameters});
            let within = parameters.get("within").and_then(Json::as_str).unwrap_or("Class[main]").to_owned();
            if let Some(kind) = parameters.get("kind") {
                resource["kind"] = kind.clone();
            } else {
                resource["kind"] = json!("compilable_type");
            }
            if let Some(tags) = parameters.get("tag") {
                resource["tags"].as_array_mut().unwrap().extend(tags.as_array().unwrap().iter().cloned());
            }
            if let Some(sensitive) = parameters.get("sensitive") {
                resource["sensitive_parameters"] = sensitive.clone();
            }
            edges.push(json!({"source": within, "target": format!("{type_name}[{title}]")}));
            all.push(resource);
        }
        let text =
            json!({"name": "n", "environment": "production", "version": 1, "classes": [], "resources": all, "edges": edges}).to_string();
        let catalog = from_json(&text).unwrap();
        let (graph, problems) = relationship_graph(&catalog, &NoTypes);
        assert_eq!(problems, []);
        let mut captured = CapturedLines { least: self.least, lines: Vec::new() };
        let mut shared = Shared::new(std::mem::take(&mut self.memory));
        let transaction = Transaction::new(&catalog, &graph, &self.options, &OfPuppet, &mut shared, &mut captured, &mut self.state);
        assert_eq!(transaction.obstacle(), None);
        let outcome = transaction.run();
        self.memory = shared.take();
        (captured.lines.concat(), outcome)
    }

    /// The messages of a run.
    pub fn tell(&mut self, resources: &[(&str, &str, Json)]) -> String {
        self.apply(resources).0
    }
}

#[test]
fn every_line_is_puppets() {
    let log = Run::new().tell(&[
        ("File", "/t/a", json!({"content": "hello\n"})),
        ("Exec", "/bin/echo x", json!({"refreshonly": true, "logoutput": true, "subscribe": "File[/t/a]"})),
        ("Notify", "hi", json!({})),
        ("Exec", "/bin/false", json!({})),
        ("Notify", "after", json!({"require": "Exec[/bin/false]"})),
    ]);
    expect_test::expect![[r#"
        Notice: /Stage[main]/Main/File[/t/a]/ensure: defined content as '{sha256}5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03'
        Info: /Stage[main]/Main/File[/t/a]: Scheduling refresh of Exec[/bin/echo x]
        Notice: /Stage[main]/Main/Exec[/bin/echo x]/returns: echo said so
        Notice: /Stage[main]/Main/Exec[/bin/echo x]: Triggered 'refresh' from 1 event
        Notice: hi
        Notice: /Stage[main]/Main/Notify[hi]/message: defined 'message' as 'hi'
        Notice: /Stage[main]/Main/Exec[/bin/false]/returns: false said so
        Error: '/bin/false' returned 1 instead of one of [0]
        Error: /Stage[main]/Main/Exec[/bin/false]/returns: change from 'notrun' to ['0'] failed: '/bin/false' returned 1 instead of one of [0]
        Notice: /Stage[main]/Main/Notify[after]: Dependency Exec[/bin/false] has failures: true
        Warning: /Stage[main]/Main/Notify[after]: Skipping because of failed dependencies
        Info: Class[Main]: Unscheduling all events on Class[Main]
    "#]]
    .assert_eq(&log);
}
