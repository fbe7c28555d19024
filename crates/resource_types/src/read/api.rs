//! `Puppet::ResourceApi.register_type(name: …, attributes: { … })`.

use rustc_hash::FxHashSet;

use super::code::Code;
use super::lexer::Token;
use super::{key, literal, texts, whole_title};
use crate::pattern::Pattern;
use crate::table::{AttributeInfo, AttributeKind, Relation, RelationInfo, TitlePattern, TypeInfo};
use crate::value::Value;

pub(super) fn read(code: &Code, name: &str) -> Option<TypeInfo> {
    let start = (0..code.len()).find(|at| code.word(*at) == Some("register_type"))?;
    let mut entries = code.arguments(start + 1, code.len());
    if let [(only, _)] = entries.as_slice()
        && code.is_op(*only, "{")
    {
        entries = code.items(only + 1, code.end(*only));
    }
    let mut info = TypeInfo::named(name);
    let mut titles = None;
    let mut named = false;
    for (from, to) in entries {
        let Some((key, from)) = key(code, from, to) else {
            info.open = true;
            continue;
        };
        match key.as_str() {
            "name" => named = literal(code, from, to).as_ref().and_then(Value::as_word) == Some(name),
            "attributes" => attributes(code, &mut info, from, to),
            "title_patterns" => titles = Some(title_patterns(code, from).unwrap_or_default()),
            "autorequire" | "autorequires" => relations(code, &mut info, Relation::Require, from),
            "autobefore" | "autobefores" => relations(code, &mut info, Relation::Before, from),
            "autosubscribe" | "autosubscribes" => relations(code, &mut info, Relation::Subscribe, from),
            "autonotify" | "autonotifies" => relations(code, &mut info, Relation::Notify, from),
            "features" => {}
            _ => {}
        }
    }
    if !named {
        return None;
    }
    info.namevars = info.attributes.iter().filter(|it| it.namevar).map(|it| it.name.clone()).collect();
    info.title_patterns = match (titles, info.namevars.as_slice()) {
        (Some(titles), _) => titles,
        (None, [only]) => vec![whole_title(only)],
        // Without patterns a title is all the first namevar says.
        (None, [first, ..]) => vec![whole_title(first)],
        (None, []) => Vec::new(),
    };
    Some(info)
}

fn attributes(code: &Code, info: &mut TypeInfo, from: usize, to: usize) {
    if !code.is_op(from, "{") || code.end(from) + 1 != to {
        info.open = true;
        return;
    }
    let mut names = FxHashSet::default();
    for (from, to) in code.items(from + 1, code.end(from)) {
        let Some((name, from)) = key(code, from, to).filter(|_| info.attributes.len() < 2_000) else {
            info.open = true;
            continue;
        };
        let mut attribute = AttributeInfo::named(&name, AttributeKind::Property);
        // Types of the language check the values; they are not read here.
        attribute.validates = true;
        attribute.munges = true;
        attribute.sure = false;
        for (from, to) in code.items(from + 1, code.end(from)) {
            let Some((key, from)) = key(code, from, to) else { continue };
            let value = literal(code, from, to);
            match key.as_str() {
                "behaviour" | "behavior" => match value.as_ref().and_then(Value::as_word) {
                    Some("namevar") => {
                        attribute.namevar = true;
                        attribute.kind = AttributeKind::Parameter;
                    }
                    Some("parameter") => attribute.kind = AttributeKind::Parameter,
                    _ => {}
                },
                "type" => attribute.data_type = value.as_ref().and_then(Value::as_word).map(str::to_owned),
                "default" => match value {
                    Some(value) => attribute.default = Some(value),
                    None => attribute.computed_default = true,
                },
                _ => {}
            }
        }
        if !names.insert(attribute.name.clone()) {
            info.attributes.retain(|it| it.name != attribute.name);
        }
        info.attributes.push(attribute);
    }
}

/// `[{ pattern: %r{^(?<package>.*)-(?<manager>.*)$}, desc: '…' }]`: groups have the names of attributes.
fn title_patterns(code: &Code, from: usize) -> Option<Vec<TitlePattern>> {
    let mut patterns = Vec::new();
    for (from, _) in code.items(from + 1, code.end(from)) {
        for (from, to) in code.items(from + 1, code.end(from)) {
            let Some((key, from)) = key(code, from, to).filter(|(key, _)| key == "pattern") else { continue };
            let Some(Token::Regex(text, true)) = code.get(from).filter(|_| !key.is_empty()) else { return None };
            let names = text.split("(?<").skip(1).filter_map(|it| it.split_once('>')).map(|(name, _)| name);
            let attributes = names.filter(|it| !it.starts_with(['=', '!'])).map(str::to_owned).collect();
            patterns.push(TitlePattern { pattern: Pattern::new(text.clone()), attributes });
        }
    }
    Some(patterns)
}

fn relations(code: &Code, info: &mut TypeInfo, relation: Relation, from: usize) {
    for (from, to) in code.items(from + 1, code.end(from)) {
        let Some((target, from)) = key(code, from, to) else { continue };
        // `$name` is the value of an attribute.
        let named = literal(code, from, to).map(texts).unwrap_or_default();
        let attributes: Vec<String> = named.iter().filter_map(|it| it.strip_prefix('$')).map(str::to_owned).collect();
        let fixed: Vec<String> = named.into_iter().filter(|it| !it.starts_with('$')).collect();
        let titles = Some(fixed).filter(|it| !it.is_empty());
        info.relations.push(RelationInfo {
            titles,
            attributes,
            takes_lists: true,
            code: Some(code.digest(from, to)),
            ..RelationInfo::new(relation, &target)
        });
    }
}
