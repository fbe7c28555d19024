//! `lookup_options`: how keys are merged and converted.

use super::{Ask, keys};
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};
use crate::data::place::Step;

/// Merge strategies, the plainest first.
const STRATEGIES: &[(&str, &str)] = &[
    ("first", "first value"),
    ("unique", "array of all values without duplicates"),
    ("hash", "merged hashes, top-level keys only"),
    ("deep", "merged hashes, nested ones too"),
];

/// Keys of a merge that is written as a hash; all but the first belong to `deep`.
const DETAILS: &[(&str, &str)] = &[
    ("strategy", "first, unique, hash or deep"),
    ("knockout_prefix", "prefix of values to remove, such as --"),
    ("merge_hash_arrays", "merge hashes in arrays"),
    ("sort_merged_arrays", "sort arrays"),
    ("unpack_arrays", "separator to split strings in arrays"),
];

/// Types that values of data are made into.
const TYPES: &[&str] =
    &["Sensitive", "Integer", "Float", "Numeric", "Boolean", "Array", "Hash", "String", "Timestamp", "Timespan", "SemVer"];

/// The keys that something is said of: those that there are, those of this file first.
pub(super) fn keys(ask: &Ask<'_>, found: &mut Found) {
    for name in yaml::Tree::outer_keys(ask.text, ask.data.is_json()) {
        if name != "lookup_options" && ask.place.sibling(&name).is_none() {
            let item = CompletionItem::new(name.as_str(), CompletionKind::HieraKey, Rank::Required).detail("in this file");
            found.add(item.text(ask.key(&name)));
        }
    }
    keys::all(ask, found);
}

/// Completes the options of a key.
pub(super) fn add(ask: &Ask<'_>, found: &mut Found) {
    let inner: Vec<&str> = ask.place.path.iter().skip(2).map(|it| if let Step::Key(key) = it { key } else { "" }).collect();
    let keys = |all: &[(&str, &str)], found: &mut Found| {
        for (name, what) in all.iter().filter(|it| ask.place.may_be_key && ask.place.sibling(it.0).is_none()) {
            let item = CompletionItem::new(*name, CompletionKind::Keyword, Rank::Required).detail(*what);
            found.add(item.text(ask.key(name)).goes_on());
        }
    };
    let values = |all: &[(&str, &str)], found: &mut Found| {
        for (name, what) in all.iter().filter(|_| ask.place.may_be_value) {
            found.add(CompletionItem::new(*name, CompletionKind::Value, Rank::Required).detail(*what).text(ask.string(name)));
        }
    };
    match inner.as_slice() {
        [] => keys(&[("merge", "how to merge the values of several levels"), ("convert_to", "type to convert the value to")], found),
        ["merge"] => {
            values(STRATEGIES, found);
            keys(DETAILS, found);
        }
        ["merge", "strategy"] => values(STRATEGIES, found),
        ["merge", "merge_hash_arrays" | "sort_merged_arrays"] => {
            for word in ["true", "false"] {
                found.items.extend(ask.word(word).map(|it| CompletionItem::new(word, CompletionKind::Value, Rank::Required).text(it)));
            }
        }
        ["convert_to"] | ["convert_to", ""] if ask.place.may_be_value => {
            for name in TYPES {
                found.add(CompletionItem::new(*name, CompletionKind::DataType, Rank::Required).text(ask.string(name)));
            }
        }
        _ => {}
    }
}
