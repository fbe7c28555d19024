// The setting `bunraku.trace.server`, which is for reporting a problem.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, open, soon } from './editor';

describe('the messages between the editor and the server', () => {
    const window = vscode.window as { createOutputChannel: (name: string) => vscode.OutputChannel };
    const { createOutputChannel } = window;
    const settings = () => vscode.workspace.getConfiguration('bunraku');
    const lines: string[] = [];

    before(async () => {
        await api();
        window.createOutputChannel = (name) => {
            assert.equal(name, 'Bunraku: Messages');
            return Object.assign(createOutputChannel(name), { appendLine: (line: string) => lines.push(line) });
        };
    });
    after(async () => {
        window.createOutputChannel = createOutputChannel;
        await settings().update('trace.server', undefined, vscode.ConfigurationTarget.Workspace);
    });

    const ask = async () => {
        const { document } = await open('manifests/init.pp');
        await vscode.commands.executeCommand('vscode.executeFoldingRangeProvider', document.uri);
    };

    it('are in a channel of their own as long as they are asked for', async () => {
        await ask();
        assert.equal(lines.length, 0);
        await settings().update('trace.server', 'messages', vscode.ConfigurationTarget.Workspace);
        await soon('a message', async () => {
            await ask();
            return lines.some((it) => it.includes('textDocument/foldingRange'));
        });
        assert.ok(!lines.some((it) => it.includes('"startLine"')), 'without what is in them');
        await settings().update('trace.server', 'verbose', vscode.ConfigurationTarget.Workspace);
        await soon('what is in a message', async () => {
            await ask();
            return lines.some((it) => it.includes('"startLine"'));
        });
        await settings().update('trace.server', 'off', vscode.ConfigurationTarget.Workspace);
        await soon('silence', async () => {
            const before = lines.length;
            await ask();
            return lines.length === before;
        });
    });
});
