// Runs record.rb with Ruby 3.2, as WebAssembly. Each part of the cases has a process of its own: a case that ends the machine costs no
// others, and is named on the standard error. Run it in $ORACLE_HOME/ruby3.2, where tests/oracle/ruby3.2/install.sh puts the packages:
//   node record.mjs TESTS > all-3.2.json
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [script, tests, part] = process.argv.slice(1);

/** Answers to the cases of the standard input. */
async function answer() {
  const require = createRequire(join(process.cwd(), 'package.json'));
  const { DefaultRubyVM } = require('@ruby/wasm-wasi/dist/node');
  const program = require.resolve('@ruby/3.2-wasm-wasi/dist/ruby+stdlib.wasm');
  const { vm } = await DefaultRubyVM(await WebAssembly.compile(await readFile(program)), { env: { TZ: 'UTC' } });
  vm.eval(`CASES = ['${readFileSync(0, 'hex')}'].pack('H*').force_encoding('UTF-8')`);
  process.stdout.write(vm.eval(await readFile(join(tests, 'record.rb'), 'utf8')).toString());
}

/** Answers to some cases, a line each. */
function answers(cases) {
  const done = spawnSync(process.execPath, [script, tests, '--part'], { input: cases.join('\n') + '\n', maxBuffer: 1 << 28 });
  const text = done.stdout.toString().trim();
  if (done.status === 0 && text.endsWith(']')) return text.slice(1, -1).trim().split(',\n');
  if (cases.length === 1) {
    process.stderr.write(`not recorded: ${cases[0]}\n`);
    return [];
  }
  const half = cases.length >> 1;
  return [...answers(cases.slice(0, half)), ...answers(cases.slice(half))];
}

if (part) {
  await answer();
} else {
  const all = readFileSync(join(tests, 'cases.txt'), 'utf8').split('\n').filter((it) => it !== '');
  const found = [];
  for (let at = 0; at < all.length; at += 250) found.push(...answers(all.slice(at, at + 250)));
  process.stdout.write(`[\n${found.join(',\n')}\n]\n`);
}
