//! `augeas` of augeas_core: changes in the trees that Augeas makes of files. `augtool` does the work.

mod commands;
mod filter;
mod script;

use serde_json::{Value as Json, json};

use self::commands::Command;
use self::script::{Loading, Said, line, written};
use crate::instance::{Cx, Instance, Obstacle, ProviderError};
use crate::log::Level;
use crate::subject::Subject;
use crate::types::tool;

const PROVIDER: &str = "augeas";

/// The errors of all files.
const ERRORS: &str = "/augeas//error";
const SAVED: &str = "/augeas/events/saved";

/// Limit of skipped commands whose failure Puppet does not see.
const MOST_IGNORED: usize = 16;

pub struct Augeas {
    is_chosen: bool,
    context: String,
    changes: Vec<String>,
    filter: String,
    loading: Loading,
    /// The commands of which it is known that they succeed.
    tried: Option<Vec<Command>>,
    given_lenses: Vec<String>,
    force: bool,
    shows_diff: bool,
    is_secret: bool,
}

impl Augeas {
    pub fn new(subject: &Subject, shows_diff: bool) -> Augeas {
        let or = |name: &str, otherwise: &str| subject.text(name).unwrap_or_else(|| otherwise.to_owned());
        let single = subject.text("lens").zip(subject.text("incl"));
        let mut context = or("context", "");
        if let (true, Some((_, file))) = (context.is_empty(), &single) {
            context = format!("/files{file}");
        }
        let changes = match subject.value("changes") {
            Some(Json::String(text)) => text.lines().map(str::to_owned).collect(),
            _ => subject.texts("changes"),
        };
        Augeas {
            is_chosen: subject.value("provider").is_some(),
            changes,
            filter: or("onlyif", ""),
            loading: Loading {
                root: or("root", "/"),
                lenses: String::new(),
                checks: subject.is_on("type_check") == Some(true),
                useless: single.is_none().then(|| useless(&context)).flatten(),
                single,
            },
            tried: None,
            context,
            given_lenses: subject.texts("load_path"),
            force: subject.is_on("force") == Some(true),
            shows_diff: shows_diff && subject.is_on("show_diff") != Some(false),
            is_secret: subject.is_sensitive("changes"),
        }
    }

    /// Lens path: that of the manifest, then those of modules.
    fn lenses(&self, cx: &Cx<'_>) -> String {
        let given = self.given_lenses.iter().flat_map(|it| it.split(':')).filter(|it| !it.is_empty()).map(str::to_owned);
        let mut all: Vec<String> = given.collect();
        for folder in &cx.options.modules {
            for module in cx.system.list(folder).unwrap_or_default() {
                let lenses = format!("{folder}/{module}/lib/augeas/lenses");
                if matches!(cx.system.look(&lenses, true), Ok(Some(_))) {
                    all.push(lenses);
                }
            }
        }
        all.join(":")
    }

    fn commands(&self) -> Result<Vec<Command>, ProviderError> {
        commands::parsed(self.changes.iter().map(String::as_str), &self.context)
    }

    fn needs_to_run(&mut self, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        self.loading.lenses = self.lenses(cx);
        self.look_for_errors(cx)?;
        let filter = commands::parsed(self.filter.lines(), &self.context)?;
        if let Some(filter) = filter.first()
            && !filter::holds(filter, &self.context, &self.loading, cx.system)?
        {
            return Ok(false);
        }
        if self.force {
            return Ok(true);
        }
        let (said, number) = self.change("newfile", cx)?;
        let mut saved: Vec<String> = said.matched(number).into_iter().filter_map(|it| it.1).collect();
        saved.dedup();
        for file in &saved {
            let path = format!("{}{}", self.loading.root.trim_end_matches('/'), file.strip_prefix("/files").unwrap_or(file));
            self.show_difference(&path, cx);
            let new = format!("{path}.augnew");
            cx.system.remove_file(&new).map_err(|it| ProviderError::of_system(&it, &format!("@ apply2files - {new}")))?;
        }
        Ok(!saved.is_empty())
    }

    /// Says that a file cannot be read, and reads all files where the context leaves none of the lenses out.
    fn look_for_errors(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let useless = self.loading.useless.clone();
        let restricted = match (&self.loading.single, &useless) {
            (Some(_), _) => Some(ERRORS.to_owned()),
            (None, Some(useless)) => {
                let folder = self.context.strip_prefix("/files").unwrap_or(&self.context).trim_end_matches('/');
                let restricted = format!("/augeas/files{folder}//error");
                let lines = [line("match", &[useless]), line("match", &["/augeas/load/*"])];
                let said = self.loading.run_plainly(&lines, 0, cx.system)?;
                let leaves_some = said.matched(0).len() < said.matched(1).len();
                if !leaves_some {
                    self.loading.useless = None;
                }
                leaves_some.then_some(restricted)
            }
            (None, None) => None,
        };
        let Some(restricted) = restricted else { return Ok(()) };
        let said = self.loading.run(&[line("match", &[&restricted])], cx.system)?;
        if !said.matched(0).is_empty() {
            let message = "Loading failed for one or more files, see debug for /augeas//error output";
            cx.tell_of_provider(Level::Warning, PROVIDER, message);
        }
        Ok(())
    }

