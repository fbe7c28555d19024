// Each feature as the editor asks for it, on the example site.

import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { api, findings, open, soon, uri } from '../host/editor';

const VHOST = 'site/modules/webserver/manifests/vhost.pp';
const SERVICE = 'site/modules/webserver/manifests/service.pp';
const INIT = 'site/modules/webserver/manifests/init.pp';

/** The place of a text in a document, or of what follows `before` in it. */
function place(document: vscode.TextDocument, before: string, text = ''): vscode.Position {
    const at = document.getText().indexOf(before + text);
    assert.ok(at >= 0, `${document.fileName} has ${before}${text}`);
    return document.positionAt(at + before.length + (text === '' ? 0 : 1));
}

/** Asks until the server has read the workspace, and there is something. */
function ask<T>(what: string, command: string, ...values: unknown[]): Promise<T> {
    return soon(what, async () => {
        const found = await vscode.commands.executeCommand<T | undefined>(command, ...values);
        const isEmpty = found === undefined || found === null || (Array.isArray(found) && found.length === 0);
        return isEmpty ? undefined : found;
    });
}

function lines(places: (vscode.Location | vscode.LocationLink)[]): string[] {
    const folder = uri('').fsPath;
    return places
        .map((it) => ('targetUri' in it ? [it.targetUri, it.targetSelectionRange ?? it.targetRange] as const : [it.uri, it.range] as const))
        .map(([file, range]) => `${path.relative(folder, file.fsPath)}:${range.start.line + 1}`)
        .sort();
}

