//! `runit`.

use std::time::Duration;

use super::{Action, Asked, Manager};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::types::tool;
use machine::{FileKind, System};

pub struct Runit;

const SV: &str = "/usr/bin/sv";

/// How long it takes until a service is found.
const DISCOVERY: Duration = Duration::from_secs(5);

/// Where the services are that run.
fn folder(cx: &Cx<'_>) -> Result<&'static str, ProviderError> {
    let all = ["/service", "/etc/service", "/var/service"];
    let found = all.into_iter().find(|it| matches!(cx.system.look(it, true), Ok(Some(_))));
    found.ok_or_else(|| ProviderError::new("Could not find service directory"))
}

fn link(asked: &Asked, cx: &Cx<'_>) -> Result<String, ProviderError> {
    Ok(format!("{}/{}", folder(cx)?, asked.name))
}

/// Where the service itself lies.
fn daemon(asked: &Asked, cx: &Cx<'_>) -> String {
    let is_folder = |it: &&str| matches!(cx.system.look(it, true), Ok(Some(found)) if found.kind == FileKind::Directory);
    let own = asked.paths.first().cloned();
    let folder = own.or_else(|| ["/var/lib/service", "/etc/sv"].iter().find(|it| is_folder(it)).map(|it| (*it).to_owned()));
    format!("{}/{}", folder.unwrap_or_else(|| "/etc/sv".to_owned()), asked.name)
}

impl Manager for Runit {
    fn name(&self) -> &'static str {
        "runit"
    }

    fn is_there(&self, system: &dyn System) -> bool {
        tool::find(SV, system).is_some()
    }

    fn command(&self, asked: &Asked, action: Action, cx: &mut Cx<'_>) -> Result<Option<Vec<String>>, ProviderError> {
        let place = if action == Action::Status { daemon(asked, cx) } else { link(asked, cx)? };
        Ok(Some(tool::words(&[SV, action.name(), &place])))
    }

    fn is_running(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<Option<bool>, ProviderError> {
        let daemon = daemon(asked, cx);
        let output = tool::run(&tool::command(tool::words(&[SV, "status", &daemon])), cx.system)?;
        if output.code == Some(0) {
            return Ok(Some(output.text().lines().any(|it| it.starts_with("run: "))));
        }
        let detail = tool::failed(&format!("{SV} status {daemon}"), &output).message;
        if detail.contains("warning: ") || detail.lines().any(|it| it.ends_with("runsv not running")) {
            return Ok(Some(false));
        }
        let message = format!("Could not get status for service {}: {detail}", asked.reference);
        Err(ProviderError { cause: Some(detail), ..ProviderError::new(message) })
    }

    fn enabled(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let is_link = matches!(cx.system.look(&link(asked, cx)?, false), Ok(Some(it)) if it.kind == FileKind::Link);
        Ok(is_link.to_string())
    }

    fn enable(&self, asked: &Asked, how: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let (link, daemon) = (link(asked, cx)?, daemon(asked, cx));
        let is_link = matches!(cx.system.look(&link, false), Ok(Some(it)) if it.kind == FileKind::Link);
        let done = match (how, is_link) {
            ("true", false) => {
                cx.tell_plainly(Level::Notice, format!("Enabling {link}: linking {daemon} -> {link}"));
                cx.system.make_link(&daemon, &link)
            }
            ("false", true) => cx.system.remove_file(&link),
            _ => Ok(()),
        };
        done.map_err(|it| ProviderError::of_system(&it, &link))
    }

    fn prepare(&self, asked: &Asked, action: Action, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if action == Action::Start && self.enabled(asked, cx)? == "false" {
            self.enable(asked, "true", cx)?;
            let service = link(asked, cx)?;
            cx.tell_plainly(Level::Info, format!("Waiting 5 seconds for runsvdir to discover service {service}"));
            cx.system.sleep(DISCOVERY);
        }
        Ok(())
    }
}
