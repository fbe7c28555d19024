//! One thing that can be written.

use std::cmp::Ordering;

use analysis::names::Definition;
use rustc_hash::FxHashSet;

use super::Ask;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    Keyword,
    Snippet,
    Variable,
    Parameter,
    Fact,
    Class,
    Define,
    ResourceType,
    DataType,
    Attribute,
    Metaparameter,
    Value,
    Title,
    Function,
    Plan,
    HieraKey,
    File,
    Module,
}

/// Text to insert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insert {
    Text(String),
    /// With places to fill in, as the protocol writes them, and the same as a text for editors that know no such places.
    Snippet {
        snippet: String,
        plain: String,
    },
}

/// How near it is to what is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Required here.
    Required,
    /// Expected here.
    Expected,
    /// Has a matching type.
    Fits,
    Local,
    Module,
    Workspace,
    Elsewhere,
    Last,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionItem {
    pub label: String,
    pub kind: CompletionKind,
    /// A few words next to it.
    pub detail: Option<String>,
    pub insert: Insert,
    /// Text to match with the typed part, if not the label.
    pub filter: Option<String>,
    /// Items are in the order of these.
    pub sort: String,
    pub is_deprecated: bool,
    /// Something is to be completed again after it.
    pub goes_on: bool,
    /// Argument of [`completion_documentation`](super::completion_documentation).
    pub about: Option<String>,
    pub(crate) rank: Rank,
    /// Definition that may be marked as deprecated: it is read once it is certain that the item is shown.
    pub(crate) definition: Option<Definition>,
}

impl CompletionItem {
    pub(crate) fn new(label: impl Into<String>, kind: CompletionKind, rank: Rank) -> CompletionItem {
        let label = label.into();
        CompletionItem {
            insert: Insert::Text(label.clone()),
            label,
            kind,
            detail: None,
            filter: None,
            sort: String::new(),
            is_deprecated: false,
            goes_on: false,
            about: None,
            rank,
            definition: None,
        }
    }

    pub(crate) fn detail(self, text: impl Into<String>) -> CompletionItem {
        CompletionItem { detail: Some(text.into()).filter(|it| !it.is_empty()), ..self }
    }

    pub(crate) fn text(self, text: impl Into<String>) -> CompletionItem {
        CompletionItem { insert: Insert::Text(text.into()), ..self }
    }

    pub(crate) fn snippet(self, snippet: impl Into<String>, plain: impl Into<String>) -> CompletionItem {
        CompletionItem { insert: Insert::Snippet { snippet: snippet.into(), plain: plain.into() }, ..self }
    }

    pub(crate) fn filter(self, text: impl Into<String>) -> CompletionItem {
        CompletionItem { filter: Some(text.into()), ..self }
    }

    pub(crate) fn with_description(self, what: impl Into<String>) -> CompletionItem {
        CompletionItem { about: Some(what.into()), ..self }
    }

    pub(crate) fn goes_on(self) -> CompletionItem {
        CompletionItem { goes_on: true, ..self }
    }
}

/// Items found so far.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) items: Vec<CompletionItem>,
    /// Further typing brings up more.
    pub(crate) is_partial: bool,
}

impl Found {
    pub(crate) fn add(&mut self, item: CompletionItem) {
        self.items.push(item);
    }

    /// Sorts expected items in order of discovery, all others by name.
    fn sort(&mut self) {
        self.items.sort_by(|a, b| {
            let by_name = || if a.rank > Rank::Expected { a.label.cmp(&b.label) } else { Ordering::Equal };
            a.rank.cmp(&b.rank).then_with(by_name)
        });
    }

