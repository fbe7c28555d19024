//! Where contents come from.

use super::content::{Algorithm, Holds, Wanted};
use super::{File, access, web};
use crate::instance::{Cx, ProviderError};
use crate::secrets::REDACTED;
use machine::{FileKind, Found, ruby_text};

/// Target of a source.
pub struct Source {
    /// As it was written.
    pub name: String,
    pub path: String,
    pub found: Found,
}

impl File {
    /// Takes from the first source that there is what the manifest does not say.
    pub(super) fn take_source(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let taken = self.take_first_source(cx);
        self.without_source(taken, cx)
    }

    /// Hides a secret source in errors. Where that is secret, so are its parts: its server, its module, the path that it stands for.
    pub(super) fn without_source<T>(&self, result: Result<T, ProviderError>, cx: &Cx<'_>) -> Result<T, ProviderError> {
        match result {
            Err(_) if self.hides_source => Err(self.no_source(cx)),
            result => result,
        }
    }

    fn no_source(&self, cx: &Cx<'_>) -> ProviderError {
        let sources: Vec<String> = match self.hides_source {
            true => vec![REDACTED.to_owned()],
            false => self.sources.iter().map(|it| shown(it)).collect(),
        };
        let environment = &cx.options.environment;
        ProviderError::new(format!("Could not retrieve information from environment {environment} source(s) {}", sources.join(", ")))
    }

