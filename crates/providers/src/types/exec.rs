//! `exec`: a command.

mod command;
mod environment;

use std::time::Duration;

use serde_json::{Value as Json, json};
use smol_str::SmolStr;

use self::command::{Failed, Words};
use crate::instance::{Cx, Instance, ProviderError};
use crate::log::Level;
use crate::subject::Subject;
use machine::Output;

/// How long a command may take where nothing is said.
const PATIENCE: f64 = 300.0;

pub struct Exec {
    command: Words,
    refresh: Option<Words>,
    is_secret: bool,
    hides_refresh: bool,
    /// Whether its output may contain its input.
    hides_output: bool,
    /// The exit codes that are good.
    returns: Vec<String>,
    tries: u64,
    pause: Duration,
    logged: Logged,
    runner: command::Runner,
    /// A check said no to the last refresh.
    is_idle: bool,
    /// Output of the checks.
    checked: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Logged {
    Always,
    Never,
    OnFailure,
    /// At a level of its own.
    At(Level),
}

impl Exec {
    pub fn new(subject: &Subject) -> Exec {
        let command = subject.value("command").map_or_else(|| Words::Line(subject.title.to_string()), Words::from_value);
        let returns = match subject.texts("returns") {
            none if none.is_empty() => vec!["0".to_owned()],
            some => some,
        };
        let number = |name: &str| subject.text(name).and_then(|it| it.parse::<f64>().ok());
        let seconds = |it: f64| Duration::try_from_secs_f64(it.max(0.0)).ok();
        let is_secret = ["command", "onlyif", "unless"].iter().any(|it| subject.is_sensitive(it));
        Exec {
            command,
            refresh: subject.value("refresh").map(Words::from_value),
            is_secret,
            hides_refresh: is_secret || subject.is_sensitive("refresh"),
            hides_output: is_secret || subject.is_sensitive("environment"),
            returns,
            tries: number("tries").map_or(1, |it| it.max(1.0) as u64),
            pause: number("try_sleep").and_then(seconds).unwrap_or_default(),
            logged: match subject.text("logoutput").as_deref() {
                Some("true") => Logged::Always,
                Some("false") => Logged::Never,
                Some(level) if level != "on_failure" => Level::of_name(level).map_or(Logged::OnFailure, Logged::At),
                _ => Logged::OnFailure,
            },
            runner: command::Runner::new(subject, number("timeout").or(Some(PATIENCE)).filter(|it| *it > 0.0).and_then(seconds)),
            is_idle: false,
            checked: Vec::new(),
        }
    }

    /// The checks in their order; those that say no end them.
    fn is_wanted(&mut self, cx: &mut Cx<'_>, refreshing: bool) -> Result<bool, ProviderError> {
        let subject = cx.subject;
        self.checked.clear();
        let command = if self.is_secret { "[command redacted]".to_owned() } else { self.command.text() };
        let failed = |cx: &mut Cx<'_>, check: &str| {
            cx.tell(Level::Debug, format!("'{command}' won't be executed because of failed check '{check}'"));
            Ok(false)
        };
        if !refreshing && subject.is_on("refreshonly") == Some(true) {
            return failed(cx, "refreshonly");
        }
        for path in subject.texts("creates") {
            cx.tell(Level::Debug, format!("Checking that 'creates' path '{path}' exists"));
            if matches!(cx.system.look(&path, true), Ok(Some(_))) {
                return failed(cx, "creates");
            }
            self.checked.push(format!("creates: {path} was not there"));
        }
        for (check, wanted) in [("unless", false), ("onlyif", true)] {
            let Some(commands) = subject.value(check) else { continue };
            for words in Words::several(commands) {
                let is_met = match self.runner.run(&words, self.is_secret, cx) {
                    Ok(output) => {
                        self.debug(&output, cx);
                        let shown = if self.is_secret { "[command redacted]".to_owned() } else { words.text() };
                        let code = output.code.map_or_else(|| "was ended by a signal".to_owned(), |it| format!("returned {it}"));
                        self.checked.push(format!("{check}: '{shown}' {code}"));
                        output.code == Some(0)
                    }
                    Err(Failed::Patience) => {
                        let shown = if self.is_secret { "[redacted]".to_owned() } else { words.inspected() };
                        cx.tell_of(Level::Err, Some(check), format!("Check {shown} exceeded timeout"));
                        return failed(cx, check);
                    }
                    Err(Failed::Reported(failure)) => return Err(failure),
                };
                if is_met != wanted {
                    return failed(cx, check);
                }
            }
        }
        Ok(true)
    }