describe('the features of the language server', () => {
    before(async () => {
        await api();
    });

    it('go to the definition of a class', async () => {
        const { document } = await open(VHOST);
        const found = await ask<vscode.Location[]>('a definition', 'vscode.executeDefinitionProvider', document.uri, place(document, 'include ', 'webserver'));
        assert.deepEqual(lines(found), [`${INIT}:8`]);
    });

    it('go from a reference to what declares the resource', async () => {
        const { document } = await open(VHOST);
        const found = await ask<vscode.Location[]>('a declaration', 'vscode.executeDefinitionProvider', document.uri, place(document, 'require => File[', "'/etc/nginx/sites-available'"));
        assert.deepEqual(lines(found), ['site/modules/webserver/manifests/config.pp:9']);
    });

    it('find the references of a parameter', async () => {
        const { document } = await open(INIT);
        const found = await ask<vscode.Location[]>('references', 'vscode.executeReferenceProvider', document.uri, place(document, ' $', 'service'));
        assert.deepEqual(lines(found).filter((it) => it.startsWith(SERVICE)), [`${SERVICE}:13`, `${SERVICE}:3`]);
    });

    it('say what orders a resource', async () => {
        const { document } = await open(SERVICE);
        const found = await ask<vscode.Hover[]>('a text', 'vscode.executeHoverProvider', document.uri, place(document, 'exec { ', "'check"));
        const text = found.flatMap((it) => it.contents.map((it) => (typeof it === 'string' ? it : it.value))).join('\n');
        assert.match(text, /before/);
        assert.match(text, /line \d+/);
    });

    it('rename a variable', async () => {
        const { document } = await open(VHOST);
        const edit = await ask<vscode.WorkspaceEdit>('an edit', 'vscode.executeDocumentRenameProvider', document.uri, place(document, '$', 'listen ='), 'where');
        const [changed] = edit.entries();
        assert.equal(changed[0].fsPath, document.uri.fsPath);
        assert.equal(changed[1].length, 2);
    });

    it('highlight a variable', async () => {
        const { document } = await open(VHOST);
        const found = await ask<vscode.DocumentHighlight[]>('places', 'vscode.executeDocumentHighlights', document.uri, place(document, '$', 'listen ='));
        assert.equal(found.length, 2);
        assert.deepEqual(found.map((it) => it.kind).sort(), [vscode.DocumentHighlightKind.Read, vscode.DocumentHighlightKind.Write].sort());
    });

    it('find symbols of the workspace', async () => {
        const found = await ask<vscode.SymbolInformation[]>('symbols', 'vscode.executeWorkspaceSymbolProvider', 'webserver::vhost');
        assert.ok(found.some((it) => it.name === 'webserver::vhost' && it.location.uri.path.endsWith(VHOST)));
    });

    it('offer a mend, which mends', async () => {
        const { document } = await open('mistakes/legacy-fact.pp');
        const whole = new vscode.Range(0, 0, document.lineCount, 0);
        const fix = await soon('a mend', async () => {
            const found = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, whole, undefined, 20);
            return found.find((it) => it.kind !== undefined && vscode.CodeActionKind.QuickFix.contains(it.kind) && it.edit !== undefined);
        });
        assert.ok(findings('mistakes/legacy-fact.pp').length > 0);
        assert.ok(fix.edit !== undefined && (await vscode.workspace.applyEdit(fix.edit)), fix.title);
        assert.match(document.lineAt(0).text, /^if \$facts\['os'\]\['family'\] ==/);
        await soon('no finding', () => findings('mistakes/legacy-fact.pp').length === 0);
        await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('show what Puppet itself brings along on a page', async () => {
        const { document } = await open(VHOST);
        const [found] = await ask<(vscode.Location | vscode.LocationLink)[]>('a page', 'vscode.executeDefinitionProvider', document.uri, place(document, '  ', 'file { $root'));
        const target = 'targetUri' in found ? found.targetUri : found.uri;
        assert.equal(target.scheme, 'bunraku');
        const page = await vscode.workspace.openTextDocument(target);
        assert.match(page.getText(), /ensure[^]*owner[^]*mode/);
    });

    it('link to files of modules', async () => {
        const { document } = await open('site/modules/webserver/manifests/config.pp');
        const found = await ask<vscode.DocumentLink[]>('links', 'vscode.executeLinkProvider', document.uri);
        assert.ok(found.some((it) => it.target?.path.endsWith('/webserver/files/mime.types')), JSON.stringify(found));
    });

    it('show who declares a class', async () => {
        const { document } = await open(INIT);
        const [item] = await ask<vscode.CallHierarchyItem[]>('an item', 'vscode.prepareCallHierarchy', document.uri, place(document, 'class ', 'webserver'));
        const callers = await ask<vscode.CallHierarchyIncomingCall[]>('callers', 'vscode.provideIncomingCalls', item);
        assert.deepEqual(callers.map((it) => it.from.name).sort(), ['profile::web', 'webserver::vhost']);
    });

    it('show from what a class inherits, and what inherits from it', async () => {
        const [parent, child] = ['family/manifests/init.pp', 'family/manifests/child.pp'];
        await vscode.workspace.fs.writeFile(uri('family/metadata.json'), Buffer.from('{ "name": "a-family" }'));
        await vscode.workspace.fs.writeFile(uri(parent), Buffer.from('class family {\n}\n'));
        await vscode.workspace.fs.writeFile(uri(child), Buffer.from('class family::child inherits family {\n}\n'));
        const { document } = await open(child);
        const [item] = await ask<vscode.TypeHierarchyItem[]>('an item', 'vscode.prepareTypeHierarchy', document.uri, place(document, 'class ', 'family::child'));
        const above = await ask<vscode.TypeHierarchyItem[]>('what is above', 'vscode.provideSupertypes', item);
        assert.deepEqual(above.map((it) => [it.name, it.uri.path.endsWith(parent)]), [['family', true]]);
        const below = await ask<vscode.TypeHierarchyItem[]>('what is below', 'vscode.provideSubtypes', above[0]);
        assert.deepEqual(below.map((it) => [it.name, it.uri.path.endsWith(child)]), [['family::child', true]]);
        const { document: top } = await open(parent);
        const found = await ask<vscode.Location[]>('an implementation', 'vscode.executeImplementationProvider', top.uri, place(top, 'class ', 'family'));
        assert.deepEqual(lines(found), [`${child}:1`]);
        await vscode.workspace.fs.delete(uri('family'), { recursive: true });
    });

    it('complete a variable', async () => {
        const editor = await open(VHOST);
        const at = place(editor.document, '$listen = $', 'port').translate(0, -1);
        const found = await ask<vscode.CompletionList>('items', 'vscode.executeCompletionItemProvider', editor.document.uri, at);
        const names = found.items.map((it) => (typeof it.label === 'string' ? it.label : it.label.label));
        assert.ok(['root', 'aliases', 'port', 'cache'].every((name) => names.some((it) => it.replace('$', '') === name)), names.slice(0, 30).join(' '));
    });

    it('complete the attributes of a resource that it does not have yet', async () => {
        const editor = await open(SERVICE);
        const at = place(editor.document, "    ensure     => running,\n");
        await editor.edit((edit) => edit.insert(at, '    \n'));
        const found = await soon('attributes', async () => {
            const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', editor.document.uri, at.translate(0, 4));
            const names = list.items.map((it) => (typeof it.label === 'string' ? it.label : it.label.label));
            return names.includes('hasstatus') && names;
        });
        assert.ok(found.includes('require') && !found.includes('ensure'));
        await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('complete a key of the data, and a fact in it', async () => {
        const editor = await open('site/data/os/Debian.yaml');
        const asked = async (text: string, label: string) => {
            const at = new vscode.Position(1, 0);
            await editor.edit((edit) => edit.insert(at, text + '\n'));
            await soon(label, async () => {
                const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', editor.document.uri, at.translate(0, text.length));
                return list.items.some((it) => (typeof it.label === 'string' ? it.label : it.label.label) === label) || undefined;
            });
        };
        await asked('webserver::wor', 'webserver::workers');
        await asked('x: %{facts.os.fam', 'facts.os.family');
        await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('help with what a function takes', async () => {
        const { document } = await open(VHOST);
        const help = await ask<vscode.SignatureHelp>('a signature', 'vscode.executeSignatureHelpProvider', document.uri, place(document, 'webserver::listen('));
        assert.match(help.signatures[0].label, /webserver::listen/);
    });

    it('say between the text what it means', async () => {
        const { document } = await open(INIT);
        const found = await ask<vscode.InlayHint[]>('hints', 'vscode.executeInlayHintProvider', document.uri, new vscode.Range(0, 0, document.lineCount, 0));
        const labels = found.map((it) => (typeof it.label === 'string' ? it.label : it.label.map((part) => part.value).join('')));
        assert.ok(labels.some((it) => /^ ?Hiera: /.test(it)), labels.join());
    });

    it('say above a definition who uses it', async () => {
        const { document } = await open(INIT);
        const found = await ask<vscode.CodeLens[]>('lenses', 'vscode.executeCodeLensProvider', document.uri, 10);
        const lens = found.find((it) => /\d+ references?/.test(it.command?.title ?? ''));
        assert.ok(lens?.command, JSON.stringify(found.map((it) => it.command?.title)));
        assert.equal(lens.command.command, 'bunraku.showReferences');
        await vscode.commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []));
    });

    it('grow a selection', async () => {
        const { document } = await open(VHOST);
        const [range] = await ask<vscode.SelectionRange[]>('ranges', 'vscode.executeSelectionRangeProvider', document.uri, [place(document, '$', 'listen =')]);
        assert.ok(range.parent !== undefined && range.parent.range.contains(range.range));
    });
});
