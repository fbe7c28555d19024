//! The table of types that `data/types.json` holds: read from real Puppet with the modules of Debian.

mod data;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::pattern::Pattern;
use crate::value::Value;

/// A resource type of Ruby code: of Puppet itself or of a module.
#[derive(Clone, Debug)]
pub struct TypeInfo {
    pub name: String,
    /// The module that brings it; none for Puppet's own.
    pub module: Option<String>,
    /// The attributes that identify a resource: nearly always one.
    pub namevars: Vec<String>,
    /// How a title gives values to the namevars; the first that matches does.
    pub title_patterns: Vec<TitlePattern>,
    /// Two resources may not have equal namevars.
    pub isomorphic: bool,
    /// A resource does something when it is notified.
    pub refreshable: bool,
    /// It makes further resources when the catalog is applied.
    pub generates: bool,
    /// The type checks the whole resource, beyond its attributes.
    pub validates: bool,
    /// It has methods that Puppet calls to apply a resource, or providers. Known of a type whose code was evaluated.
    pub is_applied: bool,
    /// The attributes in Puppet's order: properties (`ensure` first), then parameters. Without metaparameters.
    pub attributes: Vec<AttributeInfo>,
    pub relations: Vec<RelationInfo>,
    /// The providers with their features.
    pub providers: Vec<(String, Vec<String>)>,
    /// The provider that Puppet takes on Debian.
    pub default_provider: Option<String>,
    /// Whether all of it is known: not for a type whose text was only glanced at.
    pub sure: bool,
    /// There may be more attributes than are known.
    pub open: bool,
    /// Its code was evaluated.
    pub evaluated: bool,
    /// Its code may write messages.
    pub logs: bool,
    pub(crate) positions: FxHashMap<String, usize>,
}

#[derive(Clone, Debug)]
pub struct TitlePattern {
    pub pattern: Pattern,
    /// The attributes that get the groups of the match.
    pub attributes: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct AttributeInfo {
    pub name: String,
    pub kind: AttributeKind,
    pub base: Base,
    pub namevar: bool,
    pub required: bool,
    pub values: ValueSet,
    /// The data type of its values, as it is written: types of the Resource API have one.
    pub data_type: Option<String>,
    /// Features that the provider must have; without them the attribute is ignored.
    pub features: Vec<String>,
    /// A list is one value (`array_matching => all`), not a choice of values.
    pub all: bool,
    pub default: Option<Value>,
    /// The default is computed.
    pub computed_default: bool,
    /// The type has its own code for these.
    pub munges: bool,
    pub validates: bool,
    pub reads: bool,
    /// Whether all of it is known.
    pub sure: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// Something of the system that is brought into a state.
    Property,
    /// Something that says how.
    Parameter,
    /// Something that every type has.
    Metaparameter,
}

/// Whose behaviour an attribute inherits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Plain,
    Ensure,
    BooleanParameter,
    BooleanProperty,
    Path,
    PackageOptions,
    List,
    OrderedList,
    KeyValue,
    Other,
}

impl Base {
    /// Whether a value stays as it is given.
    pub(crate) fn is_plain(self) -> bool {
        matches!(self, Base::Plain | Base::Ensure | Base::Path)
    }
}

/// The values that an attribute lists.
#[derive(Clone, Debug, Default)]
pub struct ValueSet {
    pub words: Vec<String>,
    pub patterns: Vec<Pattern>,
    /// Other names of words.
    pub aliases: Vec<(String, String)>,
    /// Features that the provider must have for a word or a pattern.
    pub features: Vec<(String, Vec<String>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    Require,
    Subscribe,
    Before,
    Notify,
}

impl Relation {
    /// Puppet's word for the automatic relation.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Require => "autorequire",
            Relation::Subscribe => "autosubscribe",
            Relation::Before => "autobefore",
            Relation::Notify => "autonotify",
        }
    }

    /// The other resource is applied first.
    pub fn is_incoming(self) -> bool {
        matches!(self, Relation::Require | Relation::Subscribe)
    }

    /// A change of the one refreshes the other.
    pub fn refreshes(self) -> bool {
        matches!(self, Relation::Subscribe | Relation::Notify)
    }
}

/// An automatic relation of a type.
#[derive(Clone, Debug)]
pub struct RelationInfo {
    pub relation: Relation,
    /// The type of the other resources.
    pub target: String,
    /// Their titles, if they are the same for every resource.
    pub titles: Option<Vec<String>>,
    /// The attributes whose values are titles, too, if the type says so in plain words.
    pub attributes: Vec<String>,
    /// A value of these attributes that is a list names all that is in it.
    pub takes_lists: bool,
    /// The code that says it, where a text was read: what is known of types by their names holds for some texts of them only.
    pub(crate) code: Option<u64>,
}

impl RelationInfo {
    /// A relation about whose titles nothing is known.
    pub(crate) fn new(relation: Relation, target: &str) -> RelationInfo {
        RelationInfo { relation, target: target.to_owned(), titles: None, attributes: Vec::new(), takes_lists: false, code: None }
    }

