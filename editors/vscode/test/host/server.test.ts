import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, finding, findings, firstLine, noFinding, open, servers, soon, type, uri } from './editor';

describe(`a broken manifest in VS Code ${vscode.version}`, () => {
    it('is Puppet, and starts the server', async () => {
        const editor = await open('manifests/init.pp');
        assert.equal(editor.document.languageId, 'puppet');
        const { state, program } = await api();
        assert.equal(state, 'running');
        assert.equal(program, process.env['BUNRAKU_TEST_SERVER']);
    });

    it('shows the finding at its place', () => finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28));

    it('has its outline', async () => {
        const symbols = await soon('symbols', async () => {
            const found = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri('manifests/init.pp'));
            return found?.length > 0 && found;
        });
        assert.equal(symbols[0].name, 'demo');
        assert.ok(symbols[0].range.end.line >= 9, 'the class goes to the end, in spite of the error');
    });

    it('folds', async () => {
        const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', uri('manifests/init.pp'));
        // A fold that indentation alone does not show.
        assert.ok(folds.some((fold) => fold.start === 0 && fold.end === 1 && fold.kind === vscode.FoldingRangeKind.Comment), JSON.stringify(folds));
        assert.ok(folds.some((fold) => fold.start <= 4 && fold.end >= 9), JSON.stringify(folds));
    });

    it('has semantic tokens', async () => {
        const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>('vscode.provideDocumentSemanticTokensLegend', uri('manifests/init.pp'));
        const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', uri('manifests/init.pp'));
        assert.ok(decode(tokens, legend).includes('3:7 class 4'), decode(tokens, legend).join(', '));
    });

    it('loses the finding when it is fixed by typing, and gets it back', async () => {
        const editor = await open('manifests/init.pp');
        await type(editor, 8, 21, ':');
        assert.equal(editor.document.lineAt(7).text, "  file { '/etc/motd': ensure => file,");
        await noFinding('manifests/init.pp');
        await vscode.commands.executeCommand('undo');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
        await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('finds the mistake in a template', async () => {
        const editor = await open('templates/motd.epp');
        assert.equal(editor.document.languageId, 'epp');
        await finding('templates/motd.epp', "Syntax error at '%>'", 2, 24, 26);
        await type(editor, 2, 23, ' 1');
        await noFinding('templates/motd.epp');
        await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('finds a mistake in a file that was never saved', async () => {
        const document = await vscode.workspace.openTextDocument({ language: 'puppet', content: 'notice(}\n' });
        await vscode.window.showTextDocument(document);
        const found = await soon('a finding', () => vscode.languages.getDiagnostics(document.uri).at(0));
        assert.equal(firstLine(found.message), "Syntax error at '}'");
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('comes back with its findings after a restart', async () => {
        await open('manifests/init.pp');
        await vscode.commands.executeCommand('bunraku.restartServer');
        assert.equal((await api()).state, 'running');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
    });

    it('comes back by itself when the server is killed', async () => {
        const before = servers();
        assert.equal(before.length, 1);
        process.kill(before[0], 'SIGKILL');
        await soon('another process', () => servers().length === 1 && servers()[0] !== before[0]);
        await soon('the state', async () => (await api()).state === 'running');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
        const editor = await open('manifests/init.pp');
        await type(editor, 8, 21, ':');
        await noFinding('manifests/init.pp');
        await vscode.commands.executeCommand('workbench.action.files.revert');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
    });

    it('says which version runs', async () => {
        assert.match(String(await vscode.commands.executeCommand('bunraku.showVersion')), /^bunraku \d+\.\d+\.\d+/);
    });
});

describe('a program that is no server', () => {
    const settings = () => vscode.workspace.getConfiguration('bunraku');
    after(() => settings().update('server.path', undefined, vscode.ConfigurationTarget.Workspace));

    it('is told, and not started for ever', async () => {
        await settings().update('server.path', '/bin/false', vscode.ConfigurationTarget.Workspace);
        await soon('the state', async () => (await api()).state === 'stopped');
        // Longer than the first waits between restarts.
        await new Promise((next) => setTimeout(next, 1_500));
        assert.equal((await api()).state, 'stopped');
    });

    it('is forgotten when the setting is right', async () => {
        await settings().update('server.path', undefined, vscode.ConfigurationTarget.Workspace);
        await soon('the state', async () => (await api()).state === 'running');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
        assert.equal(servers().length, 1);
    });
});

describe('a server that is missing', () => {
    const settings = () => vscode.workspace.getConfiguration('bunraku');
    after(() => settings().update('server.path', undefined, vscode.ConfigurationTarget.Workspace));

    it('is told, and takes its findings along', async () => {
        await open('manifests/init.pp');
        await soon('findings', () => findings('manifests/init.pp').length > 0);
        await settings().update('server.path', '/nowhere/bunraku', vscode.ConfigurationTarget.Workspace);
        await soon('the state', async () => (await api()).state === 'missing');
        assert.equal(findings('manifests/init.pp').length, 0);
    });

    it('is found again as soon as the setting is right', async () => {
        await settings().update('server.path', undefined, vscode.ConfigurationTarget.Workspace);
        await soon('the state', async () => (await api()).state === 'running');
        await finding('manifests/init.pp', "Syntax error at 'ensure'", 8, 22, 28);
    });
});

/** Each token as `line:column type length`. */
function decode(tokens: vscode.SemanticTokens, legend: vscode.SemanticTokensLegend): string[] {
    const lines: string[] = [];
    let line = 0;
    let column = 0;
    for (let i = 0; i < tokens.data.length; i += 5) {
        const [down, right, length, kind] = tokens.data.slice(i, i + 4);
        column = down > 0 ? right : column + right;
        line += down;
        lines.push(`${line + 1}:${column + 1} ${legend.tokenTypes[kind]} ${length}`);
    }
    return lines;
}
