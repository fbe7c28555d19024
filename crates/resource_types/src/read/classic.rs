//! `Puppet::Type.newtype(:name) do … end`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::Code;
use super::lexer::Token;
use super::{key, literal, texts, whole_title};
use crate::pattern::Pattern;
use crate::table::{AttributeInfo, AttributeKind, Base, Relation, RelationInfo, TitlePattern, TypeInfo, ValueSet};
use crate::value::Value;

pub(super) fn read(code: &Code, name: &str) -> Option<TypeInfo> {
    let start = (0..code.len()).find(|at| code.word(*at) == Some("newtype") && named(code, at + 1, name))?;
    let (from, to) = code.block(start, code.len())?;
    let mut info = TypeInfo::named(name);
    let mut reader = Reader { code, info: &mut info, titles: None, related: FxHashMap::default(), names: FxHashSet::default() };
    reader.body(from, to);
    reader.finish();
    Some(info)
}

fn named(code: &Code, at: usize, name: &str) -> bool {
    let at = if code.is_op(at, "(") { at + 1 } else { at };
    matches!(code.get(at), Some(Token::Symbol(it) | Token::Text(it, true)) if it == name)
}

/// Statements of a type that change nothing of what is read here.
const HARMLESS: [&str; 14] = [
    "desc",
    "@doc",
    "feature",
    "apply_to_device",
    "apply_to_all",
    "apply_to_host",
    "require",
    "require_relative",
    "attr_reader",
    "attr_accessor",
    "private",
    "public",
    "provide",
    "@depthfirst",
];

struct Reader<'a> {
    code: &'a Code,
    info: &'a mut TypeInfo,
    /// Title patterns of the type; none where it declares none.
    titles: Option<Vec<TitlePattern>>,
    /// The places of relations, by what they are declared for, as it is written.
    related: FxHashMap<(Relation, String), usize>,
    /// The names of attributes so far.
    names: FxHashSet<String>,
}

