//! `vcsrepo`: working copies, with `git`.

mod login;

use login::Login;
use serde_json::{Value as Json, json};

use super::tool;
use super::wanted::Wanted;
use crate::instance::{Cx, Instance, Obstacle, ProviderError};
use crate::log::Level;
use crate::show::plain;
use crate::subject::Subject;
use machine::{Command, FileKind};

pub struct Repository {
    /// The module has no provider that works where none is named.
    is_git: bool,
    wanted: Wanted,
    path: String,
    /// The addresses by the names of the remotes.
    sources: Vec<(String, String)>,
    /// Names and passwords in these addresses: arguments of programs can be read by everybody.
    logins: Vec<Login>,
    remote: String,
    branch: Option<String>,
    depth: Option<String>,
    owner: Option<String>,
    group: Option<String>,
    user: Option<String>,
    identity: Option<String>,
    excludes: Vec<String>,
    force: bool,
    submodules: bool,
}

impl Repository {
    pub fn new(subject: &Subject) -> Repository {
        let mut wanted = Wanted::new(subject);
        if wanted.should("ensure").is_none() {
            wanted.put("ensure", json!("present"));
        }
        let remote = subject.text("remote").unwrap_or_else(|| "origin".to_owned());
        let mut sources: Vec<(String, String)> = match subject.value("source") {
            Some(Json::Object(all)) => all.iter().map(|(name, it)| (name.clone(), plain(it))).collect(),
            Some(other) => vec![(remote.clone(), plain(other))],
            None => Vec::new(),
        };
        sources.sort();
        Repository {
            is_git: subject.text("provider").is_some_and(|it| it == "git"),
            path: wanted.name.trim_end_matches('/').to_owned(),
            wanted,
            logins: login::all(sources.iter().map(|it| it.1.as_str())),
            sources,
            remote,
            branch: subject.text("branch"),
            depth: subject.text("depth").filter(|it| it.parse::<u32>().is_ok_and(|it| it > 0)),
            owner: subject.text("owner"),
            group: subject.text("group"),
            user: subject.text("user"),
            identity: subject.text("identity"),
            excludes: subject.texts("excludes"),
            force: subject.is_on("force") == Some(true),
            submodules: subject.is_on("submodules") != Some(false),
        }
    }

    /// Refuses values that git would read as options, some of which run commands, or as other lines of its configuration.
    fn refused(&self) -> Option<ProviderError> {
        let named = |name: &'static str| move |it: &String| (name, it.clone());
        let names = self.sources.iter().map(|it| ("source", it.0.clone()));
        let revision = self.revision();
        let words = names
            .chain([("remote", self.remote.clone())])
            .chain(revision.iter().map(named("revision")))
            .chain(self.branch.iter().map(named("branch")));
        let others = self.sources.iter().map(|it| ("source", it.1.clone())).chain(self.excludes.iter().map(named("excludes")));
        let is_option = words.clone().find(|it| it.1.starts_with('-'));
        let is_torn = words.chain(others).find(|it| it.1.contains(['\n', '\r']));
        let dash = is_option.map(|it| format!("Parameter {} may not begin with a dash: {}", it.0, it.1));
        dash.or_else(|| is_torn.map(|it| format!("Parameter {} may not have a line break", it.0))).map(ProviderError::new)
    }

    fn ensure(&self) -> String {
        self.wanted.text("ensure").unwrap_or_default()
    }

    fn revision(&self) -> Option<String> {
        self.wanted.text("revision")
    }

    /// Runs git in a folder. It has to succeed.
    fn git(&self, folder: &str, words: &[&str], cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        let mut command = Command { folder: Some(folder.to_owned()), ..tool::command(tool::words(&[&["git"], words].concat())) };
        // Nobody answers questions.
        command.environment.push(("GIT_TERMINAL_PROMPT".to_owned(), Some("0".to_owned())));
        command.environment.extend(login::environment(&self.logins));
        if let Some(identity) = &self.identity {
            let quoted = identity.replace('\'', "'\\''");
            let ssh = format!(
                "ssh -oStrictHostKeyChecking=no -oPasswordAuthentication=no -oKbdInteractiveAuthentication=no \
                 -oChallengeResponseAuthentication=no -oConnectTimeout=120 -i '{quoted}'"
            );
            command.environment.push(("GIT_SSH_COMMAND".to_owned(), Some(ssh)));
        }
        if let Some(user) = self.user.as_ref().filter(|_| cx.system.is_root()) {
            let account = cx.system.user(user).ok_or_else(|| ProviderError::new(format!("Invalid User: {user}")))?;
            command.user = Some(account);
            command.environment.push(("HOME".to_owned(), cx.system.home(user)));
        }
        tool::succeed(&command, cx.system)
    }

