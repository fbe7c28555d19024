//! `selboolean`: switches of the policy of SELinux, with `getsebool` and `setsebool`.

use serde_json::{Value as Json, json};

use super::wanted::Wanted;
use super::{provider, tool};
use crate::instance::{Cx, Failure, Instance, Obstacle};
use crate::subject::Subject;

const GET: &str = "/usr/sbin/getsebool";
const SET: &str = "/usr/sbin/setsebool";

pub struct Switch {
    wanted: Wanted,
    persists: bool,
}

impl Switch {
    pub fn new(subject: &Subject) -> Switch {
        let mut wanted = Wanted::of(subject);
        if let Some(value) = wanted.text("value") {
            wanted.put("value", json!(if matches!(value.as_str(), "on" | "true") { "on" } else { "off" }));
        }
        Switch { wanted, persists: subject.is_on("persistent") == Some(true) }
    }

    /// The name among the words of a program, which is not to take it for an option.
    fn named(&self) -> Vec<&str> {
        let name = self.wanted.name.as_str();
        if name.starts_with('-') { vec!["--", name] } else { vec![name] }
    }
}

impl Instance for Switch {
    fn provider(&self) -> Option<&'static str> {
        Some("getsetsebool")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let are_there = [GET, SET].iter().all(|it| tool::find(it, cx.system).is_some());
        provider::obstacle("selboolean", are_there.then_some(("getsetsebool", true)))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, Failure> {
        if self.wanted.names().is_empty() {
            return Ok(Vec::new());
        }
        let words = [vec![GET], self.named()].concat();
        let said = tool::succeed(&tool::command(tool::words(&words)), cx.system)?;
        let is = match said.trim_end() {
            said if said.ends_with(" on") => "on",
            said if said.ends_with(" off") => "off",
            said => return Err(Failure::new(format!("Invalid response '{said}' returned from getsebool"))),
        };
        Ok(self.wanted.names().into_iter().map(|it| (it, json!(is))).collect())
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), Failure> {
        let value = self.wanted.text("value").unwrap_or_default();
        let persists: &[&str] = if self.persists { &["-P"] } else { &[] };
        let words = [&[SET], persists, &self.named(), &[value.as_str()]].concat();
        let output = tool::run(&tool::command(tool::words(&words)), cx.system)?;
        if output.code == Some(0) {
            return Ok(());
        }
        // Its first line says why; what it says nothing of is told by its exit code.
        let said = output.text();
        match said.lines().next().filter(|it| !it.is_empty()) {
            Some(line) => Err(Failure::new(line)),
            None => Err(tool::failed(&words.join(" "), &output)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::system::FileKind;
    use crate::transaction::tests::Run;

    #[test]
    fn switches_are_turned() {
        let mut run = Run::new();
        let switch = |value: &str| json!({"value": value, "persistent": true});
        let told = run.tell(&[("Selboolean", "a", switch("on"))]);
        assert_eq!(told, "Error: Could not find a suitable provider for selboolean\n");
        for tool in ["getsebool", "setsebool"] {
            run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
        }
        run.memory.answers.push(("/usr/sbin/getsebool a".to_owned(), 0, "a --> off\n".to_owned()));
        run.memory.answers.push(("/usr/sbin/getsebool b".to_owned(), 0, "b --> off\n".to_owned()));
        run.memory.answers.push(("/usr/sbin/getsebool odd".to_owned(), 0, "what?\n".to_owned()));
        let told =
            run.tell(&[("Selboolean", "a", switch("true")), ("Selboolean", "b", switch("off")), ("Selboolean", "odd", switch("on"))]);
        assert!(told.starts_with("Notice: /Stage[main]/Main/Selboolean[a]/value: value changed 'off' to 'on'\nError:"), "{told}");
        assert!(told.contains("Invalid response 'what?' returned from getsebool"), "{told}");
        assert!(run.memory.ran.contains(&"/usr/sbin/setsebool -P a on".to_owned()), "{:?}", run.memory.ran);
    }

    #[test]
    fn what_cannot_be_turned_is_told_by_its_first_line() {
        let mut run = Run::new();
        for tool in ["getsebool", "setsebool"] {
            run.memory.put(&format!("/usr/sbin/{tool}"), FileKind::File, 0o755, b"");
        }
        for (line, code, said) in [
            ("getsebool -- -a", 0, "-a --> off\n"),
            ("setsebool -- -a on", 255, "Invalid boolean\nCould not change it\n"),
            ("getsebool b", 0, "b --> off\n"),
            ("setsebool b on", 3, ""),
        ] {
            run.memory.answers.push((format!("/usr/sbin/{line}"), code, said.to_owned()));
        }
        let told = run.tell(&[("Selboolean", "-a", json!({"value": "on"})), ("Selboolean", "b", json!({"value": "on"}))]);
        assert!(told.contains("Selboolean[-a]/value: change from 'off' to 'on' failed: Invalid boolean\n"), "{told}");
        assert!(told.contains("failed: Execution of '/usr/sbin/setsebool b on' returned 3: \n"), "{told}");
    }
}
