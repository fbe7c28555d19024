import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import { api, findings, firstLine, soon, uri } from './editor';

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
        // Else all would be told twice.
        assert.deepEqual(task.problemMatchers, []);
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

    it('has the arguments and the paths that a tasks.json gives it', async () => {
        const tasks = uri('.vscode/tasks.json');
        const task = { type: 'bunraku', label: 'strict', args: ['--deny', 'warnings'], paths: ['manifests'] };
        await vscode.workspace.fs.writeFile(tasks, Buffer.from(JSON.stringify({ version: '2.0.0', tasks: [task] })));
        try {
            const found = await soon('the task', async () => (await vscode.tasks.fetchTasks()).find((it) => it.name === 'strict'));
            const ran = new Promise<vscode.TaskExecution>((done) => {
                const listener = vscode.tasks.onDidStartTask(({ execution }) => {
                    listener.dispose();
                    done(execution);
                });
            });
            await vscode.tasks.executeTask(found);
            const { execution } = (await ran).task;
            assert.ok(execution instanceof vscode.ProcessExecution);
            assert.deepEqual(execution.args, ['check', '--color', 'never', '--deny', 'warnings', 'manifests']);
        } finally {
            await vscode.workspace.fs.delete(uri('.vscode'), { recursive: true });
        }
    });

    it('may have what it finds read by the problem matcher', async () => {
        const [check] = await vscode.tasks.fetchTasks({ type: 'bunraku' });
        assert.ok(check.execution instanceof vscode.ProcessExecution && typeof check.scope === 'object');
        await vscode.tasks.executeTask(new vscode.Task({ type: 'process' }, check.scope, 'matched', 'test', check.execution, '$bunraku'));
        // The server's findings have a link for a code.
        const found = await soon('a finding', () => findings(name).find((it) => it.code === 'resource-without-title'));
        assert.match(firstLine(found.message), /^This expression is invalid\. Did you try declaring a 'notify' resource without a title\?/);
        assert.deepEqual([found.range.start.line, found.range.start.character], [2, 2]);
        assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
    });
});
