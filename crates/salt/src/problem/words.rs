//! Salt's words for problems, byte for byte.

use std::fmt::{self, Display, Formatter};

use super::{Crash, Named, Problem, Release, Unsupported, YamlError, YamlStage};
use crate::advice::{Advice, Dropped};
use crate::python::quoted;
use crate::requisite::Kind;

/// A problem in the words of a release.
pub struct Rendered<'p> {
    pub problem: &'p Problem,
    pub release: Release,
}

/// The environment that everything is in.
const ENV: &str = "base";

impl Display for Rendered<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_3008 = self.release.has_graph();
        match self.problem {
            Problem::Yaml { sls, problem } => match problem.stage {
                YamlStage::Scanner | YamlStage::Parser => write!(f, "Rendering SLS '{ENV}:{sls}' failed: {problem}"),
                YamlStage::Other => write!(f, "Rendering SLS {sls} failed, render error: {problem}"),
                YamlStage::Unsupported | YamlStage::Unknown => write!(f, "SLS '{ENV}:{sls}' is not analysed: {problem}"),
            },
            Problem::SameKey { key, sls } => write!(f, "Rendering SLS '{ENV}:{sls}' failed: found conflicting ID '{key}'"),
            Problem::Template { sls, message } | Problem::MissingTemplate { sls, message, .. } => {
                write!(f, "Rendering SLS '{ENV}:{sls}' failed: {message}")
            }
            Problem::NotADictionary { sls } => write!(f, "SLS {sls} does not render to a dictionary"),
            Problem::Contents { contents } => write!(f, "Error when rendering state with contents: {contents}"),
            Problem::IncludeNotList { sls } => write!(f, "Include Declaration in SLS {sls} is not formed as a list"),
            Problem::IncludeEnvironment { environment, include, sls } => {
                write!(f, "Nonexistent saltenv '{environment}' found in include of '{include}' within SLS '{ENV}:{sls}'")
            }
            Problem::IncludeTooHigh { include, sls } => {
                write!(f, "Attempted relative include of '{include}' within SLS '{ENV}:{sls}' goes beyond top level package ")
            }
            Problem::MissingSls { sls, .. } => {
                write!(f, "Specified SLS {sls} in saltenv {ENV} is not available on the salt master or through a configured fileserver")
            }
            Problem::NoMatch { pattern, .. } => write!(f, "No matching sls found for '{pattern}' in env '{ENV}'"),
            Problem::ExtendNotMap { sls } => write!(f, "Extension value in SLS '{sls}' is not a dictionary"),
            Problem::ExtendNameNotMap { name, sls } => write!(f, "Extension name '{name}' in SLS '{sls}' is not a dictionary"),
            Problem::ExcludeNotList { sls } => write!(f, "Exclude Declaration in SLS {sls} is not formed as a list"),
            Problem::IdNotMap { id, sls } => write!(f, "ID {id} in SLS {sls} is not a dictionary"),
            Problem::SameModule { id, sls } => {
                write!(f, "ID '{id}' in SLS '{sls}' contains multiple state declarations of the same type")
            }
            Problem::ConflictingIds { id, first, second } => write!(
                f,
                "Detected conflicting IDs, SLS IDs need to be globally unique.\n    The conflicting ID is '{id}' and is found in SLS \
                 '{ENV}:{first}' and SLS '{ENV}:{second}'"
            ),
            Problem::CannotExtend { id, sls } => write!(
                f,
                "Cannot extend ID '{id}' in '{ENV}:{sls}'. It is not part of the high state.\nThis is likely due to a missing include \
                 statement or an incorrectly typed ID.\nEnsure that a state with an ID of '{id}' is available\nin environment '{ENV}' \
                 and to SLS '{sls}'"
            ),
            Problem::IdNotString { id, sls, class } => {
                let what = if is_3008 { "but is type" } else { "but is a" };
                write!(f, "ID '{id}' in SLS '{sls}' is not formed as a string, {what} {class}. It may need to be quoted.")
            }
            Problem::TrailingColon { id, sls, module } => write!(
                f,
                "ID '{id}' in SLS '{sls}' contains a short declaration ({module}) with a trailing colon. When not passing any arguments \
                 to a state, the colon must be omitted."
            ),
            Problem::NotAList { id, sls } => write!(f, "State '{id}' in SLS '{sls}' is not formed as a list"),
            Problem::Whitespace { function, id, sls } => write!(
                f,
                "The function \"{function}\" in state \"{id}\" in SLS \"{sls}\" has whitespace, a function with whitespace is not \
                 supported, perhaps this is an argument that is missing a \":\""
            ),
            Problem::NamesNotList { id, sls } => {
                write!(f, "The 'names' argument in state '{id}' in SLS '{sls}' needs to be formed as a list")
            }
            Problem::RequisiteNotList { requisite, id, sls } => {
                write!(f, "The {requisite} statement in state '{id}' in SLS '{sls}' needs to be formed as a list")
            }
            Problem::RequisiteNotSingle { requisite, id, sls } if is_3008 => {
                write!(f, "Requisite declaration {requisite} in state {id} in SLS {sls} is not formed as a single key dictionary")
            }
            Problem::RequisiteNotSingle { requisite, sls, .. } => {
                write!(f, "Requisite declaration {requisite} in SLS {sls} is not formed as a single key dictionary")
            }
            Problem::DottedRequisite { module, id, sls } => write!(
                f,
                "Invalid requisite type '{module}' in state '{id}', in SLS '{sls}'. Requisite types must not contain dots, did you mean \
                 '{}'?",
                before_dot(module)
            ),
            Problem::IllegalRequisite { value, sls } if is_3008 => {
                writeln!(f, "Illegal requisite \"{value}\" in SLS \"{sls}\", please check your syntax.")
            }
            Problem::IllegalRequisite { value, .. } => writeln!(f, "Illegal requisite \"{value}\", please check your syntax."),
            Problem::SeveralKeys { id, sls } => {
                write!(f, "Multiple dictionaries defined in argument of state '{id}' in SLS '{sls}'")
            }
            Problem::NoFunction { id, sls } => write!(f, "No function declared in state '{id}' in SLS '{sls}'"),
            Problem::SeveralFunctions { id, sls, functions } => write!(
                f,
                "Too many functions declared in state '{id}' in SLS '{sls}'. Please choose one of the following: {}",
                functions.join(", ")
            ),
            Problem::DirectRecursion { sls, id, other } => {
                write!(f, "A recursive requisite was found, SLS \"{sls}\" ID \"{id}\" ID \"{other}\"")
            }
            Problem::DottedIn { requisite, module, id, sls, as_map } => {
                let comma = if *as_map && is_3008 { "" } else { "," };
                write!(
                    f,
                    "Invalid requisite in {requisite}: {module} for {id}{comma} in SLS '{sls}'. Requisites must not contain dots, did you \
                     mean '{}'?",
                    before_dot(module)
                )
            }
            Problem::TargetNotString { kind, module, name, sls } => {
                write!(f, "Requisite [{kind}: {module}] in state [{name}] in SLS [{sls}] must have a string as the value")
            }
            Problem::MissingTarget { kind: Kind::Listen, module, target, .. } => {
                write!(f, "Referenced state {module}: {target} does not exist")
            }
            Problem::MissingTarget { kind, module, target, .. } if !is_3008 => {
                write!(f, "The following requisites were not found:\n{:19}{kind}:\n{:23}{module}: {target}\n", "", "")
            }
            Problem::MissingTarget { kind, module, target, name, sls } => {
                write!(f, "Referenced state does not exist for requisite [{kind}: ({module}: {target})] in state [{name}] in SLS [{sls}]")
            }
            Problem::Cycle { .. } if !is_3008 => f.write_str("Recursive requisite found"),
            Problem::Cycle { edges } => {
                f.write_str("Recursive requisites were found: ")?;
                for (number, (dependent, kind, dependency)) in edges.iter().enumerate() {
                    let comma = if number > 0 { ", " } else { "" };
                    write!(f, "{comma}({dependent}, '{kind}', {dependency})")?;
                }
                Ok(())
            }
            Problem::TopNotMap => f.write_str("Top data was not formed as a dict"),
            Problem::TopEmptyEnvironment => f.write_str("Empty saltenv statement in top file"),
            Problem::TopEnvironmentNotString { environment } => {
                write!(f, "Environment {environment} in top file is not formed as a string")
            }
            Problem::TopMatchesNotMap { environment } => {
                write!(f, "The top file matches for saltenv {environment} are not formatted as a dict")
            }
            Problem::TopNotList { .. } if self.release == Release::V3007 => {
                f.write_str("Malformed topfile (state declarations not formed as a list)")
            }
            Problem::TopNotList { target, environment, class } => write!(
                f,
                "Malformed topfile: state declarations for matcher {target} in saltenv {environment} are not formed as a list (got {class})"
            ),
            Problem::TopMatcher { matcher, value } => {
                write!(f, "Improperly formatted top file matcher in saltenv {matcher}: {value} file")
            }
            Problem::TopEmptyName { environment } => write!(f, "Environment {environment} contains an empty sls index"),
            Problem::TopNothing => f.write_str("No Top file or master_tops data matches found."),
            Problem::Crash { what } => write!(f, "Salt's compiler fails with a Python exception here: {what}"),
            Problem::Advice(advice) => advice.fmt(f),
            Problem::TooLarge { what } => write!(f, "the states are not analysed: {what}"),
            Problem::Unsupported { sls, what } => write!(f, "SLS '{ENV}:{sls}' is not analysed: {}", what.words()),
        }
    }
}