    fn debug(&self, output: &Output, cx: &mut Cx<'_>) {
        if self.hides_output {
            cx.tell(Level::Debug, "[output redacted]");
        } else {
            for line in output.text().split('\n').filter(|it| !it.is_empty()) {
                cx.tell(Level::Debug, line);
            }
        }
    }

    fn run(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut last = None;
        for attempt in 1..=self.tries {
            if self.tries > 1 {
                cx.tell_of(Level::Debug, Some("returns"), format!("Exec try {attempt}/{}", self.tries));
            }
            let output = match self.runner.run(&self.command, self.is_secret, cx) {
                Ok(output) => output,
                Err(Failed::Patience) => return Err(ProviderError::new("Command exceeded timeout")),
                Err(Failed::Reported(failure)) => return Err(failure),
            };
            let is_good = self.is_good(&output);
            last = Some(output);
            if is_good {
                break;
            }
            if !self.pause.is_zero() && self.tries > 1 {
                cx.tell_of(Level::Debug, Some("returns"), format!("Sleeping for {} seconds between tries", self.pause.as_secs_f64()));
                cx.system.sleep(self.pause);
            }
        }
        let output = last.unwrap_or_default();
        let level = match self.logged {
            Logged::Always => Some(cx.subject.level),
            Logged::OnFailure if !self.is_good(&output) => Some(cx.subject.level),
            Logged::At(level) => Some(level),
            Logged::OnFailure | Logged::Never => None,
        };
        if let Some(level) = level {
            if self.hides_output {
                cx.tell_of(level, Some("returns"), "[output redacted]".to_owned());
            } else {
                let text = output.text();
                let text = text.trim_end_matches('\n');
                for line in text.split('\n').filter(|_| !text.is_empty()) {
                    cx.tell_of(level, Some("returns"), line.to_owned());
                }
            }
            if output.is_cut {
                cx.tell_of(level, Some("returns"), "(further output was discarded)".to_owned());
            }
        }
        if self.is_good(&output) {
            return Ok(());
        }
        let expected = self.returns.join(",");
        let ended = match (output.code, output.signal) {
            (Some(code), _) => format!("returned {code}"),
            (None, Some(signal)) => format!("was ended by signal {signal}"),
            (None, None) => "returned ".to_owned(),
        };
        let command = if self.is_secret { "[command redacted]".to_owned() } else { format!("'{}'", self.command.text()) };
        Err(ProviderError::new(format!("{command} {ended} instead of one of [{expected}]")))
    }

    fn is_good(&self, output: &Output) -> bool {
        output.code.is_some_and(|code| self.returns.contains(&code.to_string()))
    }
}

impl Instance for Exec {
    fn provider(&self) -> Option<&'static str> {
        Some(if self.runner.is_shell { "shell" } else { "posix" })
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let is = if self.is_wanted(cx, false)? { json!("notrun") } else { json!(self.returns) };
        Ok(vec![("returns".to_owned(), is)])
    }

    fn should(&self, property: &str) -> Option<Json> {
        (property == "returns").then(|| json!(self.returns))
    }

    fn is_in_sync(&mut self, _property: &str, is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(*is == json!(self.returns))
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.run(cx)
    }

    fn event_name(&self, _property: &str) -> SmolStr {
        SmolStr::new_static("executed_command")
    }

    fn change(&self, _property: &str, _is: &Json, _should: &Json, _cx: &mut Cx<'_>) -> String {
        "executed successfully".to_owned()
    }

    fn refreshes(&self) -> bool {
        true
    }

    fn was_refreshed(&self) -> bool {
        !self.is_idle
    }

    fn checks(&self) -> Vec<String> {
        self.checked.clone()
    }

    fn works_beside_others(&self) -> bool {
        true
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.is_idle = !self.is_wanted(cx, true)?;
        if self.is_idle {
            return Ok(());
        }
        match &self.refresh {
            Some(words) => match self.runner.run(words, self.hides_refresh, cx) {
                Ok(_) => Ok(()),
                Err(Failed::Patience) => Err(ProviderError::new("execution expired")),
                Err(Failed::Reported(failure)) => Err(failure),
            },
            None => self.run(cx),
        }
    }
}
