//! Keys of a user that are not in the catalog: `purge_ssh_keys`.

use serde_json::{Value as Json, json};

use super::accounts;
use crate::instance::{Cx, Found};
use crate::subject::Subject;
use crate::types::parsed::{self, Format, ssh_authorized_key};
use crate::types::resources;

/// Where keys are looked for.
#[derive(Debug, Default)]
pub struct Purge {
    files: Vec<String>,
    /// Where the user has them by default.
    is_default: bool,
}

impl Purge {
    pub fn from_subject(subject: &Subject) -> Purge {
        let files = subject.texts("purge_ssh_keys");
        match (subject.is_on("purge_ssh_keys"), files.first().map(String::as_str)) {
            (Some(false), _) | (None, None) => Purge::default(),
            (Some(true), _) | (_, Some("true")) => Purge { files: Vec::new(), is_default: true },
            _ => Purge { files, is_default: false },
        }
    }

    /// The keys that there are, each of which is to be taken away.
    pub fn found(&self, user: &str, home: Option<&str>, cx: &mut Cx<'_>) -> Vec<Found> {
        let home = home.map(str::to_owned).or_else(|| accounts::user(user, cx).map(|it| it.home));
        let of_home = |it: &str| home.as_ref().map(|home| format!("{home}/{it}"));
        let mut files: Vec<String> = of_home(".ssh/authorized_keys").filter(|_| self.is_default).into_iter().collect();
        files.extend(self.files.iter().filter_map(|it| match it.strip_prefix("~/").or_else(|| it.strip_prefix("%h/")) {
            Some(rest) => of_home(rest),
            None => Some(it.clone()),
        }));
        files.iter().flat_map(|file| in_file(file, user, cx)).collect()
    }
}

fn in_file(file: &str, user: &str, cx: &Cx<'_>) -> Vec<Found> {
    let text = cx.system.read(file).unwrap_or_default();
    let mut found = Vec::new();
    let mut unnamed = 0;
    for fields in String::from_utf8_lossy(&text).lines().filter_map(|it| ssh_authorized_key::Keys.read(it)) {
        let mut title = parsed::text(&fields, "name");
        if title.is_empty() {
            unnamed += 1;
            title = format!("{file}:unnamed-{unnamed}");
        }
        let mut parameters: Vec<(String, Json)> =
            [("ensure", "absent"), ("user", user), ("target", file)].map(|(name, it)| (name.to_owned(), json!(it))).to_vec();
        parameters.extend(resources::metaparameters(cx.subject));
        found.push(Found { type_name: "Ssh_authorized_key".to_owned(), title, parameters, ..Found::default() });
    }
    found
}
