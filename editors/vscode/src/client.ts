// The library that speaks to the server. It is most of the extension, and loaded only when a server is about to start: until then the
// editor waits for the extension.

import { LanguageClient } from 'vscode-languageclient/node';

export { CloseAction, ErrorAction, State, WorkDoneProgress, WorkspaceDiagnosticRequest } from 'vscode-languageclient/node';

/** Errors of the client go into the output. Those that the user must know are shown elsewhere: once, with the remedy. */
export class QuietClient extends LanguageClient {
    override error(message: string, data?: unknown): void {
        super.error(message, data, false);
    }
}
