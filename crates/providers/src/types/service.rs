//! `service`: what runs, and what is started with the machine.

mod init;
mod processes;
mod runit;
mod systemd;

use serde_json::{Value as Json, json};
use smol_str::{SmolStr, format_smolstr};

use crate::instance::{Cx, Found, Instance, Obstacle, ProviderError};
use crate::log::Level;
use crate::show::shown;
use crate::subject::Subject;
use crate::types::wanted::Wanted;
use crate::types::{provider, tool};
use machine::{Output, System};

/// Parameters of a service besides its state.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub name: String,
    /// As messages name it.
    reference: String,
    pub has_status: bool,
    pub has_restart: bool,
    pub pattern: String,
    pub binary: Option<String>,
    pub paths: Vec<String>,
    /// Whether it is to be masked.
    pub masks: bool,
    start: Option<String>,
    stop: Option<String>,
    restart: Option<String>,
    status: Option<String>,
    /// A command is secret: so is what it says, as it may repeat any part of it.
    hides_commands: bool,
}

/// Action on a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Start,
    Stop,
    Restart,
    Status,
}

impl Action {
    pub fn name(self) -> &'static str {
        match self {
            Action::Start => "start",
            Action::Stop => "stop",
            Action::Restart => "restart",
            Action::Status => "status",
        }
    }
}

/// Service manager.
pub trait Manager: Sync {
    fn name(&self) -> &'static str;

    fn is_there(&self, system: &dyn System) -> bool;

    fn can_enable(&self) -> bool {
        true
    }

    /// The command of an action; none where there is none.
    fn command(&self, asked: &Asked, action: Action, cx: &mut Cx<'_>) -> Result<Option<Vec<String>>, ProviderError>;

    /// How it is enabled: `true`, `false`, `mask`.
    fn enabled(&self, _asked: &Asked, _cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        Ok("false".to_owned())
    }

    /// Whether nothing can be done about how it is enabled.
    fn is_fixed(&self, _asked: &Asked, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(false)
    }

    fn enable(&self, _asked: &Asked, _how: &str, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Before something is started.
    fn prepare(&self, _asked: &Asked, _action: Action, _cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        Ok(())
    }

    /// Whether it runs, where that is not the exit code of a command.
    fn is_running(&self, _asked: &Asked, _cx: &mut Cx<'_>) -> Result<Option<bool>, ProviderError> {
        Ok(None)
    }

    /// Message for a failed action.
    fn failure(&self, asked: &Asked, action: Action, failure: ProviderError, _cx: &mut Cx<'_>) -> ProviderError {
        let message = format!("Could not {} {}: {}", action.name(), asked.reference, failure.message);
        ProviderError::new(message)
    }

    /// The services that there are.
    fn list(&self, _cx: &mut Cx<'_>) -> Vec<String> {
        Vec::new()
    }
}

pub struct Service {
    manager: Option<&'static dyn Manager>,
    provider: Option<String>,
    wanted: Wanted,
    asked: Asked,
    /// The last refresh had nothing to do.
    is_idle: bool,
}

/// The managers that are tried where none is said.
const DEFAULTS: [&dyn Manager; 4] =
    [&systemd::Systemd, &init::Init { of_debian: true }, &init::Init { of_debian: false }, &processes::Base];

/// Whether a provider is here.
pub fn has_provider(provider: &str) -> bool {
    manager(provider).is_some()
}

fn manager(provider: &str) -> Option<&'static dyn Manager> {
    Some(match provider {
        "systemd" => &systemd::Systemd,
        "debian" => &init::Init { of_debian: true },
        "init" => &init::Init { of_debian: false },
        "runit" => &runit::Runit,
        "base" => &processes::Base,
        _ => return None,
    })
}

impl Service {
    pub fn new(subject: &Subject) -> Service {
        let provider = subject.text("provider");
        let wanted = Wanted::new(subject);
        let binary = subject.text("binary");
        let asked = Asked {
            name: wanted.name.clone(),
            reference: subject.reference.to_string(),
            has_status: subject.is_on("hasstatus") != Some(false),
            has_restart: subject.is_on("hasrestart") == Some(true),
            pattern: subject.text("pattern").or_else(|| binary.clone()).unwrap_or_else(|| wanted.name.clone()),
            binary,
            paths: subject.texts("path").iter().flat_map(|it| it.split(':')).map(str::to_owned).collect(),
            masks: wanted.should("enable").is_some_and(|it| it == "mask"),
            start: subject.text("start"),
            stop: subject.text("stop"),
            restart: subject.text("restart"),
            status: subject.text("status"),
            hides_commands: ["start", "stop", "restart", "status", "binary"].iter().any(|it| subject.is_sensitive(it)),
        };
        Service { manager: provider.as_deref().and_then(manager), provider, wanted, asked, is_idle: false }
    }

