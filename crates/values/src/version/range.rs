//! Ranges of versions, in the forms that npm and Puppet's modules know.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::Version;
use super::parse::{Partial, partial};
use crate::FormatError;

/// A range, which is several ones of which any may match.
#[derive(Clone, Debug)]
pub struct VersionRange {
    /// As written, `>=1.0.0 <2.0.0`.
    pub source: String,
    ranges: Vec<Range>,
}

impl PartialEq for VersionRange {
    fn eq(&self, other: &VersionRange) -> bool {
        self.ranges == other.ranges
    }
}

impl Eq for VersionRange {}

impl Hash for VersionRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ranges.len().hash(state);
        if let Some(first) = self.ranges.first() {
            first.begin().hash(state);
        }
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Range {
    All,
    MinMax(Box<Range>, Box<Range>),
    Gt(Version),
    GtEq(Version),
    Lt(Version),
    LtEq(Version),
    Eq(Version),
}

impl VersionRange {
    pub fn parse(text: &str) -> Result<VersionRange, FormatError> {
        let unparsable = || FormatError::VersionRange(text.to_owned());
        let joined = join_operators(text);
        let mut alternatives: Vec<&str> = joined.split("||").collect();
        while alternatives.last().is_some_and(|it| it.is_empty()) {
            alternatives.pop();
        }
        if alternatives.is_empty() {
            return Ok(VersionRange { source: "*".to_owned(), ranges: vec![Range::All] });
        }
        let last = alternatives.len() - 1;
        let mut ranges: Vec<Range> = vec![];
        for (index, alternative) in alternatives.into_iter().enumerate() {
            // Blanks around the bars belong to the bars.
            let alternative = if index > 0 { alternative.trim_ascii_start() } else { alternative };
            let alternative = if index < last { alternative.trim_ascii_end() } else { alternative };
            let range = if let Some((from, to)) = hyphen(alternative) {
                intersection(&Range::GtEq(from.version()?), &Range::LtEq(to.version()?))
            } else {
                let mut whole: Option<Option<Range>> = None;
                for simple in ruby_split(alternative) {
                    let range = simple_range(simple).ok_or_else(unparsable)??;
                    whole = Some(match whole {
                        None => Some(range),
                        Some(None) => None,
                        Some(Some(before)) => intersection(&before, &range),
                    });
                }
                whole.flatten()
            };
            if let Some(range) = range
                && !ranges.contains(&range)
            {
                ranges.push(range);
            }
        }
        Ok(VersionRange { source: text.to_owned(), ranges: merged(ranges) })
    }

    /// From one version to another.
    pub fn between(min: &Version, max: &Version, exclude_max: bool) -> VersionRange {
        // Ruby prints them in reverse where the end is excluded.
        let source = if exclude_max { format!(">={max} <{min}") } else { format!("{max} - {min}") };
        let end = if exclude_max { Range::Lt(max.clone()) } else { Range::LtEq(max.clone()) };
        let range = intersection(&Range::GtEq(min.clone()), &end);
        VersionRange { source, ranges: merged(range.into_iter().collect()) }
    }

    pub fn includes(&self, version: &Version) -> bool {
        self.ranges.iter().any(|range| range.includes(version) && (version.is_stable() || range.allows_prerelease(version)))
    }

    /// Normal form: `>=1.1.0` for `>1.0`.
    pub fn normal(&self) -> String {
        self.ranges.iter().map(ToString::to_string).collect::<Vec<_>>().join(" || ")
    }

    /// The first version and whether it is excluded, the last and whether it is; none for several ranges.
    pub fn bounds(&self) -> Option<(Version, bool, Version, bool)> {
        match self.ranges.as_slice() {
            [one] => Some((one.begin(), one.excludes_begin(), one.end(), one.excludes_end())),
            _ => None,
        }
    }

    /// Whether everything in it is in the other one, too, as `SemVer` types compare their ranges.
    pub fn is_covered_by(&self, other: &VersionRange) -> bool {
        let (Some((begin, _, end, excluded)), Some((other_begin, _, other_end, other_excluded))) = (self.bounds(), other.bounds()) else {
            return self == other;
        };
        other_begin.precedence(&begin) != Ordering::Greater
            && match other_end.precedence(&end) {
                Ordering::Greater => true,
                Ordering::Equal => !other_excluded || excluded,
                Ordering::Less => false,
            }
    }
}

/// Skips blanks and a `v` after operators.
fn join_operators(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        out.push(c);
        rest = rest.get(c.len_utf8()..).unwrap_or("");
        if matches!(c, '>' | '<' | '=' | '~' | '^') {
            let trimmed = rest.trim_ascii_start();
            if trimmed.len() < rest.len() {
                rest = trimmed;
            } else if let Some(after) = rest.strip_prefix('v') {
                rest = after;
            }
        }
    }
    out
}

