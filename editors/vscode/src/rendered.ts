// What a template of Ruby gives where it is called, or a file of states: documents of the scheme `bunraku-rendered`, whose texts the server has.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { madeAt, nameOf, textOf, type Rendering } from './parts';
import type { Server } from './server';

export const RENDERED_SCHEME = 'bunraku-rendered';

/** Milliseconds without a change before the texts are made anew. */
const PAUSE = 300;

/** The languages whose texts decide what a template gives. */
const LANGUAGES = new Set(['puppet', 'epp', 'erb', 'yaml', 'json', 'sls', 'jinja']);

/** The ends of the files that render to a text. */
const TEMPLATES = ['.erb', '.sls', '.jinja'];

/** The parameters of the command, as a code lens has them. */
export interface Template {
    textDocument: { uri: string };
}

export class Rendered implements vscode.TextDocumentContentProvider, vscode.Disposable {
    private waiting: NodeJS.Timeout | undefined;
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    readonly onDidChange = this.changed.event;
    /** The renderings that are shown, by the addresses of their documents. */
    private readonly shown = new Map<string, Rendering>();
    private readonly mark = vscode.window.createTextEditorDecorationType({
        backgroundColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
        overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightStrongForeground'),
    });

    constructor(private readonly server: Server) {}

    async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
        const [template, name] = JSON.parse(uri.query) as [string, string];
        const all = await this.renderings(template);
        const found = all.find((it) => nameOf(it) === name) ?? all[0];
        if (found === undefined) {
            this.shown.delete(uri.toString());
            return 'Nothing that is evaluated renders this template, or what it does depends on values that are not known.\n';
        }
        this.shown.set(uri.toString(), found);
        return textOf(found);
    }

    /** Shows what a template gives, beside the editor; of several evaluations the one that is picked. */
    async show(wanted?: Template): Promise<void> {
        const template = wanted?.textDocument.uri ?? vscode.window.activeTextEditor?.document.uri.toString();
        if (template === undefined || !TEMPLATES.some((it) => template.endsWith(it))) { return; }
        const all = await this.renderings(template);
        const names = [...new Set(all.map(nameOf))];
        const name = names.length > 1 ? await vscode.window.showQuickPick(names, { title: 'Rendered by' }) : names[0] ?? '';
        if (name === undefined) { return; }
        const base = path.posix.basename(vscode.Uri.parse(template).path, '.erb');
        const uri = vscode.Uri.from({ scheme: RENDERED_SCHEME, path: `/${base}`, query: JSON.stringify([template, name]) });
        await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
        const editor = vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === template);
        if (editor !== undefined) { this.follow(editor); }
    }

    /** Marks what the expression under the cursor has made, and scrolls to it. */
    follow(editor: vscode.TextEditor): void {
        const template = editor.document.uri.toString();
        for (const view of vscode.window.visibleTextEditors) {
            const { uri } = view.document;
            const rendering = uri.scheme === RENDERED_SCHEME ? this.shown.get(uri.toString()) : undefined;
            // The text may be that of an earlier rendering for a moment.
            if (rendering === undefined || view.document.getText() !== textOf(rendering)) { continue; }
            if ((JSON.parse(uri.query) as [string, string])[0] !== template) { continue; }
            const made = madeAt(rendering, editor.selection.active).map(
                (it) => new vscode.Range(view.document.positionAt(it.from), view.document.positionAt(it.to)),
            );
            view.setDecorations(this.mark, made.filter((it) => !it.isEmpty));
            if (made.length > 0) { view.revealRange(made[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport); }
        }
    }

    /** Has the texts that are shown made anew. */
    refresh(): void {
        for (const { uri } of vscode.workspace.textDocuments) {
            if (uri.scheme === RENDERED_SCHEME) { this.changed.fire(uri); }
        }
    }

    /** The same after a pause in typing. */
    refreshSoon(changed: vscode.TextDocument): void {
        if (changed.uri.scheme === RENDERED_SCHEME) {
            if (vscode.window.activeTextEditor !== undefined) { this.follow(vscode.window.activeTextEditor); }
            return;
        }
        if (!LANGUAGES.has(changed.languageId)) { return; }
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.refresh(), PAUSE);
    }

    /** A document is closed. */
    forget(closed: vscode.TextDocument): void {
        this.shown.delete(closed.uri.toString());
    }

    dispose(): void {
        clearTimeout(this.waiting);
        this.changed.dispose();
        this.mark.dispose();
    }

    private async renderings(template: string): Promise<Rendering[]> {
        // The server speaks of documents that are open.
        await vscode.workspace.openTextDocument(vscode.Uri.parse(template));
        const report = await this.server.ask<{ renderings?: Rendering[] } | null>('bunraku/rendered', { textDocument: { uri: template } });
        return report?.renderings ?? [];
    }
}
