//! `validate_array` and the like, which types replaced, and `validate_legacy`, which leads from the ones to the others.

mod numbers;
mod texts;

use issue::Issue;
use values::{Signature, Type, Value, mismatch, ty};

use super::{deprecation, kind};
use crate::{Call, Context, Failure, Outcome, ruby};

/// Reason for refusing a value, or another error.
enum Problem {
    /// The value is not valid.
    Refused(String),
    /// The check itself failed.
    Failed(Failure),
}

type Verdict = Result<(), Problem>;

fn refused<T>(message: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Refused(message.into()))
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        Problem::Failed(failure)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        match problem {
            Problem::Refused(message) => Failure::plain(message),
            Problem::Failed(failure) => failure,
        }
    }
}

/// Replacement of each of them.
const REPLACED: [(&str, &str); 12] = [
    ("validate_absolute_path", "Stdlib::Compat::Absolute_Path"),
    ("validate_array", "Stdlib::Compat::Array"),
    ("validate_bool", "Stdlib::Compat::Bool"),
    ("validate_hash", "Stdlib::Compat::Hash"),
    ("validate_integer", "Stdlib::Compat::Integer"),
    ("validate_ip_address", "Stdlib::Compat::Ip_Address"),
    ("validate_ipv4_address", "Stdlib::Compat::Ipv4_Address"),
    ("validate_ipv6_address", "Stdlib::Compat::Ipv6_address"),
    ("validate_numeric", "Stdlib::Compat::Numeric"),
    ("validate_re", "Pattern[]"),
    ("validate_slength", "String[]"),
    ("validate_string", "Stdlib::Compat::String"),
];

/// Those that are deprecated, called as themselves.
pub(super) fn validate(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    if let Some((name, instead)) = REPLACED.iter().find(|(name, _)| *name == call.name) {
        let message = format!(
            "This method is deprecated, please use the stdlib validate_legacy function,\n                    \
             with {instead}. There is further documentation for validate_legacy function in the README."
        );
        deprecation::say(context, name, &message)?;
    }
    check(call.name, call.arguments).unwrap_or(Ok(()))?;
    Ok(Value::Undef)
}

/// Those that are not.
pub(super) fn plain(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    check(call.name, call.arguments).unwrap_or(Ok(()))?;
    Ok(Value::Undef)
}

/// Whether the check that `validate_legacy` names is none of those that need a program or a library of the machine. A text that is no
/// type is for Puppet's parser.
pub(super) fn is_checked_here(arguments: &[Value]) -> bool {
    if arguments.first().and_then(Value::as_str).is_some_and(|it| ty::parse(it, &mut |_| None).is_err()) {
        return false;
    }
    let name = arguments.get(1).and_then(Value::as_str).unwrap_or_default();
    !matches!(name, "validate_augeas" | "validate_cmd" | "validate_x509_rsa_key_pair")
}

/// The check of that name; none where there is no such function.
fn check(name: &str, arguments: &[Value]) -> Option<Verdict> {
    Some(match name {
        "validate_absolute_path" => each(name, arguments, |value| {
            let candidates = match value {
                Value::Array(list) => list.to_vec(),
                other => vec![other.clone()],
            };
            for path in candidates {
                if !kind::ask("is_absolute_path", std::slice::from_ref(&path))?.is_true() {
                    return refused(format!("{} is not an absolute path.", ruby::inspect(&path)));
                }
            }
            Ok(())
        }),
        "validate_array" => each(name, arguments, |it| is(matches!(it, Value::Array(_)), it, "an Array")),
        "validate_hash" => each(name, arguments, |it| is(matches!(it, Value::Hash(_)), it, "a Hash")),
        "validate_bool" => each(name, arguments, |it| is(matches!(it, Value::Boolean(_)), it, "a boolean")),
        "validate_string" => each(name, arguments, |it| is(matches!(it, Value::String(_) | Value::Undef), it, "a string")),
        "validate_ip_address" => each(name, arguments, |it| texts::address(it, "is_ip_address", "IP")),
        "validate_ipv4_address" => each(name, arguments, |it| texts::address(it, "is_ipv4_address", "IPv4")),
        "validate_ipv6_address" => each(name, arguments, |it| texts::address(it, "is_ipv6_address", "IPv6")),
        "validate_domain_name" => {
            each(name, arguments, |it| texts::kind(it, "is_domain_name", "is not a syntactically correct domain name"))
        }
        "validate_email_address" => each(name, arguments, |it| texts::kind(it, "is_email_address", "is not a valid email address")),
        "validate_integer" => numbers::integer(arguments),
        "validate_numeric" => numbers::numeric(arguments),
        "validate_re" => texts::re(arguments),
        "validate_slength" => texts::slength(arguments),
        _ => return None,
    })
}

fn each(name: &str, arguments: &[Value], check: impl Fn(&Value) -> Verdict) -> Verdict {
    if arguments.is_empty() {
        return refused(format!("{name}(): wrong number of arguments (0; must be > 0)"));
    }
    arguments.iter().try_for_each(check)
}

