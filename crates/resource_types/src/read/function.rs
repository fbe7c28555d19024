//! A light reading of a function in Ruby: what it takes, as far as that is declared in plain words, and what its comments say.

use super::code::Code;
use super::lexer::Token;
use super::{docs, key};

/// A function of Ruby code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    pub name: String,
    /// The lines of the comment above it, without their `#`; of a function of the legacy API those of its `:doc`.
    pub comment: Vec<String>,
    /// Where it is declared in the text of its file.
    pub start: usize,
    /// The signatures; none where they are computed.
    pub forms: Vec<FunctionForm>,
}

/// One signature of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionForm {
    pub comment: Vec<String>,
    pub parameters: Vec<FunctionParameter>,
    pub returns: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionParameter {
    pub name: String,
    /// As it is written.
    pub ty: String,
    pub takes: Takes,
}

/// Values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    One,
    Optional,
    /// All that is left.
    Rest,
    Block,
    OptionalBlock,
}

/// Reads the file of a function: `lib/puppet/functions/…` or, of the legacy API, `lib/puppet/parser/functions/…`.
pub fn read_function(name: &str, text: &str) -> Option<FunctionInfo> {
    let code = Code::new(text);
    let at =
        (0..code.len()).find(|at| matches!(code.word(*at), Some("create_function" | "newfunction")) && is_named(&code, at + 1, name))?;
    let start = code.start(at);
    let mut info = FunctionInfo { name: name.to_owned(), comment: comment_above(text, start), start, forms: Vec::new() };
    match code.word(at) {
        Some("newfunction") => legacy(&code, at, &mut info),
        _ => {
            let (from, to) = code.block(at, code.len())?;
            body(&code, text, (from, to), &mut info);
        }
    }
    Some(info)
}

fn is_named(code: &Code, at: usize, name: &str) -> bool {
    let at = if code.is_op(at, "(") { at + 1 } else { at };
    matches!(code.get(at), Some(Token::Symbol(it) | Token::Text(it, true)) if it.trim_start_matches("::") == name)
}

/// `dispatch :name do … end`, again and again; without any, the method that has the function's name says what it takes.
fn body(code: &Code, text: &str, (from, to): (usize, usize), info: &mut FunctionInfo) {
    let statements = code.statements(from, to);
    for (from, to) in statements.iter().copied().filter(|(from, _)| code.word(*from) == Some("dispatch")) {
        let Some((inner, end)) = code.block(from, to) else { continue };
        let mut form = FunctionForm { comment: comment_above(text, code.start(from)), ..FunctionForm::default() };
        for (from, to) in code.statements(inner, end) {
            detail(code, from, to, &mut form);
        }
        info.forms.push(form);
    }
    let own = info.name.rsplit("::").next().unwrap_or_default();
    let method = statements.iter().find(|(from, _)| code.word(*from) == Some("def") && code.word(from + 1) == Some(own));
    if let (true, Some((from, to))) = (info.forms.is_empty(), method) {
        let parameters = code.arguments(from + 2, *to).into_iter().filter_map(|(from, to)| of_method(code, from, to));
        let parameters = if code.is_op(from + 2, "(") { parameters.collect() } else { Vec::new() };
        info.forms.push(FunctionForm { parameters, ..FunctionForm::default() });
    }
}

fn detail(code: &Code, from: usize, to: usize, form: &mut FunctionForm) {
    let takes = match code.word(from).unwrap_or_default() {
        "param" | "required_param" => Takes::One,
        "optional_param" => Takes::Optional,
        "repeated_param" | "optional_repeated_param" | "required_repeated_param" => Takes::Rest,
        "block_param" | "required_block_param" => Takes::Block,
        "optional_block_param" => Takes::OptionalBlock,
        "return_type" => {
            form.returns = code.arguments(from + 1, to).first().and_then(|(at, _)| text_of(code, *at));
            return;
        }
        _ => return,
    };
    let arguments: Vec<String> = code.arguments(from + 1, to).into_iter().filter_map(|(at, _)| text_of(code, at)).collect();
    let is_block = matches!(takes, Takes::Block | Takes::OptionalBlock);
    let (ty, name) = match arguments.as_slice() {
        [ty, name] => (ty.clone(), name.clone()),
        // A block needs no name, and no type.
        [ty] if is_block && ty.starts_with(|it: char| it.is_ascii_uppercase()) => (ty.clone(), "block".to_owned()),
        [name] if is_block => ("Callable".to_owned(), name.clone()),
        [] if is_block => ("Callable".to_owned(), "block".to_owned()),
        _ => return,
    };
    form.parameters.push(FunctionParameter { name, ty, takes });
}

fn text_of(code: &Code, at: usize) -> Option<String> {
    match code.get(at)? {
        Token::Text(text, true) | Token::Symbol(text) => Some(text.clone()),
        _ => None,
    }
}

