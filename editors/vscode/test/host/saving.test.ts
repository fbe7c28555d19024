// `editor.formatOnSave`, as docs/format.md says it.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import { api, open, uri } from './editor';

/** Content on the disk after a text was typed into a new file and saved. */
async function saved(name: string, text: string): Promise<string> {
    const path = uri(name).fsPath;
    fs.writeFileSync(path, '');
    try {
        const editor = await open(name);
        await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text));
        assert.ok(await editor.document.save());
        await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        return fs.readFileSync(path, 'utf8');
    } finally {
        fs.rmSync(path);
    }
}

describe('saving', () => {
    before(async () => {
        await api();
        for (const languageId of ['puppet', 'epp']) {
            await vscode.workspace.getConfiguration('editor', { languageId }).update('formatOnSave', true, vscode.ConfigurationTarget.Global, true);
        }
    });

    it('formats a manifest, but for what is switched off', async () => {
        const text = 'class save{\n  # fmt: off\n  $a=[ 1 ]\n  # fmt: on\n  include  b\n}\n';
        assert.equal(await saved('manifests/save.pp', text), 'class save {\n  # fmt: off\n  $a=[ 1 ]\n  # fmt: on\n  include b\n}\n');
    });

    it('formats the code of a template', async () => {
        assert.equal(await saved('templates/save.epp', 'a  <%=$b%>\n'), 'a  <%= $b %>\n');
    });

    it('leaves what cannot be formatted as it is', async () => {
        assert.equal(await saved('manifests/broken.pp', "$a='b\n"), "$a='b\n");
    });
});
