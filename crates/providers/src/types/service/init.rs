//! Scripts in `/etc/init.d`, and Debian's tools for them.

use super::{Action, Asked, Manager, systemd};
use crate::instance::{Cx, ProviderError};
use crate::log::Level;
use crate::types::tool;
use machine::{FileKind, System};

pub struct Init {
    pub of_debian: bool,
}

const FOLDER: &str = "/etc/init.d";
const UPDATE: &str = "/usr/sbin/update-rc.d";
const INVOKE: &str = "/usr/sbin/invoke-rc.d";
const SERVICE: &str = "/usr/sbin/service";

/// Scripts that are no services.
const NONE: [&str; 22] = [
    "functions.sh",
    "reboot.sh",
    "shutdown.sh",
    "functions",
    "halt",
    "killall",
    "single",
    "linuxconf",
    "reboot",
    "boot",
    "wait-for-state",
    "portmap-wait",
    "rcS",
    "module-init-tools",
    "plymouth-ready",
    "idmapd-mounting",
    "startpar-bridge",
    "cryptdisks-udev",
    "statd-mounting",
    "gssd-mounting",
    "README",
    "skeleton",
];

/// How Debian's tools say that a service is enabled.
pub fn enabled(asked: &Asked, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
    let command = tool::command(tool::words(&[INVOKE, "--quiet", "--query", &asked.name, "start"]));
    let is_enabled = match tool::run(&command, cx.system)?.code {
        Some(104 | 106) => true,
        Some(101 | 105) => links(&asked.name, cx) >= 4,
        _ => false,
    };
    Ok(is_enabled.to_string())
}

/// How many run levels start it.
fn links(name: &str, cx: &Cx<'_>) -> usize {
    let is_link = |it: &String| it.strip_prefix('S').is_some_and(|it| it.get(2..) == Some(name));
    let levels = cx.system.list("/etc").unwrap_or_default().into_iter().filter(|it| it.starts_with("rc") && it.ends_with(".d"));
    levels.map(|it| cx.system.list(&format!("/etc/{it}")).unwrap_or_default().iter().filter(|it| is_link(it)).count()).sum()
}

fn script(asked: &Asked, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
    let own = [FOLDER.to_owned()];
    let folders = if asked.paths.is_empty() { &own[..] } else { &asked.paths };
    for end in ["", ".sh"] {
        for folder in folders {
            let path = format!("{}/{}{end}", folder.trim_end_matches('/'), asked.name);
            if matches!(cx.system.look(&path, true), Ok(Some(_))) {
                return Ok(path);
            }
            cx.tell(Level::Debug, format!("Could not find {}{end} in {folder}", asked.name));
        }
    }
    Err(ProviderError::new(format!("Could not find init script for '{}'", asked.name)))
}

/// Debian, Ubuntu and the family of Red Hat have scripts, too, but tools that are made for them.
fn has_better(system: &dyn System) -> bool {
    let release = system.read("/etc/os-release").unwrap_or_default();
    let is_of_debian = String::from_utf8_lossy(&release).lines().any(|it| matches!(it, "ID=debian" | "ID=ubuntu"));
    is_of_debian || matches!(system.look("/etc/redhat-release", true), Ok(Some(_)))
}

impl Manager for Init {
    fn name(&self) -> &'static str {
        if self.of_debian { "debian" } else { "init" }
    }

    fn is_there(&self, system: &dyn System) -> bool {
        let tools: &[&str] = if self.of_debian { &[UPDATE, INVOKE, SERVICE] } else { &["kill"] };
        let has_folder = matches!(system.look(FOLDER, true), Ok(Some(_)));
        let is_ruled_out = if self.of_debian { systemd::is_first(system) } else { has_better(system) };
        !is_ruled_out && has_folder && tools.iter().all(|it| tool::find(it, system).is_some())
    }

    fn can_enable(&self) -> bool {
        self.of_debian
    }

    fn command(&self, asked: &Asked, action: Action, cx: &mut Cx<'_>) -> Result<Option<Vec<String>>, ProviderError> {
        Ok(match action {
            Action::Status if !asked.has_status => None,
            Action::Status if self.of_debian => Some(tool::words(&[SERVICE, &asked.name, "status"])),
            Action::Restart if !asked.has_restart => None,
            action => Some(vec![script(asked, cx)?, action.name().to_owned()]),
        })
    }

    fn enabled(&self, asked: &Asked, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        enabled(asked, cx)
    }

    fn enable(&self, asked: &Asked, how: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut update = |words: &[&str]| tool::succeed(&tool::command(tool::words(&[&[UPDATE], words].concat())), cx.system).map(drop);
        if how == "false" {
            return update(&[&asked.name, "disable"]);
        }
        update(&["-f", &asked.name, "remove"])?;
        update(&[&asked.name, "defaults"])
    }

    fn list(&self, cx: &mut Cx<'_>) -> Vec<String> {
        let names = cx.system.list(FOLDER).unwrap_or_default().into_iter();
        let is_service = |it: &String| {
            let path = format!("{FOLDER}/{it}");
            !it.starts_with('.')
                && !NONE.contains(&it.as_str())
                && matches!(cx.system.look(&path, true), Ok(Some(found)) if found.kind != FileKind::Directory)
                && cx.system.is_executable(&path)
        };
        names.filter(is_service).collect()
    }
}
