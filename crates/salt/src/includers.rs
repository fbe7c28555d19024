//! Which files include a file.

use std::sync::Arc;

use crate::value::Str;

/// The files that include a file, the innermost first. What is the same for several files is shared.
#[derive(Clone, Default)]
pub struct Includers(Option<Arc<Link>>);

struct Link {
    sls: Str,
    outer: Includers,
}

impl Includers {
    /// Returns the files that include what this file includes.
    pub fn new(sls: Str, outer: Includers) -> Includers {
        Includers(Some(Arc::new(Link { sls, outer })))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Str> {
        self.links().map(|it| it.0)
    }

    /// The files, each with its identity: where it is known, so are all that follow.
    pub fn links(&self) -> impl Iterator<Item = (&Str, usize)> {
        std::iter::successors(self.0.as_ref(), |it| it.outer.0.as_ref()).map(|it| (&it.sls, Arc::as_ptr(it).addr()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn contains(&self, sls: &str) -> bool {
        self.iter().any(|it| **it == *sls)
    }
}

impl std::fmt::Debug for Includers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Drop for Link {
    // A chain may be longer than the stack allows.
    fn drop(&mut self) {
        let mut next = self.outer.0.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.outer.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_is_first() {
        let outer = Includers::new("a".into(), Includers::default());
        let inner = Includers::new("b".into(), outer.clone());
        assert_eq!(format!("{inner:?} {outer:?}"), r#"["b", "a"] ["a"]"#);
        assert!(inner.contains("a") && !outer.contains("b") && !inner.is_empty());
        assert_eq!(inner.links().nth(1), outer.links().next(), "what is shared is the same");
    }

    #[test]
    fn a_long_chain_is_dropped() {
        let long = (0..1_000_000).fold(Includers::default(), |all, _| Includers::new("a".into(), all));
        assert_eq!(long.iter().count(), 1_000_000);
    }
}
