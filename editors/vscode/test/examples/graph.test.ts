// The graph beside the code, in the page where it is drawn.

import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { Probe } from '../../src/graph/messages';
import { api, open, soon, uri } from '../host/editor';

const INIT = 'site/modules/webserver/manifests/init.pp';
const SERVICE = 'site/modules/webserver/manifests/service.pp';
const CYCLE = 'mistakes/catalog/dependency-cycle.pp';

/** State of the page, as soon as it is the one that a test waits for. */
async function shown(what: string, is: (probe: Probe) => boolean, keys: string[] = [], seconds?: number): Promise<Probe> {
    const it = await api();
    let last: Probe | undefined;
    if (keys.length > 0) {
        await it.probeGraph(keys);
    }
    try {
        return await soon(what, async () => {
            last = await it.probeGraph();
            return last !== undefined && is(last) && last;
        }, seconds);
    } catch (error) {
        throw new Error(`${String(error)}: ${JSON.stringify(last)?.slice(0, 2000)}`);
    }
}

async function show(name: string, view: object = { system: 'Debian 12' }): Promise<void> {
    const { document } = await open(name);
    await vscode.commands.executeCommand('bunraku.showGraph', { textDocument: { uri: document.uri.toString() }, ...view });
}

describe('the graph', () => {
    before(async () => {
        await api();
    });
    after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

    it('opens from the line above a class, with a box for each class', async () => {
        const { document } = await open(INIT);
        const lens = await soon('a lens', async () => {
            const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 20);
            return found.find((it) => it.command?.command === 'bunraku.showGraph');
        });
        const [wanted] = lens.command?.arguments ?? [];
        await vscode.commands.executeCommand('bunraku.showGraph', { ...wanted, system: 'Debian 12' });
        const probe = await shown('classes', (it) => it.boxes.includes('Class[Webserver::Service]'));
        assert.ok(probe.boxes.includes('Class[Webserver::Config]'), probe.boxes.join());
        assert.match(probe.title, /^(class webserver|node web1.example.com) on .*Debian 12/);
        assert.equal(probe.listed.length, probe.boxes.length);
    });

    it('opens a box, and closes it', async () => {
        await show(SERVICE, { system: 'Debian 12', collapse: 'class' });
        await shown('a closed class', (it) => it.boxes.includes('Class[Webserver::Service]') && !it.boxes.some((box) => box.startsWith('Exec[')));
        const editor = await open(SERVICE);
        const at = editor.document.positionAt(editor.document.getText().indexOf("exec { '"));
        editor.selection = new vscode.Selection(at, at);
        await shown('the class of what the cursor is in', (it) => it.current === 'Class[Webserver::Service]');
        await shown('the selection', (it) => it.selected === 'Class[Webserver::Service]', ['Escape', 'ArrowRight']);
        const service = await shown('what is in it', (it) => it.boxes.some((box) => box.startsWith('Service[')), [' ']);
        assert.ok(service.boxes.includes('Class[Webserver::Service]'));
        await shown('one box again', (it) => !it.boxes.some((box) => box.startsWith('Service[')), [' ']);
    });

    it('goes to the source', async () => {
        await show(SERVICE, { system: 'Debian 12', collapse: '', focus: 'Class[Webserver::Service]', hops: 1 });
        const probe = await shown('a selection', (it) => it.boxes.length > 1 && it.boxes.length < 20 && it.selected !== undefined, ['ArrowRight']);
        await shown('the selection', () => true, ['ArrowRight']);
        const { selected } = await shown('a resource', (it) => it.selected !== undefined);
        const title = /\[(.*)\]/.exec(selected ?? '')?.[1] ?? '?';
        await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
        await shown('nothing new', () => true, ['Enter']);
        const editor = await soon('an editor at the place', () => {
            const editor = vscode.window.activeTextEditor;
            return editor !== undefined && editor.selection.active.line > 0 && editor;
        });
        const around = editor.document.getText(new vscode.Range(editor.selection.active.line, 0, editor.selection.active.line + 1, 0));
        assert.ok(editor.document.uri.path.endsWith('.pp'), probe.boxes.join());
        assert.ok(around.toLowerCase().includes(title.toLowerCase().split('::').at(-1) ?? '?') || /\{|include|contain/.test(around), `${selected} at ${around}`);
    });

    it('follows the cursor', async () => {
        await show(SERVICE, { system: 'Debian 12', collapse: '' });
        await shown('resources', (it) => it.boxes.some((box) => box.startsWith('Exec[')));
        const editor = await open(SERVICE);
        const at = editor.document.positionAt(editor.document.getText().indexOf("exec { '"));
        editor.selection = new vscode.Selection(at, at);
        await shown('the command', (it) => it.current?.startsWith('Exec[') === true);
    });

    it('follows what is typed, and leaves what was there where it is', async () => {
        await show(SERVICE, { system: 'Debian 12', collapse: '', focus: 'Class[Webserver::Service]', hops: 1 });
        const before = await shown('resources', (it) => it.boxes.some((box) => box.startsWith('Exec[')) && it.boxes.length < 20);
        const editor = await open(SERVICE);
        const text = editor.document.getText();
        await editor.edit((edit) => edit.insert(editor.document.positionAt(text.lastIndexOf('}')), "  notify { 'new': }\n"));
        const after = await shown('another resource', (it) => it.boxes.includes('Notify[new]'));
        const moved = Object.entries(before.at).filter(([id, [x, y]]) => after.at[id] === undefined || Math.hypot(after.at[id][0] - x, after.at[id][1] - y) > 45);
        assert.deepEqual(moved, []);
        await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'class {\n'));
        await shown('that it is old', (it) => /Last graph/.test(it.title) && it.boxes.includes('Notify[new]'));
        await vscode.commands.executeCommand('workbench.action.files.revert');
        await shown('without it', (it) => !it.boxes.includes('Notify[new]'));
    });

    it('says of a box what a hover says', async () => {
        await show(SERVICE, { system: 'Debian 12', collapse: '' });
        await shown('resources', (it) => it.boxes.some((box) => box.startsWith('Exec[')));
        const editor = await open(SERVICE);
        const at = editor.document.positionAt(editor.document.getText().indexOf("exec { '") + 9);
        editor.selection = new vscode.Selection(at, at);
        const { current } = await shown('the command', (it) => it.current?.startsWith('Exec[') === true);
        const { selected, spoken } = await shown('the selection', (it) => it.selected === current, ['Escape', 'ArrowLeft']);
        const { hover } = await shown('a text', (it) => it.hover !== '', ['h']);
        const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', editor.document.uri, at);
        const text = found.flatMap((it) => it.contents.map((it) => (typeof it === 'string' ? it : it.value))).join('\n');
        // In the text the places are links.
        const words = (it: string) => it.replace(/\[([^\]]*)\]\(file:[^)]*\)/g, '$1').replace(/[`*\-\s]/g, '');
        assert.equal(words(hover), words(text));
        assert.match(text, /before \(\[line \d+\]\(file:.*service\.pp#L\d+\)\)/s);
        assert.ok(spoken.startsWith(selected ?? '?') && /in Class\[Webserver::Service\]/.test(spoken), spoken);
        // The next picture has the text, too: it may come between the question and the answer.
        const code = editor.document.getText();
        await editor.edit((edit) => edit.insert(editor.document.positionAt(code.lastIndexOf('}')), "  notify { 'new': }\n"));
        await shown('the text beside the next picture', (it) => it.boxes.includes('Notify[new]') && it.hover !== '');
        await vscode.commands.executeCommand('workbench.action.files.revert');
        await shown('without what was typed', (it) => !it.boxes.includes('Notify[new]'));
    });

    it('lists the edges of a cycle', async () => {
        await show(CYCLE, { collapse: '' });
        const probe = await shown('a cycle', (it) => it.cycles.length > 1);
        assert.ok(probe.cycles.every((it) => /^\S.* [~-]> .*\(.*\.pp:\d+\)$/.test(it)), probe.cycles.join('\n'));
    });

    it('marks what differs on another system', async () => {
        const support = ['Debian 12', 'RedHat 9'].map((it) => ({ operatingsystem: it.split(' ')[0], operatingsystemrelease: [it.split(' ')[1]] }));
        const code = "class two {\n  $package = $facts['os']['family'] ? { 'Debian' => 'apache2', default => 'httpd' }\n  package { $package: ensure => installed }\n  -> notify { 'done': message => $package }\n}\n";
        await vscode.workspace.fs.writeFile(uri('two/metadata.json'), Buffer.from(JSON.stringify({ name: 'a-two', operatingsystem_support: support })));
        await vscode.workspace.fs.writeFile(uri('two/manifests/init.pp'), Buffer.from(code));
        await show('two/manifests/init.pp', { system: 'Debian 12', compare: 'RedHat 9', collapse: '' });
        const probe = await shown('a comparison', (it) => it.title.includes('against RedHat 9'));
        assert.ok(probe.compares.includes('RedHat 9') && probe.compares.includes('HEAD') && !probe.compares.includes('Debian 12'), probe.compares.join());
        assert.equal(probe.title, 'class two on Debian 12, against RedHat 9: 1 new, 1 removed, 1 changed, 4 relationships');
        assert.deepEqual(probe.boxes, ['Class[Two]', 'added Package[apache2]', 'changed Notify[done]', 'removed Package[httpd]']);
        await shown('the selection', (it) => it.selected === 'Notify[done]', ['Escape', 'ArrowRight', 'ArrowRight']);
        await shown('what differs', (it) => it.hover.includes('message: "httpd" → "apache2"'), ['h']);
    });

    it('marks what differs from a revision, and follows what is typed', async () => {
        const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', '-c', 'commit.gpgsign=false', ...args], { cwd: uri('').fsPath, stdio: 'pipe' });
        git('init', '--quiet');
        git('add', '.');
        git('commit', '--quiet', '-m', 'one');
        await show(SERVICE, { system: 'Debian 12', collapse: '' });
        await vscode.commands.executeCommand('bunraku.compareGraph', 'HEAD');
        await shown('that nothing differs', (it) => it.title.includes('against HEAD: 0 new, 0 removed, 0 changed, 0 relationships'));
        const editor = await open(SERVICE);
        const text = editor.document.getText();
        await editor.edit((edit) => edit.insert(editor.document.positionAt(text.lastIndexOf('}')), "  notify { 'new': }\n"));
        const one = await shown('what is new', (it) => it.boxes.includes('added Notify[new]'));
        assert.match(one.title, /against HEAD: 1 new, 0 removed, 0 changed, 1 relationships\b/);
        await vscode.commands.executeCommand('workbench.action.files.revert');
        await shown('that nothing differs again', (it) => it.title.includes('against HEAD: 0 new'));
        await vscode.commands.executeCommand('bunraku.compareGraph', 'nosuch');
        await shown('why nothing is compared', (it) => it.title.includes('not compared: nosuch: there is no such revision'));
    });

    it('is written as SVG, DOT and PNG', async () => {
        const read = async (format: string) => {
            const file = await vscode.commands.executeCommand<vscode.Uri>('bunraku.exportGraph', format, uri(`graph.${format}`));
            return Buffer.from(await vscode.workspace.fs.readFile(file));
        };
        assert.match((await read('svg')).toString(), /^<svg [^>]*xmlns=.*<\/svg>\n$/s);
        assert.match((await read('dot')).toString(), /^digraph catalog \{/);
        assert.equal((await read('png')).subarray(1, 4).toString(), 'PNG');
    });

    it('has the colours of the theme', async () => {
        const settings = vscode.workspace.getConfiguration('workbench');
        const light = await shown('a picture', (it) => it.colors['back'] !== '');
        await settings.update('colorTheme', 'Default High Contrast', vscode.ConfigurationTarget.Global);
        await shown('other colours', (it) => ['back', 'text', 'box'].every((name) => it.colors[name] !== light.colors[name]));
        await settings.update('colorTheme', undefined, vscode.ConfigurationTarget.Global);
        await shown('the same again', (it) => it.colors['back'] === light.colors['back']);
    });

    it('draws 5,000 resources, of which few are seen at once, as soon as 500', async function () {
        const median = (all: number[] = []) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
        const frames = async (name: string, classes: number) => {
            const each = (i: number) => `  file { '/etc/many/${i}':\n    ensure  => file,\n    require => ${i === 0 ? 'undef' : `File['/etc/many/${Math.floor((i - 1) / 3)}']`},\n  }\n`;
            const code = Array.from({ length: classes }, (_, c) => `class ${name}::c${c} {\n${Array.from({ length: 100 }, (_, i) => each(c * 100 + i)).join('')}}\n`);
            const text = `${code.join('')}node default {\n${Array.from({ length: classes }, (_, c) => `  include ${name}::c${c}\n`).join('')}}\n`;
            await vscode.workspace.fs.writeFile(uri(`${name}/environment.conf`), Buffer.from(''));
            await vscode.workspace.fs.writeFile(uri(`${name}/manifests/site.pp`), Buffer.from(text));
            const start = Date.now();
            await show(`${name}/manifests/site.pp`, { collapse: '', entry: 'node default' });
            const count = classes * 100;
            const { lines } = await shown('all of them', (it) => it.boxes.length >= count && it.boxes.length < count + 200 && it.boxes.includes(`Class[${capital(name)}::C0]`), [], 60);
            const loaded = Date.now() - start;
            const far = await (await api()).probeGraph(['0'], 40);
            await soon('a size that can be read', async () => ((await (await api()).probeGraph(['+']))?.scale ?? 0) >= 0.85);
            const near = await (await api()).probeGraph([], 40);
            assert.equal(far?.frames.length, 40);
            return { lines, loaded, far: median(far?.frames), near: median(near?.frames) };
        };
        const few = await frames('some', 5);
        const all = await frames('many', 50);
        const told = `${all.lines} lines, shown after ${all.loaded} ms, a frame in ${all.far.toFixed(1)} ms from afar and ${all.near.toFixed(1)} ms from near; of 500 in ${few.far.toFixed(1)} and ${few.near.toFixed(1)} ms`;
        if (this.test !== undefined) {
            this.test.title += `: ${told}`;
        }
        // Machines differ; what the same machine takes for more of the same does not.
        assert.ok(all.near < 3 * few.near + 5, told);
        assert.ok(all.far < 3 * 10 * few.far + 5, told);
    }).timeout(180_000);
});

function capital(name: string): string {
    return name.slice(0, 1).toUpperCase() + name.slice(1);
}