/// Ruby's `split(/\s+/)`: an empty piece in front where blanks are, none at the end.
fn ruby_split(text: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = text.split_ascii_whitespace().collect();
    if text.starts_with(|c: char| c.is_ascii_whitespace()) {
        pieces.insert(0, "");
    }
    pieces
}

fn hyphen(text: &str) -> Option<(Partial<'_>, Partial<'_>)> {
    let pieces: Vec<&str> = text.split_ascii_whitespace().collect();
    let [from, "-", to] = pieces.as_slice() else { return None };
    if text.trim_ascii().len() != text.len() {
        return None;
    }
    Some((partial(from)?, partial(to)?))
}

fn simple_range(text: &str) -> Option<Result<Range, FormatError>> {
    let operators = ["<=", ">=", "~>", "~=", "<", ">", "=", "~", "^"];
    let operator = operators.iter().find(|operator| text.starts_with(**operator)).copied().unwrap_or("");
    let partial = partial(text.get(operator.len()..)?)?;
    let version = match partial.version() {
        Ok(version) => version,
        Err(error) => return Some(Err(error)),
    };
    let up = |major: u64, minor: u64| Version::new(major, minor, 0);
    let between = |from: Version, to: Version| Range::MinMax(Box::new(Range::GtEq(from)), Box::new(Range::Lt(to)));
    let part = (partial.major, partial.minor, partial.patch);
    let caret = operator == "^" && partial.major != Some(0);
    Some(Ok(match operator {
        ">" => match part {
            (None, ..) => Range::Lt(Version::min()),
            (Some(major), None, _) => Range::GtEq(up(major + 1, 0)),
            (Some(major), Some(minor), None) => Range::GtEq(up(major, minor + 1)),
            _ => Range::Gt(version),
        },
        ">=" => Range::GtEq(version),
        "<" => Range::Lt(version),
        "<=" => match part {
            (None, ..) => Range::All,
            (Some(major), None, _) => Range::Lt(up(major + 1, 0)),
            (Some(major), Some(minor), None) => Range::Lt(up(major, minor + 1)),
            _ => Range::LtEq(version),
        },
        _ => match part {
            (None, ..) => Range::All,
            (Some(major), None, _) => between(up(major, 0), up(major + 1, 0)),
            (Some(major), Some(minor), None) if caret => between(up(major, minor), up(major + 1, 0)),
            (Some(major), Some(minor), None) => between(up(major, minor), up(major, minor + 1)),
            (Some(major), ..) if caret => between(version, up(major + 1, 0)),
            (Some(major), Some(minor), _) if matches!(operator, "~" | "~>" | "~=" | "^") => between(version, up(major, minor + 1)),
            _ => Range::Eq(version),
        },
    }))
}

/// Joins what overlaps, until nothing does.
fn merged(mut ranges: Vec<Range>) -> Vec<Range> {
    let mut happened = true;
    while ranges.len() > 1 && happened {
        happened = false;
        let mut result = vec![];
        while let Some(mut joined) = ranges.pop() {
            let mut left = vec![];
            for other in ranges {
                match merge(&joined, &other) {
                    Some(range) => {
                        happened = true;
                        joined = range;
                    }
                    None => left.push(other),
                }
            }
            result.push(joined);
            ranges = left;
        }
        result.reverse();
        ranges = result;
    }
    if ranges.is_empty() { vec![Range::Lt(Version::min())] } else { ranges }
}

impl Range {
    fn begin(&self) -> Version {
        match self {
            Range::MinMax(min, _) => min.begin(),
            Range::Gt(it) | Range::GtEq(it) | Range::Eq(it) => it.clone(),
            Range::All | Range::Lt(_) | Range::LtEq(_) => Version::min(),
        }
    }

    fn end(&self) -> Version {
        match self {
            Range::MinMax(_, max) => max.end(),
            Range::Lt(it) | Range::LtEq(it) | Range::Eq(it) => it.clone(),
            Range::All | Range::Gt(_) | Range::GtEq(_) => Version::max(),
        }
    }

    fn excludes_begin(&self) -> bool {
        match self {
            Range::MinMax(min, _) => min.excludes_begin(),
            it => matches!(it, Range::Gt(_)),
        }
    }

    fn excludes_end(&self) -> bool {
        match self {
            Range::MinMax(_, max) => max.excludes_end(),
            it => matches!(it, Range::Lt(_)),
        }
    }

    fn has_lower_bound(&self) -> bool {
        match self {
            Range::MinMax(min, _) => min.has_lower_bound(),
            Range::Gt(_) => true,
            Range::GtEq(it) | Range::Eq(it) => *it != Version::min(),
            Range::All | Range::Lt(_) | Range::LtEq(_) => false,
        }
    }

    fn has_upper_bound(&self) -> bool {
        match self {
            Range::MinMax(_, max) => max.has_upper_bound(),
            Range::Lt(_) => true,
            Range::LtEq(it) | Range::Eq(it) => *it != Version::max(),
            Range::All | Range::Gt(_) | Range::GtEq(_) => false,
        }
    }

