//! Wanted properties of a resource, as Puppet's table of types reads them.

use resource_types::{Base, TypeInfo, type_info};
use serde_json::{Value as Json, json};

use crate::show::plain;
use crate::subject::Subject;

/// The wanted values of properties, in Puppet's order.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Name of the resource on the machine.
    pub name: String,
    type_name: String,
    properties: Vec<Property>,
    secrets: Vec<String>,
    audited: Vec<String>,
}

#[derive(Clone, Debug)]
struct Property {
    name: String,
    /// A list is one value.
    is_list: bool,
    /// Only providers of other systems have it.
    is_elsewhere: bool,
    should: Option<Json>,
}

/// Features that no provider of this system has.
const ELSEWHERE: [&str; 5] = ["manages_aix_lam", "manages_loginclass", "manages_password_salt", "manages_roles", "manages_solaris_rbac"];

impl Wanted {
    /// Reads the properties of a resource. `ensure` is `present` where any other property is said.
    pub fn new(subject: &Subject) -> Wanted {
        let type_name = subject.type_name.to_lowercase();
        let info = type_info(&type_name);
        let mut properties = Vec::new();
        for attribute in info.iter().flat_map(|it| &it.attributes).filter(|it| it.is_property()) {
            let given = subject.value(&attribute.name);
            let value = |it: &Json| word(&attribute.values.words, &attribute.values.aliases, it);
            let should = match given {
                Some(Json::Array(all)) if attribute.all => Some(Json::Array(all.iter().map(value).collect())),
                Some(Json::Array(all)) => all.first().map(value),
                Some(other) if attribute.all => Some(json!([value(other)])),
                Some(other) => Some(value(other)),
                None => None,
            };
            let is_elsewhere = attribute.features.iter().any(|it| ELSEWHERE.contains(&it.as_str()));
            properties.push(Property { name: attribute.name.clone(), is_list: attribute.all, is_elsewhere, should });
        }
        let is_managed = properties.iter().any(|it| it.should.is_some());
        let has_ensure = info.and_then(|it| it.attribute("ensure")).is_some_and(|it| it.base == Base::Ensure);
        let mut wanted =
            Wanted { name: name(subject, info), type_name, properties, secrets: subject.sensitive.clone(), audited: subject.audit.clone() };
        if is_managed && has_ensure && wanted.should("ensure").is_none() {
            wanted.put("ensure", json!("present"));
        }
        wanted
    }

    pub fn should(&self, name: &str) -> Option<&Json> {
        self.properties.iter().find(|it| it.name == name)?.should.as_ref()
    }

    /// The text of what is wanted.
    pub fn text(&self, name: &str) -> Option<String> {
        self.should(name).map(plain)
    }

    /// Whether the resource is to be taken away.
    pub fn is_absent(&self) -> bool {
        self.should("ensure").is_some_and(|it| it == "absent")
    }

    /// Says what is wanted of a property, at its place.
    pub fn put(&mut self, name: &str, should: Json) {
        match self.properties.iter_mut().find(|it| it.name == name) {
            Some(property) => property.should = Some(should),
            None => self.properties.push(Property { name: name.to_owned(), is_list: false, is_elsewhere: false, should: Some(should) }),
        }
    }

    pub fn forget(&mut self, name: &str) {
        if let Some(property) = self.properties.iter_mut().find(|it| it.name == name) {
            property.should = None;
        }
    }

    /// The properties that are wanted or asked for, without `ensure`.
    pub fn names(&self) -> Vec<String> {
        let is_audited = |of: &Property| !of.is_elsewhere && self.audited.iter().any(|it| it == "all" || *it == of.name);
        let named = self.properties.iter().filter(|it| it.name != "ensure" && (it.should.is_some() || is_audited(it)));
        named.map(|it| it.name.clone()).collect()
    }

    /// How all is, as [`crate::Instance::retrieve`] gives it: what is not there has no properties.
    pub fn retrieved(&self, ensure: Json, mut is: impl FnMut(&str) -> Json) -> Vec<(String, Json)> {
        let is_absent = ensure == "absent";
        let mut all = vec![("ensure".to_owned(), ensure)];
        all.extend(self.names().into_iter().map(|name| {
            let is = if is_absent { json!("absent") } else { is(&name) };
            (name, is)
        }));
        all
    }

    /// As Puppet compares where a type says nothing else: a number is the same as its text.
    pub fn is_in_sync(&self, name: &str, is: &Json) -> bool {
        let Some(property) = self.properties.iter().find(|it| it.name == name) else { return true };
        match (&property.should, is) {
            (None, _) => true,
            (Some(Json::Array(should)), Json::Array(is)) if property.is_list => {
                should.len() == is.len() && should.iter().zip(is).all(|(should, is)| same(is, should))
            }
            (Some(Json::Array(should)), _) if property.is_list => should.is_empty(),
            (Some(should), is) => same(is, should),
        }
    }

    pub fn is_secret(&self, name: &str) -> bool {
        self.secrets.iter().any(|it| it == name)
    }

    /// Name of the event when `ensure` changes.
    pub fn ensure_event(&self) -> String {
        let what = match self.should("ensure").and_then(Json::as_str) {
            Some("present") => "created",
            Some("absent") => "removed",
            _ => "changed",
        };
        format!("{}_{what}", self.type_name)
    }
}

/// Name of a resource on the machine.
fn name(subject: &Subject, info: Option<&TypeInfo>) -> String {
    let namevar = info.and_then(TypeInfo::namevar).unwrap_or("name");
    subject.text(namevar).or_else(|| subject.text("name")).unwrap_or_else(|| subject.title.to_string())
}

/// A value that the type lists is that word, or the one that it stands for.
fn word(words: &[String], aliases: &[(String, String)], value: &Json) -> Json {
    let text = match value {
        Json::String(it) => it.clone(),
        Json::Bool(it) => it.to_string(),
        other => return other.clone(),
    };
    if let Some((_, word)) = aliases.iter().find(|(alias, _)| *alias == text) {
        return json!(word);
    }
    if words.contains(&text) { json!(text) } else { value.clone() }
}

fn same(is: &Json, should: &Json) -> bool {
    is == should || is.as_str().is_some_and(|it| it == plain(should))
}
