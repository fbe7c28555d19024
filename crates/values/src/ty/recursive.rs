//! Aliases that speak of themselves, `type Tree = Variant[String, Array[Tree]]`.
//!
//! Such a type holds itself, so nobody ever frees it. What many compilations define again and again is therefore kept once: of
//! equal definitions all but the first are thrown away before they are closed.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Alias, Type};
use crate::Str;

/// A name and what it stands for, first of the alias itself, then of all that it reaches. Within a type, aliases are equal if their names
/// are: with all of them listed, equal lists are equal types.
type Meaning = Vec<(Str, Type)>;

static KEPT: LazyLock<Mutex<FxHashMap<Meaning, Type>>> = LazyLock::new(Mutex::default);

/// More definitions that differ than anybody writes. What comes beyond is not kept.
const MOST: usize = 10_000;

/// Says what an alias stands for.
///
/// Gives the alias that is to be used: the same, or an equal one of before. In that case the given one stands for nothing, and
/// whatever speaks of it has to be made again.
pub fn close(alias: &Arc<Alias>, resolved: Type) -> Type {
    let Some(meaning) = meaning(alias, &resolved) else {
        let _ = alias.resolved.set(resolved);
        return Type::Alias(alias.clone());
    };
    let mut cache = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = cache.get(&meaning) {
        return known.clone();
    }
    let _ = alias.resolved.set(resolved);
    let closed = Type::Alias(alias.clone());
    if cache.len() < MOST {
        cache.insert(meaning, closed.clone());
    }
    closed
}

/// All that a type which is about to hold itself means. None if it does not hold itself, or if that is not known yet.
fn meaning(alias: &Arc<Alias>, resolved: &Type) -> Option<Meaning> {
    let mut reached: Vec<(&Arc<Alias>, &Type)> = vec![(alias, resolved)];
    let mut seen: FxHashSet<*const Alias> = FxHashSet::default();
    let mut waiting = vec![resolved];
    let mut is_recursive = false;
    let mut left = super::weight::MOST;
    while let Some(ty) = waiting.pop() {
        left = left.checked_sub(1)?;
        match ty {
            Type::Alias(it) if Arc::ptr_eq(it, alias) => is_recursive = true,
            Type::Alias(it) if !seen.insert(Arc::as_ptr(it)) => {}
            Type::Alias(it) => {
                let target = it.resolved.get()?;
                reached.push((it, target));
                waiting.push(target);
            }
            // They are equal if what was written is, whatever the names in it mean.
            Type::Object(_) | Type::Extension(_) | Type::TypeSet(_) => return None,
            other => waiting.extend(other.parts()),
        }
    }
    is_recursive.then(|| reached.into_iter().map(|(it, ty)| (it.name.clone(), ty.clone())).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::ty;

    fn define(name: &str, text: &str, known: &[(&str, Type)]) -> (Arc<Alias>, Type) {
        let alias = Arc::new(Alias { name: name.into(), resolved: OnceLock::new() });
        let resolved = ty::parse(text, &mut |it| {
            let own = it.eq_ignore_ascii_case(name).then(|| Type::Alias(alias.clone()));
            own.or_else(|| known.iter().find(|(known, _)| it.eq_ignore_ascii_case(known)).map(|(_, ty)| ty.clone()))
        });
        let closed = close(&alias, resolved.unwrap());
        (alias, closed)
    }

    #[test]
    fn equal_definitions_are_kept_once() {
        let (_, first) = define("Tree1", "Variant[String, Array[Tree1]]", &[]);
        let (second, used) = define("Tree1", "Variant[String, Array[Tree1]]", &[]);
        let Type::Alias(used) = &used else { panic!("an alias") };
        assert!(matches!(&first, Type::Alias(it) if Arc::ptr_eq(it, used)));
        let weak = Arc::downgrade(&second);
        drop(second);
        assert!(weak.upgrade().is_none(), "the second one is gone");
        assert_eq!(used.resolved.get().map(ToString::to_string).as_deref(), Some("Variant[String, Array[Tree1]]"));
    }

    #[test]
    fn what_differs_anywhere_is_another_type() {
        let (_, text) = define("Leaf2", "String", &[]);
        let (_, number) = define("Leaf2", "Integer", &[]);
        let (first, _) = define("Tree2", "Variant[Leaf2, Array[Tree2]]", &[("Leaf2", text)]);
        let (second, used) = define("Tree2", "Variant[Leaf2, Array[Tree2]]", &[("Leaf2", number)]);
        assert!(matches!(&used, Type::Alias(it) if Arc::ptr_eq(it, &second) && !Arc::ptr_eq(it, &first)));
    }

    #[test]
    fn nothing_is_kept_of_what_does_not_hold_itself() {
        let (alias, used) = define("Leaf3", "Array[String]", &[]);
        let weak = Arc::downgrade(&alias);
        drop((alias, used));
        assert!(weak.upgrade().is_none());
    }
}
