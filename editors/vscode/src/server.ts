// The language server as one thing that can be started, restarted and asked.

import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import type { CloseHandlerResult, LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';
import { Backoff } from './backoff';
import { find, type Found } from './binary';
import type * as Library from './client';
import { follow, Messages } from './log';
import type { Status } from './status';

/** The loaded module `client.ts`. */
type Loaded = typeof Library;

/** Trust is given, and with it settings change: so many milliseconds lie between what is one change to the user, at most. */
const TOGETHER = 200;

/** So long it is waited for at most that something is evaluated. */
const EVALUATED = 2000;

function isPending(answer: unknown): answer is { pending: true } {
    return typeof answer === 'object' && answer !== null && 'pending' in answer;
}

export class Server implements vscode.Disposable {
    private client: LanguageClient | undefined;
    private readonly backoff = new Backoff();
    private readonly messages = new Messages();
    /** Starts and stops follow one another, never cross. */
    private queue: Promise<void> = Promise.resolve();
    private found: Found | undefined;
    private changed: NodeJS.Timeout | undefined;

    constructor(
        private readonly context: vscode.ExtensionContext,
        readonly output: vscode.LogOutputChannel,
        private readonly status: Status,
    ) {}

    dispose(): void {
        this.messages.dispose();
    }

    /** Name and version from the server, for the tests and for the command that shows the version. */
    get info(): { name: string; version?: string } | undefined {
        return this.client?.initializeResult?.serverInfo;
    }

    get program(): string | undefined {
        return this.found?.kind === 'found' ? this.found.file : undefined;
    }

    /** A request of our own; fails where no server runs. What needs the site evaluated is asked for again once it is. */
    async ask<T>(method: string, parameters: object): Promise<T> {
        for (;;) {
            const client = this.client;
            if (client === undefined) {
                throw new Error('no server runs');
            }
            const answer = await client.sendRequest<T | { pending: true }>(method, parameters);
            if (!isPending(answer)) {
                return answer;
            }
            await this.evaluated(client);
        }
    }

    /** Waits until the server says that something is evaluated, which it may have said just before. */
    private evaluated(client: LanguageClient): Promise<void> {
        return new Promise((done) => {
            const heard = client.onNotification('bunraku/evaluated', () => go());
            const timer = setTimeout(() => go(), EVALUATED);
            const go = () => {
                clearTimeout(timer);
                heard.dispose();
                done();
            };
        });
    }

    /** A document as the server names it. */
    uri(uri: vscode.Uri): string {
        return this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString();
    }

    start(): Promise<void> {
        return this.enqueue(() => this.startNow());
    }

    restart(): Promise<void> {
        return this.enqueue(async () => {
            this.backoff.reset();
            await this.stopNow();
            await this.startNow();
        });
    }

    /** Restarts once for all that changes together: one that cannot start tells so once. */
    restartSoon(): void {
        clearTimeout(this.changed);
        this.changed = setTimeout(() => void this.restart(), TOGETHER);
    }

    stop(): Promise<void> {
        clearTimeout(this.changed);
        return this.enqueue(() => this.stopNow());
    }

    private enqueue(work: () => Promise<void>): Promise<void> {
        this.queue = this.queue.then(work, work);
        return this.queue;
    }

    private async startNow(): Promise<void> {
        this.found = find(this.surroundings());
        if (this.found.kind === 'missing') {
            this.output.error(this.found.message);
            this.status.show('missing', this.found.message);
            void this.tell(this.found.message, 'Open the Setting');
            return;
        }
        const { file, source } = this.found;
        this.output.info(`Starting ${file} lsp (found: ${source})`);
        this.status.show('starting', file);

        const library = await import('./client.js');
        let ran = false;
        // One that never ran is no server: starting it again would not help. The failed start tells the user.
        const closed = () => (ran ? this.closed(library) : { action: library.CloseAction.DoNotRestart, handled: true });
        const client = new library.QuietClient('bunraku', 'Bunraku', this.command(file), this.options(library, closed));
        this.client = client;
        // Also when the client has restarted the server after a crash, which nothing else announces.
        client.onDidChangeState(({ newState }) => {
            if (newState === library.State.Running) {
                ran = true;
                this.status.show('running', `${file} ${this.info?.version ?? ''}`.trim());
            }
        });
        try {
            await client.start();
        } catch (error) {
            // Not the first crash alone: a program that is no language server, or one of another age.
            const reason = error instanceof Error ? error.message : String(error);
            this.output.error(`${file} lsp did not start: ${reason}`);
            this.status.show('stopped', `${file} lsp did not start: ${reason}`);
            void this.tell(`Bunraku's language server did not start (${file}): ${reason}`, 'Restart', 'Show the Output');
            return;
        }
        this.output.info(`Running ${this.info?.name ?? 'bunraku'} ${this.info?.version ?? ''}`);
    }

    private async stopNow(): Promise<void> {
        const client = this.client;
        this.client = undefined;
        if (client !== undefined) {
            try {
                await client.dispose(2_000);
            } catch (error) {
                // One that has crashed cannot be asked to stop: it is gone already.
                this.output.debug(`Stopping: ${String(error)}`);
            }
        }
    }

    private command(file: string): ServerOptions {
        const log = vscode.workspace.getConfiguration('bunraku').get<string>('server.log', '').trim();
        const env = log === '' ? process.env : { ...process.env, BUNRAKU_LOG: log };
        return { command: file, args: ['lsp'], options: { env } };
    }

    private options(library: Loaded, closed: () => CloseHandlerResult | Promise<CloseHandlerResult>): LanguageClientOptions {
        return {
            documentSelector: [
                { scheme: 'file', language: 'puppet' },
                { scheme: 'file', language: 'epp' },
                { scheme: 'file', pattern: '**/*.{sls,jinja}' },
                { scheme: 'file', pattern: '**/templates/**/*.erb' },
                { scheme: 'file', pattern: '**/lib/puppet/{functions,parser/functions,type}/**/*.rb' },
                { scheme: 'file', pattern: '**/lib/facter/**/*.rb' },
                { scheme: 'file', pattern: '**/bunraku.toml' },
                { scheme: 'file', pattern: '**/metadata.json' },
                { scheme: 'file', pattern: '**/Puppetfile' },
                { scheme: 'file', pattern: '**/environment.conf' },
                { scheme: 'file', pattern: '**/hiera.yaml' },
                { scheme: 'file', pattern: '**/{data,hieradata}/**/*.{yaml,yml,eyaml}' },
                { scheme: 'untitled', language: 'puppet' },
                { scheme: 'untitled', language: 'epp' },
            ],
            outputChannel: this.output,
            traceOutputChannel: this.messages.log as vscode.LogOutputChannel,
            stdioOptions: { stdout: follow, stderr: follow },
            middleware: {
                // The item in the status bar shows it: the client's own would be a second one.
                handleWorkDoneProgress: (token, progress) => this.status.work(token, progress),
                sendRequest: (type, parameters, cancel, next) =>
                    this.follow(library, type, parameters, () => next(type, parameters, cancel)),
            },
            // Commands that the server may name.
            initializationOptions: {
                commands: ['bunraku.showReferences', 'bunraku.showGraph', 'bunraku.showRendered', 'editor.action.triggerSuggest'],
                pages: true,
                evaluated: true,
                trusted: vscode.workspace.isTrusted,
            },
            // No second try at once, and no message of its own.
            initializationFailedHandler: () => false,
            errorHandler: {
                error: () => ({ action: library.ErrorAction.Continue }),
                closed,
            },
        };
    }

    /** The client asks for the findings of all files without asking how far that has come. */
    private async follow<P, R>(
        library: Loaded,
        type: string | { method: string },
        parameters: P | undefined,
        send: () => Promise<R>,
    ): Promise<R> {
        const method = typeof type === 'string' ? type : type.method;
        if (method !== library.WorkspaceDiagnosticRequest.method || this.client === undefined || parameters === undefined) {
            return send();
        }
        const token = randomUUID();
        const progress = this.client.onProgress(library.WorkDoneProgress.type, token, () => undefined);
        try {
            Object.assign(parameters as object, { workDoneToken: token });
            return await send();
        } finally {
            progress.dispose();
            this.status.work(token, { kind: 'end' });
        }
    }

    private async closed(library: Loaded): Promise<CloseHandlerResult> {
        const next = this.backoff.crashed();
        if (next === 'give up') {
            const message = `Bunraku's language server stopped ${this.backoff.count} times in a row. Restart it by hand.`;
            this.output.error(message);
            this.status.show('stopped', message);
            void this.tell(message, 'Restart', 'Show the Output');
            return { action: library.CloseAction.DoNotRestart, handled: true };
        }
        this.output.warn(`The language server stopped; it restarts in ${next.wait} ms.`);
        this.status.show('starting', 'The language server stopped and is restarting.');
        await new Promise((done) => setTimeout(done, next.wait));
        return { action: library.CloseAction.Restart, handled: true };
    }

    /** A message with buttons; what they do is done when one is pressed. */
    private async tell(message: string, ...actions: ('Restart' | 'Show the Output' | 'Open the Setting')[]): Promise<void> {
        switch (await vscode.window.showErrorMessage(message, ...actions)) {
            case 'Restart':
                return this.restart();
            case 'Show the Output':
                return this.output.show();
            case 'Open the Setting':
                return void vscode.commands.executeCommand('workbench.action.openSettings', 'bunraku.server.path');
        }
    }

    private surroundings(): Parameters<typeof find>[0] {
        return {
            setting: vscode.workspace.getConfiguration('bunraku').get<string>('server.path', ''),
            extension: this.context.extensionPath,
            workspace: vscode.workspace.workspaceFolders?.find((folder) => folder.uri.scheme === 'file')?.uri.fsPath,
            home: os.homedir(),
            path: process.env['PATH'] ?? '',
            platform: process.platform,
            runnable(file) {
                try {
                    fs.accessSync(file, fs.constants.X_OK);
                    return fs.statSync(file).isFile();
                } catch {
                    return false;
                }
            },
        };
    }
}