fn before_dot(module: &str) -> &str {
    module.split('.').next().unwrap_or_default()
}

impl Display for Crash {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Crash::Key => "a key has to be a text",
            Crash::List => "a value has to be a list",
            Crash::Map => "a value has to be a map",
            Crash::Empty => "a map is empty",
            Crash::Unhashable => "a list or map stands where a name has to",
            Crash::Include => "an include has to be a text",
            Crash::Target => "the name of a state has to be a text",
            Crash::Listener => "`listen_in` needs the module of the state",
            Crash::BareWithExclude => "a requisite names no ID, while an `exclude` exists",
        })
    }
}

impl Unsupported {
    pub(crate) fn words(&self) -> String {
        match self {
            Unsupported::Renderer(name) => format!("the renderer `{name}` is not supported"),
            Unsupported::Jinja(what) => what.to_string(),
            Unsupported::Matcher(name) => format!("the matcher `{name}` is not supported"),
            Unsupported::Yaml(what) => what.to_string(),
            Unsupported::Unknown { why: None } => "it depends on an unknown value".to_owned(),
            Unsupported::Unknown { why: Some(why) } => format!("it depends on an unknown value: {why}"),
        }
    }
}

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{{'SLS': {}, 'ID': {}", quoted(&self.sls), quoted(&self.id))?;
        if self.id != self.name {
            write!(f, ", 'NAME': {}", quoted(&self.name))?;
        }
        f.write_str("}")
    }
}