impl Reader<'_> {
    fn body(&mut self, from: usize, to: usize) {
        let code = self.code;
        for (from, to) in code.statements(from, to) {
            if let Some(relation) = relation_of(code, from) {
                self.relation(relation, from, to);
                continue;
            }
            match code.word(from).unwrap_or_default() {
                "newparam" => self.attribute(AttributeKind::Parameter, from, to),
                "newproperty" => self.attribute(AttributeKind::Property, from, to),
                "ensurable" => self.ensurable(from, to),
                "validate" => self.info.validates = true,
                "@isomorphic" => self.info.isomorphic = code.word(to - 1) != Some("false"),
                "def" => self.method(from, to),
                word if HARMLESS.contains(&word) => {}
                // A constant, or a variable.
                word if word.starts_with(|it: char| it.is_ascii_uppercase() || it == '@') && code.is_op(from + 1, "=") => {}
                _ => self.elsewhere(from, to),
            }
        }
    }

    /// Declarations inside of other code may be made or not; code of other files may make more.
    fn elsewhere(&mut self, from: usize, to: usize) {
        let code = self.code;
        let declares = |word: &str| matches!(word, "newparam" | "newproperty" | "ensurable");
        // What defines it inside of other code may do so in any way.
        let is_titles = |at: usize| match code.get(at) {
            Some(Token::Word(it) | Token::Symbol(it)) => it == "title_patterns",
            _ => false,
        };
        if (from..to).any(is_titles) {
            self.titles = Some(Vec::new());
        }
        for at in from..to {
            if let Some(relation) = relation_of(code, at) {
                let declared = code.arguments(at + 1, to).first().and_then(|(from, to)| literal(code, *from, *to));
                self.relate(relation, declared, (from, to), None);
            }
        }
        let (mut at, mut line, mut found) = (from, from, false);
        while at < to {
            if let Some(word) = code.word(at).filter(|it| declares(it)) {
                if line <= at {
                    line = (at + 1..to).find(|it| code.get(*it) == Some(&Token::End)).unwrap_or(to);
                }
                // The block begins in the same line.
                let end = code.block(at, line).map_or(line, |(_, it)| it + 1);
                match word {
                    "newparam" => self.attribute(AttributeKind::Parameter, at, end),
                    "newproperty" => self.attribute(AttributeKind::Property, at, end),
                    _ => self.ensurable(at, end),
                }
                found = true;
                at = end.max(at);
            }
            at += 1;
        }
        // A condition or a loop without declarations in it declares nothing.
        let inner = matches!(code.word(from), Some("if" | "unless" | "case" | "begin" | "class" | "module"));
        self.info.open |= found || !inner;
    }

    fn attribute(&mut self, kind: AttributeKind, from: usize, to: usize) {
        let code = self.code;
        let arguments = code.arguments(from + 1, to);
        let name = arguments.first().and_then(|(from, to)| literal(code, *from, *to)).and_then(|it| it.as_word().map(str::to_owned));
        let Some(name) = name else {
            self.info.open = true;
            return;
        };
        let mut attribute = AttributeInfo::named(&name, kind);
        for (from, to) in arguments.into_iter().skip(1) {
            self.option(&mut attribute, from, to);
        }
        if let Some((from, to)) = code.block(from, to) {
            for (from, to) in code.statements(from, to) {
                self.detail(&mut attribute, from, to);
            }
        }
        // Code that was not understood may change what was.
        attribute.validates |= !attribute.sure;
        if matches!(attribute.base, Base::BooleanParameter | Base::BooleanProperty) && attribute.values.is_empty() {
            let words: &[&str] = if attribute.base == Base::BooleanProperty { &["true", "false"] } else { &["true", "false", "yes", "no"] };
            attribute.values.words = words.iter().map(|it| (*it).to_owned()).collect();
        }
        attribute.namevar |= name == "name";
        attribute.namevar &= kind == AttributeKind::Parameter;
        self.add(attribute);
    }

    fn add(&mut self, attribute: AttributeInfo) {
        const MOST: usize = 2_000;
        if self.info.attributes.len() >= MOST {
            self.info.open = true;
            return;
        }
        if !self.names.insert(attribute.name.clone()) {
            self.info.attributes.retain(|it| it.name != attribute.name);
        }
        self.info.attributes.push(attribute);
    }

    fn option(&self, attribute: &mut AttributeInfo, from: usize, to: usize) {
        let code = self.code;
        // A hash may have its braces.
        if code.is_op(from, "{") {
            for (from, to) in code.items(from + 1, code.end(from)) {
                self.one_option(attribute, from, to);
            }
        } else {
            self.one_option(attribute, from, to);
        }
    }

    fn one_option(&self, attribute: &mut AttributeInfo, from: usize, to: usize) {
        let code = self.code;
        let Some((name, from)) = key(code, from, to) else {
            attribute.sure = false;
            return;
        };
        let value = literal(code, from, to);
        match name.as_str() {
            "namevar" => attribute.namevar = value.is_some_and(|it| it.truthy()),
            "array_matching" => attribute.all = value.is_some_and(|it| it.is_sym("all")),
            "required_features" => attribute.features = value.map(texts).unwrap_or_default(),
            "parent" => attribute.base = parent(code, from, to),
            "boolean" | "retrieve" | "readonly" => {}
            _ => attribute.sure = false,
        }
    }

    fn detail(&self, attribute: &mut AttributeInfo, from: usize, to: usize) {
        let code = self.code;
        match code.word(from).unwrap_or_default() {
            "isnamevar" => attribute.namevar = true,
            "isrequired" => attribute.required = true,
            "newvalues" | "newvalue" => {
                let only_first = code.word(from) == Some("newvalue");
                let arguments = code.arguments(from + 1, to);
                for (from, to) in arguments.into_iter().take(if only_first { 1 } else { usize::MAX }) {
                    self.value(attribute, from, to);
                }
            }
            "aliasvalue" => {
                let values: Vec<Value> =
                    code.arguments(from + 1, to).into_iter().filter_map(|(from, to)| literal(code, from, to)).collect();
                match values.as_slice() {
                    [alias, word] => attribute.values.aliases.push((alias.text(), word.text())),
                    _ => attribute.sure = false,
                }
            }
            "defaultvalues" => {
                attribute.values.words.extend(["present", "absent"].map(str::to_owned));
            }
            "defaultto" => match code.arguments(from + 1, to).first().and_then(|(from, to)| literal(code, *from, *to)) {
                Some(value) => attribute.default = Some(value),
                None => attribute.computed_default = true,
            },
            "validate" => attribute.validates = true,
            "munge" => attribute.munges = true,
            "unmunge" => attribute.reads = true,
            "def" => {
                let name = code.word(from + 1).unwrap_or_default();
                attribute.reads |= matches!(name, "should" | "value" | "value=" | "should=");
                attribute.munges |= matches!(name, "munge" | "unsafe_munge");
                attribute.validates |= matches!(name, "validate" | "unsafe_validate");
            }
            "desc" | "" | "nodefault" => {}
            // Code that may do any of this.
            _ => attribute.sure = false,
        }
    }

    fn value(&self, attribute: &mut AttributeInfo, from: usize, to: usize) {
        let code = self.code;
        let from = if code.is_op(from, "*") { from + 1 } else { from };
        let values: &mut ValueSet = &mut attribute.values;
        match (code.get(from), literal(code, from, to)) {
            (Some(Token::Regex(pattern, true)), _) if to == from + 1 => values.patterns.push(Pattern::new(pattern.clone())),
            (_, Some(value)) if !value.is_nil() => values.words.extend(value.items().iter().map(Value::text)),
            _ => {
                // Any other value may be among them, too.
                attribute.sure = false;
                attribute.validates = true;
            }
        }
    }

    fn ensurable(&mut self, from: usize, to: usize) {
        let mut attribute = AttributeInfo::named("ensure", AttributeKind::Property);
        attribute.base = Base::Ensure;
        match self.code.block(from, to) {
            Some((from, to)) => {
                for (from, to) in self.code.statements(from, to) {
                    self.detail(&mut attribute, from, to);
                }
                attribute.validates |= !attribute.sure;
            }
            None => attribute.values.words = ["present", "absent"].map(str::to_owned).to_vec(),
        }
        self.add(attribute);
    }

    fn relation(&mut self, relation: Relation, from: usize, to: usize) {
        let code = self.code;
        let target = code.arguments(from + 1, to).first().and_then(|(from, to)| literal(code, *from, *to));
        // A condition after the block decides whether there is a relation.
        let block = code.block(from, to).filter(|(_, end)| end + 1 >= to);
        let only = block.and_then(|(from, to)| match code.statements(from, to).as_slice() {
            [only] => Some(*only),
            _ => None,
        });
        let titles = only.and_then(|(from, to)| Titles::read(code, from, to));
        self.relate(relation, target, (from, to), titles);
    }

    /// Of several for one type Puppet takes the last. What declares it may be a word or a text, which are two.
    fn relate(&mut self, relation: Relation, declared: Option<Value>, (from, to): (usize, usize), titles: Option<Titles>) {
        let target = declared.as_ref().and_then(Value::as_word).unwrap_or_default();
        let code = Some(self.code.digest(from, to));
        let mut info = RelationInfo { code, ..RelationInfo::new(relation, target) };
        if let Some(Titles { fixed, attributes, takes_lists }) = titles.filter(|_| !target.is_empty()) {
            info.titles = Some(fixed).filter(|it| attributes.is_empty() || !it.is_empty());
            info.attributes = attributes;
            info.takes_lists = takes_lists;
        }
        let key = declared.map(|it| (relation, it.inspect()));
        let known = key.as_ref().and_then(|it| self.related.get(it)).and_then(|it| self.info.relations.get_mut(*it));
        match known {
            Some(known) => *known = info,
            None => {
                self.related.extend(key.map(|it| (it, self.info.relations.len())));
                self.info.relations.push(info);
            }
        }
    }

    fn method(&mut self, from: usize, to: usize) {
        let code = self.code;
        let own = code.word(from + 1) == Some("self");
        let name = code.word(if own { from + 3 } else { from + 1 }).unwrap_or_default();
        match (own, name) {
            (true, "title_patterns") => self.titles = Some(self.title_patterns(from, to).unwrap_or_default()),
            (true, "instances" | "newattr" | "newparam" | "newproperty") => {}
            (true, "isomorphic?") => self.info.isomorphic = !(from..to).any(|at| code.word(at) == Some("false")),
            (false, "refresh") => self.info.refreshable = true,
            (false, "generate" | "eval_generate") => self.info.generates = true,
            _ => {}
        }
    }

    /// `[[/(.*)/, [[:name]]]]` with nothing around it. None where it is anything else.
    fn title_patterns(&self, from: usize, to: usize) -> Option<Vec<TitlePattern>> {
        let code = self.code;
        let open = (from..to).find(|at| code.is_op(*at, "["))?;
        // The list is what the method gives: nothing but its name stands before it, nothing after.
        let is_nothing = |at: usize| matches!(code.get(at), Some(Token::End)) || code.word(at) == Some("return") || code.is_op(at, "=");
        let only = (from + 4..open).all(is_nothing);
        if !only || (code.end(open) + 1..to).any(|at| !matches!(code.get(at), Some(Token::End)) && code.word(at) != Some("end")) {
            return None;
        }
        let mut patterns = Vec::new();
        for part in code.items(open + 1, code.end(open)) {
            let parts = list(code, part)?;
            let [(pattern, pattern_end), names] = parts.as_slice() else { return None };
            let Some(Token::Regex(text, true)) = code.get(*pattern).filter(|_| pattern + 1 == *pattern_end) else { return None };
            let mut attributes = Vec::new();
            for pair in list(code, *names)? {
                match list(code, pair)?.as_slice() {
                    [(name, end)] if name + 1 == *end => attributes.push(literal(code, *name, *end)?.as_word()?.to_owned()),
                    // What changes the text, unless it is `lambda { |x| x }`.
                    [(name, end), (change, change_end)] if name + 1 == *end && is_identity(code, *change, *change_end) => {
                        attributes.push(literal(code, *name, *end)?.as_word()?.to_owned());
                    }
                    _ => return None,
                }
            }
            patterns.push(TitlePattern { pattern: Pattern::new(text.clone()), attributes });
        }
        Some(patterns)
    }

    fn finish(self) {
        let info = self.info;
        info.namevars = info.attributes.iter().filter(|it| it.namevar).map(|it| it.name.clone()).collect();
        info.title_patterns = match (self.titles, info.namevars.as_slice()) {
            (Some(titles), _) => titles,
            (None, [only]) => vec![whole_title(only)],
            (None, _) => Vec::new(),
        };
        info.add_provider();
        // The value is what the code of an attribute makes of it, or what code makes that was not read.
        let is_plain = |it: &AttributeInfo| it.sure && !it.munges && !it.reads && it.features.is_empty() && it.base.is_plain();
        let by_name: FxHashMap<&str, bool> = info.attributes.iter().map(|it| (it.name.as_str(), is_plain(it))).collect();
        let namevar = info.namevars.first().filter(|_| info.namevars.len() == 1);
        let is_known = |name: &String| {
            let name = if name == "name" { namevar.unwrap_or(name) } else { name };
            by_name.get(name.as_str()).copied().unwrap_or(false)
        };
        for relation in info.relations.iter_mut().filter(|it| !it.attributes.iter().all(is_known)) {
            *relation = RelationInfo { code: relation.code, ..RelationInfo::new(relation.relation, &relation.target) };
        }
    }
}