    fn git_in_repository(&self, words: &[&str], cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        self.git(&self.path, words, cx)
    }

    fn is_there(&self, path: &str, kind: FileKind, cx: &Cx<'_>) -> bool {
        matches!(cx.system.look(path, true), Ok(Some(it)) if it.kind == kind)
    }

    fn is_working_copy(&self, cx: &Cx<'_>) -> bool {
        let url = self.sources.iter().find(|it| it.0 == self.remote).map(|it| &it.1);
        let config = format!("{}/.git/config", self.path);
        match url {
            Some(url) if self.is_there(&config, FileKind::File, cx) => {
                let text = cx.system.read(&config).unwrap_or_default();
                String::from_utf8_lossy(&text).contains(url.as_str())
            }
            _ => self.is_there(&format!("{}/.git", self.path), FileKind::Directory, cx),
        }
    }

    fn is_bare(&self, cx: &Cx<'_>) -> bool {
        self.is_there(&format!("{}/config", self.path), FileKind::File, cx) && !self.is_working_copy(cx)
    }

    fn create(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let is_bare = self.ensure() == "bare";
        if let Some(revision) = self.revision().filter(|_| is_bare) {
            return Err(ProviderError::new(format!("Cannot set a revision ({revision}) on a bare repository")));
        }
        self.make_room(cx)?;
        if self.sources.is_empty() {
            cx.system.make_folder(&self.path, None).map_err(|it| ProviderError::of_system(&it, &self.path))?;
            if let Some(user) = self.user.as_ref().and_then(|it| cx.system.user(it)) {
                let failed = |it: std::io::Error| ProviderError::of_system(&it, &self.path);
                cx.system.set_owner(&self.path, Some(user.id), None, true).map_err(failed)?;
            }
            self.git_in_repository(if is_bare { &["init", "--bare"] } else { &["init"] }, cx)?;
        } else {
            self.clone(is_bare, cx)?;
            self.update_remotes(cx)?;
            if let Some(revision) = self.revision() {
                self.check_out(&revision, cx)?;
            }
            if !is_bare && self.submodules {
                self.git_in_repository(&["submodule", "update", "--init", "--recursive"], cx)?;
            }
        }
        self.settle(cx)
    }

    fn make_room(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let is_empty = cx.system.list(&self.path).map_or(true, |it| it.is_empty());
        if is_empty {
            return Ok(());
        }
        if !self.force {
            return Err(ProviderError::new("Could not create repository (non-repository at path)"));
        }
        cx.tell_of_provider(Level::Notice, "git", &format!("Removing {} to replace with vcsrepo.", self.path));
        cx.system.remove_tree(&self.path).map_err(|it| ProviderError::of_system(&it, &self.path))
    }

    fn clone(&self, is_bare: bool, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let missing = || ProviderError::new(format!("You must specify the URL for {} in the :source hash", self.remote));
        let url = self.sources.iter().find(|it| it.0 == self.remote).map(|it| it.1.clone()).ok_or_else(missing)?;
        let revision = self.revision();
        let mut words = vec!["clone"];
        if let Some(depth) = &self.depth {
            words.extend(["--depth", depth]);
            words.extend(revision.iter().flat_map(|it| ["--branch", it]));
        }
        words.extend(self.branch.iter().flat_map(|it| ["--branch", it]));
        if is_bare {
            words.push("--bare");
        }
        if self.remote != "origin" {
            words.extend(["--origin", &self.remote]);
        }
        // An address may not be taken for an option.
        let shown = login::without(&self.logins, &url);
        words.extend(["--", &shown, &self.path]);
        self.git("/", &words, cx)?;
        self.keep_address(&self.remote, &url, cx)
    }

