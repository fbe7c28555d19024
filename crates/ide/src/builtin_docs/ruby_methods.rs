//! Documentation of methods of Ruby: a form and a sentence for each.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::read;

type Methods = FxHashMap<String, FxHashMap<String, (String, String)>>;

static METHODS: LazyLock<Methods> = LazyLock::new(|| read(include_str!("ruby_methods.toml")));

/// The object of templates that has Puppet's methods.
const SCOPE: &str = "scope";

/// A method of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodDocs {
    /// The class or module that has the method.
    pub owner: &'static str,
    /// How it is called: `join(separator = '')`. Empty where it is not documented.
    pub form: &'static str,
    /// A sentence; empty where it is not documented.
    pub text: &'static str,
}

/// A method that values of a class have.
pub fn method(class: &str, name: &str) -> Option<MethodDocs> {
    let (_, owner) = ruby::methods::of_instances(class).into_iter().find(|it| it.0 == name)?;
    // A class may document what a module gives it.
    let docs = documented(class, name).or_else(|| documented(owner, name));
    Some(docs.map_or(MethodDocs { owner, form: "", text: "" }, |docs| MethodDocs { owner, ..docs }))
}

/// A method of the scope of a template.
pub fn method_of_scope(name: &str) -> Option<MethodDocs> {
    documented(SCOPE, name)
}

fn documented(owner: &str, name: &str) -> Option<MethodDocs> {
    let (owner, methods) = METHODS.get_key_value(owner)?;
    methods.get(name).map(|(form, text)| MethodDocs { owner, form, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_sentences_about_methods_that_exist() {
        assert!(METHODS.len() > 8);
        let mut missing: Vec<String> = Vec::new();
        for (class, methods) in METHODS.iter() {
            // The modules of these are documented for a class that has them.
            let of = match class.as_str() {
                "Comparable" => "String",
                "Enumerable" => "Array",
                class => class,
            };
            for (name, (form, text)) in methods {
                if class != SCOPE && method(of, name).is_none() {
                    missing.push(format!("{class} {name}"));
                }
                assert!(text.starts_with(char::is_uppercase) && text.ends_with('.') && !text.contains('\n'), "{text}");
                assert!(form.contains(name.as_str()) || name == "[]", "{form}");
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn a_class_comes_before_its_modules() {
        assert_eq!(method("Hash", "map").map(|it| (it.owner, it.form)), Some(("Enumerable", "map { |key, value| … }")));
        assert_eq!(method("Array", "map").map(|it| it.form), Some("map { |element| … }"));
        assert_eq!(method("Integer", "map"), None);
    }
}
