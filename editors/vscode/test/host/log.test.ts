// The setting `bunraku.server.log`: what the server itself says when it is asked for.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import { api, finding, open, servers, soon, uri } from './editor';

describe('the log of the server', () => {
    const settings = () => vscode.workspace.getConfiguration('bunraku');
    // The output of the extension is written by a module that only an installed VS Code has: a script keeps what the server prints.
    const [script, log] = ['server.sh', 'server.log'].map((name) => vscode.Uri.joinPath(uri('..'), name).fsPath);
    const said = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '');
    const set = async (name: string, value: string | undefined) => {
        const before = servers();
        await settings().update(name, value, vscode.ConfigurationTarget.Workspace);
        await soon('another server', async () => (await api()).state === 'running' && servers().length === 1 && servers()[0] !== before[0]);
    };

    before(async () => {
        const { program } = await api();
        fs.writeFileSync(script, `#!/bin/sh\nexec '${program}' "$@" 2>> '${log}'\n`, { mode: 0o755 });
        await open('manifests/init.pp');
        await set('server.path', script);
    });
    after(async () => {
        await settings().update('server.log', undefined, vscode.ConfigurationTarget.Workspace);
        await set('server.path', undefined);
    });

    it('is silent while nobody asks for it', async () => {
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
        assert.equal(said(), '');
    });

    it('tells as much as the setting says', async () => {
        await set('server.log', 'info');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
        await soon('lines', () => / INFO /.test(said()));
        assert.doesNotMatch(said(), / (DEBUG|TRACE) /);
    });

    it('is silent again when the setting is gone', async () => {
        await set('server.log', undefined);
        fs.writeFileSync(log, '');
        await vscode.commands.executeCommand('bunraku.restartServer');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
        assert.equal(said(), '');
    });
});
