// usage: node pictures.mjs VSCODE BUNRAKU FOLDER [NAME...]
// Takes the pictures that the documentation shows: in the workbench, on a copy of the examples. All of them when none is named.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { here, root } from '../../scripts/layout.mjs';
import { command, goTo, open, patient, webview } from './hands.mjs';
import { withWorkbench } from './workbench.mjs';

const [vscode, bunraku, folder, ...named] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });
const SIZE = { width: 1200, height: 640 };
let taken = 0;

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

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'bunraku-pictures-'));
const install = path.join(scratch, 'bunraku.vsix');
execFileSync('node', [path.join(here, 'scripts/package.mjs'), '--server', bunraku, '--out', install], { cwd: here, stdio: 'pipe' });

/** One picture: of a file in the editor, after it was used. */
async function picture(name, theme, file, use, { workspace, prepare } = { workspace: 'examples', prepare: further }) {
    if (named.length > 0 && !named.includes(name)) {
        return;
    }
    const settings = {
        'workbench.colorTheme': theme,
        'window.menuBarVisibility': 'hidden',
        'workbench.activityBar.location': 'hidden',
        'breadcrumbs.enabled': false,
        'editor.hover.delay': 100,
        'editor.stickyScroll.enabled': false,
        'editor.autoIndent': 'none',
        'editor.autoClosingBrackets': 'never',
        'editor.autoClosingQuotes': 'never',
    };
    await withWorkbench({ vscode, workspace: path.join(root, workspace), install, settings, prepare }, async ({ page, folder: site, remote, url }) => {
        await page.setViewportSize(SIZE);
        await page.goto(url([['openFile', remote(path.join(site, file))]]));
        await page.locator('.statusbar-item', { hasText: 'Bunraku' }).locator('.codicon-check').waitFor(patient);
        await command(page, 'View: Close Primary Side Bar').catch(() => page.keyboard.press('Escape'));
        await open(page, path.basename(file));
        try {
            await use(page);
        } catch (error) {
            await page.screenshot({ path: path.join(scratch, `${name}.png`) });
            console.log(`not ok ${name}: ${path.join(scratch, `${name}.png`)}`);
            throw error;
        }
        await page.waitForTimeout(1_000);
        // Messages of the start are no part of the picture.
        await page.evaluate(() => document.querySelectorAll('.notifications-toasts').forEach((it) => it.remove()));
        await page.screenshot({ path: path.join(folder, `${name}.png`) });
        taken += 1;
        console.log(`ok ${name}`);
    });
}

/** One of the graph of what is at a line, after its page was used. */
function ofGraph(name, theme, file, row, use) {
    return picture(name, theme, file, async (page) => {
        await goTo(page, `${row}:3`);
        await command(page, 'Bunraku: Show Graph');
        const graph = webview(page);
        await graph.locator('#list button').first().waitFor(patient);
        await use(graph, page);
    });
}

const typing = async (page) => {
    await page.keyboard.press('Control+End');
    // Puppet would report the first when a catalog is compiled, and the others when one is applied.
    await page.keyboard.insertText(`
node 'web8.example.com' {
  file { '/etc/motd': ensure => file }
  file { '/etc/motd': ensure => absent }
}

node 'web9.example.com' {
  service { 'shop':
    ensure  => running,
    require => Package['shop'],
  }

  notify { 'first': require => Notify['second'] }
  notify { 'second': require => Notify['first'] }
}
`);
    await command(page, 'Problems: Focus on Problems View');
    for (const text of ['Duplicate declaration', 'Could not find resource', 'dependency cycle']) {
        await page.locator('.markers-panel .monaco-list-row', { hasText: text }).first().waitFor(patient);
    }
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+End');
    await page.locator('.codelens-decoration', { hasText: 'graph' }).first().waitFor(patient);
};
// Nothing else is wrong there.
await picture('typing', 'Default Dark Modern', 'manifests/site.pp', typing, { workspace: 'examples/site' });
await picture('hover', 'Default Light Modern', 'site/modules/webserver/manifests/service.pp', async (page) => {
    await goTo(page, '10:12');
    await command(page, 'Show or Focus Hover');
    await page.locator('.monaco-hover:not(.hidden)', { hasText: 'Exec[check' }).first().waitFor(patient);
});
const closed = (graph) => graph.locator('#title', { hasText: /\S/ }).waitFor(patient);
await ofGraph('graph', 'Default Dark Modern', 'site/modules/webserver/manifests/init.pp', 10, async (graph) => {
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#list button', { hasText: 'Class[Webserver::Install]' }).first().click(patient);
    // More boxes would be too small to read beside the code.
    await graph.locator('#hops').fill('1');
    await graph.locator('#focus').click(patient);
    await graph.locator('#numbers').click(patient);
    await graph.locator('#fit').click(patient);
});
await ofGraph('graph-against', 'Default Light Modern', 'site/modules/webserver/manifests/init.pp', 10, async (graph, page) => {
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#compare').selectOption({ label: 'HEAD' });
    await graph.locator('#title', { hasText: 'against HEAD' }).waitFor(patient);
    await graph.locator('#list button', { hasText: 'Service[nginx]' }).first().click(patient);
    await graph.locator('#hops').fill('2');
    await graph.locator('#focus').click(patient);
    // The signs before the names are to be read.
    await command(page, 'View: Toggle Maximize Editor Group');
    await page.waitForTimeout(500);
    await graph.locator('#fit').click(patient);
});
await ofGraph('graph-cycle', 'Default High Contrast', 'mistakes/catalog/dependency-cycle.pp', 2, async (graph) => {
    await closed(graph);
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#cycles button').first().waitFor(patient);
    await graph.locator('#fit').click(patient);
});
fs.rmSync(scratch, { recursive: true });
console.log(`${taken} passed, 0 failed`);
process.exit(taken > 0 ? 0 : 1);
