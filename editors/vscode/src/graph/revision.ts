// Which revision of the repository a graph is compared with.

import * as vscode from 'vscode';

/** The used part of VS Code's own Git extension, where it is on. */
interface Git {
    getAPI(version: 1): {
        getRepository(uri: vscode.Uri): { getRefs(query: object): Promise<{ name?: string }[]> } | null;
        toGitUri(uri: vscode.Uri, revision: string): vscode.Uri;
    };
}

async function git(): Promise<ReturnType<Git['getAPI']> | undefined> {
    try {
        return (await vscode.extensions.getExtension<Git>('vscode.git')?.activate())?.getAPI(1);
    } catch {
        // It is there, and switched off.
        return undefined;
    }
}

/** A revision that the user names or picks; nothing when he does neither. */
export async function pickRevision(file: vscode.Uri): Promise<string | undefined> {
    const names = ['HEAD', 'HEAD~1'];
    const pick = vscode.window.createQuickPick();
    pick.title = 'Compare the graph with a revision';
    pick.placeholder = 'A branch, tag or commit, such as HEAD~2';
    const fill = () => {
        const typed = pick.value.trim();
        pick.items = [...new Set([...(typed === '' ? [] : [typed]), ...names])].map((label) => ({ label }));
    };
    fill();
    pick.onDidChangeValue(fill);
    const chosen = new Promise<string | undefined>((done) => {
        pick.onDidAccept(() => {
            done(pick.selectedItems[0]?.label);
            pick.hide();
        });
        pick.onDidHide(() => {
            done(undefined);
            pick.dispose();
        });
    });
    pick.show();
    try {
        const refs = (await (await git())?.getRepository(file)?.getRefs({})) ?? [];
        names.push(...refs.flatMap((it) => it.name ?? []));
        fill();
    } catch {
        // Unsaved text counts, too.
    }
    return chosen;
}

/** A file at the revision; the current file where that cannot be shown. */
export async function asItWas(file: vscode.Uri, revision: string): Promise<vscode.Uri> {
    return (await git())?.toGitUri(file, revision) ?? file;
}
