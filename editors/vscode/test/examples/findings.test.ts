// The editor shows the same findings of a file as `bunraku check`.

import * as assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { api, findings, open, soon, uri } from '../host/editor';

interface Told {
    code: string;
    severity: 'error' | 'warning' | 'deprecation' | 'hint';
    file: string;
    range: { start: { offset: number }; end: { offset: number } };
    related: { file: string }[];
}

const SEVERITIES = {
    error: vscode.DiagnosticSeverity.Error,
    warning: vscode.DiagnosticSeverity.Warning,
    deprecation: vscode.DiagnosticSeverity.Warning,
    hint: vscode.DiagnosticSeverity.Hint,
};

describe('the examples', () => {
    it('show in the editor what bunraku check prints', async function () {
        this.timeout(180_000);
        await api();
        const folder = uri('').fsPath;
        const check = spawnSync(process.env['BUNRAKU_TEST_SERVER']!, ['check', '--format', 'json', 'mistakes', 'site'], { cwd: folder, encoding: 'utf8' });
        assert.equal(check.status, 1, check.stderr);
        const told = JSON.parse(check.stdout).findings as Told[];
        assert.ok(told.some((it) => it.code === 'dependency-cycle' && it.related.length > 1), 'there are mistakes to show');
        assert.ok(!told.some((it) => it.file.startsWith('site/')), 'the site is healthy');

        const different: string[] = [];
        for (const file of manifests(folder)) {
            const text = fs.readFileSync(path.join(folder, file));
            if (text.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) {
                // The mark before the text stays in the file: no editor hands it over.
                continue;
            }
            const editor = await open(file);
            const { document } = editor;
            const place = (offset: number) => text.subarray(0, offset).toString('utf8').length;
            const expected = told
                .filter((it) => it.file === file)
                .map((it) => [it.code, SEVERITIES[it.severity], place(it.range.start.offset), place(it.range.end.offset), it.related.length].join(' '))
                .sort();
            const shown = () =>
                findings(file)
                    .map((it) => [code(it), it.severity, document.offsetAt(it.range.start), document.offsetAt(it.range.end), it.relatedInformation?.length ?? 0].join(' '))
                    .sort();
            try {
                await soon('the same', () => String(shown()) === String(expected));
                if (expected.length === 0) {
                    // Nothing is shown of a file that nobody has looked at, either.
                    const mistake = file.endsWith('.epp') ? '<% } %>' : '}';
                    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), mistake));
                    await soon('a mistake', () => shown().length > 0);
                    await vscode.commands.executeCommand('undo');
                    await soon('none', () => shown().length === 0);
                    await vscode.commands.executeCommand('workbench.action.files.revert');
                }
            } catch (error) {
                different.push(`${file}: ${shown().join(', ')} instead of ${expected.join(', ')}: ${String(error)}`);
            }
            await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        }
        assert.deepEqual(different, []);
    });
});

function manifests(folder: string): string[] {
    return ['mistakes', 'site']
        .flatMap((name) => (fs.readdirSync(path.join(folder, name), { recursive: true }) as string[]).map((file) => path.posix.join(name, file)))
        .filter((file) => /\.e?pp$/.test(file))
        .sort();
}

function code(found: vscode.Diagnostic): string {
    return String(typeof found.code === 'object' ? found.code.value : found.code);
}
