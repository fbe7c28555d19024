import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import { api, uri } from './editor';

describe('the task check', () => {
    const name = 'manifests/tasked.pp';

    before(async () => {
        await api();
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        fs.writeFileSync(uri(name).fsPath, '# @summary Tasked\nclass demo::tasked {\n  notify { }\n}\n');
    });
    after(() => fs.rmSync(uri(name).fsPath));

    it('runs the program that the server is', async () => {
        const [task] = await vscode.tasks.fetchTasks({ type: 'bunraku' });
        assert.ok(task.execution instanceof vscode.ProcessExecution);
        assert.equal(task.execution.process, process.env['BUNRAKU_TEST_SERVER']);
        assert.deepEqual(task.execution.args, ['check', '--color', 'never', '.']);
        assert.deepEqual(task.problemMatchers, ['$bunraku']);
    });

    it('ends, with the code that says that something was found', async () => {
        const ended = new Promise<number | undefined>((done) => {
            const listener = vscode.tasks.onDidEndTaskProcess((it) => {
                listener.dispose();
                done(it.exitCode);
            });
        });
        await vscode.commands.executeCommand('bunraku.check');
        assert.equal(await ended, 1);
    });
});
