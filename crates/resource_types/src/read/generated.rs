//! `.resource_types/NAME.pp`, as `puppet generate types` writes it.

use syntax::model::{Data, Model, NodeId};
use syntax::{Dialect, ParseOptions};

use super::{plain_attribute, plain_type};
use crate::pattern::Pattern;
use crate::table::{AttributeKind, TitlePattern, TypeInfo};

/// Reads a generated file. None if it does not declare the type.
pub fn read_generated(name: &str, text: &str) -> Option<TypeInfo> {
    let model = syntax::parse(text, ParseOptions { dialect: Dialect::Manifest, ..ParseOptions::default() }).model();
    let arguments = model.nodes().iter().find_map(|node| match &node.data {
        Data::MethodCall { functor, arguments, .. } => declares(&model, *functor).then_some(arguments),
        _ => None,
    })?;
    let [declared, properties, parameters, rest @ ..] = arguments.as_slice() else { return None };
    if text_of(&model, *declared)? != name {
        return None;
    }
    let mut info = plain_type(name);
    for (list, kind) in [(properties, AttributeKind::Property), (parameters, AttributeKind::Parameter)] {
        let Data::List { values } = model.data(*list) else { return None };
        for value in values {
            let Data::Call { arguments, .. } = model.data(*value) else { return None };
            let [_, name, rest @ ..] = arguments.as_slice() else { return None };
            let mut attribute = plain_attribute(text_of(&model, *name)?, kind);
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
