//! `file_line` of stdlib: a line is in a file, or is not.

use resource_types::Pattern;
use serde_json::{Value as Json, json};

use super::edit::{self, ended};
use super::wanted::Wanted;
use crate::instance::{Cx, Instance, ProviderError};
use crate::subject::Subject;

pub struct FileLine {
    wanted: Wanted,
    path: String,
    line: String,
    matched: Option<String>,
    after: Option<String>,
    is_absent: bool,
    match_for_absence: bool,
    several: bool,
    replaces: bool,
    replaces_all: bool,
    appends: bool,
}

impl FileLine {
    pub fn new(subject: &Subject) -> FileLine {
        let mut wanted = Wanted::new(subject);
        wanted.forget("line");
        let ensure = subject.text("ensure").unwrap_or_else(|| "present".to_owned());
        wanted.put("ensure", json!(ensure));
        let on = |name: &str| subject.is_on(name) == Some(true);
        FileLine {
            is_absent: wanted.is_absent(),
            wanted,
            path: subject.text("path").unwrap_or_default(),
            line: subject.text("line").unwrap_or_default(),
            matched: subject.text("match"),
            after: subject.text("after"),
            match_for_absence: on("match_for_absence"),
            several: on("multiple"),
            replaces: subject.is_on("replace") != Some(false),
            replaces_all: on("replace_all_matches_not_matching_line"),
            appends: subject.is_on("append_on_no_match") != Some(false),
        }
    }

    fn lines(&self, cx: &mut Cx<'_>) -> Result<Vec<String>, ProviderError> {
        if cx.subject.noop && !edit::is_file(&self.path, cx) {
            return Ok(Vec::new());
        }
        edit::lines(&self.path, cx)
    }

    fn is_line(&self, line: &str) -> bool {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        bare.strip_suffix('\r').unwrap_or(bare) == self.line
    }

    fn count(&self, pattern: &Pattern, lines: &[String]) -> usize {
        lines.iter().filter(|it| pattern.is_match(it) && !(self.replaces_all && self.is_line(it))).count()
    }

    fn pattern(&self) -> Result<Option<Pattern>, ProviderError> {
        compiled(self.matched.as_deref())
    }

    fn exists(&self, lines: &[String]) -> Result<bool, ProviderError> {
        let is_in = lines.iter().any(|it| self.is_line(it));
        let Some(pattern) = self.pattern()? else { return Ok(is_in) };
        let matches = self.count(&pattern, lines) > 0;
        Ok(match (self.is_absent, matches) {
            (false, false) => is_in || !self.appends,
            (false, true) if self.replaces_all => false,
            (false, true) => is_in || !self.replaces,
            (true, false) => is_in,
            (true, true) => is_in || self.match_for_absence,
        })
    }

    fn create(&self, lines: &[String]) -> Result<Option<String>, ProviderError> {
        let (pattern, after) = (self.pattern()?, compiled(self.after.as_deref())?);
        let new = ended(&self.line);
        let mut text = String::new();
        if let Some(pattern) = pattern {
            let mut matches = self.count(&pattern, lines);
            if !self.replaces && matches > 0 {
                return Ok(None);
            }
            self.refuse_several(matches)?;
            for line in lines {
                text.push_str(if pattern.is_match(line) { &new } else { line });
                close(&mut text);
                if matches == 0 && after.as_ref().is_some_and(|it| it.is_match(line)) {
                    text.push_str(&new);
                    matches += 1;
                }
            }
            if matches == 0 {
                text.push_str(&new);
            }
            return Ok(Some(text));
        }
        let count = after.as_ref().map_or(0, |it| self.count(it, lines));
        if let Some(after) = self.after.as_ref().filter(|_| count > 1 && !self.several) {
            let path = &self.path;
            let message = format!("{count} lines match pattern '{after}' in file '{path}'. One or no line must match the pattern.");
            return Err(ProviderError::new(message));
        }
        for line in lines {
            text.push_str(line);
            close(&mut text);
            if after.as_ref().is_some_and(|it| it.is_match(line)) {
                text.push_str(&new);
            }
        }
        if count == 0 {
            text.push_str(&new);
        }
        Ok(Some(text))
    }

    fn destroy(&self, lines: &[String]) -> Result<String, ProviderError> {
        let pattern = self.pattern()?.filter(|_| self.match_for_absence);
        if let Some(pattern) = pattern {
            self.refuse_several(self.count(&pattern, lines))?;
            return Ok(lines.iter().filter(|it| !pattern.is_match(it)).map(String::as_str).collect());
        }
        Ok(lines.iter().filter(|it| !self.is_line(it)).map(String::as_str).collect())
    }

    fn refuse_several(&self, matches: usize) -> Result<(), ProviderError> {
        if matches < 2 || self.several {
            return Ok(());
        }
        let pattern = self.matched.as_deref().unwrap_or_default();
        Err(ProviderError::new(format!("More than one line in file '{}' matches pattern '{pattern}'", self.path)))
    }
}

/// The last line of a file may have no end.
fn close(text: &mut String) {
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

fn compiled(pattern: Option<&str>) -> Result<Option<Pattern>, ProviderError> {
    let Some(pattern) = pattern.map(Pattern::of_source) else { return Ok(None) };
    if pattern.compiles() {
        Ok(Some(pattern))
    } else {
        Err(ProviderError::new(format!("The pattern {} cannot be understood", pattern.text())))
    }
}

impl Instance for FileLine {
    fn provider(&self) -> Option<&'static str> {
        Some("ruby")
    }

    fn wanted(&self) -> Option<&Wanted> {
        Some(&self.wanted)
    }

    fn retrieve(&mut self, cx: &mut Cx<'_>) -> Result<Vec<(String, Json)>, ProviderError> {
        let lines = self.lines(cx)?;
        let ensure = if self.exists(&lines)? { "present" } else { "absent" };
        Ok(vec![("ensure".to_owned(), json!(ensure))])
    }

    fn set(&mut self, _property: &str, cx: &mut Cx<'_>) -> Result<(), ProviderError> {
        let lines = edit::lines(&self.path, cx)?;
        let text = if self.is_absent { Some(self.destroy(&lines)?) } else { self.create(&lines)? };
        match text {
            Some(text) => edit::write(&self.path, &text, cx),
            None => Ok(()),
        }
    }
}
