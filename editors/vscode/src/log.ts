// Output: the log of the server, each line with its level, and the messages between the editor and the server.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as vscode from 'vscode';
import { levelOf } from './level';

/** Log of the server, outside of the protocol. All of it is shown, whatever the channel's level: the setting `server.log` decides. */
export function follow(input: Readable, output: vscode.LogOutputChannel): void {
    createInterface({ input, crlfDelay: Infinity, terminal: false, historySize: 0 }).on('line', (line) => output[levelOf(line)](line));
}

/**
 * The channel of the messages, which is there from the first one on. The library sends them when a channel shows all; here it does so
 * when the setting `trace.server` says so.
 */
export class Messages implements vscode.Disposable {
    private channel: vscode.OutputChannel | undefined;
    private readonly changed = new vscode.EventEmitter<vscode.LogLevel>();
    private readonly settings = vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('bunraku.trace')) {
            this.changed.fire(level());
        }
    });
    /** The part of a channel that the library uses. */
    readonly log: Pick<vscode.LogOutputChannel, 'logLevel' | 'onDidChangeLogLevel' | 'trace'> = {
        get logLevel() {
            return level();
        },
        onDidChangeLogLevel: this.changed.event,
        trace: (message) => {
            this.channel ??= vscode.window.createOutputChannel('Bunraku: Messages');
            this.channel.appendLine(`${new Date().toISOString()} ${message}`);
        },
    };

    dispose(): void {
        this.channel?.dispose();
        this.settings.dispose();
        this.changed.dispose();
    }
}

function level(): vscode.LogLevel {
    const wanted = vscode.workspace.getConfiguration('bunraku').get<string>('trace.server', 'off');
    return wanted === 'off' ? vscode.LogLevel.Info : vscode.LogLevel.Trace;
}
