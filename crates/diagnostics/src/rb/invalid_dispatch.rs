//! `ruby-invalid-dispatch`: a dispatch that Puppet cannot load or call. The messages are Puppet's, where it has one.

use std::ops::Range;

use ruby::function_file::{Argument, ArgumentKind, Dispatch, Function, Part};
use syntax::{Severity, nearest};

use super::here::Here;
use super::local;
use super::types::{self, Read};
use crate::registry::codes;
use crate::{Edit, Finding, Fix};

/// Words of a dispatch that declare a parameter.
const PARAMETERS: [&str; 6] =
    ["param", "required_param", "optional_param", "repeated_param", "optional_repeated_param", "required_repeated_param"];

const BLOCKS: [&str; 3] = ["block_param", "required_block_param", "optional_block_param"];

/// Words that only a function of Puppet's internal kind has.
const INTERNAL: [&str; 5] = ["scope_param", "script_compiler_param", "cache_param", "compiler_param", "pal_compiler_param"];

/// A mistake, its place, and the word that is meant instead.
struct Wrong {
    message: String,
    range: Range<u32>,
    instead: Option<&'static str>,
}

fn wrong<T>(message: impl Into<String>, range: &Range<u32>) -> Result<T, Wrong> {
    Err(Wrong { message: message.into(), range: range.clone(), instead: None })
}

pub(super) fn find(here: &Here<'_>, found: &mut Vec<Finding>) {
    for function in here.functions.functions.iter().filter(|it| !it.is_legacy) {
        for dispatch in &function.dispatches {
            let result = declared(function, dispatch).and_then(|()| has_method(here, function, dispatch));
            if let Err(wrong) = result {
                found.push(finding(here, wrong));
            }
        }
        if function.dispatches.is_empty()
            && let Err(wrong) = has_default(function)
        {
            found.push(finding(here, wrong));
        }
    }
}

fn finding(here: &Here<'_>, wrong: Wrong) -> Finding {
    let fix = wrong.instead.map(|new| {
        let edit = Edit { file: here.path.clone(), range: syntax::text_range(&wrong.range), text: new.to_owned() };
        Fix { title: format!("Change to `{new}`"), edits: vec![edit], sure: false }
    });
    Finding {
        help: wrong.instead.map(|it| format!("There is `{it}`")),
        fixes: fix.into_iter().collect(),
        ..here.finding(codes::RUBY_INVALID_DISPATCH, Severity::Error, &wrong.range, wrong.message)
    }
}

/// How many arguments the parameters so far take.
#[derive(Clone, Copy)]
struct Size {
    min: usize,
    /// None after one that repeats.
    max: Option<usize>,
    has_block: bool,
}

/// Checks a dispatch as Puppet does when it loads a function, in its order.
fn declared(function: &Function, dispatch: &Dispatch) -> Result<(), Wrong> {
    let load = |result: Result<(), Wrong>| {
        result.map_err(|it| Wrong { message: format!("Function Load Error for function '{}': {}", function.name.0, it.message), ..it })
    };
    let mut size = Size { min: 0, max: Some(0), has_block: false };
    for part in &dispatch.parts {
        let word = part.word.0.as_str();
        if PARAMETERS.contains(&word) {
            load(parameter(part, &mut size))?;
        } else if BLOCKS.contains(&word) {
            load(block(part, &mut size))?;
        } else if word == "return_type" {
            load(returned(part))?;
        } else if !INTERNAL.contains(&word) {
            known_word(function, part)?;
        }
    }
    let with_types = dispatch.parts.iter().filter(|it| PARAMETERS.contains(&it.word.0.as_str()) || it.word.0 == "return_type");
    for argument in with_types.filter_map(|it| it.arguments.first()) {
        let ArgumentKind::Text(text) = &argument.kind else { continue };
        match types::read(text) {
            Read::Wrong(message) => {
                let message = format!("Parsing of type string '\"{text}\"' failed with message: <{message}>");
                load(wrong(message, &argument.range))?;
            }
            Read::Invalid(message) => return wrong(format!("The type '{text}' cannot be read: {message}"), &argument.range),
            Read::Type(_) | Read::Named(_) => {}
        }
    }
    Ok(())
}

/// The arguments of a word, if their number is known.
fn arguments(part: &Part) -> Option<&[Argument]> {
    // A splat may be any number of them.
    let is_known = part.arguments.iter().all(|it| it.kind != ArgumentKind::Other) || part.arguments.len() == 2;
    is_known.then_some(part.arguments.as_slice())
}

