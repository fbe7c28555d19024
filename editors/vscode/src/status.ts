// The item in the status bar: is the server there, and what can be done with it.

import * as vscode from 'vscode';
import { Work, type Progress } from './work';

export type State = 'starting' | 'running' | 'stopped' | 'missing';

const LOOKS: Record<State, { icon: string; says: string; severity: vscode.LanguageStatusSeverity }> = {
    starting: { icon: '$(loading~spin)', says: 'is starting', severity: vscode.LanguageStatusSeverity.Information },
    running: { icon: '$(check)', says: 'is running', severity: vscode.LanguageStatusSeverity.Information },
    stopped: { icon: '$(error)', says: 'has stopped', severity: vscode.LanguageStatusSeverity.Error },
    missing: { icon: '$(warning)', says: 'was not found', severity: vscode.LanguageStatusSeverity.Warning },
};

/** So many texts are kept for tests. */
const REMEMBERED = 200;

export class Status implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem('bunraku.status', vscode.StatusBarAlignment.Right, 0);
    private readonly doing = new Work();
    private state: State = 'starting';
    private late: NodeJS.Timeout | undefined;
    /** For tests: what the item has said, the last of it. */
    readonly said: string[] = [];

    constructor() {
        this.item.name = 'Bunraku';
        this.show('starting');
    }

    get current(): State {
        return this.state;
    }

    show(state: State, details = ''): void {
        this.state = state;
        const look = LOOKS[state];
        if (state !== 'running') {
            this.doing.forget();
        }
        this.paint();
        const text = new vscode.MarkdownString(`The Bunraku language server ${look.says}.`, true);
        if (details !== '') {
            text.appendMarkdown('\n\n').appendText(details);
        }
        text.appendMarkdown('\n\n[Restart](command:bunraku.restartServer) · [Output](command:bunraku.showOutput)');
        text.isTrusted = { enabledCommands: ['bunraku.restartServer', 'bunraku.showOutput'] };
        this.item.tooltip = text;
        this.item.command = state === 'running' || state === 'starting' ? 'bunraku.showOutput' : 'bunraku.restartServer';
        this.item.backgroundColor =
            look.severity === vscode.LanguageStatusSeverity.Error
                ? new vscode.ThemeColor('statusBarItem.errorBackground')
                : look.severity === vscode.LanguageStatusSeverity.Warning
                    ? new vscode.ThemeColor('statusBarItem.warningBackground')
                    : undefined;
        this.refresh(vscode.window.activeTextEditor);
    }

    /** Progress of the server's work. */
    work(token: string | number, progress: Progress): void {
        this.doing.tell(token, progress);
        this.paint();
    }

    private paint(): void {
        const { text, wait } = this.doing;
        clearTimeout(this.late);
        this.late = wait === undefined ? undefined : setTimeout(() => this.paint(), wait);
        this.item.text = text === undefined ? `${LOOKS[this.state].icon} Bunraku` : `${LOOKS.starting.icon} ${text}`;
        if (this.said.at(-1) !== this.item.text) {
            this.said.push(this.item.text);
            this.said.splice(0, this.said.length - REMEMBERED);
        }
    }

    /** A working server is shown with Puppet's files only; trouble is shown always. */
    refresh(editor: vscode.TextEditor | undefined): void {
        const ours = editor !== undefined && ['puppet', 'epp'].includes(editor.document.languageId);
        if (ours || this.state === 'stopped' || this.state === 'missing') {
            this.item.show();
        } else {
            this.item.hide();
        }
    }

    dispose(): void {
        clearTimeout(this.late);
        this.item.dispose();
    }
}
