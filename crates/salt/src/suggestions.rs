//! Looks for the states that are meant where a requisite or an `extend` names one that no file has.

use crate::absent::nearest_path;
use crate::fnmatch;
use crate::meant::Meant;
use crate::near::{Near, sought};
use crate::problem::Problem;
use crate::summary::{Summary, Wrong};

/// No more names of one tree are compared with those of all states.
const MOST_COMPARED: usize = 20;
/// The states of larger trees are not compared: an editor asks at each keystroke.
const MOST_STATES: usize = 10_000;
/// A name that more modules or files have says little about the one that is meant.
const MOST_ALIKE: usize = 3;

/// Looks for what is meant by a name that no state has.
fn find(module: &str, name: &str, summaries: &[&Summary]) -> Option<Near> {
    let count: usize = summaries.iter().map(|it| it.states.len()).sum();
    if fnmatch::is_pattern(name) || count > MOST_STATES {
        return None;
    }
    if module == "sls" {
        return file(name, summaries);
    }
    // States with this name, by their files and by other modules; and all names of the module.
    let (mut files, mut modules, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for state in summaries.iter().flat_map(|it| &it.states) {
        let is_of_module = module == "id" || *state.module == *module;
        let is_named = *state.id == *name || *state.name == *name;
        match (is_of_module, is_named) {
            (true, true) => files.push(state.sls.as_deref().unwrap_or_default().to_owned()),
            (true, false) => names.extend([&*state.id, &*state.name]),
            (false, true) => modules.push(format!("{}: {name}", state.module)),
            (false, false) => {}
        }
    }
    match (files.is_empty(), modules.is_empty()) {
        (false, _) => few(files).map(Near::Files),
        (true, false) => few(modules).map(Near::Modules),
        (true, true) => nearest_path(name, '/', &names).map(|it| Near::Name(it.into())),
    }
}

/// Looks for the name of a file, among those of files that have states.
fn file(name: &str, summaries: &[&Summary]) -> Option<Near> {
    if summaries.iter().any(|it| it.empty.iter().any(|it| **it == *name)) {
        return None;
    }
    let names: Vec<&str> = summaries.iter().flat_map(|it| &it.states).filter_map(|it| it.sls.as_deref()).collect();
    if names.contains(&name) {
        return Some(Near::File(name.to_owned()));
    }
    nearest_path(name, '.', &names).map(|it| Near::Name(it.into()))
}

/// Each once, if they are few. A state of no file has no name for it.
fn few(mut all: Vec<String>) -> Option<Vec<String>> {
    all.retain(|it| !it.is_empty());
    all.sort_unstable();
    all.dedup();
    (1..=MOST_ALIKE).contains(&all.len()).then_some(all)
}

/// The states that are meant by the problems of a tree. The same name is looked for once.
pub struct Suggestions<'s> {
    summaries: Vec<&'s Summary>,
    /// Answers for modules and names.
    known: Vec<(String, String, Option<Near>)>,
}

impl<'s> Suggestions<'s> {
    /// Takes the summaries of all files that may have a state.
    pub fn new(summaries: impl Iterator<Item = &'s Summary>) -> Suggestions<'s> {
        Suggestions { summaries: summaries.collect(), known: Vec::new() }
    }

    /// Returns the state that is meant, if a problem is that there is none.
    pub fn find_near(&mut self, problem: &Problem) -> Option<Near> {
        let (module, name) = sought(problem)?;
        if let Some(known) = self.known.iter().find(|it| it.0 == module && it.1 == name) {
            return known.2.clone();
        }
        if self.known.len() >= MOST_COMPARED {
            return None;
        }
        let near = find(module, name, &self.summaries);
        self.known.push((module.to_owned(), name.to_owned(), near.clone()));
        near
    }

    /// Adds the states that are meant to findings.
    pub fn add_to(&mut self, found: &mut [Wrong]) {
        for wrong in found {
            wrong.near = self.find_near(&wrong.problem);
            if let (Some(Near::Name(name)), Some(at)) = (&wrong.near, &wrong.sought) {
                wrong.meant = Some(Meant { at: at.clone(), text: name.clone() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::State;
    use crate::requisite::Kind;
    use crate::value::Str;

    fn missing(module: &str, target: &str) -> Problem {
        let text = Str::from;
        Problem::MissingTarget { kind: Kind::Require, module: text(module), target: text(target), name: text("a"), sls: text("a") }
    }

    #[test]
    fn a_near_state_is_meant() {
        let states = [
            ("pkg", "nginx", "nginx", "web"),
            ("service", "nginx", "nginx", "web"),
            ("file", "site", "/etc/nginx/nginx.conf", "web.site"),
            ("user", "deploy", "deploy", "users"),
            ("group", "deploy", "deploy", "users"),
            ("user", "deploy", "deploy", "robots"),
            ("user", "web", "web", "users"),
            ("file", "web", "/srv/web", "users"),
            ("cmd", "web", "web", "users"),
        ];
        let text = Str::from;
        let states = states.map(|it| State { module: text(it.0), id: text(it.1), name: text(it.2), sls: Some(text(it.3)) });
        let summary = Summary { states: states.into(), empty: vec![text("webs")], ..Summary::default() };
        let check = |module: &str, target: &str, expected: Option<&str>| {
            let help = Suggestions::new(std::iter::once(&summary)).find_near(&missing(module, target)).map(|it| it.help());
            assert_eq!(help.as_deref(), expected, "{module}: {target}");
        };
        check("pkg", "ngnix", Some("did you mean `nginx`?"));
        check("id", "ngnix", Some("did you mean `nginx`?"));
        check("file", "/etc/nginx/ngnix.conf", Some("did you mean `/etc/nginx/nginx.conf`?"));
        check("file", "/etc/nginx/other.conf", None);
        // The name is right, and the module is wrong.
        check("file", "deploy", Some("`group: deploy` and `user: deploy` have this name"));
        check("pkg", "web", Some("`cmd: web`, `file: web` and `user: web` have this name"));
        check("pkg", "site", Some("`file: site` has this name"));
        // A file that is not included has it.
        check("pkg", "nginx", Some("`web` has this state: include it"));
        check("user", "deploy", Some("`robots` and `users` have this state: include one of them"));
        check("id", "deploy", Some("`robots` and `users` have this state: include one of them"));
        // Other modules have names that look alike.
        check("cron", "ngnix", None);
        check("pkg", "ng*x", None);
        check("pkg", "postgresql", None);
        check("sls", "web.sites", Some("did you mean `web.site`?"));
        check("sls", "users", Some("`users` is not included"));
        check("sls", "ngnix", None);
        // It is there, and has no states.
        check("sls", "webs", None);
    }
}