fn parameter(part: &Part, size: &mut Size) -> Result<(), Wrong> {
    let [ty, name] = match arguments(part) {
        Some([ty, name]) => [ty, name],
        Some(other) => return wrong(format!("wrong number of arguments (given {}, expected 2)", other.len()), &part.range),
        None => return Ok(()),
    };
    if size.has_block {
        return wrong("Parameters cannot be added after a block parameter", &part.range);
    }
    if size.max.is_none() {
        return wrong("Parameters cannot be added after a repeated parameter", &part.range);
    }
    if matches!(name.kind, ArgumentKind::Text(_)) {
        return wrong("Parameter name argument must be a Symbol. Got String", &name.range);
    }
    if matches!(ty.kind, ArgumentKind::Symbol(_)) {
        return wrong("Parameter 'type' must be a String reference to a Puppet Data Type. Got Symbol", &ty.range);
    }
    let is_after_optional = size.max != Some(size.min);
    match part.word.0.as_str() {
        "param" | "required_param" if is_after_optional => {
            return wrong("A required parameter cannot be added after an optional parameter", &part.range);
        }
        "required_repeated_param" if is_after_optional => {
            return wrong("A required repeated parameter cannot be added after an optional parameter", &part.range);
        }
        "param" | "required_param" => {
            size.min += 1;
            size.max = size.max.map(|it| it + 1);
        }
        "optional_param" => size.max = size.max.map(|it| it + 1),
        "required_repeated_param" => {
            size.min += 1;
            size.max = None;
        }
        _ => size.max = None,
    }
    Ok(())
}

fn block(part: &Part, size: &mut Size) -> Result<(), Wrong> {
    let Some(arguments) = arguments(part) else {
        size.has_block = true;
        return Ok(());
    };
    let name = match arguments {
        [] => None,
        [name] => Some(name),
        [ty, name] => {
            if let ArgumentKind::Text(text) = &ty.kind {
                match types::read(text) {
                    Read::Wrong(message) | Read::Invalid(message) => return wrong(message, &ty.range),
                    Read::Type(it) if !types::is_callable(&it, 0) => {
                        return wrong(format!("Expected PCallableType or PVariantType thereof, got {}", types::class(&it)), &ty.range);
                    }
                    Read::Type(_) | Read::Named(_) => {}
                }
            }
            Some(name)
        }
        more => return wrong(format!("block_param accepts max 2 arguments (type, name), got {}.", more.len()), &part.range),
    };
    if let Some(name) = name.filter(|it| matches!(it.kind, ArgumentKind::Text(_))) {
        return wrong("Expected block_param name to be a Symbol, got String", &name.range);
    }
    if size.has_block {
        return wrong("Attempt to redefine block", &part.range);
    }
    size.has_block = true;
    Ok(())
}

fn returned(part: &Part) -> Result<(), Wrong> {
    match part.arguments.as_slice() {
        [Argument { kind: ArgumentKind::Symbol(_), range }] => {
            wrong("Argument to 'return_type' must be a String reference to a Puppet Data Type. Got Symbol", range)
        }
        _ => Ok(()),
    }
}

/// A dispatch has the words of Puppet, and the methods of any object.
fn known_word(function: &Function, part: &Part) -> Result<(), Wrong> {
    let word = part.word.0.as_str();
    if function.is_open || ruby::methods::is_private(word) || ruby::methods::is_any(word) {
        return Ok(());
    }
    let words = PARAMETERS.into_iter().chain(BLOCKS).chain(["return_type"]);
    let instead = nearest(word, words);
    Err(Wrong { message: format!("A dispatch has no method `{word}`"), range: part.word.1.clone(), instead })
}

/// A dispatch names a method of the function.
fn has_method(here: &Here<'_>, function: &Function, dispatch: &Dispatch) -> Result<(), Wrong> {
    let (name, range) = &dispatch.method;
    let is_own = function.methods.contains(name) || here.functions.methods.iter().any(|it| it.0 == *name);
    if function.is_open || is_own || local::is_of_every_object(name) {
        return Ok(());
    }
    wrong(format!("The function '{}' has no method `{name}`", function.name.0), range)
}

/// Without dispatches, the method with the name of the function counts.
fn has_default(function: &Function) -> Result<(), Wrong> {
    let name = function.name.0.rsplit("::").next().unwrap_or_default();
    if function.is_open || function.methods.iter().any(|it| it == name) || local::is_of_every_object(name) {
        return Ok(());
    }
    let message = format!(
        "Function Load Error for function '{}': Function Creation Error, cannot create a default dispatcher for function '{name}', no \
         method with this name found",
        function.name.0
    );
    wrong(message, &function.name.1)
}

#[cfg(test)]
mod tests {
    use crate::rb::tests::check_function;

    /// The message after the name of the function, for the words of a dispatch.
    #[track_caller]
    fn check(words: &str, at: &str, message: &str) {
        let body = format!("  dispatch :x do\n    {words}\n  end\n  def x(*all); end");
        let prefix =
            if message.starts_with('A') && message.contains("no method") { "" } else { "Function Load Error for function 'm::f': " };
        let expected = format!("ruby-invalid-dispatch {at:?}: {prefix}{message}");
        check_function(&body, &[&expected]);
    }

