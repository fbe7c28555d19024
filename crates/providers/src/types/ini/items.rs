//! A setting whose value is a list of items: `"-Xmx512m -Xms256m"`.

/// How items are written.
#[derive(Clone, Debug)]
pub struct Style {
    /// Text between two items.
    pub between: String,
    /// Text between the name of an item and its value.
    pub behind_name: String,
    pub quote: String,
    /// A name is a whole item.
    pub exact: bool,
}

/// Where a new item is put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Start,
    End,
    /// Beside the item of that name; at the end where there is none.
    Before(String),
    After(String),
    Index(i64),
}

#[derive(Debug)]
pub struct Items {
    style: Style,
    /// As it was found, or as it is to be.
    quote: String,
    all: Vec<String>,
}

impl Items {
    pub fn read(value: Option<&str>, style: Style) -> Items {
        let value = value.unwrap_or_default();
        let quoted = ["\"", "'"].into_iter().find_map(|it| Some((it, value.strip_prefix(it)?.strip_suffix(it)?)));
        let (quote, bare) = quoted.unwrap_or((&style.quote, value));
        // A dot never stands between items.
        let is_between = |c: char| c != '.' && style.between.contains(c);
        let all = bare.split(is_between).filter(|it| !it.is_empty()).map(|it| it.trim().to_owned()).collect();
        Items { quote: quote.to_owned(), all, style }
    }

    fn is(&self, item: &str, name: &str) -> bool {
        if self.style.exact { item == name } else { item.starts_with(&format!("{name}{}", self.style.behind_name)) }
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|it| self.is(it, name))
    }

    pub fn has(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    /// The value of the first item whose name begins so, whether names are whole items or not.
    pub fn value(&self, name: &str) -> Option<&str> {
        let start = format!("{name}{}", self.style.behind_name);
        self.all.iter().find_map(|it| it.strip_prefix(&start))
    }

    /// Gives all items of that name a value, or adds one.
    pub fn set(&mut self, name: &str, value: &str, place: &Place) {
        let new = format!("{name}{}{value}", self.style.behind_name);
        if self.has(name) {
            let exact = self.style.exact;
            let start = format!("{name}{}", self.style.behind_name);
            for item in &mut self.all {
                if if exact { *item == name } else { item.starts_with(&start) } {
                    item.clone_from(&new);
                }
            }
            return;
        }
        let end = self.all.len();
        let at = match place {
            Place::Start => 0,
            Place::End => end,
            Place::Before(other) => self.position(other).unwrap_or(end),
            Place::After(other) => self.position(other).map_or(end, |it| it + 1),
            // A negative one counts from the end.
            Place::Index(at) if *at < 0 => end.saturating_sub(usize::try_from(at.unsigned_abs() - 1).unwrap_or(end)),
            Place::Index(at) => usize::try_from(*at).unwrap_or(end).min(end),
        };
        self.all.insert(at, new);
    }

    pub fn remove(&mut self, name: &str) {
        let retained = self.all.iter().filter(|it| !self.is(it, name)).cloned().collect();
        self.all = retained;
    }

    pub fn text(&self) -> String {
        format!("{0}{1}{0}", self.quote, self.all.join(&self.style.between))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(value: &str, between: &str, behind_name: &str, exact: bool) -> Items {
        let style = Style { between: between.to_owned(), behind_name: behind_name.to_owned(), quote: String::new(), exact };
        Items::read(Some(value), style)
    }

    #[test]
    fn an_item_is_put_in_its_place() {
        for (value, name, to, place, after) in [
            ("\"-Xmx512m -Xms1m\"", "-Xmx", "1g", Place::End, "\"-Xmx1g -Xms1m\""),
            ("-a -b", "-c", "1", Place::End, "-a -b -c1"),
            ("-a -b", "-c", "", Place::Start, "-c -a -b"),
            ("-a -b", "-c", "", Place::Before("-b".to_owned()), "-a -c -b"),
            ("-a -b", "-c", "", Place::After("-a".to_owned()), "-a -c -b"),
            ("-a -b", "-c", "", Place::After("-x".to_owned()), "-a -b -c"),
            ("-a -b", "-c", "", Place::Index(1), "-a -c -b"),
            ("-a -b", "-c", "", Place::Index(9), "-a -b -c"),
            ("-a -b", "-c", "", Place::Index(-1), "-a -b -c"),
            ("-a -b", "-c", "", Place::Index(-2), "-a -c -b"),
            ("", "-c", "1", Place::End, "-c1"),
        ] {
            let mut it = items(value, " ", "", false);
            it.set(name, to, &place);
            assert_eq!(it.text(), after, "{value} {place:?}");
        }
    }

    #[test]
    fn names_are_known_by_what_is_behind_them() {
        let list = items("a=1, ab=2", ", ", "=", false);
        assert_eq!((list.value("a"), list.value("ab"), list.value("b")), (Some("1"), Some("2"), None));
        let exact = items("one,two", ",", "", true);
        assert_eq!((exact.has("one"), exact.has("on")), (true, false));
    }

    #[test]
    fn what_is_taken_away_leaves_the_quotes() {
        let mut list = items("'a b'", " ", "", false);
        list.remove("a");
        assert_eq!(list.text(), "'b'");
        list.remove("b");
        assert_eq!(list.text(), "''");
    }
}
