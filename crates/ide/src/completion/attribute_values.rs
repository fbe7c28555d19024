//! Values of attributes: words that a type allows, references, files.

use resource_types::Base;

use super::context::Of;
use super::expected::{Wanted, of_attribute, of_type};
use super::item::{CompletionItem, CompletionKind, Found, Rank};
use super::{Ask, paths, titles};

/// Functions that give a text.
const TEXTS: &[&str] = &["epp", "template", "file"];

pub(super) fn add(ask: &Ask<'_>, of: &Of, attribute: &str, found: &mut Found) {
    match of_attribute(ask, of, attribute) {
        Some(Wanted::References) if ask.string.is_none() => titles::references_to(ask, None, found),
        Some(Wanted::References) => {}
        Some(Wanted::Words(words)) => {
            for (number, it) in words.iter().enumerate() {
                let rank = if number < 2 { Rank::Required } else { Rank::Expected };
                found.add(CompletionItem::new(it.as_str(), CompletionKind::Value, rank).text(ask.word(it)));
            }
        }
        Some(Wanted::Type(ty)) => of_type(ask, &ty, found),
        None => {}
    }
    let is_file = matches!(of, Of::Type(ty) if ty == "file");
    match attribute {
        "source" if is_file => paths::urls(ask, found),
        "content" if ask.string.is_none() => {
            for name in TEXTS {
                let item =
                    CompletionItem::new(*name, CompletionKind::Function, Rank::Expected).with_description(format!("function {name}"));
                found.add(item.snippet(format!("{name}('$0')"), format!("{name}('")).goes_on());
            }
        }
        "owner" | "user" | "run_as_user" => titles::names(ask, "user", found),
        "group" | "gid" => titles::names(ask, "group", found),
        "schedule" => titles::names(ask, "schedule", found),
        "stage" => {
            found.add(CompletionItem::new("main", CompletionKind::Title, Rank::Expected).text(ask.quoted("main")));
            titles::names(ask, "stage", found);
        }
        _ => {}
    }
}

/// The words that an attribute of a type allows, the usual ones first. None where there are none to choose from.
pub(super) fn words(ask: &Ask<'_>, ty: &str, attribute: &str) -> Option<Vec<String>> {
    match attribute {
        "noop" => return Some(vec!["true".to_owned(), "false".to_owned()]),
        "loglevel" => {
            let levels = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "verbose", "debug"];
            return Some(levels.iter().map(|it| (*it).to_owned()).collect());
        }
        _ => {}
    }
    let info = ask.snapshot.native_type(ask.file, ty)?;
    if attribute == "provider" {
        let mut names: Vec<String> = info.providers.iter().map(|(name, _)| name.clone()).collect();
        for (name, _) in ask.snapshot.providers(ask.file, ty) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        return Some(names);
    }
    let attribute = info.attribute(attribute)?;
    let mut words: Vec<String> = attribute.values.words.clone();
    if words.is_empty() && matches!(attribute.base, Base::BooleanParameter | Base::BooleanProperty) {
        words = vec!["true".to_owned(), "false".to_owned()];
    }
    // The reverse of the order in the types.
    words.sort_by_key(|it| match it.as_str() {
        "present" | "running" | "file" | "installed" | "true" => 0,
        "latest" | "stopped" | "directory" | "false" => 1,
        "absent" => 2,
        _ => 3,
    });
    (!words.is_empty()).then_some(words)
}
