//! Findings in ERB templates: what Ruby cannot parse, and names that do not exist.
//!
//! A variable that nothing sets may still be a custom fact, or come from a classifier. So it is reported only where all that renders the
//! template is known and sets another variable of nearly that name.

pub(crate) mod functions;
mod raised;

use std::ops::Range;
use std::sync::Arc;

use analysis::erb::{Renderer, Visibles};
use analysis::{File, Snapshot, Systems};
use hir::Symbol;
use ruby::Problem;
use ruby::outline::{Named, Role};
use syntax::{Severity, nearest, text_range};

use crate::registry::{Code, codes};
use crate::{Edit, Finding, Fix, Related};

pub use raised::{add_raised, in_template};

/// Variables that Puppet sets in every scope.
const GIVEN: [&str; 9] =
    ["facts", "trusted", "server_facts", "environment", "name", "title", "module_name", "caller_module_name", "settings"];

/// Limit of the problems of one template: after the first ones, others follow from them.
const MOST_PROBLEMS: usize = 10;

/// Returns what is wrong in a template of a module.
pub(crate) fn find_in_file(snapshot: Snapshot<'_>, file: File) -> Vec<Finding> {
    if snapshot.erb_name(file).is_none() {
        return Vec::new();
    }
    let here = Here { snapshot, file, path: snapshot.path(file), renderers: snapshot.erb_renderers(file) };
    let mut found = here.syntax();
    if found.is_empty() {
        here.variables(&mut found);
        here.names(&mut found);
        found.sort_by_key(|it| it.range.start());
    }
    found
}

/// Returns the same, with the exceptions that evaluations of what renders the template show.
pub(crate) fn find_with_evaluations(snapshot: Snapshot<'_>, file: File, systems: Systems) -> Vec<Finding> {
    let mut found = find_in_file(snapshot, file);
    let has_errors = found.iter().any(|it| it.severity == Severity::Error);
    if snapshot.erb_name(file).is_some() && !has_errors {
        found.extend(raised::find_raised(snapshot, file, systems));
        found.sort_by_key(|it| it.range.start());
    }
    found.extend(crate::unused_template::find(snapshot, file));
    found
}

struct Here<'s> {
    snapshot: Snapshot<'s>,
    file: File,
    path: Arc<str>,
    renderers: Vec<Renderer>,
}

