// Bundles the extension into dist/extension.js and copies into it what belongs to the whole repository.
import esbuild from 'esbuild';
import path from 'node:path';
import { copyGrammars, here } from './layout.mjs';

copyGrammars();
await esbuild.build({
    entryPoints: [path.join(here, 'src/extension.ts')],
    outfile: path.join(here, 'dist/extension.js'),
    bundle: true,
    minify: !process.argv.includes('--dev'),
    sourcemap: process.argv.includes('--dev'),
    external: ['vscode'],
    format: 'cjs',
    platform: 'node',
    target: 'node20',
});
