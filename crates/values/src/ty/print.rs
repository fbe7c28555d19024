//! Types as Puppet prints them.

use std::fmt::{self, Write};

use super::{AttributeKind, CallableType, Extension, ObjectType, Size, StructElement, Type, TypeSet};
use crate::{Str, Value, print};

/// Depth limit of printing; only recursion through values that a program builds reaches it.
const DEPTH: usize = super::DEPTH;

/// A few aliases, each of which names the one before twice, are as long as one likes.
const LONGEST: usize = 1 << 20;

/// An alias at the top says what it stands for, one inside does not.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expanded = matches!(self, Type::Alias(_) | Type::Object(_) | Type::ObjectAny | Type::TypeSet(_) | Type::Deferred);
        f.write_str(&Printer::print(self, expanded))
    }
}

impl Type {
    /// The type as it stands inside of others: aliases and objects by their names.
    pub fn plain(&self) -> String {
        Printer::print(self, false)
    }

    /// As printed where each alias has to show what it stands for: `Array[A = Integer[1, 2]]`.
    pub fn expanded(&self) -> String {
        Printer::print(self, true)
    }

    /// The name of the kind of type, `Integer`; of an alias `TypeAlias`.
    pub fn simple_name(&self) -> String {
        let name = match self {
            Type::Any => "Any",
            Type::Unit => "Unit",
            Type::Undef => "Undef",
            Type::Default => "Default",
            Type::Scalar => "Scalar",
            Type::ScalarData => "ScalarData",
            Type::Numeric => "Numeric",
            Type::CatalogEntry => "CatalogEntry",
            Type::Boolean(_) => "Boolean",
            Type::Integer(..) => "Integer",
            Type::Float(..) => "Float",
            Type::String(_) | Type::StringValue(_) => "String",
            Type::Enum(..) => "Enum",
            Type::Pattern(_) => "Pattern",
            Type::Regexp(_) => "Regexp",
            Type::Collection(_) => "Collection",
            Type::Array(..) => "Array",
            Type::Tuple(..) => "Tuple",
            Type::Hash(..) => "Hash",
            Type::Struct(_) => "Struct",
            Type::Variant(_) => "Variant",
            Type::Optional(_) => "Optional",
            Type::NotUndef(_) => "NotUndef",
            Type::Type(_) => "Type",
            Type::Callable(_) => "Callable",
            Type::Class(_) => "Class",
            Type::Resource(..) => "Resource",
            Type::Iterable(_) => "Iterable",
            Type::Iterator(_) => "Iterator",
            Type::SemVer(_) => "SemVer",
            Type::SemVerRange => "SemVerRange",
            Type::Timestamp(..) => "Timestamp",
            Type::Timespan(..) => "Timespan",
            Type::Sensitive(_) => "Sensitive",
            Type::Binary => "Binary",
            Type::Uri(_) => "URI",
            Type::Runtime(..) => "Runtime",
            Type::Init(..) => "Init",
            Type::Deferred => "Deferred",
            Type::Object(object) => object.label().rsplit("::").next().unwrap_or("Object"),
            Type::Extension(it) => it.base.label().rsplit("::").next().unwrap_or("Object"),
            Type::ObjectAny => "Object",
            Type::TypeSet(_) => "TypeSet",
            Type::Reference(_) => "TypeReference",
            Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => "TypeAlias",
        };
        name.to_owned()
    }

    /// The name without parameters, `Integer`; of an alias or object its own.
    pub fn short_name(&self) -> String {
        match self {
            Type::Alias(alias) => alias.name.to_string(),
            Type::Data => "Data".to_owned(),
            Type::RichData => "RichData".to_owned(),
            Type::RichDataKey => "RichDataKey".to_owned(),
            Type::Object(object) if !object.name.is_empty() => object.name.to_string(),
            Type::Extension(it) if !it.base.name.is_empty() => it.base.name.to_string(),
            Type::TypeSet(Some(set)) if !set.name.is_empty() => set.name.to_string(),
            Type::TypeSet(None) => "DefaultTypeSet".to_owned(),
            other => other.simple_name(),
        }
    }
}

struct Printer {
    out: String,
    expanded: bool,
    aliases: Vec<Str>,
    /// The type set that is being printed, whose types go by their short names: its name with `::` after it.
    within: Option<String>,
    depth: usize,
}

