//! The module `archive`.

use values::regex::{Options, Regex};
use values::{Hash, Value};

use crate::core::digest;
use crate::{Call, Context, Failure, Function, Outcome};

pub(super) fn functions() -> impl Iterator<Item = Function> {
    [Function::new("archive::parse_artifactory_url", parse_artifactory_url).in_module("archive")].into_iter()
}

const NAMES: [&str; 9] =
    ["base_url", "repository", "org_path", "module", "base_rev", "folder_iteg_rev", "file_iteg_rev", "classifier", "ext"];

/// Where Maven keeps what belongs together: its name and revision stand in the folder and again in the file.
const LAYOUT: &str = r"
    (?<base_url>.*/artifactory) / (?<repository>[^/]+) / (?<org_path>.+?) / (?<module>[^/]+) /
    (?<base_rev>[^/]+?) (?:-(?<folder_iteg_rev>SNAPSHOT))? /
    \k<module>-\k<base_rev>
    (?:-(?<file_iteg_rev>SNAPSHOT|[0-9]{8}.[0-9]{6}-[0-9]+))?
    (?:-(?<classifier>[^/]+?))?
    \. (?<ext>(?!\d)[^\-/]+|7z)";

fn parse_artifactory_url(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let Value::String(url) = call.at(0) else { return Err(digest::no_conversion(call.at(0))) };
    let layout = Regex::with_options(LAYOUT, Options { extended: true, ..Options::default() }).map_err(Failure::plain)?;
    let Some(found) = layout.find_at(url, 0).map_err(Failure::plain)? else { return Ok(Value::Undef) };
    let mut parts = Hash::default();
    for (name, part) in NAMES.into_iter().zip(found.captures(url).into_iter().skip(1)) {
        parts.insert(name.into(), part.map_or(Value::Undef, Value::from));
    }
    Ok(Value::hash(parts))
}
