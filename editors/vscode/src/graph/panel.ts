// The graph next to the text: asks the server whenever something changes, and passes the answer to the page that draws it.

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Server } from '../server';
import { at, has, picture, stood, title, type Answer, type Picture, type Spot } from './drawing';
import type { FromPage, Probe, ToPage, View } from './messages';
import { page } from './page';
import { asItWas, pickRevision } from './revision';
import { carried, start } from './view';

/** The parameters of a `bunraku/graph` request, as a code lens has them. */
export interface Wanted extends Partial<View> {
    textDocument: { uri: string };
    position?: { line: number; character: number };
}

/** So long nothing must be typed before the picture follows. */
const QUIET = 250;

/** So long the server may take to read what was written. */
const READ = 1000;

interface Report {
    evaluations: { entry: string; systems: string[] }[];
}

export class GraphPanel implements vscode.Disposable {
    private panel: vscode.WebviewPanel | undefined;
    private document: string | undefined;
    private position: { line: number; character: number } | undefined;
    private view: View = start();
    private answer: Answer | undefined;
    private shown: Picture | undefined;
    private follow = true;
    private asked = 0;
    private timer: NodeJS.Timeout | undefined;
    private written: NodeJS.Timeout | undefined;
    private readonly probes = new Map<number, (probe: Probe) => void>();
    private readonly pictures: ((data: string) => void)[] = [];
    private readonly subscriptions: vscode.Disposable[];

