//! Declarations in a file of providers, read without evaluating it.

use ruby_prism::{self as prism, Visit};

use crate::declarations::{arguments, written};
use crate::lower;

/// A provider of a resource type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provider {
    pub name: String,
    /// The features that it declares; none where one of them has a computed name, or a condition.
    pub features: Option<Vec<String>>,
    /// Its own public methods, as far as they are written out. It may inherit others.
    pub methods: Vec<String>,
    /// The constants that its block assigns, with the code of each.
    pub constants: Vec<(String, String)>,
}

/// The providers of a file; none where one has a computed name.
pub fn providers(text: &str) -> Option<Vec<Provider>> {
    lower::with_parser(|| {
        let parsed = prism::parse(text.as_bytes());
        let mut reader = Reader { text, found: Some(Vec::new()) };
        reader.visit(&parsed.node());
        reader.found.filter(|_| parsed.errors().next().is_none())
    })
}

struct Reader<'t> {
    text: &'t str,
    found: Option<Vec<Provider>>,
}

impl Reader<'_> {
    fn provider(&self, call: &prism::CallNode<'_>) -> Option<Provider> {
        let (name, _) = written(arguments(call).first()?)?;
        let mut provider = Provider { name, features: Some(Vec::new()), ..Provider::default() };
        let Some(block) = call.block() else { return Some(provider) };
        let Some(body) = block.as_block_node().map(|it| it.body()) else {
            provider.features = None;
            return Some(provider);
        };
        let Some(body) = body else { return Some(provider) };
        let Some(statements) = body.as_statements_node() else {
            provider.features = None;
            return Some(provider);
        };
        let mut is_public = true;
        for statement in statements.body().iter() {
            if let Some(call) = statement.as_call_node().filter(|it| it.receiver().is_none()) {
                match call.name().as_slice() {
                    b"has_feature" | b"has_features" => {
                        let named: Option<Vec<String>> = arguments(&call).iter().map(|it| Some(written(it)?.0)).collect();
                        provider.features = provider.features.zip(named).map(|(known, more)| [known, more].concat());
                        continue;
                    }
                    // What follows is not public, or only some of it.
                    b"private" | b"protected" | b"private_class_method" => is_public = false,
                    _ => {}
                }
            }
            if let Some(method) = statement.as_def_node().filter(|it| it.receiver().is_none() && is_public) {
                provider.methods.push(String::from_utf8_lossy(method.name().as_slice()).into_owned());
            }
            if let Some(constant) = statement.as_constant_write_node() {
                let place = constant.value().location();
                let code = self.text.get(place.start() as usize..place.end() as usize).unwrap_or_default();
                provider.constants.push((String::from_utf8_lossy(constant.name().as_slice()).into_owned(), code.to_owned()));
            }
            let mut doubtful = Conditional(false);
            doubtful.visit(&statement);
            if doubtful.0 {
                provider.features = None;
            }
        }
        Some(provider)
    }
}

impl<'pr> Visit<'pr> for Reader<'_> {
    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        let is_sent = |name: &str| arguments(node).first().and_then(written).is_some_and(|it| it.0 == name);
        match node.name().as_slice() {
            b"provide" if node.receiver().is_some() => {
                let found = self.provider(node);
                self.found = self.found.take().zip(found).map(|(mut all, one)| {
                    all.push(one);
                    all
                });
            }
            b"send" | b"__send__" | b"public_send" if is_sent("provide") => self.found = None,
            _ => prism::visit_call_node(self, node),
        }
    }
}

/// Whether a statement declares features somewhere in it.
struct Conditional(bool);

impl<'pr> Visit<'pr> for Conditional {
    fn visit_call_node(&mut self, node: &prism::CallNode<'pr>) {
        let names_it = |it: &prism::Node<'_>| written(it).is_some_and(|it| matches!(it.0.as_str(), "has_feature" | "has_features"));
        self.0 |= matches!(node.name().as_slice(), b"has_feature" | b"has_features") || arguments(node).iter().any(names_it);
        prism::visit_call_node(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(body: &str) -> Provider {
        let text = format!("# It can provide :none.\nPuppet::Type.type(:t).provide(:one, parent: X) do\n{body}\nend\n");
        let found = providers(&text).unwrap_or_default();
        assert_eq!(found.len(), 1, "{found:?}");
        found.into_iter().next().unwrap_or_default()
    }

    #[test]
    fn features_methods_and_constants_are_read() {
        let found = one(
            "commands x: 'x'\nhas_feature :a\nhas_features :b, 'c'\nA = 'x'\nB = %r{#{A}}.freeze\ndef run(x)\n c = 1\nend\nprivate\ndef own; end",
        );
        assert_eq!(found.features, Some(vec!["a".into(), "b".into(), "c".into()]));
        assert_eq!(found.methods, ["run"]);
        assert_eq!(found.constants, [("A".into(), "'x'".into()), ("B".into(), "%r{#{A}}.freeze".into())]);
    }

    #[test]
    fn conditional_features_leave_a_doubt() {
        assert_eq!(one("has_feature :a if Facter.value(:x)").features, None);
        assert_eq!(one("%w[a b].each { |it| has_feature it }").features, None);
        assert_eq!(one("send(:has_feature, :a)").features, None);
        assert_eq!(one("has_feature NAME").features, None);
        assert_eq!(one("").features, Some(vec![]));
    }

    #[test]
    fn computed_names_leave_a_doubt() {
        let names = |text: &str| providers(text).map(|it| it.into_iter().map(|it| it.name).collect::<Vec<_>>());
        assert_eq!(names("a.provide 'two'\na.provide(\n  :three\n)"), Some(vec!["two".into(), "three".into()]));
        assert_eq!(names("a.provide name"), None);
        assert_eq!(names("a.send(:provide, :x)"), None);
        assert_eq!(names("x = 1"), Some(vec![]));
    }
}
