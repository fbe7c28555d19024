// Files and commands that package.json names exist.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';

const here = path.join(__dirname, '../..');
const manifest = JSON.parse(fs.readFileSync(path.join(here, 'package.json'), 'utf8'));
const { contributes } = manifest;
const sources = fs.readdirSync(path.join(here, 'src'), { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.ts'));
const code = sources.map((it) => fs.readFileSync(path.join(here, 'src', it), 'utf8')).join('\n');
const readme = fs.readFileSync(path.join(here, 'README.md'), 'utf8');

describe('package.json', () => {
    it('names commands that the extension has, and all of them', () => {
        for (const { command } of contributes.commands) {
            assert.ok(code.includes(`registerCommand('${command}'`), command);
        }
    });

    it('describes every setting, and each has a place of its own', () => {
        const settings = Object.entries<{ description?: string; markdownDescription?: string; order: number }>(contributes.configuration.properties);
        for (const [name, it] of settings) {
            assert.ok((it.description ?? it.markdownDescription ?? '').length > 20, name);
        }
        const places = settings.map(([, it]) => it.order);
        assert.deepEqual(places.filter((it, i) => places.indexOf(it) !== i), []);
    });

    it('has every command in the README', () => {
        for (const { title, category } of contributes.commands) {
            assert.ok(readme.includes(`\`${category}: ${title}\``), title);
        }
    });

    it('has a walkthrough with files that are there and commands that are known', () => {
        const known = new Set<string>([...contributes.commands.map((it: { command: string }) => it.command), 'vscode.openFolder', 'workbench.action.openSettings']);
        const steps = contributes.walkthroughs.flatMap((it: { steps: unknown[] }) => it.steps);
        assert.ok(steps.length >= 4);
        for (const step of steps) {
            assert.ok(fs.existsSync(path.join(here, step.media.markdown)), step.media.markdown);
            for (const [, command] of step.description.matchAll(/\(command:([\w.]+)/g)) {
                assert.ok(known.has(command), command);
            }
        }
    });

    it('has snippets whose prefixes differ', () => {
        for (const { path: file } of contributes.snippets) {
            const prefixes = Object.values<{ prefix: string; description: string }>(JSON.parse(fs.readFileSync(path.join(here, file), 'utf8'))).map((it) => it.prefix);
            assert.equal(new Set(prefixes).size, prefixes.length, file);
        }
    });
});

describe('the problem matcher', () => {
    const [head, place] = contributes.problemMatchers[0].pattern;

    it('reads what check prints', () => {
        const matched = (line: string) => {
            const found = new RegExp(head.regexp).exec(line);
            return found && [found[head.severity], found[head.code], found[head.message]];
        };
        assert.deepEqual(matched("error[syntax-error]: Syntax error at 'ensure'"), ['error', 'syntax-error', "Syntax error at 'ensure'"]);
        assert.deepEqual(matched('hint[unused-variable]: nothing reads $x'), ['hint', 'unused-variable', 'nothing reads $x']);
        assert.equal(matched('1 error, 1 warning in 1 of 1 file'), null);
        const found = new RegExp(place.regexp).exec(' --> manifests/a b.pp:12:3');
        assert.deepEqual(found && [found[place.file], found[place.line], found[place.column]], ['manifests/a b.pp', '12', '3']);
    });
});
