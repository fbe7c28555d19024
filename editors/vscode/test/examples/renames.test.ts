// Other names over files, on the example site. The last of the tests there: it leaves the site with those names.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, open, soon, uri } from '../host/editor';

const file = (name: string) => uri(`site/modules/webserver/manifests/${name}.pp`);
const now = async (name: string) => (await vscode.workspace.openTextDocument(file(name))).getText();
const isThere = (name: string) => vscode.workspace.fs.stat(file(name)).then(
    () => true,
    () => false,
);

describe('another name', () => {
    before(async () => {
        await api();
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('for a class goes into all files, and its own takes it, too', async () => {
        const { document } = await open('site/modules/webserver/manifests/service.pp');
        const at = document.positionAt(document.getText().indexOf('webserver::service'));
        const edit = await soon('an edit', () => vscode.commands.executeCommand<vscode.WorkspaceEdit | undefined>('vscode.executeDocumentRenameProvider', document.uri, at, 'webserver::daemon'));
        await vscode.workspace.applyEdit(edit);
        assert.ok((await isThere('daemon')) && !(await isThere('service')));
        assert.match(await now('daemon'), /^class webserver::daemon \{/m);
        assert.match(await now('init'), /contain webserver::daemon\n[^]*~> Class\['webserver::daemon'\]/);
        assert.match(await now('vhost'), /Class\['webserver::daemon'\]/);
        await vscode.workspace.saveAll();
    });

    it('for a file goes into the class and to all who name it', async () => {
        await open('site/modules/webserver/manifests/install.pp');
        const move = new vscode.WorkspaceEdit();
        move.renameFile(file('install'), file('packages'));
        await vscode.workspace.applyEdit(move);
        assert.ok((await isThere('packages')) && !(await isThere('install')));
        await soon('the class', async () => /^class webserver::packages \{/m.test(await now('packages')));
        assert.match(await now('init'), /contain webserver::packages\n[^]*Class\['webserver::packages'\]/);
    });
});
