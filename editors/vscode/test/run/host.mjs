// usage: node host.mjs VSCODE BUNRAKU [host] [examples] [roots]      (all when none is named)
// Runs tests inside VS Code's extension host: those in test/host on a copy of editors/test/site, those in test/examples on a
// copy of the examples, those in test/roots on a workspace of two folders.

import esbuild from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { here, root } from '../../scripts/layout.mjs';
import { withWorkbench } from './workbench.mjs';

const [vscode, bunraku, ...named] = process.argv.slice(2);
const built = path.join(here, 'dist/test');
fs.rmSync(built, { recursive: true, force: true });

/** Runs the tests of a folder in an editor of their own. */
async function run(folder, workspace, more = {}) {
    const tests = path.join(built, folder);
    const source = path.join(here, 'test', folder);
    const names = fs.readdirSync(source).filter((name) => name.endsWith('.test.ts'));
    await esbuild.build({
        entryPoints: [path.join(here, 'test/host/index.ts'), ...names.map((name) => path.join(source, name))],
        entryNames: '[name]',
        outdir: tests,
        bundle: true,
        external: ['vscode', 'mocha'],
        format: 'cjs',
        platform: 'node',
        target: 'node20',
    });
    let result;
    const code = await withWorkbench(
        {
            vscode,
            workspace,
            ...more,
            settings: { 'bunraku.server.path': bunraku },
            env: { BUNRAKU_TEST_SERVER: bunraku, BUNRAKU_TEST_RESULT: path.join(tests, 'result.json') },
            // The hooks for tests are behind the switch of VS Code's own smoke tests.
            options: ['--vscode-option=enable-smoke-test-driver'],
        },
        async ({ page, remote, url }) => {
            let exited;
            const exit = new Promise((done) => {
                exited = done;
            });
            await page.exposeFunction('codeAutomationLog', (kind, args) => {
                const text = [args].flat().map(String).join(' ');
                // Native modules that are not built, and a gallery that is not asked.
                if (kind === 'error' && !/bindings file|native-watchdog|open-vsx/.test(text)) {
                    console.log(text);
                }
            });
            await page.exposeFunction('codeAutomationExit', (code) => exited(code));
            await page.goto(url([['extensionDevelopmentPath', remote(here)], ['extensionTestsPath', remote(path.join(tests, 'index.js'))]]));
            const code = await Promise.race([exit, new Promise((_, fail) => setTimeout(() => fail(new Error('no end after 600 s')), 600_000))]);
            result = JSON.parse(fs.readFileSync(path.join(tests, 'result.json'), 'utf8'));
            return code;
        },
    ).catch((error) => {
        console.log(`not ok ${error.message}`);
        return 1;
    });
    for (const line of result?.lines ?? []) {
        console.log(line);
    }
    const { passed, failed } = result ?? { passed: 0, failed: 1 };
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

/** The second folder is a module of its own, inside of the first so that it goes with it. */
function twoFolders(folder) {
    const other = path.join(folder, 'other');
    fs.mkdirSync(path.join(other, 'manifests'), { recursive: true });
    fs.writeFileSync(path.join(other, 'metadata.json'), '{ "name": "me-second", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "s", "source": "s", "dependencies": [] }\n');
    fs.writeFileSync(path.join(other, 'manifests/init.pp'), '# @summary Second\nclass second {\n  include second::part\n}\n');
    fs.writeFileSync(path.join(other, 'manifests/part.pp'), '# @summary Part\nclass second::part {\n  notify { 1 + : }\n}\n');
    fs.writeFileSync(path.join(folder, 'both.code-workspace'), JSON.stringify({ folders: [{ path: '.' }, { path: 'other' }] }));
}

const site = path.join(root, 'editors/test/site');
const all = [
    ['host', site],
    ['examples', path.join(root, 'examples')],
    ['roots', site, { prepare: twoFolders, file: 'both.code-workspace' }],
];
const counts = [];
for (const it of all.filter(([folder]) => named.length === 0 || named.includes(folder))) {
    counts.push(await run(...it));
}
const passed = counts.reduce((sum, it) => sum + it.passed, 0);
const failed = counts.reduce((sum, it) => sum + it.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