impl Printer {
    fn print(ty: &Type, expanded: bool) -> String {
        let mut printer = Printer { out: String::new(), expanded, aliases: Vec::new(), within: None, depth: 0 };
        printer.ty(ty);
        printer.out
    }

    /// The name of a type of the type set that is being printed, as it is known there.
    fn short<'a>(&self, name: &'a str) -> Option<&'a str> {
        name.strip_prefix(self.within.as_deref()?)
    }

    fn word(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn number(&mut self, number: impl fmt::Display) {
        // Writing to a text does not fail.
        let _ = write!(self.out, "{number}");
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Type(ty) => self.ty(ty),
            Value::Hash(entries) => {
                let entries = entries.clone();
                self.braces(entries.iter(), |this, (key, value)| {
                    this.value(key);
                    this.word(" => ");
                    this.value(value);
                });
            }
            Value::Array(values) => {
                let values = values.clone();
                self.word("[");
                self.list(values.iter(), |this, value| this.value(value));
                self.word("]");
            }
            other => self.out.push_str(&print::puppet(other)),
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push_str(&print::quote(text));
    }

    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut each: impl FnMut(&mut Printer, T)) {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.word(", ");
            }
            each(self, item);
        }
    }

    fn braces<T>(&mut self, items: impl IntoIterator<Item = T>, each: impl FnMut(&mut Printer, T)) {
        self.word("{");
        self.list(items, each);
        self.word("}");
    }

    /// `Name` or `Name[inner]`.
    fn contained(&mut self, name: &str, inner: Option<&Type>) {
        self.word(name);
        if let Some(inner) = inner {
            self.word("[");
            match inner {
                Type::StringValue(text) if matches!(name, "Optional" | "NotUndef") => self.string(text),
                inner => self.ty(inner),
            }
            self.word("]");
        }
    }

    /// The numbers of a size; whether there are any.
    fn size(&mut self, size: Size, separator: bool) -> bool {
        if size == Size::ANY {
            return false;
        }
        if separator {
            self.word(", ");
        }
        self.number(size.from);
        if let Some(to) = size.end() {
            self.word(", ");
            self.number(to);
        }
        true
    }

    fn range<T: PartialEq>(&mut self, name: &str, from: Option<T>, to: Option<T>, show: impl Fn(T) -> String, fold: bool) {
        self.word(name);
        if from.is_none() && to.is_none() {
            return;
        }
        self.word("[");
        let same = fold && from == to;
        match from {
            Some(from) => self.out.push_str(&show(from)),
            None => self.word("default"),
        }
        if let Some(to) = to
            && !same
        {
            self.word(", ");
            self.out.push_str(&show(to));
        }
        self.word("]");
    }

    fn bracket_size(&mut self, name: &str, size: Size) {
        self.word(name);
        if size != Size::ANY {
            self.word("[");
            self.size(size, false);
            self.word("]");
        }
    }

    fn ty(&mut self, ty: &Type) {
        if self.depth >= DEPTH || self.out.len() > LONGEST {
            self.word("...");
            return;
        }
        self.depth += 1;
        super::question::with_stack(|| self.ty_inner(ty));
        self.depth -= 1;
    }

    fn ty_inner(&mut self, ty: &Type) {
        match ty {
            Type::Boolean(Some(it)) => {
                self.word("Boolean[");
                self.number(it);
                self.word("]");
            }
            Type::Integer(from, to) => self.range("Integer", *from, *to, |it| it.to_string(), false),
            Type::Float(from, to) => self.range("Float", *from, *to, |it| print::float(it.get()), false),
            Type::Timestamp(times) => {
                let (from, to) = times.ends();
                self.range("Timestamp", from, to, |it| format!("'{}'", print::interpolate(&Value::Timestamp(it))), true);
            }
            Type::Timespan(times) => {
                let (from, to) = times.ends();
                self.range("Timespan", from, to, |it| format!("'{}'", print::interpolate(&Value::Timespan(it))), true);
            }
            Type::String(size) => self.bracket_size("String", *size),
            Type::Enum(values, fold) => {
                self.word("Enum");
                if !values.is_empty() {
                    self.word("[");
                    self.list(values.iter(), |this, value| this.string(value));
                    if *fold {
                        self.word(", true");
                    }
                    self.word("]");
                }
            }
            Type::Pattern(patterns) => {
                self.word("Pattern");
                if !patterns.is_empty() {
                    self.word("[");
                    self.list(patterns.iter(), |this, pattern| this.value(&Value::Regex(pattern.clone())));
                    self.word("]");
                }
            }
            Type::Regexp(source) => {
                self.word("Regexp");
                if let Some(source) = source {
                    self.word("[");
                    self.regex(source);
                    self.word("]");
                }
            }
            Type::Collection(size) => self.bracket_size("Collection", *size),
            Type::Array(element, size) => {
                self.word("Array");
                if is_empty(*size) {
                    self.word("[0, 0]");
                } else if **element != Type::Any || *size != Size::ANY {
                    self.word("[");
                    self.ty(element);
                    self.size(*size, true);
                    self.word("]");
                }
            }
            Type::Hash(entry, size) => {
                self.word("Hash");
                if is_empty(*size) {
                    self.word("[0, 0]");
                } else if entry.0 != Type::Any || entry.1 != Type::Any || *size != Size::ANY {
                    self.word("[");
                    self.ty(&entry.0);
                    self.word(", ");
                    self.ty(&entry.1);
                    self.size(*size, true);
                    self.word("]");
                }
            }
            Type::Tuple(types, size) => {
                self.word("Tuple");
                if !types.is_empty() {
                    self.word("[");
                    self.list(types.iter(), Printer::ty);
                    if let Some(size) = size {
                        self.size(*size, true);
                    }
                    self.word("]");
                }
            }
            Type::Struct(elements) => {
                self.word("Struct");
                if !elements.is_empty() {
                    self.word("[");
                    self.braces(elements.iter(), Printer::element);
                    self.word("]");
                }
            }
            Type::Variant(types) => {
                self.word("Variant");
                if !types.is_empty() {
                    self.word("[");
                    self.list(types.iter(), Printer::ty);
                    self.word("]");
                }
            }
            Type::Optional(inner) => self.contained("Optional", inner.as_deref()),
            Type::NotUndef(inner) => self.contained("NotUndef", inner.as_deref().filter(|it| **it != Type::Any)),
            Type::Type(inner) => self.contained("Type", inner.as_deref()),
            Type::Iterable(inner) => self.contained("Iterable", inner.as_deref()),
            Type::Iterator(inner) => self.contained("Iterator", inner.as_deref()),
            Type::Sensitive(inner) => self.contained("Sensitive", inner.as_deref().filter(|it| **it != Type::Any)),
            Type::Callable(callable) => self.callable(callable),
            Type::Class(Some(name)) => {
                self.word("Class[");
                self.word(name);
                self.word("]");
            }
            Type::Resource(Some(name), title) => {
                self.word(name);
                if let Some(title) = title {
                    self.word("[");
                    self.string(title);
                    self.word("]");
                }
            }
            Type::SemVer(ranges) => {
                self.word("SemVer");
                if !ranges.is_empty() {
                    self.word("[");
                    self.list(ranges.iter(), |this, range| {
                        let text = print::interpolate(&Value::VersionRange(range.clone()));
                        this.number(format_args!("'{text}'"));
                    });
                    self.word("]");
                }
            }
            Type::Uri(Some(parameters)) => {
                self.word("URI[");
                self.value(parameters);
                self.word("]");
            }
            Type::Runtime(runtime, name) => {
                self.word("Runtime");
                if runtime.is_some() || name.is_some() {
                    self.word("[");
                    self.word(runtime.as_deref().unwrap_or("undef"));
                    self.word(", ");
                    match name {
                        Some(name) => self.string(name),
                        None => self.word("undef"),
                    }
                    self.word("]");
                }
            }
            Type::Init(Some(inner), arguments) => {
                self.word("Init[");
                self.ty(inner);
                for argument in arguments.iter() {
                    self.word(", ");
                    self.value(argument);
                }
                self.word("]");
            }
            Type::Alias(alias) if self.short(&alias.name).is_some() => match alias.resolved.get() {
                Some(resolved) if self.expanded && !self.aliases.contains(&alias.name) => {
                    self.aliases.push(alias.name.clone());
                    self.ty(resolved);
                    self.aliases.pop();
                }
                _ => {
                    let name = self.short(&alias.name).unwrap_or_default().to_owned();
                    self.word(&name);
                }
            },
            // An object type is its own definition, and no alias of one.
            Type::Alias(alias) if self.expanded && matches!(alias.resolved.get(), Some(Type::Object(_))) => {
                if let Some(Type::Object(object)) = alias.resolved.get() {
                    self.object(object);
                }
            }
            Type::Alias(alias) => {
                self.word(&alias.name);
                if self.expanded
                    && !self.aliases.contains(&alias.name)
                    && !alias.name.starts_with("Puppet::Lookup")
                    && let Some(resolved) = alias.resolved.get()
                {
                    self.word(" = ");
                    self.aliases.push(alias.name.clone());
                    self.ty(resolved);
                    self.aliases.pop();
                }
            }
            Type::Reference(text) => {
                self.word("TypeReference[");
                self.string(text.as_deref().unwrap_or("UnresolvedReference"));
                self.word("]");
            }
            Type::ObjectAny if self.expanded => self.word("Object[{}]"),
            Type::Deferred if self.expanded => self.word(
                r"Object[{name => 'Deferred', attributes => {'name' => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/], 'arguments' => {type => Optional[Array], value => undef}}}]",
            ),
            Type::Object(object) if self.expanded => self.object(object),
            Type::Object(object) => {
                let name = self.short(&object.name).unwrap_or(object.label()).to_owned();
                self.word(&name);
            }
            Type::Extension(extension) => self.extension(extension),
            Type::TypeSet(None) => self.word(
                "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]",
            ),
            Type::TypeSet(Some(set)) => self.type_set(set),
            other => self.out.push_str(&other.short_name()),
        }
    }

    fn regex(&mut self, source: &str) {
        match crate::regex::Regex::new(source) {
            Ok(regex) => self.value(&Value::Regex(std::sync::Arc::new(regex))),
            Err(_) => self.number(format_args!("/{source}/")),
        }
    }

    fn element(&mut self, element: &StructElement) {
        let wrap = match (element.optional, element.required) {
            (true, _) if !element.ty.accepts(&Type::Undef) => Some("Optional"),
            (false, true) => Some("NotUndef"),
            _ => None,
        };
        match wrap {
            Some(wrap) => {
                self.word(wrap);
                self.word("[");
                self.string(&element.name);
                self.word("]");
            }
            None => self.string(&element.name),
        }
        self.word(" => ");
        self.ty(&element.ty);
    }

    fn callable(&mut self, callable: &CallableType) {
        self.word("Callable");
        match (&callable.parameters, &callable.returns) {
            (None, None) => {}
            (None, Some(returns)) => {
                self.word("[[], ");
                self.ty(returns);
                self.word("]");
            }
            (Some(parameters), None) => {
                self.word("[");
                self.callable_parameters(callable, parameters);
                self.word("]");
            }
            (Some(parameters), Some(returns)) => {
                self.word("[[");
                self.callable_parameters(callable, parameters);
                self.word("], ");
                self.ty(returns);
                self.word("]");
            }
        }
    }

    fn callable_parameters(&mut self, callable: &CallableType, parameters: &[Type]) {
        let mut any = false;
        for parameter in parameters.iter().filter(|it| !matches!(it, Type::Unit)) {
            if any {
                self.word(", ");
            }
            self.ty(parameter);
            any = true;
        }
        if parameters.is_empty() {
            self.word("0, 0");
            any = true;
        } else if let Some(size) = callable.size {
            any |= self.size(size, any);
        }
        if let Some(block) = &callable.block {
            if any {
                self.word(", ");
            }
            self.ty(block);
        }
    }

    fn object(&mut self, object: &ObjectType) {
        let once = std::mem::replace(&mut self.expanded, false);
        self.word("Object[{");
        let mut any = false;
        let mut key = |this: &mut Printer, name: &str| {
            if any {
                this.word(", ");
            }
            any = true;
            this.word(name);
            this.word(" => ");
        };
        if let Some(annotations) = &object.annotations {
            key(self, "annotations");
            self.value(annotations);
        }
        if !object.name.is_empty() && self.short(&object.name).is_none() {
            key(self, "name");
            self.string(&object.name);
        }
        if let Some(parent) = &object.parent {
            key(self, "parent");
            self.ty(parent);
        }
        if !object.type_parameters.is_empty() {
            key(self, "type_parameters");
            self.braces(object.type_parameters.iter(), |this, (name, ty)| {
                this.string(name);
                this.word(" => ");
                match ty {
                    Type::Optional(Some(inner)) => this.ty(inner),
                    ty => this.ty(ty),
                }
            });
        }
        let (constants, others): (Vec<_>, Vec<_>) = object.attributes.iter().partition(|attribute| {
            attribute.kind == AttributeKind::Constant
                && attribute.value.as_ref().is_some_and(|value| super::infer_reduced(value).generalize() == attribute.ty)
        });
        if !others.is_empty() {
            key(self, "attributes");
            self.braces(others, Printer::attribute);
        }
        if !constants.is_empty() {
            key(self, "constants");
            self.braces(constants, |this, attribute| {
                this.string(&attribute.name);
                this.word(" => ");
                this.value(attribute.value.as_ref().unwrap_or(&Value::Undef));
            });
        }
        if !object.functions.is_empty() {
            key(self, "functions");
            self.braces(object.functions.iter(), |this, function| {
                this.string(&function.name);
                this.word(" => ");
                if !function.is_final && !function.overrides {
                    return this.ty(&function.ty);
                }
                this.word("{type => ");
                this.ty(&function.ty);
                if function.is_final {
                    this.word(", final => true");
                }
                if function.overrides {
                    this.word(", override => true");
                }
                this.word("}");
            });
        }
        if let Some(equality) = &object.equality {
            key(self, "equality");
            self.word("[");
            self.list(equality, |this, name| this.string(name));
            self.word("]");
        }
        if let Some(checks) = &object.checks {
            key(self, "checks");
            self.value(checks);
        }
        self.word("}]");
        self.expanded = once;
    }

    fn attribute(&mut self, attribute: &super::Attribute) {
        self.string(&attribute.name);
        self.word(" => ");
        let kind = match attribute.kind {
            AttributeKind::Plain => None,
            AttributeKind::Constant => Some("constant"),
            AttributeKind::Derived => Some("derived"),
            AttributeKind::GivenOrDerived => Some("given_or_derived"),
            AttributeKind::Reference => Some("reference"),
        };
        let is_final = attribute.is_final && attribute.kind != AttributeKind::Constant;
        if kind.is_none() && attribute.value.is_none() && !is_final && !attribute.overrides {
            self.ty(&attribute.ty);
            return;
        }
        self.word("{type => ");
        self.ty(&attribute.ty);
        if is_final {
            self.word(", final => true");
        }
        if attribute.overrides {
            self.word(", override => true");
        }
        if let Some(kind) = kind {
            self.word(", kind => ");
            self.word(kind);
        }
        if let Some(value) = &attribute.value {
            self.word(", value => ");
            self.value(value);
        }
        self.word("}");
    }

    fn extension(&mut self, extension: &Extension) {
        let declared = extension.base.all_type_parameters();
        self.word(extension.base.label());
        self.word("[");
        let given = |name: &str| extension.parameters.iter().find(|(it, _)| &**it == name).map(|(_, value)| value);
        if declared.len() > 2 {
            self.braces(extension.parameters.iter(), |this, (name, value)| {
                this.string(name);
                this.word(" => ");
                this.value(value);
            });
        } else {
            let last = declared.iter().rposition(|(_, name, _)| given(name).is_some()).unwrap_or(0);
            self.list(declared.iter().take(last + 1), |this, (_, name, _)| match given(name) {
                Some(value) => this.value(value),
                None => this.word("default"),
            });
        }
        self.word("]");
    }

    fn type_set(&mut self, set: &TypeSet) {
        self.word("TypeSet[{");
        if let Value::Hash(entries) = &set.init {
            let entries = entries.clone();
            self.list(entries.iter(), |this, (key, value)| {
                this.word(key.as_str().unwrap_or_default());
                this.word(" => ");
                this.value(value);
            });
        }
        if !set.types.is_empty() {
            self.word(", types => ");
            let outer = self.within.replace(format!("{}::", set.name));
            self.braces(set.types.iter(), |this, (name, ty)| {
                this.word(name);
                this.word(" => ");
                this.ty(ty);
            });
            self.within = outer;
        }
        self.word("}]");
    }
}

fn is_empty(size: Size) -> bool {
    size.from == 0 && size.to == Some(0)
}
