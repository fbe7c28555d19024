// usage: node measure.mjs VSCODE BUNRAKU PAGE
// Measures what a user waits for in the workbench, and writes it as a table. Meant for a release build of the server.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { here, root } from '../../scripts/layout.mjs';
import { many } from '../many.mjs';
import { command, goTo, open, patient, webview } from './hands.mjs';
import { withWorkbench } from './workbench.mjs';

const [vscode, bunraku, target] = process.argv.slice(2);
const KEYS = 60;
const MANY = 5_000;

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'bunraku-measure-'));
const vsix = path.join(scratch, 'bunraku.vsix');
execFileSync('node', [path.join(here, 'scripts/package.mjs'), '--server', bunraku, '--out', vsix], { cwd: here, stdio: 'pipe' });
const size = (file) => `${(fs.statSync(file).size / 1024).toFixed(0)} KB`;
const sorted = (all) => [...all].sort((a, b) => a - b);
const at = (all, share) => sorted(all)[Math.min(all.length - 1, Math.floor(all.length * share))];
const ms = (it) => `${it.toFixed(it < 10 ? 1 : 0)} ms`;

/** Processor time that a process has used, in milliseconds: a tick is ten of them. */
function used(pid) {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The processes below this one whose command line has a text. */
function below(text) {
    const parents = new Map();
    for (const pid of fs.readdirSync('/proc').filter((it) => /^\d+$/.test(it)).map(Number)) {
        try {
            parents.set(pid, Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[1]));
        } catch {
            // It has ended.
        }
    }
    const isBelow = (pid) => {
        for (let it = pid; it > 1; it = parents.get(it) ?? 0) {
            if (it === process.pid) {
                return true;
            }
        }
        return false;
    };
    return [...parents.keys()].filter((pid) => isBelow(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').includes(text));
}

/** A site of many resources, beside the examples. */
function site(folder) {
    fs.mkdirSync(path.join(folder, 'many/manifests'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'many/environment.conf'), '');
    fs.writeFileSync(path.join(folder, 'many/manifests/many.pp'), many(MANY));
}

const rows = [];
/** The least is what it takes where nothing else runs. */
const spread = (what, all) => rows.push([`${what}: least, median, 95 of 100`, '', [0, 0.5, 0.95].map((share) => ms(at(all, share))).join(', '), true]);
await withWorkbench({ vscode, workspace: path.join(root, 'examples'), install: vsix, prepare: site }, async ({ page, folder, remote, url }) => {
    await page.goto(url([['openFile', remote(path.join(folder, 'site/modules/webserver/manifests/service.pp'))]]));
    await page.locator('.statusbar-item', { hasText: 'Bunraku' }).locator('.codicon-check').waitFor(patient);

    await command(page, 'Developer: Show Running Extensions');
    const row = page.locator('.extension', { hasText: 'Bunraku' }).first();
    await row.waitFor(patient);
    const activation = Number(/Activation:\s*(\d+)\s*ms/.exec(await row.innerText())?.[1] ?? NaN);
    rows.push(['activation of the extension', '≤ 150 ms', `${activation} ms`, activation <= 150]);

    // It lies above the editors.
    await page.locator('.extension', { hasText: 'Bunraku' }).first().click();
    await page.keyboard.press('Escape');
    await page.locator('.tab.active[data-resource-name="service.pp"]').waitFor(patient);
    await page.keyboard.press('Control+1');
    await goTo(page, '2:1');
    // A brace too many, and gone again: each time the page itself notes when the line under it appears.
    await page.evaluate(() => {
        window.seen = [];
        window.addEventListener('keydown', () => (window.pressed = performance.now()), true);
        const is = () => document.querySelector('.editor-instance .squiggly-error') !== null;
        let was = is();
        new MutationObserver(() => {
            const now = is();
            if (now && !was) {
                window.seen.push(performance.now() - window.pressed);
            }
            was = now;
        }).observe(document.body, { childList: true, subtree: true });
    });
    const host = below('extensionHost')[0];
    const server = below(' lsp')[0];
    const before = [host, server].map(used);
    for (let i = 0; i < KEYS; i++) {
        await page.keyboard.press(')');
        await page.waitForFunction((count) => window.seen.length === count, i + 1, patient);
        await page.keyboard.press('Backspace');
        await page.locator('.editor-instance .squiggly-error').first().waitFor({ state: 'detached', ...patient });
    }
    const [inHost, inServer] = [host, server].map((pid, i) => (used(pid) - before[i]) / (2 * KEYS));
    const seen = await page.evaluate(() => window.seen);
    spread(`key to the line under a mistake, of ${KEYS}`, seen);
    rows.push(['processor time of the extension host for a key', '', ms(inHost), true]);
    rows.push(['processor time of the server for a key', '', ms(inServer), true]);

    await open(page, 'many.pp');
    await goTo(page, '1:1');
    await command(page, 'Bunraku: Show Graph');
    const graph = webview(page);
    await graph.locator('#list button').first().waitFor(patient);
    const start = Date.now();
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#count', { hasText: /^5\d{3} boxes/ }).waitFor({ timeout: 60_000 });
    rows.push([`graph of ${MANY} resources, from the choice to the picture`, '', ms(Date.now() - start), true]);
    // Dragging, as a hand does: how long the page needs from one frame to the next.
    const canvas = graph.locator('#canvas');
    for (const [name, key] of [['all of it', '0'], ['near', '+']]) {
        await canvas.focus();
        for (let i = 0; i < (key === '0' ? 1 : 12); i++) {
            await page.keyboard.press(key);
        }
        const box = await canvas.boundingBox();
        const frames = canvas.evaluate(
            (_, count) =>
                new Promise((done) => {
                    const [between, drawing] = [[], []];
                    const whenDrawn = window.requestAnimationFrame;
                    window.requestAnimationFrame = (draw) =>
                        whenDrawn((time) => {
                            const start = performance.now();
                            draw(time);
                            drawing.push(performance.now() - start);
                        });
                    let last;
                    const next = (time) => {
                        between.push(time - (last ?? time));
                        last = time;
                        if (between.length <= count) {
                            whenDrawn(next);
                            return;
                        }
                        window.requestAnimationFrame = whenDrawn;
                        done({ between: between.slice(1), drawing });
                    };
                    whenDrawn(next);
                }),
            60,
        );
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        let done = false;
        void frames.then(() => (done = true));
        for (let i = 0; !done; i++) {
            await page.mouse.move(box.x + box.width / 2 + 80 * Math.sin(i / 5), box.y + box.height / 2 + 80 * Math.cos(i / 5));
        }
        await page.mouse.up();
        const { between, drawing } = await frames;
        spread(`the page draws a frame while it is dragged, ${name}`, drawing);
        spread('the same, from one frame to the next', between);
    }
});
rows.push(['the extension alone, packed with its page (`dist`)', '', ['extension.js', 'client.js', 'webview/graph.js', 'webview/graph.css'].map((it) => size(path.join(here, 'dist', it))).join(' + '), true]);
rows.push(['the whole `.vsix` with the server as it was built', '', size(vsix), true]);
fs.rmSync(scratch, { recursive: true });

const { version } = JSON.parse(fs.readFileSync(path.join(vscode, 'package.json'), 'utf8')).dependencies?.['code-server'] ?? {};
const editor = path.basename(vscode).replace('vscode-', '');
const lines = [
    '# VS Code, measured',
    '',
    "Written by `editors/test.sh measure`: the packed extension in VS Code's own workbench and extension host, in a browser without a",
    'graphics card. Nothing is asked through an interface for tests: keys are pressed, and the page says when it shows what.',
    '',
    `- editor: code-server with VS Code ${version ?? editor}`,
    `- processors: ${os.cpus().length} × ${os.cpus()[0]?.model.replace(/ \d+-Core Processor$/, '') ?? '?'}, load before ${os.loadavg()[0].toFixed(2)}`,
    '',
    '| | wanted | got |',
    '|---|---|---|',
    ...rows.map(([what, wanted, got]) => `| ${what} | ${wanted} | ${got} |`),
    '',
];
fs.writeFileSync(target, lines.join('\n'));
console.log(lines.join('\n'));
const failed = rows.filter(([, , , good]) => !good).length;
console.log(`${rows.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
