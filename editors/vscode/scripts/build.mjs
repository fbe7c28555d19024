// Bundles the extension into dist/extension.js, what is loaded as a server starts into dist/client.js, and the page of the graph into
// dist/webview, and copies into it what belongs to the whole repository.
import esbuild from 'esbuild';
import path from 'node:path';
import { copyGrammars, here } from './layout.mjs';

copyGrammars();
const dev = process.argv.includes('--dev');
await esbuild.build({
    entryPoints: [path.join(here, 'src/extension.ts'), path.join(here, 'src/client.ts')],
    outdir: path.join(here, 'dist'),
    bundle: true,
    minify: !dev,
    sourcemap: dev,
    // The client is a file of its own: what stands in the extension's is read before anything is active.
    external: ['vscode', './client.js'],
    supported: { 'dynamic-import': false },
    format: 'cjs',
    platform: 'node',
    target: 'node20',
});
// Code of the page of the graph: no Node there, and no editor but by messages.
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
