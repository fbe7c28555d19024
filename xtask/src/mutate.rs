//! `cargo xtask mutate SEED COUNT`: texts that nobody wrote. Language cases and real manifests are changed at random, and
//! both programs are asked. It finds what the cases have forgotten; what it finds becomes a case.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cases::{self, Case};
use crate::compare::compare;
use crate::corpus;
use crate::program::Program;
use crate::recordings;

/// Real manifests are cut to this many characters, so that most of the changes fall where they matter.
const LONGEST: usize = 600;

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let usage = "mutate SEED COUNT [--bunraku PATH]";
    let number = |i: usize| args.get(i).and_then(|a| a.parse::<u64>().ok()).ok_or(usage);
    let (seed, count) = (number(0)?, number(1)?);
    let named = match args.get(2..) {
        None | Some([]) => None,
        Some([option, path]) if option == "--bunraku" => Some(path.as_str()),
        _ => return Err(usage.into()),
    };
    let mutants = texts(root, seed, count)?;
    let puppet = recordings::ask(&Program::puppet(root)?, &mutants)?;
    let ours = recordings::ask(&Program::bunraku(root, named)?, &mutants)?;
    let mut failed = 0;
    for (case, (puppet, ours)) in mutants.iter().zip(puppet.iter().zip(&ours)) {
        let differences = compare(puppet, ours);
        if differences.is_empty() {
            continue;
        }
        failed += 1;
        println!("--- {}{}\n{}", case.id, if case.epp { " | epp" } else { "" }, case.code);
        for (aspect, theirs, mine) in differences {
            println!("  > {aspect}\n  > puppet:  {theirs}\n  > bunraku: {mine}");
        }
    }
    println!("mutate: {} passed, {failed} failed", mutants.len() - failed);
    if failed == 0 { Ok(()) } else { Err("Bunraku and real Puppet do not agree".into()) }
}

/// A number of cases and manifests, changed at random.
pub fn texts(root: &Path, seed: u64, count: u64) -> Result<Vec<Case>, String> {
    let mut sources = cases::all(&root.join("tests/language"))?;
    // What is deep or has a file name is about other things.
    sources.retain(|case| case.file.is_none() && case.code.len() < 2_000);
    sources.extend(corpus::installed()?);
    let mut random = Random(seed);
    let words: Vec<String> =
        sources.iter().filter(|c| c.path.is_none()).flat_map(|c| pieces(&c.code)).collect::<BTreeSet<_>>().into_iter().collect();
    let mutants = (0..count).map(|i| {
        let source = &sources[random.next_below(sources.len())];
        let code = mutate(&source.code, &words, &mut random);
        Case { id: format!("{i} of {}", source.id), code, file: None, path: None, ..source.clone() }
    });
    Ok(mutants.collect())
}

fn mutate(text: &str, words: &[String], random: &mut Random) -> String {
    let mut pieces = pieces(text);
    let mut length = 0;
    let start = if text.len() > LONGEST { random.next_below(pieces.len()) } else { 0 };
    pieces = pieces
        .split_off(start)
        .into_iter()
        .take_while(|piece| {
            length += piece.len();
            length < LONGEST
        })
        .collect();
    for _ in 0..=random.next_below(3) {
        if pieces.is_empty() || words.is_empty() {
            break;
        }
        let at = random.next_below(pieces.len());
        let word = words[random.next_below(words.len())].clone();
        match random.next_below(6) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, word),
            2 => pieces[at] = word,
            3 => pieces.insert(at, pieces[at].clone()),
            4 => {
                let other = random.next_below(pieces.len());
                pieces.swap(at, other);
            }
            _ => pieces.truncate(at),
        }
    }
    pieces.concat()
}

/// Words, runs of blanks, and every other character by itself.
fn pieces(text: &str) -> Vec<String> {
    let kind = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            1
        } else if c.is_whitespace() {
            2
        } else {
            0
        }
    };
    let mut found: Vec<String> = Vec::new();
    let mut last = 0;
    for c in text.chars() {
        match found.last_mut() {
            Some(piece) if kind(c) != 0 && kind(c) == last => piece.push(c),
            _ => found.push(c.to_string()),
        }
        last = kind(c);
    }
    found
}

/// SplitMix64: the same seed gives the same texts everywhere.
struct Random(u64);

impl Random {
    fn next_below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        usize::try_from(z % limit.max(1) as u64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_all_of_the_text() {
        for text in ["", "file { '/a': mode => \"0644\" }\n\té日 本", "a  b_c9"] {
            assert_eq!(pieces(text).concat(), text);
        }
        assert_eq!(pieces("a_1 =>  b").len(), 6);
    }

    #[test]
    fn a_seed_gives_the_same_texts_again_and_another_seed_others() {
        let words = pieces("$ x ( )");
        let of = |seed| {
            let mut random = Random(seed);
            (0..50).map(|_| mutate("class a { notice(1) }", &words, &mut random)).collect::<Vec<_>>()
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        assert!(of(1).iter().any(|text| text != "class a { notice(1) }"));
    }
}
