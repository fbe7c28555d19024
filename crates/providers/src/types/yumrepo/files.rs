//! The files in which yum looks for repositories.

use super::text::Text;
use crate::instance::{Cx, ProviderError};
use machine::{Content, FileKind, System};

const CONFIGURATION: &str = "/etc/yum.conf";
const FOLDERS: [&str; 2] = ["/etc/yum.repos.d", "/etc/yum/repos.d"];

/// As all of them are to be.
const MODE: u32 = 0o644;

#[derive(Debug)]
pub struct File {
    pub path: String,
    pub text: Text,
    is_changed: bool,
}

/// All of them, as they are before anything is written.
#[derive(Debug, Default)]
pub struct Files {
    folders: Vec<String>,
    pub all: Vec<File>,
}

impl Files {
    pub fn read(cx: &mut Cx<'_>) -> Result<Files, ProviderError> {
        let mut files = Files::default();
        let is_file = |path: &str, system: &dyn System| matches!(system.look(path, true), Ok(Some(it)) if it.kind == FileKind::File);
        if is_file(CONFIGURATION, cx.system) {
            files.all.push(read(CONFIGURATION, cx)?);
        }
        let own = files.all.first().and_then(|it| it.text.section("main")?.get("reposdir")).map(str::to_owned);
        let folders: Vec<String> = match own {
            Some(own) => own.split([',', '\n', ' ', '\t']).filter(|it| !it.is_empty()).map(str::to_owned).collect(),
            None => FOLDERS.map(str::to_owned).to_vec(),
        };
        files.folders = folders.into_iter().filter(|it| matches!(cx.system.look(it, true), Ok(Some(_)))).collect();
        for folder in &files.folders {
            for name in cx.system.list(folder).unwrap_or_default() {
                let path = format!("{folder}/{name}");
                if name.ends_with(".repo") && !name.starts_with('.') && is_file(&path, cx.system) {
                    files.all.push(read(&path, cx)?);
                }
            }
        }
        Ok(files)
    }

    /// Where a repository belongs: in a file of its own, or in the one that is asked for.
    pub fn place(&self, name: &str, target: Option<&str>) -> String {
        let Some(folder) = self.folders.last() else { return CONFIGURATION.to_owned() };
        let Some(target) = target else { return format!("{folder}/{name}.repo") };
        let end = if target.ends_with(".repo") { "" } else { ".repo" };
        match target.rsplit_once('/') {
            Some((parent, _)) if self.folders.iter().any(|it| it == parent) => format!("{target}{end}"),
            Some((_, base)) => format!("{folder}/{base}{end}"),
            None => format!("{folder}/{target}{end}"),
        }
    }

    /// The first file that has a repository.
    pub fn holder(&self, name: &str) -> Option<&File> {
        self.all.iter().find(|it| it.text.section(name).is_some())
    }

    /// The same to be changed; one that is not there is new.
    pub fn file_mut(&mut self, path: &str) -> &mut File {
        let at = self.all.iter().position(|it| it.path == path).unwrap_or(self.all.len());
        if at == self.all.len() {
            self.all.push(File { path: path.to_owned(), text: Text::default(), is_changed: true });
        }
        let file = &mut self.all[at];
        file.is_changed = true;
        file
    }

    /// Writes what is changed. A file that has no repository any more goes.
    pub fn write(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        for file in &mut self.all {
            if !std::mem::take(&mut file.is_changed) {
                continue;
            }
            let failed = |it: std::io::Error| ProviderError::of_system(&it, &file.path);
            if file.text.sections.is_empty() {
                cx.system.remove_file(&file.path).map_err(failed)?;
                continue;
            }
            let bytes = file.text.text().into_bytes();
            let place = crate::types::parsed::behind_links(&file.path, cx);
            cx.system.write(&place, Content::Bytes(&bytes), 0o600).map_err(failed)?;
        }
        self.open(cx)
    }

    /// Everybody may read them, whether they are changed or not: so does Puppet.
    fn open(&self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        for file in &self.all {
            let Ok(Some(found)) = cx.system.look(&file.path, true) else { continue };
            let mode = found.mode & 0o777;
            if mode != MODE {
                let message = format!("changing mode of {} from {mode:03o} to {MODE:03o}", file.path);
                cx.tell_of_provider(crate::log::Level::Info, "inifile", &message);
                cx.system.set_mode(&file.path, MODE).map_err(|it| ProviderError::of_system(&it, &file.path))?;
            }
        }
        Ok(())
    }
}

fn read(path: &str, cx: &mut Cx<'_>) -> Result<File, ProviderError> {
    let bytes = cx.system.read(path).map_err(|it| ProviderError::of_system(&it, path))?;
    let text = String::from_utf8(bytes).map_err(|_| ProviderError::new(format!("{path} is not valid UTF-8")))?;
    let text = Text::read(&text).map_err(|it| ProviderError::new(format!("{it} (file: {path})")))?;
    Ok(File { path: path.to_owned(), text, is_changed: false })
}