    /// Whether it was read from a text of the type.
    pub fn code_was_read(&self) -> bool {
        self.code.is_some()
    }
}

/// A type whose code was evaluated, from what the evaluation gave: a text like those of the table. `read` is what a light reading of the
/// same text found, which knows more of the code of relations.
pub fn evaluated_type(described: &str, read: Option<&TypeInfo>) -> Option<TypeInfo> {
    let mut info = data::described(described)?;
    // Code for values is not in it, and of providers nothing is known.
    info.sure = false;
    info.evaluated = true;
    for attribute in &mut info.attributes {
        attribute.sure = attribute.features.is_empty() && attribute.values.features.is_empty();
    }
    for relation in &mut info.relations {
        if relation.titles.is_some() {
            continue;
        }
        let is_same = |it: &&RelationInfo| it.relation == relation.relation && it.target == relation.target;
        let known = read.and_then(|it| it.relations.iter().find(is_same));
        *relation = known.cloned().unwrap_or_else(|| RelationInfo { code: Some(0), ..relation.clone() });
    }
    // The one provider of a type of the Resource API cannot be chosen.
    if info.attributes.iter().all(|it| it.data_type.is_none()) {
        info.add_provider();
    }
    info.index();
    Some(info)
}

impl TypeInfo {
    /// Whether Puppet applies nothing of a resource, whatever its attributes are: the type has no properties, no providers, and no methods
    /// that apply it. `false` where that is not known, as for a type whose code was not evaluated.
    pub fn is_inert(&self) -> bool {
        let has_properties = self.attributes.iter().any(|it| it.kind == AttributeKind::Property);
        let acts = self.refreshable || self.generates || self.is_applied;
        self.evaluated && !self.open && !has_properties && !acts
    }

    /// An attribute or a metaparameter by its name; `name` stands for the only namevar.
    pub fn attribute(&self, name: &str) -> Option<&AttributeInfo> {
        if let Some(found) = self.positions.get(name).and_then(|&at| self.attributes.get(at)) {
            return Some(found);
        }
        match (name, self.namevars.as_slice()) {
            ("name", [only]) if only != "name" => self.attribute(only),
            _ => metaparameters().iter().find(|it| it.name == name),
        }
    }

    /// Whether Puppet lets a manifest give this attribute.
    pub fn accepts(&self, name: &str) -> bool {
        self.open || name == "name" || self.attribute(name).is_some()
    }

    /// The namevar, if there is one only.
    pub fn namevar(&self) -> Option<&str> {
        match self.namevars.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether a provider has features; a provider that is not known has all.
    pub fn provider_has(&self, provider: &str, features: &[String]) -> bool {
        match self.providers.iter().find(|(name, _)| name == provider) {
            Some((_, has)) => features.iter().all(|it| has.contains(it)),
            None => true,
        }
    }

    /// Makes the attributes known by their names, after they have changed.
    pub fn index(&mut self) {
        self.positions = self.attributes.iter().enumerate().map(|(at, it)| (it.name.clone(), at)).collect();
    }
}

impl AttributeInfo {
    pub fn is_property(&self) -> bool {
        self.kind == AttributeKind::Property
    }
}

impl ValueSet {
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.patterns.is_empty()
    }
}

/// A type of the table, by its name in lower case.
pub fn type_info(name: &str) -> Option<&'static TypeInfo> {
    table().types.get(name)?.info()
}

/// The names of all types of the table.
pub fn type_names() -> impl Iterator<Item = &'static str> {
    table().types.keys().copied()
}

/// Metaparameters, in Puppet's order.
pub fn metaparameters() -> &'static [AttributeInfo] {
    &table().metaparameters
}

pub fn is_metaparameter(name: &str) -> bool {
    metaparameters().iter().any(|it| it.name == name)
}

struct Table {
    types: indexmap::IndexMap<&'static str, data::Entry, rustc_hash::FxBuildHasher>,
    metaparameters: Vec<AttributeInfo>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(data::read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        assert_eq!(type_names().filter_map(type_info).count(), 255);
        assert!(type_names().all(|it| type_info(it).is_some_and(|info| info.name == it)));
        let file = type_info("file").unwrap();
        assert_eq!(file.namevars, ["path"]);
        assert_eq!(file.attributes[0].name, "ensure");
        assert_eq!(file.attribute("name").unwrap().name, "path");
        assert!(file.attribute("notify").is_some() && file.attribute("nosuch").is_none());
        assert_eq!(file.attribute("ensure").unwrap().values.aliases, [("false".to_owned(), "absent".to_owned())]);
        assert!(!type_info("exec").unwrap().isomorphic);
        assert_eq!(metaparameters().len(), 11);
    }

    #[test]
    fn every_pattern_of_the_table_can_be_compiled() {
        let all = type_names().filter_map(type_info);
        for pattern in all.flat_map(|it| {
            let titles = it.title_patterns.iter().map(|it| &it.pattern);
            titles.chain(it.attributes.iter().flat_map(|it| &it.values.patterns))
        }) {
            assert!(pattern.compiles(), "{}", pattern.text());
        }
    }
}
