import * as assert from 'node:assert/strict';
import { Backoff, SOUND_AFTER, WAITS } from '../../src/backoff';

describe('restarting after crashes', () => {
    it('waits longer each time and then gives up', () => {
        const backoff = new Backoff(() => 0);
        assert.deepEqual(WAITS.map(() => backoff.crashed()), WAITS.map((wait) => ({ wait })));
        assert.ok(WAITS.every((wait, i) => i === 0 || wait > WAITS[i - 1]));
        assert.equal(backoff.crashed(), 'give up');
        assert.equal(backoff.count, WAITS.length + 1);
    });

    it('forgets crashes after a long sound run', () => {
        let now = 0;
        const backoff = new Backoff(() => now);
        for (const _ of WAITS) {
            backoff.crashed();
        }
        now += SOUND_AFTER + WAITS[WAITS.length - 1];
        assert.deepEqual(backoff.crashed(), { wait: WAITS[0] });
    });

    it('begins anew when the user restarts', () => {
        const backoff = new Backoff(() => 0);
        for (const _ of WAITS) {
            backoff.crashed();
        }
        backoff.reset();
        assert.deepEqual(backoff.crashed(), { wait: WAITS[0] });
    });
});