impl std::error::Error for YamlError {}

impl Display for YamlError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.stage == YamlStage::Scanner {
            return f.write_str(&self.problem);
        }
        if matches!(self.stage, YamlStage::Unsupported | YamlStage::Unknown) {
            return write!(f, "{} (line {})", self.problem, self.line);
        }
        let place = |line: u32, column: u32| format!("  in \"<unicode string>\", line {line}, column {column}");
        if let Some((context, line, column)) = &self.context {
            writeln!(f, "{context}\n{}", place(*line, *column))?;
        }
        write!(f, "{}\n{}", self.problem, place(self.line, self.column))
    }
}

impl Display for Advice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let meant = |it: &Option<crate::value::Str>| it.as_ref().map(|it| format!(": did you mean `{it}`?")).unwrap_or_default();
        match self {
            Advice::Refused { problem, by } => {
                write!(f, "Salt {} refuses these states: {}", by.name(), problem.render(*by).trim_end())
            }
            Advice::UnknownFunction { name, nearest } => {
                let module = |it: &str| it.split('.').next().unwrap_or_default().to_owned();
                let is_module_known = nearest.as_ref().is_none_or(|it| module(it) == module(name));
                match is_module_known {
                    true => write!(f, "`{}` has no function `{name}`{}", module(name), meant(nearest)),
                    false => write!(f, "there is no state function `{name}`{}", meant(nearest)),
                }
            }
            Advice::MovedFunction { name, has, lacks } if lacks.has_graph() => {
                write!(f, "Salt {} has `{name}`, and {} has it only with an extension", has.name(), lacks.name())
            }
            Advice::MovedFunction { name, has, lacks } => write!(f, "Salt {} has `{name}`, and {} has not", has.name(), lacks.name()),
            Advice::UnknownArgument { function, argument, nearest, is_strict: false } => {
                write!(f, "`{function}` ignores the argument `{argument}`{}", meant(nearest))
            }
            Advice::UnknownArgument { function, argument, nearest, is_strict: true } => {
                write!(f, "`{function}` takes no argument `{argument}`: the whole run fails")?;
                nearest.as_ref().map_or(Ok(()), |it| write!(f, "; did you mean `{it}`?"))
            }
            Advice::MissingArgument { function, argument } => write!(f, "`{function}` needs the argument `{argument}`"),
            Advice::UnknownPillarKey { key, nearest } => write!(f, "no pillar file has the key `{key}`{}", meant(nearest)),
            Advice::MisspeltRequisite { argument, nearest } => {
                write!(f, "`{argument}` is no requisite, and is ignored{}", meant(nearest))
            }
            Advice::Collapsed { id, function } => {
                write!(f, "`{function}` is declared twice under the ID `{id}` with the same name: one of both runs")
            }
            Advice::Dropped { requisite, target, why } => match why {
                Dropped::NoState => write!(f, "`{requisite}` of `{target}` is ignored: no state is meant"),
                Dropped::NotList => write!(f, "`{requisite}: {target}` is ignored: it is no list"),
                Dropped::Replaced => write!(f, "`{requisite}` of `{target}` is ignored: a second `{requisite}` replaces the first one"),
                Dropped::SecondKey => write!(f, "`{requisite}` of `{target}` is ignored: only the first pair of an item counts"),
                Dropped::NoName => write!(f, "`{requisite}` of `{target}` is ignored: it names no state"),
            },
            Advice::OverriddenOrder { order, id, by, by_order, is_needed: true } => {
                write!(f, "`order: {order}` does not count: `{by}`, which has order {by_order}, depends on `{id}`")
            }
            Advice::OverriddenOrder { order, id, by, by_order, is_needed: false } => {
                write!(f, "`order: {order}` does not count: `{id}` depends on `{by}`, which has order {by_order}")
            }
            Advice::JumpsToFront { id, by, order } => {
                write!(f, "`{id}` jumps to the front, because `{by}` with `order: {order}` needs it")
            }
            Advice::MissingSource { source, nearest } => write!(f, "there is no file `{source}`: did you mean `{nearest}`?"),
            Advice::WildcardId { id } => write!(f, "no requisite can name the ID `{id}`: Salt reads it as a pattern"),
        }
    }
}
