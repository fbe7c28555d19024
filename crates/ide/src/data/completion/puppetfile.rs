//! `Puppetfile`: statements, installed modules with their versions, options.

use analysis::{File, Snapshot};
use environment::name_of_module;
use environment::puppetfile::{self, Item, ItemKind};
use syntax::TextSize;

use crate::Completion;
use crate::completion::MOST;
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};
use crate::data::installed::Installed;
use crate::data::text_range;

const STATEMENTS: &[(&str, &str)] =
    &[("mod", "a module"), ("forge", "URL of the Forge"), ("moduledir", "folder that modules are installed in")];

/// Options of a module, their values, and what they are for.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("git", "'", "URL of a Git repository"),
    ("tag", "'", "tag in Git"),
    ("branch", "'", "branch in Git"),
    ("commit", "'", "commit in Git"),
    ("ref", "'", "branch, tag or commit in Git"),
    ("default_branch", "'", "branch, if `branch` does not exist"),
    ("install_path", "'", "folder that the module is installed in"),
    ("local", "true", "the module is part of this repository"),
];

pub(super) fn completion(snapshot: Snapshot<'_>, file: File, text: &str, offset: TextSize, trigger: Option<char>) -> Option<Completion> {
    let offset = usize::from(offset);
    let before = text.get(..offset)?;
    let line = before.rfind('\n').map_or(0, |it| it + 1);
    let mut found = Found::default();
    let start = match statement(before) {
        Some(from) => {
            let items = puppetfile::items(before, from);
            let ask = Ask { snapshot, file, text, before, trigger };
            ask.add(&items, &mut found)?
        }
        None => {
            let written = before.get(line..)?;
            let word = written.trim_start();
            if trigger.is_some() || !word.chars().all(|it| it.is_ascii_alphabetic()) {
                return None;
            }
            for (name, purpose) in STATEMENTS {
                let item = CompletionItem::new(*name, CompletionKind::Keyword, Rank::Required).detail(*purpose);
                found.add(item.text(format!("{name} '")).goes_on());
            }
            offset - word.len()
        }
    };
    let typed = text.get(start..offset)?;
    let rest = text.get(offset..)?;
    let word = rest.find(|it: char| !it.is_ascii_alphanumeric() && !"_-/.".contains(it)).unwrap_or(rest.len());
    let is_cut = found.finish(typed, true, MOST);
    let (insert, replace) = (text_range(&(start..offset)), text_range(&(start..offset + word)));
    (!found.items.is_empty()).then_some(Completion { items: found.items, insert, replace, is_cut })
}

/// Where the words of the statement begin that a text ends in.
fn statement(before: &str) -> Option<usize> {
    let mut start = 0;
    let mut last = None;
    for line in before.split_inclusive('\n') {
        let word = line.trim_start();
        let rest = word.strip_prefix("mod").filter(|it| it.starts_with([' ', '\t', '(']));
        if let Some(rest) = rest {
            last = Some(start + line.len() - rest.len());
        }
        start += line.len();
    }
    let from = last?;
    // The statement goes on up to the end only if its last line does, or after a comma.
    let is_done = before.get(from..)?.contains('\n') && !goes_on(before, from);
    (!is_done).then_some(from)
}

/// Whether everything after an offset is one statement.
fn goes_on(text: &str, from: usize) -> bool {
    let items = puppetfile::items(text, from);
    let Some(last) = items.last() else { return false };
    let rest = text.get(last.range.end..).unwrap_or_default();
    last.has_comma || last.kind == ItemKind::Key || !rest.contains('\n')
}

struct Ask<'a> {
    snapshot: Snapshot<'a>,
    file: File,
    text: &'a str,
    /// The text up to the cursor.
    before: &'a str,
    trigger: Option<char>,
}

