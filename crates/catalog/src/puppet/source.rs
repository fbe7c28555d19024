//! Puppet's words for relationships.

use crate::graph::{Effect, Word, WordId};
use crate::{Condition, Origin, Relation, ResourceId};

/// Origin of a relationship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    Require,
    Subscribe,
    Before,
    Notify,
    /// Written between two resources.
    Arrow,
    AutoRequire,
    AutoSubscribe,
    AutoBefore,
    AutoNotify,
}

/// The words of all sources, by their numbers.
static WORDS: [Word; 9] = [
    Word::of_second("require", Effect::Orders),
    Word::of_second("subscribe", Effect::Refreshes),
    Word::of_first("before", Effect::Orders),
    Word::of_first("notify", Effect::Refreshes),
    // Which of the two arrows it is, the relation knows.
    Word::of_first("arrow", Effect::Orders),
    Word::of_second("autorequire", Effect::Orders).automatic(),
    Word::of_second("autosubscribe", Effect::Refreshes).automatic(),
    Word::of_first("autobefore", Effect::Orders).automatic(),
    Word::of_first("autonotify", Effect::Refreshes).automatic(),
];

impl Source {
    /// All sources, by the numbers of their words.
    const ALL: [Source; 9] = [
        Source::Require,
        Source::Subscribe,
        Source::Before,
        Source::Notify,
        Source::Arrow,
        Source::AutoRequire,
        Source::AutoSubscribe,
        Source::AutoBefore,
        Source::AutoNotify,
    ];

    pub fn word(self) -> &'static Word {
        &WORDS[self as usize]
    }

    pub fn id(self) -> WordId {
        WordId(self as u8)
    }

    pub fn name(self) -> &'static str {
        self.word().name
    }

    /// Whether it is said by what comes after, about what comes before it.
    pub fn comes_before(self) -> bool {
        self.word().is_of_second
    }

    pub fn is_automatic(self) -> bool {
        self.word().is_automatic
    }

    /// A relationship of this source.
    pub fn relation(self, before: ResourceId, after: ResourceId, origin: Origin, condition: Condition) -> Relation {
        let Word { effect, group, .. } = *self.word();
        Relation { before, after, effect, group, word: self.id(), origin, condition }
    }
}

impl Relation {
    /// Source of a relationship of Puppet.
    pub fn source(&self) -> Source {
        Source::ALL.get(usize::from(self.word.0)).copied().unwrap_or(Source::Require)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_has_its_number_and_its_word() {
        for (number, source) in Source::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(source.id().0), number);
            let relation = source.relation(ResourceId(0), ResourceId(1), Origin::NOWHERE, Condition::Always);
            assert_eq!((relation.source(), relation.effect), (source, source.word().effect));
            let named = format!("{source:?}").to_lowercase();
            assert_eq!(source.name(), named);
            assert_eq!(source.is_automatic(), named.starts_with("auto"));
            assert_eq!(source.comes_before(), named.ends_with("require") || named.ends_with("subscribe"));
            assert_eq!(source.word().effect.refreshes(), named.ends_with("subscribe") || named.ends_with("notify"));
        }
    }
}
