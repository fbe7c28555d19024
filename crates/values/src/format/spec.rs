//! A format such as `%#-8.3x`, and formats by the types of what they are for.

use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

use super::sprintf::{Directive, LONGEST};
use crate::error::{FormatError, Part};
use crate::regex::Regex;
use crate::{Hash, Size, Str, Type, Value, print};

/// Pattern of a format, as Puppet accepts it on any line.
pub(crate) const PATTERN: &str = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$";

/// Deeper formats are refused.
const DEPTH: usize = 50;

/// Keys of a container's format.
pub(crate) const KEYS: [&str; 4] = ["separator", "separator2", "format", "string_formats"];

/// In the order in which they are tried.
pub(super) type Formats = Vec<(Type, Arc<Format>)>;

#[derive(Debug)]
pub(super) struct Format {
    /// As written.
    pub source: Str,
    pub letter: char,
    pub alternative: bool,
    pub left: bool,
    pub space: bool,
    pub width: Option<usize>,
    pub precision: Option<usize>,
    delimiter: Option<char>,
    pub separator: Option<Str>,
    /// Between a key and its value.
    pub assignment: Option<Str>,
    /// For what is inside of a list or hash.
    pub inside: Option<Arc<Formats>>,
}

impl Format {
    pub(super) fn new(source: &str) -> Result<Format, FormatError> {
        static FORM: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(&format!("(?m){PATTERN}").replace(r"\s", r"[ \t\r\n\x0c\x0b]")).ok());
        let captures = FORM.as_ref().and_then(|it| it.captures(source)).ok_or_else(|| FormatError::Invalid(source.to_owned()))?;
        let group = |index: usize| captures.get(index).and_then(Option::as_deref);
        let flags: Vec<char> = group(1).unwrap_or_default().chars().collect();
        if flags.iter().enumerate().any(|(index, flag)| flags.iter().skip(index + 1).any(|it| it == flag)) {
            return Err(FormatError::FlagTwice(source.to_owned()));
        }
        let delimiters: Vec<char> = ['[', '{', '(', '<', '|'].into_iter().filter(|it| flags.contains(it)).collect();
        if delimiters.len() > 1 {
            return Err(FormatError::Delimiters(source.to_owned()));
        }
        let number = |index: usize, part: Part| match group(index).map(str::parse::<usize>) {
            None => Ok(None),
            Some(Ok(number)) if number <= LONGEST => Ok(Some(number)),
            Some(_) => Err(FormatError::TooBig(part)),
        };
        Ok(Format {
            source: source.into(),
            letter: group(4).and_then(|it| it.chars().next()).unwrap_or('s'),
            alternative: flags.contains(&'#'),
            left: flags.contains(&'-'),
            space: flags.contains(&' '),
            width: number(2, Part::Width)?,
            precision: number(3, Part::Precision)?,
            delimiter: delimiters.first().copied(),
            separator: None,
            assignment: None,
            inside: None,
        })
    }

    /// Delimiters of a list or hash.
    pub(super) fn delimiters(&self, default: (&'static str, &'static str)) -> (&'static str, &'static str) {
        match self.delimiter {
            Some('[') => ("[", "]"),
            Some('{') => ("{", "}"),
            Some('(') => ("(", ")"),
            Some('<') => ("<", ">"),
            Some(_) => ("|", "|"),
            None if self.space => ("", ""),
            None => default,
        }
    }

    /// The width, precision and side of a text.
    pub(super) fn text_directive(&self) -> Directive {
        Directive { minus: self.left, width: self.width, precision: self.precision, ..Directive::default() }
    }

    /// The other one, with what only this one says.
    fn merge(&self, other: &Format) -> Arc<Format> {
        Arc::new(Format {
            source: other.source.clone(),
            separator: other.separator.clone().or_else(|| self.separator.clone()),
            assignment: other.assignment.clone().or_else(|| self.assignment.clone()),
            inside: match (&self.inside, &other.inside) {
                (Some(lower), Some(higher)) => Some(Arc::new(merge(lower, higher))),
                (lower, higher) => higher.clone().or_else(|| lower.clone()),
            },
            ..*other
        })
    }
}

