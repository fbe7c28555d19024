//! The types that can be applied: a file or a folder for each, and the table of them.

mod accounts;
mod archive;
mod augeas;
mod bucket;
mod concat;
pub(crate) mod defaults;
mod edit;
pub(crate) mod elsewhere;
mod exec;
mod file;
mod file_line;
mod glob;
mod group;
pub(crate) mod inert;
mod ini;
mod libuser;
mod notify;
mod package;
mod parsed;
mod provider;
mod resources;
mod selboolean;
mod service;
mod sysctl_runtime;
mod tidy;
mod tool;
mod user;
mod vcsrepo;
pub mod wanted;
mod yumrepo;
mod zfs;

pub use file::checksum_content::names_what_is_kept;

use smol_str::SmolStr;

use crate::instance::{Around, Cx, Found, Instance, ProviderError, Types};
use crate::options::Options;
use crate::subject::Subject;
use crate::types::elsewhere::{Elsewhere, NotHere};

/// Makes the instance of a resource.
type Make = fn(&Subject, &Options) -> Result<Box<dyn Instance>, ProviderError>;

/// Gives all resources of a type that are on the machine.
pub type List = fn(&mut Cx<'_>) -> Result<Vec<Found>, ProviderError>;

/// A type that is applied here.
struct Type {
    /// As catalogs write it.
    name: &'static str,
    make: Make,
    /// None where its resources cannot be listed.
    list: Option<List>,
    /// Whether its resources do something when refreshed.
    refreshes: bool,
    /// Whether others may come of its resources before anything is applied.
    generates_first: bool,
}

impl Type {
    const fn new(name: &'static str, make: Make) -> Type {
        Type { name, make, list: None, refreshes: false, generates_first: false }
    }

    const fn lists(self, list: List) -> Type {
        Type { list: Some(list), ..self }
    }

    const fn refreshes(self) -> Type {
        Type { refreshes: true, ..self }
    }

    const fn generates_first(self) -> Type {
        Type { generates_first: true, ..self }
    }
}

/// A type whose resources are entries of files.
macro_rules! entries {
    ($name:literal, $format:path) => {
        Type::new($name, |subject, _| Ok(Box::new(parsed::Entry::new(&$format, subject)))).lists(|cx| Ok(parsed::instances(&$format, cx)))
    };
}

/// All of them. A new type is a file, and an entry here.
const TYPES: &[Type] = &[
    Type::new("File", |subject, options| Ok(Box::new(file::File::new(subject, options)))),
    Type::new("Notify", |subject, options| Ok(Box::new(notify::Notify::new(subject, options)))),
    Type::new("Exec", |subject, _| Ok(Box::new(exec::Exec::new(subject)))).refreshes(),
    Type::new("Package", |subject, _| Ok(Box::new(package::Package::new(subject)))).lists(package::instances).refreshes(),
    Type::new("Service", |subject, _| Ok(Box::new(service::Service::new(subject)))).lists(|cx| Ok(service::instances(cx))).refreshes(),
    Type::new("User", |subject, _| Ok(Box::new(user::User::new(subject)))).lists(|cx| Ok(user::instances(cx))).generates_first(),
    Type::new("Group", |subject, _| Ok(Box::new(group::Group::new(subject)))).lists(|cx| Ok(group::instances(cx))),
    Type::new("Anchor", |_, _| Ok(Box::new(inert::Inert))).refreshes(),
    Type::new("Archive", |subject, _| Ok(Box::new(archive::Archive::new(subject)))),
    Type::new("Augeas", |subject, options| Ok(Box::new(augeas::Augeas::new(subject, options.show_diff)))),
    Type::new("Concat_file", |subject, _| Ok(Box::new(concat::Concat::new(subject)))).generates_first(),
    Type::new("Concat_fragment", |_, _| Ok(Box::new(inert::Inert))),
    entries!("Cron", parsed::cron::Crontab),
    Type::new("File_line", |subject, _| Ok(Box::new(file_line::FileLine::new(subject)))),
    Type::new("Filebucket", |_, _| Ok(Box::new(inert::Inert))),
    entries!("Host", parsed::host::Hosts),
    Type::new("Ini_setting", |subject, options| Ok(Box::new(ini::Setting::new(subject, options.show_diff)))).refreshes(),
    Type::new("Ini_subsetting", |subject, options| Ok(Box::new(ini::subsetting::Subsetting::new(subject, options.show_diff)))),
    entries!("Mailalias", parsed::mailalias::Aliases),
    Type::new("Mount", |subject, _| Ok(Box::new(parsed::mount::Mount::new(subject))))
        .lists(|cx| Ok(parsed::instances(&parsed::mount::Table, cx)))
        .refreshes(),
    Type::new("Resources", |subject, _| Ok(Box::new(resources::Resources::new(subject)))).generates_first(),
    Type::new("Schedule", |_, _| Ok(Box::new(inert::Inert))),
    Type::new("Selboolean", |subject, _| Ok(Box::new(selboolean::Switch::new(subject)))),
    entries!("Ssh_authorized_key", parsed::ssh_authorized_key::Keys),
    entries!("Sshkey", parsed::sshkey::KnownHosts),
    Type::new("Stage", |_, _| Ok(Box::new(inert::Inert))),
    entries!("Sysctl", parsed::sysctl::Values),
    Type::new("Sysctl_runtime", |subject, _| Ok(Box::new(sysctl_runtime::Runtime::new(subject)))),
    Type::new("Tidy", |subject, _| Ok(Box::new(tidy::Tidy::new(subject)?))).generates_first(),
    Type::new("Vcsrepo", |subject, _| Ok(Box::new(vcsrepo::Repository::new(subject)))),
    Type::new("Whit", |_, _| Ok(Box::new(inert::Inert))).refreshes(),
    Type::new("Yumrepo", |subject, _| Ok(Box::new(yumrepo::Repository::new(subject)))).lists(yumrepo::instances),
    Type::new("Zfs", |subject, _| Ok(Box::new(zfs::Dataset::new(subject)))).lists(zfs::instances),
];

/// The type of that name, as catalogs write it.
fn find(name: &str) -> Option<&'static Type> {
    TYPES.iter().find(|it| it.name == name)
}