    constructor(
        private readonly context: vscode.ExtensionContext,
        private readonly server: Server,
    ) {
        // Changes by others, such as a checkout of another branch. The server reads them first.
        const files = vscode.workspace.createFileSystemWatcher('**/{*.{pp,epp,yaml,yml,sls,jinja},metadata.json,environment.conf}');
        this.subscriptions = [
            files,
            ...[files.onDidChange, files.onDidCreate, files.onDidDelete].map((changed) => changed(() => this.soon())),
            vscode.workspace.onDidChangeTextDocument((change) => {
                if (change.contentChanges.length > 0 && (['puppet', 'epp', 'yaml'].includes(change.document.languageId) || isStates(change.document))) {
                    this.later();
                }
            }),
            vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.cursor(textEditor)),
            vscode.window.onDidChangeActiveTextEditor((editor) => editor !== undefined && this.cursor(editor)),
        ];
    }

    /** Shows the graph of what a code lens stands above, or of what is around the cursor. */
    async show(wanted?: Wanted): Promise<void> {
        const editor = vscode.window.activeTextEditor;
        if (wanted === undefined) {
            if (editor === undefined || !hasGraph(editor.document)) {
                void vscode.window.showInformationMessage('Open a manifest or an SLS file first to show its graph.');
                return;
            }
            const { line, character } = editor.selection.active;
            wanted = { textDocument: { uri: this.server.uri(editor.document.uri) }, position: { line, character } };
        }
        const { textDocument, position, ...view } = wanted;
        this.document = textDocument.uri;
        this.position = position;
        this.view = { ...start(textDocument.uri), ...view };
        this.answer = undefined;
        this.open();
        await this.ask(false);
    }

    private open(): void {
        if (this.panel !== undefined) {
            this.panel.reveal(undefined, true);
            return;
        }
        const folder = vscode.Uri.joinPath(this.context.extensionUri, 'dist', 'webview');
        const panel = vscode.window.createWebviewPanel(
            'bunraku.graph',
            'Graph',
            { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
            { enableScripts: true, localResourceRoots: [folder] },
        );
        panel.iconPath = vscode.Uri.joinPath(this.context.extensionUri, 'icon.png');
        panel.webview.onDidReceiveMessage((message: FromPage) => this.heard(message));
        panel.onDidDispose(() => {
            this.panel = undefined;
            this.answer = undefined;
            this.shown = undefined;
        });
        const file = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
        panel.webview.html = page({ script: file('graph.js'), style: file('graph.css'), source: panel.webview.cspSource, nonce: randomBytes(16).toString('base64') });
        this.panel = panel;
    }

    /** The same for files that are written outside of the editor. */
    private soon(): void {
        clearTimeout(this.written);
        this.written = setTimeout(() => this.later(), READ);
    }

    /** Typing changes the graph, a little later. */
    private later(): void {
        if (this.panel?.visible !== true) {
            return;
        }
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.ask(true), QUIET);
    }

    private parameters(): object | undefined {
        if (this.document === undefined) {
            return undefined;
        }
        const { collapse, against, ...view } = this.view;
        return {
            textDocument: { uri: this.document },
            position: this.position,
            ...view,
            ...(collapse === '' ? {} : { collapse }),
            // Git's program reads the configuration of the folder.
            ...(against === undefined || !vscode.workspace.isTrusted ? {} : { against }),
        };
    }

    /** Asks for the graph; `keep` says that boxes are to stay where they are. */
    private async ask(keep: boolean): Promise<void> {
        const parameters = this.parameters();
        if (parameters === undefined || this.panel === undefined) {
            return;
        }
        this.asked += 1;
        const number = this.asked;
        const before = keep && this.answer !== undefined ? stood(this.answer) : undefined;
        let answer: Answer | null;
        let report: Report | null;
        try {
            [answer, report] = await Promise.all([
                this.server.ask<Answer | null>('bunraku/graph', { ...parameters, before }),
                this.server.ask<Report | null>('bunraku/evaluation', { textDocument: { uri: this.document } }),
            ]);
        } catch (error) {
            this.server.output.debug(`The graph: ${String(error)}`);
            if (number === this.asked) {
                this.tell({ type: 'notice', text: 'The language server does not answer.' });
            }
            return;
        }
        // Something newer was asked for, or the panel is closed.
        if (number !== this.asked || this.panel === undefined) {
            return;
        }
        // While somebody types, what cannot be read yet would come and go.
        const isTorn = answer?.unread === true && keep && this.answer !== undefined && this.answer.unread !== true;
        if (answer === null || isTorn) {
            const text = this.answer === undefined ? 'No graph: this file is not evaluated, or it has no catalog.' : 'Last graph: the current text has no catalog.';
            this.tell({ type: 'notice', text });
            return;
        }
        this.answer = answer;
        this.shown = picture(answer);
        this.panel.title = `Graph: ${answer.entry}`;
        this.send(keep, report);
    }

    private send(keep: boolean, report: Report | null): void {
        if (this.document === undefined || this.answer === undefined || this.shown === undefined) {
            return;
        }
        const { entry, systems, guessed, types, kinds } = this.answer;
        const entries = new Map<string, string[]>();
        for (const it of report?.evaluations ?? [{ entry, systems }]) {
            entries.set(it.entry, [...(entries.get(it.entry) ?? []), ...it.systems]);
        }
        this.view = { ...this.view, entry, system: this.view.system ?? systems[0] };
        const editor = vscode.window.activeTextEditor;
        this.tell({
            type: 'graph',
            document: this.document,
            drawing: this.shown.drawing,
            choices: { entries: [...entries].map(([name, systems]) => ({ name, systems })), types, kinds, revisions: vscode.workspace.isTrusted },
            view: this.view,
            title: title(this.answer),
            guessed,
            keep,
            current: editor === undefined ? undefined : this.around(editor),
        });
    }

    private tell(message: ToPage): void {
        void this.panel?.webview.postMessage(message);
    }

    /** The box of what the cursor is in. */
    private around(editor: vscode.TextEditor): number | undefined {
        return this.answer === undefined ? undefined : at(this.answer, this.server.uri(editor.document.uri), editor.selection.active.line + 1);
    }

    private cursor(editor: vscode.TextEditor): void {
        if (!this.follow || this.panel?.visible !== true || !hasGraph(editor.document)) {
            return;
        }
        // A file as it was at a revision is no part of what the server reads.
        if (!['file', 'untitled'].includes(editor.document.uri.scheme)) {
            return;
        }
        const uri = this.server.uri(editor.document.uri);
        if (this.answer !== undefined && (has(this.answer, uri) || uri === this.document)) {
            this.tell({ type: 'current', box: this.around(editor) });
            return;
        }
        const { line, character } = editor.selection.active;
        this.document = uri;
        this.position = { line, character };
        this.view = { ...this.view, entry: undefined, focus: undefined, toggled: [] };
        this.answer = undefined;
        this.later();
    }

    private heard(message: FromPage): void {
        switch (message.type) {
            case 'ready':
                return void this.ask(false);
            case 'view': {
                const { keep } = message;
                // While the picture of another file is on its way, the page still has the entries of the last one.
                const view = message.document === this.document ? message.view : carried(message.view, this.view);
                // Another entry is another picture, at no place in the text.
                if (view.entry !== this.view.entry) {
                    this.position = undefined;
                    this.answer = undefined;
                }
                this.view = view;
                return void this.ask(keep);
            }
            case 'follow':
                this.follow = message.on;
                return;
            case 'revision':
                return void this.compare();
            case 'open': {
                const { box, line = -1 } = message;
                const spot = box === undefined ? this.shown?.lines[line] : this.shown?.boxes[box];
                const it = box === undefined ? this.shown?.drawing.lines[line] : this.shown?.drawing.boxes[box];
                return void this.goTo(spot, it?.change === 'removed' ? this.view.against : undefined);
            }
            case 'about':
                return void this.about(message.box);
            case 'export':
                return void this.export(message.format);
            case 'picture':
                return this.pictures.shift()?.(message.data);
            case 'probed':
                this.probes.get(message.number)?.(message.probe);
                this.probes.delete(message.number);
        }
    }

    /** Marks what differs from a revision, which the user names unless `revision` does. */
    async compare(revision?: string): Promise<void> {
        if (this.panel === undefined) {
            await this.show();
        }
        if (this.panel === undefined || this.document === undefined) {
            return;
        }
        if (!vscode.workspace.isTrusted) {
            void vscode.window.showInformationMessage('Bunraku reads revisions only in trusted folders.');
            return;
        }
        const chosen = revision ?? (await pickRevision(vscode.Uri.parse(this.document)));
        // The page shows a choice that is none until it hears of another one.
        this.view = { ...this.view, against: chosen ?? this.view.against, ...(chosen === undefined ? {} : { compare: undefined }) };
        await this.ask(true);
    }

    /** To a place; to one that is no more, as it was at a revision. */
    private async goTo(spot: Spot | undefined, revision?: string): Promise<void> {
        if (spot === undefined) {
            return;
        }
        const { start } = spot.range;
        const file = vscode.Uri.parse(spot.uri);
        const document = await vscode.workspace.openTextDocument(revision === undefined ? file : await asItWas(file, revision));
        const line = document.lineAt(Math.min(start.line, document.lineCount - 1));
        const place = new vscode.Position(line.lineNumber, line.firstNonWhitespaceCharacterIndex);
        const beside = vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === document.uri.toString())?.viewColumn;
        const viewColumn = beside ?? vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.One;
        await vscode.window.showTextDocument(document, { viewColumn, selection: new vscode.Range(place, place) });
    }

    /** The hover of the resource in the text. */
    private async about(box: number): Promise<void> {
        const id = this.shown?.drawing.boxes[box]?.id;
        const parameters = this.parameters();
        if (id === undefined || parameters === undefined) {
            return;
        }
        try {
            const answer = await this.server.ask<{ contents: { value: string } } | null>('bunraku/resource', { ...parameters, resource: id });
            this.tell({ type: 'text', box, markdown: answer?.contents.value ?? `**\`${id}\`**` });
        } catch (error) {
            this.server.output.debug(`What ${id} is: ${String(error)}`);
        }
    }

    /** Writes what is shown into a file, which the user names unless `target` does. */
    async export(format: string, target?: vscode.Uri): Promise<vscode.Uri | undefined> {
        if (this.panel === undefined || this.answer === undefined) {
            void vscode.window.showInformationMessage('Open a graph first to export it.');
            return undefined;
        }
        const contents = format === 'png' ? await this.png() : await this.painted(format);
        if (contents === undefined) {
            return undefined;
        }
        const name = this.answer.entry.replace(/[^\w.-]+/g, '-');
        const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
        const defaultUri = folder && vscode.Uri.joinPath(folder, `${name}.${format}`);
        const file = target ?? (await vscode.window.showSaveDialog({ defaultUri, filters: { [format.toUpperCase()]: [format] } }));
        if (file !== undefined) {
            await vscode.workspace.fs.writeFile(file, contents);
        }
        return file;
    }

    private async painted(format: string): Promise<Uint8Array | undefined> {
        const before = this.answer === undefined ? undefined : stood(this.answer);
        const answer = await this.server.ask<Answer | null>('bunraku/graph', { ...this.parameters(), format, before });
        return answer?.text === undefined ? undefined : Buffer.from(answer.text, 'utf8');
    }

    private png(): Promise<Uint8Array> {
        return new Promise((done) => {
            this.pictures.push((data) => done(Buffer.from(data, 'base64')));
            this.tell({ type: 'picture' });
        });
    }

    /** For tests: presses keys in the page, draws some frames, and says what is shown. */
    probe(keys: string[] = [], frames = 0): Promise<Probe> | undefined {
        if (this.panel === undefined) {
            return undefined;
        }
        const number = Math.random();
        return new Promise((done) => {
            this.probes.set(number, done);
            this.tell({ type: 'probe', number, keys, frames });
        });
    }

    dispose(): void {
        clearTimeout(this.timer);
        clearTimeout(this.written);
        this.panel?.dispose();
        for (const it of this.subscriptions) {
            it.dispose();
        }
    }
}

/** SLS files and the templates that they import. */
function isStates(document: vscode.TextDocument): boolean {
    return /\.(sls|jinja2?|j2)$/.test(document.uri.path);
}

function hasGraph(document: vscode.TextDocument): boolean {
    return document.languageId === 'puppet' || document.uri.path.endsWith('.sls');
}
