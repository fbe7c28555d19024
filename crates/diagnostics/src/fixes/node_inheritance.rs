//! `node 'a' inherits b { }`.

use syntax::TextRange;

use super::{Broken, Change};
use crate::Finding;

pub(crate) fn find_fix(broken: &Broken<'_>, finding: &mut Finding) -> Option<Change> {
    let parent = finding.range;
    let before = broken.text.get(..parent.start().into())?;
    let without_parent = before.trim_end().strip_suffix("inherits")?.trim_end();
    let range = TextRange::new(u32::try_from(without_parent.len()).ok()?.into(), parent.end());
    Some((format!("Remove `inherits {}`", broken.slice(parent)), vec![(range, String::new())]))
}

#[cfg(test)]
mod tests {
    use crate::fixes::tests::fixed;

    #[test]
    fn it_is_taken_away() {
        let fixed = |text| fixed("illegal-node-inheritance", text);
        assert_eq!(fixed("node 'a' inherits 'b' { }\n"), "Remove `inherits 'b'`\nnode 'a' { }\n");
        assert_eq!(fixed("node a\n  inherits default { }\n"), "Remove `inherits default`\nnode a { }\n");
    }
}