    fn includes(&self, version: &Version) -> bool {
        match self {
            Range::All => true,
            Range::MinMax(min, max) => min.includes(version) && max.includes(version),
            Range::Gt(it) => version.precedence(it) == Ordering::Greater,
            Range::GtEq(it) => version.precedence(it) != Ordering::Less,
            Range::Lt(it) => version.precedence(it) == Ordering::Less,
            Range::LtEq(it) => version.precedence(it) != Ordering::Greater,
            Range::Eq(it) => version == it,
        }
    }

    /// Release candidates only match where one of the same version is named.
    fn allows_prerelease(&self, version: &Version) -> bool {
        match self {
            Range::All => true,
            Range::MinMax(min, max) => min.allows_prerelease(version) || max.allows_prerelease(version),
            Range::Gt(it) | Range::GtEq(it) | Range::Lt(it) | Range::LtEq(it) | Range::Eq(it) => {
                !it.is_stable() && (it.major, it.minor, it.patch) == (version.major, version.minor, version.patch)
            }
        }
    }

    fn lower(&self) -> Range {
        match self {
            Range::MinMax(min, _) => (**min).clone(),
            it => it.clone(),
        }
    }

    fn upper(&self) -> Range {
        match self {
            Range::MinMax(_, max) => (**max).clone(),
            it => it.clone(),
        }
    }
}

fn intersection(a: &Range, b: &Range) -> Option<Range> {
    if *a == Range::All {
        return Some(b.clone());
    }
    match a.begin().precedence(&b.end()) {
        Ordering::Greater => return None,
        Ordering::Equal => return (!a.excludes_begin() && !b.excludes_end()).then(|| Range::Eq(a.begin())),
        Ordering::Less => {}
    }
    match b.begin().precedence(&a.end()) {
        Ordering::Greater => return None,
        Ordering::Equal => return (!b.excludes_begin() && !a.excludes_end()).then(|| Range::Eq(b.begin())),
        Ordering::Less => {}
    }
    let min = match a.begin().precedence(&b.begin()) {
        Ordering::Less => b,
        Ordering::Greater => a,
        Ordering::Equal if a.excludes_begin() => a,
        Ordering::Equal => b,
    };
    let max = match a.end().precedence(&b.end()) {
        Ordering::Greater => b,
        Ordering::Less => a,
        Ordering::Equal if a.excludes_end() => a,
        Ordering::Equal => b,
    };
    Some(if !max.has_upper_bound() {
        min.clone()
    } else if !min.has_lower_bound() {
        max.clone()
    } else {
        Range::MinMax(Box::new(min.lower()), Box::new(max.upper()))
    })
}

fn merge(a: &Range, b: &Range) -> Option<Range> {
    if *a == Range::All {
        return Some(Range::All);
    }
    let from = |version: Version, excluded: bool| if excluded { Range::Gt(version) } else { Range::GtEq(version) };
    let to = |version: Version, excluded: bool| if excluded { Range::Lt(version) } else { Range::LtEq(version) };
    if a.includes(&b.begin()) || b.includes(&a.begin()) {
        let (begin, excludes_begin) = match a.begin().precedence(&b.begin()) {
            Ordering::Less => (a.begin(), a.excludes_begin()),
            Ordering::Greater => (b.begin(), b.excludes_begin()),
            Ordering::Equal => (a.begin(), a.excludes_begin() && b.excludes_begin()),
        };
        let (end, excludes_end) = match a.end().precedence(&b.end()) {
            Ordering::Greater => (a.end(), a.excludes_end()),
            Ordering::Less => (b.end(), b.excludes_end()),
            Ordering::Equal => (a.end(), a.excludes_end() && b.excludes_end()),
        };
        return intersection(&from(begin, excludes_begin), &to(end, excludes_end));
    }
    let next = |version: Version| Version::new(version.major, version.minor, version.patch.saturating_add(1));
    let touches = |a: &Range, b: &Range| {
        (a.excludes_end() && !b.excludes_begin() && a.end() == b.begin())
            || (!a.excludes_end() && !b.excludes_begin() && next(a.end()) == b.begin())
    };
    let (first, second) = if touches(a, b) {
        (a, b)
    } else if touches(b, a) {
        (b, a)
    } else {
        return None;
    };
    intersection(&from(first.begin(), first.excludes_begin()), &to(second.end(), second.excludes_end()))
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::All => f.write_str("*"),
            Range::MinMax(min, max) => write!(f, "{min} {max}"),
            Range::Gt(it) => write!(f, ">{it}"),
            Range::GtEq(it) => write!(f, ">={it}"),
            Range::Lt(it) if *it == Version::min() => f.write_str("<0.0.0"),
            Range::Lt(it) => write!(f, "<{it}"),
            Range::LtEq(it) => write!(f, "<={it}"),
            Range::Eq(it) => write!(f, "{it}"),
        }
    }
}