/// `a`, `a = nil`, `*a`, `&a`
fn of_method(code: &Code, from: usize, to: usize) -> Option<FunctionParameter> {
    let (takes, at) = match code.get(from)? {
        Token::Op("*") => (Takes::Rest, from + 1),
        Token::Op("&") => (Takes::Block, from + 1),
        _ if to > from + 1 && code.is_op(from + 1, "=") => (Takes::Optional, from),
        _ => (Takes::One, from),
    };
    let ty = if takes == Takes::Block { "Callable" } else { "Any" };
    Some(FunctionParameter { name: code.word(at)?.to_owned(), ty: ty.to_owned(), takes })
}

/// `newfunction(:name, :arity => -2, :doc => '…') do |args|`: how many arguments there are, and no more.
fn legacy(code: &Code, at: usize, info: &mut FunctionInfo) {
    let mut arity: Option<i64> = None;
    for (from, to) in code.arguments(at + 1, code.len()).into_iter().skip(1) {
        match key(code, from, to) {
            Some((key, from)) if key == "doc" => {
                info.comment = docs::described(code, from, to).lines().map(str::to_owned).collect();
            }
            Some((key, from)) if key == "arity" => {
                let (is_negative, number) = if code.is_op(from, "-") { (true, from + 1) } else { (false, from) };
                let number = match code.get(number) {
                    Some(Token::Number(text)) => text.parse::<i64>().ok().filter(|it| *it <= 100),
                    _ => None,
                };
                arity = number.map(|it| if is_negative { -it } else { it });
            }
            _ => {}
        }
    }
    let Some(arity) = arity else { return };
    let least = if arity < 0 { -1 - arity } else { arity };
    let mut parameters: Vec<FunctionParameter> =
        (1..=least).map(|it| FunctionParameter { name: format!("arg{it}"), ty: "Any".to_owned(), takes: Takes::One }).collect();
    if arity < 0 {
        parameters.push(FunctionParameter { name: "args".to_owned(), ty: "Any".to_owned(), takes: Takes::Rest });
    }
    info.forms.push(FunctionForm { parameters, ..FunctionForm::default() });
}

/// The lines of the comment that ends right above the line of a place, without their `#`.
fn comment_above(text: &str, place: usize) -> Vec<String> {
    let before = text.get(..place).unwrap_or_default();
    let above = before.rfind('\n').map_or("", |it| before.get(..it).unwrap_or_default());
    let lines = above.lines().rev().map(str::trim).take_while(|it| it.starts_with('#'));
    let mut found: Vec<String> = lines
        .map(|it| {
            let it = it.trim_start_matches('#');
            it.strip_prefix(' ').unwrap_or(it).to_owned()
        })
        .collect();
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, text: &str) -> String {
        let Some(info) = read_function(name, text) else { return "none".to_owned() };
        let mut out = info.comment.join("\n");
        for form in &info.forms {
            let parameters: Vec<String> = form.parameters.iter().map(|it| format!("{} {:?} {}", it.ty, it.takes, it.name)).collect();
            out += &format!("\n({}){}", parameters.join(", "), form.returns.as_ref().map(|it| format!(" >> {it}")).unwrap_or_default());
            out += &form.comment.iter().map(|it| format!(" # {it}")).collect::<String>();
        }
        out
    }

    #[test]
    fn what_dispatches_declare() {
        let text = "# Quotes a name.\n#\n# @param text what to quote\nPuppet::Functions.create_function(:'dbkit::quote') do\n  # @return [String] it\n  dispatch :quote do\n    \
                    param 'String[1]', :text\n    optional_param 'Enum[single, double]', :style\n    return_type 'String'\n  end\n\n  dispatch :each do\n    \
                    repeated_param 'Array', :all\n    optional_block_param 'Callable[1, 1]', :block\n  end\n\n  def quote(text, style = 'single')\n    text\n  end\nend\n";
        assert_eq!(
            shown("dbkit::quote", text),
            "Quotes a name.\n\n@param text what to quote\n(String[1] One text, Enum[single, double] Optional style) >> String # @return [String] it\n\
             (Array Rest all, Callable[1, 1] OptionalBlock block)"
        );
        assert_eq!(shown("dbkit::other", text), "none");
    }

    #[test]
    fn what_a_method_takes() {
        let text =
            "Puppet::Functions.create_function(:'m::f', Puppet::Functions::InternalFunction) do\n  def f(a, b = nil, *c)\n  end\nend\n";
        assert_eq!(shown("m::f", text), "\n(Any One a, Any Optional b, Any Rest c)");
        assert_eq!(shown("f", "Puppet::Functions.create_function(:f) do\n  def f\n  end\nend"), "\n()");
    }

    #[test]
    fn functions_of_the_legacy_api() {
        let text = "module Puppet::Parser::Functions\n  newfunction(:old, :type => :rvalue, :arity => -2, :doc => <<-DOC\n    Does it.\n\n    Well.\n  DOC\n  ) do |args|\n  end\nend\n";
        assert_eq!(shown("old", text), "Does it.\n\nWell.\n(Any One arg1, Any Rest args)");
        assert_eq!(shown("older", "newfunction(:older) do |args| end"), "");
    }

    #[test]
    fn nothing_is_too_odd() {
        for text in [
            "",
            "create_function",
            "create_function(:x",
            "create_function(:x) do dispatch :y do param end end",
            "newfunction(:x, :arity => -",
        ] {
            let _ = read_function("x", text);
        }
    }
}
