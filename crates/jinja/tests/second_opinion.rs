//! Generated templates render as minijinja renders them, another implementation of Jinja. The templates are made of what both have, and
//! print only numbers and texts: Rust's `true` is Python's `True`.

mod values;

use jinja::{Bare, Dialect, Limits, Settings, Source};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde_json::{Value as Json, json};
use test_utils::Random;
use values::variables;

const TEMPLATES: u64 = 4_000;

/// Variables that both templates see.
fn context() -> Json {
    json!({
        "n": 3, "m": -7, "s": "some text", "t": " Two\nlines ", "yes": true,
        "numbers": [4, 1, 3], "words": ["beta", "alpha", "Gamma"],
        "d": {"name": "web server", "port": 80},
    })
}

/// Writes templates whose expressions have the types that their operators need.
struct Writer {
    random: Random,
    /// Names that are set where the next statement stands, of numbers and of texts.
    numbers: Vec<String>,
    texts: Vec<String>,
    named: usize,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        random.next_below(2);
        let names = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
        Writer {
            random,
            numbers: names(&["n", "m", "d.port", "d['port']", "numbers[0]"]),
            texts: names(&["s", "t", "d.name", "words[1]"]),
            named: 0,
        }
    }

    fn is_one_in(&mut self, count: usize) -> bool {
        self.random.next_below(count) == 0
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.next_below(all.len())]
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            let known = self.numbers[self.random.next_below(self.numbers.len())].clone();
            return if self.is_one_in(2) { known } else { self.random.next_below(12).to_string() };
        }
        let below = depth - 1;
        match self.random.next_below(13) {
            0..=2 => format!("{} {} {}", self.number(below), self.one_of(&["+", "-", "*"]), self.number(0)),
            3 => format!("({} {} {})", self.number(below), self.one_of(&["+", "-", "*"]), self.number(below)),
            4 => format!("({} // {})", self.number(below), 1 + self.random.next_below(5)),
            5 => format!("({} % {})", self.number(below), 1 + self.random.next_below(5)),
            6 => format!("({} if {} else {})", self.number(below), self.truth(below), self.number(below)),
            7 => format!("{} | {}", self.list(below), self.one_of(&["length", "count", "max", "min", "sum", "first", "last"])),
            8 => format!("({}) | abs", self.number(below)),
            9 => format!("({}) | length", self.text(below)),
            10 => format!("'{}' | int", self.random.next_below(100)),
            11 => format!("(-{})", self.number(0)),
            _ => self.number(0),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        if depth == 0 {
            let known = self.texts[self.random.next_below(self.texts.len())].clone();
            return if self.is_one_in(2) { known } else { self.one_of(&["'a'", "\"b c\"", "''", "'x\\ty'", "'über'"]).to_owned() };
        }
        let below = depth - 1;
        match self.random.next_below(12) {
            0 | 1 => format!("{} ~ {}", self.text(below), self.text(0)),
            2 => format!("({}) | {}", self.text(below), self.one_of(&["upper", "lower", "trim", "capitalize", "title", "string", "safe"])),
            3 => format!("({}) | replace({}, {})", self.text(below), self.one_of(&["'e'", "'b'", "' '"]), self.one_of(&["'-'", "''"])),
            4 => format!("{} | join({})", self.words(below), self.one_of(&["','", "', '", "''"])),
            5 => format!("({} if {} else {})", self.text(below), self.truth(below), self.text(below)),
            6 => format!("({}) | default({})", self.text(below), self.text(0)),
            7 => format!("nothing | default({})", self.text(below)),
            8 => format!("({} ~ {})", self.number(below), self.text(0)),
            9 => format!("({})[{}:]", self.text(below), self.random.next_below(3)),
            10 => format!("{} | {}", self.words(below), self.one_of(&["first", "last"])),
            _ => self.text(0),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let below = depth.saturating_sub(1);
        match self.random.next_below(12) {
            0 | 1 => format!("{} {} {}", self.number(below), self.one_of(&["<", "<=", ">", ">=", "==", "!="]), self.number(0)),
            2 => format!("{} {} {}", self.text(0), self.one_of(&["==", "!=", "in", "not in"]), self.text(0)),
            3 => format!("{} {} {}", self.number(0), self.one_of(&["in", "not in"]), self.list(below)),
            4 => {
                format!("{} is {}", self.number(0), self.one_of(&["odd", "even", "number", "string", "not odd", "defined", "not defined"]))
            }
            5 => {
                format!("{} is {}", self.one_of(&["nothing", "d.nothing", "s", "d"]), self.one_of(&["defined", "not defined", "undefined"]))
            }
            6 if depth > 0 => format!("({} and {})", self.truth(below), self.truth(below)),
            7 if depth > 0 => format!("({} or {})", self.truth(below), self.truth(below)),
            8 if depth > 0 => format!("not {}", self.truth(below)),
            9 => self.one_of(&["true", "false", "yes", "s", "''", "[]", "{}", "n", "0"]).to_owned(),
            10 => format!("{} is {}", self.one_of(&["numbers", "d", "s"]), self.one_of(&["mapping", "iterable", "string"])),
            _ => format!("'{}' in d", self.one_of(&["port", "name", "nothing"])),
        }
    }

    /// A list of numbers, not empty.
    fn list(&mut self, depth: usize) -> String {
        match self.random.next_below(6) {
            0 if depth > 0 => format!(
                "{} | {}",
                self.list(depth - 1),
                self.one_of(&["sort", "sort(reverse=true)", "reverse | list", "unique | list", "list"])
            ),
            1 => format!("range({}, {})", self.random.next_below(3), 4 + self.random.next_below(4)),
            2 => format!("[{}, {}]", self.number(0), self.number(0)),
            3 if depth > 0 => format!("(numbers + [{}, {}])", self.number(0), self.number(0)),
            _ => "numbers".to_owned(),
        }
    }

    /// A list of texts, not empty.
    fn words(&mut self, depth: usize) -> String {
        match self.random.next_below(5) {
            0 if depth > 0 => {
                format!("{} | {}", self.words(depth - 1), self.one_of(&["sort", "reverse | list", "unique | list", "map('upper') | list"]))
            }
            1 => format!("[{}, {}]", self.text(0), self.text(0)),
            2 => "d | list".to_owned(),
            _ => "words".to_owned(),
        }
    }

    fn name(&mut self) -> String {
        self.named += 1;
        format!("v{}", self.named)
    }

    /// A tag, with or without the marks that take blanks away.
    fn tag(&mut self, text: &str) -> String {
        let mut mark = || if self.is_one_in(5) { "-" } else { "" };
        let (before, after) = (mark(), mark());
        format!("{{%{before} {text} {after}%}}")
    }

    fn statements(&mut self, depth: usize) -> String {
        let (numbers, texts) = (self.numbers.len(), self.texts.len());
        let count = 1 + self.random.next_below(3);
        let all = (0..count).map(|_| self.statement(depth)).collect();
        // What is set inside of a block is not seen after it.
        self.numbers.truncate(numbers);
        self.texts.truncate(texts);
        all
    }

    fn statement(&mut self, depth: usize) -> String {
        let blanks = self.one_of(&["", "", " ", "\n", "\n  ", "  \n"]);
        let statement = match self.random.next_below(if depth == 0 { 5 } else { 13 }) {
            0 => self.one_of(&["text", "a: b", "{ x }", "50 %", "# no comment"]).to_owned(),
            1 => format!("{{{{ {} }}}}", self.number(2)),
            2 => format!("{{{{ {} }}}}", self.text(2)),
            3 => {
                let (name, is_number) = (self.name(), self.is_one_in(2));
                let value = if is_number { self.number(2) } else { self.text(2) };
                let tag = self.tag(&format!("set {name} = {value}"));
                if is_number { &mut self.numbers } else { &mut self.texts }.push(name);
                tag
            }
            4 => self.one_of(&["{# a comment #}", "{#- a comment -#}", "{% raw %}{{ x }}{% endraw %}"]).to_owned(),
            5 | 6 => self.if_block(depth - 1),
            7 | 8 => self.for_block(depth - 1),
            9 => self.macro_block(depth - 1),
            10 => self.pairs_block(depth - 1),
            11 => self.with_block(depth - 1),
            _ => self.filtered_block(depth - 1),
        };
        format!("{blanks}{statement}")
    }

    fn if_block(&mut self, depth: usize) -> String {
        let condition = self.truth(2);
        let mut out = self.tag(&format!("if {condition}")) + &self.statements(depth);
        if self.is_one_in(3) {
            let condition = self.truth(1);
            out += &(self.tag(&format!("elif {condition}")) + &self.statements(depth));
        }
        if self.is_one_in(2) {
            out += &(self.tag("else") + &self.statements(depth));
        }
        out + &self.tag("endif")
    }

    fn for_block(&mut self, depth: usize) -> String {
        let (name, is_number) = (self.name(), self.is_one_in(2));
        let list = if is_number { self.list(1) } else { self.words(1) };
        let filter = if is_number && self.is_one_in(3) { format!(" if {name} is odd") } else { String::new() };
        let mut out = self.tag(&format!("for {name} in {list}{filter}"));
        let (numbers, texts) = (self.numbers.len(), self.texts.len());
        if is_number { &mut self.numbers } else { &mut self.texts }.push(name);
        self.numbers.extend(["loop.index", "loop.index0", "loop.revindex", "loop.length"].map(str::to_owned));
        out += &self.statements(depth);
        self.numbers.truncate(numbers);
        self.texts.truncate(texts);
        if self.is_one_in(3) {
            out += &(self.tag("else") + &self.statements(0));
        }
        out + &self.tag("endfor")
    }

    fn pairs_block(&mut self, depth: usize) -> String {
        let (key, value) = (self.name(), self.name());
        let mut out = self.tag(&format!("for {key}, {value} in d | dictsort"));
        self.texts.push(key);
        out += &(self.statements(depth) + &format!("{{{{ {value} }}}}"));
        self.texts.pop();
        out + &self.tag("endfor")
    }

    fn with_block(&mut self, depth: usize) -> String {
        let (name, value) = (self.name(), self.number(1));
        let mut out = self.tag(&format!("with {name} = {value}"));
        self.numbers.push(name);
        out += &self.statements(depth);
        self.numbers.pop();
        out + &self.tag("endwith")
    }

    /// A block of text that a filter changes, or that becomes a variable.
    fn filtered_block(&mut self, depth: usize) -> String {
        if self.is_one_in(2) {
            let filter = self.one_of(&["upper", "trim", "replace('a', 'o')", "lower | capitalize"]);
            return self.tag(&format!("filter {filter}")) + &self.statements(depth) + &self.tag("endfilter");
        }
        let name = self.name();
        let out = self.tag(&format!("set {name}")) + &self.statements(depth) + &self.tag("endset");
        self.texts.push(name);
        out
    }

    fn macro_block(&mut self, depth: usize) -> String {
        let name = self.name();
        let (numbers, texts) = (std::mem::take(&mut self.numbers), std::mem::take(&mut self.texts));
        // A macro sees its parameters, and what the whole template has.
        self.numbers = vec!["first".to_owned(), "n".to_owned()];
        self.texts = vec!["second".to_owned(), "t".to_owned()];
        let mut out = self.tag(&format!("macro {name}(first, second='none')")) + &self.statements(depth) + &self.tag("endmacro");
        (self.numbers, self.texts) = (numbers, texts);
        let (first, second) = (self.number(1), self.text(1));
        let given = match self.random.next_below(3) {
            0 => first,
            1 => format!("{first}, {second}"),
            _ => format!("first={first}, second={second}"),
        };
        out += &format!("{{{{ {name}({given}) }}}}");
        out
    }
}

