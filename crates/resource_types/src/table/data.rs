//! Reads the embedded table: each type when it is asked for, because a catalog needs a few of them. A mistake in it shows in the
//! tests; here what is wrong is left out.

use std::sync::OnceLock;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value as Json;

use super::{AttributeInfo, AttributeKind, Base, Relation, RelationInfo, Table, TitlePattern, TypeInfo, ValueSet};
use crate::pattern::Pattern;
use crate::value::Value;

const DATA: &str = include_str!("../../data/types.json");

/// A type as the table has it, until somebody asks.
pub(super) struct Entry {
    text: &'static str,
    info: OnceLock<Option<TypeInfo>>,
}

impl Entry {
    pub(super) fn info(&self) -> Option<&TypeInfo> {
        self.info.get_or_init(|| serde_json::from_str(self.text).ok().map(type_info)).as_ref()
    }
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Type {
    name: String,
    module: Option<String>,
    keys: Vec<String>,
    titles: Option<Vec<(String, Vec<String>)>>,
    loose: u8,
    refresh: u8,
    generate: u8,
    eval_generate: u8,
    validate: u8,
    applies: u8,
    attrs: Vec<Attribute>,
    /// The data types of attributes: those of the Resource API have one.
    types: IndexMap<String, String>,
    autorequire: Vec<Auto>,
    autosubscribe: Vec<Auto>,
    autobefore: Vec<Auto>,
    autonotify: Vec<Auto>,
    providers: IndexMap<String, Vec<String>>,
    provider: Option<String>,
}

/// A type as `oracle_resource_types.rb` describes it; none where the text is no such description.
pub(super) fn described(text: &str) -> Option<TypeInfo> {
    serde_json::from_str(text).ok().map(type_info)
}

/// The type, and the titles where they are fixed.
#[derive(Deserialize)]
#[serde(untagged)]
enum Auto {
    Fixed((String, Vec<String>)),
    Asked((String,)),
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Attribute {
    n: String,
    k: String,
    parent: Vec<String>,
    nv: u8,
    req: u8,
    v: Vec<String>,
    r: Vec<String>,
    a: IndexMap<String, String>,
    vf: IndexMap<String, Vec<String>>,
    f: Vec<String>,
    all: u8,
    munge: u8,
    unmunge: u8,
    validate: u8,
    should: u8,
    value: u8,
    d: Option<Json>,
    dd: u8,
}

/// A line for the metaparameters and one for each type, a name and what there is to say about it: nothing else begins with a `{` after its
/// name.
pub(super) fn read() -> Table {
    let mut table = Table { types: IndexMap::default(), metaparameters: Vec::new() };
    for line in DATA.lines() {
        let Some((name, text)) = line.trim_end_matches(',').strip_prefix('"').and_then(|it| it.split_once("\":")) else { continue };
        if name == "meta" {
            let all: Vec<Attribute> = serde_json::from_str(text).unwrap_or_default();
            table.metaparameters = all.into_iter().map(attribute).collect();
        } else if text.len() > 1 && text.starts_with('{') {
            table.types.insert(name, Entry { text, info: OnceLock::new() });
        }
    }
    table
}

fn type_info(data: Type) -> TypeInfo {
    let title_patterns = match data.titles {
        Some(patterns) => {
            patterns.into_iter().map(|(pattern, attributes)| TitlePattern { pattern: Pattern::new(pattern), attributes }).collect()
        }
        None => vec![TitlePattern { pattern: Pattern::new("/\\A(.*)\\z/m"), attributes: data.keys.clone() }],
    };
    let mut relations = Vec::new();
    for (relation, found) in [
        (Relation::Require, data.autorequire),
        (Relation::Subscribe, data.autosubscribe),
        (Relation::Before, data.autobefore),
        (Relation::Notify, data.autonotify),
    ] {
        relations.extend(found.into_iter().map(|auto| match auto {
            Auto::Fixed((target, titles)) => RelationInfo { titles: Some(titles), ..RelationInfo::new(relation, &target) },
            Auto::Asked((target,)) => RelationInfo::new(relation, &target),
        }));
    }
    let mut info = TypeInfo {
        name: data.name,
        module: data.module,
        namevars: data.keys,
        title_patterns,
        isomorphic: data.loose == 0,
        refreshable: data.refresh != 0,
        generates: data.generate + data.eval_generate != 0,
        validates: data.validate != 0,
        is_applied: data.applies != 0,
        attributes: data.attrs.into_iter().map(attribute).collect(),
        relations,
        providers: data.providers.into_iter().collect(),
        default_provider: data.provider,
        sure: true,
        open: false,
        evaluated: false,
        logs: false,
        positions: Default::default(),
    };
    for attribute in &mut info.attributes {
        let Some(data_type) = data.types.get(&attribute.name) else { continue };
        attribute.data_type = Some(data_type.clone());
        // It alone decides; the values are those that `puppet generate types` shows.
        attribute.values = ValueSet::default();
        attribute.validates = true;
        // A boolean default is a symbol there, so that Puppet does not take `false` for none.
        for it in [true, false] {
            if attribute.default == Some(Value::sym(it.to_string())) {
                attribute.default = Some(Value::Bool(it));
            }
        }
    }
    info.index();
    info
}

fn attribute(data: Attribute) -> AttributeInfo {
    AttributeInfo {
        name: data.n,
        kind: match data.k.as_str() {
            "p" => AttributeKind::Property,
            "m" => AttributeKind::Metaparameter,
            _ => AttributeKind::Parameter,
        },
        base: data.parent.first().map_or(Base::Plain, |it| base(it)),
        namevar: data.nv != 0,
        required: data.req != 0,
        values: ValueSet {
            words: data.v,
            patterns: data.r.into_iter().map(Pattern::new).collect(),
            aliases: data.a.into_iter().collect(),
            features: data.vf.into_iter().collect(),
        },
        data_type: None,
        features: data.f,
        all: data.all != 0,
        default: data.d.as_ref().map(literal),
        computed_default: data.dd != 0,
        munges: data.munge != 0,
        validates: data.validate != 0,
        reads: data.unmunge + data.should + data.value != 0,
        sure: true,
    }
}

fn base(name: &str) -> Base {
    match name {
        "Puppet::Property::Ensure" => Base::Ensure,
        "Puppet::Parameter::Boolean" => Base::BooleanParameter,
        "Puppet::Property::Boolean" => Base::BooleanProperty,
        "Puppet::Parameter::Path" => Base::Path,
        "Puppet::Parameter::PackageOptions" => Base::PackageOptions,
        "Puppet::Property::List" => Base::List,
        "Puppet::Property::OrderedList" => Base::OrderedList,
        "Puppet::Property::KeyValue" => Base::KeyValue,
        _ => Base::Other,
    }
}

/// The table writes a symbol as a text that begins with a colon.
fn literal(json: &Json) -> Value {
    match json {
        Json::String(text) => match text.strip_prefix(':') {
            Some(name) => Value::sym(name),
            None => Value::str(text),
        },
        Json::Array(items) => Value::List(items.iter().map(literal).collect()),
        other => Value::from_json(other),
    }
}
