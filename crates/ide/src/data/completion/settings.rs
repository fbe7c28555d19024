//! `environment.conf`: a line is `name = value`.

use std::ops::Range;

use environment::environment_conf::NAMES;
use syntax::TextSize;

use crate::Completion;
use crate::completion::MOST;
use crate::completion::item::{CompletionItem, CompletionKind, Found, Rank};
use crate::data::text_range;

/// Those that are offered: not what decided on data before Hiera 5.
fn offered() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().filter(|it| *it != "environment_data_provider")
}

/// Description of a setting, and its values, if they can be listed.
fn describe(name: &str) -> (&'static str, &'static [&'static str]) {
    match name {
        "modulepath" => ("module folders, separated by `:`", &["modules:$basemodulepath", "$basemodulepath"]),
        "manifest" => ("main manifest or its folder", &["manifests"]),
        "config_version" => ("program that prints the version of the code", &[]),
        "environment_timeout" => ("how long a server caches the environment", &["0", "unlimited"]),
        "static_catalogs" => ("add file checksums to catalogs", &["true", "false"]),
        "rich_data" => ("allow values in catalogs that JSON lacks", &["true", "false"]),
        _ => ("", &[]),
    }
}

pub(super) fn completion(text: &str, offset: TextSize, trigger: Option<char>) -> Option<Completion> {
    let offset = usize::from(offset);
    let start = text.get(..offset)?.rfind('\n').map_or(0, |it| it + 1);
    let end = text.get(offset..)?.find(['\n', '\r']).map_or(text.len(), |it| offset + it);
    let before = text.get(start..offset)?;
    if before.trim_start().starts_with(['#', '[']) || trigger.is_some() {
        return None;
    }
    let mut found = Found::default();
    let place = match before.split_once('=') {
        None => {
            names(text, start..end, &mut found);
            let from = offset - before.trim_start().len();
            let word = text.get(offset..end)?.find(|it: char| !it.is_ascii_alphanumeric() && it != '_');
            from..offset + word.unwrap_or(end - offset)
        }
        Some((name, value)) => {
            for value in describe(name.trim()).1 {
                found.add(CompletionItem::new(*value, CompletionKind::Value, Rank::Required).text(*value));
            }
            offset - value.trim_start().len()..end
        }
    };
    let insert = place.start..offset;
    let is_cut = found.finish(text.get(insert.clone())?, true, MOST);
    let (insert, replace) = (text_range(&insert), text_range(&place));
    (!found.items.is_empty()).then_some(Completion { items: found.items, insert, replace, is_cut })
}

/// Those that no other line sets.
fn names(text: &str, line: Range<usize>, found: &mut Found) {
    let others = [text.get(..line.start), text.get(line.end..)].into_iter().flatten().flat_map(str::lines);
    let set: Vec<&str> = others.filter_map(|it| it.split_once('=')).map(|it| it.0.trim()).collect();
    let has_value = text.get(line).is_some_and(|it| it.contains('='));
    for name in offered().filter(|it| !set.contains(it)) {
        let item = CompletionItem::new(name, CompletionKind::Keyword, Rank::Required).detail(describe(name).0);
        found.add(item.text(if has_value { name.to_owned() } else { format!("{name} = ") }).goes_on());
    }
}

#[cfg(test)]
mod tests {
    use crate::data::completion::tests::{all, chosen};

    const FILE: &str = "/other/environment.conf";

    #[test]
    fn each_setting_once() {
        all(FILE, "$0", &["modulepath", "manifest", "config_version", "environment_timeout", "static_catalogs", "rich_data"]);
        all(FILE, "manifest = a\n$0\nrich_data = true\n", &["modulepath", "config_version", "environment_timeout", "static_catalogs"]);
        chosen(FILE, "manifest = a\nmodu$0\n", "modulepath", "manifest = a\nmodulepath = \n");
        chosen(FILE, "  mod$0 = x\n", "modulepath", "  modulepath = x\n");
        all(FILE, "# man$0", &[]);
    }

    #[test]
    fn each_says_what_it_is_for() {
        assert_eq!(super::offered().find(|it| super::describe(it).0.is_empty()), None);
    }

    #[test]
    fn values_that_can_be_listed() {
        all(FILE, "rich_data = $0\n", &["true", "false"]);
        chosen(FILE, "environment_timeout=un$0\r\nmanifest = a\r\n", "unlimited", "environment_timeout=unlimited\r\nmanifest = a\r\n");
        all(FILE, "config_version = $0\n", &[]);
        all(FILE, "gone = $0\n", &[]);
    }
}
