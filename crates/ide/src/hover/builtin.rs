//! Hover of Puppet's built-in names: resource types and their attributes, functions, data types, keywords, variables.

use hir::{Owner, Symbol};
use resource_types::{AttributeInfo, AttributeKind, TypeInfo};

use crate::builtin_docs as docs;
use crate::value_text::code;

/// Limit of the values of an attribute that are listed.
const MOST: usize = 20;

pub(crate) fn text(meant: &Symbol) -> Option<String> {
    match meant {
        Symbol::Type(name) => data_type(name).or_else(|| resource_type(name)),
        Symbol::Function(name) => function(name),
        Symbol::Member { owner: Owner::Type(ty), name } => attribute(ty, name),
        // Every class has them, too.
        Symbol::Member { owner: Owner::Class(_), name } => Some(format!("metaparameter\n\n{}\n", docs::metaparameter(name)?)),
        Symbol::Top(name) => Some(format!("```puppet\n${name}\n```\n\n{}\n", docs::variable(name)?)),
        _ => None,
    }
}

pub(super) fn keyword(word: &str) -> Option<String> {
    Some(format!("```puppet\n{word}\n```\n\n{}\n", docs::keyword(word)?))
}

fn data_type(name: &str) -> Option<String> {
    let ty = values::ty::named(name)?;
    let text = docs::data_type(name).map(|it| format!("\n{it}\n")).unwrap_or_default();
    Some(format!("```puppet\n{}\n```\n{text}", ty.simple_name()))
}

fn resource_type(name: &str) -> Option<String> {
    Some(about_type(resource_types::type_info(name)?, docs::resource_type(name)))
}

/// Properties of a resource type, and its documentation.
pub(super) fn about_type(info: &TypeInfo, docs: Option<&str>) -> String {
    let name = &info.name;
    let from = info.module.as_deref().map(|it| format!(" of the module `{it}`")).unwrap_or_default();
    let mut text = format!("```puppet\n{name} {{ … }}\n```\n\nresource type{from}\n");
    if let Some(docs) = docs {
        text.push_str(&format!("\n{docs}\n"));
    }
    if let Some(namevar) = info.namevar().filter(|it| *it != "name") {
        text.push_str(&format!("\nThe default of `{namevar}` is the title.\n"));
    }
    let list = |kind: AttributeKind| {
        let names = info.attributes.iter().filter(|it| it.kind == kind).map(|it| code(&it.name));
        names.collect::<Vec<_>>().join(", ")
    };
    for (what, kind) in [("Properties", AttributeKind::Property), ("Parameters", AttributeKind::Parameter)] {
        let names = list(kind);
        if !names.is_empty() {
            text.push_str(&format!("\n{what}: {names}\n"));
        }
    }
    text
}

fn attribute(ty: &str, name: &str) -> Option<String> {
    Some(format!("```puppet\n{name}\n```\n\n{}", about_attribute(ty, name)?))
}

pub(crate) fn about_attribute(ty: &str, name: &str) -> Option<String> {
    let info = resource_types::type_info(ty);
    let attribute = info.and_then(|it| it.attribute(name));
    let docs = docs::attribute(ty, attribute.map_or(name, |it| &it.name));
    if attribute.is_none() && docs.is_none() {
        return None;
    }
    Some(text_of_attribute(info, attribute, ty, docs))
}

/// Values of a type's attribute, and its documentation.
pub(super) fn text_of_attribute(info: Option<&TypeInfo>, attribute: Option<&AttributeInfo>, ty: &str, docs: Option<&str>) -> String {
    let kind = match attribute.map(|it| it.kind) {
        Some(AttributeKind::Property) => format!("property of `{ty}`"),
        Some(AttributeKind::Parameter) => format!("parameter of `{ty}`"),
        Some(AttributeKind::Metaparameter) | None => "metaparameter".to_owned(),
    };
    let mut text = format!("{kind}\n");
    if let Some(docs) = docs {
        text.push_str(&format!("\n{docs}\n"));
    }
    if let (Some(info), Some(attribute)) = (info, attribute) {
        text.push_str(&attribute_details(info, attribute));
    }
    text
}

