//! `group`: groups of users, with `groupadd` and its family.

use serde_json::{Value as Json, json};

use super::accounts;
use crate::instance::{Cx, Failure, Found, Instance, Obstacle};
use crate::show::shown;
use crate::subject::Subject;
use crate::types::tool;
use crate::types::wanted::Wanted;

pub struct Group {
    wanted: Wanted,
    allows_duplicates: bool,
    is_system: bool,
}

impl Group {
    pub fn new(subject: &Subject) -> Group {
        let mut wanted = Wanted::of(subject);
        // Those of other systems have them.
        ["members", "attributes"].iter().for_each(|it| wanted.forget(it));
        if let Some(number) = wanted.text("gid").and_then(|it| it.parse::<i64>().ok()) {
            wanted.put("gid", json!(number));
        }
        if wanted.should("ensure").is_none() {
            wanted.put("ensure", json!("present"));
        }
        let on = |name: &str| subject.is_on(name) == Some(true);
        Group { wanted, allows_duplicates: on("allowdupe"), is_system: on("system") }
    }

    fn run(&self, words: Vec<String>, what: &str, cx: &mut Cx<'_>) -> Result<(), Failure> {
        let done = tool::succeed(&tool::command(words), cx.system);
        done.map(drop).map_err(|it| Failure::new(format!("{what}: {}", it.message)))
    }
}

impl Instance for Group {
    fn provider(&self) -> Option<&'static str> {
        Some("groupadd")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let is_missing = ["groupadd", "groupdel", "groupmod"].iter().any(|it| tool::find(it, cx.system).is_none());
        is_missing.then(|| Obstacle::NoProvider("group".to_owned()))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, Failure> {
        let name = self.wanted.name.clone();
        if name.starts_with('-') || name.contains([':', '\n', ',']) {
            return Err(Failure::new(format!("{} cannot be the name of a group", shown(&json!(name)))));
        }
        Ok(match accounts::group(&name, cx) {
            None => self.wanted.retrieved(json!("absent"), |_| Json::Null),
            Some(group) => self.wanted.retrieved(json!("present"), |property| match property {
                "gid" => json!(group.gid),
                _ => json!("absent"),
            }),
        })
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), Failure> {
        let name = self.wanted.name.clone();
        if property == "ensure" && self.wanted.is_absent() {
            return self.run(tool::words(&["groupdel", &name]), &format!("Could not delete group {name}"), cx);
        }
        let program = if property == "ensure" { "groupadd" } else { "groupmod" };
        let mut words = tool::words(&[program]);
        if let Some(gid) = self.wanted.text("gid") {
            words.extend(["-g".to_owned(), gid]);
        }
        if self.allows_duplicates {
            words.push("-o".to_owned());
        }
        if self.is_system && property == "ensure" {
            words.push("-r".to_owned());
        }
        words.push(name.clone());
        let failed = match property {
            "ensure" => format!("Could not create group {name}"),
            property => format!("Could not set {property} on group[{name}]"),
        };
        self.run(words, &failed, cx)
    }
}

pub fn instances(cx: &mut Cx<'_>) -> Vec<Found> {
    let groups = accounts::groups(cx.system).into_iter();
    groups.map(|it| Found { type_name: "Group".to_owned(), title: it.name, parameters: Vec::new(), ..Found::default() }).collect()
}
