import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';

const read = (name: string) => JSON.parse(fs.readFileSync(path.join(__dirname, '../../language-configuration', name), 'utf8'));
const puppet = read('puppet.json');

describe('the language configuration', () => {
    it('selects names with their segments and variables with their sign', () => {
        const words = (text: string) => [...text.matchAll(new RegExp(puppet.wordPattern, 'g'))].map((match) => match[0]);
        assert.deepEqual(words('include web::server'), ['include', 'web::server']);
        assert.deepEqual(words('$::a::b_c = "${d}-${e[1]}"'), ['$::a::b_c', 'd', 'e', '1']);
        assert.deepEqual(words("File['/etc/motd']"), ['File', 'etc', 'motd']);
        assert.deepEqual(words("web::site { 'a': port=>1.5 }"), ['web::site', 'a', 'port', '1.5']);
    });

    const { increaseIndentPattern, decreaseIndentPattern } = puppet.indentationRules;
    for (const [line, deeper] of [
        ['class web {', true],
        ["file { '/etc/motd':", true],
        ['class web (', true],
        ['$x = [', true],
        ["  '/etc/motd':  # why", true],
        ['  default: {', true],
        ['  ensure => file,', false],
        ['# class web {', false],
        ['include web::', false],
        ['}', false],
        ["class { 'web': port => 80 }", false],
    ] as const) {
        it(`${deeper ? 'indents' : 'does not indent'} after: ${line}`, () => assert.equal(new RegExp(increaseIndentPattern).test(line), deeper));
    }

    it('closes with the bracket', () => {
        assert.ok(['}', '  ]', ') inherits a {'].every((line) => new RegExp(decreaseIndentPattern).test(line)));
        assert.ok(!new RegExp(decreaseIndentPattern).test('  x }'));
    });

    it('continues comments', () => {
        const rule = puppet.onEnterRules[0];
        const continues = (line: string) => new RegExp(rule.beforeText).test(line);
        assert.ok(continues('  # @param a'));
        assert.ok(!continues("$x = '# no comment'"));
    });

    it('folds regions in both languages', () => {
        assert.match('# region x', new RegExp(puppet.folding.markers.start));
        assert.match('#endregion', new RegExp(puppet.folding.markers.end));
        assert.match('<%# region %>', new RegExp(read('epp.json').folding.markers.start));
        assert.match('<%# region %>', new RegExp(read('erb.json').folding.markers.start));
    });

    it('holds only valid patterns', () => {
        for (const rule of puppet.onEnterRules) {
            new RegExp(rule.beforeText);
            new RegExp(rule.afterText ?? '');
        }
        new RegExp(read('epp.json').wordPattern);
        new RegExp(read('erb.json').wordPattern);
    });
});