/// Default formats.
pub(super) fn defaults() -> &'static Formats {
    static DEFAULTS: LazyLock<Formats> = LazyLock::new(|| {
        let format = |source: &str| Format::new(source).ok();
        let inside: Formats = format("%p").map(|it| (Type::Any, Arc::new(it))).into_iter().collect();
        let container = |source: &str, assignment: &str| {
            let own = format(source)?;
            let (separator, assignment) = (Some(", ".into()), Some(assignment.into()));
            Some(Format { separator, assignment, inside: Some(Arc::new(inside.clone())), ..own })
        };
        [
            (Type::ObjectAny, format("%p")),
            (Type::Float(None, None), format("%f")),
            (Type::Numeric, format("%d")),
            (Type::Array(Arc::new(Type::Any), Size::ANY), container("%a", ", ")),
            (Type::hash_of(Type::Any, Type::Any), container("%h", " => ")),
            (Type::Binary, format("%B")),
            (Type::Any, format("%s")),
        ]
        .into_iter()
        .filter_map(|(ty, format)| Some((ty, Arc::new(format?))))
        .collect()
    });
    &DEFAULTS
}

/// Formats as they are written: `{Integer => '%#x', Array => {format => '%(a', …}}`.
pub(super) fn read(entries: &Hash, depth: usize) -> Result<Formats, FormatError> {
    if depth > DEPTH {
        return Err(FormatError::TooDeep);
    }
    let mut formats = Formats::new();
    for (key, value) in entries {
        let Value::Type(ty) = key else {
            return Err(FormatError::KeyClass(ruby_class(key)));
        };
        let format = match value {
            Value::Hash(entries) => read_container(entries, depth)?,
            Value::String(source) => Format::new(source)?,
            other => Format::new(&print::interpolate(other))?,
        };
        formats.push((ty.clone(), Arc::new(format)));
    }
    Ok(formats)
}

fn read_container(entries: &Hash, depth: usize) -> Result<Format, FormatError> {
    if !entries.keys().all(|key| key.as_str().is_some_and(|key| KEYS.contains(&key))) {
        return Err(FormatError::ContainerKeys(print::ruby(&Value::hash(entries.clone()))));
    }
    let get = |key: &str| entries.get(&Value::string(key));
    let text = |key: &str| get(key).and_then(Value::as_str).map(Str::from);
    let own = match get("format") {
        Some(Value::String(source)) => Format::new(source)?,
        // Ruby's pattern does not match what is no text.
        _ => return Err(FormatError::Invalid(String::new())),
    };
    let inside = match get("string_formats") {
        Some(Value::Hash(entries)) => Some(Arc::new(read(entries, depth + 1)?)),
        Some(Value::Undef) | None => None,
        Some(other) => return Err(FormatError::ElementsClass(ruby_class(other))),
    };
    Ok(Format { separator: text("separator"), assignment: text("separator2"), inside, ..own })
}

pub(super) fn ruby_class(value: &Value) -> &'static str {
    crate::ruby::class(value).unwrap_or("Object")
}

/// Merges formats: the higher ones hide the lower ones of a subtype.
pub(super) fn merge(lower: &Formats, higher: &Formats) -> Formats {
    let hidden = |ty: &Type| higher.iter().any(|(other, _)| other != ty && other.accepts(ty));
    let mut merged: Formats = lower.iter().filter(|(ty, _)| !hidden(ty)).cloned().collect();
    for (ty, format) in higher {
        match merged.iter_mut().find(|(it, _)| it == ty) {
            Some((_, own)) => *own = own.merge(format),
            None => merged.push((ty.clone(), format.clone())),
        }
    }
    sorted(merged)
}

/// The narrowest types first. The order is no total one, so the algorithm matters: as in the C library.
fn sorted(mut formats: Formats) -> Formats {
    if formats.len() < 2 {
        return formats;
    }
    let right = sorted(formats.split_off(formats.len() / 2));
    let left = sorted(formats);
    let mut out = Formats::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (Some((a, _)), Some((b, _))) if order(a, b) == Ordering::Greater => right.next(),
            (Some(_), _) => left.next(),
            (None, _) => right.next(),
        };
        match next {
            Some(next) => out.push(next),
            None => return out,
        }
    }
}

fn order(a: &Type, b: &Type) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    match (b.accepts(a), a.accepts(b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => match (rank(a), rank(b)) {
            (0, _) | (_, 0) => a.to_string().cmp(&b.to_string()),
            (a, b) => a.cmp(&b),
        },
    }
}

fn rank(ty: &Type) -> u8 {
    match ty {
        Type::Struct(_) => 1,
        Type::Hash(..) => 2,
        Type::Tuple(..) => 3,
        Type::Array(..) => 4,
        Type::Pattern(_) => 10,
        Type::Enum(..) => 11,
        Type::String(_) | Type::StringValue(_) => 12,
        _ => 0,
    }
}
