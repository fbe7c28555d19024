//! Extended attributes and access control lists of a file that another one takes the place of.

use std::io;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, XattrFlags, fremovexattr, fsetxattr, lgetxattr, llistxattr, statx};
use rustix::io::Errno;

/// Who may read and write it, beyond the mode. Without it, the mode would give more than it did.
const ACL: &str = "system.posix_acl_access";

/// Attributes of the content, which has changed: capabilities of a program, and its measurements.
const OF_THE_CONTENT: [&str; 3] = ["security.capability", "security.ima", "security.evm"];

/// Limit in bytes of a value, and of all names together.
const LARGEST: usize = 64 << 10;

/// Gives a new file the attributes of the one whose place it takes.
pub(super) fn copy(from: &Path, to: &std::fs::File) -> io::Result<()> {
    let names = match names(from) {
        // There are none where the file system has none.
        Err(Errno::NOTSUP) => return Ok(()),
        other => other?,
    };
    // The folder may have given it one that the old file has not.
    if !names.iter().any(|it| it == ACL) {
        let _ = fremovexattr(to, ACL);
    }
    for name in names.iter().filter(|it| !OF_THE_CONTENT.contains(&it.as_str())) {
        let mut value = vec![0; LARGEST];
        let copied = lgetxattr(from, name.as_str(), &mut value)
            .and_then(|length| fsetxattr(to, name.as_str(), value.get(..length).unwrap_or_default(), XattrFlags::empty()));
        match copied {
            Err(error) if name == ACL => return Err(error.into()),
            // The rest is kept as far as may be.
            _ => {}
        }
    }
    Ok(())
}

fn names(path: &Path) -> Result<Vec<String>, Errno> {
    let mut list = vec![0; LARGEST];
    let length = llistxattr(path, &mut list)?;
    let names = list.get(..length).unwrap_or_default().split(|it| *it == 0);
    Ok(names.filter(|it| !it.is_empty()).map(|it| String::from_utf8_lossy(it).into_owned()).collect())
}

/// Whether nobody may change what is at a path, root neither.
pub(super) fn is_immutable(path: &Path) -> bool {
    let found = statx(CWD, path, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BASIC_STATS);
    found.is_ok_and(|it| it.stx_attributes.intersects(StatxAttributes::IMMUTABLE | StatxAttributes::APPEND))
}
