//! The tools of libuser: they change the files of the machine, whatever directory the machine asks.

use crate::instance::{Cx, ProviderError};
use crate::types::tool;
use machine::{Command, Content, System};

/// Where Puppet asks for them.
const TOOLS: [&str; 2] = ["/usr/sbin/lgroupadd", "/usr/sbin/luseradd"];

/// Only files are written; what a new account is like comes from where `useradd` has it.
const CONFIGURATION: &str = "[import]\nlogin_defs = /etc/login.defs\ndefault_useradd = /etc/default/useradd\n\n\
                             [defaults]\ncrypt_style = sha512\nmodules = files shadow\ncreate_modules = files shadow\n\n\
                             [userdefaults]\nLU_USERNAME = %n\nLU_GIDNUMBER = %u\n\n\
                             [groupdefaults]\nLU_GROUPNAME = %n\n";

pub fn is_there(system: &dyn System) -> bool {
    TOOLS.iter().all(|it| tool::find(it, system).is_some())
}

/// Runs one of them, which has to succeed.
pub fn succeed(words: Vec<String>, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
    let path = cx.system.fresh_name("/tmp/bunraku-libuser");
    let failed = |it: std::io::Error| ProviderError::of_system(&it, &path);
    let content = Content::Bytes(CONFIGURATION.as_bytes());
    cx.system.write(&path, content, 0o600).map_err(failed)?;
    let mut command: Command = tool::command(words);
    command.environment.push(("LIBUSER_CONF".to_owned(), Some(path.clone())));
    let done = tool::succeed(&command, cx.system).map(drop);
    let _ = cx.system.remove_file(&path);
    done
}
