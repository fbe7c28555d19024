//! Names at a place of data.

use hir::Name;
use syntax::{TextRange, TextSize};
use yaml::Step;

use super::{Document, text_range};

/// Of a key that is written more often, no more places are looked for.
const MOST_PLACES: usize = 10_000;

/// A name in data, and its place without quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) what: What,
    pub(crate) range: TextRange,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A key of Hiera, where it gets a value or options.
    Key(String),
    /// A key that an interpolation looks up.
    LookedUp(String),
    /// A possible class: a name in a list, as lists of classes have them, or one of several parts.
    Class(Name),
}

impl What {
    /// The key of Hiera.
    pub(crate) fn key(&self) -> Option<&str> {
        match self {
            What::Key(key) | What::LookedUp(key) => Some(key),
            What::Class(_) => None,
        }
    }
}

impl Document {
    /// Name at a place.
    pub(crate) fn named_at(&self, offset: TextSize) -> Option<Named> {
        if !self.is_data() {
            return None;
        }
        if let Some(entry) = self.key_at(offset) {
            return Some(Named { what: What::Key(entry.key.text()?.to_owned()), range: self.without_quotes(&entry.key.range) });
        }
        if let Some((key, range)) = self.looked_up_at(offset) {
            return Some(Named { what: What::LookedUp(key), range });
        }
        let path = self.text.tree.path_at(offset.into());
        let (node, is_in_list) = match path.last()? {
            Step::Item { node, .. } => (*node, true),
            Step::Entry { entry, in_key: false } => (entry.value.as_ref()?, false),
            Step::Entry { .. } => return None,
        };
        let name = node.string().filter(|it| hir::name::is_name(it) && (is_in_list || it.contains("::")))?;
        Some(Named { what: What::Class(hir::name::normal(name)), range: self.without_quotes(&node.range) })
    }

    /// Every place that names a key of Hiera or a class, in the order of the text.
    pub(crate) fn places_of(&self, what: &What) -> Vec<Named> {
        let word = match what {
            What::Key(key) | What::LookedUp(key) => key.as_str(),
            What::Class(name) => name.as_str(),
        };
        let is_same = |it: &What| match (it, what) {
            (What::Class(one), What::Class(other)) => one == other,
            _ => it.key().is_some() && it.key() == what.key(),
        };
        let mut found: Vec<Named> = Vec::new();
        for (at, _) in self.source.match_indices(word).take(MOST_PLACES) {
            let named = TextSize::try_from(at).ok().and_then(|it| self.named_at(it));
            found.extend(named.filter(|it| is_same(&it.what) && found.last().is_none_or(|last| last.range != it.range)));
        }
        found
    }

    /// The key that an interpolation at a place looks up, and where it is written.
    fn looked_up_at(&self, offset: TextSize) -> Option<(String, TextRange)> {
        let offset = usize::from(offset);
        let line = self.source.get(..offset)?.rfind('\n').map_or(0, |it| it + 1);
        let end = self.source.get(offset..)?.find('\n').map_or(self.source.len(), |it| offset + it);
        let before = self.source.get(line..offset)?;
        let start = line + before.rfind("%{")?;
        let length = self.source.get(start..end)?.find('}')?;
        if start + length < offset {
            return None;
        }
        let inside = self.source.get(start..start + length)?;
        let open = inside.find('(')?;
        let function = inside.get(2..open)?.trim();
        if !matches!(function, "lookup" | "hiera" | "alias") {
            return None;
        }
        let argument = inside.get(open + 1..)?;
        let blank = argument.len() - argument.trim_start_matches([' ', '\'', '"', '\\']).len();
        let key = argument.get(blank..)?.split(['\'', '"', '\\', ')', ' ']).next()?;
        let from = start + open + 1 + blank;
        let range = text_range(&(from..from + key.len()));
        range.contains_inclusive(TextSize::try_from(offset).ok()?).then(|| (key.to_owned(), range))
    }
}
