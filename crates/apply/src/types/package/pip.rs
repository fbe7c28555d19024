//! Python's: `pip`.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Asked, Manager, State, Version, succeed};
use crate::instance::{Cx, Failure};
use crate::system::System;
use crate::types::tool;

pub struct Pip {
    pub name: &'static str,
    pub programs: &'static [&'static str],
}

impl Pip {
    fn command(&self, asked: &Asked, system: &dyn System) -> Option<String> {
        match &asked.command {
            Some(command) => tool::find(command, system),
            None => self.programs.iter().find_map(|it| tool::find(it, system)),
        }
    }

    fn run(&self, asked: &Asked, words: &[String], cx: &mut Cx<'_>) -> Result<String, Failure> {
        let missing = || Failure::new(format!("Provider {} package command is not functional on this host", self.name));
        let mut all = vec![self.command(asked, cx.system).ok_or_else(missing)?];
        all.extend(words.iter().cloned());
        succeed(all, &[], cx)
    }

    fn installed(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, Failure> {
        let said = self.run(asked, &tool::words(&["freeze", "--all"]), cx)?;
        Ok(said.lines().filter_map(read).collect())
    }
}

impl Manager for Pip {
    fn name(&self) -> &'static str {
        self.name
    }

    /// Puppet asks for the command only when a package is looked at.
    fn is_there(&self, _asked: &Asked, _system: &dyn System) -> bool {
        true
    }

    fn list(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<BTreeMap<String, State>, Failure> {
        if self.command(asked, cx.system).is_some() { self.installed(asked, cx) } else { Ok(BTreeMap::new()) }
    }

    fn query(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<Option<State>, Failure> {
        let listed = self.installed(asked, cx)?;
        Ok(listed.into_iter().find(|it| it.0.eq_ignore_ascii_case(&asked.name)).map(|it| it.1))
    }

    fn latest(&self, asked: &Asked, _is: &Json, cx: &mut Cx<'_>) -> Result<Option<String>, Failure> {
        // There is no such version: what there is instead is told.
        let mut words = vec!["install".to_owned(), format!("{}==9!0dev0+x", asked.name)];
        words.extend(asked.install_options.iter().cloned());
        let missing = || Failure::new(format!("Provider {} package command is not functional on this host", self.name));
        words.insert(0, self.command(asked, cx.system).ok_or_else(missing)?);
        let said = tool::run(&tool::command(words), cx.system)?.text();
        let versions = said.lines().find_map(|it| it.split_once("from versions: ")).and_then(|it| it.1.split_once(')')).map(|it| it.0);
        Ok(versions.and_then(|it| it.split(", ").last()).map(str::to_owned))
    }

    fn install(&self, asked: &Asked, version: Version<'_>, _is: &State, cx: &mut Cx<'_>) -> Result<(), Failure> {
        let mut words = tool::words(&["install", "-q"]);
        words.extend(asked.install_options.iter().cloned());
        match (&asked.source, version) {
            (Some(source), Version::This(version)) => words.push(format!("{source}@{version}#egg={}", asked.name)),
            (Some(source), _) => words.push(format!("{source}#egg={}", asked.name)),
            (None, Version::Latest) => words.extend(["--upgrade".to_owned(), asked.name.clone()]),
            (None, Version::Any) => words.push(asked.name.clone()),
            (None, Version::This(version)) if version.starts_with(['<', '>', '=', '~', '!']) => {
                let bounds: Vec<&str> = version.split_whitespace().collect();
                words.push(format!("{} {}", asked.name, bounds.join(",")));
            }
            (None, Version::This(version)) => words.push(format!("{}=={version}", asked.name)),
        }
        self.run(asked, &words, cx).map(drop)
    }

    fn uninstall(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), Failure> {
        self.run(asked, &tool::words(&["uninstall", "-y", "-q", &asked.name]), cx).map(drop)
    }
}

/// `NAME==VERSION`, or `NAME @ URL@VERSION`.
fn read(line: &str) -> Option<(String, State)> {
    if let Some((name, rest)) = line.split_once(" @ ") {
        return Some((name.to_owned(), State::of(rest.rsplit_once('@')?.1)));
    }
    let (name, version) = line.split_once("==")?;
    Some((name.to_owned(), State::of(version.trim_start_matches('=').trim_end())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::system::FileKind;
    use crate::transaction::tests::Run;

    #[test]
    fn versions_and_bounds_are_asked_for() {
        let mut run = Run::new();
        run.memory.put("/usr/bin/pip3", FileKind::File, 0o755, b"");
        let choices = "ERROR: Could not find a version that satisfies the requirement it (from versions: 1.0, 1.1, 2.0)\n";
        for (line, code, said) in [
            ("freeze --all", 0, "Flask==2.0\nold==1.0\nown @ git+https://x/own@abc\nit==1.0\n"),
            ("install it==9!0dev0+x", 1, choices),
            ("*", 0, ""),
        ] {
            run.memory.answers.push((format!("/usr/bin/pip3 {line}"), code, said.to_owned()));
        }
        let pip = |ensure: &str| json!({"provider": "pip3", "ensure": ensure});
        let told = run.tell(&[
            ("Package", "flask", pip("2.0")),
            ("Package", "own", pip("abc")),
            ("Package", "it", pip("latest")),
            ("Package", "new", json!({"provider": "pip3", "ensure": "1.2", "install_options": ["--user"]})),
            ("Package", "git", json!({"provider": "pip3", "ensure": "v1", "source": "git+https://x/y"})),
            ("Package", "old", pip("absent")),
        ]);
        assert!(told.starts_with("Notice: /Stage[main]/Main/Package[it]/ensure: ensure changed '1.0' to '2.0'\n"), "{told}");
        let all = run.memory.ran.iter().filter_map(|it| it.strip_prefix("/usr/bin/pip3 "));
        assert_eq!(
            all.filter(|it| !it.starts_with("freeze") && !it.contains("9!0")).collect::<Vec<_>>(),
            ["install -q --upgrade it", "install -q --user new==1.2", "install -q git+https://x/y@v1#egg=git", "uninstall -y -q old",]
        );
    }
}
