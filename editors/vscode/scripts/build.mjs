// Bundles the extension into dist/extension.js and the page of the graph into dist/webview, and copies into it what belongs to the whole repository.
import esbuild from 'esbuild';
import path from 'node:path';
import { copyGrammars, here } from './layout.mjs';

copyGrammars();
const dev = process.argv.includes('--dev');
await esbuild.build({
    entryPoints: [path.join(here, 'src/extension.ts')],
    outfile: path.join(here, 'dist/extension.js'),
    bundle: true,
    minify: !dev,
    sourcemap: dev,
    external: ['vscode'],
    format: 'cjs',
    platform: 'node',
    target: 'node20',
});
// What runs in the page of the graph: no Node there, and no editor but by messages.
await esbuild.build({
    entryPoints: [path.join(here, 'webview/graph.ts'), path.join(here, 'webview/graph.css')],
    outdir: path.join(here, 'dist/webview'),
    bundle: true,
    minify: !dev,
    sourcemap: dev,
    format: 'iife',
    platform: 'browser',
    target: 'chrome120',
});
