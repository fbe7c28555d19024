// The grammars as VS Code applies them.
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

/** For each line its text and its tokens, and how many rules are open behind the last one. */
export function highlighted(text, isTemplate) {
    let stack = textmate.INITIAL;
    const lines = text.split(/\r?\n/).map((line) => {
        const { tokens, ruleStack } = (isTemplate ? epp : puppet).tokenizeLine(line, stack);
        stack = ruleStack;
        return { line, tokens };
    });
    return { lines, open: stack.depth - 1 };
}

/** Manifests and templates below a folder. */
export function* sources(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
        if (entry.isFile() && /\.e?pp$/.test(entry.name)) {
            yield path.join(entry.parentPath ?? entry.path, entry.name);
        }
    }
}