impl Here<'_> {
    fn finding(&self, code: Code, severity: Severity, range: &Range<u32>, message: String) -> Finding {
        Finding::plain(self.path.clone(), code, severity, text_range(range), message)
    }

    fn syntax(&self) -> Vec<Finding> {
        // What nothing renders may be for another program.
        let severity = if self.renderers.is_empty() { Severity::Warning } else { Severity::Error };
        let outline = self.snapshot.erb_outline(self.file);
        let mistakes = mistakes(&outline.problems, &self.snapshot.text(self.file));
        mistakes.into_iter().map(|it| self.finding(codes::ERB_SYNTAX, severity, &it.range, sentence(&it.message))).collect()
    }

    /// Variables that all callers of the template pass; nothing where not all of them are known.
    fn visible(&self) -> Option<Vec<Visibles>> {
        if self.renderers.is_empty() || self.snapshot.erb_is_rendered_elsewhere(self.file) {
            return None;
        }
        let all: Option<Vec<Visibles>> = self.renderers.iter().map(|it| Some(self.snapshot.erb_visible(it.definition?))).collect();
        all.filter(|it| it.iter().all(|it| it.is_complete))
    }

    fn variables(&self, found: &mut Vec<Finding>) {
        let outline = self.snapshot.erb_outline(self.file);
        let mut visible: Option<Option<Vec<Visibles>>> = None;
        let own = |name: &str| outline.variables.iter().any(|it| it.is_write && it.name == name);
        let read = outline.variables.iter().filter(|it| !it.is_write && !own(&it.name)).map(|it| (it.name.as_str(), &it.range));
        let looked_up = outline.names.iter().filter(|it| it.role == Role::Variable && !it.name.contains("::"));
        for (name, range) in read.chain(looked_up.map(|it| (it.name.as_str(), &it.range))) {
            let is_known = GIVEN.contains(&name)
                || facts::is_name(name)
                || facts::modern(name).is_some()
                || self.snapshot.facts_of_modules(self.file).iter().any(|it| *it.0 == *name);
            if is_known || !self.snapshot.resolve(&Symbol::Top(name.into()), self.file).is_empty() {
                continue;
            }
            let Some(all) = visible.get_or_insert_with(|| self.visible()) else { return };
            let mut names = all.iter().flat_map(|it| &it.all).map(|it| it.name.as_str());
            if names.clone().any(|it| it == name) {
                continue;
            }
            let is_at_top = || self.renderers.iter().any(|it| !self.snapshot.places(&Symbol::Top(name.into()), it.file).is_empty());
            let Some(near) = nearest(name, names.by_ref()).filter(|_| !is_at_top()) else { continue };
            let message = format!("Nothing that renders the template sets `${name}`");
            let related = self.renderers.iter().map(|it| Related {
                file: self.snapshot.path(it.file),
                range: it.range,
                message: "the template is rendered here".to_owned(),
            });
            found.push(Finding {
                help: Some(format!("There is `${near}`")),
                fixes: vec![self.change(range, near)],
                related: related.collect(),
                ..self.finding(codes::ERB_UNKNOWN_NAME, Severity::Warning, range, message)
            });
        }
    }

    fn change(&self, range: &Range<u32>, new: &str) -> Fix {
        let edit = Edit { file: self.path.clone(), range: text_range(range), text: new.to_owned() };
        Fix { title: format!("Change to `{new}`"), edits: vec![edit], sure: false }
    }

    /// Variables of classes, and functions.
    fn names(&self, found: &mut Vec<Finding>) {
        for named in &self.snapshot.erb_outline(self.file).names {
            let unknown = match named.role {
                Role::Variable => self.unknown_member(named),
                Role::Function | Role::LegacyFunction => self.unknown_function(named),
                Role::Tested | Role::Template | Role::AnyTemplate => None,
            };
            let Some((message, near)) = unknown else { continue };
            found.push(Finding {
                help: near.as_ref().map(|it| format!("There is `{it}`")),
                fixes: near.iter().map(|it| self.change(&named.range, it)).collect(),
                ..self.finding(codes::ERB_UNKNOWN_NAME, Severity::Warning, &named.range, message)
            });
        }
    }

    /// `scope['a::b']`, where the class is known and has no such variable.
    fn unknown_member(&self, named: &Named) -> Option<(String, Option<String>)> {
        let name = named.name.trim_start_matches("::");
        let (class, member) = name.rsplit_once("::")?;
        // Class `settings` is Puppet's own.
        if class == "settings" || member.is_empty() {
            return None;
        }
        let definition = self.snapshot.resolve(&Symbol::Class(hir::name::normal(class)), self.file).first().copied()?;
        let visible = self.snapshot.erb_visible(definition);
        let given = ["name", "title", "module_name", "caller_module_name"];
        if !visible.is_complete || given.contains(&member) || visible.all.iter().any(|it| it.name == member) {
            return None;
        }
        let names: Vec<String> = visible.all.iter().map(|it| format!("{class}::{}", it.name)).collect();
        let near = nearest(name, names.iter().map(String::as_str)).map(str::to_owned);
        Some((format!("The class `{class}` does not set `${member}`"), near))
    }

    /// A function that no module brings along: in a module that is known, or nearly the name of another.
    fn unknown_function(&self, named: &Named) -> Option<(String, Option<String>)> {
        let name = named.name.as_str();
        let near = functions::unknown(self.snapshot, self.file, name)?;
        let is_of_known_module = name
            .split_once("::")
            .is_some_and(|(module, _)| self.snapshot.modules().iter().any(|it| it.module == module) && name.matches("::").count() == 1);
        (is_of_known_module || near.is_some()).then(|| (format!("Unknown function: '{name}'"), near))
    }
}

/// The problems of a text of Ruby that are mistakes of their own.
pub(crate) fn mistakes<'p>(problems: &'p [Problem], text: &str) -> Vec<&'p Problem> {
    // What Ruby misses at the end follows from what is not closed before.
    let end = text.trim_end().len();
    let is_at_end = move |it: &&Problem| usize::try_from(it.range.start).is_ok_and(|it| it >= end);
    let has_cause = problems.iter().any(|it| !is_at_end(&it));
    let mut found: Vec<&Problem> = Vec::new();
    for problem in problems.iter().filter(|it| !(has_cause && is_at_end(it))) {
        // One place is one mistake.
        if found.len() < MOST_PROBLEMS && found.iter().all(|it| it.range.start != problem.range.start) {
            found.push(problem);
        }
    }
    found
}

