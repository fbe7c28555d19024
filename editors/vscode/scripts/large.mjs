// usage: node scripts/large.mjs BUNRAKU
// The answer to `bunraku/graph` for 5,000 resources: how large it is, and how long it takes. What one resource costs must not grow
// with how many there are; that holds on every machine, however busy.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { many } from '../test/many.mjs';
import { Server } from './server.mjs';

const [FEW, MANY] = [500, 5_000];
/** So many bytes a resource may take, with its edges and the line of its declaration. */
const BYTES = 1_200;
/** So many times longer than for one of few a resource may take: laying out is not linear, but nearly. */
const GROWTH = 3;
const ROUNDS = 5;

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'bunraku-large-'));
const server = new Server(process.argv[2]);
await server.ask('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
server.tell('initialized', {});

async function measured(count) {
    const folder = path.join(scratch, String(count));
    fs.mkdirSync(path.join(folder, 'manifests'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'environment.conf'), '');
    const uri = pathToFileURL(path.join(folder, 'manifests/site.pp')).href;
    server.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'puppet', version: 1, text: many(count) } });
    const times = [];
    let answer;
    // The first one waits for the evaluation, too.
    for (let i = 0; i <= ROUNDS; i++) {
        const start = performance.now();
        answer = await server.ask('bunraku/graph', { textDocument: { uri }, entry: 'node default' });
        times.push(performance.now() - start);
    }
    server.tell('textDocument/didClose', { textDocument: { uri } });
    const found = answer.graph.nodes.filter(({ kind }) => kind === 'resource').length;
    const bytes = Buffer.byteLength(JSON.stringify(answer));
    // The fastest: nothing else was in its way.
    return { found, bytes: bytes / count, time: Math.min(...times.slice(1)) / count, first: times[0] };
}

let failed = 0;
let passed = 0;
function ok(condition, what) {
    if (condition) { passed += 1; } else { failed += 1; }
    console.log(`${condition ? 'ok' : 'not ok'} ${what}`);
}
const few = await measured(FEW);
const lots = await measured(MANY);
await server.stop();
fs.rmSync(scratch, { recursive: true });
const ms = (it) => it.toFixed(it < 10 ? 2 : 0);
ok(few.found === FEW && lots.found === MANY, `all resources are in it: ${few.found}, ${lots.found}`);
ok(lots.bytes <= BYTES, `${ms((lots.bytes * MANY) / 1024)} KB for ${MANY} resources: ${ms(lots.bytes)} bytes each, at most ${BYTES}`);
ok(lots.time <= few.time * GROWTH, `${ms(lots.time * MANY)} ms for ${MANY}, ${ms(few.time * FEW)} ms for ${FEW}: ${ms(lots.time / few.time)} times as long each, at most ${GROWTH}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