fn is(fits: bool, value: &Value, what: &str) -> Verdict {
    if fits {
        return Ok(());
    }
    let (shown, class) = (ruby::inspect(value), ruby::class(value));
    refused(format!("{shown} is not {what}.  It looks to be a {class}"))
}

/// `stdlib::validate_domain_name`.
pub(super) fn domain_names(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    all_are(context, call, "Variant[Stdlib::Fqdn, Stdlib::Dns::Zone]")
}

/// `stdlib::validate_email_address`.
pub(super) fn email_addresses(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    all_are(context, call, "Stdlib::Email")
}

/// Whether all arguments, of which there must be one, are of a type that the module defines.
fn all_are(context: &mut dyn Context, call: &Call<'_>, ty: &str) -> Outcome {
    let Type::Callable(ty) = context.resolve_type(&format!("Callable[{ty}, 0, default]"))? else { return Ok(Value::Undef) };
    let signature = Signature { ty, names: vec!["values".into()], block_name: None };
    let block = call.block.map(|it| &*it.ty);
    if !signature.accepts(call.arguments, block) {
        return Err(mismatch::call(call.name, &[signature], call.arguments, block).into());
    }
    if call.arguments.is_empty() {
        return Err(Failure::plain(format!("{}(): Wrong number of arguments need at least one", call.name)));
    }
    Ok(Value::Undef)
}

/// Signatures of `validate_legacy`: a type, or the text of one.
fn legacy_signatures() -> Vec<Signature> {
    let signature = |(target, name): (&str, &str)| {
        let parsed = ty::parse(&format!("Callable[Any, {target}, String, Any, Any, 4, default]"), &mut |_| None);
        let Ok(Type::Callable(ty)) = parsed else { return None };
        let names = ["scope", name, "function_name", "value", "args"].map(Into::into).to_vec();
        Some(Signature { ty, names, block_name: None })
    };
    [("Type", "target_type"), ("String", "type_string")].into_iter().filter_map(signature).collect()
}

/// All that is left of it since stdlib 9.
fn as_type(context: &mut dyn Context, target: &Type, value: &Value) -> Outcome {
    deprecation::say(context, "validate_legacy", "This method is deprecated, please use Puppet data types to validate parameters")?;
    if target.is_instance(value) {
        return Ok(Value::Undef);
    }
    let shown = values::print::interpolate(&Value::Type(target.clone()));
    Err(Failure::plain(mismatch::describe(&format!("validate_legacy({shown}, ...)"), target, value)))
}

pub(super) fn validate_legacy(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    // The scope counts as an argument.
    let [target, name, value, ..] = call.arguments else {
        let given = call.arguments.len() + 1;
        return Err(Issue::wrong_arguments(format!("'validate_legacy' expects at least 4 arguments, got {given}")).into());
    };
    if name.as_str().is_none() || !matches!(target, Value::Type(_)) && target.as_str().is_none() {
        let given: Vec<Value> = std::iter::once(Value::Undef).chain(call.arguments.iter().cloned()).collect();
        return Err(mismatch::call(call.name, &legacy_signatures(), &given, None).into());
    }
    let target = match target {
        Value::Type(ty) => ty.clone(),
        text => {
            let mut is_known = true;
            let parsed = ty::parse(text.as_str().unwrap_or_default(), &mut |_| {
                is_known = false;
                None
            });
            match parsed {
                Ok(ty) if is_known => ty,
                // Aliases of modules cannot be loaded by this function.
                _ => {
                    return Err(Failure::plain(format!("private method `load' called for {}:Puppet::Parser::Scope", context.scope_name())));
                }
            }
        }
    };
    if context.module_version("stdlib") >= (9, 0) {
        return as_type(context, &target, value);
    }
    let name = name.as_str().unwrap_or_default();
    let arguments = call.arguments.get(2..).unwrap_or_default();
    let accepted = match check(name, arguments) {
        Some(Ok(())) => true,
        Some(Err(Problem::Refused(_))) => false,
        Some(Err(Problem::Failed(failure))) => return Err(failure),
        // Functions that are no checks refuse nothing.
        None if crate::find(name).is_some() => true,
        None => {
            let scope = context.scope_name();
            return Err(Failure::plain(format!("undefined method `function_{name}' for {scope}:Puppet::Parser::Scope")));
        }
    };
    if target.is_instance(value) {
        if !accepted {
            let shown = values::print::interpolate(&Value::Type(target));
            context.message(crate::LogLevel::Notice, format!("Accepting previously invalid value for target type '{shown}'"));
        }
        return Ok(Value::Undef);
    }
    let message = mismatch::describe(&format!("validate_legacy({name})"), &target, value);
    if accepted {
        deprecation::say(context, "validate_legacy", &message)?;
        return Ok(Value::Undef);
    }
    Err(Failure::plain(message))
}