/// As other messages begin.
pub(crate) fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map(|it| it.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use analysis::{AnalysisHost, Change, Origin, Systems};
    use world::MemoryWorld;

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let mut world = MemoryWorld::new();
        files.iter().for_each(|(path, text)| world.add_file(path, *text));
        let modules = crate::Modules::new(&world);
        let mut change = Change::new();
        for (path, text) in files {
            let place = path.ends_with(".pp").then(|| modules.autoload(Path::new(path), path)).flatten();
            change = change.disk(*path, Some(Arc::from(*text)), Origin::Local).autoload(*path, place);
        }
        drop(modules);
        let mut host = AnalysisHost::new(Arc::new(world));
        host.apply(change);
        let found = host.analysis().run(|snapshot| {
            let erb = files.iter().filter(|it| it.0.ends_with(".erb")).filter_map(|it| snapshot.file(it.0));
            erb.flat_map(|file| crate::report(snapshot, file, Systems::All)).collect::<Vec<_>>()
        });
        let found = found.expect("this run is not cancelled");
        let texts = |it: &crate::Finding| {
            let text = files.iter().find(|file| *file.0 == *it.file).map_or("", |it| it.1);
            let at = text.get(std::ops::Range::<usize>::from(it.range)).unwrap_or_default().to_owned();
            format!("{} {at:?}: {}", it.code.name, it.message)
        };
        assert_eq!(found.iter().map(texts).collect::<Vec<_>>(), expected);
    }

    const CLASS: &str = "class m($port = 1, $hosts = []) inherits m::params {\n  $text = template('m/t.erb')\n}\n";
    const PARAMS: &str = "class m::params { $user = 'x' }\n";

    #[track_caller]
    fn check_template(template: &str, expected: &[&str]) {
        check(
            &[
                ("/modules/m/manifests/init.pp", CLASS),
                ("/modules/m/manifests/params.pp", PARAMS),
                ("/modules/m/templates/t.erb", template),
            ],
            expected,
        );
    }

    #[test]
    fn ruby_that_cannot_be_parsed() {
        // That the text ends follows from it, and is no finding of its own.
        check_template("a\n<% if @port %>\nb\n", &["erb-syntax \"if\": Expected an `end` to close the conditional clause"]);
        check_template("<% @hosts.each do |x| %><%= x %><% end %>", &[]);
    }

    #[test]
    fn variables_that_nothing_sets() {
        check_template(
            "<%= @prot %> <%= @port %> <%= @user %> <%= @usr %> <%= scope['hots'] %>",
            &[
                "erb-unknown-name \"prot\": Nothing that renders the template sets `$prot`",
                "erb-unknown-name \"usr\": Nothing that renders the template sets `$usr`",
                "erb-unknown-name \"hots\": Nothing that renders the template sets `$hots`",
            ],
        );
        // Facts, what Puppet gives, what the template sets, what is like no other.
        check_template("<%= @os %> <%= @title %> <%= @hostname %> <% @prot = 1 %><%= @prot %> <%= @elsewhere %>", &[]);
    }

    #[test]
    fn nothing_is_said_where_not_all_is_known() {
        let template = ("/modules/m/templates/t.erb", "<%= @prot %>");
        check(&[("/modules/m/manifests/init.pp", "class m($port) inherits other { template('m/t.erb') }"), template], &[]);
        check(&[("/modules/m/manifests/init.pp", "class m($port) { }"), template], &[]);
        check(&[("/modules/m/manifests/init.pp", "class m($port) { template('m/t.erb') template(\"m/${port}.erb\") }"), template], &[]);
        check(
            &[
                ("/modules/m/manifests/init.pp", "class m($port) { template('m/t.erb') }"),
                ("/modules/m/manifests/d.pp", "define m::d($prot) { template('m/t.erb') }"),
                template,
            ],
            &[],
        );
        let outer = ("/modules/m/templates/o.erb", "<%= scope.function_template(['m/t.erb']) %>");
        check(&[("/modules/m/manifests/init.pp", "class m($port) { template('m/t.erb') }"), template, outer], &[]);
    }

    #[test]
    fn variables_of_classes_and_functions() {
        check_template(
            "<%= scope['m::prot'] %><%= scope.lookupvar('::m::params::user') %><%= scope['m::user'] %><%= scope['other::x'] %>",
            &["erb-unknown-name \"m::prot\": The class `m` does not set `$prot`"],
        );
        check_template(
            "<%= scope.call_function('versioncomp', [1]) %><%= scope.call_function('m::nope', []) %><%= scope.function_size([1]) %><%= scope.call_function('other::x', []) %><%= scope.function_x([]) %>",
            &[
                "erb-unknown-name \"versioncomp\": Unknown function: 'versioncomp'",
                "erb-unknown-name \"m::nope\": Unknown function: 'm::nope'",
            ],
        );
    }
}
