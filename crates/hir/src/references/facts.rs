//! `$facts['os']['family']`: which fact.

use smol_str::SmolStr;
use syntax::{SyntaxKind, SyntaxNode};

use super::walk::Walker;
use super::{Role, words};
use crate::Symbol;

impl Walker {
    /// Each key behind `$facts` names the fact that the path to it leads to.
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
}
