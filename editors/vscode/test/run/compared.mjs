// The graph against a revision that is picked, a place in a file as it was, and pictures that are written where a dialog says.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { command, goTo, open, patient, webview } from './hands.mjs';

const SERVICE = 'site/modules/webserver/manifests/service.pp';
/** The branch of the commit in which the manifest had one resource more. */
const BRANCH = 'with-a-notice';
const GONE = 'Notify[gone]';

/** Two commits in the folder that is opened. */
export function committed(folder) {
    const git = (...args) => execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', '-c', 'commit.gpgsign=false', ...args], { cwd: folder, stdio: 'pipe' });
    const file = path.join(folder, SERVICE);
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace(/\}\n$/, "\n  notify { 'gone': }\n}\n"));
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'one');
    git('branch', BRANCH);
    fs.writeFileSync(file, text);
    git('commit', '--quiet', '-a', '-m', 'two');
}

/** Goes through all of it; `counts` counts one thing that a user sees. */
export async function compared(page, counts, folder) {
    // Keys and clicks go to whatever has come before what they are meant for: what fails is begun anew, twice.
    const sees = (what, look) =>
        counts(what, async () => {
            for (let left = 2; ; left -= 1) {
                try {
                    return await look();
                } catch (error) {
                    if (left === 0) {
                        throw error;
                    }
                    await page.keyboard.press('Escape');
                }
            }
        });
    const graph = webview(page);
    const told = (text) => graph.locator('#title', { hasText: text });
    const row = (text) => graph.locator('#list button').filter({ hasText: text });
    const picker = page.locator('.quick-input-widget');
    const rows = picker.locator('.quick-input-list .monaco-list-row');
    const another = async () => {
        await graph.locator('#compare').selectOption('other');
        await picker.locator('.quick-input-title', { hasText: 'Compare the graph with a revision' }).waitFor(patient);
    };

    await sees('the graph by the button above a manifest', async () => {
        await open(page, 'service.pp');
        await goTo(page, '10:12');
        await page.locator('.editor-group-container.active .editor-actions a.action-label[aria-label*="Show Graph"]').click(patient);
        await row('Class[Webserver::Service]').waitFor(patient);
        await graph.locator('#collapse').selectOption('');
        await row('Service[nginx]').waitFor(patient);
    });
    await sees('the branches that a graph can be compared with', async () => {
        // VS Code's own Git extension takes its time to find the repository.
        const end = Date.now() + patient.timeout;
        do {
            await page.keyboard.press('Escape');
            await picker.waitFor({ state: 'hidden', ...patient });
            await another();
        } while (!(await rows.filter({ hasText: BRANCH }).waitFor({ timeout: 2_000 }).then(() => true, () => false)) && Date.now() < end);
        const shown = (await rows.allInnerTexts()).map((it) => it.trim());
        if (!['HEAD', 'HEAD~1', 'main', BRANCH].every((it) => shown.includes(it))) {
            throw new Error(shown.join());
        }
        return shown.join();
    });
    await sees('no other graph when none is picked', async () => {
        await page.keyboard.press('Escape');
        await picker.waitFor({ state: 'hidden', ...patient });
        await page.waitForTimeout(500);
        const [title, chosen] = [await graph.locator('#title').innerText(), await graph.locator('#compare').inputValue()];
        if (title.includes('against') || chosen !== '') {
            throw new Error(`${title}, ${chosen}`);
        }
    });
    await sees('what is gone since a branch that is picked', async () => {
        await another();
        await rows.filter({ hasText: BRANCH }).click(patient);
        await told(`against ${BRANCH}: 0 new, 1 removed, 0 changed`).waitFor(patient);
        await row(GONE).waitFor(patient);
    });
    await sees('nothing new since a revision that is typed', async () => {
        await command(page, 'Bunraku: Compare the Graph with a Revision');
        await picker.locator('.quick-input-title', { hasText: 'Compare the graph with a revision' }).waitFor(patient);
        await picker.locator('input').first().fill('main~0');
        await rows.filter({ hasText: 'main~0' }).waitFor(patient);
        await page.keyboard.press('Enter');
        await told('against main~0: 0 new, 0 removed, 0 changed').waitFor(patient);
    });
    await sees('the code of what is gone, as it was', async () => {
        await graph.locator('#compare').selectOption('rHEAD');
        await told('against HEAD: 0 new, 0 removed').waitFor(patient);
        await another();
        await rows.filter({ hasText: BRANCH }).click(patient);
        await row(GONE).dblclick(patient);
        await page.locator('.statusbar-item', { hasText: /Ln 16, Col 3/ }).waitFor(patient);
        // The space between words is one that breaks no line.
        await page.locator('.editor-group-container .view-lines', { hasText: /notify\s\{\s'gone':\s\}/ }).first().waitFor(patient);
        // The page shows the graph still, though the cursor is in a file that it is not of.
        await page.waitForTimeout(1_000);
        await told(`against ${BRANCH}: 0 new, 1 removed`).waitFor(patient);
    });

    /** Waits until a file is there, and has all of its text. */
    const written = async (file, whole) => {
        const end = Date.now() + patient.timeout;
        for (;;) {
            const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
            if (whole.test(text)) {
                fs.rmSync(file);
                return text;
            }
            if (Date.now() > end) {
                throw new Error(`${file}: ${text.slice(0, 80)}`);
            }
            await page.waitForTimeout(100);
        }
    };
    const dialog = async (ending) => {
        const input = picker.locator('input').first();
        const end = Date.now() + patient.timeout;
        // The place comes a little later than the line that it stands in.
        while (!(await input.inputValue({ timeout: 5_000 }).catch(() => '')).endsWith(ending)) {
            if (Date.now() > end) {
                throw new Error(`the dialog has ${await input.inputValue()}`);
            }
            await page.waitForTimeout(100);
        }
        return input.inputValue();
    };
    await sees('the picture in the file that a dialog names, when SVG is chosen', async () => {
        await graph.locator('#more summary').click(patient);
        await graph.locator('#export').selectOption('svg');
        const place = await dialog('.svg');
        if (path.dirname(place) !== folder || (await graph.locator('#export').inputValue()) !== '') {
            throw new Error(place);
        }
        await page.keyboard.press('Enter');
        const text = await written(place, /^<svg [^>]*xmlns=.*<\/svg>\n$/s);
        if (!text.includes(GONE)) {
            throw new Error('it is another picture');
        }
        return path.basename(place);
    });
    await sees('no file when the dialog is left', async () => {
        await graph.locator('#export').selectOption('png');
        const place = await dialog('.png');
        await page.keyboard.press('Escape');
        await picker.waitFor({ state: 'hidden', ...patient });
        await page.waitForTimeout(500);
        if (fs.existsSync(place)) {
            throw new Error('it is there');
        }
        await graph.locator('#more summary').click(patient);
    });
    await sees('the picture in another file, as the command asks', async () => {
        await command(page, 'Bunraku: Export Graph');
        await picker.locator('.quick-input-title', { hasText: 'Export the Graph' }).waitFor(patient);
        // By keys: whatever is told meanwhile may lie over the row.
        await picker.locator('input').first().fill('dot');
        await rows.filter({ hasText: 'dot' }).first().waitFor(patient);
        await picker.locator('input').first().press('Enter');
        await dialog('.dot');
        const place = path.join(folder, 'elsewhere.dot');
        await picker.locator('input').first().fill(place);
        await page.waitForTimeout(500);
        await page.keyboard.press('Enter');
        await written(place, /^digraph catalog \{.*\}\n$/s);
    });
    await graph.locator('#compare').selectOption('');
    await told(/^(?!.*against)/).waitFor(patient);
}
