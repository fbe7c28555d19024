//! Values of declared types, for parameters that somebody has to give.

use values::{Hash, StructElement, Type, Value};

/// How deep types are looked into.
const DEEPEST: usize = 8;

/// Makes values; another variant makes others, where the type leaves a choice.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    pub variant: usize,
}

/// Common forms of texts: one of them matches nearly every pattern that people write.
const TEXTS: &[&str] = &[
    "value",
    "/tmp/value",
    "www.example.com",
    "10.0.0.1",
    "1",
    "present",
    "running",
    "true",
    "yes",
    "0644",
    "10.0.0.0/24",
    "10.0.0.1:80",
    "80",
    "fe80::1",
    "fe80::/64",
    "http://example.com/",
    "https://example.com/",
    "puppet:///modules/value",
    "ftp://example.com/",
    "ldap://example.com",
    "a@example.com",
    "C:/value",
    "C:\\value",
    "1.2.3",
    "1.2",
    "12",
    "00:11:22:33:44:55",
    "10M",
    "10m",
    "1h",
    "1G",
    "1 day",
    "10%",
    "00:00",
    "12:00:00",
    "2020-01-01",
    "2020-01-01T00:00:00Z",
    "00112233-4455-6677-8899-aabbccddeeff",
    "d41d8cd98f00b204e9800998ecf8427e",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "AAAA",
    "QQ==",
    "*",
    "-",
    "_",
    "A",
    "Value",
    "VALUE",
    "a:b",
    "a=b",
    "a/b",
    "a,b",
    "a-b",
    "a_b",
    "a.b",
    "user@host",
    "value:",
    "u=rwx,g=rx",
    "deb",
    "rpm",
    "md5",
    "sha256",
    "tcp",
    "tcp://10.0.0.1:80",
    "unix:///tmp/value",
    "/",
    "",
];

/// Purposes of a text that a name suggests.
const HINTS: &[(&str, &str)] = &[
    ("ensure", "present"),
    ("path", "/tmp/value"),
    ("dir", "/tmp/value"),
    ("file", "/tmp/value"),
    ("home", "/tmp/value"),
    ("root", "/tmp/value"),
    ("command", "/bin/true"),
    ("port", "80"),
    ("address", "10.0.0.1"),
    ("ip", "10.0.0.1"),
    ("mode", "0644"),
    ("version", "1.2.3"),
    ("email", "a@example.com"),
    ("url", "http://example.com/"),
    ("uri", "http://example.com/"),
    ("source", "/tmp/value"),
    ("host", "www.example.com"),
    ("server", "www.example.com"),
    ("domain", "example.com"),
];

impl Generator {
    /// A value for a parameter of a name; none where no value of the type comes to mind.
    pub fn value(&self, name: &str, ty: &Type) -> Option<Value> {
        let value = self.value_at(name, ty, 0).filter(|it| ty.is_instance(it));
        value.or_else(|| self.text(name, ty)).or_else(|| usual().into_iter().find(|it| ty.is_instance(it)))
    }

    fn value_at(&self, name: &str, ty: &Type, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        let again = |ty: &Type| self.value_at(name, ty, depth + 1);
        Some(match ty.resolved() {
            Type::Undef => Value::Undef,
            Type::Default => Value::Default,
            Type::Boolean(which) => Value::Boolean(which.unwrap_or(self.variant.is_multiple_of(2))),
            Type::Integer(from, to) => {
                let wanted = i64::try_from(self.variant).unwrap_or(0) + 1;
                Value::Integer(wanted.clamp(from.unwrap_or(i64::MIN), to.unwrap_or(i64::MAX).max(from.unwrap_or(i64::MIN))))
            }
            Type::Float(from, to) => {
                let (from, to) = (from.map_or(f64::MIN, values::Bits::get), to.map_or(f64::MAX, values::Bits::get));
                Value::Float(if from > 1.0 { from } else { 1.0_f64.min(to) })
            }
            Type::Enum(words, _) => Value::String(words.get(self.variant % words.len().max(1))?.clone()),
            Type::StringValue(text) => Value::String(text.clone()),
            Type::Optional(inner) => match (self.variant, inner) {
                (0, _) | (_, None) => Value::Undef,
                (_, Some(inner)) => again(inner).unwrap_or(Value::Undef),
            },
            Type::NotUndef(Some(inner)) => again(inner).filter(|it| !it.is_undef())?,
            Type::Sensitive(inner) => Value::Sensitive(inner.as_deref().map_or_else(|| Some(Value::from("value")), again)?.into()),
            Type::Array(of, size) => {
                let count = usize::try_from(size.from.max(i64::from(self.variant > 0)).min(size.end().unwrap_or(i64::MAX))).ok()?;
                Value::array(vec![again(of)?; count.min(64)])
            }
            Type::Tuple(all, size) => {
                let count = match size {
                    Some(size) => usize::try_from(size.from).ok()?.min(64),
                    None => all.len(),
                };
                let types = (0..count).filter_map(|it| all.get(it).or(all.last()));
                Value::array(types.map(again).collect::<Option<Vec<_>>>()?)
            }
            Type::Hash(of, size) => {
                let count = size.from.max(i64::from(self.variant > 0)).min(size.end().unwrap_or(i64::MAX)).min(64);
                let mut all = Hash::default();
                for number in 0..count {
                    let key = match again(&of.0)? {
                        Value::String(text) if number > 0 => Value::from(format!("{text}{number}").as_str()),
                        key => key,
                    };
                    all.insert(key, again(&of.1)?);
                }
                Value::hash(all)
            }
            Type::Struct(elements) => self.of_struct(elements, depth)?,
            Type::Variant(types) => {
                let count = types.len().max(1);
                let ways = (0..types.len()).filter_map(|it| types.get((it + self.variant) % count));
                ways.filter_map(again).find(|it| ty.is_instance(it))?
            }
            Type::Type(Some(inner)) => Value::Type(inner.as_ref().clone()),
            _ => return self.text(name, ty),
        })
    }

