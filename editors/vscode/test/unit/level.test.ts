import * as assert from 'node:assert/strict';
import { levelOf } from '../../src/level';

describe('a line of the server', () => {
    it('is as bad as it says', () => {
        assert.equal(levelOf('2026-11-23T00:34:04.745233Z  WARN server::serve: an ERROR in a text'), 'warn');
        assert.equal(levelOf('2026-11-23T00:34:04.745233Z ERROR server::serve: x'), 'error');
        assert.equal(levelOf('2026-11-23T00:34:04.745233Z  INFO server::serve: x'), 'info');
    });

    it('is shown when somebody has asked for it', () => {
        // The channel hides what is below its own level.
        assert.equal(levelOf('2026-11-23T00:34:04.745233Z DEBUG server::serve: x'), 'info');
    });

    it('is an error where it is no line of the log', () => {
        assert.equal(levelOf("thread 'main' panicked at src/main.rs:1:1:"), 'error');
        assert.equal(levelOf('bunraku: 2026-11-23 WARN'), 'error');
    });
});
