import * as assert from 'node:assert/strict';
import { find, type Surroundings } from '../../src/binary';

/** A machine with these programs on it. */
function machine(programs: string[], more: Partial<Surroundings> = {}): Surroundings {
    return {
        setting: '',
        extension: '/ext',
        workspace: '/site',
        home: '/home/me',
        path: '/usr/local/bin:/usr/bin',
        platform: 'linux',
        runnable: (file) => programs.includes(file),
        ...more,
    };
}

const everywhere = ['/ext/bin/bunraku', '/usr/bin/bunraku', '/opt/bunraku'];

describe('finding the server', () => {
    it('takes the setting before all others', () => {
        assert.deepEqual(find(machine(everywhere, { setting: '/opt/bunraku' })), { kind: 'found', file: '/opt/bunraku', source: 'setting' });
    });

    it('takes the bundled program before PATH', () => {
        assert.deepEqual(find(machine(everywhere)), { kind: 'found', file: '/ext/bin/bunraku', source: 'bundled' });
    });

    it('takes the first on PATH', () => {
        const found = find(machine(['/usr/bin/bunraku', '/usr/local/bin/bunraku']));
        assert.deepEqual(found, { kind: 'found', file: '/usr/local/bin/bunraku', source: 'PATH' });
    });

    it('never takes a program of the current folder, which PATH may name', () => {
        assert.equal(find(machine(['bunraku', './bunraku'], { path: '.::/usr/bin' })).kind, 'missing');
    });

    it('says what to do when there is none', () => {
        const found = find(machine([]));
        assert.equal(found.kind, 'missing');
        assert.match(found.kind === 'missing' ? found.message : '', /not found.*bunraku\.server\.path/);
    });

    it('does not fall back when the setting is wrong, but names it', () => {
        const found = find(machine(everywhere, { setting: '/nowhere/bunraku' }));
        assert.match(found.kind === 'missing' ? found.message : '', /\/nowhere\/bunraku/);
    });

    it('knows the home folder, the workspace and relative paths in the setting', () => {
        const file = (setting: string, program: string) => find(machine([program], { setting }));
        assert.equal(file('~/b/bunraku', '/home/me/b/bunraku').kind, 'found');
        assert.equal(file('${workspaceFolder}/b/bunraku', '/site/b/bunraku').kind, 'found');
        assert.equal(file('target/debug/bunraku', '/site/target/debug/bunraku').kind, 'found');
        assert.equal(file(' bunraku-8 ', '/usr/bin/bunraku-8').kind, 'found');
    });

    it('keeps a dollar sign in the name of a folder', () => {
        const found = find(machine(['/a$&b/bunraku'], { setting: '${workspaceFolder}/bunraku', workspace: '/a$&b' }));
        assert.equal(found.kind, 'found');
    });

    it('adds .exe on Windows', () => {
        const seen: string[] = [];
        find(machine([], { platform: 'win32', runnable: (file) => (seen.push(file), false) }));
        assert.ok(seen.length > 0 && seen.every((file) => file.endsWith('bunraku.exe')), seen.join());
    });
});