    fn of_struct(&self, elements: &[StructElement], depth: usize) -> Option<Value> {
        let mut all = Hash::default();
        for element in elements {
            let is_optional = element.optional || !element.required && element.ty.is_instance(&Value::Undef);
            if is_optional && self.variant < 2 {
                continue;
            }
            match self.value_at(&element.name, &element.ty, depth + 1) {
                Some(value) => {
                    all.insert(Value::String(element.name.clone()), value);
                }
                None if is_optional => {}
                None => return None,
            }
        }
        Some(Value::hash(all))
    }

    /// A text of the type: what the name hints at, or the first that is one.
    fn text(&self, name: &str, ty: &Type) -> Option<Value> {
        let hinted = HINTS.iter().filter(|(part, _)| self.variant == 0 && name.contains(part)).map(|(_, text)| *text);
        let others = TEXTS.iter().copied().cycle().skip(self.variant).take(TEXTS.len());
        let mut texts = hinted.chain(others).map(Value::from);
        texts.find(|it| ty.is_instance(it)).or_else(|| {
            let Type::String(size) = ty.resolved() else { return None };
            Some(Value::from("a".repeat(usize::try_from(size.from).ok()?.min(4096)).as_str()))
        })
    }
}

/// Values of other kinds, where only trying helps.
fn usual() -> Vec<Value> {
    vec![
        Value::Undef,
        Value::Boolean(true),
        Value::Integer(1),
        Value::Integer(8080),
        Value::Float(1.0),
        Value::array(Vec::new()),
        Value::array(vec![Value::from("value")]),
        Value::hash(Hash::default()),
        Value::Type(Type::Resource(Some("Notify".into()), Some("value".into()))),
        Value::Type(Type::Class(Some("value".into()))),
        Value::Type(Type::String(values::Size::ANY)),
        Value::Default,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_of_its_type() {
        let word = Type::Enum(vec!["a".into(), "b".into()].into(), false);
        let size = values::Size { from: 2, to: Some(3) };
        let types = [
            word.clone(),
            Type::Optional(Some(word.clone().into())),
            Type::Array(word.clone().into(), size),
            Type::Hash((Type::String(values::Size::ANY), word.clone()).into(), size),
            Type::String(values::Size { from: 99, to: None }),
            Type::Integer(Some(5), Some(5)),
            Type::variant(vec![Type::Boolean(Some(false)), word.clone()]),
            Type::Sensitive(Some(word.into())),
            Type::Any,
            Type::Numeric,
        ];
        for ty in types {
            for variant in 0..4 {
                let made = Generator { variant }.value("x", &ty).unwrap_or_else(|| panic!("nothing for {ty}"));
                assert!(ty.is_instance(&made), "{ty}: {made:?}");
            }
        }
    }

    #[test]
    fn variants_choose_otherwise() {
        let word = Type::Enum(vec!["a".into(), "b".into()].into(), false);
        assert_ne!(Generator { variant: 0 }.value("x", &word), Generator { variant: 1 }.value("x", &word));
    }
}