    /// The commands of which it is known that they succeed: files are written only when all goes well.
    fn good_commands(&mut self, cx: &mut Cx<'_>) -> Result<Vec<Command>, ProviderError> {
        if let Some(commands) = &self.tried {
            return Ok(commands.clone());
        }
        let mut commands = self.commands()?;
        for command in &commands {
            self.refuse(command)?;
        }
        let mut ignored = 0;
        while !self.succeed(&commands, cx)? {
            let first = self.first_failing(&commands, cx)?;
            let command = commands.remove(first.min(commands.len().saturating_sub(1)));
            ignored += 1;
            // Puppet does not see that these fail.
            if !matches!(command.name.as_str(), "set" | "rename") || ignored > MOST_IGNORED {
                let failed = self.failed(&command);
                return Err(ProviderError::new(format!("{failed}/{failed}")));
            }
        }
        self.tried = Some(commands.clone());
        Ok(commands)
    }

    /// Makes all changes. Gives what was said, and which of the answers names the files that were saved.
    fn change(&mut self, mode: &str, cx: &mut Cx<'_>) -> Result<(Said, usize), ProviderError> {
        let commands = self.good_commands(cx)?;
        let mut lines: Vec<String> = vec![line("set", &["/augeas/save", mode])];
        lines.extend(commands.iter().map(written));
        lines.push("save".to_owned());
        lines.push(line("match", &[SAVED]));
        let saved = lines.len() - 1;
        let said = self.loading.run(&lines, cx.system)?;
        if said.succeeded { Ok((said, saved)) } else { Err(ProviderError::new("Save failed, see debug output for details")) }
    }

    fn succeed(&self, commands: &[Command], cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        if commands.is_empty() {
            return Ok(true);
        }
        let lines: Vec<String> = commands.iter().map(written).collect();
        Ok(self.loading.run(&lines, cx.system)?.succeeded)
    }

    /// Which command fails first: `augtool` says only whether any does.
    fn first_failing(&self, commands: &[Command], cx: &mut Cx<'_>) -> Result<usize, ProviderError> {
        let (mut good, mut bad) = (0, commands.len());
        while good + 1 < bad {
            let middle = good + (bad - good) / 2;
            if self.succeed(commands.get(..middle).unwrap_or_default(), cx)? {
                good = middle;
            } else {
                bad = middle;
            }
        }
        Ok(bad.saturating_sub(1))
    }

    /// Refuses a command that is wrong for any tree.
    fn refuse(&self, command: &Command) -> Result<(), ProviderError> {
        if let ("ins" | "insert", Some(place)) = (command.name.as_str(), command.arguments.get(1))
            && !matches!(place.as_str(), "before" | "after")
        {
            return Err(ProviderError::new(format!("{}/Invalid value '{place}' for where param", self.failed(command))));
        }
        Ok(())
    }

    fn failed(&self, command: &Command) -> String {
        let params = if self.is_secret { "[redacted]".to_owned() } else { inspected(&command.arguments) };
        format!("Error sending command '{}' with params {params}", command.name)
    }

    fn show_difference(&self, path: &str, cx: &mut Cx<'_>) {
        if !self.shows_diff {
            return;
        }
        let level = cx.subject.level;
        if self.is_secret {
            cx.tell_of_provider(level, PROVIDER, "[diff redacted]");
            return;
        }
        let words = tool::words(&["diff", "-u", path, &format!("{path}.augnew")]);
        if let Ok(output) = cx.system.run(&machine::Command { words, ..machine::Command::default() }) {
            // What is not there yet is no news, and no difference either.
            let text = output.text();
            let lines: String = text.split_inclusive('\n').filter(|it| !it.starts_with("diff: ")).collect();
            cx.tell_of_provider(level, PROVIDER, &format!("\n{lines}"));
        }
    }
}

/// The lenses that read nothing within a context, where that is a plain path.
fn useless(context: &str) -> Option<String> {
    let folder = context.strip_prefix("/files/").filter(|it| !it.is_empty() && !it.contains(['\'', '"', '[', ']', '\n']))?;
    Some(format!("/augeas/load/*['/{}/' !~ glob(incl) + regexp('/.*')]", folder.trim_end_matches('/')))
}

/// Texts as Ruby shows a list of them.
fn inspected(all: &[String]) -> String {
    let shown: Vec<String> =
        all.iter().map(|it| format!("\"{}\"", it.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))).collect();
    format!("[{}]", shown.join(", "))
}

impl Instance for Augeas {
    fn provider(&self) -> Option<&'static str> {
        Some(PROVIDER)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        match (tool::find("augtool", cx.system), self.is_chosen) {
            (Some(_), _) => None,
            (None, true) => Some(Obstacle::NotFunctional(PROVIDER)),
            (None, false) => Some(Obstacle::NoProvider(PROVIDER.to_owned())),
        }
    }

    fn should(&self, property: &str) -> Option<Json> {
        (property == "returns").then(|| json!(0))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let is = if self.needs_to_run(cx)? { json!("need_to_run") } else { json!(0) };
        Ok(vec![("returns".to_owned(), is)])
    }

    fn is_in_sync(&mut self, _property: &str, is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(*is == json!(0))
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.change("overwrite", cx).map(|_| ())
    }

    fn change(&self, _property: &str, _is: &Json, _should: &Json, _cx: &mut Cx<'_>) -> String {
        "executed successfully".to_owned()
    }
}