/// Puppet's own types, as far as they are there.
pub struct OfPuppet;

impl OfPuppet {
    /// Whether resources of a type are applied here.
    pub fn knows(type_name: &str) -> bool {
        TYPES.iter().any(|it| it.name.eq_ignore_ascii_case(type_name))
    }
}

impl Types for OfPuppet {
    fn instance(&self, subject: &Subject, options: &Options) -> Result<Box<dyn Instance>, ProviderError> {
        let unresolved = subject.parameters.values().any(|it| it.get("__ptype").and_then(|it| it.as_str()) == Some("Deferred"));
        if unresolved {
            return Err(ProviderError::new("There is nothing that calls deferred functions"));
        }
        if let Some(elsewhere) = Elsewhere::find(subject) {
            return Ok(Box::new(NotHere(elsewhere)));
        }
        match find(&subject.type_name) {
            Some(found) => (found.make)(subject, options),
            None => Err(ProviderError::new(format!("Bunraku cannot apply resources of type {} yet", subject.type_name.to_lowercase()))),
        }
    }

    fn generates_first(&self, type_name: &str) -> bool {
        find(type_name).is_some_and(|it| it.generates_first)
    }

    fn begins(&self, around: &dyn Around) -> Vec<(SmolStr, String)> {
        concat::lost(around)
    }

    fn refreshes(&self, type_name: &str) -> bool {
        find(type_name).is_some_and(|it| it.refreshes)
    }
}

/// Function that lists all resources of a type on the machine; none for a type that cannot list them. The type is written in lower case.
pub fn list(type_name: &str) -> Option<List> {
    TYPES.iter().find(|it| it.name.eq_ignore_ascii_case(type_name))?.list
}

pub use parsed::sshkey::title as sshkey_title;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_is_there_once_and_one_that_puppet_has() {
        for (number, it) in TYPES.iter().enumerate() {
            assert!(TYPES[..number].iter().all(|before| before.name != it.name), "{}", it.name);
            let is_known = resource_types::type_info(&it.name.to_lowercase()).is_some();
            assert!(is_known || matches!(it.name, "Whit"), "{}", it.name);
        }
    }
}
