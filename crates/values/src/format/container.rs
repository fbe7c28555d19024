//! Lists and hashes.

use std::sync::Arc;

use super::spec::{Format, Formats};
use super::string::{Converter, Indentation, format_of, pairs};
use crate::error::FormatError;
use crate::{Hash, Value};

/// Whether a value holds others, which the formats around it write.
fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Deferred(_))
}

fn is_list_or_hash(value: Option<&Value>) -> bool {
    matches!(value, Some(Value::Array(_) | Value::Hash(_)))
}

/// The formats of what is inside.
fn inner_formats(format: &Format) -> Arc<Formats> {
    match &format.inside {
        Some(formats) => formats.clone(),
        None => Arc::new(Format::new("%p").map(|it| (crate::Type::Any, Arc::new(it))).into_iter().collect()),
    }
}

/// Ruby's `rstrip`.
fn strip_end(text: &mut String) {
    let length = text.trim_end_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b' || c == '\0').len();
    text.truncate(length);
}

impl Converter {
    pub(super) fn array(
        &mut self,
        value: &Value,
        values: &[Value],
        formats: &Formats,
        indentation: Indentation,
    ) -> Result<String, FormatError> {
        let format = format_of(value, formats)?;
        if !matches!(format.letter, 'a' | 's' | 'p') {
            return Err(super::scalar::illegal("Array", &format, "asp"));
        }
        let separator = format.separator.as_deref().unwrap_or(", ");
        let (open, close) = format.delimiters(("[", "]"));
        let indentation = indentation.indenting(format.alternative || indentation.indenting);
        let mut out = String::new();
        if indentation.breaks() {
            out.push('\n');
            out.push_str(&indentation.padding());
        }
        out.push_str(open);
        let children = indentation.increase(format.alternative);
        let children = Indentation { first: false, ..children };
        let inside = inner_formats(&format);
        let mut texts = Vec::with_capacity(values.len());
        for value in values {
            texts.push(self.convert(value, if is_container(value) { formats } else { &inside }, children)?);
        }
        let too_wide = match format.width {
            Some(width) if format.alternative => widest(values, &texts) > width,
            _ => false,
        };
        let mut before: Option<&Value> = None;
        for (index, (value, text)) in values.iter().zip(&texts).enumerate() {
            let is_flat = !is_list_or_hash(Some(value));
            if index == 0 {
                if too_wide && is_flat {
                    out.push(' ');
                }
            } else {
                out.push_str(separator);
                if (too_wide && is_flat) || (format.alternative && is_list_or_hash(before) && is_flat) {
                    if !out.ends_with('\n') {
                        strip_end(&mut out);
                    }
                    out.push('\n');
                    out.push_str(&children.padding());
                }
            }
            if out.ends_with(' ') && text.starts_with('\n') {
                strip_end(&mut out);
            }
            out.push_str(text);
            before = Some(value);
        }
        out.push_str(close);
        let inside: usize = texts.iter().map(String::len).sum();
        self.spend(out.len().saturating_sub(inside))?;
        Ok(out)
    }

    pub(super) fn hash(
        &mut self,
        value: &Value,
        entries: &Hash,
        formats: &Formats,
        indentation: Indentation,
    ) -> Result<String, FormatError> {
        let format = format_of(value, formats)?;
        match format.letter {
            'a' => return self.convert(&pairs(entries), formats, indentation),
            'h' | 's' | 'p' => {}
            _ => return Err(super::scalar::illegal("Hash", &format, "hasp")),
        }
        let mut separator = format.separator.as_deref().unwrap_or(", ").to_owned();
        let assignment = format.assignment.as_deref().unwrap_or(" => ");
        let (open, close) = format.delimiters(("{", "}"));
        if format.alternative {
            if !separator.ends_with('\n') {
                strip_end(&mut separator);
            }
            separator.push('\n');
        }
        let indentation = indentation.indenting(format.alternative || indentation.indenting);
        let children = indentation.increase(false);
        let (line_end, padding) = if format.alternative { ("\n", children.padding()) } else { ("", String::new()) };
        let mut out = String::new();
        if indentation.breaks() {
            out.push('\n');
            out.push_str(&indentation.padding());
        }
        out.push_str(open);
        out.push_str(line_end);
        let inside = inner_formats(&format);
        let mut counted = 0;
        for (index, (key, value)) in entries.iter().enumerate() {
            if index > 0 {
                out.push_str(&separator);
            }
            out.push_str(&padding);
            let key = self.convert(key, if is_container(key) { formats } else { &inside }, children)?;
            let value = self.convert(value, if is_container(value) { formats } else { &inside }, children)?;
            counted += key.len() + value.len();
            out.push_str(&key);
            out.push_str(assignment);
            out.push_str(&value);
        }
        if format.alternative {
            out.push_str(line_end);
            out.push_str(&indentation.padding());
        }
        out.push_str(close);
        self.spend(out.len().saturating_sub(counted))?;
        Ok(out)
    }
}

/// The length of the longest run of elements that are neither lists nor hashes.
fn widest(values: &[Value], texts: &[String]) -> usize {
    let (mut widest, mut run) = (0, 0);
    for (value, text) in values.iter().zip(texts) {
        run = if is_list_or_hash(Some(value)) { 0 } else { run + text.chars().count() };
        widest = widest.max(run);
    }
    widest
}