    /// Writes the whole address of a remote into the configuration, where git has one without name and password.
    fn keep_address(&self, remote: &str, url: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if login::without(&self.logins, url) == url {
            return Ok(());
        }
        let own = format!("{}/.git/config", self.path);
        let path = if self.is_there(&own, FileKind::File, cx) { own } else { format!("{}/config", self.path) };
        let text = cx.system.read(&path).map_err(|it| ProviderError::of_system(&it, &path))?;
        let text = login::with_address(&String::from_utf8_lossy(&text), remote, url);
        super::edit::write(&path, &text, cx)
    }

    fn update_remotes(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let mut is_changed = false;
        for (name, url) in &self.sources {
            let current = self.git_in_repository(&["config", "-l"], cx)?;
            if !current.contains(&format!("remote.{name}.url")) {
                self.git_in_repository(&["remote", "add", "--", name, &login::without(&self.logins, url)], cx)?;
            } else if !current.contains(&format!("remote.{name}.url={url}")) {
                self.git_in_repository(&["remote", "set-url", "--", name, &login::without(&self.logins, url)], cx)?;
            } else {
                continue;
            }
            self.keep_address(name, url, cx)?;
            is_changed = true;
        }
        if is_changed { self.git_in_repository(&["remote", "update"], cx).map(drop) } else { Ok(()) }
    }

    fn fetch(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.update_remotes(cx)?;
        self.git_in_repository(&["fetch", &self.remote], cx)?;
        self.git_in_repository(&["fetch", "--tags", &self.remote], cx)?;
        self.settle(cx)
    }