/// The relation that a word declares.
fn relation_of(code: &Code, at: usize) -> Option<Relation> {
    match code.word(at)? {
        "autorequire" => Some(Relation::Require),
        "autosubscribe" => Some(Relation::Subscribe),
        "autobefore" => Some(Relation::Before),
        "autonotify" => Some(Relation::Notify),
        _ => None,
    }
}

/// Result of a block: texts, and values of attributes.
struct Titles {
    fixed: Vec<String>,
    attributes: Vec<String>,
    takes_lists: bool,
}

impl Titles {
    /// Reads `self[:path]`, `[self[:path], '/etc/x'].compact`, or `self[:path] if self[:path]`; none where it is anything else.
    fn read(code: &Code, from: usize, to: usize) -> Option<Titles> {
        if let Some(value) = literal(code, from, to) {
            return Some(Titles { fixed: texts(value), attributes: Vec::new(), takes_lists: false });
        }
        if !code.is_op(from, "[") {
            let (name, end) = own_value(code, from)?;
            // A condition that asks for the same attribute changes nothing.
            let asks = code.word(end) == Some("if") && own_value(code, end + 1).is_some_and(|(it, end)| end == to && it == name);
            return (end == to || asks).then(|| Titles { fixed: Vec::new(), attributes: vec![name], takes_lists: true });
        }
        let (mut fixed, mut attributes) = (Vec::new(), Vec::new());
        for (from, to) in code.items(from + 1, code.end(from)) {
            match own_value(code, from).filter(|it| it.1 == to) {
                Some((name, _)) => attributes.push(name),
                // A list in a list names nothing.
                None if to == from + 1 => fixed.extend(literal(code, from, to)?.as_word().map(str::to_owned)),
                None => return None,
            }
        }
        let (mut end, mut takes_lists) = (code.end(from) + 1, false);
        while code.is_op(end, ".") {
            match code.word(end + 1)? {
                "compact" => {}
                "flatten" => takes_lists = true,
                _ => return None,
            }
            end += 2;
        }
        (end == to).then_some(Titles { fixed, attributes, takes_lists })
    }
}

