// Runs record.rb with Ruby 3.2, as WebAssembly. Run it in a folder with the packages:
//   npm install @ruby/wasm-wasi @ruby/3.2-wasm-wasi
//   node record.mjs TESTS > all-3.2.json
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const { DefaultRubyVM } = require('@ruby/wasm-wasi/dist/node');
const tests = process.argv[2];
const program = require.resolve('@ruby/3.2-wasm-wasi/dist/ruby+stdlib.wasm');
const module = await WebAssembly.compile(await readFile(program));
const { vm } = await DefaultRubyVM(module, { env: { TZ: 'UTC' } });
const cases = await readFile(join(tests, 'cases.txt'), 'hex');
vm.eval(`CASES = ['${cases}'].pack('H*').force_encoding('UTF-8')`);
process.stdout.write(vm.eval(await readFile(join(tests, 'record.rb'), 'utf8')).toString());
