// A snippet without edits is code that Puppet reads.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { api, ID, soon } from './editor';

interface Snippet {
    body: string | string[];
}

for (const [language, file] of [['puppet', 'puppet.json'], ['epp', 'epp.json']]) {
    describe(`snippets of ${language}`, () => {
        before(api);

        it('are code', async () => {
            const folder = vscode.extensions.getExtension(ID)?.extensionPath ?? '';
            const snippets: Record<string, Snippet> = JSON.parse(fs.readFileSync(path.join(folder, 'snippets', file), 'utf8'));
            assert.ok(Object.keys(snippets).length > 3);
            const document = await vscode.workspace.openTextDocument({ language, content: '' });
            const editor = await vscode.window.showTextDocument(document);
            const end = () => document.lineAt(document.lineCount - 1).range.end;
            for (const { body } of Object.values(snippets)) {
                await editor.insertSnippet(new vscode.SnippetString([body].flat().join('\n')), end());
                await editor.edit((edit) => edit.insert(end(), '\n'));
            }
            // Neither a stop nor a backslash of the snippets' own syntax is left.
            assert.ok(!/\$\{\d|\\\$/.test(document.getText()), document.getText());
            const wrong = () =>
                vscode.languages
                    .getDiagnostics(document.uri)
                    .filter((it) => String(typeof it.code === 'object' ? it.code.value : it.code) === 'syntax-error')
                    .map((it) => `${it.range.start.line + 1}: ${it.message}`);
            await new Promise((next) => setTimeout(next, 1_500));
            assert.deepEqual(wrong(), [], document.getText());
            // An error would have been reported.
            await editor.edit((edit) => edit.insert(end(), language === 'epp' ? '<% } %>' : '}'));
            await soon('a finding', () => wrong().length === 1);
            await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
        });
    });
}
