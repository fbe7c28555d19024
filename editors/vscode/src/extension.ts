// Bunraku in VS Code: starts the language server and offers its commands. All that is known of Puppet is in the server.

import * as vscode from 'vscode';
import type { Probe } from './graph/messages';
import { GraphPanel, type Wanted } from './graph/panel';
import { tellOfOthers } from './others';
import { Pages, SCHEME } from './pages';
import { Rendered, RENDERED_SCHEME, type Template } from './rendered';
import { Server } from './server';
import { Status } from './status';
import { CheckTasks, TYPE } from './tasks';

/** Interface to other extensions, and to the tests. */
export interface Api {
    /** The program that runs, if one was found. */
    readonly program: string | undefined;
    readonly state: string;
    /** For tests: what the item in the status bar has said. */
    readonly said: readonly string[];
    /** When the first start has come to its end, good or bad. */
    readonly ready: Promise<void>;
    /** For tests: what the page of the graph shows, after keys are pressed. */
    probeGraph(keys?: string[], frames?: number): Promise<Probe> | undefined;
}

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Api {
    const output = vscode.window.createOutputChannel('Bunraku', { log: true });
    const status = new Status();
    const running = new Server(context, output, status);
    server = running;
    const graph = new GraphPanel(context, running);
    const rendered = new Rendered(running);

    context.subscriptions.push(
        output,
        status,
        running,
        graph,
        rendered,
        vscode.window.onDidChangeActiveTextEditor((editor) => status.refresh(editor)),
        vscode.commands.registerCommand('bunraku.restartServer', () => running.restart()),
        vscode.commands.registerCommand('bunraku.showOutput', () => output.show()),
        vscode.commands.registerCommand('bunraku.showVersion', () => showVersion(running)),
        vscode.commands.registerCommand('bunraku.showReferences', showReferences),
        vscode.commands.registerCommand('bunraku.check', check),
        vscode.workspace.registerTextDocumentContentProvider(SCHEME, new Pages(running)),
        vscode.workspace.registerTextDocumentContentProvider(RENDERED_SCHEME, rendered),
        vscode.commands.registerCommand('bunraku.showRendered', (wanted?: Template | vscode.Uri) => rendered.show(wanted instanceof vscode.Uri ? undefined : wanted)),
        vscode.workspace.onDidSaveTextDocument(() => rendered.refresh()),
        vscode.workspace.onDidChangeTextDocument((it) => rendered.refreshSoon(it.document)),
        vscode.workspace.onDidCloseTextDocument((it) => rendered.forget(it)),
        vscode.window.onDidChangeTextEditorSelection((it) => rendered.follow(it.textEditor)),
        vscode.tasks.registerTaskProvider(TYPE, new CheckTasks(() => running.program)),
        vscode.commands.registerCommand('bunraku.showGraph', (wanted?: Wanted | vscode.Uri) => graph.show(isWanted(wanted) ? wanted : undefined)),
        vscode.commands.registerCommand('bunraku.compareGraph', (revision?: string | vscode.Uri) => graph.compare(typeof revision === 'string' ? revision : undefined)),
        vscode.commands.registerCommand('bunraku.exportGraph', (format?: string, target?: vscode.Uri) => exportGraph(graph, format, target)),
        vscode.workspace.onDidChangeConfiguration((change) => {
            if (change.affectsConfiguration('bunraku.server')) {
                running.restartSoon();
            }
        }),
        // Settings of a folder about the server, and about files outside, count from the moment it is trusted.
        vscode.workspace.onDidGrantWorkspaceTrust(() => running.restartSoon()),
    );

    void tellOfOthers(context);
    // Not awaited: a slow server holds up nobody.
    const ready = running.start();
    return {
        ready,
        probeGraph: (keys, frames) => graph.probe(keys, frames),
        get program() {
            return running.program;
        },
        get state() {
            return status.current;
        },
        said: status.said,
    };
}

export async function deactivate(): Promise<void> {
    await server?.stop();
}

/** The server speaks of places as the protocol does. */
interface Place {
    readonly line: number;
    readonly character: number;
}

/** Target of a code lens: the places come with it. */
async function showReferences(
    uri: string,
    position: Place,
    locations: readonly { uri: string; range: { start: Place; end: Place } }[],
): Promise<void> {
    const at = (place: Place) => new vscode.Position(place.line, place.character);
    await vscode.commands.executeCommand(
        'editor.action.showReferences',
        vscode.Uri.parse(uri),
        at(position),
        locations.map((it) => new vscode.Location(vscode.Uri.parse(it.uri), new vscode.Range(at(it.range.start), at(it.range.end)))),
    );
}

/** A button of the editor hands over its document, a code lens what it leads to. */
function isWanted(it: Wanted | vscode.Uri | undefined): it is Wanted {
    return it !== undefined && 'textDocument' in it;
}

async function exportGraph(graph: GraphPanel, format?: string, target?: vscode.Uri): Promise<vscode.Uri | undefined> {
    const chosen = format ?? (await vscode.window.showQuickPick(['svg', 'png', 'dot'], { title: 'Export the Graph' }));
    return chosen === undefined ? undefined : graph.export(chosen, target);
}

/** Runs the task for each folder that is open. */
async function check(): Promise<vscode.TaskExecution[]> {
    const tasks = await vscode.tasks.fetchTasks({ type: TYPE });
    if (tasks.length === 0) {
        void vscode.window.showWarningMessage('Cannot check: no folder is open, or the program bunraku was not found.');
    }
    return Promise.all(tasks.map((task) => vscode.tasks.executeTask(task)));
}

async function showVersion(server: Server): Promise<string | undefined> {
    const info = server.info;
    if (info === undefined) {
        void vscode.window.showWarningMessage('The Bunraku language server is not running.');
        return undefined;
    }
    const text = `${info.name} ${info.version ?? ''}`.trim();
    void vscode.window.showInformationMessage(`${text} (${server.program})`);
    return text;
}
