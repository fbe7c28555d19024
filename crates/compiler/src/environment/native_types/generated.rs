//! `.resource_types/NAME.pp`, as `puppet generate types` writes it.

use resource_types::{AttributeInfo, AttributeKind, Pattern, TitlePattern, TypeInfo};
use syntax::model::{Data, Model, NodeId};
use syntax::{Dialect, ParseOptions};

/// Reads a generated file. None if it does not declare the type.
pub(super) fn read_generated(name: &str, text: &str) -> Option<TypeInfo> {
    let model = syntax::parse(text, ParseOptions { dialect: Dialect::Manifest, ..ParseOptions::default() }).model();
    let arguments = model.nodes().iter().find_map(|node| match &node.data {
        Data::MethodCall { functor, arguments, .. } => declares(&model, *functor).then_some(arguments),
        _ => None,
    })?;
    let [declared, properties, parameters, rest @ ..] = arguments.as_slice() else { return None };
    if text_of(&model, *declared)? != name {
        return None;
    }
    let mut info = TypeInfo::named(name);
    for (list, kind) in [(properties, AttributeKind::Property), (parameters, AttributeKind::Parameter)] {
        let Data::List { values } = model.data(*list) else { return None };
        for value in values {
            let Data::Call { arguments, .. } = model.data(*value) else { return None };
            let [_, name, rest @ ..] = arguments.as_slice() else { return None };
            let mut attribute = AttributeInfo::named(text_of(&model, *name)?, kind);
            attribute.namevar = rest.first().is_some_and(|it| matches!(model.data(*it), Data::Boolean(true)));
            // The types of values are written for other programs: Puppet does not hold resources to them.
            attribute.validates = true;
            attribute.munges = true;
            attribute.sure = false;
            if attribute.namevar {
                info.namevars.push(attribute.name.clone());
            }
            info.attributes.push(attribute);
        }
    }
    if let Some(Data::Hash { entries }) = rest.first().map(|it| model.data(*it)) {
        info.title_patterns = entries.iter().filter_map(|entry| title_pattern(&model, *entry)).collect();
    }
    info.isomorphic = !rest.get(1).is_some_and(|it| matches!(model.data(*it), Data::Boolean(false)));
    info.index();
    Some(info)
}

fn declares(model: &Model, functor: NodeId) -> bool {
    let Data::NamedAccess { left, right } = model.data(functor) else { return false };
    let class = matches!(model.data(*left), Data::Reference(it) if &**it == "Puppet::Resource::ResourceType3");
    class && matches!(model.data(*right), Data::Name(it) if &**it == "new")
}

fn title_pattern(model: &Model, entry: NodeId) -> Option<TitlePattern> {
    let Data::Entry { key, value } = model.data(entry) else { return None };
    let Data::Regex(source) = model.data(*key) else { return None };
    let Data::List { values } = model.data(*value) else { return None };
    let attributes = values.iter().filter_map(|it| text_of(model, *it)).map(str::to_owned).collect();
    Some(TitlePattern { pattern: Pattern::new(format!("/{}/", source.replace('/', "\\/"))), attributes })
}

fn text_of(model: &Model, node: NodeId) -> Option<&str> {
    match model.data(node) {
        Data::String(text) | Data::Name(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use resource_types::Value;

    use super::*;

    #[test]
    fn generated_types_are_read() {
        let text = "# This file was automatically generated on 2020-01-01 00:00:00 +0000.
Puppet::Resource::ResourceType3.new(
  'apt_key',
  [
    # The state.
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),

    Puppet::Resource::Param(Any, 'created')
  ],
  [
    Puppet::Resource::Param(Any, 'id', true),

    Puppet::Resource::Param(Any, 'provider')
  ],
  {
    /(?m-ix:(.*))/ => ['id']
  },
  false,
  false)
    ";
        let info = read_generated("apt_key", text).unwrap();
        let attributes: Vec<_> = info.attributes.iter().map(|it| (it.name.as_str(), it.is_property(), it.namevar)).collect();
        assert_eq!(attributes, [("ensure", true, false), ("created", true, false), ("id", false, true), ("provider", false, false)]);
        assert!(info.attributes.iter().all(|it| it.validates && it.munges && !it.sure));
        let patterns: Vec<_> = info.title_patterns.iter().map(|it| (it.pattern.text(), it.attributes.as_slice())).collect();
        assert_eq!(patterns, [("/(?m-ix:(.*))/", ["id".to_owned()].as_slice())]);
        assert!(!info.isomorphic);
        assert_eq!(resource_types::from_title(&info, "a\nb").collect::<Vec<_>>(), [("id", Value::str("a\nb"))]);
        assert!(!info.accepts("nosuch") && info.accepts("provider"));
        assert!(read_generated("other", text).is_none() && read_generated("apt_key", "{ x").is_none());
        for at in 0..text.len() {
            let _ = read_generated("apt_key", &text[..at]);
        }
    }
}