#[derive(Clone, Copy)]
struct Options {
    trim_blocks: bool,
    lstrip_blocks: bool,
    keep_trailing_newline: bool,
}

fn own(template: &str, options: Options) -> Result<String, String> {
    let Options { trim_blocks, lstrip_blocks, keep_trailing_newline } = options;
    let dialect = Dialect { trim_blocks, lstrip_blocks, keep_trailing_newline, tags: vec![] };
    let settings = Settings { dialect, context_is_global: true, limits: Limits::default() };
    jinja::render(&Source::new("main", template), variables(&context()), &Bare, &settings)
        .map(|it| it.text)
        .map_err(|it| it.message().to_string())
}

fn other(template: &str, options: Options) -> Result<String, String> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(options.trim_blocks)
        .lstrip_blocks(options.lstrip_blocks)
        .keep_trailing_newline(options.keep_trailing_newline)
        .build()
        .expect("delimiters are Jinja's own");
    environment.set_syntax(syntax);
    environment.render_str(template, Serde(context())).map_err(|it| format!("{it:#}"))
}

#[test]
fn generated_templates_render_as_minijinja_renders_them() {
    let (mut rendered, mut different) = (0, Vec::new());
    for seed in 1..=TEMPLATES {
        let mut writer = Writer::new(seed);
        let template = writer.statements(3);
        let mut is_set = || writer.is_one_in(2);
        let options = Options { trim_blocks: is_set(), lstrip_blocks: is_set(), keep_trailing_newline: is_set() };
        match (own(&template, options), other(&template, options)) {
            (Ok(own), Ok(other)) if own == other => rendered += 1,
            (Err(_), Err(_)) => {}
            (own, other) => different.push(format!("{seed}: {template:?}\n  here:      {own:?}\n  minijinja: {other:?}\n")),
        }
    }
    println!("{rendered} of {TEMPLATES} are rendered by both");
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.iter().take(20).map(String::as_str).collect::<String>());
    assert!(rendered * 10 > TEMPLATES * 9, "only {rendered} of {TEMPLATES} templates are rendered by both");
}
