//! Manifests that define types which speak of themselves and of each other, made from any bytes.

use std::fmt::Write;

const NAMES: &[&str] = &["A", "B", "C"];
const LEAVES: &[&str] = &[
    "String",
    "Integer[0]",
    "Any",
    "Undef",
    "Data",
    "RichData",
    "Enum[x]",
    "Callable",
    "Type",
    "Object",
    "Init",
    "Optional",
    "Pattern[/x/]",
];
const HOLDERS: &[&str] =
    &["Optional", "NotUndef", "Array", "Type", "Iterable", "Iterator", "Sensitive", "Init", "Callable", "Tuple", "Variant"];
const VALUES: &[&str] = &["undef", "default", "1", "'x'", "[]", "{}", "true", "/x/", "Sensitive('x')", "['x'].reverse_each"];

/// Rest of the bytes; after them come zeros.
struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn next(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first)
    }

    fn choose<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all.get(self.next() % all.len()).copied().unwrap_or_default()
    }

    fn ty(&mut self, depth: usize) -> String {
        let kind = if depth > 4 { self.next() % 6 } else { self.next() % 16 };
        match kind {
            0..3 => self.choose(NAMES).to_owned(),
            3..6 => self.choose(LEAVES).to_owned(),
            6..9 => format!("{}[{}]", self.choose(HOLDERS), self.ty(depth + 1)),
            9 => format!("Variant[{}, {}]", self.ty(depth + 1), self.ty(depth + 1)),
            10 => format!("Variant[{}, {}, {}]", self.ty(depth + 1), self.ty(depth + 1), self.ty(depth + 1)),
            11 => format!("Hash[{}, {}]", self.ty(depth + 1), self.ty(depth + 1)),
            12 => format!("Tuple[{}, {}]", self.ty(depth + 1), self.ty(depth + 1)),
            13 => format!("Struct[{{a => {}, Optional[b] => {}}}]", self.ty(depth + 1), self.ty(depth + 1)),
            14 => format!("Callable[[{}, {}], {}]", self.ty(depth + 1), self.ty(depth + 1), self.ty(depth + 1)),
            _ => format!("Init[{}, {}]", self.ty(depth + 1), self.value(depth + 1)),
        }
    }

    fn value(&mut self, depth: usize) -> String {
        let kind = if depth > 4 { self.next() % 3 } else { self.next() % 9 };
        match kind {
            0..3 => self.choose(VALUES).to_owned(),
            3 => format!("[{}, {}]", self.value(depth + 1), self.value(depth + 1)),
            4 => format!("{{'a' => {}, 'b' => {}}}", self.value(depth + 1), self.value(depth + 1)),
            5 => self.ty(depth + 1),
            6 => format!("{{'a' => {}}}", self.value(depth + 1)),
            7 => format!("{}({})", self.choose(NAMES), self.value(depth + 1)),
            _ => format!("[{}]", self.value(depth + 1)),
        }
    }

    fn definition(&mut self, name: &str) -> String {
        if self.next().is_multiple_of(2) {
            return format!("type {name} = {}\n", self.ty(0));
        }
        let mut parts = Vec::new();
        let kinds = self.next();
        if kinds & 1 != 0 {
            parts.push(format!("parent => {}", self.ty(4)));
        }
        if kinds & 2 != 0 {
            parts.push(format!("type_parameters => {{ p => {} }}", self.ty(1)));
        }
        if kinds & 4 != 0 {
            parts.push(format!("functions => {{ f => Callable[[{}], {}] }}", self.ty(1), self.ty(1)));
        }
        if kinds & 8 != 0 {
            parts.push(format!("constants => {{ c => {} }}", self.ty(2)));
        }
        if kinds & 16 != 0 {
            parts.push("equality => []".to_owned());
        }
        let second = if kinds & 32 != 0 { format!("{{ type => {}, value => {} }}", self.ty(1), self.ty(1)) } else { self.ty(1) };
        parts.push(format!("attributes => {{ a => {}, b => {second} }}", self.ty(0)));
        format!("type {name} = Object[{{ {} }}]\n", parts.join(", "))
    }

    fn statement(&mut self) -> String {
        match self.next() % 14 {
            0 => format!("notice({} =~ {})", self.value(0), self.ty(0)),
            1 => format!("notice({} =~ Type[{}])", self.ty(0), self.ty(0)),
            2 => format!("notice({}, \"${{{}}}\")", self.ty(0), self.ty(0)),
            3 => format!("assert_type({}, {})", self.ty(0), self.value(0)),
            4 => format!("notice({} == {}, {} < {})", self.ty(0), self.ty(0), self.ty(0), self.ty(0)),
            5 => format!("notice({}({}))", self.choose(NAMES), self.value(0)),
            6 => format!("notice(Init[{}]({}))", self.ty(0), self.value(0)),
            7 => format!("notice(type({}), type({}, 'generalized'))", self.value(0), self.value(0)),
            8 => format!("function f({} $x) >> {} {{ $x }}\nnotice(f({}))", self.ty(0), self.ty(0), self.value(0)),
            9 => format!("notice(with({}) |{} $x| {{ {{ $x => 1 }} }})", self.value(0), self.ty(0)),
            10 => format!("case {} {{ {}: {{ notice(1) }} default: {{ notice(2) }} }}", self.value(0), self.ty(0)),
            11 => format!("define d({} $x) {{ }}\nd {{ 'd': x => {} }}", self.ty(0), self.value(0)),
            12 => format!("notice(unique([{}, {}]), {} in [{}])", self.ty(0), self.ty(0), self.value(0), self.ty(0)),
            _ => format!("notice({}({}).f({}))", self.choose(NAMES), self.value(0), self.value(0)),
        }
    }
}

/// Definitions, and what is done with them: each of the statements is a manifest of its own with all of the definitions.
pub fn manifests(bytes: &[u8]) -> Vec<String> {
    let mut source = Source(bytes);
    let mut definitions = String::new();
    for name in NAMES {
        let _ = write!(definitions, "{}", source.definition(name));
    }
    let mut all = Vec::new();
    while !source.0.is_empty() && all.len() < 6 {
        all.push(format!("{definitions}{}\n", source.statement()));
    }
    all
}
