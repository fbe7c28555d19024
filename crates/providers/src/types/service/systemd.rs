//! `systemd`.

use super::{Action, Asked, Manager};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::types::tool;
use machine::{Output, System};

pub struct Systemd;

/// Whether it is what the machine runs under.
pub fn is_first(system: &dyn System) -> bool {
    system.read("/proc/1/comm").is_ok_and(|it| String::from_utf8_lossy(&it).contains("systemd"))
}

fn systemctl(words: &[&str], cx: &mut Cx<'_>) -> Result<Output, ProviderError> {
    tool::run(&tool::command(tool::words(&[&["systemctl"], words].concat())), cx.system)
}

/// A change of how a service is enabled.
fn change(action: &str, asked: &Asked, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let output = systemctl(&[action, "--", &asked.name], cx)?;
    match output.code {
        Some(0) => Ok(()),
        _ => Err(ProviderError::new(format!("Could not {action} {}: {}", asked.name, output.text().trim_end()))),
    }
}

fn state(asked: &Asked, cx: &mut Cx<'_>) -> Result<(String, Option<i32>), ProviderError> {
    let output = systemctl(&["is-enabled", "--", &asked.name], cx)?;
    Ok((output.text().trim_end().to_owned(), output.code))
}

impl Manager for Systemd {
    fn name(&self) -> &'static str {
        "systemd"
    }

    fn is_there(&self, system: &dyn System) -> bool {
        is_first(system) && tool::find("systemctl", system).is_some()
    }

    fn command(&self, asked: &Asked, action: Action, cx: &mut Cx<'_>) -> Result<Option<Vec<String>>, ProviderError> {
        let word = match action {
            Action::Start => {
                change("unmask", asked, cx)?;
                "start"
            }
            Action::Stop => "stop",
            Action::Restart => "restart",
            Action::Status => "is-active",
        };
        let program = tool::find("systemctl", cx.system).unwrap_or_else(|| "systemctl".to_owned());
        Ok(Some(tool::words(&[&program, word, "--", &asked.name])))
    }

    fn enabled(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let (said, code) = state(asked, cx)?;
        Ok(match said.as_str() {
            "masked" if asked.masks => "mask".to_owned(),
            "indirect" => "false".to_owned(),
            _ if code == Some(0) => "true".to_owned(),
            "" => super::init::enabled(asked, cx)?,
            _ => "false".to_owned(),
        })
    }

    fn is_fixed(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        let (said, _) = state(asked, cx)?;
        let name = &asked.name;
        let message = match said.as_str() {
            "static" if !asked.masks => format!("Unable to enable or disable static service {name}"),
            "indirect" => format!("Service {name} is in 'indirect' state and cannot be enabled/disabled"),
            _ => return Ok(false),
        };
        cx.tell_plainly(Level::Debug, message);
        Ok(true)
    }

    fn enable(&self, asked: &Asked, how: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        match how {
            "true" => {
                change("unmask", asked, cx)?;
                change("enable", asked, cx)
            }
            "mask" => {
                if systemctl(&["cat", "--", &asked.name], cx)?.code == Some(0) {
                    change("disable", asked, cx)?;
                }
                change("mask", asked, cx)
            }
            _ => change("disable", asked, cx),
        }
    }

    fn prepare(&self, asked: &Asked, _action: Action, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let said = systemctl(&["show", "--property=NeedDaemonReload", "--", &asked.name], cx)?.text();
        if said.trim().rsplit('=').next() == Some("yes") {
            systemctl(&["daemon-reload"], cx)?;
        }
        Ok(())
    }

    fn failure(&self, asked: &Asked, action: Action, _failure: ProviderError, cx: &mut Cx<'_>) -> ProviderError {
        let name = &asked.name;
        // What the service has said last may not have been written yet.
        let _ = tool::run(&tool::command(tool::words(&["journalctl", "--sync"])), cx.system);
        let words = ["journalctl", "-n", "50", "--since", "5 minutes ago", "-u", name, "--no-pager"];
        let said = tool::run(&tool::command(tool::words(&words)), cx.system).map(|it| it.text()).unwrap_or_default();
        ProviderError::new(format!("Systemd {} for {name} failed!\njournalctl log for {name}:\n{said}", action.name()))
    }

    fn list(&self, cx: &mut Cx<'_>) -> Vec<String> {
        let words = ["list-unit-files", "--type", "service", "--full", "--all", "--no-pager"];
        let said = systemctl(&words, cx).map(|it| it.text()).unwrap_or_default();
        let mut found = Vec::new();
        for line in said.lines() {
            let mut parts = line.split_whitespace();
            if let (Some(name), Some(state)) = (parts.next(), parts.next())
                && ["disabled", "enabled", "masked", "indirect", "bad", "static"].contains(&state)
            {
                found.push(name.to_owned());
            }
        }
        found
    }
}
