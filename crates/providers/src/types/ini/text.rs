//! Files with sections and settings, changed in place: comments, order and what is not understood stay.

/// How such a file is written.
#[derive(Clone, Debug)]
pub struct Style {
    pub separator: String,
    pub prefix: String,
    pub suffix: String,
    pub indent: String,
    pub width: Option<usize>,
}

impl Default for Style {
    fn default() -> Style {
        let [separator, prefix, suffix, indent] = [" = ", "[", "]", " "].map(str::to_owned);
        Style { separator, prefix, suffix, indent, width: None }
    }
}

/// The text of a file, by its sections. The first has no name.
pub struct Ini {
    style: Style,
    sections: Vec<Section>,
}

#[derive(Default)]
struct Section {
    name: String,
    /// As it is written; none for the first one, and for one that is new.
    header: Option<String>,
    lines: Vec<String>,
    added: Vec<String>,
    is_new: bool,
}

/// The parts of a line that is a setting.
struct Parts<'a> {
    indent: &'a str,
    name: &'a str,
    separator: &'a str,
    value: &'a str,
}

impl Ini {
    pub fn read(lines: Vec<String>, style: Style) -> Ini {
        let mut ini = Ini { style, sections: vec![Section::default()] };
        for line in lines {
            let line = line.strip_suffix('\n').unwrap_or(&line).to_owned();
            match ini.header(&line) {
                Some(name) => ini.sections.push(Section { name, header: Some(line), ..Section::default() }),
                None => {
                    if let Some(section) = ini.sections.last_mut() {
                        section.lines.push(line);
                    }
                }
            }
        }
        ini
    }

    fn header(&self, line: &str) -> Option<String> {
        let trimmed = line.trim();
        trimmed.strip_prefix(self.style.prefix.as_str())?.strip_suffix(self.style.suffix.as_str()).map(str::to_owned)
    }

    /// Separator between a name and its value, without the spaces around it.
    fn sign(&self) -> &str {
        match self.style.separator.trim() {
            "" => " ",
            sign => sign,
        }
    }

