// A workspace of two folders: each is known, and both are served by one server.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, firstLine, soon } from '../host/editor';

const at = (folder: number, name: string) => {
    const root = vscode.workspace.workspaceFolders?.[folder];
    assert.ok(root, `folder ${folder} is open`);
    return vscode.Uri.joinPath(root.uri, name);
};

describe('two folders', () => {
    // The workbench reads the file that names them, and on a machine with much to do the tests begin before it has.
    before(() => soon('two folders', () => vscode.workspace.workspaceFolders?.length === 2));

    it('are open', async () => {
        assert.equal(vscode.workspace.workspaceFolders?.length, 2);
        assert.equal((await api()).state, 'running');
    });

    for (const [folder, name, message] of [
        [0, 'manifests/init.pp', "Syntax error at 'ensure'"],
        [1, 'manifests/part.pp', "Syntax error at ':'"],
    ] as const) {
        it(`have findings: ${name} of folder ${folder}`, async () => {
            const uri = at(folder, name);
            await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
            const found = await soon('a finding', () => vscode.languages.getDiagnostics(uri).at(0));
            assert.equal(firstLine(found.message), message);
        });
    }

    it('lead to definitions in the second', async () => {
        const uri = at(1, 'manifests/init.pp');
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
        const found = await soon('a definition', async () => {
            const places = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>('vscode.executeDefinitionProvider', uri, new vscode.Position(2, 14));
            return places?.at(0);
        });
        const target = 'targetUri' in found ? found.targetUri : found.uri;
        assert.equal(target.path, at(1, 'manifests/part.pp').path);
    });

    it('have a task each', async () => {
        const tasks = await vscode.tasks.fetchTasks({ type: 'bunraku' });
        assert.deepEqual(tasks.map((it) => (it.scope as vscode.WorkspaceFolder).index).sort(), [0, 1]);
    });
});
