// The item in the status bar, from the start of the server to the end of its work.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, soon } from './editor';

const START = '$(loading~spin) Bunraku';
const DONE = '$(check) Bunraku';

describe('the item in the status bar', () => {
    it('tells what is read and what is evaluated, and then that all is done', async () => {
        const { said } = await api();
        await vscode.commands.executeCommand('bunraku.restartServer');
        const now = await soon('the end', () => {
            const now = said.slice(said.lastIndexOf(START));
            return now.at(-1) === DONE && now.some((it) => / of \d+ files$/.test(it)) && now;
        });
        const first = (pattern: RegExp) => now.findIndex((it) => pattern.test(it));
        // The editor may ask for a check before the server has begun to read.
        const steps = [
            first(/^\$\(loading~spin\) Bunraku reads the workspace/),
            first(/^\$\(loading~spin\) Bunraku checks the workspace: \d+ of \d+ files$/),
        ];
        assert.equal(now.indexOf(START), 0, now.join('\n'));
        assert.equal(now.lastIndexOf(DONE), now.length - 1, now.join('\n'));
        assert.ok(steps.every((it) => it > 0 && it < now.length - 1), now.join('\n'));
    });
});
