// usage: node scripts/agree.mjs BUNRAKU
// The server's highlighting and that of the grammar call the same word the same thing: else it changes its colour while the server
// starts, and looks otherwise on sites that know the grammar alone. Compared over the examples and the grammar's own snapshots.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './layout.mjs';
import { Server } from './server.mjs';
import { highlighted, sources } from './textmate.mjs';

/** Allowed innermost scopes of a word, for each type of token of the server; other words may have any. */
const MEANS = {
    class: /^entity\.(name\.type|other\.inherited)-?\.?class|^entity\.name\.type\.resource/,
    comment: /^comment|^punctuation\.definition\.comment|\.documentation\b|^keyword\.other\.lint/,
    // To the language `include` and `fail` are functions like others, to the reader words that steer.
    function: /^entity\.name\.function|^support\.function|^keyword\.control\.(import|flow)/,
    keyword: /^storage|^keyword\.(control|operator\.(in|logical))|^constant\.language/,
    macro: /^punctuation\.section\.embedded|^constant\.character\.escape\.epp/,
    method: /^entity\.name\.function|^support\.function/,
    number: /^constant\.numeric/,
    operator: /^keyword\.operator|^invalid\.deprecated\.assignment/,
    parameter: /^variable|^punctuation\.definition\.variable/,
    property: /^entity\.other\.attribute-name/,
    regexp: /regexp\b|^punctuation\.definition\.string/,
    string: /^string(?!\.regexp)|^constant\.character\.escape|^invalid\.deprecated\.escape|^punctuation\.definition\.(string|heredoc)|\bheredoc\b/,
    type: /^entity\.name\.type|^support\.type/,
    variable: /^variable|^punctuation\.definition\.variable/,
};

const [bunraku] = process.argv.slice(2);
const server = new Server(bunraku);
const { capabilities } = await server.ask('initialize', { processId: process.pid, rootUri: null, capabilities: { textDocument: { diagnostic: {} } } });
const { tokenTypes } = capabilities.semanticTokensProvider.legend;
server.tell('initialized', {});

/** The server's tokens, one after the other; of a mistake those before it: what is behind one, each guesses in its own way. */
async function meant(file, text) {
    const textDocument = { uri: pathToFileURL(file).href, languageId: file.endsWith('.epp') ? 'epp' : 'puppet', version: 1, text };
    server.tell('textDocument/didOpen', { textDocument });
    const { data } = await server.ask('textDocument/semanticTokens/full', { textDocument: { uri: textDocument.uri } });
    const { items } = await server.ask('textDocument/diagnostic', { textDocument: { uri: textDocument.uri } });
    const errors = file.includes('mistakes') ? items.filter(({ severity }) => severity <= 2) : [];
    const sound = Math.min(...errors.map(({ range }) => range.start.line));
    server.tell('textDocument/didClose', { textDocument: { uri: textDocument.uri } });
    const found = [];
    let [line, start] = [0, 0];
    for (let i = 0; i < data.length; i += 5) {
        const [down, right, length, type] = data.slice(i, i + 4);
        start = down > 0 ? right : start + right;
        line += down;
        if (line < sound) {
            found.push({ line, start, end: start + length, type: tokenTypes[type] });
        }
    }
    return found;
}

let passed = 0;
let failed = 0;
const unknown = tokenTypes.filter((it) => MEANS[it] === undefined);
if (unknown.length > 0) {
    failed += 1;
    console.log(`not ok the server has types of tokens that nothing is known of: ${unknown.join(', ')}`);
}
const seen = new Set();
for (const folder of ['examples', 'syntaxes/test/snapshots']) {
    for (const file of [...sources(path.join(root, folder))].sort()) {
        const text = fs.readFileSync(file, 'utf8').replace(/^\ufeff/, '');
        const { lines } = highlighted(text, file.endsWith('.epp'));
        const different = [];
        for (const { line, start, end, type } of await meant(file, text)) {
            for (const token of lines[line].tokens.filter((it) => it.startIndex < end && it.endIndex > start)) {
                const scope = token.scopes.at(-1);
                const word = lines[line].line.slice(Math.max(start, token.startIndex), Math.min(end, token.endIndex));
                seen.add(type);
                // Blanks have no colour.
                if (word.trim() !== '' && !MEANS[type]?.test(scope)) {
                    different.push(`${path.relative(root, file)}:${line + 1}: ${JSON.stringify(word)} is ${type} to the server, ${scope} to the grammar`);
                }
            }
        }
        if (different.length === 0) { passed += 1; } else { failed += 1; console.log(`not ok ${different.join('\n       ')}`); }
    }
}
await server.stop();
const unseen = tokenTypes.filter((it) => !seen.has(it));
if (unseen.length > 0) {
    failed += 1;
    console.log(`not ok no file has a ${unseen.join(', ')}: nothing was compared`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
