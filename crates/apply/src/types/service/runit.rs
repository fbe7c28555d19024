//! `runit`.

use std::time::Duration;

use super::{Action, Asked, Manager};
use crate::instance::{Cx, Failure};
use crate::log::Level;
use crate::system::{FileKind, System};
use crate::types::tool;

pub struct Runit;

const SV: &str = "/usr/bin/sv";

/// How long it takes until a service is found.
const DISCOVERY: Duration = Duration::from_secs(5);

/// Where the services are that run.
fn folder(cx: &Cx<'_>) -> Result<&'static str, Failure> {
    let all = ["/service", "/etc/service", "/var/service"];
    let found = all.into_iter().find(|it| matches!(cx.system.look(it, true), Ok(Some(_))));
    found.ok_or_else(|| Failure::new("Could not find service directory"))
}

fn link(asked: &Asked, cx: &Cx<'_>) -> Result<String, Failure> {
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

    fn command(&self, asked: &Asked, action: Action, cx: &mut Cx<'_>) -> Result<Option<Vec<String>>, Failure> {
        let place = if action == Action::Status { daemon(asked, cx) } else { link(asked, cx)? };
        Ok(Some(tool::words(&[SV, action.name(), &place])))
    }

    fn is_running(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<Option<bool>, Failure> {
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
        Err(Failure { cause: Some(detail), ..Failure::new(message) })
    }

    fn enabled(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<String, Failure> {
        let is_link = matches!(cx.system.look(&link(asked, cx)?, false), Ok(Some(it)) if it.kind == FileKind::Link);
        Ok(is_link.to_string())
    }

    fn enable(&self, asked: &Asked, how: &str, cx: &mut Cx<'_>) -> Result<(), Failure> {
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
        done.map_err(|it| Failure::of_system(&it, &link))
    }

    fn prepare(&self, asked: &Asked, action: Action, cx: &mut Cx<'_>) -> Result<(), Failure> {
        if action == Action::Start && self.enabled(asked, cx)? == "false" {
            self.enable(asked, "true", cx)?;
            let service = link(asked, cx)?;
            cx.tell_plainly(Level::Info, format!("Waiting 5 seconds for runsvdir to discover service {service}"));
            cx.system.sleep(DISCOVERY);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::system::FileKind;
    use crate::transaction::tests::Run;

    fn runit(says: &str) -> Run {
        let mut run = Run::new();
        run.memory.put("/usr/bin/sv", FileKind::File, 0o755, b"");
        for folder in ["/etc", "/etc/sv", "/etc/sv/s", "/service"] {
            run.memory.put(folder, FileKind::Directory, 0o755, b"");
        }
        run.memory.answers.push(("/usr/bin/sv status *".to_owned(), 0, says.to_owned()));
        run
    }

    #[test]
    fn a_service_is_linked_and_waited_for() {
        let mut run = runit("down: /etc/sv/s: 3s\n");
        let told = run.tell(&[("Service", "s", json!({"provider": "runit", "ensure": "running", "enable": true}))]);
        let (enabling, told) = told.split_once('\n').unwrap_or_default();
        assert_eq!(enabling, "Notice: Enabling /service/s: linking /etc/sv/s -> /service/s");
        assert!(told.starts_with("Info: Waiting 5 seconds for runsvdir to discover service /service/s\n"), "{told}");
        assert!(told.contains("Service[s]/ensure: ensure changed 'stopped' to 'running'"), "{told}");
        assert_eq!(run.memory.entries["/service/s"].bytes, b"/etc/sv/s");
        assert_eq!(run.memory.seconds, 5);
        assert_eq!(run.memory.ran.last().map(String::as_str), Some("/usr/bin/sv start /service/s"));
    }

    #[test]
    fn one_that_runit_does_not_know_of_is_not_taken_for_stopped() {
        let says = |what: &str| {
            let mut run = runit("");
            run.memory.answers = vec![("/usr/bin/sv status *".to_owned(), 1, what.to_owned())];
            run.tell(&[("Service", "s", json!({"provider": "runit", "ensure": "stopped"}))])
        };
        assert_eq!(says("warning: /etc/sv/s: unable to open supervise/ok\n"), "");
        assert_eq!(says("fail: /etc/sv/s: runsv not running\n"), "");
        let told = says("fail: /etc/sv/s: unable to change to service directory\n");
        assert!(told.contains("Could not evaluate: Could not get status for service Service[s]: Execution of "), "{told}");
    }

    #[test]
    fn one_that_is_not_to_run_is_stopped_and_loses_its_link() {
        let mut run = runit("run: /etc/sv/s: (pid 7) 3s\n");
        run.memory.put("/service/s", FileKind::Link, 0o777, b"/etc/sv/s");
        run.tell(&[("Service", "s", json!({"provider": "runit", "ensure": "stopped", "enable": false}))]);
        assert_eq!(run.memory.ran.last().map(String::as_str), Some("/usr/bin/sv stop /service/s"));
        assert!(!run.memory.entries.contains_key("/service/s"));
    }
}
