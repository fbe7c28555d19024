// Other extensions for Puppet: two of them say everything twice.

import * as vscode from 'vscode';
import { others } from './known';

const REPORTED = 'bunraku.reportedExtensions';

/** Tells of another extension once, with a button that leads to it. */
export async function tellOfOthers(context: vscode.ExtensionContext): Promise<void> {
    const found = others(vscode.extensions.all.map((it) => it.id));
    const reported = context.globalState.get<string[]>(REPORTED, []);
    for (const id of found.filter((it) => !reported.includes(it))) {
        await context.globalState.update(REPORTED, [...reported, id]);
        const name = vscode.extensions.getExtension(id)?.packageJSON?.displayName ?? id;
        const message = `The extension ${name} is active too. Two Puppet language servers report everything twice: disable one of them.`;
        if ((await vscode.window.showWarningMessage(message, 'Show It')) === 'Show It') {
            await vscode.commands.executeCommand('workbench.extensions.search', `@id:${id}`);
        }
    }
}