    fn branches(&self, cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError> {
        let said = self.git_in_repository(&["branch", "-a"], cx)?;
        Ok(said.replace('*', " ").lines().map(|it| it.trim().to_owned()).collect())
    }

    fn has_remote_branch(&self, revision: &str, branches: &[String]) -> bool {
        let name = format!("{}/{revision}", self.remote);
        branches.iter().any(|it| it.strip_prefix("remotes/").unwrap_or(it) == name)
    }

    fn check_out(&self, revision: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let branches = self.branches(cx)?;
        let is_local = branches.iter().any(|it| it == revision);
        if !is_local && self.has_remote_branch(revision, &branches) {
            let tracked = format!("{}/{revision}", self.remote);
            return self.git_in_repository(&["checkout", "--force", "-b", revision, "--track", &tracked], cx).map(drop);
        }
        self.git_in_repository(&["checkout", "--force", revision], cx).map(drop)
    }

    /// The revision that something is at: the one that is wanted by its name, where it is that.
    fn revision_at(&self, place: &str, cx: &mut Cx<'_>) -> Result<String, ProviderError> {
        if !cx.subject.noop || self.is_working_copy(cx) {
            self.fetch(cx)?;
        }
        let current = self.git_in_repository(&["rev-parse", place], cx)?.trim().to_owned();
        let Some(revision) = self.revision() else { return Ok(current) };
        let tags = self.git_in_repository(&["tag", "-l"], cx)?;
        let branches = self.branches(cx)?;
        let name = match () {
            () if tags.lines().any(|it| it.trim() == revision) => format!("{revision}^0"),
            () if branches.contains(&revision) => revision.clone(),
            () if self.has_remote_branch(&revision, &branches) => format!("{}/{revision}", self.remote),
            () => revision.clone(),
        };
        let canonical = self.git_in_repository(&["rev-parse", "--revs-only", &name], cx)?.trim().to_owned();
        if canonical.is_empty() {
            return Err(ProviderError::new(format!("{revision} is not a local or remote ref")));
        }
        Ok(if current == canonical { revision } else { current })
    }

    /// The branch that is checked out.
    fn branch(&self, cx: &mut Cx<'_>) -> Result<Option<String>, ProviderError> {
        let said = self.git_in_repository(&["branch", "-a"], cx)?;
        let current = said.lines().find_map(|it| it.strip_prefix("* ")).map(|it| it.trim().to_owned());
        Ok(current.filter(|it| !it.starts_with('(')))
    }

    fn is_latest(&self, cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        let here = self.revision_at("HEAD", cx)?;
        let there = match self.branch(cx)? {
            Some(branch) => self.revision_at(&format!("{}/{branch}", self.remote), cx)?,
            None => self.revision_at("HEAD", cx)?,
        };
        Ok(here == there)
    }

    fn set_revision(&self, revision: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        self.check_out(revision, cx)?;
        if self.branches(cx)?.iter().any(|it| it == revision) {
            self.git_in_repository(&["reset", "--hard", &format!("{}/{revision}", self.remote)], cx)?;
        }
        if self.ensure() != "bare" && self.submodules {
            self.git_in_repository(&["submodule", "update", "--init", "--recursive"], cx)?;
        }
        self.settle(cx)
    }

    /// Owners, and what git is not to look at.
    fn settle(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let owner = match (&self.owner, &self.group) {
            (None, None) => None,
            (owner, group) => Some(format!("{}:{}", owner.clone().unwrap_or_default(), group.clone().unwrap_or_default())),
        };
        if let Some(owner) = owner {
            tool::succeed(&tool::command(tool::words(&["chown", "-R", "-h", "--", &owner, &self.path])), cx.system)?;
        }
        if !self.excludes.is_empty() {
            let file = format!("{}/.git/info/exclude", self.path);
            let text: String = self.excludes.iter().map(|it| format!("{it}\n")).collect();
            super::edit::write(&file, &text, cx)?;
        }
        Ok(())
    }
}

impl Instance for Repository {
    fn provider(&self) -> Option<&'static str> {
        Some(if self.is_git { "git" } else { "dummy" })
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn obstacle(&mut self, cx: &mut Cx<'_>) -> Option<Obstacle> {
        (self.is_git && tool::find("git", cx.system).is_none()).then_some(Obstacle::NotFunctional("git"))
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        if !self.is_git {
            return Err(ProviderError::new("vcsrepo resource must have a provider, available: bzr, cvs, git, hg, p4, svn"));
        }
        if let Some(refused) = self.refused() {
            return Err(refused);
        }
        let is_working_copy = self.is_working_copy(cx);
        let ensure = match () {
            () if is_working_copy && self.ensure() == "latest" && self.is_latest(cx)? => "latest",
            () if is_working_copy => "present",
            () if self.is_bare(cx) => "bare",
            () => "absent",
        };
        let revision = match self.revision() {
            Some(_) if ensure != "absent" => Some(self.revision_at("HEAD", cx)?),
            _ => None,
        };
        Ok(self.wanted.retrieved(json!(ensure), |name| match name {
            "revision" => json!(revision),
            // Its origin is read together with its state.
            other => self.wanted.should(other).cloned().unwrap_or_default(),
        }))
    }

    fn is_in_sync(&mut self, property: &str, is: &Json, _cx: &mut Cx<'_>) -> Result<bool, ProviderError> {
        Ok(match (property, self.ensure().as_str()) {
            ("ensure", "present") => is != "absent",
            ("ensure", should) => is == should,
            ("revision", _) => self.wanted.is_in_sync(property, is),
            _ => true,
        })
    }

    fn set(&mut self, property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if property == "revision" {
            return self.set_revision(&self.revision().unwrap_or_default(), cx);
        }
        let is_there = self.is_working_copy(cx) || self.is_bare(cx);
        match self.ensure().as_str() {
            "absent" => cx.system.remove_tree(&self.path).map_err(|it| ProviderError::of_system(&it, &self.path)),
            "bare" if is_there => Ok(()),
            "latest" if is_there && !self.force => {
                self.fetch(cx)?;
                let reference = match self.revision() {
                    Some(revision) => revision,
                    None => match self.branch(cx)? {
                        Some(branch) => branch,
                        None => self.revision_at("HEAD", cx)?,
                    },
                };
                cx.tell_of(Level::Notice, Some("ensure"), format!("Updating to latest '{reference}' revision"));
                self.set_revision(&reference, cx)
            }
            "latest" => {
                cx.tell_of(Level::Notice, Some("ensure"), "Creating repository from latest".to_owned());
                self.create(cx)
            }
            "present" => {
                cx.tell_of(Level::Notice, Some("ensure"), "Creating repository from present".to_owned());
                self.create(cx)
            }
            _ => self.create(cx),
        }
    }
}
