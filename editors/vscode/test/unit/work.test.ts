import * as assert from 'node:assert/strict';
import { LONG, Work } from '../../src/work';

describe('what the server is at', () => {
    let time = 0;
    const work = () => {
        time = 0;
        return new Work(() => time);
    };

    it('is told from its begin to its end', () => {
        const it = work();
        assert.equal(it.text, undefined);
        it.tell(1, { kind: 'begin', title: 'Bunraku reads the workspace' });
        assert.equal(it.text, 'Bunraku reads the workspace');
        it.tell(1, { kind: 'report', message: '12 files' });
        assert.equal(it.text, 'Bunraku reads the workspace: 12 files');
        it.tell(1, { kind: 'end', message: '12 files' });
        assert.equal(it.text, undefined);
    });

    it('is the last that was begun, and then what still goes on', () => {
        const it = work();
        it.tell('a', { kind: 'begin', title: 'A' });
        it.tell('b', { kind: 'begin', title: 'B' });
        assert.equal(it.text, 'B');
        it.tell('b', { kind: 'end' });
        assert.equal(it.text, 'A');
    });

    it('does not flicker after each key', () => {
        const it = work();
        for (const token of [1, 2]) {
            it.tell(token, { kind: 'begin', title: 'A' });
            assert.equal(it.text, token === 1 ? 'A' : undefined);
            assert.equal(it.wait, token === 1 ? undefined : LONG);
            it.tell(token, { kind: 'end' });
        }
        it.tell(3, { kind: 'begin', title: 'A' });
        time += LONG;
        assert.equal(it.text, 'A');
        assert.equal(it.wait, undefined);
    });

    it('ends with the server', () => {
        const it = work();
        it.tell(1, { kind: 'begin', title: 'A' });
        it.forget();
        assert.equal(it.text, undefined);
        it.tell(1, { kind: 'begin', title: 'A' });
        assert.equal(it.text, 'A', 'the next server is waited for, too');
    });
});
