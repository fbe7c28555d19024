// Pages on what Puppet itself brings along: documents of the scheme `bunraku`, whose text the server has.

import * as vscode from 'vscode';
import type { Server } from './server';

export const SCHEME = 'bunraku';

export class Pages implements vscode.TextDocumentContentProvider {
    constructor(private readonly server: Server) {}

    async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
        const page = await this.server.ask<{ text: string } | null>('bunraku/page', { uri: uri.toString(true) });
        return page?.text ?? '';
    }
}
