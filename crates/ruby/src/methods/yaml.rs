//! `YAML.load` and its kin. What a text of YAML means is the matter of the crate `yaml`.

use yaml::{Data, Document, ErrorKind};

use crate::eval::Ruby;
use crate::invoke::{Args, Method, open};
use crate::methods::files;
use crate::number::Parsed;
use crate::stop::{Outcome, Stop};
use crate::value::{Hash, Value};

/// Values are nested no deeper.
const DEEPEST: usize = 200;

pub const METHODS: &[Method] = &[
    open("load", 1, |ruby, _, given| text(ruby, given, Rules { symbols: true, ..Rules::default() })),
    open("safe_load", 1, |ruby, _, given| text(ruby, given, Rules::default())),
    open("unsafe_load", 1, |ruby, _, given| text(ruby, given, Rules::unsafe_())),
    open("load_file", 1, |ruby, _, given| file(ruby, given, Rules { symbols: true, ..Rules::default() })),
    open("safe_load_file", 1, |ruby, _, given| file(ruby, given, Rules::default())),
    open("unsafe_load_file", 1, |ruby, _, given| file(ruby, given, Rules::unsafe_())),
];

/// Rules for what may stand in a text, and for what becomes of it.
struct Rules {
    symbols: bool,
    aliases: bool,
    /// Other classes may be made: none of them is covered.
    others: bool,
    symbolizes: bool,
    /// For a text without a document.
    fallback: Value,
    /// As messages name the text.
    file: String,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { symbols: false, aliases: false, others: false, symbolizes: false, fallback: Value::Nil, file: "<unknown>".to_owned() }
    }
}

impl Rules {
    fn unsafe_() -> Rules {
        Rules { symbols: true, aliases: true, others: true, fallback: Value::Boolean(false), ..Rules::default() }
    }

    fn with_options(mut self, ruby: &mut Ruby<'_>, options: Option<&Value>) -> Outcome<Rules> {
        let Some(Value::Hash(options)) = options else { return Ok(self) };
        for (name, value) in options.pairs() {
            let Value::Symbol(name) = &name else { return ruby.not_covered("YAML with such options") };
            match &**name {
                "aliases" => self.aliases = ruby.truth(&value)?,
                "symbolize_names" => self.symbolizes = ruby.truth(&value)?,
                "fallback" => self.fallback = value,
                "freeze" if !ruby.truth(&value)? => {}
                "filename" => match &value {
                    Value::Nil => {}
                    Value::String(it) => self.file = it.get().to_string(),
                    _ => return ruby.not_covered("YAML with such a filename"),
                },
                "permitted_classes" => {
                    let Value::Array(classes) = &value else { return ruby.not_covered("YAML with such permitted classes") };
                    self.symbols = false;
                    for class in classes.items() {
                        match &class {
                            Value::Class(name) if &**name == "Symbol" => self.symbols = true,
                            Value::Class(_) => self.others = true,
                            Value::String(name) if &*name.get() == "Symbol" => self.symbols = true,
                            _ => self.others = true,
                        }
                    }
                }
                "permitted_symbols" if matches!(&value, Value::Array(it) if it.is_empty()) => {}
                name => return ruby.not_covered(format!("YAML with the option {name}")),
            }
        }
        Ok(self)
    }
}

fn rules(ruby: &mut Ruby<'_>, given: &Args, rules: Rules) -> Outcome<Rules> {
    match given.list.len() {
        1 => Ok(rules),
        2 if given.keywords => rules.with_options(ruby, given.get(1)),
        _ => ruby.not_covered("YAML with such arguments"),
    }
}

fn text(ruby: &mut Ruby<'_>, given: &Args, with: Rules) -> Outcome {
    let rules = rules(ruby, given, with)?;
    let text = ruby.needs_text(&given.at(0))?;
    load(ruby, text.as_bytes(), &rules)
}

fn file(ruby: &mut Ruby<'_>, given: &Args, with: Rules) -> Outcome {
    let path = ruby.needs_text(&given.at(0))?;
    let rules = rules(ruby, given, Rules { file: path.to_string(), ..with })?;
    let bytes = files::read(ruby, &path)?;
    load(ruby, &bytes, &rules)
}

fn load(ruby: &mut Ruby<'_>, text: &[u8], rules: &Rules) -> Outcome {
    ruby.spend(text.len() as u64 / 8)?;
    let loaded = if rules.aliases { yaml::load(text) } else { yaml::load_without_aliases(text) };
    match loaded {
        Ok(None) => Ok(rules.fallback.clone()),
        Ok(Some(Document { data, .. })) => value(ruby, &data, rules, 0),
        Err(problem) => match problem.kind {
            ErrorKind::Syntax => ruby.raise("Psych::SyntaxError", problem.render(&rules.file)),
            ErrorKind::Class if !rules.others => ruby.raise("Psych::DisallowedClass", problem.message),
            ErrorKind::Class => ruby.not_covered("YAML with values of other classes"),
            // Versions of Psych say different things.
            ErrorKind::Other => ruby.not_covered(format!("YAML that Psych refuses ({})", problem.message)),
        },
    }
}

fn value(ruby: &mut Ruby<'_>, data: &Data, rules: &Rules, depth: usize) -> Outcome {
    if depth > DEEPEST {
        return Err(Stop::Limit(crate::Limit::Depth));
    }
    ruby.spend(1)?;
    Ok(match data {
        Data::Undef => Value::Nil,
        Data::Boolean(it) => Value::Boolean(*it),
        Data::Integer(it) => Value::Integer(*it),
        Data::Big(digits) => match crate::number::integer(digits, None) {
            Parsed::Integer(it) => Value::Integer(it),
            Parsed::Big(digits, base) => crate::big::read(ruby, &digits, base)?,
            Parsed::None => return ruby.not_covered("such an integer in YAML"),
        },
        Data::Float(it) => Value::Float(*it),
        Data::String(it) => ruby.heap.text(&**it),
        Data::Symbol(it) if rules.symbols => Value::Symbol((**it).into()),
        Data::Symbol(_) => return ruby.raise("Psych::DisallowedClass", "Tried to load unspecified class: Symbol"),
        Data::Array(items) => {
            let mut all = Vec::with_capacity(items.len());
            for item in items.iter() {
                all.push(value(ruby, item, rules, depth + 1)?);
            }
            ruby.heap.array(all)
        }
        Data::Hash(entries) => {
            let hash = Hash::default();
            for (key, of_key) in entries.iter() {
                let key = match key {
                    Data::String(it) if rules.symbolizes => Value::Symbol((**it).into()),
                    key => value(ruby, key, rules, depth + 1)?,
                };
                let of_key = value(ruby, of_key, rules, depth + 1)?;
                ruby.store(&hash, key, of_key)?;
            }
            ruby.heap.hash_of(hash)
        }
    })
}
