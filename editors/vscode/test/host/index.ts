// VS Code loads this inside its extension host: mocha, with the whole of the editor's API around it.

import * as fs from 'node:fs';
import * as path from 'node:path';
import Mocha from 'mocha';

export function run(): Promise<void> {
    const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 120_000 });
    for (const name of fs.readdirSync(__dirname).filter((name) => name.endsWith('.test.js')).sort()) {
        mocha.addFile(path.join(__dirname, name));
    }
    return new Promise((done, fail) => {
        const lines: string[] = [];
        const counts = { passed: 0, failed: 0 };
        const report = process.env['BUNRAKU_TEST_RESULT'];
        mocha
            .run((failures) => {
                if (report !== undefined) {
                    fs.writeFileSync(report, JSON.stringify({ ...counts, lines }));
                }
                if (failures > 0) {
                    fail(new Error(`${failures} tests failed`));
                } else {
                    done();
                }
            })
            .on('pass', (test) => {
                counts.passed += 1;
                lines.push(`ok ${test.fullTitle()}`);
            })
            .on('fail', (test, error) => {
                counts.failed += 1;
                lines.push(`not ok ${test.fullTitle()}: ${String(error.message)}`);
            });
    });
}
