// Other extensions for Puppet: two of them say everything twice.

import * as vscode from 'vscode';
import { others } from './known';

const TOLD = 'bunraku.toldOfOthers';

/** Tells of another extension once, with a button that leads to it. */
export async function tellOfOthers(context: vscode.ExtensionContext): Promise<void> {
    const found = others(vscode.extensions.all.map((it) => it.id));
    const told = context.globalState.get<string[]>(TOLD, []);
    for (const id of found.filter((it) => !told.includes(it))) {
        await context.globalState.update(TOLD, [...told, id]);
        const name = vscode.extensions.getExtension(id)?.packageJSON?.displayName ?? id;
        const message = `The extension ${name} is active too. Two Puppet language servers report everything twice: disable one of them.`;
        if ((await vscode.window.showWarningMessage(message, 'Show It')) === 'Show It') {
            await vscode.commands.executeCommand('workbench.extensions.search', `@id:${id}`);
        }
    }
}
