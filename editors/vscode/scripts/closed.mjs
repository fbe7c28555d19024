// In a sound manifest no rule of the grammar is still open at the end, nothing is called invalid, and every word has a
// scope. Checked on what the repository ships, and on the modules of the system when there are any:
//
//   node scripts/closed.mjs [FOLDER...]
import fs from 'node:fs';
import path from 'node:path';
import { root } from './layout.mjs';
import { highlighted, sources } from './textmate.mjs';

/** Errors in the scopes of a file, if there are any. */
function complaint(file) {
    const template = file.endsWith('.epp');
    const { lines, open } = highlighted(fs.readFileSync(file, 'utf8'), template);
    for (const [i, { line, tokens }] of lines.entries()) {
        for (const { startIndex, endIndex, scopes } of tokens) {
            const text = line.slice(startIndex, endIndex);
            const last = scopes[scopes.length - 1];
            if (last.startsWith('invalid.illegal') || (!template && scopes.length === 1 && text.trim() !== '')) {
                return `${file}:${i + 1}: ${JSON.stringify(text)} is ${last}`;
            }
        }
    }
    return open === 0 ? undefined : `${file}: ${open} rules are open at the end`;
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
