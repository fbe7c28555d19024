//! `$facts['os']['family']`, `$facts.dig('os', 'family')`: which fact.

use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};

use super::walk::Walker;
use super::{Role, words};
use crate::Symbol;

impl Walker {
    /// Each key after `$facts` names the fact that the path to it leads to.
    pub(super) fn fact(&mut self, var: &SyntaxNode) {
        let mut path = String::new();
        let mut base = var.clone();
        while let Some(access) = base.parent().filter(|it| it.kind() == SyntaxKind::ACCESS_EXPR && it.first_child().as_ref() == Some(&base))
        {
            let mut keys = access.children().skip(1);
            let (Some(key), None) = (keys.next(), keys.next()) else { return };
            let Some(word) = words::word(&key) else { return };
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&word.text);
            self.push(word.range, Symbol::Fact(SmolStr::new(&path)), Role::Use, word.spelling);
            base = access;
        }
    }

    /// `$facts.dig('os', 'family')`, `$facts.get('os.family')`, `getvar('facts.os.family')`.
    pub(super) fn fact_by_call(&mut self, function: &str, arguments: &[SyntaxNode]) {
        let Some((first, rest)) = arguments.split_first() else { return };
        match function {
            "getvar" => {
                let Some(word) = words::word(first) else { return };
                let Some(path) = word.text.strip_prefix("facts.").or_else(|| word.text.strip_prefix("::facts.")) else { return };
                if TextSize::of(word.text.as_str()) == word.range.len() && is_path(path) {
                    let range = TextRange::new(word.range.end() - TextSize::of(path), word.range.end());
                    self.push(range, Symbol::Fact(path.into()), Role::Use, word.spelling);
                }
            }
            "get" if is_facts(first) => {
                let Some(word) = rest.first().and_then(words::word).filter(|it| is_path(&it.text)) else { return };
                self.push_word(word, |text| Symbol::Fact(text.into()), Role::Use);
            }
            "dig" if is_facts(first) => {
                let mut path = String::new();
                for argument in rest {
                    let Some(word) = words::word(argument) else { return };
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(&word.text);
                    self.push(word.range, Symbol::Fact(SmolStr::new(&path)), Role::Use, word.spelling);
                }
            }
            _ => {}
        }
    }
}

fn is_facts(expr: &SyntaxNode) -> bool {
    let token = expr.first_token().filter(|_| expr.kind() == SyntaxKind::VAR_EXPR);
    token.is_some_and(|it| matches!(it.text(), "$facts" | "$::facts"))
}

/// Keys with dots between them, and none of them quoted.
fn is_path(text: &str) -> bool {
    text.split('.').all(|it| !it.is_empty() && !it.contains(['\'', '"', ' ']))
}
