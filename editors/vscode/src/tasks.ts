// The task `bunraku: check`. Its output does not go into the list of problems by itself: the server has reported it there already.

import * as vscode from 'vscode';

export const TYPE = 'bunraku';

interface Definition extends vscode.TaskDefinition {
    /** More arguments, as `--deny` and `warnings`. */
    args?: string[];
    /** Paths to check; the whole folder by default. */
    paths?: string[];
}

/** Offers to check each folder that is open, and completes what a `tasks.json` asks for. */
export class CheckTasks implements vscode.TaskProvider {
    constructor(private readonly program: () => string | undefined) {}

    provideTasks(): vscode.Task[] {
        const folders = vscode.workspace.workspaceFolders?.filter((it) => it.uri.scheme === 'file') ?? [];
        return folders.flatMap((folder) => this.task({ type: TYPE }, folder) ?? []);
    }

    resolveTask(task: vscode.Task): vscode.Task | undefined {
        const scope = typeof task.scope === 'object' ? task.scope : vscode.workspace.workspaceFolders?.[0];
        return scope === undefined ? undefined : this.task(task.definition as Definition, scope);
    }

    private task(definition: Definition, folder: vscode.WorkspaceFolder): vscode.Task | undefined {
        const program = this.program();
        if (program === undefined) {
            return undefined;
        }
        const args = ['check', '--color', 'never', ...(definition.args ?? []), ...(definition.paths ?? ['.'])];
        const run = new vscode.ProcessExecution(program, args, { cwd: folder.uri.fsPath });
        const task = new vscode.Task(definition, folder, 'check', TYPE, run, []);
        task.group = vscode.TaskGroup.Build;
        task.presentationOptions = { reveal: vscode.TaskRevealKind.Always };
        return task;
    }
}
