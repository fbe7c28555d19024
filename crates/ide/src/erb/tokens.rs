//! Semantic tokens of the Ruby in a template. The editor highlights the text between the tags.

use analysis::{File, Snapshot};
use ruby::words::{Word, words};
use syntax::{TextRange, text_range};

use crate::semantic_tokens::{Modifiers, Token, TokenKind};

/// All words with a meaning, by their place. None overlaps another.
pub(crate) fn semantic_tokens(snapshot: Snapshot<'_>, file: File, within: Option<TextRange>) -> Vec<Token> {
    let text = snapshot.text(file);
    let tokens = words(&text).into_iter().map(|(range, word)| token(text_range(&range), word));
    tokens.filter(|it| within.is_none_or(|all| all.intersect(it.range).is_some_and(|it| !it.is_empty()))).collect()
}

fn token(range: TextRange, word: Word) -> Token {
    let kind = match word {
        Word::Comment => TokenKind::Comment,
        Word::Mark => TokenKind::Macro,
        Word::Number => TokenKind::Number,
        Word::Text => TokenKind::String,
        Word::Pattern => TokenKind::Regexp,
        Word::Operator => TokenKind::Operator,
        Word::Keyword => TokenKind::Keyword,
        Word::Variable => TokenKind::Variable,
        Word::Parameter => TokenKind::Parameter,
        Word::Function => TokenKind::Function,
        Word::Method => TokenKind::Method,
        Word::Constant => TokenKind::Class,
    };
    let modifiers = Modifiers { declaration: word == Word::Parameter, ..Modifiers::default() };
    Token { range, kind, modifiers }
}

#[cfg(test)]
mod tests {
    use syntax::{TextRange, TextSize};

    use crate::TokenKind;
    use crate::tests::fixture;

    #[test]
    fn words_of_tags_have_meanings() {
        let files = fixture("#- /m/templates/t.erb\n1 <% @a.each do |x| %>\n<%= x %> if$0\n<% end %>\n");
        let kinds = |within: Option<TextRange>| {
            files.ask(|snapshot, file, _| crate::semantic_tokens(snapshot, file, within)).iter().map(|it| it.kind).collect::<Vec<_>>()
        };
        use TokenKind::*;
        assert_eq!(kinds(None), [Macro, Variable, Method, Keyword, Parameter, Macro, Macro, Variable, Macro, Macro, Keyword, Macro]);
        assert_eq!(kinds(Some(TextRange::new(TextSize::from(23), TextSize::from(31)))), [Macro, Variable, Macro]);
    }
}
