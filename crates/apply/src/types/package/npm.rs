//! JavaScript's: `npm`, for all users.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Asked, Manager, State, Version, succeed};
use crate::instance::{Cx, Failure};
use crate::system::System;
use crate::types::tool;

pub struct Npm;

impl Manager for Npm {
    fn name(&self) -> &'static str {
        "npm"
    }

    fn is_there(&self, asked: &Asked, system: &dyn System) -> bool {
        tool::find(asked.command.as_deref().unwrap_or("npm"), system).is_some()
    }

    fn list(&self, _asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, Failure> {
        // It fails where something in its tree is not as it should be, and tells all the same.
        let output = tool::run(&tool::command(tool::words(&["npm", "list", "--json", "--global"])), cx.system)?;
        let said = output.text();
        let json: Json = said.find('{').and_then(|at| serde_json::from_str(said.get(at..)?.trim_end()).ok()).unwrap_or_default();
        let all = json.get("dependencies").and_then(Json::as_object).cloned().unwrap_or_default();
        let version = |it: &Json| it.get("version").and_then(Json::as_str).map(str::to_owned);
        Ok(all.iter().filter_map(|(name, it)| Some((name.clone(), State::of(version(it)?)))).collect())
    }

    fn latest(&self, asked: &Asked, _is: &Json, cx: &mut Cx<'_>) -> Result<Option<String>, Failure> {
        let said = succeed(tool::words(&["npm", "view", asked.source.as_deref().unwrap_or(&asked.name), "version"]), &[], cx)?;
        Ok(said.lines().last().map(|it| it.trim().to_owned()))
    }

    fn install(&self, asked: &Asked, version: Version<'_>, _is: &State, cx: &mut Cx<'_>) -> Result<(), Failure> {
        let package = match (&asked.source, version) {
            (Some(source), _) => source.clone(),
            (None, Version::This(version)) => format!("{}@{version}", asked.name),
            (None, Version::Latest) => format!("{}@latest", asked.name),
            (None, Version::Any) => asked.name.clone(),
        };
        let mut words = tool::words(&["npm", "install", "--global"]);
        words.extend(asked.install_options.iter().cloned());
        words.push(package);
        succeed(words, &[], cx).map(drop)
    }

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), Failure> {
        let mut words = tool::words(&["npm", "uninstall", "--global"]);
        words.extend(asked.uninstall_options.iter().cloned());
        words.push(asked.name.clone());
        succeed(words, &[], cx).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::system::FileKind;
    use crate::transaction::tests::Run;

    #[test]
    fn what_is_listed_counts_though_the_list_fails() {
        let mut run = Run::new();
        run.memory.put("/usr/bin/npm", FileKind::File, 0o755, b"");
        let list = r#"npm ERR! extraneous
{"dependencies": {"here": {"version": "1.0.0"}, "old": {"version": "2.0.0"}, "odd": {}}}"#;
        for (line, code, said) in [("list *", 1, list), ("view here version", 0, "1.1.0\n"), ("*", 0, "")] {
            run.memory.answers.push((format!("/usr/bin/npm {line}"), code, said.to_owned()));
        }
        let npm = |ensure: &str| json!({"provider": "npm", "ensure": ensure});
        let told = run.tell(&[
            ("Package", "here", npm("latest")),
            ("Package", "new", json!({"provider": "npm", "ensure": "3.0.0", "install_options": ["--no-audit"]})),
            ("Package", "file", json!({"provider": "npm", "source": "/r/file.tgz"})),
            ("Package", "old", npm("absent")),
        ]);
        assert!(told.starts_with("Notice: /Stage[main]/Main/Package[here]/ensure: ensure changed '1.0.0' to '1.1.0'\n"), "{told}");
        let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/npm "));
        assert_eq!(
            all.filter(|it| !it.starts_with("list") && !it.starts_with("view")).collect::<Vec<_>>(),
            [
                "install --global here@latest",
                "install --global --no-audit new@3.0.0",
                "install --global /r/file.tgz",
                "uninstall --global old",
            ]
        );
    }
}
