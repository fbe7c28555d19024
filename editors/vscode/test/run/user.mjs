// usage: node user.mjs VSCODE VSIX SHOTS
// As a user has it: installs the packed .vsix, server included, opens the folder editors/test/site in the workbench, and types.

import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/layout.mjs';
import { accessible } from './accessible.mjs';
import { committed, compared } from './compared.mjs';
import { visible } from './contrast.mjs';
import { used } from './graph.mjs';
import * as hands from './hands.mjs';
import { withWorkbench } from './workbench.mjs';

const { patient } = hands;

const [vscode, vsix, shots] = process.argv.slice(2);
fs.mkdirSync(shots, { recursive: true });

let passed = 0;
let failed = 0;
let page;

/** One thing that a user sees; what it returns is shown beside its name. */
async function sees(what, look) {
    try {
        const shown = await look();
        passed += 1;
        console.log(`ok ${what}${typeof shown === 'string' ? `: ${shown}` : ''}`);
    } catch (error) {
        failed += 1;
        console.log(`not ok ${what}: ${String(error.message).split('\n')[0]}`);
        await shot(`failed-${failed}`).catch(() => {});
    }
}

function assert(condition, why) {
    if (!condition) {
        throw new Error(why);
    }
}

const shot = (name) => page.screenshot({ path: path.join(shots, `${name}.png`) });
const line = (text) => text.replace(/\s+/g, ' ').trim();
const command = (name) => hands.command(page, name);
const goTo = (place) => hands.goTo(page, place);
const open = (name) => hands.open(page, name);

// The editor draws its lines anew whenever it learns something: what is looked at may be gone between two looks.
async function eventually(look) {
    const end = Date.now() + patient.timeout;
    for (;;) {
        try {
            return await look();
        } catch (error) {
            if (Date.now() > end) {
                throw error;
            }
            await page.waitForTimeout(100);
        }
    }
}

const squiggles = () => page.locator('.editor-instance .squiggly-error');
const status = (text) => page.locator('.statusbar-item', { hasText: text });

await withWorkbench(
    { vscode, workspace: path.join(root, 'editors/test/site'), install: vsix, settings: { 'editor.hover.delay': 100 } },
    async (workbench) => {
        page = workbench.page;
        await page.goto(workbench.url([['openFile', workbench.remote(`${workbench.folder}/manifests/init.pp`)]]));

        await sees('the manifest, as Puppet', async () => {
            await page.locator('.tab.active[data-resource-name="init.pp"]').waitFor(patient);
            await status(/^Puppet$/).waitFor(patient);
        });
        await sees('that the server runs', () => status('Bunraku').locator('.codicon-check').waitFor(patient));
        await sees('one squiggle under the word', async () => {
            await eventually(async () => {
                assert((await squiggles().count()) === 1, `${await squiggles().count()} squiggles`);
                const under = await squiggles().first().boundingBox();
                const word = await page.locator('.view-line', { hasText: '/etc/motd' }).locator('span', { hasText: /^ ?ensure ?$/ }).last().boundingBox();
                assert(under && word, 'drawn again just now');
                assert(Math.abs(under.x - word.x) < 12 && under.y >= word.y - 4 && under.y <= word.y + word.height, `squiggle at ${JSON.stringify(under)}, word at ${JSON.stringify(word)}`);
            });
        });
        await sees('the problem in its list', async () => {
            await command('Problems: Focus on Problems View');
            const row = page.locator('.markers-panel .monaco-list-row', { hasText: "Syntax error at 'ensure'" });
            await row.waitFor(patient);
            const text = line(await row.innerText());
            assert(/Ln 8, Col 22/.test(text), text);
            return text;
        });
        await shot('broken');
        await sees('the class in the outline', async () => {
            await page.keyboard.press('Control+1');
            await page.keyboard.press('Control+Shift+O');
            const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'demo' }).first();
            await row.waitFor(patient);
            await page.keyboard.press('Escape');
        });
        await sees('the finding when the mouse is over it', async () => {
            await squiggles().first().hover({ force: true });
            const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'Syntax error' });
            await hover.waitFor(patient);
            return line(await hover.innerText());
        });
        await sees('token and scope of the name of the class', async () => {
            await page.keyboard.press('Control+1');
            await goTo('3:8');
            await command('Developer: Inspect Editor Tokens and Scopes');
            const widget = page.locator('.token-inspect-widget');
            await widget.waitFor(patient);
            await widget.locator('td', { hasText: 'entity.name.type.class.puppet' }).first().waitFor(patient);
            const text = line(await widget.innerText());
            assert(/semantic token type ?class/i.test(text), text);
            await page.keyboard.press('Escape');
        });
        await sees('the finding go when the colon is typed', async () => {
            await page.keyboard.press('Control+1');
            await goTo('8:21');
            await page.keyboard.type(':');
            await squiggles().first().waitFor({ state: 'detached', ...patient });
            await page.locator('.markers-panel .monaco-list-row', { hasText: "'ensure'" }).waitFor({ state: 'detached', ...patient });
        });
        await shot('fixed');
        await sees('it come back when the colon is gone', async () => {
            await page.keyboard.press('Backspace');
            const start = Date.now();
            await squiggles().first().waitFor(patient);
            return `${Date.now() - start} ms after the key`;
        });
        await sees('the mistake in a template', async () => {
            await open('motd.epp');
            const row = page.locator('.markers-panel .monaco-list-row', { hasText: "Syntax error at '%>'" });
            await row.waitFor(patient);
            const text = line(await row.innerText());
            assert(/Ln 2, Col 24/.test(text), text);
            return text;
        });
        await shot('template');
        await sees('and can mend that, too', async () => {
            await page.keyboard.press('Control+1');
            await goTo('2:23');
            await page.keyboard.type(' 1');
            await page.locator('.markers-panel .monaco-list-row', { hasText: "'%>'" }).waitFor({ state: 'detached', ...patient });
        });
        await sees('the version of the server', async () => {
            await command('Bunraku: Show the Version of the Server');
            const toast = page.locator('.notifications-toasts', { hasText: /bunraku \d+\.\d+/ });
            await toast.waitFor(patient);
            return line(await toast.innerText());
        });
        await open('init.pp');
        await goTo('8:21');
        await page.keyboard.type(':');
        await squiggles().first().waitFor({ state: 'detached', ...patient });
        await command('Bunraku: Show Graph');
        for (const theme of ['Default High Contrast', 'Default High Contrast Light']) {
            await sees(`in ${theme} which button is pressed, which row is chosen, and where the keyboard is`, async () => {
                await workbench.set({ 'workbench.colorTheme': theme });
                return visible(page, theme);
            });
            await shot(theme.toLowerCase().replaceAll(' ', '-'));
        }
    },
).catch((error) => {
    failed += 1;
    console.log(`not ok ${error.message}`);
});

