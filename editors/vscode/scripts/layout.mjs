// Where things are, and what of the repository is copied into the extension when it is built.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const root = path.resolve(here, '../..');

/** The grammars belong to every editor; a `.vsix` needs its own copy. */
export function copyGrammars() {
    fs.mkdirSync(path.join(here, 'syntaxes'), { recursive: true });
    for (const name of ['puppet.tmLanguage.json', 'epp.tmLanguage.json', 'erb.tmLanguage.json', 'sls.tmLanguage.json', 'jinja.tmLanguage.json']) {
        fs.copyFileSync(path.join(root, 'syntaxes', name), path.join(here, 'syntaxes', name));
    }
}