    fn take_first_source(&mut self, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        if self.sources.is_empty() || std::mem::replace(&mut self.is_sourced, true) {
            return Ok(());
        }
        let Some(source) = self.first_source(cx)? else { return Err(self.no_source(cx)) };
        let is_absent = self.ensure.as_deref() == Some("absent");
        let source = match source {
            Origin::Here(source) => source,
            Origin::Web(address, sum) => {
                // Where the sum is said, the server is not asked what there is: nor is it known that it is a file.
                if !is_absent && self.checksum_value.is_none() {
                    self.ensure = Some("file".to_owned());
                }
                if self.checksum_value.is_none() {
                    self.algorithm = sum.algorithm;
                }
                self.wanted = Some(Wanted { sum: sum.text, holds: Holds::At(address) });
                return Ok(());
            }
        };
        self.take_permissions(&source.found, cx);
        match source.found.kind {
            FileKind::Directory if !is_absent => self.ensure = Some("directory".to_owned()),
            FileKind::Link if !is_absent => {
                self.ensure = Some("link".to_owned());
                let target = cx.system.link_target(&source.path).map_err(|it| ProviderError::of_system(&it, &source.path))?;
                self.target = Some(target);
            }
            FileKind::File => {
                if !is_absent && self.checksum_value.is_none() {
                    self.ensure = Some("file".to_owned());
                }
                let sum = match (&self.checksum_value, self.algorithm) {
                    (Some(value), algorithm) => format!("{{{}}}{value}", algorithm.name()),
                    (None, Algorithm::None) => String::new(),
                    (None, algorithm) => algorithm
                        .of_file(&source.path, cx.system)
                        .map_err(|it| ProviderError::new(format!("Could not retrieve file metadata for {}: {it}", shown(&source.name))))?,
                };
                self.wanted = Some(Wanted { sum, holds: Holds::Of(source.path) });
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes owner, group and mode from the source where that is said and they are not.
    fn take_permissions(&mut self, found: &Found, cx: &Cx<'_>) {
        match cx.subject.text("source_permissions").as_deref() {
            Some("use") => {}
            Some("use_when_creating") if matches!(cx.system.look(&self.path, true), Ok(None)) => {}
            _ => return,
        }
        if cx.system.is_root() {
            self.owner.get_or_insert_with(|| found.owner.to_string());
            self.group.get_or_insert_with(|| found.group.to_string());
        }
        self.mode.get_or_insert_with(|| access::normal(&format!("{:o}", found.mode)));
    }

    /// Checksum of its source, whatever algorithm contents are compared by.
    pub(super) fn sum_of_source(&self, cx: &mut Cx<'_>) -> Option<String> {
        if let Some(Wanted { sum, holds: Holds::At(_) }) = &self.wanted {
            return Some(sum.clone());
        }
        let here = self.sources.iter().filter(|it| !web::is_address(it)).find_map(|it| source(it, self.follows, cx).ok().flatten())?;
        match here.found.kind {
            FileKind::File => Algorithm::Sha256.of_file(&here.path, cx.system).ok(),
            FileKind::Link => cx.system.link_target(&here.path).ok(),
            // What is in it are resources of their own.
            _ => None,
        }
    }

    fn first_source(&self, cx: &mut Cx<'_>) -> Result<Option<Origin>, ProviderError> {
        if let ([address], Some(value)) = (self.sources.as_slice(), &self.checksum_value)
            && web::is_address(address)
        {
            let sum = web::Sum { algorithm: self.algorithm, text: format!("{{{}}}{value}", self.algorithm.name()) };
            return Ok(Some(Origin::Web(address.clone(), sum)));
        }
        for name in &self.sources {
            let found = match web::is_address(name) {
                true => web::sum(name, self.algorithm, cx)?.map(|sum| Origin::Web(name.clone(), sum)),
                false => {
                    let here = source(name, self.follows, cx)?;
                    // A link that leads nowhere is no source, but what a folder that is one has in it.
                    let is_inside = self.ensure.as_deref() == Some("link");
                    here.filter(|it| it.found.kind != FileKind::Link || is_inside || !leads_nowhere(&it.path, cx)).map(Origin::Here)
                }
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Which of several sources counts.
enum Origin {
    Here(Source),
    /// An address, and what its server says of what lies there.
    Web(String, web::Sum),
}

/// Finds the target of a source, if it exists.
pub fn source(name: &str, follows: bool, cx: &mut Cx<'_>) -> Result<Option<Source>, ProviderError> {
    for path in places(name, cx)? {
        match cx.system.look(&path, follows) {
            Ok(Some(found)) => return Ok(Some(Source { name: name.to_owned(), path, found })),
            Ok(None) => {}
            Err(error) => {
                let text = ruby_text(&error, &path);
                return Err(ProviderError::new(format!("Could not retrieve file metadata for {}: {text}", shown(name))));
            }
        }
    }
    Ok(None)
}

/// Whether a link leads to nothing.
pub(super) fn leads_nowhere(path: &str, cx: &Cx<'_>) -> bool {
    !matches!(cx.system.look(path, true), Ok(Some(_)))
}

/// A path of this machine is shown as an address.
pub(super) fn shown(source: &str) -> String {
    if source.starts_with('/') { format!("file://{source}") } else { source.to_owned() }
}

fn places(source: &str, cx: &Cx<'_>) -> Result<Vec<String>, ProviderError> {
    if source.starts_with('/') {
        return Ok(vec![source.to_owned()]);
    }
    if let Some(path) = source.strip_prefix("file://") {
        return Ok(vec![format!("/{}", path.trim_start_matches('/'))]);
    }
    let Some(rest) = source.strip_prefix("puppet://") else {
        let scheme = source.split(':').next().unwrap_or_default();
        return Err(ProviderError::new(format!("Bunraku cannot take files from {scheme} yet")));
    };
    let (server, path) = rest.split_once('/').unwrap_or((rest, ""));
    let Some((module, file)) = path.strip_prefix("modules/").map(|it| it.split_once('/').unwrap_or((it, ""))) else {
        let mount = path.split('/').next().unwrap_or_default();
        return Err(ProviderError::new(format!("Could not retrieve file metadata for {source}: Cannot find mount point {mount}")));
    };
    if !server.is_empty() {
        return Err(ProviderError::new("Bunraku cannot take files from servers yet"));
    }
    if file.split('/').any(|it| it == "..") {
        return Ok(Vec::new());
    }
    // The first folder that has the module counts, even if it has no such file.
    let folder = cx.options.modules.iter().find(|it| matches!(cx.system.look(&format!("{it}/{module}"), true), Ok(Some(_))));
    Ok(folder.map(|it| format!("{it}/{module}/files/{file}").trim_end_matches('/').to_owned()).into_iter().collect())
}