    /// Leaves what fits what is typed, each once, the best first. Whether there were too many.
    pub(crate) fn finish(&mut self, typed: &str, in_string: bool, most: usize) -> bool {
        let typed = typed.to_lowercase();
        // A name may be written from the top.
        let (is_absolute, wanted) = match typed.strip_prefix("::") {
            Some(rest) if !in_string => (true, rest.to_owned()),
            _ => (false, typed),
        };
        self.items.retain(|it| fits(it.filter.as_deref().unwrap_or(&it.label), &wanted));
        self.sort();
        let mut seen: FxHashSet<(&str, bool)> = FxHashSet::default();
        let first = self.items.iter().map(|it| seen.insert((it.label.as_str(), it.kind == CompletionKind::Snippet)));
        let mut first = first.collect::<Vec<bool>>().into_iter();
        self.items.retain(|_| first.next() == Some(true));
        let is_cut = self.items.len() > most;
        if is_cut {
            // Of many those that begin as what is typed.
            self.items.sort_by_key(|it| (!it.filter.as_deref().unwrap_or(&it.label).to_lowercase().starts_with(&wanted), it.rank));
            self.items.truncate(most);
            self.sort();
        }
        for (number, item) in self.items.iter_mut().enumerate() {
            item.sort = format!("{number:04}");
            if is_absolute {
                let filter = item.filter.take().unwrap_or_else(|| item.label.clone());
                item.filter = Some(format!("::{filter}"));
                item.insert = match std::mem::replace(&mut item.insert, Insert::Text(String::new())) {
                    Insert::Text(text) => Insert::Text(format!("::{text}")),
                    Insert::Snippet { snippet, plain } => Insert::Snippet { snippet: format!("::{snippet}"), plain: format!("::{plain}") },
                };
            }
        }
        is_cut || self.is_partial
    }
}

/// Whether a name has the characters that are typed, in their order: how clients compare.
pub(crate) fn fits(name: &str, typed: &str) -> bool {
    let mut rest = name.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|wanted| rest.any(|it| it == wanted))
}

impl Ask<'_> {
    /// An item for a definition, which its documentation may call deprecated.
    pub(crate) fn of_definition(&self, definition: Option<Definition>, item: CompletionItem) -> CompletionItem {
        CompletionItem { definition, ..item }
    }

    /// Whether a name has the typed characters: a quick filter.
    pub(crate) fn fits(&self, name: &str) -> bool {
        fits(name, self.typed.strip_prefix("::").unwrap_or(self.typed))
    }
}

/// A text as a snippet has it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '$' | '}' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

impl Ask<'_> {
    /// A text as a string here: with quotes, where there are none.
    pub(crate) fn quoted(&self, text: &str) -> String {
        let quote = self.string.as_ref().map(|it| it.start.text().chars().next().unwrap_or('\''));
        let escaped: String = text
            .chars()
            .flat_map(|c| {
                let is_escaped = c == '\\' || c == quote.unwrap_or('\'') || c == '$' && quote == Some('"');
                is_escaped.then_some('\\').into_iter().chain([c])
            })
            .collect();
        if self.string.is_some() { escaped } else { format!("'{escaped}'") }
    }

    /// A word that may stand without quotes, or a string.
    pub(crate) fn word(&self, text: &str) -> String {
        let is_bare = self.string.is_none() && hir::name::is_name(text) && !is_keyword(text);
        if is_bare { text.to_owned() } else { self.quoted(text) }
    }

    /// Rest of the text from the replaced range on.
    pub(crate) fn rest(&self) -> &str {
        self.text.get(usize::from(self.replace.end())..).unwrap_or_default()
    }

    /// Rest of the line.
    pub(crate) fn rest_of_line(&self) -> &str {
        self.rest().split(['\n', '\r']).next().unwrap_or_default()
    }

    /// How near a definition of a file is.
    pub(crate) fn rank(&self, definition: Option<analysis::names::Definition>, name: &str) -> Rank {
        let Some(definition) = definition else { return Rank::Elsewhere };
        if definition.file == self.file {
            return Rank::Local;
        }
        if self.module.as_deref().is_some_and(|it| name.split("::").next() == Some(it)) {
            return Rank::Module;
        }
        match self.snapshot.origin(definition.file) {
            analysis::Origin::Local => Rank::Workspace,
            analysis::Origin::Library => Rank::Elsewhere,
        }
    }
}

fn is_keyword(text: &str) -> bool {
    crate::words::is_kept(text)
}
