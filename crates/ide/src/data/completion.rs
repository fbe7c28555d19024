//! Completion in Hiera data, `hiera.yaml`, `metadata.json`, `environment.conf` and `Puppetfile`.
//!
//! [`super::place`] says where the cursor is, a file for each kind of file says what there is.

mod config;
mod interpolation;
mod keys;
mod metadata;
mod options;
mod puppetfile;
mod settings;
#[cfg(test)]
mod tests;
mod values;
mod write;

use std::ops::Range;
use std::sync::Arc;

use analysis::data::{DataPlace, Role};
use analysis::{File, Snapshot};
use syntax::TextSize;

use super::place::{Place, place};
use super::text_range;
use crate::Completion;
use crate::completion::MOST;
use crate::completion::item::Found;

/// The question, as all who answer need it.
pub(crate) struct Ask<'a> {
    pub(crate) snapshot: Snapshot<'a>,
    pub(crate) file: File,
    pub(crate) data: Arc<DataPlace>,
    pub(crate) text: &'a str,
    pub(crate) place: Place,
    pub(crate) offset: usize,
    /// Typed part before the cursor.
    pub(crate) typed: &'a str,
}

pub(crate) fn completion(snapshot: Snapshot<'_>, file: File, offset: TextSize, trigger: Option<char>) -> Option<Completion> {
    let data = snapshot.data_place(file)?;
    let text = snapshot.text(file);
    if data.role == Role::Settings {
        return settings::completion(&text, offset, trigger);
    }
    if data.role == Role::Puppetfile {
        return puppetfile::completion(snapshot, file, &text, offset, trigger);
    }
    let offset = usize::from(offset);
    text.get(..offset)?;
    let place = place(&text, offset, data.is_json())?;
    let typed = text.get(place.scalar.start..offset)?;
    let ask = Ask { snapshot, file, data, text: &text, place, offset, typed };
    let mut found = Found::default();
    let inside = if ask.data.role == Role::Metadata { None } else { interpolation::at_cursor(&ask) };
    if trigger.is_some_and(|it| !ask.is_meant(it, inside.is_some())) {
        return None;
    }
    let (insert, replace) = match inside {
        Some(inside) => {
            interpolation::add(&ask, &inside, &mut found);
            (inside.start..offset, inside.start..inside.end)
        }
        None => {
            ask.answer(&mut found);
            (ask.place.scalar.start..offset, ask.place.scalar.clone())
        }
    };
    let typed = text.get(insert.clone())?;
    let is_cut = found.finish(typed, true, MOST);
    let range = |it: &Range<usize>| text_range(it);
    let (insert, replace) = (range(&insert), range(&replace));
    (!found.items.is_empty()).then_some(Completion { items: found.items, insert, replace, is_cut })
}

impl Ask<'_> {
    fn answer(&self, found: &mut Found) {
        if self.place.is_text {
            return;
        }
        match &self.data.role {
            Role::Config => config::add(self, found),
            Role::Metadata => metadata::add(self, found),
            Role::Settings | Role::Puppetfile => {}
            Role::Data { .. } if self.place.is_at(&["lookup_options"]) => options::keys(self, found),
            Role::Data { .. } if self.place.path.first().is_some_and(|it| *it == super::place::Step::Key("lookup_options".to_owned())) => {
                options::add(self, found);
            }
            Role::Data { .. } => {
                if self.place.may_be_key && self.place.path.is_empty() {
                    keys::add(self, found);
                } else {
                    values::add(self, found);
                }
            }
        }
    }

    /// Whether a character that was typed asks for what belongs here.
    fn is_meant(&self, trigger: char, is_inside: bool) -> bool {
        let before = self.text.get(..self.offset).unwrap_or_default();
        let is_empty = self.place.scalar.start == self.offset;
        match trigger {
            '.' | '(' => is_inside,
            '{' => is_inside && before.ends_with("%{") || is_empty && self.data.role == Role::Config,
            '\'' | '"' => is_inside || is_empty && self.place.quote == Some(trigger),
            ':' => before.ends_with("::"),
            ' ' => {
                is_empty && !is_inside && !self.place.path.is_empty() && before.trim_end_matches(' ').ends_with([':', '-', ',', '{', '['])
            }
            '[' | ',' => is_empty && self.place.may_be_value && self.place.is_flow,
            _ => false,
        }
    }

    /// Rest of the line after the replaced range.
    fn rest_of_line(&self) -> &str {
        let rest = self.text.get(self.place.scalar.end..).unwrap_or_default();
        rest.split(['\n', '\r']).next().unwrap_or_default()
    }
}
