// In a sound manifest no rule of the grammar is still open at the end, nothing is called invalid, and every word has a
// scope. Checked on what the repository ships, and on the modules of the system when there are any:
//
//   node scripts/closed.mjs [FOLDER...]
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { root } from './layout.mjs';

const wasm = fs.readFileSync(path.join(path.dirname(createRequire(import.meta.url).resolve('vscode-oniguruma')), 'onig.wasm'));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const grammarFile = { 'source.puppet': 'puppet', 'source.epp': 'epp' };
const registry = new textmate.Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    async loadGrammar(scope) {
        const name = grammarFile[scope];
        const file = path.join(root, 'syntaxes', `${name}.tmLanguage.json`);
        return name === undefined ? null : textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
    },
});
const puppet = await registry.loadGrammar('source.puppet');
const epp = await registry.loadGrammar('source.epp');

/** What is wrong with the scopes of a file, if anything. */
function complaint(file) {
    const template = file.endsWith('.epp');
    const lines = fs.readFileSync(file, 'utf8').split(/\r?\n/);
    let stack = textmate.INITIAL;
    for (const [i, line] of lines.entries()) {
        const { tokens, ruleStack } = (template ? epp : puppet).tokenizeLine(line, stack);
        stack = ruleStack;
        for (const { startIndex, endIndex, scopes } of tokens) {
            const text = line.slice(startIndex, endIndex);
            const last = scopes[scopes.length - 1];
            if (last.startsWith('invalid.illegal') || (!template && scopes.length === 1 && text.trim() !== '')) {
                return `${file}:${i + 1}: ${JSON.stringify(text)} is ${last}`;
            }
        }
    }
    return stack.depth === 1 ? undefined : `${file}: ${stack.depth - 1} rules are open at the end`;
}

function* sources(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
        if (entry.isFile() && /\.e?pp$/.test(entry.name)) {
            yield path.join(entry.parentPath ?? entry.path, entry.name);
        }
    }
}

const snapshots = path.join(root, 'syntaxes/test/snapshots');
const folders = process.argv.length > 2 ? process.argv.slice(2) : [snapshots, path.join(root, 'examples/site')].filter((folder) => fs.existsSync(folder));
let passed = 0;
let failed = 0;
for (const file of folders.flatMap((folder) => [...sources(folder)])) {
    // The one that shows how unfinished text looks.
    if (file === path.join(snapshots, 'mistakes.pp')) {
        continue;
    }
    const wrong = complaint(file);
    if (wrong === undefined) {
        passed += 1;
    } else {
        failed += 1;
        console.log(`not ok ${wrong}`);
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
