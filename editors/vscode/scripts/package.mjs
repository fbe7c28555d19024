// Packs the extension into a .vsix, in one command from a fresh clone:
//
//   npm run package                                    the server is looked for on the user's machine
//   npm run package -- --server ../../target/release/bunraku
//                                                      the server goes along, for this platform
//   npm run package -- --server bunraku.exe --target win32-x64
//                                                      for another one
//   npm run package -- --out FILE.vsix
//   npm run package -- --built                         what was built just before, for another platform
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { here } from './layout.mjs';

const { values } = parseArgs({ options: { server: { type: 'string' }, target: { type: 'string' }, out: { type: 'string' }, built: { type: 'boolean' } } });
const windows = process.platform === 'win32';

function run(command, ...args) {
    const { status, error } = spawnSync(command, args, { cwd: here, stdio: 'inherit', shell: windows });
    if (status !== 0) {
        console.error(`${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
        process.exit(1);
    }
}

if (!fs.existsSync(path.join(here, 'node_modules/.package-lock.json'))) {
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}
if (values.built !== true) {
    run('npm', 'run', '--silent', 'check');
    run(process.execPath, 'scripts/build.mjs');
}

const bin = path.join(here, 'bin');
fs.rmSync(bin, { recursive: true, force: true });
const pack = ['package', '--no-dependencies'];
let name = 'bunraku';
if (values.server !== undefined) {
    // Named from where the user stands: npm itself goes to the folder of package.json.
    const server = path.resolve(process.env.INIT_CWD ?? here, values.server);
    const target = values.target ?? `${process.platform}-${process.arch === 'arm' ? 'armhf' : process.arch}`;
    fs.mkdirSync(bin);
    // As the extension looks for it there, on whatever system it is packed.
    const copy = path.join(bin, target.startsWith('win32-') ? 'bunraku.exe' : 'bunraku');
    fs.copyFileSync(server, copy);
    fs.chmodSync(copy, 0o755);
    pack.push('--target', target);
    name += `-${target}`;
}
const out = path.resolve(process.env.INIT_CWD ?? here, values.out ?? path.join(here, `${name}.vsix`));
run(process.execPath, 'node_modules/@vscode/vsce/vsce', ...pack, '--out', out);
// The next build for the extension host must not find a server that was meant for the package.
fs.rmSync(bin, { recursive: true, force: true });