    fn manager(&mut self, system: &dyn System) -> Option<&'static dyn Manager> {
        if self.manager.is_none() && self.provider.is_none() {
            self.manager = DEFAULTS.iter().find(|it| it.is_there(system)).copied();
        }
        self.manager
    }

    fn is_running(&self, manager: &dyn Manager, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        if let Some(command) = &self.asked.status {
            return Ok(run(&shell(command), cx)?.code == Some(0));
        }
        if let Some(is_running) = manager.is_running(&self.asked, cx)? {
            return Ok(is_running);
        }
        match manager.command(&self.asked, Action::Status, cx)? {
            Some(words) => Ok(run(&words, cx)?.code == Some(0)),
            None => Ok(processes::find(&self.asked.pattern, cx)?.is_some()),
        }
    }

    /// Does something that has to succeed.
    fn act(&self, manager: &dyn Manager, action: Action, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let own = match action {
            Action::Start => &self.asked.start,
            Action::Stop => &self.asked.stop,
            Action::Restart => &self.asked.restart,
            Action::Status => &self.asked.status,
        };
        if action != Action::Stop {
            manager.prepare(&self.asked, action, cx)?;
        }
        if let Some(line) = own {
            let output = run(&shell(line), cx)?;
            return match output.code {
                Some(0) => Ok(()),
                _ => Err(manager.failure(&self.asked, action, self.failed(line, &output), cx)),
            };
        }
        match (manager.command(&self.asked, action, cx)?, action) {
            (Some(words), _) => {
                let command = as_it_is(words);
                let done = match self.asked.hides_commands {
                    true => tool::run(&command, cx.system).and_then(|it| match it.code {
                        Some(0) => Ok(()),
                        _ => Err(tool::failed_in_secret(&it)),
                    }),
                    false => tool::succeed(&command, cx.system).map(drop),
                };
                done.map_err(|it| manager.failure(&self.asked, action, it, cx))
            }
            (None, Action::Restart) => {
                self.act(manager, Action::Stop, cx)?;
                self.act(manager, Action::Start, cx)
            }
            (None, Action::Stop) => self.kill(cx),
            (None, _) => Err(ProviderError::new("Services must specify a start command or a binary")),
        }
    }

    /// Message for a failed command of the manifest.
    fn failed(&self, line: &str, output: &Output) -> ProviderError {
        if self.asked.hides_commands { tool::failed_in_secret(output) } else { tool::failed(line, output) }
    }

    fn kill(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(process) = processes::find(&self.asked.pattern, cx)? else {
            let provider = self.manager.map_or("base", Manager::name);
            cx.tell_of_provider(Level::Info, provider, &format!("{} is not running", self.asked.name));
            return Ok(());
        };
        let name = &self.asked.name;
        let killed = tool::succeed(&tool::command(tool::words(&["kill", &process])), cx.system);
        killed.map(drop).map_err(|_| ProviderError::new(format!("Could not kill {name}, PID {process}: ")))
    }

    /// Brings how it is enabled into its state, without a word of it.
    fn follow(&mut self, manager: &dyn Manager, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(should) = self.wanted.text("enable") else { return Ok(()) };
        let is = json!(manager.enabled(&self.asked, cx)?);
        if self.is_in_sync("enable", &is, cx)? { Ok(()) } else { manager.enable(&self.asked, &should, cx) }
    }
}