// The examples, beside another extension for Puppet: the graph is read and used.
await withWorkbench(
    {
        vscode,
        workspace: path.join(root, 'examples'),
        install: vsix,
        settings: { 'git.enabled': true, 'git.openRepositoryInParentFolders': 'never' },
        prepare: committed,
        beside: [{ publisher: 'puppet', name: 'puppet-vscode', version: '1.5.7', displayName: 'Puppet' }],
    },
    async (workbench) => {
        page = workbench.page;
        await page.goto(workbench.url([['openFile', workbench.remote(`${workbench.folder}/site/modules/webserver/manifests/service.pp`)]]));
        await sees('a warning that another extension for Puppet is active', async () => {
            const toast = page.locator('.notifications-toasts .notification-toast', { hasText: /The extension Puppet is active too.*disable one/s });
            await toast.getByText('Show It', { exact: true }).waitFor(patient);
        });
        await status('Bunraku').locator('.codicon-check').waitFor(patient);
        await command('Notifications: Clear All Notifications');
        await used(page, sees);
        await shot('graph');
        await compared(page, sees, workbench.folder);
        await accessible(page, sees);
        await sees('the places that the line above a definition counts', async () => {
            await open('vhost.pp');
            const lens = (text) => page.locator('.editor-group-container.active .codelens-decoration a', { hasText: text }).first();
            await lens(/^[1-9]\d* references?$/).click(patient);
            const peek = page.locator('.peekview-widget');
            await peek.locator('.peekview-title', { hasText: /\([1-9]\d*\)/ }).waitFor(patient);
            const uses = peek.locator('.ref-tree .monaco-list-row', { hasText: 'webserver::vhost {' });
            await uses.first().waitFor(patient);
            const count = await uses.count();
            await page.keyboard.press('Escape');
            // The text of the line may come a moment after its target.
            await lens(new RegExp(`^${count} references?$`)).waitFor(patient);
            return `${count} of them`;
        });
        await sees('the walkthrough with its steps, and what they offer', async () => {
            await command('Welcome: Open Walkthrough');
            await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Bunraku for Puppet' }).click(patient);
            const step = (text) => page.locator('.gettingStartedContainer .getting-started-step', { hasText: text }).first();
            await step('See mistakes').waitFor(patient);
            await step('See the order of resources').click(patient);
            await step('See the order of resources').getByText('Show the Graph', { exact: true }).waitFor(patient);
            return line((await page.locator('.gettingStartedContainer .getting-started-step .step-title').allInnerTexts()).join(', '));
        });
        await shot('walkthrough');
        await sees('the output of the extension', async () => {
            const shown = () => [...document.querySelectorAll('.part.panel select')].some((it) => it.selectedOptions[0]?.textContent === 'Bunraku');
            // The workbench may still be busy with the walkthrough when it is asked first, and people ask again.
            for (let left = 3; left > 0; left -= 1) {
                await command('Bunraku: Show the Output');
                // Its lines are written by a module that is built on the machine of the user, and not here.
                const found = await page.waitForFunction(shown, null, { timeout: 20_000 }).then(() => true, (error) => left > 1 ? false : Promise.reject(error));
                if (found) {
                    break;
                }
            }
        });
    },
).catch((error) => {
    failed += 1;
    console.log(`not ok ${error.message}`);
});