/// The attribute in `self[:path]`, and where that ends.
fn own_value(code: &Code, from: usize) -> Option<(String, usize)> {
    match code.get(from + 2) {
        Some(Token::Symbol(name)) if code.word(from) == Some("self") && code.is_op(from + 1, "[") && code.end(from + 1) == from + 3 => {
            Some((name.clone(), from + 4))
        }
        _ => None,
    }
}

/// The elements of `[a, b]` with nothing before it and nothing after.
fn list(code: &Code, (from, to): (usize, usize)) -> Option<Vec<(usize, usize)>> {
    (code.is_op(from, "[") && code.end(from) + 1 == to).then(|| code.items(from + 1, to - 1))
}

/// Whether this is `lambda { |x| x }`, `proc { |x| x }` or `->(x) { x }`.
fn is_identity(code: &Code, from: usize, to: usize) -> bool {
    /// A token that can be there.
    enum Part {
        Op(&'static str),
        Name,
    }
    use Part::{Name, Op};
    let (from, parts) = match code.word(from) {
        Some("lambda" | "proc") => (from + 1, [Op("{"), Op("|"), Name, Op("|"), Name, Op("}")].as_slice()),
        _ if code.is_op(from + 1, "(") => (from, [Op("->"), Op("("), Name, Op(")"), Op("{"), Name, Op("}")].as_slice()),
        _ => (from, [Op("->"), Name, Op("{"), Name, Op("}")].as_slice()),
    };
    let mut names = Vec::new();
    let mut given = (from..to).filter(|at| !matches!(code.get(*at), Some(Token::End)));
    let fits = parts.iter().all(|part| match (part, given.next()) {
        (Op(op), Some(at)) => code.is_op(at, op),
        (Name, Some(at)) => code.word(at).is_some_and(|it| {
            names.push(it);
            it.starts_with(|it: char| it.is_ascii_lowercase() || it == '_') && it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
        }),
        (_, None) => false,
    });
    fits && given.next().is_none() && matches!(names.as_slice(), [a, b] if a == b)
}

/// The class that an attribute is made from, by the name of it.
fn parent(code: &Code, from: usize, to: usize) -> Base {
    let words: Vec<&str> = (from..to).filter_map(|at| code.word(at)).collect();
    match words.join("::").as_str() {
        "Puppet::Parameter::Boolean" => Base::BooleanParameter,
        "Puppet::Property::Boolean" => Base::BooleanProperty,
        "Puppet::Parameter::Path" => Base::Path,
        "Puppet::Parameter" | "Puppet::Property" => Base::Plain,
        "Puppet::Property::List" => Base::List,
        "Puppet::Property::OrderedList" => Base::OrderedList,
        "Puppet::Property::KeyValue" => Base::KeyValue,
        "Puppet::Property::Ensure" => Base::Ensure,
        _ => Base::Other,
    }
}
