// The library that speaks to the server. It is most of the extension, and loaded only when a server is about to start: until then the
// editor waits for the extension.

import { LanguageClient } from 'vscode-languageclient/node';

export { CloseAction, ErrorAction, State, WorkDoneProgress, WorkspaceDiagnosticRequest } from 'vscode-languageclient/node';

/** Errors of the client go into the output. What the user must know, the user is told elsewhere: once, with what to do. */
export class QuietClient extends LanguageClient {
    override error(message: string, data?: unknown): void {
        super.error(message, data, false);
    }
}
