//! `tidy`: files that are old or large are taken away. Each is a `file` of its own, before the resource.

use serde_json::{Value as Json, json};

use crate::instance::{Cx, Found, Instance, ProviderError};
use crate::log::Level;
use crate::subject::Subject;
use crate::types::glob::glob;
use machine::FileKind;

/// How deep and how many: a loop is ended.
const DEEPEST: usize = 256;
const MOST: usize = 100_000;

pub struct Tidy {
    path: String,
    /// How many levels are looked into; none for all.
    depth: Option<usize>,
    recurses: bool,
    patterns: Vec<String>,
    age: Option<u64>,
    size: Option<u64>,
    moment: String,
    with_folders: bool,
    most: usize,
    backup: Option<Json>,
}

impl Tidy {
    pub fn new(subject: &Subject) -> Result<Tidy, ProviderError> {
        let path = subject.text("path").unwrap_or_else(|| subject.title.to_string());
        let recurse = subject.text("recurse");
        let depth = recurse.as_deref().and_then(|it| it.parse().ok());
        let recurses = depth.map_or_else(|| matches!(recurse.as_deref(), Some("true" | "inf")), |it| it > 0);
        let amount = |name: &str, units: &dyn Fn(char) -> Option<u64>, usual: char| -> Result<Option<u64>, ProviderError> {
            let Some(text) = subject.text(name) else { return Ok(None) };
            let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
            let unit = text.chars().nth(digits.len()).map_or(usual, |it| it.to_ascii_lowercase());
            let number: u64 = digits.parse().map_err(|_| ProviderError::new(format!("Invalid tidy {name} {text}")))?;
            let factor = units(unit).ok_or_else(|| ProviderError::new(format!("Invalid {name} unit '{unit}'")))?;
            Ok(Some(number.saturating_mul(factor)))
        };
        let seconds = |unit| match unit {
            's' => Some(1),
            'm' => Some(60),
            'h' => Some(3600),
            'd' => Some(86400),
            'w' => Some(604_800),
            _ => None,
        };
        let bytes = |unit| "bkmgt".find(unit).map(|it| 1024_u64.pow(u32::try_from(it).unwrap_or_default()));
        Ok(Tidy {
            path: if path.len() > 1 { path.trim_end_matches('/').to_owned() } else { path },
            depth,
            recurses,
            patterns: subject.texts("matches"),
            age: amount("age", &seconds, 'd')?,
            size: amount("size", &bytes, 'k')?,
            moment: subject.text("type").unwrap_or_else(|| "atime".to_owned()),
            with_folders: subject.is_on("rmdirs") == Some(true),
            most: subject.text("max_files").and_then(|it| it.parse().ok()).filter(|it| *it > 0).unwrap_or(MOST),
            backup: subject.value("backup").cloned(),
        })
    }

    /// Everything below a path, each folder before what is in it.
    fn list_tree(&self, cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError> {
        let mut found = Vec::new();
        let mut waiting = vec![(self.path.clone(), 0)];
        while let Some((path, depth)) = waiting.pop() {
            let is_folder = matches!(cx.system.look(&path, false), Ok(Some(it)) if it.kind == FileKind::Directory);
            found.push(path.clone());
            if found.len() > self.most {
                return Err(ProviderError::new(format!("The directory '{}' contains more than {} entries", self.path, self.most)));
            }
            if is_folder && self.recurses && self.depth.is_none_or(|it| depth < it) && depth < DEEPEST {
                let names = cx.system.list(&path).unwrap_or_default();
                waiting.extend(names.into_iter().map(|it| (format!("{}/{it}", path.trim_end_matches('/')), depth + 1)));
            }
        }
        Ok(found)
    }

    fn is_meant(&self, path: &str, cx: &mut Cx<'_>) -> bool {
        if cx.around.other("File", path).is_some() {
            return false;
        }
        let Ok(Some(details)) = cx.system.details(path) else { return false };
        if details.kind == FileKind::Directory && !self.with_folders {
            return false;
        }
        let name = path.rsplit('/').next().unwrap_or_default();
        if !self.patterns.is_empty() && !self.patterns.iter().any(|it| glob(it, name)) {
            cx.tell(Level::Debug, format!("No specified patterns match {path}, not tidying"));
            return false;
        }
        let moment = match self.moment.as_str() {
            "mtime" => details.modified,
            "ctime" => details.changed,
            _ => details.accessed,
        };
        let age = cx.system.now().timestamp().as_second().saturating_sub(moment);
        let is_old = self.age.is_some_and(|it| u64::try_from(age).is_ok_and(|age| age >= it));
        let is_large = self.size.is_some_and(|it| details.size >= it);
        is_old || is_large || (self.age.is_none() && self.size.is_none())
    }
}

impl Instance for Tidy {
    fn generate_first(&mut self, cx: &mut Cx<'_>) -> Result<(Vec<Found>, bool), ProviderError> {
        if !matches!(cx.system.look(&self.path, false), Ok(Some(_))) {
            return Ok((Vec::new(), true));
        }
        let all = self.list_tree(cx)?;
        let mut meant: Vec<String> = all.iter().filter(|it| self.is_meant(it, cx)).cloned().collect();
        // A folder goes only when all that is in it goes.
        meant.sort_by(|a, b| b.cmp(a));
        let stays: Vec<&String> =
            all.iter().filter(|it| meant.binary_search_by(|other| it.as_str().cmp(other.as_str())).is_err()).collect();
        let holds = |folder: &String| stays.iter().any(|it| it.strip_prefix(folder.as_str()).is_some_and(|it| it.starts_with('/')));
        let is_unseen = |path: &String, cx: &mut Cx<'_>| {
            let names = cx.system.list(path).unwrap_or_default();
            names.iter().any(|it| !all.contains(&format!("{}/{it}", path.trim_end_matches('/'))))
        };
        let mut matched = Vec::new();
        for path in &meant {
            let is_folder = matches!(cx.system.look(path, false), Ok(Some(it)) if it.kind == FileKind::Directory);
            if !is_folder || (!holds(path) && !is_unseen(path, cx)) {
                matched.push(path.clone());
            }
        }
        if !matched.is_empty() {
            cx.tell(Level::Notice, format!("Tidying {} files", matched.len()));
        }
        let backup = self.backup.clone().unwrap_or_else(|| json!(false));
        let parameters = [("ensure", json!("absent")), ("force", json!(true)), ("backup", backup)];
        let parameters: Vec<(String, Json)> = parameters.into_iter().map(|(name, it)| (name.to_owned(), it)).collect();
        let file = |title| Found { type_name: "File".to_owned(), title, parameters: parameters.clone(), ..Found::default() };
        Ok((matched.into_iter().map(file).collect(), true))
    }
}
