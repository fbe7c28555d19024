// usage: node packages.mjs BUNRAKU
// Packs the extension for each system that is released, and looks into each package: the program is there under the name that the system
// wants, as it was handed over, beside what the extension needs and nothing else.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { here, root } from '../../scripts/layout.mjs';

/** So large may all of it be without the program, in bytes. */
const LARGEST = 1_000_000;

/** Modules of Node that the extension uses. No part of it speaks to the network: `net` has pipes, which the library of the client knows. */
const USED = ['child_process', 'crypto', 'fs', 'net', 'os', 'path', 'readline', 'util'];

/** Besides the folders of what is listed by name in `package.json`. */
const FILES = /^extension\/(package\.json|readme\.md|changelog\.md|LICENSE\.txt|icon\.png|dist\/(extension|client)\.js|dist\/webview\/graph\.(js|css)|(language-configuration|syntaxes|snippets)\/[\w.-]+\.json|walkthrough\/[\w-]+\.md)$/;

let passed = 0;
let failed = 0;
function ok(condition, what) {
    if (condition) { passed += 1; } else { failed += 1; }
    console.log(`${condition ? 'ok' : 'not ok'} ${what}`);
}

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'bunraku-packages-'));

let built = false;

/** Packs, takes the package apart, and says what is in it: name, size and permissions of each file. */
function packed(server, target) {
    const file = path.join(scratch, `${target ?? 'none'}.vsix`);
    const folder = path.join(scratch, target ?? 'none');
    const more = [...(server === undefined ? [] : ['--server', server, '--target', target]), ...(built ? ['--built'] : [])];
    execFileSync(process.execPath, ['scripts/package.mjs', ...more, '--out', file], { cwd: here, stdio: 'pipe' });
    built = true;
    const list = 'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nz.extractall(sys.argv[2])\nprint(json.dumps([[i.filename,i.file_size,i.compress_size,i.external_attr>>16&0o777] for i in z.infolist()]))';
    const files = JSON.parse(execFileSync('python3', ['-c', list, file, folder], { encoding: 'utf8' }));
    return { folder, files: files.map(([name, size, compressed, mode]) => ({ name, size, compressed, mode })) };
}

const targets = fs.readFileSync(path.join(root, 'xtask/src/dist/targets.rs'), 'utf8').match(/"(linux|win32|darwin)-(x64|arm64)"/g).map((it) => it.slice(1, -1));
ok(targets.length === 5, `the systems are ${targets.join(', ')}`);
const real = fs.readFileSync(process.argv[2]);
for (const target of targets) {
    // That of this machine is the program itself; for the others it is enough that each is another one.
    const own = target === `${process.platform}-${process.arch}`;
    const server = path.join(scratch, `${target}-server`);
    fs.writeFileSync(server, own ? real : Buffer.concat([Buffer.from(target), real.subarray(0, 100_000)]));
    const { folder, files } = packed(server, target);
    const name = `extension/bin/bunraku${target.startsWith('win32') ? '.exe' : ''}`;
    const program = files.filter((it) => it.name.startsWith('extension/bin/'));
    ok(program.length === 1 && program[0].name === name && program[0].mode === 0o755, `${target}: one program, which can be run: ${program.map((it) => `${it.name} ${it.mode.toString(8)}`).join(', ')}`);
    ok(program.length === 1 && hash(fs.readFileSync(path.join(folder, program[0].name))) === hash(fs.readFileSync(server)), `${target}: the one that was handed over`);
    ok(fs.readFileSync(path.join(folder, 'extension.vsixmanifest'), 'utf8').includes(`TargetPlatform="${target}"`), `${target}: and it says so`);
    const others = files.filter((it) => it.name.startsWith('extension/') && !it.name.startsWith('extension/bin/'));
    const strange = others.filter((it) => !FILES.test(it.name));
    ok(others.length > 15 && strange.length === 0, `${target}: nothing that is not meant for it: ${strange.map((it) => it.name).join(', ')}`);
    const size = others.reduce((sum, it) => sum + it.compressed, 0);
    ok(size < LARGEST, `${target}: ${(size / 1024).toFixed(0)} KB besides the program, of at most ${(LARGEST / 1024).toFixed(0)}`);
    if (own) {
        fs.chmodSync(path.join(folder, name), 0o755);
        const said = execFileSync(path.join(folder, name), ['--version'], { encoding: 'utf8' }).trim();
        ok(/^bunraku \d+\.\d+\.\d+/.test(said), `${target}: it runs: ${said}`);
    }
    fs.rmSync(folder, { recursive: true });
}

const { folder, files } = packed();
ok(!files.some((it) => it.name.startsWith('extension/bin/')), 'without a program there is none in it');
for (const name of ['extension.js', 'client.js']) {
    const text = fs.readFileSync(path.join(folder, 'extension/dist', name), 'utf8');
    const required = new Set([...text.matchAll(/\brequire\("([^"]+)"\)/g)].map((it) => it[1].replace(/^node:/, '')));
    const strange = [...required].filter((it) => !['vscode', './client.js', ...USED].includes(it));
    ok(required.size > 3 && strange.length === 0, `${name} uses ${[...required].join(', ')}${strange.length > 0 ? `; not meant: ${strange.map((it) => `${it}${builtinModules.includes(it) ? '' : ' (no part of Node)'}`).join()}` : ''}`);
    ok(!/\bfetch\(|XMLHttpRequest|new WebSocket|EventSource/.test(text), `${name} asks nobody in the network`);
}
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'extension/package.json'), 'utf8'));
ok(manifest.dependencies === undefined, 'no library is installed beside');

fs.rmSync(scratch, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
