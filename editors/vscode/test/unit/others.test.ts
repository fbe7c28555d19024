import * as assert from 'node:assert/strict';
import { others } from '../../src/known';

describe('other extensions for Puppet', () => {
    it('are known by their ids', () => {
        assert.deepEqual(others(['vscode.git', 'Puppet.puppet-vscode', 'bunraku-puppet.bunraku']), ['Puppet.puppet-vscode']);
        assert.deepEqual(others(['bunraku-puppet.bunraku', 'puppetdev.theme']), []);
    });
});
