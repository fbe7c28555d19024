//! Types as rich data: `{"__ptype": "Pcore::IntegerType", "from": 1}`.

use serde_json::{Map, Value as Json, json};

use super::Writer;
use crate::{AttributeKind, CallableType, Extension, ObjectType, Size, StructElement, Type, Value, infer_reduced};

/// An entry that is left out where it and all after it say nothing.
type Entry = (&'static str, Option<Json>);

impl Writer {
    /// None where a type speaks of itself, which rich data cannot say.
    pub(super) fn ty(&mut self, ty: &Type, depth: u32) -> Option<Json> {
        if depth > super::DEEPEST || self.types_left == 0 {
            return None;
        }
        self.types_left -= 1;
        super::with_stack(|| self.write_type(ty, depth))
    }

    fn write_type(&mut self, ty: &Type, depth: u32) -> Option<Json> {
        let inner = |this: &mut Writer, ty: &Type| this.ty(ty, depth + 1);
        let entries: Vec<Entry> = match ty {
            Type::Data | Type::RichData | Type::TypeSet(_) => return None,
            Type::RichDataKey => {
                let resolved = inner(self, &Type::variant(vec![Type::String(Size::ANY), Type::Numeric]))?;
                return Some(alias("RichDataKey", resolved));
            }
            Type::Alias(it) => {
                if self.aliases.contains(&it.name) {
                    return None;
                }
                self.aliases.push(it.name.clone());
                let resolved = it.resolved.get().and_then(|it| inner(self, it));
                self.aliases.pop();
                return Some(alias(&it.name, resolved?));
            }
            Type::Integer(from, to) => range(from.map(Json::from), to.map(Json::from)),
            Type::Float(from, to) => range(from.map(|it| super::float(it.get())), to.map(|it| super::float(it.get()))),
            Type::Timestamp(times) => {
                let (from, to) = times.ends();
                range(self.optional(from.map(Value::Timestamp), depth)?, self.optional(to.map(Value::Timestamp), depth)?)
            }
            Type::Timespan(times) => {
                let (from, to) = times.ends();
                range(self.optional(from.map(Value::Timespan), depth)?, self.optional(to.map(Value::Timespan), depth)?)
            }
            Type::String(size) => vec![("size_type_or_value", sized(*size))],
            Type::StringValue(text) => vec![("size_type_or_value", Some((&**text).into()))],
            Type::Enum(values, fold) => {
                vec![("values", Some(values.iter().map(|it| Json::from(&**it)).collect())), ("case_insensitive", fold.then(|| true.into()))]
            }
            Type::Pattern(patterns) => {
                let pattern = |source: &str| json!({"__ptype": "Pcore::RegexpType", "pattern": source});
                vec![("patterns", Some(patterns.iter().map(|it| pattern(it.source())).collect()))]
            }
            Type::Regexp(source) => vec![("pattern", source.as_deref().map(Json::from))],
            Type::Collection(size) => vec![("size_type", sized(*size))],
            Type::Array(element, size) => {
                let element = if is_empty(*size) && **element == Type::Any { &Type::Unit } else { &**element };
                let shown = if *element == Type::Any && *size == Size::ANY { None } else { Some(inner(self, element)?) };
                vec![("element_type", shown), ("size_type", sized(*size))]
            }
            Type::Hash(entry, size) => {
                let (key, value) = match &**entry {
                    (Type::Any, Type::Any) if is_empty(*size) => (&Type::Unit, &Type::Unit),
                    (key, value) => (key, value),
                };
                let value = if *value == Type::Any && *size == Size::ANY { None } else { Some(inner(self, value)?) };
                let key = if *key == Type::Any && value.is_none() { None } else { Some(inner(self, key)?) };
                vec![("key_type", key), ("value_type", value), ("size_type", sized(*size))]
            }
            Type::Tuple(types, size) => {
                vec![("types", Some(self.types(types, depth)?)), ("size_type", size.and_then(sized))]
            }
            Type::Struct(elements) => {
                let elements: Option<Json> = elements.iter().map(|it| self.element(it, depth)).collect();
                vec![("elements", Some(elements?))]
            }
            Type::Variant(types) => vec![("types", Some(self.types(types, depth)?))],
            Type::NotUndef(Some(it)) if **it == Type::Any => Vec::new(),
            Type::Optional(Some(it))
            | Type::NotUndef(Some(it))
            | Type::Type(Some(it))
            | Type::Iterable(Some(it))
            | Type::Iterator(Some(it)) => {
                vec![("type", Some(inner(self, it)?))]
            }
            Type::Callable(callable) => return self.callable(callable, depth),
            Type::Class(name) => vec![("class_name", name.as_deref().map(Json::from))],
            Type::Resource(name, title) => {
                vec![("type_name", name.as_deref().map(Json::from)), ("title", title.as_deref().map(Json::from))]
            }
            Type::SemVer(ranges) if ranges.is_empty() => Vec::new(),
            Type::SemVer(ranges) => {
                let ranges: Option<Json> = ranges.iter().map(|it| self.value(&Value::VersionRange(it.clone()), depth + 1)).collect();
                vec![("ranges", Some(ranges?))]
            }
            Type::Uri(parameters) => vec![("parameters", self.optional(parameters.as_deref().cloned(), depth)?)],
            Type::Runtime(runtime, name) => {
                let symbol = runtime.as_deref().map(|it| json!({"__ptype": "Symbol", "__pvalue": it}));
                vec![("runtime", symbol), ("name_or_pattern", name.as_deref().map(Json::from))]
            }
            Type::Init(of, arguments) => {
                let of = match of {
                    Some(of) => Some(inner(self, of)?),
                    None => None,
                };
                let arguments: Option<Vec<Json>> = arguments.iter().map(|it| self.value(it, depth + 1)).collect();
                vec![("type", of), ("init_args", Some(arguments?).filter(|it| !it.is_empty()).map(Json::Array))]
            }
            Type::Object(object) => return self.object(object, depth),
            Type::Extension(extension) => return self.extension(extension, depth),
            Type::ObjectAny => return Some(object_of(Map::new())),
            Type::Deferred => return Some(deferred()),
            Type::Reference(text) => vec![("type_string", Some(text.as_deref().unwrap_or("UnresolvedReference").into()))],
            _ => Vec::new(),
        };
        Some(of_entries(&ty.simple_name(), entries))
    }

    fn types(&mut self, types: &[Type], depth: u32) -> Option<Json> {
        types.iter().map(|it| self.ty(it, depth + 1)).collect()
    }

    fn optional(&mut self, value: Option<Value>, depth: u32) -> Option<Option<Json>> {
        match value {
            Some(value) => self.value(&value, depth + 1).map(Some),
            None => Some(None),
        }
    }

    fn element(&mut self, element: &StructElement, depth: u32) -> Option<Json> {
        let name = json!({"__ptype": "Pcore::StringType", "size_type_or_value": &*element.name});
        let key = if element.optional { json!({"__ptype": "Pcore::OptionalType", "type": name}) } else { name };
        Some(json!({"__ptype": "Pcore::StructElement", "key_type": key, "value_type": self.ty(&element.ty, depth + 1)?}))
    }

    fn callable(&mut self, callable: &CallableType, depth: u32) -> Option<Json> {
        let parameters = match &callable.parameters {
            Some(types) => {
                let entries = vec![("types", Some(self.types(types, depth)?)), ("size_type", callable.size.and_then(sized))];
                of_entries("Tuple", entries)
            }
            None => Json::Null,
        };
        let mut of = |ty: &Option<Type>| match ty {
            Some(ty) => self.ty(ty, depth + 1),
            None => Some(Json::Null),
        };
        let (block, returns) = (of(&callable.block)?, of(&callable.returns)?);
        Some(json!({"__ptype": "Pcore::CallableType", "param_types": parameters, "block_type": block, "return_type": returns}))
    }

    fn extension(&mut self, extension: &Extension, depth: u32) -> Option<Json> {
        let base = self.object(&extension.base, depth + 1)?;
        let given = |name: &str| extension.parameters.iter().find(|(it, _)| &**it == name).map(|(_, value)| value);
        let declared = extension.base.all_type_parameters();
        let last = declared.iter().rposition(|(_, name, _)| given(name).is_some()).map_or(0, |it| it + 1);
        let parameters: Option<Json> = if declared.len() > 2 {
            let entry = |(name, value): &(crate::Str, Value)| Some((name.to_string(), self.value(value, depth + 1)?));
            extension.parameters.iter().map(entry).collect::<Option<Map<_, _>>>().map(|it| json!(it))
        } else {
            let value = |name: &str| given(name).cloned().unwrap_or(Value::Default);
            declared.iter().take(last).map(|(_, name, _)| self.value(&value(name), depth + 1)).collect()
        };
        Some(json!({"__ptype": "Pcore::ObjectTypeExtenType", "base_type": base, "init_parameters": parameters?}))
    }

    fn object(&mut self, object: &ObjectType, depth: u32) -> Option<Json> {
        let mut out = Map::new();
        let mut set = |name: &str, value: Json| {
            out.insert(name.to_owned(), value);
        };
        if let Some(annotations) = &object.annotations {
            set("annotations", self.value(annotations, depth + 1)?);
        }
        if !object.name.is_empty() {
            // A type that speaks of itself never ends.
            if self.aliases.contains(&object.name) {
                return None;
            }
            set("name", (&*object.name).into());
        }
        self.aliases.push(if object.name.is_empty() { "Object[]".into() } else { object.name.clone() });
        if let Some(parent) = &object.parent {
            set("parent", self.ty(parent, depth + 1)?);
        }
        if !object.type_parameters.is_empty() {
            let parameter = |(name, ty): &(crate::Str, Type)| {
                let ty = if let Type::Optional(Some(inner)) = ty { inner } else { ty };
                Some((name.to_string(), self.ty(ty, depth + 1)?))
            };
            set("type_parameters", Json::Object(object.type_parameters.iter().map(parameter).collect::<Option<_>>()?));
        }
        let (constants, others): (Vec<_>, Vec<_>) = object.attributes.iter().partition(|attribute| {
            attribute.kind == AttributeKind::Constant
                && attribute.value.as_ref().is_some_and(|value| infer_reduced(value).generalize() == attribute.ty)
        });
        if !others.is_empty() {
            let attributes: Option<_> = others.into_iter().map(|it| Some((it.name.to_string(), self.attribute(it, depth)?))).collect();
            set("attributes", Json::Object(attributes?));
        }
        if !constants.is_empty() {
            let value = |it: &crate::Attribute| it.value.clone().unwrap_or(Value::Undef);
            let constants: Option<_> =
                constants.into_iter().map(|it| Some((it.name.to_string(), self.value(&value(it), depth + 1)?))).collect();
            set("constants", Json::Object(constants?));
        }
        if !object.functions.is_empty() {
            let mut functions = Map::new();
            for function in &object.functions {
                let ty = self.ty(&function.ty, depth + 1)?;
                let described = if function.is_final || function.overrides {
                    let entries = [("final", function.is_final), ("override", function.overrides)];
                    let flags = entries.into_iter().filter(|(_, it)| *it).map(|(name, _)| (name.to_owned(), true.into()));
                    Json::Object(std::iter::once(("type".to_owned(), ty)).chain(flags).collect())
                } else {
                    ty
                };
                functions.insert(function.name.to_string(), described);
            }
            set("functions", Json::Object(functions));
        }
        if let Some(equality) = &object.equality {
            set("equality", equality.iter().map(|it| Json::from(&**it)).collect());
        }
        if let Some(checks) = &object.checks {
            set("checks", self.value(checks, depth + 1)?);
        }
        self.aliases.pop();
        Some(object_of(out))
    }

    fn attribute(&mut self, attribute: &crate::Attribute, depth: u32) -> Option<Json> {
        let ty = self.ty(&attribute.ty, depth + 1)?;
        let kind = match attribute.kind {
            AttributeKind::Plain => None,
            AttributeKind::Constant => Some("constant"),
            AttributeKind::Derived => Some("derived"),
            AttributeKind::GivenOrDerived => Some("given_or_derived"),
            AttributeKind::Reference => Some("reference"),
        };
        let is_final = attribute.is_final && attribute.kind != AttributeKind::Constant;
        if kind.is_none() && attribute.value.is_none() && !is_final && !attribute.overrides {
            return Some(ty);
        }
        let mut out = Map::new();
        out.insert("type".to_owned(), ty);
        if is_final {
            out.insert("final".to_owned(), true.into());
        }
        if attribute.overrides {
            out.insert("override".to_owned(), true.into());
        }
        if let Some(kind) = kind {
            out.insert("kind".to_owned(), kind.into());
        }
        if let Some(value) = &attribute.value {
            out.insert("value".to_owned(), self.value(value, depth + 1)?);
        }
        Some(Json::Object(out))
    }
}

fn of_entries(name: &str, entries: Vec<Entry>) -> Json {
    let mut out = Map::new();
    out.insert("__ptype".to_owned(), format!("Pcore::{name}Type").into());
    let count = entries.iter().rposition(|(_, value)| value.is_some()).map_or(0, |it| it + 1);
    out.extend(entries.into_iter().take(count).map(|(name, value)| (name.to_owned(), value.unwrap_or(Json::Null))));
    Json::Object(out)
}

fn object_of(init: Map<String, Json>) -> Json {
    json!({"__ptype": "Pcore::ObjectType", "_pcore_init_hash": init})
}

fn alias(name: &str, resolved: Json) -> Json {
    json!({"__ptype": "Pcore::TypeAliasType", "name": name, "type_expr": null, "resolved_type": resolved})
}

fn range(from: Option<Json>, to: Option<Json>) -> Vec<Entry> {
    vec![("from", from), ("to", to)]
}

fn sized(size: Size) -> Option<Json> {
    (size != Size::ANY).then(|| of_entries("Integer", range(Some(size.from.into()), size.end().map(Json::from))))
}

fn is_empty(size: Size) -> bool {
    size.from == 0 && size.to == Some(0)
}

fn deferred() -> Json {
    json!({"__ptype": "Pcore::ObjectType", "_pcore_init_hash": {
        "name": "Deferred",
        "attributes": {
            "name": {
                "__ptype": "Pcore::PatternType",
                "patterns": [{"__ptype": "Pcore::RegexpType", "pattern": r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z"}],
            },
            "arguments": {"type": {"__ptype": "Pcore::OptionalType", "type": {"__ptype": "Pcore::ArrayType"}}, "value": null},
        },
    }})
}
