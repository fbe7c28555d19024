//! The types that can be applied: a file for each.

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
mod inert;
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

pub use file::kept::names_what_is_kept;

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::instance::{Around, Cx, Failure, Found, Instance, Types};
use crate::options::Options;
use crate::subject::Subject;
use crate::types::elsewhere::{Elsewhere, NotHere};

/// Puppet's own types, as far as they are there.
pub struct OfPuppet;

impl OfPuppet {
    /// Whether resources of a type are applied here.
    pub fn knows(type_name: &str) -> bool {
        thread_local! {
            /// Each resource is asked for, and few types are there.
            static ASKED: RefCell<FxHashMap<String, bool>> = RefCell::default();
        }
        ASKED.with_borrow_mut(|asked| match asked.get(type_name) {
            Some(known) => *known,
            None => {
                let resource = Subject::bare(&type_name.to_lowercase(), "x", &[]);
                let is_known = !matches!(Self::native(&resource, &Options::default()), Ok(None));
                asked.insert(type_name.to_owned(), is_known);
                is_known
            }
        })
    }

    /// The instance of a resource; none where its type is not there.
    fn native(subject: &Subject, options: &Options) -> Result<Option<Box<dyn Instance>>, Failure> {
        if let Some(elsewhere) = Elsewhere::of(subject) {
            return Ok(Some(Box::new(NotHere(elsewhere))));
        }
        Ok(Some(match subject.type_name.as_str() {
            "Notify" => Box::new(notify::Notify::new(subject, options)),
            "Exec" => Box::new(exec::Exec::new(subject)),
            "File" => Box::new(file::File::new(subject, options)),
            "Concat_fragment" | "Schedule" | "Filebucket" | "Stage" | "Whit" | "Anchor" => Box::new(inert::Inert),
            "Resources" => Box::new(resources::Resources::new(subject)),
            "Package" => Box::new(package::Package::new(subject)),
            "Service" => Box::new(service::Service::new(subject)),
            "User" => Box::new(user::User::new(subject)),
            "Mount" => Box::new(parsed::mount::Mount::new(subject)),
            "Tidy" => Box::new(tidy::Tidy::new(subject)?),
            "File_line" => Box::new(file_line::FileLine::new(subject)),
            "Ini_setting" => Box::new(ini::Setting::new(subject, options.show_diff)),
            "Ini_subsetting" => Box::new(ini::subsetting::Subsetting::new(subject, options.show_diff)),
            "Sysctl_runtime" => Box::new(sysctl_runtime::Runtime::new(subject)),
            "Selboolean" => Box::new(selboolean::Switch::new(subject)),
            "Zfs" => Box::new(zfs::Dataset::new(subject)),
            "Yumrepo" => Box::new(yumrepo::Repository::new(subject)),
            "Concat_file" => Box::new(concat::Concat::new(subject)),
            "Augeas" => Box::new(augeas::Augeas::new(subject, options.show_diff)),
            "Archive" => Box::new(archive::Archive::new(subject)),
            "Vcsrepo" => Box::new(vcsrepo::Repository::new(subject)),
            "Group" => Box::new(group::Group::new(subject)),
            other if let Some(format) = parsed::format(&other.to_lowercase()) => Box::new(parsed::Entry::new(format, subject)),
            _ => return Ok(None),
        }))
    }
}

impl Types for OfPuppet {
    fn instance(&self, subject: &Subject, options: &Options) -> Result<Box<dyn Instance>, Failure> {
        let unresolved = subject.parameters.values().any(|it| it.get("__ptype").and_then(|it| it.as_str()) == Some("Deferred"));
        if unresolved {
            return Err(Failure::new("There is nothing that calls deferred functions"));
        }
        let name = || subject.type_name.to_lowercase();
        Self::native(subject, options)?.ok_or_else(|| Failure::new(format!("Bunraku cannot apply resources of type {} yet", name())))
    }

    fn generates_first(&self, type_name: &str) -> bool {
        matches!(type_name, "Concat_file" | "Resources" | "Tidy" | "User")
    }

    fn begins(&self, around: &dyn Around) -> Vec<(SmolStr, String)> {
        concat::lost(around)
    }

    fn refreshes(&self, type_name: &str) -> bool {
        matches!(type_name, "Exec" | "Service" | "Mount" | "Package" | "Ini_setting" | "Whit" | "Anchor")
    }
}

/// All resources of a type that are on the machine; none for a type that cannot list them.
pub fn list(type_name: &str) -> Option<Box<Lister>> {
    if let Some(format) = parsed::format(type_name) {
        return Some(Box::new(move |cx| Ok(parsed::instances(format, cx))));
    }
    Some(match type_name {
        "package" => Box::new(package::instances),
        "service" => Box::new(|cx| Ok(service::instances(cx))),
        "user" => Box::new(|cx| Ok(user::instances(cx))),
        "yumrepo" => Box::new(yumrepo::instances),
        "zfs" => Box::new(zfs::instances),
        "group" => Box::new(|cx| Ok(group::instances(cx))),
        _ => return None,
    })
}

pub type Lister = dyn Fn(&mut Cx<'_>) -> Result<Vec<Found>, Failure>;

pub use parsed::sshkey::title as sshkey_title;
