// Small helpers for tests inside the editor.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension';

export const ID = 'bunraku-puppet.bunraku';

export function uri(name: string): vscode.Uri {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder, 'a folder is open');
    return vscode.Uri.joinPath(folder.uri, name);
}

export async function open(name: string): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri(name)));
}

export async function api(): Promise<Api> {
    const extension = vscode.extensions.getExtension<Api>(ID);
    assert.ok(extension, `${ID} is installed`);
    const api = await extension.activate();
    await api.ready;
    return api;
}

/** Asks again and again until there is an answer. */
export async function soon<T>(what: string, ask: () => T | undefined | false | Thenable<T | undefined | false>, seconds = 45): Promise<T> {
    const end = Date.now() + seconds * 1_000;
    for (;;) {
        const answer = await ask();
        if (answer !== undefined && answer !== false) {
            return answer;
        }
        if (Date.now() > end) {
            throw new Error(`not within ${seconds} seconds: ${what}`);
        }
        await new Promise((next) => setTimeout(next, 25));
    }
}

export function findings(name: string): vscode.Diagnostic[] {
    return vscode.languages.getDiagnostics(uri(name));
}

/** Puppet's own message: a hint may follow on the next line. */
export function firstLine(message: string): string {
    return message.split('\n')[0];
}

/** One finding, with this text at this place (counted from one, as people do). */
export async function finding(name: string, message: string, line: number, column: number, endColumn: number): Promise<void> {
    await soon(`a finding in ${name}`, () => findings(name).length > 0);
    const all = findings(name);
    assert.deepEqual(
        all.map((d) => [firstLine(d.message), d.range.start.line + 1, d.range.start.character + 1, d.range.end.line + 1, d.range.end.character + 1, d.severity, d.source]),
        [[message, line, column, line, endColumn, vscode.DiagnosticSeverity.Error, 'bunraku']],
    );
}

export function noFinding(name: string): Promise<true> {
    return soon(`no finding in ${name}`, () => findings(name).length === 0);
}

/** Types at a place, as the keyboard does: brackets close by themselves, indentation follows. */
export async function type(editor: vscode.TextEditor, line: number, column: number, text: string): Promise<void> {
    const at = new vscode.Position(line - 1, column - 1);
    editor.selection = new vscode.Selection(at, at);
    for (const character of text) {
        await vscode.commands.executeCommand('type', { text: character });
    }
}

/** The processes of the language server: children of this one. */
export function servers(): number[] {
    return fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => {
            try {
                // The name of the program, in brackets, may hold anything; the parent is the second field behind it.
                const parent = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[1];
                return Number(parent) === process.pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('lsp');
            } catch {
                return false;
            }
        })
        .map(Number);
}