    /// The messages are those of Puppet 8.10.
    #[test]
    fn types_that_puppet_cannot_read() {
        for (ty, message) in [
            ("Integer[", "Syntax error at end of input"),
            ("Integer[,]", "Syntax error at ',' (line: 1, column: 9)"),
            ("Integer]", "Syntax error at ']' (line: 1, column: 8)"),
            ("Variant[String] | Integer", "Syntax error at '|' (line: 1, column: 17)"),
            ("String Integer", "The expression <String Integer> is not a valid type specification."),
            ("string", "The expression <string> is not a valid type specification."),
        ] {
            let message = format!("Parsing of type string '\"{ty}\"' failed with message: <{message}>");
            check(&format!("param '{ty}', :a"), &format!("'{ty}'"), &message);
        }
        check(
            "param 'Any', :a\n    return_type 'Intger['",
            "'Intger['",
            "Parsing of type string '\"Intger[\"' failed with message: <Syntax error at end of input>",
        );
        let body = "  dispatch :x do\n    param 'Integer[1, 2, 3]', :a\n  end\n  def x(*all); end";
        let message = "cannot be read: Integer-Type supports [] with one or two arguments (from, to). Got 3";
        check_function(body, &[&format!("ruby-invalid-dispatch \"'Integer[1, 2, 3]'\": The type 'Integer[1, 2, 3]' {message}")]);
        check("block_param 'Callable[', :b", "'Callable['", "Syntax error at end of input");
    }

    #[test]
    fn parameters_that_puppet_refuses() {
        let after = |words: &str, message: &str| {
            let last = words.lines().last().unwrap_or_default().trim();
            check(words, last, message);
        };
        after("optional_param 'Any', :a\n    param 'Any', :b", "A required parameter cannot be added after an optional parameter");
        after("repeated_param 'Any', :a\n    param 'Any', :b", "Parameters cannot be added after a repeated parameter");
        after("block_param\n    param 'Any', :b", "Parameters cannot be added after a block parameter");
        after("block_param\n    block_param", "Attempt to redefine block");
        after(
            "optional_param 'Any', :a\n    required_repeated_param 'Any', :b",
            "A required repeated parameter cannot be added after an optional parameter",
        );
        after("param 'String'", "wrong number of arguments (given 1, expected 2)");
        after("block_param 'Callable', :x, :y", "block_param accepts max 2 arguments (type, name), got 3.");
        check("param 'Any', 'b'", "'b'", "Parameter name argument must be a Symbol. Got String");
        check("param :Any, :b", ":Any", "Parameter 'type' must be a String reference to a Puppet Data Type. Got Symbol");
        check("return_type :Any", ":Any", "Argument to 'return_type' must be a String reference to a Puppet Data Type. Got Symbol");
        check("block_param 'Callable', 'x'", "'x'", "Expected block_param name to be a Symbol, got String");
        check("block_param 'Any', :x", "'Any'", "Expected PCallableType or PVariantType thereof, got Puppet::Pops::Types::PAnyType");
        check(
            "block_param 'Optional[Callable]', :x",
            "'Optional[Callable]'",
            "Expected PCallableType or PVariantType thereof, got Puppet::Pops::Types::POptionalType",
        );
        check("parm 'Any', :a", "parm", "A dispatch has no method `parm` (There is `param`)");
    }

    #[test]
    fn what_puppet_accepts() {
        for words in [
            "param 'Integer[1, 2]', :a\n    optional_param 'Array[Stdlib::Port]', :b\n    repeated_param \"String\", :c\n    block_param",
            "required_repeated_param 'Pattern[/a/]', :a\n    optional_block_param 'Variant[Callable[1, 1], Callable[2, 2]]', :b",
            "param TYPE, :a\n    param *rest\n    return_type 'Optional[Own]'",
            "param 'Foo[1]', :a",
            "required_param 'String # text', :a\n    freeze",
        ] {
            check_function(&format!("  TYPE = 'x'\n  dispatch :x do\n    {words}\n  end\n  def x(*all); end"), &[]);
        }
        check_function("  dispatch(:x) { scope_param; param 'Any', :a }\n  def x(*all); end", &[]);
    }

    #[test]
    fn dispatches_have_a_method() {
        let dispatch = "  dispatch :y do\n    param 'Any', :a\n  end\n";
        check_function(&format!("{dispatch}  def x; end"), &["ruby-invalid-dispatch \"y\": The function 'm::f' has no method `y`"]);
        check_function(&format!("{dispatch}  def y; end"), &[]);
        check_function(&format!("{dispatch}  include Other"), &[]);
        check_function(&format!("{dispatch}  [:y].each {{ |it| define_method(it) {{ }} }}"), &[]);
        check_function("  dispatch(:inspect) { param 'Any', :a }", &[]);
        check_function("  def f; end", &[]);
        check_function(
            "  def other; end",
            &["ruby-invalid-dispatch \"m::f\": Function Load Error for function 'm::f': Function Creation Error, cannot create a default \
               dispatcher for function 'f', no method with this name found"],
        );
    }
}
