//! Programs that run as somebody else: with all groups of that user.

use std::path::Path;

use nix::unistd::Uid;

use crate::Command;

/// Program that changes to another user, with its groups, before it becomes another program.
const SETPRIV: &str = "/usr/bin/setpriv";

/// The words that run a command as its user; none where it has no user, or where nothing can set groups.
pub(super) fn words(command: &Command) -> Option<Vec<String>> {
    let can = Uid::effective().is_root() && Path::new(SETPRIV).exists();
    written(command).filter(|_| can)
}

fn written(command: &Command) -> Option<Vec<String>> {
    let user = command.user.as_ref()?;
    let (id, group) = (user.id.to_string(), command.group.unwrap_or(user.group).to_string());
    let before = [SETPRIV, "--reuid", &id, "--regid", &group, "--init-groups", "--"];
    Some(before.into_iter().map(str::to_owned).chain(command.words.iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Account;

    #[test]
    fn a_user_comes_with_its_groups() {
        let user = Some(Account { id: 1000, group: 100 });
        let command =
            |group| Command { words: vec!["/bin/id".to_owned(), "-G".to_owned()], user: user.clone(), group, ..Command::default() };
        let line = |group| written(&command(group)).map(|it| it.join(" "));
        assert_eq!(line(None).as_deref(), Some("/usr/bin/setpriv --reuid 1000 --regid 100 --init-groups -- /bin/id -G"));
        assert_eq!(line(Some(50)).as_deref(), Some("/usr/bin/setpriv --reuid 1000 --regid 50 --init-groups -- /bin/id -G"));
        assert_eq!(written(&Command { user: None, ..command(None) }), None);
    }
}
