// Tests the TextMate grammars: assertions in syntaxes/test, and snapshots of whole files in syntaxes/test/snapshots.
// `npm run test:grammar -- --update` writes the snapshots anew.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyGrammars, here, root } from './layout.mjs';

const update = process.argv.includes('--update');
const tests = path.join(root, 'syntaxes/test');
const tool = (name, ...args) => {
    const run = spawnSync(process.execPath, [path.join(here, 'node_modules/vscode-tmgrammar-test/dist', name), ...args], { cwd: here, encoding: 'utf8' });
    // A grammar of another language, which VS Code has and this tool has not.
    const output = (run.stdout + run.stderr).replace(/^grammar not found for .*\n/gm, '').trim();
    return { ok: run.status === 0, output };
};
const files = (folder, extension) => fs.readdirSync(folder).filter((name) => name.endsWith(extension)).map((name) => path.join(folder, name));

copyGrammars();
let passed = 0;
let failed = 0;

for (const file of [...files(tests, '.pp'), ...files(tests, '.epp'), ...files(tests, '.erb'), ...files(tests, '.sls'), ...files(tests, '.jinja')]) {
    const assertions = fs.readFileSync(file, 'utf8').split('\n').filter((line) => /^# *(?:\^+|<[~]*-+) /.test(line)).length;
    const { ok, output } = tool('unit.js', file);
    const bad = ok ? 0 : Math.max(1, output.split(/(?:missing required|prohibited) scopes/).length - 1);
    passed += Math.max(0, assertions - bad);
    failed += bad;
    if (!ok) { console.log(output); }
}

for (const [scope, extension] of [['source.puppet', '.pp'], ['source.epp', '.epp']]) {
    for (const file of files(path.join(tests, 'snapshots'), extension)) {
        // Without its snapshot the tool would write one and call that a success.
        const there = update || fs.existsSync(`${file}.snap`);
        const { ok, output } = there ? tool('snapshot.js', '--scope', scope, ...(update ? ['--updateSnapshot'] : []), file) : { ok: false, output: `${file}.snap is missing` };
        if (ok) { passed += 1; } else { failed += 1; console.log(output); }
    }
}

console.log(`grammars: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed < 60 ? 1 : 0);