    fn parts<'a>(&self, line: &'a str) -> Option<Parts<'a>> {
        let start = line.len() - line.trim_start().len();
        let (indent, rest) = line.split_at_checked(start)?;
        if rest.is_empty() || rest.starts_with(['#', ';']) {
            return None;
        }
        let sign = self.sign();
        let at = rest.find(sign)?;
        let name = rest.get(..at)?.trim_end();
        let behind = rest.get(at + sign.len()..)?;
        let value = behind.trim_start_matches([' ', '\t']);
        let separator = rest.get(name.len()..rest.len() - value.len())?;
        (!name.is_empty()).then_some(Parts { indent, name, separator, value: value.trim_end() })
    }

    pub fn has(&self, section: &str) -> bool {
        self.sections.iter().any(|it| it.name == section)
    }

    /// Of several, the last one counts.
    pub fn value(&self, section: &str, setting: &str) -> Option<String> {
        let lines = self.sections.iter().filter(|it| it.name == section).flat_map(|it| &it.lines);
        lines.filter_map(|it| self.parts(it)).rfind(|it| it.name == setting).map(|it| it.value.to_owned())
    }

    /// Sets a setting, or makes a section.
    pub fn set(&mut self, section: &str, setting: Option<&str>, value: Option<&str>) {
        if !self.has(section) {
            self.sections.push(Section { name: section.to_owned(), is_new: true, ..Section::default() });
        }
        let Some(at) = self.sections.iter().rposition(|it| it.name == section) else { return };
        let Some(setting) = setting else { return };
        let value = value.unwrap_or_default();
        let Some(lines) = self.sections.get(at).map(|it| it.lines.clone()) else { return };
        let mut changed = lines.clone();
        let mut is_set = false;
        for line in &mut changed {
            let Some(parts) = self.parts(line).filter(|it| it.name == setting) else { continue };
            *line = format!("{}{}{}{value}", parts.indent, parts.name, parts.separator);
            is_set = true;
        }
        let indents = lines.iter().filter_map(|it| self.parts(it)).map(|it| it.indent.len());
        let width = self.style.width.or(indents.min()).unwrap_or_default();
        let new = format!("{}{setting}{}{value}", self.style.indent.repeat(width), self.style.separator);
        let commented = lines.iter().position(|it| self.is_commented(it, setting));
        let Some(section) = self.sections.get_mut(at) else { return };
        section.lines = changed;
        match (is_set, commented) {
            (true, _) => {}
            // Behind the line that shows how it would be.
            (false, Some(line)) => section.lines.insert(line + 1, new),
            (false, None) => section.added.push(new),
        }
    }

    fn is_commented(&self, line: &str, setting: &str) -> bool {
        let trimmed = line.trim_start();
        let bare = trimmed.trim_start_matches(['#', ';']);
        bare.len() < trimmed.len() && self.parts(bare).is_some_and(|it| it.name == setting)
    }

    /// Takes a setting away, and its section where nothing else is in it.
    pub fn remove(&mut self, section: &str, setting: &str) {
        let Some(at) = self.sections.iter().rposition(|it| it.name == section) else { return };
        let Some(lines) = self.sections.get(at).map(|it| it.lines.clone()) else { return };
        let retained: Vec<String> = lines.iter().filter(|it| self.parts(it).is_none_or(|it| it.name != setting)).cloned().collect();
        let is_empty = retained.is_empty() && retained.len() < lines.len() && !section.is_empty();
        if is_empty {
            self.sections.remove(at);
        } else if let Some(section) = self.sections.get_mut(at) {
            section.lines = retained;
        }
    }

    pub fn text(&self) -> String {
        let mut out: Vec<String> = Vec::new();
        let is_global_empty = self.sections.first().is_none_or(|it| it.lines.is_empty() && it.added.is_empty());
        for (number, section) in self.sections.iter().enumerate() {
            if section.is_new {
                if number > 1 || (number == 1 && !is_global_empty) {
                    out.push(String::new());
                }
                out.push(format!("{}{}{}", self.style.prefix, section.name, self.style.suffix));
            }
            out.extend(section.header.clone());
            let blank = section.lines.iter().rev().take_while(|it| it.trim().is_empty()).count();
            let (lines, blanks) = section.lines.split_at(section.lines.len() - blank);
            out.extend(lines.iter().cloned());
            out.extend(section.added.iter().cloned());
            out.extend(blanks.iter().cloned());
            let is_last = number + 1 == self.sections.len();
            let is_first_made = number == 0 && section.lines.is_empty();
            if blanks.is_empty() && (section.is_new || is_first_made) && !section.added.is_empty() && !is_last {
                out.push(String::new());
            }
        }
        out.iter().map(|it| format!("{it}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ini(text: &str) -> Ini {
        Ini::read(text.split_inclusive('\n').map(str::to_owned).collect(), Style::default())
    }

    fn set(text: &str, section: &str, setting: &str, value: &str) -> String {
        let mut ini = ini(text);
        ini.set(section, Some(setting), Some(value));
        ini.text()
    }

    #[test]
    fn settings_are_put_where_they_belong() {
        for (before, section, setting, value, after) in [
            ("# c\n[a]\nx=1\n\n[b]\ny = 2\n", "a", "x", "9", "# c\n[a]\nx=9\n\n[b]\ny = 2\n"),
            ("[a]\nx=1\n\n[b]\ny = 2\n", "a", "z", "9", "[a]\nx=1\nz = 9\n\n[b]\ny = 2\n"),
            ("[a]\nx=1\n", "c", "z", "9", "[a]\nx=1\n\n[c]\nz = 9\n"),
            ("", "c", "z", "9", "[c]\nz = 9\n"),
            ("[a]\n  x=1\n", "a", "z", "9", "[a]\n  x=1\n  z = 9\n"),
            ("[a]\n#z = 1\nx=1\n", "a", "z", "9", "[a]\n#z = 1\nz = 9\nx=1\n"),
            ("top=1\n[a]\n", "", "top", "2", "top=2\n[a]\n"),
        ] {
            assert_eq!(set(before, section, setting, value), after, "{before:?}");
        }
    }

    #[test]
    fn the_last_setting_of_a_section_takes_it_along() {
        let mut one = ini("[a]\nx=1\n[b]\ny=2\n");
        one.remove("a", "x");
        assert_eq!(one.text(), "[b]\ny=2\n");
        let mut two = ini("[a]\n# why\nx=1\n[b]\ny=2\n");
        two.remove("a", "x");
        assert_eq!(two.text(), "[a]\n# why\n[b]\ny=2\n");
    }
}
