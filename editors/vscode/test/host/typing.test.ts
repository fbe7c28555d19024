// The language configuration, as it feels at the keyboard.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type } from './editor';

async function typed(start: string, line: number, column: number, text: string, language = 'puppet'): Promise<string> {
    const document = await vscode.workspace.openTextDocument({ language, content: start });
    const editor = await vscode.window.showTextDocument(document);
    await type(editor, line, column, text);
    const result = document.getText();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return result;
}

describe('typing', () => {
    it('closes brackets and quotes', async () => {
        assert.equal(await typed('', 1, 1, "f('a"), "f('a')");
    });

    it('opens a block between braces', async () => {
        assert.equal(await typed('', 1, 1, 'class a {\n'), 'class a {\n  \n}');
    });

    it('indents behind the title of a resource', async () => {
        assert.equal(await typed("file { 'a':", 1, 12, '\nensure => file,\n'), "file { 'a':\n  ensure => file,\n  ");
    });

    it('closes the tag of a template', async () => {
        assert.equal(await typed('', 1, 1, '<%= $x', 'epp'), '<%= $x %>');
    });

    it('comments with a number sign', async () => {
        const document = await vscode.workspace.openTextDocument({ language: 'puppet', content: '$x = 1' });
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('editor.action.commentLine');
        assert.equal(document.getText(), '# $x = 1');
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('takes a name with its segments for one word', async () => {
        const document = await vscode.workspace.openTextDocument({ language: 'puppet', content: 'include web::server' });
        const range = document.getWordRangeAtPosition(new vscode.Position(0, 10));
        assert.equal(document.getText(range), 'web::server');
    });
});
