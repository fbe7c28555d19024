//! Signatures of callable items: for signature help, and for the places to fill in.

use std::sync::LazyLock;

use hir::Item;
use resource_types::{FunctionInfo, FunctionParameter, Takes};
use rustc_hash::FxHashMap;

use crate::builtin_docs;

/// One signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) parameters: Vec<FormParameter>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormParameter {
    /// Without its mark.
    pub(crate) name: String,
    /// As it is shown: `Integer $count = 1`.
    pub(crate) text: String,
    pub(crate) ty: Option<String>,
    pub(crate) is_optional: bool,
    pub(crate) takes_rest: bool,
    pub(crate) is_block: bool,
}

impl Form {
    /// Required parameters.
    pub(crate) fn required(&self) -> impl Iterator<Item = &FormParameter> {
        self.parameters.iter().filter(|it| !it.is_optional && !it.is_block)
    }

    fn block(&self) -> Option<&FormParameter> {
        self.parameters.iter().find(|it| it.is_block)
    }

    pub(crate) fn has_block(&self) -> bool {
        self.block().is_some()
    }

    /// Whether it cannot be called without a block.
    pub(crate) fn needs_block(&self) -> bool {
        self.block().is_some_and(|it| !it.ty.as_deref().unwrap_or_default().starts_with("Optional"))
    }

    /// Names for the parameters of the block.
    pub(crate) fn block_parameters(&self) -> &'static [&'static str] {
        let ty = self.block().and_then(|it| it.ty.as_deref()).unwrap_or_default();
        let first = self.parameters.first().and_then(|it| it.ty.as_deref()).unwrap_or_default();
        match ty {
            "Callable[0, 0]" => &[],
            _ if ty.contains("2, 2") && first.starts_with("Hash") => &["key", "value"],
            _ if ty.contains("2, 2") => &["memo", "item"],
            _ => &["item"],
        }
    }

    /// The place of an argument among the parameters; the last one may take all that is left.
    pub(crate) fn parameter_of(&self, index: usize) -> Option<usize> {
        let count = self.parameters.iter().filter(|it| !it.is_block).count();
        if index < count {
            return Some(index);
        }
        let last = count.checked_sub(1)?;
        self.parameters.get(last).is_some_and(|it| it.takes_rest).then_some(last)
    }
}

/// The signatures of a built-in function; none where they are unknown.
pub(crate) fn of_builtin(name: &str) -> &'static [Form] {
    static FORMS: LazyLock<FxHashMap<&'static str, Vec<Form>>> =
        LazyLock::new(|| builtin_docs::function_names().chain(functions::names()).map(|name| (name, read_all(name))).collect());
    FORMS.get(name).map_or(&[], Vec::as_slice)
}

fn read_all(name: &str) -> Vec<Form> {
    let mut forms: Vec<Form> = builtin_docs::function_forms(name).iter().map(|it| read(it)).collect();
    // What a block with one parameter can do is what is wanted mostly.
    forms.sort_by_key(|it| it.block().and_then(|it| it.ty.as_deref()).is_some_and(|it| it.contains("2, 2")));
    forms
}

/// The signature of a definition in a manifest.
pub(crate) fn of_item(item: &Item) -> Form {
    let parameters = item.parameters.iter().map(|it| {
        let ty = it.ty.as_ref().map(|it| format!("{it} ")).unwrap_or_default();
        let star = if it.captures_rest { "*" } else { "" };
        let default = it.default.as_ref().map(|it| format!(" = {it}")).unwrap_or_default();
        FormParameter {
            name: it.name.to_string(),
            text: format!("{ty}{star}${}{default}", it.name),
            ty: it.ty.as_ref().map(ToString::to_string),
            is_optional: it.default.is_some() || it.captures_rest,
            takes_rest: it.captures_rest,
            is_block: false,
        }
    });
    Form { parameters: parameters.collect() }
}

/// The signatures of a function in Ruby.
pub(crate) fn of_ruby(info: &FunctionInfo) -> Vec<Form> {
    let parameter = |it: &FunctionParameter| {
        let is_optional = matches!(it.takes, Takes::Optional | Takes::OptionalBlock);
        let ty = if is_optional { format!("Optional[{}]", it.ty) } else { it.ty.clone() };
        let mark = match it.takes {
            Takes::One | Takes::Optional => "",
            Takes::Rest => "*",
            Takes::Block | Takes::OptionalBlock => "&",
        };
        FormParameter {
            name: it.name.clone(),
            text: format!("{ty} {mark}${}", it.name),
            ty: Some(ty),
            is_optional: is_optional || it.takes == Takes::Rest,
            takes_rest: it.takes == Takes::Rest,
            is_block: matches!(it.takes, Takes::Block | Takes::OptionalBlock),
        }
    };
    info.forms.iter().map(|form| Form { parameters: form.parameters.iter().map(parameter).collect() }).collect()
}

/// Reads `String $text, Any *$values, Callable &$block`.
fn read(text: &str) -> Form {
    Form { parameters: pieces(text).into_iter().map(parameter).collect() }
}

/// Pieces between the commas that are in no brackets.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut start = 0;
    let mut found = Vec::new();
    let mut quote: Option<char> = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '[' | '(' | '{') => depth += 1,
            (None, ']' | ')' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                found.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(text.get(start..));
    found.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect()
}

fn parameter(text: &str) -> FormParameter {
    let (before, name) = text.rsplit_once('$').unwrap_or(("", text));
    let name = name.split(['=', ' ']).next().unwrap_or_default();
    let ty = before.trim_end_matches(['*', '&']).trim();
    let takes_rest = before.ends_with('*');
    FormParameter {
        name: name.to_owned(),
        text: text.to_owned(),
        ty: Some(ty.to_owned()).filter(|it| !it.is_empty()),
        is_optional: takes_rest || ty.starts_with("Optional") || text.contains('='),
        takes_rest,
        is_block: before.ends_with('&'),
    }
}