fn attribute_details(info: &TypeInfo, attribute: &AttributeInfo) -> String {
    let mut text = String::new();
    let values: Vec<String> = match attribute.name.as_str() {
        "provider" => info.providers.iter().map(|(name, _)| code(name)).collect(),
        _ => {
            let patterns = attribute.values.patterns.iter().map(|it| it.text());
            attribute.values.words.iter().map(String::as_str).chain(patterns).map(code).collect()
        }
    };
    if !values.is_empty() {
        let more = if values.len() > MOST { ", …" } else { "" };
        let shown = values.get(..MOST.min(values.len())).unwrap_or_default().join(", ");
        text.push_str(&format!("\nValues: {shown}{more}\n"));
    }
    if attribute.name == "provider"
        && let Some(provider) = &info.default_provider
    {
        text.push_str(&format!("\nDefault on Debian: {}\n", code(provider)));
    }
    if let Some(default) = &attribute.default {
        text.push_str(&format!("\nDefault: {}\n", code(&default.text())));
    }
    if attribute.required {
        text.push_str("\nRequired.\n");
    }
    if !attribute.features.is_empty() {
        let features: Vec<String> = attribute.features.iter().map(|it| code(it)).collect();
        text.push_str(&format!("\nOnly for providers with the feature {}.\n", features.join(", ")));
    }
    text
}

fn function(name: &str) -> Option<String> {
    let docs = docs::function(name);
    let forms = docs::function_forms(name);
    let module = functions::find(name).and_then(|it| match it.origin {
        functions::Origin::Module(module) => Some(module),
        functions::Origin::Core => None,
    });
    if docs.is_none() && module.is_none() {
        return None;
    }
    let head = match forms.as_slice() {
        [] => name.to_owned(),
        forms => forms.iter().map(|it| format!("{name}({it})")).collect::<Vec<_>>().join("\n"),
    };
    let mut text = format!("```puppet\n{head}\n```\n");
    if let Some(module) = module {
        text.push_str(&format!("\nfunction of the module `{module}`\n"));
    }
    if let Some(docs) = docs {
        text.push_str(&format!("\n{docs}\n"));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn a_type_of_resources() {
        check(
            "#- /a.pp\nno$0tify { 'x': }\n",
            expect![[r#"
                ```puppet
                notify { … }
                ```

                resource type

                Writes a message to the log of the run. It counts as a change.

                Properties: `message`

                Parameters: `withpath`, `name`
            "#]],
        );
    }

    #[test]
    fn attributes() {
        check(
            "#- /a.pp\nservice { 'x': ensu$0re => running }\n",
            expect![[r#"
            ```puppet
            ensure
            ```

            property of `service`

            Whether it runs: `running` or `stopped`.

            Values: `stopped`, `running`
        "#]],
        );
        check(
            "#- /a.pp\nclass { 'x': be$0fore => File['/x'] }\n",
            expect![[r#"
                metaparameter

                One or more resources that are applied after this one.
            "#]],
        );
    }

    #[test]
    fn functions_and_types_and_words() {
        check(
            "#- /a.pp\n$x = spl$0it('a', 'b')\n",
            expect![[r#"
            ```puppet
            split(String $str, String $pattern)
            split(String $str, Regexp $pattern)
            split(String $str, Type[Regexp] $pattern)
            split(Sensitive[String] $sensitive, String $pattern)
            split(Sensitive[String] $sensitive, Regexp $pattern)
            split(Sensitive[String] $sensitive, Type[Regexp] $pattern)
            ```

            The parts of a string between the matches of a pattern.

            Value: `['a']`
        "#]],
        );
        check(
            "#- /a.pp\nfunction f(Int$0eger $x) { }\n",
            expect![[r#"
            ```puppet
            Integer
            ```

            A whole number; `Integer[1, 65535]` is a range.
        "#]],
        );
        check(
            "#- /a.pp\nunl$0ess true { }\n",
            expect![[r#"
            ```puppet
            unless
            ```

            Evaluates the block if the condition is false.
        "#]],
        );
        check(
            "#- /a.pp\nnotice($tru$0sted)\n",
            expect![[r#"
                ```puppet
                $trusted
                ```

                Verified data of the machine's certificate: `certname`, `hostname`, `domain`, `extensions`, `authenticated`.

                Value: `{'authenticated' => Enum['local', 'remote'], 'certname' => String, 'domain' => Optional[String], 'extensions' => Hash[St…`
            "#]],
        );
    }
}
