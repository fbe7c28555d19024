// Which `bunraku` program to run: the one that the user names, the one that comes with the extension, the first on PATH.

import * as path from 'node:path';

/** All that the choice depends on; nothing of the editor. */
export interface Surroundings {
    /** The setting `bunraku.server.path`, empty when it is not set. */
    setting: string;
    /** The folder of the extension itself. */
    extension: string;
    /** The first folder that is open, for `${workspaceFolder}`. */
    workspace: string | undefined;
    home: string;
    /** The variable PATH. */
    path: string;
    platform: NodeJS.Platform;
    /** Is there a program that may be run? */
    runnable(file: string): boolean;
}

export type Found =
    | { kind: 'found'; file: string; source: 'setting' | 'bundled' | 'PATH' }
    | { kind: 'missing'; message: string };

export function find(where: Surroundings): Found {
    const name = where.platform === 'win32' ? 'bunraku.exe' : 'bunraku';

    if (where.setting.trim() !== '') {
        const file = expand(where.setting.trim(), where);
        // A bare name is looked up on PATH, as a shell would do.
        const known = /[\\/]/.test(file) ? (where.runnable(file) ? file : undefined) : onPath(file, where);
        return known !== undefined
            ? { kind: 'found', file: known, source: 'setting' }
            : { kind: 'missing', message: `The setting bunraku.server.path names ${file}, which is not an executable program.` };
    }

    const bundled = path.join(where.extension, 'bin', name);
    if (where.runnable(bundled)) {
        return { kind: 'found', file: bundled, source: 'bundled' };
    }

    const known = onPath(name, where);
    if (known !== undefined) {
        return { kind: 'found', file: known, source: 'PATH' };
    }
    return {
        kind: 'missing',
        message: `The program ${name} was not found in this extension or on PATH. Install it, or set bunraku.server.path.`,
    };
}

function expand(setting: string, where: Surroundings): string {
    let file = setting.replace(/^~(?=$|[\\/])/, () => where.home);
    if (where.workspace !== undefined) {
        const folder = where.workspace;
        file = file.replaceAll('${workspaceFolder}', () => folder);
    }
    // A relative path would depend on where the editor was started.
    return /[\\/]/.test(file) && where.workspace !== undefined ? path.resolve(where.workspace, file) : file;
}

function onPath(name: string, where: Surroundings): string | undefined {
    const names = where.platform === 'win32' && path.extname(name) === '' ? [`${name}.exe`] : [name];
    const separator = where.platform === 'win32' ? ';' : ':';
    for (const folder of where.path.split(separator).filter((folder) => path.isAbsolute(folder))) {
        for (const file of names.map((name) => path.join(folder, name))) {
            if (where.runnable(file)) {
                return file;
            }
        }
    }
    return undefined;
}