impl Ask<'_> {
    /// Adds what may be written after some words, the last of which may be typed half. Returns where it begins.
    fn add(&self, items: &[Item], found: &mut Found) -> Option<usize> {
        let end = self.before.len();
        let open = items.last().filter(|it| it.kind == ItemKind::Text { is_closed: false });
        let is_meant = self.trigger.is_none_or(|it| match it {
            '\'' | '"' => open.is_some_and(|it| it.range.is_empty()),
            ' ' => open.is_none() && items.last().is_some_and(|it| it.has_comma),
            _ => false,
        });
        // A comment is no place for words.
        let line = self.before.rsplit('\n').next().unwrap_or_default();
        if !is_meant || open.is_none() && line.contains('#') {
            return None;
        }
        if let Some(open) = open {
            match items.len() {
                1 => self.modules(found),
                2 => self.version(items, "", found),
                _ => {}
            }
            return Some(open.range.start);
        }
        // A word may be typed half, with the colon of an old option.
        let (typed, done) = match items.split_last() {
            Some((last, done)) if last.kind == ItemKind::Word && last.range.end == end => (Some(last), done),
            _ => (None, items),
        };
        if !done.last().is_some_and(|it| it.has_comma) {
            return None;
        }
        let start = typed.map_or(end, |it| it.range.start);
        let start = if typed.is_none() && self.before.ends_with(':') { start - 1 } else { start };
        if done.len() == 1 {
            self.version(done, "'", found);
            let item = CompletionItem::new(":latest", CompletionKind::Value, Rank::Expected);
            found.add(item.detail("the latest version of the Forge"));
        }
        self.options(done, found);
        Some(start)
    }

    /// Installed modules that are not listed yet.
    fn modules(&self, found: &mut Found) {
        let listed = puppetfile::modules(self.text);
        let written: Vec<&str> = listed.iter().filter_map(|it| self.text.get(it.range.clone())).collect();
        let separator = if written.iter().any(|it| it.contains('-')) { '-' } else { '/' };
        for name in self.snapshot.module_names(self.file) {
            let is_listed = listed.iter().any(|it| it.name == &*name && !(it.range.start..=it.range.end).contains(&self.before.len()));
            let Some(module) = Installed::find(self.snapshot, self.file, &name).filter(|_| !is_listed) else { continue };
            // A module without metadata has no author: it is the repository's own.
            let Some(full_name) = module.full_name() else { continue };
            let label = full_name.replacen(['-', '/'], &separator.to_string(), 1);
            let item = CompletionItem::new(label, CompletionKind::Module, Rank::Required);
            found.add(item.detail(module.version().unwrap_or_default()));
        }
    }

    /// The installed version of the module.
    fn version(&self, items: &[Item], quote: &str, found: &mut Found) {
        let name = items.first().and_then(|it| self.before.get(it.range.clone())).unwrap_or_default();
        let module = Installed::find(self.snapshot, self.file, name_of_module(name));
        if let Some(version) = module.as_ref().and_then(Installed::version) {
            let item = CompletionItem::new(version, CompletionKind::Value, Rank::Required).detail("installed");
            found.add(item.text(format!("{quote}{version}{quote}")));
        }
    }

    /// Options that are not given, as the file writes them: `git: ` or `:git => `.
    fn options(&self, items: &[Item], found: &mut Found) {
        let given = |name: &str| items.iter().any(|it| it.kind == ItemKind::Key && self.before.get(it.range.clone()) == Some(name));
        let is_old = self.text.contains("=>") || self.before.ends_with(':');
        for (name, value, purpose) in OPTIONS.iter().filter(|it| !given(it.0)) {
            let label = if is_old { format!(":{name}") } else { (*name).to_owned() };
            let text = if is_old { format!(":{name} => {value}") } else { format!("{name}: {value}") };
            found.add(CompletionItem::new(label, CompletionKind::Attribute, Rank::Expected).detail(*purpose).text(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::data::completion::tests::{all, chosen};

    const FILE: &str = "/site/Puppetfile";

    const OPTIONS: [&str; 8] = ["git", "tag", "branch", "commit", "ref", "default_branch", "install_path", "local"];

    #[test]
    fn statements() {
        all(FILE, "$0", &["mod", "forge", "moduledir"]);
        chosen(FILE, "mod 'a/web'\nmo$0\n", "mod", "mod 'a/web'\nmod '\n");
        all(FILE, "# mo$0", &[]);
        all(FILE, "forge '$0'", &[]);
    }

    #[test]
    fn installed_modules_that_are_not_listed() {
        all(FILE, "mod '$0", &["a/db", "a/web"]);
        all(FILE, "mod 'a-web'\nmod '$0'", &["a-db"]);
        chosen(FILE, "mod 'a/$0web', '1'\n", "a/db", "mod 'a/db', '1'\n");
    }

    #[test]
    fn the_installed_version() {
        all(FILE, "mod 'a/web', '$0'", &["2.1.0"]);
        all(FILE, "mod 'a/other', '$0'", &[]);
        let begun = [&["2.1.0", ":latest"][..], &OPTIONS].concat();
        all(FILE, "mod 'a/web', $0", &begun);
        chosen(FILE, "mod 'a/web', $0\n", "2.1.0", "mod 'a/web', '2.1.0'\n");
    }

    #[test]
    fn options_that_are_not_given() {
        all(FILE, "mod 'own',\n  git: 'x',\n  t$0\n", &["tag", "commit", "default_branch", "install_path"]);
        chosen(FILE, "mod 'own',\n  git: 'x',\n  ta$0\n", "tag", "mod 'own',\n  git: 'x',\n  tag: '\n");
        chosen(FILE, "mod 'own',\n  :git => 'x',\n  :ta$0\n", ":tag", "mod 'own',\n  :git => 'x',\n  :tag => '\n");
        chosen(FILE, "mod 'own', lo$0", "local", "mod 'own', local: true");
        all(FILE, "mod 'own', '1'\n  t$0\n", &[]);
        all(FILE, "mod 'own',\n  # git$0\n", &[]);
    }
}
