// What a template of Ruby gives where it is called: documents of the scheme `bunraku-rendered`, whose texts the server has.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Server } from './server';

export const RENDERED_SCHEME = 'bunraku-rendered';

/** What stands for a value that is not known. */
const HOLE = '«?»';

/** Milliseconds without a change before the texts are made anew. */
const PAUSE = 300;

/** The languages whose texts decide what a template gives. */
const LANGUAGES = new Set(['puppet', 'epp', 'erb', 'yaml', 'json']);

/** The parameters of the command, as a code lens has them. */
export interface Template {
    textDocument: { uri: string };
}

interface Rendering {
    entry: string;
    systems: string[];
    parts: (string | null)[];
}

export class Rendered implements vscode.TextDocumentContentProvider {
    private waiting: NodeJS.Timeout | undefined;
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    readonly onDidChange = this.changed.event;

    constructor(private readonly server: Server) {}

    async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
        const [template, entry] = JSON.parse(uri.query) as [string, string];
        const all = await this.renderings(template);
        const found = all.find((it) => it.entry === entry) ?? all[0];
        return found === undefined
            ? 'Nothing that is evaluated renders this template, or what it does depends on values that are not known.\n'
            : found.parts.map((it) => it ?? HOLE).join('');
    }

    /** Shows what a template gives, beside the editor; of several evaluations the one that is picked. */
    async show(wanted?: Template): Promise<void> {
        const template = wanted?.textDocument.uri ?? vscode.window.activeTextEditor?.document.uri.toString();
        if (template === undefined || !template.endsWith('.erb')) { return; }
        const all = await this.renderings(template);
        const entries = [...new Set(all.map((it) => it.entry))];
        const entry = entries.length > 1 ? await vscode.window.showQuickPick(entries, { title: 'Rendered by' }) : entries[0] ?? '';
        if (entry === undefined) { return; }
        const name = path.posix.basename(vscode.Uri.parse(template).path, '.erb');
        const uri = vscode.Uri.from({ scheme: RENDERED_SCHEME, path: `/${name}`, query: JSON.stringify([template, entry]) });
        await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
    }

    /** Has the texts that are shown made anew. */
    refresh(): void {
        for (const { uri } of vscode.workspace.textDocuments) {
            if (uri.scheme === RENDERED_SCHEME) { this.changed.fire(uri); }
        }
    }

    /** The same after a pause in typing. */
    refreshSoon(changed: vscode.TextDocument): void {
        if (changed.uri.scheme === RENDERED_SCHEME || !LANGUAGES.has(changed.languageId)) { return; }
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.refresh(), PAUSE);
    }

    private async renderings(template: string): Promise<Rendering[]> {
        // The server speaks of documents that are open.
        await vscode.workspace.openTextDocument(vscode.Uri.parse(template));
        const report = await this.server.ask<{ renderings?: Rendering[] } | null>('bunraku/rendered', { textDocument: { uri: template } });
        return report?.renderings ?? [];
    }
}
