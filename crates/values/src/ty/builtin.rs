//! Puppet's own types that are written as others could write them.

use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::{Alias, Type};

const ERROR: &str = r"{
    type_parameters => {
        kind => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]],
        issue_code => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]],
    },
    attributes => {
        msg => String[1],
        kind => { type => Optional[String[1]], value => undef },
        details => { type => Optional[Hash[String[1], Data]], value => undef },
        issue_code => { type => Optional[String[1]], value => undef },
    },
    functions => { message => Callable[[], String[1]] },
}";

const LOOKUP_CONTEXT: &str = r"{
    parent => Any,
    attributes => {
        environment_name => { type => String[1], kind => derived },
        module_name => { type => Variant[String[1], Undef] },
    },
    functions => {
        not_found => Callable[[0, 0], Undef],
        explain => Callable[[0, 0, Callable[0, 0]], Undef],
        interpolate => Callable[1, 1],
        cache => Callable[Optional[Scalar], Any],
        cache_all => Callable[[Hash[Optional[Scalar], Any]], Undef],
        cache_has_key => Callable[[Optional[Scalar]], Boolean],
        cached_value => Callable[Optional[Scalar]],
        cached_entries => Variant[
            Callable[[0, 0, Callable[1, 1]], Undef],
            Callable[[0, 0, Callable[2, 2]], Undef],
            Callable[[0, 0], Iterable[Tuple[Optional[Scalar], Any]]]],
        cached_file_data => Callable[String, Optional[Callable[Array[Integer]]]],
    },
}";

const OBJECTS: [(&str, &str); 4] = [("Error", ERROR), ("Annotation", "{}"), ("Pcore", "{}"), ("Puppet::LookupContext", LOOKUP_CONTEXT)];

const ALIASES: [(&str, &str); 6] = [
    ("Pcore::MemberName", r"Pattern[/\A[a-z_]\w*\z/]"),
    ("Pcore::SimpleTypeName", r"Pattern[/\A[A-Z]\w*\z/]"),
    ("Pcore::TypeName", r"Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/]"),
    ("Puppet::LookupKey", "RichDataKey"),
    ("Puppet::LookupValue", "RichData"),
    ("Pcore::QRef", r"Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/]"),
];

static ALL: LazyLock<FxHashMap<String, Type>> = LazyLock::new(|| {
    let mut all = FxHashMap::default();
    for (name, text) in OBJECTS {
        let ty = super::text::literal(text, &mut |_| None).ok().and_then(|init| super::named_object(Some(name), &init).ok());
        all.extend(ty.map(|ty| (name.to_ascii_lowercase(), ty)));
    }
    for (name, text) in ALIASES {
        let alias = Alias { name: name.into(), resolved: OnceLock::new() };
        if let Ok(ty) = super::parse(text, &mut |_| None) {
            let _ = alias.resolved.set(ty);
        }
        all.insert(name.to_ascii_lowercase(), Type::Alias(Arc::new(alias)));
    }
    all
});

/// By its name in lower case.
pub(super) fn find(lower: &str) -> Option<Type> {
    // Most names are asked for often, and none of these.
    if !matches!(lower.as_bytes().first(), Some(b'e' | b'a' | b'p')) {
        return None;
    }
    ALL.get(lower).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_read() {
        assert_eq!(ALL.len(), OBJECTS.len() + ALIASES.len());
        assert!(matches!(find("error"), Some(Type::Object(it)) if it.attributes.len() == 4 && it.type_parameters.len() == 2));
        assert_eq!(find("pcore::membername").map(|it| it.plain()).as_deref(), Some("Pcore::MemberName"));
    }
}
