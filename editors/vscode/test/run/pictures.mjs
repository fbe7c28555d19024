// usage: node pictures.mjs VSCODE BUNRAKU FOLDER
// Takes the pictures of the graph that the documentation shows: in the workbench, on a copy of the examples.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { here, root } from '../../scripts/layout.mjs';
import { command, goTo, open, patient, webview } from './hands.mjs';
import { withWorkbench } from './workbench.mjs';

const [vscode, bunraku, folder] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });
const SIZE = { width: 1200, height: 640 };

/** A repository in which the last commit is what the examples are, and the files are a little further. */
function further(site) {
    const git = (...args) => execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', '-c', 'commit.gpgsign=false', ...args], { cwd: site });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'one');
    const file = path.join(site, 'site/modules/webserver/manifests/service.pp');
    const text = fs.readFileSync(file, 'utf8').replace("before      => Service[$webserver::service],", "notify      => Service[$webserver::service],");
    fs.writeFileSync(file, text.replace(/\}\n$/, "\n  file { '/run/nginx':\n    ensure => directory,\n    before => Service[$webserver::service],\n  }\n}\n"));
    const config = path.join(site, 'site/modules/webserver/manifests/config.pp');
    fs.writeFileSync(config, fs.readFileSync(config, 'utf8').replace("mode    => '0644'", "mode    => '0640'").replace(/\n  file \{ '\/etc\/nginx\/mime.types'.*?\n  \}\n/s, ''));
}

const install = path.join(folder, '.pictures.vsix');
execFileSync('node', [path.join(here, 'scripts/package.mjs'), '--server', bunraku, '--out', install], { cwd: here, stdio: 'inherit' });

/** One picture: of a file, with the cursor at a text, after the page of the graph was used. */
async function picture(name, theme, file, row, use) {
    await withWorkbench(
        { vscode, workspace: path.join(root, 'examples'), install, settings: { 'workbench.colorTheme': theme, 'window.menuBarVisibility': 'hidden', 'workbench.activityBar.location': 'hidden', 'breadcrumbs.enabled': false }, prepare: further },
        async ({ page, folder: site, remote, url }) => {
            await page.setViewportSize(SIZE);
            await page.goto(url([['openFile', remote(path.join(site, file))]]));
            await page.locator('.statusbar-item', { hasText: 'Bunraku' }).locator('.codicon-check').waitFor(patient);
            await command(page, 'View: Close Primary Side Bar').catch(() => page.keyboard.press('Escape'));
            await open(page, path.basename(file));
            await goTo(page, `${row}:3`);
            await command(page, 'Bunraku: Show Graph');
            const graph = webview(page);
            await graph.locator('#list button').first().waitFor(patient);
            await use(graph, page);
            await page.waitForTimeout(1_000);
            // What was said at the start is no part of the picture.
            await page.evaluate(() => document.querySelectorAll('.notifications-toasts').forEach((it) => it.remove()));
            await page.screenshot({ path: path.join(folder, `${name}.png`) });
            console.log(`ok ${name}`);
        },
    );
}

const closed = (graph) => graph.locator('#title', { hasText: /\S/ }).waitFor(patient);
await picture('graph', 'Default Dark Modern', 'site/modules/webserver/manifests/init.pp', 10, async (graph) => {
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#list button', { hasText: 'File[/etc/nginx/nginx.conf]' }).first().click(patient);
    await graph.locator('#hops').fill('2');
    await graph.locator('#focus').click(patient);
    await graph.locator('#numbers').click(patient);
    await graph.locator('#fit').click(patient);
});
await picture('graph-against', 'Default Light Modern', 'site/modules/webserver/manifests/init.pp', 10, async (graph) => {
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#compare').selectOption({ label: 'HEAD' });
    await graph.locator('#title', { hasText: 'against HEAD' }).waitFor(patient);
    await graph.locator('#list button', { hasText: 'Service[nginx]' }).first().click(patient);
    await graph.locator('#hops').fill('2');
    await graph.locator('#focus').click(patient);
    await graph.locator('#fit').click(patient);
});
await picture('graph-cycle', 'Default High Contrast', 'mistakes/catalog/dependency-cycle.pp', 2, async (graph) => {
    await closed(graph);
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#cycles button').first().waitFor(patient);
    await graph.locator('#fit').click(patient);
});
fs.rmSync(install);
console.log('3 passed, 0 failed');