/// A command of a manifest: a line for the shell.
fn shell(line: &str) -> Vec<String> {
    tool::words(&["/bin/sh", "-c", line])
}

/// A command in the language of whoever runs this.
fn as_it_is(words: Vec<String>) -> machine::Command {
    let mut command = tool::command(words);
    command.environment.retain(|(_, value)| value.is_none());
    command
}

fn run(words: &[String], cx: &mut Cx<'_>) -> Result<Output, ProviderError> {
    tool::run(&as_it_is(words.to_vec()), cx.system)
}

impl Instance for Service {
    fn provider(&self) -> Option<&'static str> {
        self.manager.map(Manager::name)
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        let manager = self.manager(cx.system).map(|it| (it.name(), it.is_there(cx.system)));
        provider::obstacle("service", manager)
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let Some(manager) = self.manager(cx.system) else { return Ok(Vec::new()) };
        if !manager.can_enable() {
            self.wanted.forget("enable");
        }
        let is_asked = |name: &str| cx.subject.audit.iter().any(|it| it == "all" || it == name);
        let (ensure, enable) = (is_asked("ensure"), is_asked("enable") && manager.can_enable());
        let mut all = Vec::new();
        if self.wanted.should("ensure").is_some() || ensure {
            let is = if self.is_running(manager, cx)? { "running" } else { "stopped" };
            all.push(("ensure".to_owned(), json!(is)));
        }
        if self.wanted.should("enable").is_some() || enable {
            all.push(("enable".to_owned(), json!(manager.enabled(&self.asked, cx)?)));
        }
        Ok(all)
    }

    fn is_there(&self, _is: &[(String, Json)]) -> bool {
        true
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        if property == "enable"
            && let Some(manager) = self.manager(cx.system)
            && manager.is_fixed(&self.asked, cx)?
        {
            return Ok(true);
        }
        Ok(self.wanted.is_in_sync(property, is))
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let Some(manager) = self.manager(cx.system) else { return Ok(()) };
        let should = self.wanted.text(property).unwrap_or_default();
        if property != "ensure" {
            return manager.enable(&self.asked, &should, cx);
        }
        self.act(manager, if should == "running" { Action::Start } else { Action::Stop }, cx)?;
        self.follow(manager, cx)
    }

    fn event_name(&self, property: &str) -> SmolStr {
        match (property, self.wanted.text(property).as_deref()) {
            ("ensure", Some("running")) => SmolStr::new_static("service_started"),
            ("ensure", _) => SmolStr::new_static("service_stopped"),
            ("enable", Some("true")) => SmolStr::new_static("service_enabled"),
            ("enable", Some("manual")) => SmolStr::new_static("service_manual_start"),
            ("enable", Some("delayed")) => SmolStr::new_static("service_delayed_start"),
            ("enable", _) => SmolStr::new_static("service_disabled"),
            _ => format_smolstr!("{property}_changed"),
        }
    }

    fn change(&self, property: &str, is: &Json, should: &Json, _cx: &mut Cx<'_>) -> String {
        format!("{property} changed {} to {}", shown(is), shown(should))
    }

    fn unschedules(&self, property: &str) -> bool {
        property == "ensure" && self.wanted.should("ensure").is_some_and(|it| it == "running")
    }

    fn refreshes(&self) -> bool {
        true
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.is_idle = false;
        let Some(manager) = self.manager(cx.system) else { return Ok(()) };
        if self.is_running(manager, cx)? {
            return self.act(manager, Action::Restart, cx);
        }
        self.is_idle = true;
        cx.tell(Level::Debug, "Skipping restart; service is not running");
        Ok(())
    }

    fn was_refreshed(&self) -> bool {
        !self.is_idle
    }
}

/// The services of this machine.
pub fn instances(cx: &mut Cx<'_>) -> Vec<Found> {
    let Some(manager) = DEFAULTS.iter().find(|it| it.is_there(cx.system)) else { return Vec::new() };
    let found = manager.list(cx).into_iter();
    found.map(|title| Found { type_name: "Service".to_owned(), title, parameters: Vec::new(), ..Found::default() }).collect()
}
