// A server that stops again and again.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { WAITS } from '../../src/backoff';
import { api, finding, open, servers, soon } from './editor';

describe('a server that stops again and again', () => {
    const window = vscode.window as unknown as { showErrorMessage: (message: string, ...actions: string[]) => Promise<string | undefined> };
    const { showErrorMessage } = window;
    const told: { message: string; actions: string[]; press: (action: string) => void }[] = [];

    before(async () => {
        await api();
        await open('manifests/init.pp');
        // Earlier crashes are forgotten.
        await vscode.commands.executeCommand('bunraku.restartServer');
        window.showErrorMessage = (message, ...actions) => new Promise((press) => void told.push({ message, actions, press }));
    });
    after(() => {
        window.showErrorMessage = showErrorMessage;
    });

    it('is started again without a word, and then no more, which is told once, with what can be done', async () => {
        let last: number | undefined;
        for (let crash = 0; crash <= WAITS.length; crash++) {
            const next = await soon(`a server after ${crash} crashes`, async () => (await api()).state === 'running' && servers().find((it) => it !== last));
            assert.deepEqual(told, [], `after ${crash} crashes`);
            last = next;
            process.kill(next, 'SIGKILL');
            await soon('the state', async () => (await api()).state !== 'running');
        }
        await soon('a message', () => told.length > 0);
        assert.equal((await api()).state, 'stopped');
        assert.deepEqual(
            told.map(({ message, actions }) => [message, actions]),
            [["Bunraku's language server stopped 5 times in a row. Restart it by hand.", ['Restart', 'Show the Output']]],
        );
        await new Promise((next) => setTimeout(next, 1_000));
        assert.deepEqual(servers(), []);
    }).timeout(90_000);

    it('is started by the button of that message', async () => {
        told[0].press('Restart');
        await soon('the state', async () => (await api()).state === 'running');
        assert.equal(servers().length, 1);
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
        assert.equal(told.length, 1);
    });
});
