import * as assert from 'node:assert/strict';
import { madeAt, nameOf, textOf, type Rendering } from '../../src/parts';

const range = (line: number, from: number, to: number, end = line) => ({
    start: { line, character: from },
    end: { line: end, character: to },
});

/** `a: {{ x }}`, a line, `{% for it in y %}{{ it }}{% endfor %}`, and a value that is not known. */
const rendering: Rendering = {
    entry: 'sls web',
    systems: ['web01'],
    parts: ['a: ', '80', '\nb: c\n', 'one', 'two', null],
    sources: [
        { range: range(0, 0, 3), literal: true },
        { range: range(0, 3, 10), literal: false },
        { range: range(0, 10, 0, 2), literal: true },
        { range: range(2, 17, 25), literal: false },
        { range: range(2, 17, 25), literal: false },
        { range: range(3, 0, 8), literal: false },
    ],
};

describe('rendered parts', () => {
    const made = (line: number, character: number) =>
        madeAt(rendering, { line, character }).map((it) => `${it.from} ${textOf(rendering).slice(it.from, it.to)}`);

    it('shows values that are not known', () => {
        assert.equal(textOf(rendering), 'a: 80\nb: c\nonetwo«?»');
        assert.equal(textOf({ ...rendering, parts: [], message: 'SLS is not analysed' }), 'SLS is not analysed\n');
    });

    it('are what an expression has made, in each turn of a loop', () => {
        assert.deepEqual(made(0, 5), ['3 80']);
        assert.deepEqual(made(2, 20), ['11 one', '14 two']);
        assert.deepEqual(made(3, 7), ['17 «?»']);
        assert.deepEqual(made(3, 8), []);
    });

    it('follow the cursor through text that stands as it is', () => {
        assert.deepEqual(made(0, 1), ['1 ']);
        assert.deepEqual(made(1, 3), ['9 ']);
    });

    it('have the names of minions or of entries', () => {
        assert.equal(nameOf(rendering), 'web01');
        assert.equal(nameOf({ ...rendering, systems: [] }), 'sls web');
        assert.equal(nameOf({ ...rendering, entry: 'file: /etc/motd' }), 'file: /etc/motd (web01)');
        assert.equal(nameOf({ entry: 'class m', systems: ['Debian 12'], parts: [] }), 'class m');
    });
});