// A folder that names a program of its own, and modules outside of it, and is not trusted: neither is run or read.
const settings = (folder) => path.join(folder, '.vscode/settings.json');
const outside = (folder) => path.join(folder, '../outside');
await withWorkbench(
    {
        vscode,
        workspace: path.join(root, 'editors/test/site'),
        install: vsix,
        trusted: false,
        prepare(folder) {
            const program = path.join(folder, 'evil');
            fs.writeFileSync(program, `#!/bin/sh\ntouch '${folder}/ran'\n`, { mode: 0o755 });
            fs.mkdirSync(path.dirname(settings(folder)));
            fs.writeFileSync(settings(folder), JSON.stringify({ 'bunraku.server.path': program, 'bunraku.modulepath': [outside(folder)] }));
            fs.mkdirSync(path.join(outside(folder), 'elsewhere/manifests'), { recursive: true });
            fs.writeFileSync(path.join(outside(folder), 'elsewhere/manifests/init.pp'), '# @summary Elsewhere\nclass elsewhere(\n  Integer $x,\n) {\n}\n');
            fs.writeFileSync(path.join(folder, 'manifests/uses.pp'), "# @summary Uses\nclass demo::uses {\n  class { 'elsewhere': x => 'no' }\n  notify { 'a': nosuch => 1 }\n}\n");
        },
    },
    async (workbench) => {
        page = workbench.page;
        await page.goto(workbench.url([['openFile', workbench.remote(`${workbench.folder}/manifests/init.pp`)]]));
        await sees('that a folder is not trusted', () => status('Restricted Mode').waitFor(patient));
        await sees('findings there, too', async () => {
            await status('Bunraku').locator('.codicon-check').waitFor(patient);
            await squiggles().first().waitFor(patient);
        });
        await sees('no program of that folder run', async () => assert(!fs.existsSync(path.join(workbench.folder, 'ran')), 'it ran'));
        const told = (text) => page.locator('.markers-panel .monaco-list-row', { hasText: text }).first();
        const wrong = "parameter 'x' expects an Integer";
        await sees('no module read that lies outside', async () => {
            await command('Problems: Focus on Problems View');
            await open('uses.pp');
            await told('nosuch').waitFor(patient);
            assert((await told(wrong).count()) === 0, 'it was read');
        });
        await shot('restricted');
        await sees('it run once the folder is trusted', async () => {
            await command('Workspaces: Manage Workspace Trust');
            await page.locator('.workspace-trust-editor a.monaco-button', { hasText: /^Trust$/ }).first().click(patient);
            await status('Bunraku').locator('.codicon-error').waitFor(patient);
            assert(fs.existsSync(path.join(workbench.folder, 'ran')), 'it did not run');
        });
        await sees('one message that says which program failed, and what to do', async () => {
            const toasts = page.locator('.notifications-toasts .notification-toast');
            await toasts.filter({ hasText: /did not start.*evil/s }).getByText('Restart', { exact: true }).waitFor(patient);
            await page.waitForTimeout(500);
            assert((await toasts.count()) === 1, `${await toasts.count()} messages: ${line((await toasts.allInnerTexts()).join(' | '))}`);
        });
        await shot('trusted');
        await sees('the module once the folder is trusted and names no such program', async () => {
            fs.writeFileSync(settings(workbench.folder), JSON.stringify({ 'bunraku.modulepath': [outside(workbench.folder)] }));
            // Messages take the key, too, for as long as they are there.
            const trust = page.locator('.workspace-trust-editor');
            await eventually(async () => {
                await trust.locator('.workspace-trust-title-text').click({ timeout: 1_000 }).catch(() => undefined);
                await page.keyboard.press('Escape');
                await trust.waitFor({ state: 'hidden', timeout: 1_000 });
            });
            await open('uses.pp');
            await told(wrong).waitFor(patient);
        });
    },
).catch((error) => {
    failed += 1;
    console.log(`not ok ${error.message}`);
});

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
